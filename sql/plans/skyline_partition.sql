-- FROM skyline_partition('patients', qi := ['age', 'zip'], privacy := {'k_anonymity': 5}, output := 'bounds', extent := 'region')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('skyline_partition: qi must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('skyline_partition: qi must have categories, got texts of more than 200 characters in zip that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
    FROM (
        SELECT 0 AS i
        FROM checked("patients") AS tbl
        WHERE CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN strlen(tbl."age"::VARCHAR) > 200 AND length(tbl."age"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."age")
        HAVING count(*) = 1
        UNION ALL
        SELECT 1 AS i
        FROM checked("patients") AS tbl
        WHERE CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN strlen(tbl."zip"::VARCHAR) > 200 AND length(tbl."zip"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."zip")
        HAVING count(*) = 1
    )
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, NULL::VARCHAR AS s
        FROM checked("patients") AS tbl
    )
    GROUP BY q1, q2
),

-- the codes of q1: its values in their order
__skyline_d1 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (SELECT DISTINCT q1 AS v FROM __skyline_groups)
),

-- the codes of q2: its values in their order
__skyline_d2 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (SELECT DISTINCT q2 AS v FROM __skyline_groups)
),

-- the QI groups, and the codes of their values
__skyline_coded AS (
    SELECT g.q1, g.q2, g.h, d1.c AS c1, d2.c AS c2
    FROM __skyline_groups AS g
    LEFT JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM g.q1
    LEFT JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM g.q2
),

-- the QI groups in codes, kept for the kernel
__skyline_counted AS (
    SELECT __skyline_cells(0, 'skyline_partition', 'one', list_value(c1, c2), h, random()) AS cells
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
        UNION ALL
        SELECT 1::BIGINT AS i, c, v IS NULL AS is_null,
            CASE
                WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v AS DOUBLE)
                WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(v AS TIMESTAMP)) THEN epoch(TRY_CAST(v AS TIMESTAMP)) END
                WHEN __skyline_has_type(typeof(v), 'TIME') THEN epoch(TRY_CAST(v AS TIME))
            END AS number,
            CASE WHEN NOT __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\)') THEN text_of(v) END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_d2
    )
),

-- to what the ends of ranges are rounded
__skyline_steps AS MATERIALIZED (
    SELECT __skyline_step('skyline_partition', 'age', typeof(o1), NULL) AS s1, __skyline_step('skyline_partition', 'zip', typeof(o2), NULL) AS s2 FROM __skyline_types
),

-- all steps fit their columns
__skyline_rounded AS (
    SELECT concat('', s1, s2) <> '-' AS ok FROM __skyline_steps
),

-- the release, by splitting the table: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'skyline_partition', 'partition',
        '{"columns":["age","zip"],"privacy":{"k_anonymity":5},"split":"information_loss","extent":"region"}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain,
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
    SELECT r.g, r.size, struct_pack("low" := plain_enum(in_own_type(r.low_end, t.o1)), "high" := plain_enum(in_own_type(r.high_end, t.o1)), "has_null" := r.has_null, "label" := r.label) AS v, encode(r.text) AS t, r.level
    FROM (
        SELECT r.*, decode(
            encode(
                CASE
                    WHEN r.label IS NOT NULL THEN r.label
                    WHEN r.low IS NULL THEN NULL
                    ELSE __skyline_label(text_of(r.low_end), CASE WHEN r.low <> r.high OR r.low_end IS DISTINCT FROM r.high_end THEN text_of(r.high_end) END, r.has_null)
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
    ) AS r CROSS JOIN __skyline_types AS t
),

-- what the groups cover of q2
__skyline_r2 AS MATERIALIZED (
    SELECT r.g, r.size, struct_pack("low" := plain_enum(in_own_type(r.low_end, t.o2)), "high" := plain_enum(in_own_type(r.high_end, t.o2)), "has_null" := r.has_null, "label" := r.label) AS v, encode(r.text) AS t, r.level
    FROM (
        SELECT r.*, decode(
            encode(
                CASE
                    WHEN r.label IS NOT NULL THEN r.label
                    WHEN r.low IS NULL THEN NULL
                    ELSE __skyline_label(text_of(r.low_end), CASE WHEN r.low <> r.high OR r.low_end IS DISTINCT FROM r.high_end THEN text_of(r.high_end) END, r.has_null)
                END
            )
        ) AS text
        FROM (
            SELECT r.*,
                CASE WHEN low_grid <= low_value THEN low_grid ELSE low_value END AS low_end,
                CASE WHEN high_grid >= high_value THEN high_grid ELSE high_value END AS high_end
            FROM (
                SELECT r.*, low.v AS low_value, high.v AS high_value, CASE WHEN steps.s2 IS NOT NULL THEN cast_like(__skyline_round(typeof(low.v), steps.s2, text_of(low.v), false), low.v) END AS low_grid, CASE WHEN steps.s2 IS NOT NULL THEN cast_like(__skyline_round(typeof(high.v), steps.s2, text_of(high.v), true), high.v) END AS high_grid
                FROM (SELECT UNNEST(__skyline_regions(release, 1), recursive := true) FROM __skyline_release) AS r
                    LEFT JOIN __skyline_d2 AS low ON low.c = r.low
                    LEFT JOIN __skyline_d2 AS high ON high.c = r.high
                CROSS JOIN __skyline_steps AS steps
            ) AS r
        ) AS r
    ) AS r CROSS JOIN __skyline_types AS t
),

-- what the groups cover
__skyline_regions AS MATERIALIZED (
    SELECT r1.g, r1.size, r1.v AS v1, r2.v AS v2
    FROM __skyline_r1 AS r1
        LEFT JOIN __skyline_r2 AS r2 ON r2.g = r1.g
)

SELECT g AS group_id, size, v1 AS "age", v2 AS "zip" FROM __skyline_regions
UNION ALL
SELECT NULL, suppressed, NULL, NULL FROM __skyline_release WHERE suppressed > 0
ORDER BY group_id ASC NULLS LAST;
