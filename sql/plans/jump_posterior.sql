-- FROM jump_posterior('ward', person := 'name', sensitive := 'condition', generalizations := ['by_two', 'by_three'], property := {'max_share': 0.5}, strategy := 'naive')

WITH RECURSIVE

-- the people: each one's sensitive value, and the labels of the groups
__skyline_labelled AS MATERIALIZED (
    SELECT
        tbl."name" AS p,
        one_form(tbl."condition") AS s,
        canonical(tbl."by_two") AS g1,
        canonical(tbl."by_three") AS g2
    FROM checked("ward") AS tbl
),

-- each person has one row, and a group in every generalization
__skyline_assigned AS (
    SELECT CASE
        WHEN count(*) FILTER (WHERE p IS NULL) > 0 THEN error('jump_posterior: person must not be NULL; filter such rows in a query given as tbl')
        WHEN count(DISTINCT canonical(p)) < count(*) THEN error('jump_posterior: person must have one row each, and somebody has several; keep one row a person in a query given as tbl')
        WHEN count(*) FILTER (WHERE g1 IS NULL) > 0 THEN error('jump_posterior: generalizations must put every person in a group, and "by_two" is NULL for somebody; give those people a label of their own, or leave them out')
        WHEN count(*) FILTER (WHERE g2 IS NULL) > 0 THEN error('jump_posterior: generalizations must put every person in a group, and "by_three" is NULL for somebody; give those people a label of their own, or leave them out')
        ELSE true
    END AS ok
    FROM __skyline_labelled
),

-- the cells: people who agree in all labels, and how often each sensitive value occurs
__skyline_alike AS (
    SELECT g1, g2, __skyline_histogram(0, counted(s), 1) AS h
    FROM __skyline_labelled
    GROUP BY g1, g2
),

-- what is believed of each cell of people after the release: the job, and the wait for it
__skyline_beliefs_job AS (
    SELECT __skyline_start(
        'jump_posterior', 'jump_posterior',
        '{"generalizations":[{"name":"by_two","labels":[0]},{"name":"by_three","labels":[1]}],"property":{"max_share":0.5},"strategy":"naive","max_steps":10000000000}',
        to_json(struct_pack(cells := x.cells))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_gather_histograms(0, 'jump_posterior', list_value(integer_of(g1), integer_of(g2)), list_value(CASE WHEN integer_of(g1) IS NULL THEN text_of(g1) END, CASE WHEN integer_of(g2) IS NULL THEN text_of(g2) END), h) AS cells FROM __skyline_alike) AS x JOIN __skyline_assigned ON __skyline_assigned.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_beliefs_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_beliefs_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_beliefs AS MATERIALIZED (
    SELECT UNNEST(__skyline_jump_posterior_rows(job), recursive := true) FROM __skyline_beliefs_job WHERE done
),

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT s FROM __skyline_labelled AS tbl WHERE false
    UNION ALL
    SELECT NULL
),

-- the sensitive values, by their texts t
__skyline_possible AS MATERIALIZED (
    SELECT x.t, in_own_type(x.s, own.s) AS v
    FROM (
        SELECT t, first(s) AS s
        FROM (SELECT canonical(s) AS s, text_of(s) AS t FROM __skyline_labelled)
        GROUP BY t
    ) AS x CROSS JOIN __skyline_types AS own
)

SELECT x.p AS person, v.v AS value, r.probability
FROM (SELECT p, list_value(text_of(g1), text_of(g2)) AS cell FROM __skyline_labelled) AS x
JOIN __skyline_beliefs AS r ON r.cell = x.cell
JOIN __skyline_possible AS v ON v.t IS NOT DISTINCT FROM r.value
ORDER BY x.p ASC NULLS LAST, r.probability DESC, v.t ASC NULLS LAST;
