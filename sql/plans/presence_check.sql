-- FROM presence_check('voters', qi := ['age', 'zip'], present := 'in_study', groups := 'group_id', delta_max := 0.5)

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT tbl."in_study" AS p, tbl."group_id" AS og, tbl."age" AS oq1, tbl."zip" AS oq2 FROM checked(checked("voters")) AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL, NULL
    )
),

-- columns have the types that they must have
__skyline_typed AS (
    SELECT CASE WHEN typeof(p) = 'BOOLEAN' THEN true ELSE error('presence_check: present must be a BOOLEAN column; cast it, or compare it with what says that somebody is in the private table, in a query given as tbl') END AS ok FROM __skyline_types
),

-- people who agree in their group, values, presence and likelihood
__skyline_projected AS MATERIALIZED (
    SELECT g, q1, q2, CASE WHEN p IS NULL THEN error('presence_check: present must not be NULL; filter or fill such rows in a query given as tbl') ELSE TRY_CAST(p AS BOOLEAN) END AS p, n
    FROM (
        SELECT g, q1, q2, p, count(*) AS n
        FROM (
            SELECT canonical(tbl."group_id") AS g, tbl."in_study" AS p, canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2
            FROM checked(checked("voters")) AS tbl
        ) AS tbl JOIN __skyline_typed ON __skyline_typed.ok
        GROUP BY g, q1, q2, p
    )
    WHERE n > 0
),

-- these people, for the kernel
__skyline_projected_kept AS (
    SELECT __skyline_gather_integers(0, 'presence_check', list_value(
        integer_of(g),
        integer_of(q1),
        integer_of(q2),
        p::BIGINT
    ), list_value(
        CASE WHEN integer_of(g) IS NULL THEN text_of(g) END,
        CASE WHEN integer_of(q1) IS NULL THEN text_of(q1) END,
        CASE WHEN integer_of(q2) IS NULL THEN text_of(q2) END,
        NULL
    ), n) AS kept
    FROM __skyline_projected
),

-- the smallest and the largest existence probability in each group: the job, and the wait for it
__skyline_existence_job AS (
    SELECT __skyline_start(
        'presence_check', 'existence_range',
        '{"columns":2,"source":"present","delta_max":0.5}',
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
    SELECT UNNEST(__skyline_existence_range_rows(job), recursive := true) FROM __skyline_existence_job WHERE done
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
)

SELECT g AS group_id, r.holds, r.existence_min, r.existence_max, r.meaning, r.size, r.present, r.bound_min, r.bound_max
FROM __skyline_existence AS r
    LEFT JOIN __skyline_named_g ON __skyline_named_g.code = r.code
ORDER BY g ASC NULLS LAST, r.code ASC;
