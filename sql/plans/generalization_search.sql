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
__skyline_groups AS (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
        FROM checked("patients") AS tbl
    )
    GROUP BY q1, q2
),

-- the QI groups, kept for the kernel
__skyline_counted AS (
    SELECT __skyline_text_cells(0, 'generalization_search', 'one', list_value(encode(text_of(g.q1)), encode(text_of(g.q2))), g.h, random()) AS cells
    FROM __skyline_groups AS g
),

-- the hierarchies
__skyline_hierarchies AS MATERIALIZED (
    SELECT ((translate(hierarchies.attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))::VARCHAR COLLATE "binary") AS attribute, encode(hierarchies.value::VARCHAR) AS value, TRY(TRY_CAST(hierarchies.level AS BIGINT)) AS level, ((hierarchies.label)::VARCHAR COLLATE "binary") AS label
    FROM checked("h") AS hierarchies
),

-- the labels of the values, kept for the kernel
__skyline_paths AS (
    SELECT __skyline_paths(0, 'generalization_search', i::BIGINT, value, level, label, random()) AS paths
    FROM (SELECT CASE attribute WHEN 'age' THEN 0 WHEN 'zip' THEN 1 END AS i, value, level, label FROM __skyline_hierarchies WHERE level >= 1)
    WHERE i IS NOT NULL
),

-- the generalizations that are asked for: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'generalization_search', 'search',
        '{"columns":["age","zip"],"privacy":{"k_anonymity":5},"suppression":0.05,"which":"minimal","measure":"loss","max_checks":1000000}',
        to_json(struct_pack(
            text_cells := x.cells,
            paths := y.paths
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_paths AS y JOIN __skyline_categories ON __skyline_categories.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_release_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_release_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_release AS MATERIALIZED (
    SELECT UNNEST(__skyline_search_rows(job), recursive := true) FROM __skyline_release_job WHERE done
)

SELECT map(list_value('age', 'zip')::VARCHAR[], r.levels) AS levels, r.minimal, r.loss, r.precision, r.discernibility, r.average_group_size,
    r.groups, r.smallest, r.suppressed, r.checked, r.lattice, r.complete, r.bound
FROM __skyline_release AS r
ORDER BY r.i ASC;
