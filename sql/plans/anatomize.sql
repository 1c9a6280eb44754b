-- FROM anatomize('patients', qi := ['age', 'zip'], sensitive := 'disease', diversity := 3)

WITH RECURSIVE

-- the columns of both sides, read once
__skyline_sides AS MATERIALIZED (
    SELECT
        one_form(tbl."age") AS l1,
        one_form(tbl."zip") AS l2,
        one_form(tbl."disease") AS r1
    FROM checked("patients") AS tbl
),

-- the values of the right side, numbered, and how many people have each
__skyline_right AS MATERIALIZED (
    SELECT k1, n, row_number() OVER (ORDER BY encode(text_of(k1)) ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT k1, count(*) AS n
        FROM (SELECT t.*, canonical(t.r1) AS k1 FROM __skyline_sides AS t)
        GROUP BY k1
    )
),

-- the groups, by how many people have each value: the job, and the wait for it
__skyline_seating_job AS (
    SELECT __skyline_start(
        'anatomize', 'people_groups',
        '{"grouping":"anatomy","l":3,"columns":"\"disease\"","drawn":true}',
        to_json(struct_pack(counts := x.counts))::VARCHAR
    ) AS job, false AS done
    FROM (
        SELECT __skyline_counts(0, 'anatomize', class, value, n, codes) AS counts
        FROM (SELECT 0 AS class, c AS value, n, NULL AS codes FROM __skyline_right)
    ) AS x
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_seating_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_seating_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_seating AS MATERIALIZED (
    SELECT UNNEST(__skyline_people_groups_rows(job), recursive := true) FROM __skyline_seating_job WHERE done
),

-- the rows and their groups g; computed once, so that nobody takes two places
__skyline_seated AS MATERIALIZED (
    SELECT x.l1, x.l2, x.r1, __skyline_seat(g.seating, x.c, NULL::BIGINT) AS g
    FROM (SELECT i.*, v.c AS c FROM (SELECT t.*, canonical(t.r1) AS k1 FROM __skyline_sides AS t) AS i LEFT JOIN __skyline_right AS v ON v.k1 IS NOT DISTINCT FROM i.k1) AS x CROSS JOIN __skyline_seating AS g
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT x.l1 AS "age", x.l2 AS "zip", x.g AS group_id
    FROM __skyline_seated AS x
    ORDER BY __skyline_shuffle() ASC
);
