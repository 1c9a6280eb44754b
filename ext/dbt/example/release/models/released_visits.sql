{{ config(materialized='skyline_release', qi=var('qi'), sensitive='diagnosis', privacy=var('privacy'), incremental='month', others=var('others'), on_violation=var('on_violation')) }}
FROM {{ ref('staged_visits') }}
