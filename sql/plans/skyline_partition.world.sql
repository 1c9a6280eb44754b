-- FROM skyline_partition('part', qi := ['age', 'zip'], sensitive := 'disease', weight := 'people', privacy := {'t_closeness': 0.35, 'skyline': [{'value': 'HIV', 'm': 1, 'c': 0.5}]}, world := 'whole')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2, tbl."people" AS w FROM (SELECT * FROM checked("part") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL, NULL
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('skyline_partition: qi must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('skyline_partition: qi must have categories, got texts of more than 200 characters in zip that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 2 THEN error('skyline_partition: sensitive must have categories, got texts of more than 200 characters in disease that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
    FROM (
        SELECT 0 AS i
        FROM (SELECT * FROM checked("part") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl
        WHERE CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN strlen(tbl."age"::VARCHAR) > 200 AND length(tbl."age"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."age")
        HAVING sum(TRY_CAST(tbl."people" AS BIGINT)) = 1
        UNION ALL
        SELECT 1 AS i
        FROM (SELECT * FROM checked("part") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl
        WHERE CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN strlen(tbl."zip"::VARCHAR) > 200 AND length(tbl."zip"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."zip")
        HAVING sum(TRY_CAST(tbl."people" AS BIGINT)) = 1
        UNION ALL
        SELECT 2 AS i
        FROM (SELECT * FROM checked("part") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl
        WHERE CASE WHEN typeof(tbl."disease") IN ('VARCHAR', 'JSON') THEN strlen(tbl."disease"::VARCHAR) > 200 AND length(tbl."disease"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."disease")
        HAVING sum(TRY_CAST(tbl."people" AS BIGINT)) = 1
    )
),

-- the points of knowledge, with values as the sensitive column's type writes them
__skyline_points AS (
    SELECT i, CASE WHEN given THEN coalesce(text_of(s), error('skyline_partition: privacy: skyline: value must be of the type of the sensitive column')) END AS value, l, k, m, c
    FROM (
        SELECT v.i, v.value IS NOT NULL AS given, cast_like(v.value, t.s) AS s, v.l, v.k, v.m, v.c
        FROM (VALUES (0, 'HIV', 0, 0, 1, '0.5'::DOUBLE)) AS v (i, value, l, k, m, c), __skyline_types AS t
    )
),

-- a weight is a whole number
__skyline_guard AS (
    SELECT CASE WHEN __skyline_has_type(typeof(w), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL\([0-9]+,[0-9]+\)') THEN true ELSE error('skyline_partition: weight must be a column of an integer type or DECIMAL; cast it, or round it in a query given as tbl') END AS ok FROM __skyline_types
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), CASE WHEN w IS NULL THEN error('skyline_partition: weight must not be NULL; filter or fill such rows in a query given as tbl') WHEN coalesce(TRY_CAST(w AS HUGEINT), 0) < 0 THEN error('skyline_partition: weight must be at least 0; filter such rows in a query given as tbl') WHEN __skyline_has_type(typeof(w), 'DECIMAL\([0-9]+,[1-9][0-9]*\)') AND regexp_matches(w::VARCHAR, '[.]0*[1-9]') THEN error('skyline_partition: weight must be a whole number in each row; round it in a query given as tbl') ELSE coalesce(TRY_CAST(w AS BIGINT), error('skyline_partition: weight must be at most 9223372036854775807')) END) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s, tbl."people" AS w
        FROM (SELECT * FROM checked("part") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl JOIN __skyline_guard ON __skyline_guard.ok
    )
    GROUP BY q1, q2
),

-- the types of the whole table's columns: a row of NULLs
__skyline_world_types AS (
    SELECT tbl."age" AS o1, tbl."zip" AS o2, tbl."disease" AS s FROM checked("whole") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- its columns have the types of this table's
__skyline_same_types AS (
    SELECT
        CASE
            WHEN typeof(t.o1) <> typeof(world.o1) THEN error('skyline_partition: world must have columns of the same types as tbl, and "age" has another one; cast it in a query given as world')
            WHEN typeof(t.o2) <> typeof(world.o2) THEN error('skyline_partition: world must have columns of the same types as tbl, and "zip" has another one; cast it in a query given as world')
            WHEN typeof(t.s) <> typeof(world.s) THEN error('skyline_partition: world must have columns of the same types as tbl, and "disease" has another one; cast it in a query given as world')
            ELSE true
        END AS ok
    FROM __skyline_types AS t, __skyline_world_types AS world
),

-- the values of q1 in the whole table
__skyline_world_1 AS MATERIALIZED (
    SELECT DISTINCT canonical(tbl."age") AS v FROM (
        SELECT tbl."age" FROM (SELECT * FROM checked("part") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl WHERE false
        UNION ALL
        SELECT world."age" FROM checked("whole") AS world, __skyline_same_types AS same WHERE same.ok
    ) AS tbl
),

-- the whole table has the values of q1
__skyline_known_1 AS (
    SELECT CASE WHEN count(*) > 0 THEN error(concat('skyline_partition: world must have every value that tbl has in "age", and the number of those that it lacks is ', count(*), '; give the table that tbl was cut from')) ELSE true END AS ok
    FROM (SELECT q1 FROM __skyline_groups EXCEPT SELECT v FROM __skyline_world_1)
),

-- the values of q2 in the whole table
__skyline_world_2 AS MATERIALIZED (
    SELECT DISTINCT canonical(tbl."zip") AS v FROM (
        SELECT tbl."zip" FROM (SELECT * FROM checked("part") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl WHERE false
        UNION ALL
        SELECT world."zip" FROM checked("whole") AS world, __skyline_same_types AS same WHERE same.ok
    ) AS tbl
),

-- the whole table has the values of q2
__skyline_known_2 AS (
    SELECT CASE WHEN count(*) > 0 THEN error(concat('skyline_partition: world must have every value that tbl has in "zip", and the number of those that it lacks is ', count(*), '; give the table that tbl was cut from')) ELSE true END AS ok
    FROM (SELECT q2 FROM __skyline_groups EXCEPT SELECT v FROM __skyline_world_2)
),

-- how often each sensitive value occurs in the whole table, of which this one is a part
__skyline_world AS (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."people" AS w FROM (SELECT * FROM (
            SELECT tbl."age", tbl."disease", tbl."people" FROM (SELECT * FROM checked("part") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl WHERE false
            UNION ALL
            SELECT NULL, world."disease", world."people" FROM checked("whole") AS world, __skyline_same_types AS same WHERE same.ok
        ) AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL
    ),

    -- a weight is a whole number
    __skyline_guard AS (
        SELECT CASE WHEN __skyline_has_type(typeof(w), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL\([0-9]+,[0-9]+\)') THEN true ELSE error('skyline_partition: weight must be a column of an integer type or DECIMAL; cast it, or round it in a query given as world') END AS ok FROM __skyline_types
    ),

    -- the QI groups: their people, and how often each sensitive value occurs
    __skyline_groups AS (
        SELECT q1, __skyline_histogram(0, counted(s), CASE WHEN w IS NULL THEN error('skyline_partition: weight must not be NULL; filter or fill such rows in a query given as world') WHEN coalesce(TRY_CAST(w AS HUGEINT), 0) < 0 THEN error('skyline_partition: weight must be at least 0; filter such rows in a query given as world') WHEN __skyline_has_type(typeof(w), 'DECIMAL\([0-9]+,[1-9][0-9]*\)') AND regexp_matches(w::VARCHAR, '[.]0*[1-9]') THEN error('skyline_partition: weight must be a whole number in each row; round it in a query given as world') ELSE coalesce(TRY_CAST(w AS BIGINT), error('skyline_partition: weight must be at most 9223372036854775807')) END) AS h
        FROM (
            SELECT canonical(tbl."age") AS q1, tbl."disease" AS s, tbl."people" AS w
            FROM (SELECT * FROM (
                SELECT tbl."age", tbl."disease", tbl."people" FROM (SELECT * FROM checked("part") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl WHERE false
                UNION ALL
                SELECT NULL, world."disease", world."people" FROM checked("whole") AS world, __skyline_same_types AS same WHERE same.ok
            ) AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl JOIN __skyline_guard ON __skyline_guard.ok
        )
        GROUP BY q1
    )

    SELECT h FROM __skyline_groups
),

-- the codes of q1: its values in their order
__skyline_d1 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (SELECT q1 AS v FROM __skyline_groups UNION SELECT v FROM __skyline_world_1)
),

-- the codes of q2: its values in their order
__skyline_d2 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (SELECT q2 AS v FROM __skyline_groups UNION SELECT v FROM __skyline_world_2)
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
        '{"columns":["age","zip"],"privacy":{"t_closeness":{"t":0.35,"distance":"equal"},"skyline":{"where":"privacy: skyline","column":"disease","shown":true}},"split":"information_loss","extent":"group"}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain,
            points := (SELECT list(struct_pack(value := value, l := l::VARCHAR, k := k::VARCHAR, m := m::VARCHAR, c := c::VARCHAR) ORDER BY i ASC) FROM __skyline_points),
            world := (SELECT __skyline_histograms(0, 'skyline_partition', 'one', h) FROM __skyline_world),
            rows := 0
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_guard ON __skyline_guard.ok JOIN __skyline_known_1 ON __skyline_known_1.ok JOIN __skyline_known_2 ON __skyline_known_2.ok JOIN __skyline_rounded ON __skyline_rounded.ok
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

-- what the groups cover of q2
__skyline_r2 AS MATERIALIZED (
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
                SELECT r.*, low.v AS low_value, high.v AS high_value, CASE WHEN steps.s2 IS NOT NULL THEN cast_like(__skyline_round(typeof(low.v), steps.s2, text_of(low.v), false), low.v) END AS low_grid, CASE WHEN steps.s2 IS NOT NULL THEN cast_like(__skyline_round(typeof(high.v), steps.s2, text_of(high.v), true), high.v) END AS high_grid
                FROM (SELECT UNNEST(__skyline_regions(release, 1), recursive := true) FROM __skyline_release) AS r
                    LEFT JOIN __skyline_d2 AS low ON low.c = r.low
                    LEFT JOIN __skyline_d2 AS high ON high.c = r.high
                CROSS JOIN __skyline_steps AS steps
            ) AS r
        ) AS r
    ) AS r
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
