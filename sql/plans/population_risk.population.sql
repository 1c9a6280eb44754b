-- FROM population_risk('patients', qi := ['age', 'zip'], population := 'census', weight := 'people')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2, tbl."people" AS w FROM (SELECT * FROM checked("patients") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL, NULL
),

-- a weight is a whole number
__skyline_guard AS (
    SELECT CASE WHEN __skyline_has_type(typeof(w), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL\([0-9]+,[0-9]+\)') THEN true ELSE error('population_risk: weight must be a column of an integer type or DECIMAL; cast it, or round it in a query given as tbl') END AS ok FROM __skyline_types
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS (
    SELECT q1, q2, sum(CASE WHEN w IS NULL THEN error('population_risk: weight must not be NULL; filter or fill such rows in a query given as tbl') WHEN coalesce(TRY_CAST(w AS HUGEINT), 0) < 0 THEN error('population_risk: weight must be at least 0; filter such rows in a query given as tbl') WHEN __skyline_has_type(typeof(w), 'DECIMAL\([0-9]+,[1-9][0-9]*\)') AND regexp_matches(w::VARCHAR, '[.]0*[1-9]') THEN error('population_risk: weight must be a whole number in each row; round it in a query given as tbl') ELSE coalesce(TRY_CAST(w AS BIGINT), error('population_risk: weight must be at most 9223372036854775807')) END) AS n
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, NULL::VARCHAR AS s, tbl."people" AS w
        FROM (SELECT * FROM checked("patients") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl JOIN __skyline_guard ON __skyline_guard.ok
    )
    GROUP BY q1, q2
),

-- how many QI groups have so many people, in the sample and in the population
__skyline_sizes AS (
    SELECT coalesce(TRY_CAST(people AS BIGINT), 9223372036854775807) AS people, coalesce(TRY_CAST(population AS BIGINT), 9223372036854775807) AS population, 0::DOUBLE AS stand_for, count(*) AS n
    FROM (
        SELECT sum(people) AS people, sum(population) AS population
        FROM (
            SELECT q1, q2, n AS people, 0 AS population FROM __skyline_groups WHERE n > 0
            UNION ALL
            SELECT canonical(population."age"), canonical(population."zip"), 0, 1 FROM checked("census") AS population
        )
        GROUP BY q1, q2
    )
    GROUP BY ALL
),

-- the estimates: the job, and the wait for it
__skyline_estimates_job AS (
    SELECT __skyline_start(
        'population_risk', 'population',
        '{"way":"population"}',
        to_json(struct_pack(sizes := x.sizes))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_sample_sizes(0, 'population_risk', people, population, stand_for, n) AS sizes FROM __skyline_sizes) AS x JOIN __skyline_guard ON __skyline_guard.ok
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
