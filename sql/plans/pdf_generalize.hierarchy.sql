-- FROM pdf_generalize('patients', qi := ['age', 'zip'], groups := 'group_id', kind := 'hierarchy', hierarchies := 'h', levels := {'age': 1, 'zip': 2}, sensitive := 'disease', others := 'keep')

WITH RECURSIVE

-- the table, read once
__skyline_input AS MATERIALIZED (
    SELECT one_form(COLUMNS(*)) FROM checked(checked("patients")) AS tbl
),

-- no column kl_cost of the table's own
__skyline_free_kl_cost AS (
    SELECT CASE WHEN (
        SELECT kl_cost IS NULL
        FROM (SELECT 1 AS __skyline_one) AS one LEFT JOIN (SELECT * FROM __skyline_input AS tbl WHERE false) AS t ON true
    ) THEN error('pdf_generalize: tbl must not have a column kl_cost, which the result adds; leave it out, or rename it, in a query given as tbl') ELSE true END AS ok
    FROM (SELECT 1 AS kl_cost) AS o
),

-- no column kl_total of the table's own
__skyline_free_kl_total AS (
    SELECT CASE WHEN (
        SELECT kl_total IS NULL
        FROM (SELECT 1 AS __skyline_one) AS one LEFT JOIN (SELECT * FROM __skyline_input AS tbl WHERE false) AS t ON true
    ) THEN error('pdf_generalize: tbl must not have a column kl_total, which the result adds; leave it out, or rename it, in a query given as tbl') ELSE true END AS ok
    FROM (SELECT 1 AS kl_total) AS o
),

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT NULL::VARCHAR AS s, tbl."group_id" AS o1, tbl."age" AS o2, tbl."zip" AS o3 FROM __skyline_input AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL, NULL
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, q3, sum(1) AS n
    FROM (
        SELECT canonical(tbl."group_id") AS q1, canonical(tbl."age") AS q2, canonical(tbl."zip") AS q3, NULL::VARCHAR AS s
        FROM __skyline_input AS tbl
    )
    GROUP BY q1, q2, q3
),

-- the numbers g of the QI groups
__skyline_numbered AS MATERIALIZED (
    SELECT x.*, row_number() OVER (ORDER BY x.q1 ASC NULLS LAST) - 1 AS g
    FROM (SELECT DISTINCT q1 FROM __skyline_groups) AS x
),

-- the hierarchies
__skyline_hierarchies AS MATERIALIZED (
    SELECT ((translate(hierarchies.attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))::VARCHAR COLLATE "binary") AS attribute, encode(hierarchies.value::VARCHAR) AS value, TRY(TRY_CAST(hierarchies.level AS BIGINT)) AS level, ((hierarchies.label)::VARCHAR COLLATE "binary") AS label
    FROM checked("h") AS hierarchies
),

-- the types of the values: a row of NULLs
__skyline_pdf_types AS (
    SELECT q2, q3 FROM __skyline_groups WHERE false
    UNION ALL
    SELECT NULL, NULL
),

-- the codes of the values of column 1 and its hierarchy, by their texts t
__skyline_w1 AS MATERIALIZED (
    SELECT t, v, row_number() OVER (ORDER BY t IS NULL ASC, v ASC NULLS LAST, t ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT x.t, cast_like(decode(x.t), k.q2) AS v
        FROM (
            SELECT DISTINCT t
            FROM (
                SELECT value AS t FROM __skyline_hierarchies WHERE attribute = 'age' AND level >= 1
                UNION ALL
                SELECT encode(text_of(v)) FROM (SELECT DISTINCT q2 AS v FROM __skyline_groups)
            )
        ) AS x CROSS JOIN __skyline_pdf_types AS k
    )
),

-- the codes of the values of column 1 that occur
__skyline_d1 AS MATERIALIZED (
    SELECT x.v, w.c
    FROM (SELECT DISTINCT q2 AS v FROM __skyline_groups) AS x JOIN __skyline_w1 AS w ON w.t IS NOT DISTINCT FROM encode(text_of(x.v))
),

-- the codes of the values of column 2 and its hierarchy, by their texts t
__skyline_w2 AS MATERIALIZED (
    SELECT t, v, row_number() OVER (ORDER BY t IS NULL ASC, v ASC NULLS LAST, t ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT x.t, cast_like(decode(x.t), k.q3) AS v
        FROM (
            SELECT DISTINCT t
            FROM (
                SELECT value AS t FROM __skyline_hierarchies WHERE attribute = 'zip' AND level >= 1
                UNION ALL
                SELECT encode(text_of(v)) FROM (SELECT DISTINCT q3 AS v FROM __skyline_groups)
            )
        ) AS x CROSS JOIN __skyline_pdf_types AS k
    )
),

-- the codes of the values of column 2 that occur
__skyline_d2 AS MATERIALIZED (
    SELECT x.v, w.c
    FROM (SELECT DISTINCT q3 AS v FROM __skyline_groups) AS x JOIN __skyline_w2 AS w ON w.t IS NOT DISTINCT FROM encode(text_of(x.v))
),

