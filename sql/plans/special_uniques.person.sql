-- FROM special_uniques('patients', columns := ['age', 'zip'], max_size := 2, person := 'name')

WITH RECURSIVE

-- each person's different rows
__skyline_persons AS MATERIALIZED (
    SELECT DISTINCT CASE WHEN p IS NULL THEN error('special_uniques: person must not be NULL; filter such rows in a query given as tbl') ELSE p END AS p, q1, q2 FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, NULL::VARCHAR AS s, canonical(tbl."name") AS p
        FROM checked("patients") AS tbl
    )
),

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."name" AS o1 FROM checked("patients") AS tbl WHERE false
    UNION ALL
    SELECT NULL
),

-- the codes of p, in any order
__skyline_d1 AS MATERIALIZED (
    SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT p AS v FROM __skyline_persons)
),

-- the codes of q1, in any order
__skyline_d2 AS MATERIALIZED (
    SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT q1 AS v FROM __skyline_persons)
),

-- the codes of q2, in any order
__skyline_d3 AS MATERIALIZED (
    SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT q2 AS v FROM __skyline_persons)
),

-- whose the minimal subsets are: the job, and the wait for it
__skyline_uniques_job AS (
    SELECT __skyline_start(
        'special_uniques', 'uniques',
        '{"columns":["age","zip"],"max_size":2,"persons":true,"max_shown":3}',
        to_json(struct_pack(rows := x.rows))::VARCHAR
    ) AS job, false AS done
    FROM (
        SELECT __skyline_coded_rows(0, 'special_uniques', list_value(d1.c, d2.c, d3.c), 1) AS rows
        FROM __skyline_persons AS g
        JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM g.p
        JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM g.q1
        JOIN __skyline_d3 AS d3 ON d3.v IS NOT DISTINCT FROM g.q2
    ) AS x
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_uniques_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_uniques_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_uniques AS MATERIALIZED (
    SELECT UNNEST(__skyline_uniques_rows(job), recursive := true) FROM __skyline_uniques_job WHERE done
)

SELECT one_form(in_own_type(x.v, t.o1)) AS "name", r.score, r.fewest_columns, r.minimal_subsets, r.subsets
FROM __skyline_uniques AS r JOIN __skyline_d1 AS x ON x.c = r.id CROSS JOIN __skyline_types AS t
ORDER BY r.score DESC, x.v ASC NULLS LAST;
