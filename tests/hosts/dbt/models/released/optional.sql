{{ config(materialized='skyline_release', qi=['age'], privacy={'k_anonymity': 5}, **var('options')) }}
SELECT age, sex FROM {{ ref('people') }}
