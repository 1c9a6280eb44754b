{{ config(materialized='skyline_release', qi=var('qi'), sensitive='diagnosis', privacy=var('privacy'), incremental='month', other_columns=var('other_columns'), on_violation=var('on_violation')) }}
FROM {{ ref('staged_visits') }}
