-- FROM anatomize_values('patients', qi := ['age', 'zip'], sensitive := 'disease', l := 3, seed := 1)

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."disease" AS r1 FROM checked("patients") AS tbl WHERE false
    UNION ALL
    SELECT NULL
),

-- the columns of both sides, read once
__skyline_sides AS (
    SELECT
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
        'anatomize_values', 'people_groups',
        '{"grouping":"anatomy","l":3,"columns":"\"disease\""}',
        to_json(struct_pack(counts := x.counts))::VARCHAR
    ) AS job, false AS done
    FROM (
        SELECT __skyline_counts(0, 'anatomize_values', class, value, n, codes) AS counts
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

-- the values, in their column's own type and in order
__skyline_shown AS MATERIALIZED (
    SELECT c, v1, row_number() OVER (ORDER BY v1 ASC NULLS LAST, c ASC) AS o
    FROM (SELECT x.c, in_own_type(x.k1, t.r1) AS v1 FROM __skyline_right AS x CROSS JOIN __skyline_types AS t)
)

SELECT x.g AS group_id, plain_enum(x.v1) AS value, 1::BIGINT AS count
FROM (
    SELECT UNNEST(__skyline_seats(g.seating, v.c)) AS g, v.v1, v.o
    FROM __skyline_shown AS v CROSS JOIN __skyline_seating AS g
) AS x
ORDER BY x.g ASC, x.o ASC;
