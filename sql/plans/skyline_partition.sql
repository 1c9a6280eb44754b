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
    SELECT CASE WHEN count(*) > 0 THEN error(concat('skyline_partition: ', CASE WHEN min(i) < 2 THEN 'qi' ELSE 'sensitive' END, ' must have categories, got texts of more than 200 characters in ', element(list_value('age', 'zip')::VARCHAR[], min(i) + 1), ' that one person alone has; leave the column out, or shorten them in a query given as tbl')) ELSE true END AS ok
    FROM (
        SELECT i
        FROM (SELECT UNNEST(range(2)) AS i, UNNEST(list_value(CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN ((tbl."age")::VARCHAR COLLATE "binary") END, CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN ((tbl."zip")::VARCHAR COLLATE "binary") END)) AS v FROM checked("patients") AS tbl WHERE greatest(0, strlen(CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN ((tbl."age")::VARCHAR COLLATE "binary") END), strlen(CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN ((tbl."zip")::VARCHAR COLLATE "binary") END)) > 200)
        WHERE length(v) > 200
        GROUP BY i, v
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

-- the different values of each column, in their order
__skyline_known_values AS MATERIALIZED (
    SELECT __skyline_values(0, 'skyline_partition', keys, random())::BIGINT AS v
    FROM (
        SELECT list_value(order_key(q1), order_key(q2)) AS keys FROM __skyline_groups
    )
),

-- the QI groups, and the codes of their values
__skyline_coded AS MATERIALIZED (
    SELECT g.q1, g.q2, g.h, __skyline_codes(__skyline_known_values.v, list_value(order_key(g.q1), order_key(g.q2))) AS codes
    FROM __skyline_groups AS g
    CROSS JOIN __skyline_known_values
),

-- the QI groups in codes, kept for the kernel
__skyline_counted AS (
    SELECT __skyline_cells(0, 'skyline_partition', 'one', codes, h, random()) AS cells
    FROM __skyline_coded
),

-- rows that stand for values, one for each, and the codes of these
__skyline_representatives AS MATERIALIZED (
    SELECT *, __skyline_mask(codes)::BIT AS mask
    FROM (SELECT q1, q2, __skyline_stands(__skyline_known_values.v, codes) AS codes FROM __skyline_coded CROSS JOIN __skyline_known_values)
    WHERE codes IS NOT NULL
),

-- what the kernel has to know of the values, and of their labels
__skyline_domain AS (
    SELECT __skyline_domain(0, 'skyline_partition', i, c, is_null, number, text, level, label, random()) AS domain
    FROM (
        SELECT i, c, is_null, number, text, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM (
            SELECT *
            FROM (
                SELECT UNNEST(range(2)) AS i, UNNEST(codes) AS c,
                    UNNEST(list_value(CASE WHEN get_bit(mask, 0) = 1 THEN q1 IS NULL END, CASE WHEN get_bit(mask, 1) = 1 THEN q2 IS NULL END)) AS is_null,
                    UNNEST(list_value(
                        CASE WHEN get_bit(mask, 0) = 1 THEN CASE
                                WHEN __skyline_has_type(typeof(q1), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(q1 AS DOUBLE)
                                WHEN __skyline_has_type(typeof(q1), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(q1 AS TIMESTAMP)) THEN epoch(TRY_CAST(q1 AS TIMESTAMP)) END
                                WHEN __skyline_has_type(typeof(q1), 'TIME') THEN epoch(TRY_CAST(q1 AS TIME))
                            END END, CASE WHEN get_bit(mask, 1) = 1 THEN CASE
                                WHEN __skyline_has_type(typeof(q2), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(q2 AS DOUBLE)
                                WHEN __skyline_has_type(typeof(q2), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(q2 AS TIMESTAMP)) THEN epoch(TRY_CAST(q2 AS TIMESTAMP)) END
                                WHEN __skyline_has_type(typeof(q2), 'TIME') THEN epoch(TRY_CAST(q2 AS TIME))
                            END END
                    )) AS number,
                    UNNEST(list_value(CASE WHEN get_bit(mask, 0) = 1 THEN CASE WHEN NOT __skyline_has_type(typeof(q1), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\)') THEN text_of(q1) END END, CASE WHEN get_bit(mask, 1) = 1 THEN CASE WHEN NOT __skyline_has_type(typeof(q2), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\)') THEN text_of(q2) END END)) AS text
                FROM __skyline_representatives
            )
            WHERE c IS NOT NULL
        )
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

-- what the groups cover, in codes
__skyline_region_rows AS MATERIALIZED (
    SELECT UNNEST(__skyline_regions(release), recursive := true) FROM __skyline_release
),

-- the ends of what the groups cover, as texts
__skyline_ends AS MATERIALIZED (
    SELECT *
    FROM (
        SELECT UNNEST(range(2)) AS i, UNNEST(codes) AS c,
            UNNEST(list_value(CASE WHEN get_bit(mask, 0) = 1 THEN text_of(low1) END, CASE WHEN get_bit(mask, 1) = 1 THEN text_of(low2) END)) AS low,
            UNNEST(list_value(CASE WHEN get_bit(mask, 0) = 1 THEN text_of(high1) END, CASE WHEN get_bit(mask, 1) = 1 THEN text_of(high2) END)) AS high
        FROM (
            SELECT q1, q2, codes, mask, CASE WHEN get_bit(mask, 0) = 1 THEN least(CASE WHEN steps.s1 IS NOT NULL THEN cast_like(__skyline_round(typeof(q1), steps.s1, text_of(q1), false), q1) END, q1) END AS low1, CASE WHEN get_bit(mask, 0) = 1 THEN greatest(CASE WHEN steps.s1 IS NOT NULL THEN cast_like(__skyline_round(typeof(q1), steps.s1, text_of(q1), true), q1) END, q1) END AS high1, CASE WHEN get_bit(mask, 1) = 1 THEN least(CASE WHEN steps.s2 IS NOT NULL THEN cast_like(__skyline_round(typeof(q2), steps.s2, text_of(q2), false), q2) END, q2) END AS low2, CASE WHEN get_bit(mask, 1) = 1 THEN greatest(CASE WHEN steps.s2 IS NOT NULL THEN cast_like(__skyline_round(typeof(q2), steps.s2, text_of(q2), true), q2) END, q2) END AS high2
            FROM (
                SELECT *, __skyline_mask(codes)::BIT AS mask
                FROM (SELECT q1, q2, __skyline_ends(rel.release, x.codes) AS codes FROM __skyline_representatives AS x CROSS JOIN __skyline_release AS rel)
                WHERE len(codes) > 0
            ) CROSS JOIN __skyline_steps AS steps
        )
    )
    WHERE c IS NOT NULL
),

-- what the groups cover, by column
__skyline_texts AS MATERIALIZED (
    SELECT r.*, decode(
        encode(
            CASE
                WHEN r.label IS NOT NULL THEN r.label
                WHEN r.low IS NULL THEN NULL
                ELSE __skyline_label(r.low_end, CASE WHEN r.low <> r.high OR r.low_end IS DISTINCT FROM r.high_end THEN r.high_end END, r.has_null)
            END
        )
    ) AS text
    FROM (
        SELECT r.i, r.g, r.size, r.has_null, r.label, r.level, r.low, r.high, low.low AS low_end, high.high AS high_end
        FROM __skyline_region_rows AS r
            LEFT JOIN __skyline_ends AS low ON low.i = r.i AND low.c = r.low
            LEFT JOIN __skyline_ends AS high ON high.i = r.i AND high.c = r.high
    ) AS r
),

-- what the groups cover
__skyline_regions AS MATERIALIZED (
    SELECT g, size, struct_pack("low" := plain_enum(CASE WHEN low1 IS NULL AND struct_extract(x1, 'low') IS NOT NULL THEN error('skyline_partition: tbl has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') ELSE low1 END), "high" := plain_enum(CASE WHEN high1 IS NULL AND struct_extract(x1, 'high') IS NOT NULL THEN error('skyline_partition: tbl has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') ELSE high1 END), "has_null" := struct_extract(x1, 'has_null'), "label" := struct_extract(x1, 'label')) AS v1, struct_pack("low" := plain_enum(CASE WHEN low2 IS NULL AND struct_extract(x2, 'low') IS NOT NULL THEN error('skyline_partition: tbl has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') ELSE low2 END), "high" := plain_enum(CASE WHEN high2 IS NULL AND struct_extract(x2, 'high') IS NOT NULL THEN error('skyline_partition: tbl has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') ELSE high2 END), "has_null" := struct_extract(x2, 'has_null'), "label" := struct_extract(x2, 'label')) AS v2
    FROM (SELECT r.*, cast_like(struct_extract(x1, 'low'), t.o1) AS low1, cast_like(struct_extract(x1, 'high'), t.o1) AS high1, cast_like(struct_extract(x2, 'low'), t.o2) AS low2, cast_like(struct_extract(x2, 'high'), t.o2) AS high2 FROM (
        SELECT g, size, map_extract_value(m, 0::BIGINT) AS x1, map_extract_value(m, 1::BIGINT) AS x2
        FROM (SELECT g, any_value(size) AS size, map(list(i ORDER BY i ASC), list(struct_pack(low := low_end, high := high_end, has_null := has_null, label := label) ORDER BY i ASC)) AS m FROM __skyline_texts GROUP BY g)
    ) AS r CROSS JOIN __skyline_types AS t) AS r CROSS JOIN __skyline_types AS t
)

SELECT g AS group_id, size, v1 AS "age", v2 AS "zip" FROM __skyline_regions
UNION ALL
SELECT NULL, suppressed, NULL, NULL FROM __skyline_release WHERE suppressed > 0
ORDER BY group_id ASC NULLS LAST;
