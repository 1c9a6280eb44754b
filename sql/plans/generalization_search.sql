-- FROM generalization_search('patients', qi := ['age', 'zip'], sensitive := 'disease', hierarchies := 'h', privacy := {'k_anonymity': 5}, suppression := 0.05)

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('generalization_search: qi must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('generalization_search: qi must have categories, got texts of more than 200 characters in zip that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 2 THEN error('generalization_search: sensitive must have categories, got texts of more than 200 characters in disease that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
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
        UNION ALL
        SELECT 2 AS i
        FROM checked("patients") AS tbl
        WHERE CASE WHEN typeof(tbl."disease") IN ('VARCHAR', 'JSON') THEN strlen(tbl."disease"::VARCHAR) > 200 AND length(tbl."disease"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."disease")
        HAVING count(*) = 1
    )
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, text_of(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
        FROM checked("patients") AS tbl
    )
    GROUP BY q1, q2
),

-- the hierarchies
__skyline_hierarchies AS MATERIALIZED (
    SELECT ((translate(hierarchies.attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))::VARCHAR COLLATE "binary") AS attribute, encode(hierarchies.value::VARCHAR) AS value, TRY_CAST(hierarchies.level AS BIGINT) AS level, ((hierarchies.label)::VARCHAR COLLATE "binary") AS label
    FROM checked("h") AS hierarchies
),

-- the codes of the domain of column 1: its values in the order of their texts
__skyline_w1 AS MATERIALIZED (
    SELECT t, row_number() OVER (ORDER BY t ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT DISTINCT t
        FROM (
            SELECT value AS t FROM __skyline_hierarchies WHERE attribute = 'age' AND level >= 1UNION ALL
            SELECT encode(text_of(v)) FROM (SELECT DISTINCT q1 AS v FROM __skyline_groups)
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
            SELECT encode(text_of(v)) FROM (SELECT DISTINCT q2 AS v FROM __skyline_groups)
        )
    )
),

-- what the kernel has to know of the values, and of their labels
__skyline_domain AS (
    SELECT __skyline_domain(0, 'generalization_search', i, c, is_null, number, text, level, label, random()) AS domain
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

-- the codes of q1, as in its domain
__skyline_d1 AS MATERIALIZED (
    SELECT x.v, w.c
    FROM (SELECT DISTINCT q1 AS v FROM __skyline_groups) AS x JOIN __skyline_w1 AS w ON w.t IS NOT DISTINCT FROM encode(text_of(x.v))
),

-- the codes of q2, as in its domain
__skyline_d2 AS MATERIALIZED (
    SELECT x.v, w.c
    FROM (SELECT DISTINCT q2 AS v FROM __skyline_groups) AS x JOIN __skyline_w2 AS w ON w.t IS NOT DISTINCT FROM encode(text_of(x.v))
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
    SELECT __skyline_cells(0, 'generalization_search', 'one', list_value(c1, c2), h, random()) AS cells
    FROM __skyline_coded
),

-- the generalizations that are asked for: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'generalization_search', 'search',
        '{"columns":["age","zip"],"privacy":{"k_anonymity":5},"suppression":0.05,"which":"minimal","measure":"loss","max_checks":1000000}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y JOIN __skyline_categories ON __skyline_categories.ok
    UNION ALL
    SELECT job, __skyline_wait(job) FROM __skyline_release_job WHERE NOT done
),

__skyline_release AS MATERIALIZED (
    SELECT UNNEST(__skyline_search_rows(job), recursive := true) FROM __skyline_release_job WHERE done
)

SELECT map(list_value('age', 'zip')::VARCHAR[], r.levels) AS levels, r.minimal, r.loss, r.precision, r.discernibility, r.average_group_size,
    r.groups, r.smallest, r.suppressed, r.checked, r.lattice, r.complete, r.bound
FROM __skyline_release AS r
ORDER BY r.i ASC;
