-- FROM hierarchy_intervals('patients', 'age', widths := [5, 10, 20])

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT tbl."age" AS s FROM checked("patients") AS tbl WHERE false
        UNION ALL
        SELECT NULL
    )
),

-- of which kind the column is, or what is wrong with its type
__skyline_kind AS (
    SELECT CASE
            WHEN __skyline_has_type(typeof(s), '<integer>|BIGNUM|VARINT|"NULL"') THEN 'whole'
            WHEN __skyline_has_type(typeof(s), '<number>') THEN 'decimal'
            WHEN __skyline_has_type(typeof(s), '<date>') THEN error('hierarchy_intervals: widths must be periods for a column of dates, such as widths := [''year'', ''decade'']; for ages of dates of birth give age_at')
            ELSE error('hierarchy_intervals: attribute must be a column of numbers or dates; cast it in a query given as tbl, or make the hierarchy with hierarchy_prefix or hierarchy_wide')
        END AS kind FROM __skyline_types
),

-- the different values of the column
__skyline_values AS (
    SELECT s FROM (SELECT tbl."age" AS s FROM checked("patients") AS tbl) GROUP BY s
),

-- their texts, and the labels of each, from level 1 to the top
__skyline_labels AS (
    SELECT s, text_of(s) AS value, __skyline_intervals(kind, list_value('5', '10', '20')::VARCHAR[], '0', '', '', '', text_of(s)) AS labels
    FROM __skyline_values, __skyline_kind
),

-- a row a level; behind UNION, a look at the kind where there are no values
__skyline_rows AS (
    SELECT s, value, UNNEST(generate_series(1, len(labels))) AS level, UNNEST(labels) AS label FROM __skyline_labels
    UNION ALL
    SELECT NULL, NULL, NULL, NULL FROM __skyline_kind WHERE kind IS NULL
)

SELECT 'age' AS attribute, value, level, label
FROM __skyline_rows
ORDER BY s ASC NULLS LAST, level ASC;
