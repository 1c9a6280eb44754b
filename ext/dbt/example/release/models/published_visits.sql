-- What others get. Built only if every test of the release has passed.
{{ config(materialized='external') }}
SELECT * FROM {{ ref('released_visits') }} ORDER BY ALL
