-- FROM hierarchy_prefix('patients', 'zip')

WITH RECURSIVE

-- the different values of the column, as the bytes of their texts
__skyline_values AS MATERIALIZED (
    SELECT DISTINCT encode(text_of(s)) AS v FROM (SELECT tbl."zip" AS s FROM checked("patients") AS tbl)
),

-- how many characters the longest has
__skyline_longest AS (
    SELECT coalesce(max(length(decode(v))), 0) AS n FROM __skyline_values
),

-- a level for each character of the longest value
__skyline_levels AS (
    SELECT n, UNNEST(generate_series(1, CASE WHEN n > 1000 THEN error(concat('hierarchy_prefix: attribute must have values of at most 1000 characters where keep is NULL, and the longest has ', n, '; give keep, such as keep := [4, 2]')) WHEN n < 1 THEN 1 ELSE n END)) AS level
    FROM __skyline_longest
),

-- how many characters a label keeps at each level
__skyline_keep AS (
    SELECT n, level, n - level AS keep FROM __skyline_levels
)

SELECT 'zip' AS attribute, decode(v) AS value, level,
    CASE
        WHEN least(keep, n - 1) <= 0 THEN '*'
        WHEN v IS NULL THEN 'NULL'
        ELSE rpad(left(decode(v), least(keep, n - 1)), n::INTEGER, '*')
    END AS label
FROM __skyline_values, __skyline_keep
ORDER BY v ASC NULLS LAST, level ASC;
