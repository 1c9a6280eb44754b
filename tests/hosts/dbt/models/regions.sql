-- Another table of the same people: by itself it tells nothing of the cells of counts.
SELECT unnest(['north', 'south', 'west']) AS region, 0 AS grouping, unnest([{{ var('of_north') }}, 81, 56]) AS value
