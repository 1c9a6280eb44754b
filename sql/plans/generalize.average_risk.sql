-- FROM generalize('patients', 'h', {'age': 2, 'zip': 1}, privacy := {'average_risk': 0.1}, suppression := 0.05, others := 'drop')

WITH RECURSIVE

-- the table, read once
__skyline_input AS MATERIALIZED (
    SELECT one_form(COLUMNS(*)) FROM (SELECT COLUMNS(list_value('age', 'zip')) FROM checked("patients") AS tbl) AS tbl
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('generalize: levels must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('generalize: levels must have categories, got texts of more than 200 characters in zip that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
    FROM (
        SELECT 0 AS i
        FROM __skyline_input AS tbl
        WHERE CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN strlen(tbl."age"::VARCHAR) > 200 AND length(tbl."age"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."age")
        HAVING count(*) = 1
        UNION ALL
        SELECT 1 AS i
        FROM __skyline_input AS tbl
        WHERE CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN strlen(tbl."zip"::VARCHAR) > 200 AND length(tbl."zip"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."zip")
        HAVING count(*) = 1
    )
),

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
            SELECT encode(text_of(v)) FROM (SELECT DISTINCT canonical(tbl."age") AS v FROM __skyline_input AS tbl)
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
            SELECT encode(text_of(v)) FROM (SELECT DISTINCT canonical(tbl."zip") AS v FROM __skyline_input AS tbl)
        )
    )
),

-- what the kernel has to know of the values, and of their labels
__skyline_whole AS (
    SELECT __skyline_domain(0, 'generalize', i, c, is_null, number, text, level, label, random()) AS domain
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
        'generalize', 'domain_labels',
        '{"columns":["age","zip"],"levels":[2,1]}',
        to_json(struct_pack(domain := y.domain))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_whole AS y JOIN __skyline_categories ON __skyline_categories.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_labels_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_labels_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_labels AS MATERIALIZED (
    SELECT UNNEST(__skyline_domain_labels_rows(job), recursive := true) FROM __skyline_labels_job WHERE done
),

-- what the values of column 1 are called at its level
__skyline_l1 AS MATERIALIZED (
    SELECT x.v, l.label
    FROM (SELECT DISTINCT canonical(tbl."age") AS v FROM __skyline_input AS tbl) AS x
    JOIN __skyline_w1 AS w ON w.t IS NOT DISTINCT FROM encode(text_of(x.v))
    JOIN __skyline_labels AS l ON l.i = 0 AND l.c = w.c
),

-- what the values of column 2 are called at its level
__skyline_l2 AS MATERIALIZED (
    SELECT x.v, l.label
    FROM (SELECT DISTINCT canonical(tbl."zip") AS v FROM __skyline_input AS tbl) AS x
    JOIN __skyline_w2 AS w ON w.t IS NOT DISTINCT FROM encode(text_of(x.v))
    JOIN __skyline_labels AS l ON l.i = 1 AND l.c = w.c
),

-- the rows, raised to the levels
__skyline_generalized AS MATERIALIZED (
    SELECT __skyline_row.* REPLACE (l1.label AS "age", l2.label AS "zip")
    FROM __skyline_input AS __skyline_row
    LEFT JOIN __skyline_l1 AS l1 ON l1.v IS NOT DISTINCT FROM canonical(__skyline_row."age")
    LEFT JOIN __skyline_l2 AS l2 ON l2.v IS NOT DISTINCT FROM canonical(__skyline_row."zip")
),

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM __skyline_generalized AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, NULL::VARCHAR AS s
        FROM __skyline_generalized AS tbl
    )
    GROUP BY q1, q2
),

-- the groups to leave out, by their histograms: the job, and the wait for it
__skyline_left_histograms_job AS (
    SELECT __skyline_start(
        'generalize', 'leave_out',
        '{"privacy":{"average_risk":0.1},"suppression":0.05}',
        to_json(struct_pack(histograms := x.histograms))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_histograms(0, 'generalize', 'one', h) AS histograms FROM __skyline_groups) AS x JOIN __skyline_categories ON __skyline_categories.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_left_histograms_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_left_histograms_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_left_histograms AS MATERIALIZED (
    SELECT UNNEST(__skyline_leave_out_rows(job), recursive := true) FROM __skyline_left_histograms_job WHERE done
),

-- the groups to leave out
__skyline_left AS MATERIALIZED (
    SELECT g.q1, g.q2 FROM __skyline_groups AS g JOIN __skyline_left_histograms AS r ON r.histogram = g.h QUALIFY row_number() OVER (PARTITION BY g.h ORDER BY g.q1 ASC NULLS LAST, g.q2 ASC NULLS LAST) <= r.copies
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT * EXCLUDE (__skyline_at)
    FROM (SELECT *, __skyline_shuffle() AS __skyline_at FROM (SELECT x.* FROM __skyline_generalized AS x ANTI JOIN __skyline_left AS o ON o.q1 IS NOT DISTINCT FROM canonical(x."age") AND o.q2 IS NOT DISTINCT FROM canonical(x."zip")))
    ORDER BY __skyline_at ASC
);
