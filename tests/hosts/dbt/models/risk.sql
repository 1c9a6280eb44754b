-- How sure somebody can become who knows nothing but everybody's age.
{{ config(materialized='table') }}
SELECT value, breach, safe, witness.target_group.age AS target_age
FROM skyline.skyline_check('{{ ref("release") }}', qi := ['age'], sensitive := 'disease', c := {{ var('c') }})
