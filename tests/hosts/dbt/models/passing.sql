{{ config(materialized='ephemeral') }}
SELECT * FROM {{ ref('select') }}
