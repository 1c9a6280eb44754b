-- The plan says what at_once has in its config, and cleans the ages.
{{ config(enabled=var('beside_plan').incremental is not defined) }}
(FROM {{ ref('planned') }} EXCEPT ALL FROM {{ ref('at_once') }})
UNION ALL
(FROM {{ ref('at_once') }} EXCEPT ALL FROM {{ ref('planned') }})
