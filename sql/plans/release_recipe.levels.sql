-- FROM release_recipe('patients', qi := ['age', 'zip'], sensitive := 'disease', hierarchies := 'h', levels := {'age': 2, 'zip': 1})

WITH RECURSIVE

-- the hierarchies
__skyline_hierarchies AS MATERIALIZED (
    SELECT ((translate(hierarchies.attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))::VARCHAR COLLATE "binary") AS attribute, encode(hierarchies.value::VARCHAR) AS value, TRY(TRY_CAST(hierarchies.level AS BIGINT)) AS level, ((hierarchies.label)::VARCHAR COLLATE "binary") AS label
    FROM checked("h") AS hierarchies
),

-- the codes of the domain of column 1: its values in the order of their texts
__skyline_w1 AS MATERIALIZED (
    SELECT t, row_number() OVER (ORDER BY t ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT DISTINCT t
        FROM (
            SELECT value AS t FROM __skyline_hierarchies WHERE attribute = 'age' AND level >= 1UNION ALL
            SELECT encode(text_of(v)) FROM (SELECT DISTINCT canonical(tbl."age") AS v FROM "patients" AS tbl)
        )
    )
),

-- the codes of the domain of column 2: its values in the order of their texts
__skyline_w2 AS MATERIALIZED (
    SELECT t, row_number() OVER (ORDER BY t ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT DISTINCT t
        FROM (
            SELECT value AS t FROM __skyline_hierarchies WHERE attribute = 'zip' AND level >= 1UNION ALL
            SELECT encode(text_of(v)) FROM (SELECT DISTINCT canonical(tbl."zip") AS v FROM "patients" AS tbl)
        )
    )
),

-- what the kernel has to know of the values, and of their labels
__skyline_whole AS (
    SELECT __skyline_domain(0, 'release_recipe', i, c, is_null, number, text, level, label, random()) AS domain
    FROM (
        SELECT 0::BIGINT AS i, c, t IS NULL AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_w1
        UNION ALL
        SELECT 0::BIGINT AS i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
        FROM __skyline_hierarchies AS h JOIN __skyline_w1 AS d ON h.value IS NOT DISTINCT FROM d.t
        WHERE h.attribute = 'age' AND h.level >= 1
        UNION ALL
        SELECT 1::BIGINT AS i, c, t IS NULL AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_w2
        UNION ALL
        SELECT 1::BIGINT AS i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
        FROM __skyline_hierarchies AS h JOIN __skyline_w2 AS d ON h.value IS NOT DISTINCT FROM d.t
        WHERE h.attribute = 'zip' AND h.level >= 1
    )
),

-- the labels of the values of the domains: the job, and the wait for it
__skyline_labels_job AS (
    SELECT __skyline_start(
        'release_recipe', 'domain_labels',
        '{"columns":["age","zip"],"levels":[2,1]}',
        to_json(struct_pack(domain := y.domain))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_whole AS y
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_labels_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_labels_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_labels AS MATERIALIZED (
    SELECT UNNEST(__skyline_domain_labels_rows(job), recursive := true) FROM __skyline_labels_job WHERE done
)

SELECT x.attribute, x.group_id, x.level, x.covers, x.value, x.low, x.high, x.label, x.type
FROM (
    SELECT 0 AS i, 'age' AS attribute, NULL::BIGINT AS group_id, x.level, CASE WHEN w.t IS NULL THEN 'null' ELSE 'value' END AS covers,
        decode(w.t) AS value, NULL::VARCHAR AS low, NULL::VARCHAR AS high, CASE WHEN x.level = 0 THEN decode(w.t) ELSE x.label END AS label, NULL::VARCHAR AS type, x.c
    FROM __skyline_labels AS x JOIN __skyline_w1 AS w ON w.c = x.c
    WHERE x.i = 0
    UNION ALL
    SELECT 1 AS i, 'zip' AS attribute, NULL::BIGINT AS group_id, x.level, CASE WHEN w.t IS NULL THEN 'null' ELSE 'value' END AS covers,
        decode(w.t) AS value, NULL::VARCHAR AS low, NULL::VARCHAR AS high, CASE WHEN x.level = 0 THEN decode(w.t) ELSE x.label END AS label, NULL::VARCHAR AS type, x.c
    FROM __skyline_labels AS x JOIN __skyline_w2 AS w ON w.c = x.c
    WHERE x.i = 1
) AS x
ORDER BY i, group_id ASC NULLS LAST, level ASC NULLS LAST, c ASC NULLS LAST, covers DESC;
