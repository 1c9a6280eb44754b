-- depends_on: {{ ref('ladder') }}
{{ config(materialized='skyline_release', qi=['age', 'sex'], privacy={'k_anonymity': 5}, levels={'age': 1, 'sex': 0}, hierarchies='"Über order".ladder', incremental='wave') }}
SELECT age, sex, wave{{ var('more') }} FROM {{ ref('people') }}
