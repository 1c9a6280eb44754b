-- FROM hierarchy_wide('zip.csv', 'zip')

WITH RECURSIVE

-- there is a column of values, and one for each level
__skyline_guard AS (
    SELECT CASE WHEN len(l) BETWEEN 2 AND 1001 THEN true ELSE error(concat('hierarchy_wide: tbl must have from 2 to 1001 columns, the value and a label for each level, got ', len(l), '; for a CSV file with another delimiter give a query with read_csv')) END AS ok
    FROM (
        SELECT list_value(*COLUMNS(x.*)) AS l
        FROM (SELECT 1) AS o LEFT JOIN (SELECT COLUMNS(*)::VARCHAR FROM read_csv('zip.csv', header := false, all_varchar := true) AS tbl LIMIT 0) AS x ON true
    )
),

-- the rows as lists: the value, and its labels
__skyline_lists AS (
    SELECT list_value(*COLUMNS(*)) AS l FROM (SELECT COLUMNS(*)::VARCHAR FROM read_csv('zip.csv', header := false, all_varchar := true) AS tbl)
),

-- each label of each value, with its level
__skyline_cells AS (
    SELECT
        list_aggregate(list_slice(l, 1, 1), 'any_value') AS value,
        UNNEST(generate_series(1, len(l) - 1)) AS level,
        UNNEST(list_slice(l, 2, len(l))) AS label
    FROM __skyline_lists
),

-- those that are not NULL, once; behind UNION, a look at the guard where there are no rows
__skyline_rows AS (
    SELECT DISTINCT encode(value) AS v, level, encode(label) AS label
    FROM __skyline_cells, __skyline_guard AS guard
    WHERE guard.ok AND label IS NOT NULL
    UNION ALL
    SELECT NULL, NULL, NULL FROM __skyline_guard WHERE NOT ok
)

SELECT 'zip' AS attribute, decode(r.v) AS value, level, decode(r.label) AS label
FROM __skyline_rows AS r
ORDER BY r.v ASC NULLS LAST, r.level ASC, r.label ASC;
