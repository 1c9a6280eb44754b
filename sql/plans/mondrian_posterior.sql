-- FROM mondrian_posterior('patients', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'max_share': 0.5}, posterior := 0.6)

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL
    )
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN count(*) > 0 THEN error(concat('mondrian_posterior: ', CASE WHEN min(i) < 2 THEN 'qi' ELSE 'sensitive' END, ' must have categories, got texts of more than 200 characters in ', element(list_value('age', 'zip', 'disease')::VARCHAR[], min(i) + 1), ' that one person alone has; leave the column out, or shorten them in a query given as tbl')) ELSE true END AS ok
    FROM (
        SELECT i
        FROM (SELECT UNNEST(range(3)) AS i, UNNEST(list_value(v1, v2, v3)) AS v FROM (SELECT CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN ((tbl."age")::VARCHAR COLLATE "binary") END AS v1, CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN ((tbl."zip")::VARCHAR COLLATE "binary") END AS v2, CASE WHEN typeof(tbl."disease") IN ('VARCHAR', 'JSON') THEN ((tbl."disease")::VARCHAR COLLATE "binary") END AS v3 FROM checked("patients") AS tbl) WHERE greatest(0, strlen(v1), strlen(v2), strlen(v3)) > 200)
        WHERE length(v) > 200
        GROUP BY i, v
        HAVING count(*) = 1
    )
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
        FROM checked("patients") AS tbl
    )
    GROUP BY q1, q2
),

-- the different values of each column, to be numbered
__skyline_known_values AS MATERIALIZED (
    SELECT __skyline_values(0, 'mondrian_posterior', keys, random())::BIGINT AS v FROM (SELECT []::BLOB[] AS keys)
),

-- the rows to be coded, and the numbers of their values
__skyline_numbered AS MATERIALIZED (
    SELECT g.*, __skyline_numbers(__skyline_known_values.v, list_value(order_key(g.q1), order_key(g.q2))) AS numbers FROM __skyline_groups AS g CROSS JOIN __skyline_known_values
),

-- the QI groups in codes, kept for the kernel
__skyline_counted AS (
    SELECT __skyline_cells(0, 'mondrian_posterior', 'one', __skyline_codes(__skyline_known_values.v, numbers), h, random()) AS cells
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
    SELECT __skyline_domain(0, 'mondrian_posterior', i, c, is_null, number, text, level, label, random()) AS domain
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
    SELECT __skyline_step('mondrian_posterior', 'age', typeof(o1), NULL) AS s1, __skyline_step('mondrian_posterior', 'zip', typeof(o2), NULL) AS s2 FROM __skyline_types
),

-- all steps fit their columns
__skyline_rounded AS (
    SELECT concat('', s1, s2) <> '-' AS ok FROM __skyline_steps
),

-- all of these hold
__skyline_guards11 AS MATERIALIZED (
    SELECT bool_and(ok) AS ok FROM (SELECT ok FROM __skyline_categories UNION ALL SELECT ok FROM __skyline_rounded)
),

-- what refused cuts tell of each value: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'mondrian_posterior', 'mondrian_posterior',
        '{"columns":["age","zip"],"privacy":{"max_share":0.5},"split":"public","labels_cover":"group","posterior":0.6,"c":0.5,"max_steps":1000000000}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y JOIN __skyline_guards11 ON __skyline_guards11.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_release_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_release_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_release AS MATERIALIZED (
    SELECT UNNEST(__skyline_mondrian_posterior_rows(job), recursive := true) FROM __skyline_release_job WHERE done
)

SELECT cast_like(r.value, t.s) AS value, r.safe, r.posterior, '0.5'::DOUBLE AS c, r.share, r.exact, r.people, CASE WHEN r.posterior IS NOT NULL THEN struct_pack(
    group_id := r.group_id, group_people := r.group_people, group_having := r.group_having,
    attribute := r.attribute, part := r.part, part_people := r.part_people
) END AS witness
FROM __skyline_release AS r JOIN __skyline_types AS t
    ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('mondrian_posterior: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST;
