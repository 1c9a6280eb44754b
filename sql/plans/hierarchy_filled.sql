-- FROM hierarchy_filled('h', ['job', 'zip'], data := 'patients', unlisted := 'keep')

WITH RECURSIVE

-- a level is an integer
__skyline_guard AS (
    SELECT CASE WHEN __skyline_has_type(typeof(level), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|"NULL"') THEN true ELSE error('hierarchy_filled: tbl must have an integer column level; cast it in a query given as tbl') END AS ok
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
    SELECT g.a, CASE WHEN count(x.a) = 0 THEN error('hierarchy_filled: attribute must be one that tbl has rows for; FROM hierarchy_check(tbl) looks at all of them') ELSE any_value(g.name) END AS name
    FROM (VALUES (encode(translate('job', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')), encode('job')), (encode(translate('zip', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')), encode('zip'))) AS g (a, name) LEFT JOIN (SELECT DISTINCT a FROM __skyline_all) AS x ON g.a = x.a
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

-- the values of the data that have no label
__skyline_uncovered AS (
    SELECT d.a, d.v
    FROM (
        SELECT DISTINCT encode(translate('job', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) AS a, encode(text_of(s)) AS v FROM (SELECT tbl."job" AS s FROM checked("patients") AS tbl)
        UNION ALL
        SELECT DISTINCT encode(translate('zip', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) AS a, encode(text_of(s)) AS v FROM (SELECT tbl."zip" AS s FROM checked("patients") AS tbl)
    ) AS d LEFT JOIN (SELECT a, v, levels FROM __skyline_paths WHERE levels > 0) AS p ON d.a = p.a AND d.v IS NOT DISTINCT FROM p.v
    WHERE p.a IS NULL
),

-- the label that all values have at the top, NULL where there are several
__skyline_tops AS (
    SELECT x.a, any_value(height) AS height, CASE WHEN min(t) = max(last) THEN min(t) END AS root
    FROM __skyline_steps AS x JOIN __skyline_heights AS e ON e.a = x.a AND x.level = e.height
    GROUP BY x.a
),

-- the labels of values that had none
__skyline_filled AS MATERIALIZED (
    SELECT u.a, u.v, level, CASE WHEN level = height AND root IS NOT NULL THEN root ELSE coalesce(u.v, encode('NULL')) END AS t
    FROM (
        SELECT u.a, u.v, tops.height, tops.root, UNNEST(generate_series(1, tops.height)) AS level
        FROM __skyline_uncovered AS u JOIN __skyline_tops AS tops ON u.a = tops.a
    ) AS u
),

-- all attributes have rows, and no kept value is called what others are
__skyline_good AS (
    SELECT bool_and(name IS NOT NULL) AND (
        SELECT CASE WHEN count(*) > 0 THEN error(concat('hierarchy_filled: unlisted must be ''*'' where values without labels have the text of a label, and the number of such labels is ', count(*), '; or give these values rows in tbl')) ELSE true END
        FROM (
            SELECT a, t FROM __skyline_filled JOIN __skyline_tops USING (a) WHERE level < height OR root IS NULL
            INTERSECT
            SELECT a, t FROM __skyline_steps
        )
    ) AS ok FROM __skyline_known
)

SELECT decode(r.name) AS attribute, decode(r.v) AS value, level, decode(r.t) AS label
FROM (
    SELECT r.a, r.name, r.v, r.level, r.t FROM __skyline_all AS r JOIN __skyline_good AS good ON good.ok
    UNION ALL
    SELECT f.a, k.name, f.v, f.level, f.t FROM __skyline_filled AS f JOIN (SELECT a, min(name) AS name FROM __skyline_all GROUP BY a) AS k ON f.a = k.a
) AS r
ORDER BY r.a ASC NULLS LAST, r.v ASC NULLS LAST, level ASC, r.t ASC;
