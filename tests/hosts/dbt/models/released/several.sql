-- Several sensitive columns, and limits of what is shown.
{{ config(materialized='skyline_release', qi=['age', 'sex'], sensitive=['disease', 'wave'], known='others', privacy=var('of_several'), finest={'age': 10}, importance={'sex': 2}, others='drop') }}
FROM {{ ref('people') }}
