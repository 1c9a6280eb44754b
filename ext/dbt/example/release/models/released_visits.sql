-- depends_on: {{ ref('visits_plan') }}
{{ config(materialized='skyline_release', plan='visits_plan', privacy=var('privacy'), incremental='month', on_violation=var('on_violation')) }}
FROM {{ ref('staged_visits') }}
