-- FROM quasi_identifier_profile('patients', columns := ['age', 'zip', 'sex'])

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2, tbl."sex" AS o3 FROM checked("patients") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL, NULL
    )
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, q3, sum(1) AS n
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, canonical(tbl."sex") AS q3, NULL::VARCHAR AS s
        FROM checked("patients") AS tbl
    )
    GROUP BY q1, q2, q3
),

-- the codes of q1, in any order
__skyline_d1 AS MATERIALIZED (
    SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT q1 AS v FROM __skyline_groups)
),

-- the codes of q2, in any order
__skyline_d2 AS MATERIALIZED (
    SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT q2 AS v FROM __skyline_groups)
),

-- the codes of q3, in any order
__skyline_d3 AS MATERIALIZED (
    SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT q3 AS v FROM __skyline_groups)
),

-- the measures of all subsets: the job, and the wait for it
__skyline_subsets_job AS (
    SELECT __skyline_start(
        'quasi_identifier_profile', 'subsets',
        '{"columns":["age","zip","sex"],"max_size":3,"persons":false}',
        to_json(struct_pack(rows := x.rows))::VARCHAR
    ) AS job, false AS done
    FROM (
        SELECT __skyline_coded_rows(0, 'quasi_identifier_profile', list_value(d1.c, d2.c, d3.c), coalesce(TRY_CAST(n AS BIGINT), 9223372036854775807)) AS rows
        FROM __skyline_groups AS g
        JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM g.q1
        JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM g.q2
        JOIN __skyline_d3 AS d3 ON d3.v IS NOT DISTINCT FROM g.q3
    ) AS x
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_subsets_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_subsets_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_subsets AS MATERIALIZED (
    SELECT UNNEST(__skyline_subsets_rows(job), recursive := true) FROM __skyline_subsets_job WHERE done
)

SELECT * EXCLUDE (i) FROM __skyline_subsets ORDER BY i ASC;
