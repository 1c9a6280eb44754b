SELECT step, sql AS query
FROM skyline.cells_sql('skyline.people', qi := {{ var('qi') }}, sensitive := '{{ var("sensitive") }}', types := {{ var('types') }}, dialect := '{{ var("dialect") }}')
