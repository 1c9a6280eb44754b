-- FROM population_risk('patients', qi := ['age', 'zip'], sampling_weight := 'w')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2, tbl."w" AS o3 FROM checked("patients") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL, NULL
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, q3, sum(1) AS n
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, canonical(tbl."w") AS q3, NULL::VARCHAR AS s
        FROM checked("patients") AS tbl
    )
    GROUP BY q1, q2, q3
),

-- how many QI groups have so many people, who stand for so many
__skyline_sizes AS (
    SELECT coalesce(TRY_CAST(people AS BIGINT), 9223372036854775807) AS people, 0 AS population, stand_for, count(*) AS n
    FROM (
        SELECT sum(n) AS people, sum(CASE WHEN NOT __skyline_has_type(typeof(q3), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)') THEN error('population_risk: sampling_weight must be a column of numbers: of an integer type, DECIMAL, DOUBLE or FLOAT; cast it in a query given as tbl') WHEN q3 IS NULL THEN error('population_risk: sampling_weight must not be NULL; filter or fill such rows in a query given as tbl') WHEN TRY_CAST(q3 AS DOUBLE) < 1 OR TRY_CAST(q3 AS DOUBLE) > 1e12 THEN error('population_risk: sampling_weight must be from 1 to 1000000000000 in each row, since everybody stands for themselves at least; mend or filter such rows in a query given as tbl') WHEN n::DOUBLE * TRY_CAST(q3 AS DOUBLE) > 2305843009213693952 THEN error('population_risk: sampling_weight must add up to at most 2^61 people') ELSE n::BIGINT * TRY_CAST(TRY_CAST(q3 AS DOUBLE) AS DECIMAL(38, 12)) END)::DOUBLE AS stand_for
        FROM __skyline_groups
        WHERE n > 0
        GROUP BY q1, q2
    )
    GROUP BY ALL
),

-- the estimates: the job, and the wait for it
__skyline_estimates_job AS (
    SELECT __skyline_start(
        'population_risk', 'population',
        '{"way":"sampling_weight"}',
        to_json(struct_pack(
            sizes := x.sizes,
            equally := (SELECT count(DISTINCT q3) < 2 FROM __skyline_groups WHERE n > 0)
        ))::VARCHAR
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
