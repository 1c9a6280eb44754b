-- FROM population_risk('patients', qi := ['age', 'zip'], fraction := 0.05, person := 'id')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL
    )
),

-- each person's row, and how many there are
__skyline_persons AS (
    SELECT p, first(q1) AS q1, first(q2) AS q2, first(canonical(s)) AS s, count(*) AS c
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, NULL::VARCHAR AS s, canonical(tbl."id") AS p
        FROM checked("patients") AS tbl
    )
    GROUP BY p
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS (
    SELECT q1, q2, sum(CASE WHEN p IS NULL THEN error('population_risk: person must not be NULL; filter such rows in a query given as tbl') WHEN c > 1 THEN error('population_risk: person must have one row each, and somebody has several; keep one row a person in a query given as tbl') ELSE 1 END) AS n
    FROM (SELECT * FROM __skyline_persons)
    GROUP BY q1, q2
),

-- how many QI groups have so many people, in the sample and in the population
__skyline_sizes AS (
    SELECT coalesce(TRY_CAST(people AS BIGINT), 9223372036854775807) AS people, coalesce(TRY_CAST(population AS BIGINT), 9223372036854775807) AS population, 0::DOUBLE AS stand_for, count(*) AS n
    FROM (SELECT n AS people, 0 AS population FROM __skyline_groups WHERE n > 0)
    GROUP BY ALL
),

-- the estimates: the job, and the wait for it
__skyline_estimates_job AS (
    SELECT __skyline_start(
        'population_risk', 'population',
        '{"way":"fraction","fraction":0.05}',
        to_json(struct_pack(sizes := x.sizes))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_sample_sizes(0, 'population_risk', people, population, stand_for, n) AS sizes FROM __skyline_sizes) AS x
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_estimates_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_estimates_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_estimates AS MATERIALIZED (
    SELECT UNNEST(__skyline_population_rows(job), recursive := true) FROM __skyline_estimates_job WHERE done
)

SELECT * EXCLUDE (i) FROM __skyline_estimates ORDER BY i ASC;