-- the values with their texts, and their labels
__skyline_pdf_values AS MATERIALIZED (
    SELECT 0::BIGINT AS i, c, t IS NULL AS is_null,
        CASE
            WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v AS DOUBLE)
            WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(v AS TIMESTAMP)) THEN epoch(TRY_CAST(v AS TIMESTAMP)) END
            WHEN __skyline_has_type(typeof(v), 'TIME') THEN epoch(TRY_CAST(v AS TIME))
        END AS number,
        decode(t) AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
    FROM __skyline_w1
    UNION ALL
    SELECT 0::BIGINT AS i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
    FROM __skyline_hierarchies AS h JOIN __skyline_w1 AS d ON h.value IS NOT DISTINCT FROM d.t
    WHERE h.attribute = 'age' AND h.level >= 1
    UNION ALL
    SELECT 1::BIGINT AS i, c, t IS NULL AS is_null,
        CASE
            WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v AS DOUBLE)
            WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(v AS TIMESTAMP)) THEN epoch(TRY_CAST(v AS TIMESTAMP)) END
            WHEN __skyline_has_type(typeof(v), 'TIME') THEN epoch(TRY_CAST(v AS TIME))
        END AS number,
        decode(t) AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
    FROM __skyline_w2
    UNION ALL
    SELECT 1::BIGINT AS i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
    FROM __skyline_hierarchies AS h JOIN __skyline_w2 AS d ON h.value IS NOT DISTINCT FROM d.t
    WHERE h.attribute = 'zip' AND h.level >= 1
),

-- no value has the key of NULL
__skyline_keys AS (
    SELECT CASE
        WHEN count(*) FILTER (WHERE level IS NULL AND i = 0 AND encode(text) = encode('NULL')) > 0 THEN error('pdf_generalize: the qi column "age" must not have the text ''NULL'', which is the key of NULL; rename it in a query given as tbl')
        WHEN count(*) FILTER (WHERE level IS NULL AND i = 1 AND encode(text) = encode('NULL')) > 0 THEN error('pdf_generalize: the qi column "zip" must not have the text ''NULL'', which is the key of NULL; rename it in a query given as tbl')
        ELSE true
    END AS ok
    FROM __skyline_pdf_values
),

-- what the kernel has to know of the values, and of their labels
__skyline_domain AS (
    SELECT __skyline_domain(0, 'pdf_generalize', i, c, is_null, number, text, level, label, random()) AS domain
    FROM (
        SELECT * FROM __skyline_pdf_values
    )
),

-- the people who agree on groups and values, in codes, kept for the kernel
__skyline_coded AS (
    SELECT __skyline_coded(
        0, 'pdf_generalize', list_value(g.g, d1.c, d2.c),
        CASE WHEN x.n > 2305843009213693952 THEN error('pdf_generalize: the table must have at most 2^61 people, counted with their weights') ELSE x.n::BIGINT END, random()
    ) AS coded
    FROM __skyline_groups AS x
    LEFT JOIN __skyline_numbered AS g ON g.q1 IS NOT DISTINCT FROM x.q1
    LEFT JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM x.q2
    LEFT JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM x.q3
),

-- the distributions of each QI group: the job, and the wait for it
__skyline_rows_job AS (
    SELECT __skyline_start(
        'pdf_generalize', 'pdf',
        '{"kind":"hierarchy","columns":["age","zip"],"levels":[1,2]}',
        to_json(struct_pack(
            coded := x.coded,
            domain := y.domain
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_coded AS x CROSS JOIN __skyline_domain AS y JOIN __skyline_free_kl_cost ON __skyline_free_kl_cost.ok JOIN __skyline_free_kl_total ON __skyline_free_kl_total.ok JOIN __skyline_keys ON __skyline_keys.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_rows AS MATERIALIZED (
    SELECT UNNEST(__skyline_pdf_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
),

-- the distributions of each QI group
__skyline_pdfs AS MATERIALIZED (
    SELECT g, any_value(m) FILTER (WHERE i = 0) AS m1, any_value(m) FILTER (WHERE i = 1) AS m2
    FROM (SELECT g, i, map(keys, probabilities) AS m FROM __skyline_rows)
    GROUP BY g
),

-- the QI groups with their distributions, and what these cost
__skyline_pdfs_named AS MATERIALIZED (
    SELECT g.*, m.* EXCLUDE (g), r.cost, t.cost AS total
    FROM __skyline_numbered AS g
    JOIN __skyline_pdfs AS m ON m.g = g.g
    JOIN __skyline_rows AS r ON r.g = g.g AND r.i = 0
    CROSS JOIN (SELECT cost FROM __skyline_rows WHERE i = (-1)) AS t
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT x.* EXCLUDE (__skyline_at) REPLACE (r.m1 AS "age", r.m2 AS "zip"), r.cost AS kl_cost, r.total AS kl_total
    FROM (SELECT * FROM (SELECT x.*, __skyline_shuffle() AS __skyline_at FROM __skyline_input AS x) ORDER BY __skyline_at) AS x JOIN __skyline_pdfs_named AS r ON r.q1 IS NOT DISTINCT FROM canonical(x."group_id")
);
