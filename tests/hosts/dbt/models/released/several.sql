-- Several sensitive columns, and limits of what is shown.
{{ config(materialized='skyline_release', qi=['age', 'sex'], sensitive=['disease', 'wave'], other_sensitive='known', privacy=var('of_several'), min_levels={'age': 10}, importance={'sex': 2}, other_columns='drop') }}
FROM {{ ref('people') }}
