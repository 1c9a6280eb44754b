-- FROM presence_check('voters', qi := ['age', 'zip'], present := 'in_study', groups := 'group_id', likelihood := 'likelihood', output := 'people')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT tbl."in_study" AS p, tbl."group_id" AS og, tbl."age" AS oq1, tbl."zip" AS oq2, tbl."likelihood" AS l FROM checked(checked("voters")) AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL, NULL, NULL
    )
),

-- columns have the types that they must have
__skyline_typed AS (
    SELECT CASE WHEN typeof(p) = 'BOOLEAN' THEN true ELSE error('presence_check: present must be a BOOLEAN column; cast it, or compare it with what says that somebody is in the private table, in a query given as tbl') END
        AND CASE WHEN __skyline_has_type(typeof(l), '<number>') THEN true ELSE error('presence_check: likelihood must be a numeric column; cast it in a query given as tbl') END AS ok FROM __skyline_types
),

-- people who agree in their group, values, presence and likelihood
__skyline_projected AS MATERIALIZED (
    SELECT g, q1, q2, CASE WHEN p IS NULL THEN error('presence_check: present must not be NULL; filter or fill such rows in a query given as tbl') ELSE TRY_CAST(p AS BOOLEAN) END AS p, l, n
    FROM (
        SELECT g, q1, q2, p, l, count(*) AS n
        FROM (
            SELECT canonical(tbl."group_id") AS g, tbl."in_study" AS p, canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."likelihood" AS l
            FROM checked(checked("voters")) AS tbl
        ) AS tbl JOIN __skyline_typed ON __skyline_typed.ok
        GROUP BY g, q1, q2, p, l
    )
    WHERE n > 0
),

-- these people, for the kernel
__skyline_projected_kept AS (
    SELECT __skyline_gather_integers(0, 'presence_check', list_value(
        integer_of(g),
        integer_of(q1),
        integer_of(q2),
        integer_of(l),
        p::BIGINT
    ), list_value(
        CASE WHEN integer_of(g) IS NULL THEN text_of(g) END,
        CASE WHEN integer_of(q1) IS NULL THEN text_of(q1) END,
        CASE WHEN integer_of(q2) IS NULL THEN text_of(q2) END,
        CASE WHEN integer_of(l) IS NULL THEN text_of(l) END,
        NULL
    ), n) AS kept
    FROM __skyline_projected
),

-- the existence probability of each combination of values in each group: the job, and the wait for it
__skyline_existence_job AS (
    SELECT __skyline_start(
        'presence_check', 'existence',
        '{"columns":2,"source":"column"}',
        to_json(struct_pack(people := x.kept))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_projected_kept AS x JOIN __skyline_typed ON __skyline_typed.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_existence_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_existence_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_existence AS MATERIALIZED (
    SELECT UNNEST(__skyline_existence_rows(job), recursive := true) FROM __skyline_existence_job WHERE done
),

-- the values of g in their own type, by their numbers
__skyline_named_g AS (
    SELECT x.code, in_own_type(x.g, t.og) AS g
    FROM (
        SELECT first(g) AS g, row_number() OVER (ORDER BY cell ASC NULLS LAST) - 1 AS code
        FROM (
            SELECT g, text_of(g) AS cell
            FROM (SELECT DISTINCT g FROM __skyline_projected)
        )
        GROUP BY cell
    ) AS x CROSS JOIN __skyline_types AS t
),

-- the values of q1 in their own type, by their numbers
__skyline_named_q1 AS (
    SELECT x.code, in_own_type(x.q1, t.oq1) AS q1
    FROM (
        SELECT first(q1) AS q1, row_number() OVER (ORDER BY cell ASC NULLS LAST) - 1 AS code
        FROM (
            SELECT q1, text_of(q1) AS cell
            FROM (SELECT DISTINCT q1 FROM __skyline_projected)
        )
        GROUP BY cell
    ) AS x CROSS JOIN __skyline_types AS t
),

-- the values of q2 in their own type, by their numbers
__skyline_named_q2 AS (
    SELECT x.code, in_own_type(x.q2, t.oq2) AS q2
    FROM (
        SELECT first(q2) AS q2, row_number() OVER (ORDER BY cell ASC NULLS LAST) - 1 AS code
        FROM (
            SELECT q2, text_of(q2) AS cell
            FROM (SELECT DISTINCT q2 FROM __skyline_projected)
        )
        GROUP BY cell
    ) AS x CROSS JOIN __skyline_types AS t
)

SELECT x.g AS group_id, x.q1 AS "age", x.q2 AS "zip", x.people, x.likelihood, x.existence
FROM (
    SELECT g, q1, q2, r.codes, r.people, r.likelihood, r.existence
    FROM __skyline_existence AS r
        LEFT JOIN __skyline_named_g ON __skyline_named_g.code = list_aggregate(list_slice(r.codes, 1, 1), 'first')
        LEFT JOIN __skyline_named_q1 ON __skyline_named_q1.code = list_aggregate(list_slice(r.codes, 2, 2), 'first')
        LEFT JOIN __skyline_named_q2 ON __skyline_named_q2.code = list_aggregate(list_slice(r.codes, 3, 3), 'first')
) AS x
ORDER BY x.g ASC NULLS LAST, x.q1 ASC NULLS LAST, x.q2 ASC NULLS LAST, x.codes ASC, x.likelihood ASC, x.existence ASC, x.people ASC;
