-- The release candidate.
{{ config(materialized='table') }}
SELECT 20 AS age, unnest(['Flu', 'Flu', 'AIDS']) AS disease
UNION ALL
SELECT 30, unnest(['Flu', 'Cold', 'AIDS'])
