-- FROM special_uniques('patients', columns := ['age', 'zip', 'sex'])

SELECT r.* EXCLUDE ("score", "dis_score", "fewest_columns", "minimal_subsets", "subsets"), r."score", r."dis_score", __skyline_special_meaning(3, r.fewest_columns, list_any_value(list_slice(r.subsets, 1, 1)), r.minimal_subsets, r.dis_score) AS meaning, r."fewest_columns", r."minimal_subsets", r."subsets"
FROM (
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

    -- the same, with numbers
    __skyline_numbered AS MATERIALIZED (
        SELECT *, row_number() OVER () - 1 AS c FROM __skyline_groups
    ),

    -- the codes of q1, in any order
    __skyline_d1 AS MATERIALIZED (
        SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT q1 AS v FROM __skyline_numbered)
    ),

    -- the codes of q2, in any order
    __skyline_d2 AS MATERIALIZED (
        SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT q2 AS v FROM __skyline_numbered)
    ),

    -- the codes of q3, in any order
    __skyline_d3 AS MATERIALIZED (
        SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT q3 AS v FROM __skyline_numbered)
    ),

    -- whose the minimal subsets are: the job, and the wait for it
    __skyline_uniques_job AS (
        SELECT __skyline_start(
            'special_uniques', 'uniques',
            '{"columns":["age","zip","sex"],"max_size":3,"persons":false,"max_shown":5}',
            to_json(struct_pack(rows := x.rows))::VARCHAR
        ) AS job, false AS done
        FROM (
            SELECT __skyline_coded_rows(0, 'special_uniques', list_value(g.c, d1.c, d2.c, d3.c), coalesce(TRY_CAST(n AS BIGINT), 9223372036854775807)) AS rows
            FROM __skyline_numbered AS g
            JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM g.q1
            JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM g.q2
            JOIN __skyline_d3 AS d3 ON d3.v IS NOT DISTINCT FROM g.q3
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

    SELECT in_own_type(x.q1, t.o1) AS "age", in_own_type(x.q2, t.o2) AS "zip", in_own_type(x.q3, t.o3) AS "sex", r.score, r.dis_score, r.fewest_columns, r.minimal_subsets, r.subsets
    FROM __skyline_uniques AS r JOIN __skyline_numbered AS x ON x.c = r.id CROSS JOIN __skyline_types AS t
    ORDER BY r.score DESC, x.q1 ASC NULLS LAST, x.q2 ASC NULLS LAST, x.q3 ASC NULLS LAST
) AS r;
