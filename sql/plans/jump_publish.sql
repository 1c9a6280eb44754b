-- FROM jump_publish('ward', person := 'name', sensitive := 'condition', generalizations := ['by_two', 'by_three', 'by_four'], property := {'max_share': 0.5})

WITH RECURSIVE

-- the people: each one's sensitive value, and the labels of the groups
__skyline_labelled AS MATERIALIZED (
    SELECT
        tbl."name" AS p,
        one_form(tbl."condition") AS s,
        canonical(tbl."by_two") AS g1,
        canonical(tbl."by_three") AS g2,
        canonical(tbl."by_four") AS g3
    FROM checked("ward") AS tbl
),

-- each person has one row, and a group in every generalization
__skyline_assigned AS (
    SELECT CASE
        WHEN count(*) FILTER (WHERE p IS NULL) > 0 THEN error('jump_publish: person must not be NULL; filter such rows in a query given as tbl')
        WHEN count(DISTINCT canonical(p)) < count(*) THEN error('jump_publish: person must have one row each, and somebody has several; keep one row a person in a query given as tbl')
        WHEN count(*) FILTER (WHERE g1 IS NULL) > 0 THEN error('jump_publish: generalizations must put every person in a group, and "by_two" is NULL for somebody; give those people a label of their own, or leave them out')
        WHEN count(*) FILTER (WHERE g2 IS NULL) > 0 THEN error('jump_publish: generalizations must put every person in a group, and "by_three" is NULL for somebody; give those people a label of their own, or leave them out')
        WHEN count(*) FILTER (WHERE g3 IS NULL) > 0 THEN error('jump_publish: generalizations must put every person in a group, and "by_four" is NULL for somebody; give those people a label of their own, or leave them out')
        ELSE true
    END AS ok
    FROM __skyline_labelled
),

-- the cells: people who agree in all labels, and how often each sensitive value occurs
__skyline_alike AS (
    SELECT g1, g2, g3, __skyline_histogram(0, counted(s), 1) AS h
    FROM __skyline_labelled
    GROUP BY g1, g2, g3
),

-- the sets of tables that are evaluated: the job, and the wait for it
__skyline_evaluations_job AS (
    SELECT __skyline_start(
        'jump_publish', 'jump_steps',
        '{"generalizations":[{"name":"by_two","labels":[0]},{"name":"by_three","labels":[1]},{"name":"by_four","labels":[2]}],"property":{"max_share":0.5},"strategy":"jump","jump":[1,1,1],"max_steps":10000000000}',
        to_json(struct_pack(cells := x.cells))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_gather_histograms(0, 'jump_publish', list_value(integer_of(g1), integer_of(g2), integer_of(g3)), list_value(CASE WHEN integer_of(g1) IS NULL THEN text_of(g1) END, CASE WHEN integer_of(g2) IS NULL THEN text_of(g2) END, CASE WHEN integer_of(g3) IS NULL THEN text_of(g3) END), h) AS cells FROM __skyline_alike) AS x JOIN __skyline_assigned ON __skyline_assigned.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_evaluations_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_evaluations_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_evaluations AS MATERIALIZED (
    SELECT UNNEST(__skyline_jump_steps_rows(job), recursive := true) FROM __skyline_evaluations_job WHERE done
)

SELECT
    r.step, r.generalization, r.evaluated, r.holds, r.outcome, r.highest, r.reason, r.method,
    r.table_count::HUGEINT AS table_count, r.table_count_log10
FROM __skyline_evaluations AS r
ORDER BY r.step ASC;
