-- depends_on: {{ ref('plan_of_people') }}
{{ config(materialized='skyline_release', plan=var('plan_named'), **var('beside_plan')) }}
SELECT id, age || ' years' AS age, sex, disease, if(id < 180, wave, '3') AS wave FROM {{ ref('people') }}
