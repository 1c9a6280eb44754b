-- With what a release of several rows a person, and of columns that are not needed, has in its config.
{{ config(materialized='skyline_release', qi=['age', 'sex'], sensitive='disease', person='id', privacy={'k_anonymity': 5, 'max_share': 0.5}, other_columns='drop', rounding={'age': 5}) }}
FROM {{ ref('people') }}
