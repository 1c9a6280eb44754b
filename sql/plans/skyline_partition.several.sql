-- FROM skyline_partition('patients', qi := ['age'], sensitive := ['disease', 'income'], privacy := {'k_anonymity': 5, 'max_share': {'income': 0.5}, 'skyline': {'disease': [{'value': 'HIV', 'k': 2}]}}, known := 'others')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."disease" AS s1, tbl."income" AS s2, NULL::VARCHAR AS s, tbl."age" AS o1 FROM checked("patients") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL, NULL
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('skyline_partition: qi must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('skyline_partition: sensitive must have categories, got texts of more than 200 characters in disease that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 2 THEN error('skyline_partition: sensitive must have categories, got texts of more than 200 characters in income that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
    FROM (
        SELECT 0 AS i
        FROM checked("patients") AS tbl
        WHERE CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN strlen(tbl."age"::VARCHAR) > 200 AND length(tbl."age"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."age")
        HAVING count(*) = 1
        UNION ALL
        SELECT 1 AS i
        FROM checked("patients") AS tbl
        WHERE CASE WHEN typeof(tbl."disease") IN ('VARCHAR', 'JSON') THEN strlen(tbl."disease"::VARCHAR) > 200 AND length(tbl."disease"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."disease")
        HAVING count(*) = 1
        UNION ALL
        SELECT 2 AS i
        FROM checked("patients") AS tbl
        WHERE CASE WHEN typeof(tbl."income") IN ('VARCHAR', 'JSON') THEN strlen(tbl."income"::VARCHAR) > 200 AND length(tbl."income"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."income")
        HAVING count(*) = 1
    )
),

-- the points of knowledge of each sensitive column a, with values as its type writes them
__skyline_points AS (
    SELECT 0 AS a, * FROM (
        SELECT i, CASE WHEN given THEN coalesce(text_of(s), error('skyline_partition: privacy: skyline: value must be of the type of the sensitive column "disease"')) END AS value, l, k, m, c
        FROM (
            SELECT v.i, v.value IS NOT NULL AS given, cast_like(v.value, t.s1) AS s, v.l, v.k, v.m, v.c
            FROM (VALUES (0, 'HIV', 0, 2, 0, '0.5'::DOUBLE)) AS v (i, value, l, k, m, c), __skyline_types AS t
        )
    )
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, concat(coalesce(strlen(text_of(tbl."disease")) || ':' || text_of(tbl."disease"), '-'), coalesce(strlen(text_of(tbl."income")) || ':' || text_of(tbl."income"), '-')) AS s
        FROM checked("patients") AS tbl
    )
    GROUP BY q1
),

-- the codes of q1: its values in their order
__skyline_d1 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (SELECT DISTINCT q1 AS v FROM __skyline_groups)
),

-- the QI groups, and the codes of their values
__skyline_coded AS (
    SELECT g.q1, g.h, d1.c AS c1
    FROM __skyline_groups AS g
    LEFT JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM g.q1
),

-- the QI groups in codes, kept for the kernel
__skyline_counted AS (
    SELECT __skyline_cells(0, 'skyline_partition', 'one', list_value(c1), h, random()) AS cells
    FROM __skyline_coded
),

-- what the kernel has to know of the values, and of their labels
__skyline_domain AS (
    SELECT __skyline_domain(0, 'skyline_partition', i, c, is_null, number, text, level, label, random()) AS domain
    FROM (
        SELECT 0::BIGINT AS i, c, v IS NULL AS is_null,
            CASE
                WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v AS DOUBLE)
                WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(v AS TIMESTAMP)) THEN epoch(TRY_CAST(v AS TIMESTAMP)) END
                WHEN __skyline_has_type(typeof(v), 'TIME') THEN epoch(TRY_CAST(v AS TIME))
            END AS number,
            CASE WHEN NOT __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\)') THEN text_of(v) END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_d1
    )
),

-- to what the ends of ranges are rounded
__skyline_steps AS MATERIALIZED (
    SELECT __skyline_step('skyline_partition', 'age', typeof(o1), NULL) AS s1 FROM __skyline_types
),

-- all steps fit their columns
__skyline_rounded AS (
    SELECT concat('', s1) <> '-' AS ok FROM __skyline_steps
),

-- the release, by splitting the table: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'skyline_partition', 'partition',
        '{"columns":["age"],"privacy":{"k_anonymity":5,"columns":[{"name":"disease","skyline":{"where":"privacy: skyline","column":"disease","shown":true}},{"name":"income","max_share":0.5}],"knows_others":true},"split":"information_loss","extent":"group"}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain,
            points := (SELECT list(struct_pack(a := a, value := value, l := l::VARCHAR, k := k::VARCHAR, m := m::VARCHAR, c := c::VARCHAR) ORDER BY a ASC, i ASC) FROM __skyline_points),
            rows := 0
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_rounded ON __skyline_rounded.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_release_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_release_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_release AS MATERIALIZED (
    SELECT UNNEST(__skyline_partition_rows(job), recursive := true) FROM __skyline_release_job WHERE done
),

-- what the groups cover of q1
__skyline_r1 AS MATERIALIZED (
    SELECT r.g, r.size, r.text AS v, encode(r.text) AS t, r.level
    FROM (
        SELECT r.*, decode(
            encode(
                CASE
                    WHEN r.label IS NOT NULL THEN r.label
                    WHEN r.low IS NULL THEN NULL
                    ELSE concat(
                        CASE WHEN r.low = r.high AND r.low_end IS NOT DISTINCT FROM r.high_end THEN text_of(r.low_end) ELSE concat('[', text_of(r.low_end), ', ', text_of(r.high_end), ']') END,
                        CASE WHEN r.has_null THEN ' or NULL' ELSE '' END
                    )
                END
            )
        ) AS text
        FROM (
            SELECT r.*,
                CASE WHEN low_grid <= low_value THEN low_grid ELSE low_value END AS low_end,
                CASE WHEN high_grid >= high_value THEN high_grid ELSE high_value END AS high_end
            FROM (
                SELECT r.*, low.v AS low_value, high.v AS high_value, CASE WHEN steps.s1 IS NOT NULL THEN cast_like(__skyline_round(typeof(low.v), steps.s1, text_of(low.v), false), low.v) END AS low_grid, CASE WHEN steps.s1 IS NOT NULL THEN cast_like(__skyline_round(typeof(high.v), steps.s1, text_of(high.v), true), high.v) END AS high_grid
                FROM (SELECT UNNEST(__skyline_regions(release, 0), recursive := true) FROM __skyline_release) AS r
                    LEFT JOIN __skyline_d1 AS low ON low.c = r.low
                    LEFT JOIN __skyline_d1 AS high ON high.c = r.high
                CROSS JOIN __skyline_steps AS steps
            ) AS r
        ) AS r
    ) AS r
),

-- what the groups cover
__skyline_regions AS MATERIALIZED (
    SELECT r1.g, r1.size, r1.v AS v1
    FROM __skyline_r1 AS r1
)

SELECT g AS group_id, size, v1 AS "age" FROM __skyline_regions
UNION ALL
SELECT NULL, suppressed, NULL FROM __skyline_release WHERE suppressed > 0
ORDER BY group_id ASC NULLS LAST;
