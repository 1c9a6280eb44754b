-- FROM cube_audit('patients', by := ['region', 'sex'], value := 'n', total := 'All', masked := {'value': NULL, 'between': [1, 4]})

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT tbl."region" AS d1, tbl."sex" AS d2 FROM checked("patients") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL
    )
),

-- the rows of all tables, each with the number of its table
__skyline_published AS (
    SELECT 0 AS i, list_value(c1, c2, c3, c4, c5) AS v, count(*) AS n
    FROM (
        SELECT
            text_of(canonical(tbl."region")) AS c1,
            text_of(canonical(tbl."sex")) AS c2,
            text_of(canonical(tbl."n")) AS c3,
            regexp_replace(typeof(tbl."n"), 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g') AS c4,
            NULL::VARCHAR AS c5
        FROM checked("patients") AS tbl
    )
    GROUP BY c1, c2, c3, c4, c5
),

-- what the tables tell of each cell that is not published: the job, and the wait for it
__skyline_verdicts_job AS (
    SELECT __skyline_start(
        'cube_audit', 'cube_audit',
        '{"tables":[{"where":"published","name":"patients","by":["region","sex"],"total":"All","masks":[{"value":null,"least":"1","largest":"4"}]}],"dimensions":["region","sex"],"kind":"rows","max_steps":20000000000}',
        to_json(struct_pack(rows := published.kept))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_gather_tables(0, 'cube_audit', i, v, n) AS kept FROM __skyline_published) AS published
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_verdicts_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_verdicts_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_verdicts AS MATERIALIZED (
    SELECT UNNEST(__skyline_cube_audit_rows(job), recursive := true) FROM __skyline_verdicts_job WHERE done
)

SELECT
    cast_like(list_any_value(list_slice(r.labels, 1, 1)), t.d1) AS "region", cast_like(list_any_value(list_slice(r.labels, 2, 2)), t.d2) AS "sex", r.safe, r.least::BIGINT AS least, r.largest::BIGINT AS largest, r.exact, r.required, r.meaning, r.steps, nullif(r.cell, '') AS cell, r.shown, r.in_table, r.how, r.parts
FROM __skyline_verdicts AS r JOIN __skyline_types AS t
ON CASE WHEN (list_any_value(list_slice(r.labels, 1, 1)) IS NULL OR cast_like(list_any_value(list_slice(r.labels, 1, 1)), t.d1) IS NOT NULL) AND (list_any_value(list_slice(r.labels, 2, 2)) IS NULL OR cast_like(list_any_value(list_slice(r.labels, 2, 2)), t.d2) IS NOT NULL) THEN true ELSE error('cube_audit: by has a column of a type that cannot have the labels of all tables; cast it to VARCHAR in a query given as published') IS NULL END;
