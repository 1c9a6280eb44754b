SELECT CASE step WHEN 'cells' THEN 'release_cells' ELSE step END AS step, query
FROM skyline.recipe_sql('skyline.people', '{{ ref("skyline_map") }}', qi := {{ var('qi') }}, sensitive := '{{ var("sensitive") }}',
                        types := {{ var('types') }}, dialect := '{{ var("dialect") }}', form := 'map', map_there := 'skyline.map', release := 'skyline.release')
