-- FROM skyline_anonymize('patients', qi := ['age', 'zip'], privacy := {'k_anonymity': 5}, output := 'groups_bounds', labels_cover := 'region')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL
    )
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN count(*) > 0 THEN error(concat('skyline_anonymize: ', CASE WHEN min(i) < 2 THEN 'qi' ELSE 'sensitive' END, ' must have categories, got texts of more than 200 characters in ', element(list_value('age', 'zip')::VARCHAR[], min(i) + 1), ' that one person alone has; leave the column out, or shorten them in a query given as tbl')) ELSE true END AS ok
    FROM (
        SELECT i
        FROM (SELECT UNNEST(range(2)) AS i, UNNEST(list_value(v1, v2)) AS v FROM (SELECT CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN ((tbl."age")::VARCHAR COLLATE "binary") END AS v1, CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN ((tbl."zip")::VARCHAR COLLATE "binary") END AS v2 FROM checked("patients") AS tbl) WHERE greatest(0, strlen(v1), strlen(v2)) > 200)
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

-- the different values of each column, to be numbered
__skyline_known_values AS MATERIALIZED (
    SELECT __skyline_values(0, 'skyline_anonymize', keys, random())::BIGINT AS v FROM (SELECT []::BLOB[] AS keys)
),

-- the rows to be coded, and the numbers of their values
__skyline_numbered AS MATERIALIZED (
    SELECT g.*, __skyline_numbers(__skyline_known_values.v, list_value(order_key(g.q1), order_key(g.q2))) AS numbers FROM __skyline_groups AS g CROSS JOIN __skyline_known_values
),

-- the QI groups in codes, kept for the kernel
__skyline_counted AS (
    SELECT __skyline_cells(0, 'skyline_anonymize', 'one', __skyline_codes(__skyline_known_values.v, numbers), h, random()) AS cells
    FROM __skyline_numbered CROSS JOIN __skyline_known_values
),

-- rows that stand for values, one for each, and the codes of these
__skyline_representatives AS MATERIALIZED (
    SELECT *, __skyline_mask(codes)::BIT AS mask
    FROM (
        SELECT q1, q2, __skyline_stands(__skyline_known_values.v, numbers) AS codes FROM __skyline_numbered CROSS JOIN __skyline_known_values
    )
    WHERE codes IS NOT NULL
),

-- the values of all columns, as texts
__skyline_value_texts AS MATERIALIZED (
    SELECT i, c, type, ((CASE WHEN type = 'INTERVAL' THEN normalized_interval(TRY_CAST(text AS INTERVAL))::VARCHAR WHEN type IN ('FLOAT', 'DOUBLE') AND text IN ('-0.0', '-nan') THEN substring(text, 2) ELSE text END)::VARCHAR COLLATE "binary") AS text
    FROM (
        SELECT UNNEST(range(2)) AS i, UNNEST(codes) AS c, UNNEST(list_value(typeof(q1), typeof(q2))) AS type,
            UNNEST(list_value(CASE WHEN get_bit(mask, 0) = 1 THEN q1::VARCHAR END, CASE WHEN get_bit(mask, 1) = 1 THEN q2::VARCHAR END)) AS text
        FROM __skyline_representatives
    )
    WHERE c IS NOT NULL
),

-- what the kernel has to know of the values, and of their labels
__skyline_domain AS (
    SELECT __skyline_domain(0, 'skyline_anonymize', i, c, is_null, number, text, level, label, random()) AS domain
    FROM (
        SELECT i, c, text IS NULL AS is_null, CASE WHEN i < 2 THEN CASE
                WHEN __skyline_has_type(type, '<number>') THEN TRY_CAST(text AS DOUBLE)
                WHEN __skyline_has_type(type, '<date>') THEN CASE WHEN isfinite(TRY_CAST(text AS TIMESTAMP)) THEN epoch(TRY_CAST(text AS TIMESTAMP)) END
                WHEN __skyline_has_type(type, 'TIME') THEN epoch(TRY_CAST(text AS TIME))
            END END AS number, CASE WHEN i < 2 AND NOT __skyline_has_type(type, '<range>') THEN text END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_value_texts
    )
),

-- to what the ends of ranges are rounded
__skyline_steps AS MATERIALIZED (
    SELECT __skyline_step('skyline_anonymize', 'age', typeof(o1), NULL) AS s1, __skyline_step('skyline_anonymize', 'zip', typeof(o2), NULL) AS s2 FROM __skyline_types
),

-- all steps fit their columns
__skyline_rounded AS (
    SELECT concat('', s1, s2) <> '-' AS ok FROM __skyline_steps
),

-- all of these hold
__skyline_guards11 AS MATERIALIZED (
    SELECT bool_and(ok) AS ok FROM (SELECT ok FROM __skyline_categories UNION ALL SELECT ok FROM __skyline_rounded)
),

-- the release, by splitting the table: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'skyline_anonymize', 'partition',
        '{"columns":["age","zip"],"privacy":{"k_anonymity":5},"split":"information_loss","labels_cover":"region"}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain,
            rows := 0,
            "values" := v.v
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y CROSS JOIN __skyline_known_values AS v JOIN __skyline_guards11 ON __skyline_guards11.ok
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

-- the ends of what the groups cover, as texts
__skyline_ends AS MATERIALIZED (
    SELECT __skyline_end_texts(0, 'skyline_anonymize', i, c, low, high, is_below, random())::BIGINT AS ends
    FROM (
        SELECT i, c, low, high, NULL::BOOLEAN AS is_below FROM (
            SELECT i, c, type, text, coalesce(CASE type
                    WHEN 'FLOAT' THEN CASE WHEN TRY_CAST(down AS FLOAT) <= TRY_CAST(text AS FLOAT) THEN TRY_CAST(down AS FLOAT)::VARCHAR END
                    WHEN 'DOUBLE' THEN CASE WHEN TRY_CAST(down AS DOUBLE) <= TRY_CAST(text AS DOUBLE) THEN TRY_CAST(down AS DOUBLE)::VARCHAR END
                    WHEN 'DATE' THEN CASE WHEN TRY_CAST(down AS DATE) <= TRY_CAST(text AS DATE) THEN TRY_CAST(down AS DATE)::VARCHAR END
                    WHEN 'TIMESTAMP' THEN CASE WHEN TRY_CAST(down AS TIMESTAMP) <= TRY_CAST(text AS TIMESTAMP) THEN TRY_CAST(down AS TIMESTAMP)::VARCHAR END
                    WHEN 'TIMESTAMP_S' THEN CASE WHEN TRY_CAST(down AS TIMESTAMP_S) <= TRY_CAST(text AS TIMESTAMP_S) THEN TRY_CAST(down AS TIMESTAMP_S)::VARCHAR END
                    WHEN 'TIMESTAMP_MS' THEN CASE WHEN TRY_CAST(down AS TIMESTAMP_MS) <= TRY_CAST(text AS TIMESTAMP_MS) THEN TRY_CAST(down AS TIMESTAMP_MS)::VARCHAR END
                    WHEN 'TIMESTAMP_NS' THEN CASE WHEN TRY_CAST(down AS TIMESTAMP_NS) <= TRY_CAST(text AS TIMESTAMP_NS) THEN TRY_CAST(down AS TIMESTAMP_NS)::VARCHAR END
                    WHEN 'TIME' THEN CASE WHEN TRY_CAST(down AS TIME) <= TRY_CAST(text AS TIME) THEN TRY_CAST(down AS TIME)::VARCHAR END
                    WHEN 'TIME_NS' THEN CASE WHEN TRY_CAST(down AS TIME_NS) <= TRY_CAST(text AS TIME_NS) THEN TRY_CAST(down AS TIME_NS)::VARCHAR END
                    WHEN 'TIME WITH TIME ZONE' THEN CASE WHEN TRY_CAST(down AS TIME WITH TIME ZONE) <= TRY_CAST(text AS TIME WITH TIME ZONE) THEN TRY_CAST(down AS TIME WITH TIME ZONE)::VARCHAR END
                    ELSE CASE WHEN starts_with(type, 'TIMESTAMP') THEN CASE WHEN TRY_CAST(down AS TIMESTAMP WITH TIME ZONE) <= TRY_CAST(text AS TIMESTAMP WITH TIME ZONE) THEN TRY_CAST(down AS TIMESTAMP WITH TIME ZONE)::VARCHAR END ELSE down END
                END, text) AS low, coalesce(CASE type
                    WHEN 'FLOAT' THEN CASE WHEN TRY_CAST(up AS FLOAT) >= TRY_CAST(text AS FLOAT) THEN TRY_CAST(up AS FLOAT)::VARCHAR END
                    WHEN 'DOUBLE' THEN CASE WHEN TRY_CAST(up AS DOUBLE) >= TRY_CAST(text AS DOUBLE) THEN TRY_CAST(up AS DOUBLE)::VARCHAR END
                    WHEN 'DATE' THEN CASE WHEN TRY_CAST(up AS DATE) >= TRY_CAST(text AS DATE) THEN TRY_CAST(up AS DATE)::VARCHAR END
                    WHEN 'TIMESTAMP' THEN CASE WHEN TRY_CAST(up AS TIMESTAMP) >= TRY_CAST(text AS TIMESTAMP) THEN TRY_CAST(up AS TIMESTAMP)::VARCHAR END
                    WHEN 'TIMESTAMP_S' THEN CASE WHEN TRY_CAST(up AS TIMESTAMP_S) >= TRY_CAST(text AS TIMESTAMP_S) THEN TRY_CAST(up AS TIMESTAMP_S)::VARCHAR END
                    WHEN 'TIMESTAMP_MS' THEN CASE WHEN TRY_CAST(up AS TIMESTAMP_MS) >= TRY_CAST(text AS TIMESTAMP_MS) THEN TRY_CAST(up AS TIMESTAMP_MS)::VARCHAR END
                    WHEN 'TIMESTAMP_NS' THEN CASE WHEN TRY_CAST(up AS TIMESTAMP_NS) >= TRY_CAST(text AS TIMESTAMP_NS) THEN TRY_CAST(up AS TIMESTAMP_NS)::VARCHAR END
                    WHEN 'TIME' THEN CASE WHEN TRY_CAST(up AS TIME) >= TRY_CAST(text AS TIME) THEN TRY_CAST(up AS TIME)::VARCHAR END
                    WHEN 'TIME_NS' THEN CASE WHEN TRY_CAST(up AS TIME_NS) >= TRY_CAST(text AS TIME_NS) THEN TRY_CAST(up AS TIME_NS)::VARCHAR END
                    WHEN 'TIME WITH TIME ZONE' THEN CASE WHEN TRY_CAST(up AS TIME WITH TIME ZONE) >= TRY_CAST(text AS TIME WITH TIME ZONE) THEN TRY_CAST(up AS TIME WITH TIME ZONE)::VARCHAR END
                    ELSE CASE WHEN starts_with(type, 'TIMESTAMP') THEN CASE WHEN TRY_CAST(up AS TIMESTAMP WITH TIME ZONE) >= TRY_CAST(text AS TIMESTAMP WITH TIME ZONE) THEN TRY_CAST(up AS TIMESTAMP WITH TIME ZONE)::VARCHAR END ELSE up END
                END, text) AS high
            FROM (
                SELECT x.*, __skyline_round(x.type, s.step, x.text, false) AS down, __skyline_round(x.type, s.step, x.text, true) AS up
                FROM (SELECT * FROM __skyline_value_texts CROSS JOIN (SELECT release FROM __skyline_release) WHERE i < 2 AND __skyline_is_end(release, i, c)) AS x
                JOIN (SELECT UNNEST(range(2)) AS i, UNNEST(list_value(s1, s2)) AS step FROM __skyline_steps) AS s ON s.i = x.i
            )
        )
    )
),

-- what the groups cover, by group
__skyline_by_group AS MATERIALIZED (
    SELECT UNNEST(__skyline_shown(r.release, coalesce(e.ends, -1), true), recursive := true) FROM __skyline_release AS r CROSS JOIN __skyline_ends AS e
),

-- what the groups cover
__skyline_regions AS MATERIALIZED (
    SELECT g, size, struct_pack("low" := plain_enum(CASE WHEN low1 IS NULL AND lows1 IS NOT NULL THEN error('skyline_anonymize: tbl has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') ELSE low1 END), "high" := plain_enum(CASE WHEN high1 IS NULL AND highs1 IS NOT NULL THEN error('skyline_anonymize: tbl has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') ELSE high1 END), "has_null" := has_nulls1, "label" := labels1) AS v1, struct_pack("low" := plain_enum(CASE WHEN low2 IS NULL AND lows2 IS NOT NULL THEN error('skyline_anonymize: tbl has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') ELSE low2 END), "high" := plain_enum(CASE WHEN high2 IS NULL AND highs2 IS NOT NULL THEN error('skyline_anonymize: tbl has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') ELSE high2 END), "has_null" := has_nulls2, "label" := labels2) AS v2
    FROM (SELECT r.*, cast_like(lows1, t.o1) AS low1, cast_like(highs1, t.o1) AS high1, cast_like(lows2, t.o2) AS low2, cast_like(highs2, t.o2) AS high2 FROM (SELECT g, size, map_extract_value(lows, 0::BIGINT) AS lows1, map_extract_value(lows, 1::BIGINT) AS lows2, map_extract_value(highs, 0::BIGINT) AS highs1, map_extract_value(highs, 1::BIGINT) AS highs2, map_extract_value(has_nulls, 0::BIGINT) AS has_nulls1, map_extract_value(has_nulls, 1::BIGINT) AS has_nulls2, map_extract_value(labels, 0::BIGINT) AS labels1, map_extract_value(labels, 1::BIGINT) AS labels2 FROM (SELECT g, size, map(range(2), lows) AS lows, map(range(2), highs) AS highs, map(range(2), has_nulls) AS has_nulls, map(range(2), labels) AS labels FROM __skyline_by_group)) AS r CROSS JOIN __skyline_types AS t) AS r CROSS JOIN __skyline_types AS t
)

SELECT g AS group_id, size, v1 AS "age", v2 AS "zip" FROM __skyline_regions
UNION ALL
SELECT NULL, suppressed, NULL, NULL FROM __skyline_release WHERE suppressed > 0
ORDER BY group_id ASC NULLS LAST;
