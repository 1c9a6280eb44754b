-- FROM hierarchy_check('h', attribute := ['age', 'zip'], data := 'patients')

WITH RECURSIVE

-- a level is an integer
__skyline_guard AS (
    SELECT CASE WHEN __skyline_has_type(typeof(level), '<integer>|"NULL"') THEN true ELSE error('hierarchy_check: tbl must have an integer column level; cast it in a query given as tbl') END AS ok
    FROM (SELECT level FROM (SELECT tbl.attribute AS attribute, tbl.value AS value, tbl.level AS level, tbl.label AS label FROM checked("h") AS tbl LIMIT 0) UNION ALL SELECT NULL)
),

-- the rows of all attributes
__skyline_all AS MATERIALIZED (
    SELECT encode(translate(attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) AS a, encode(attribute::VARCHAR) AS name, encode(value::VARCHAR) AS v, TRY_CAST(level AS BIGINT) AS level, encode(label::VARCHAR) AS t
    FROM (SELECT tbl.attribute AS attribute, tbl.value AS value, tbl.level AS level, tbl.label AS label FROM checked("h") AS tbl), __skyline_guard AS guard
    WHERE guard.ok
),

-- the attributes that are asked for, each of which has rows
__skyline_known AS (
    SELECT g.a, CASE WHEN count(x.a) = 0 THEN error('hierarchy_check: attribute must be one that tbl has rows for; FROM hierarchy_check(tbl) looks at all of them') ELSE any_value(g.name) END AS name
    FROM (VALUES (encode(translate('age', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')), encode('age')), (encode(translate('zip', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')), encode('zip'))) AS g (a, name) LEFT JOIN (SELECT DISTINCT a FROM __skyline_all) AS x ON g.a = x.a
    GROUP BY g.a
),

-- the rows; those that fit are at a level that there can be, and one of itself says nothing
__skyline_table AS MATERIALIZED (
    SELECT *, coalesce(level BETWEEN 1 AND 1000, false) AS fits, coalesce(level = 0, false) AND v IS NOT DISTINCT FROM t AS self
    FROM (SELECT x.a, k.name, x.v, x.level, x.t FROM __skyline_all AS x JOIN __skyline_known AS k ON x.a = k.a)
),

-- one way to write the name of each attribute
__skyline_names AS (
    SELECT a, min(name) AS name FROM __skyline_table GROUP BY a
),

-- each value at each level: its first and its last label
__skyline_steps AS MATERIALIZED (
    SELECT a, v, CASE WHEN fits AND t IS NOT NULL THEN level END AS level,
        min(CASE WHEN fits THEN t END) AS t, max(CASE WHEN fits THEN t END) AS last
    FROM __skyline_table
    WHERE a IS NOT NULL
    GROUP BY ALL
),

-- how many levels each attribute has
__skyline_heights AS (
    SELECT a, coalesce(max(level), 1) AS height FROM __skyline_steps GROUP BY a
),

-- at how many levels each value has a label, and whether at some it has several
__skyline_paths AS MATERIALIZED (
    SELECT a, v, count(level) AS levels, coalesce(bool_or(t <> last), false) AS several
    FROM __skyline_steps
    GROUP BY a, v
),

-- labels whose values have several labels at the next level
__skyline_parents AS (
    SELECT x.a, x.level, x.t
    FROM __skyline_steps AS x JOIN __skyline_steps AS y ON x.a = y.a AND x.v IS NOT DISTINCT FROM y.v AND x.level + 1 = y.level
    WHERE x.t = x.last AND y.t = y.last
    GROUP BY x.a, x.level, x.t
    HAVING min(y.t) <> max(y.t)
),

-- how many values have each label, at each level
__skyline_sets AS (
    SELECT a, t, level, count(*) AS n FROM __skyline_steps WHERE t = last GROUP BY a, t, level
),

-- of each label: its pairs of a value and a level, its levels and its values together where it has several, and all its values
__skyline_labels AS (
    SELECT a, t,
        count(*) FILTER (WHERE n > 1) AS steps,
        count(DISTINCT level) FILTER (WHERE n > 1) AS levels,
        -- NULL is a value, which count leaves out.
        count(DISTINCT v) FILTER (WHERE n > 1) + coalesce(max(1) FILTER (WHERE n > 1 AND v IS NULL), 0) AS together,
        count(DISTINCT v) + coalesce(max(1) FILTER (WHERE v IS NULL), 0) AS members
    FROM __skyline_steps JOIN __skyline_sets USING (a, t, level)
    WHERE t = last
    GROUP BY a, t
),

-- labels that stand for different values
__skyline_ambiguous AS (
    SELECT x.a, x.t
    FROM __skyline_labels AS x
        LEFT JOIN __skyline_paths AS p ON p.a = x.a AND p.v = x.t
        LEFT JOIN __skyline_steps AS own ON own.a = x.a AND own.v = x.t AND own.t = x.t
    GROUP BY x.a, x.t
    HAVING x.t <> encode('*') AND any_value(x.steps) < any_value(x.levels * x.together)
        OR count(p.v) > 0 AND (any_value(x.members) > 1 OR count(own.v) = 0)
),

-- the values of the data that have no label
__skyline_uncovered AS (
    SELECT d.a, d.v
    FROM (
        SELECT DISTINCT encode(translate('age', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) AS a, encode(text_of(s)) AS v FROM (SELECT tbl."age" AS s FROM checked("patients") AS tbl)
        UNION ALL
        SELECT DISTINCT encode(translate('zip', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) AS a, encode(text_of(s)) AS v FROM (SELECT tbl."zip" AS s FROM checked("patients") AS tbl)
    ) AS d LEFT JOIN (SELECT a, v, levels FROM __skyline_paths WHERE levels > 0) AS p ON d.a = p.a AND d.v IS NOT DISTINCT FROM p.v
    WHERE p.a IS NULL
)

SELECT decode(m.name) AS attribute, p.problem, p.n AS count
FROM (
    SELECT NULL AS a, 0 AS kind, NULL AS problem, 0 AS n FROM __skyline_guard WHERE NOT ok
    UNION ALL
    SELECT NULL, 0, NULL, 0 FROM __skyline_known WHERE name IS NULL
    UNION ALL
    SELECT a, 0, 'attribute is NULL', count(*) FROM __skyline_table WHERE a IS NULL GROUP BY a
    UNION ALL
    SELECT a, 1, 'level out of range', count(*) FROM __skyline_table WHERE a IS NOT NULL AND NOT fits AND NOT self GROUP BY a
    UNION ALL
    SELECT a, 2, 'label is NULL', count(*) FROM __skyline_table WHERE a IS NOT NULL AND fits AND t IS NULL GROUP BY a
    UNION ALL
    SELECT a, 3, 'values without a path', count(*) FROM __skyline_uncovered GROUP BY a
    UNION ALL
    SELECT a, 4, 'levels missing', count(*) FROM __skyline_paths JOIN __skyline_heights USING (a) WHERE levels < height GROUP BY a
    UNION ALL
    SELECT a, 5, 'two labels at one level', count(*) FROM __skyline_paths WHERE several GROUP BY a
    UNION ALL
    SELECT a, 6, 'two parents', count(*) FROM __skyline_parents GROUP BY a
    UNION ALL
    SELECT a, 7, 'label of different values', count(*) FROM __skyline_ambiguous GROUP BY a
    UNION ALL
    SELECT a, 8, 'value called *', count(*) FROM __skyline_paths WHERE v = encode('*') GROUP BY a
    UNION ALL
    SELECT a, 9, 'value called NULL', count(*) FROM __skyline_paths WHERE v = encode('NULL') GROUP BY a
) AS p LEFT JOIN __skyline_names AS m ON p.a = m.a
ORDER BY p.a ASC NULLS FIRST, p.kind ASC;
