{{ config(materialized='skyline_release', qi=['age'], privacy={'k_anonymity': 5}, **var('options')) }}
-- One person is alone with an age, which is an end of the range that the release has.
SELECT if(id = 0, 99, age) AS age, sex FROM {{ ref('people') }}
