-- FROM privacy_measures('patients', qi := ['age', 'zip'], sensitive := 'disease')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL
    )
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h, sum(1) AS n
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
        FROM checked("patients") AS tbl
    )
    GROUP BY q1, q2
),

-- how many QI groups there are of each size, in the table and beside it, and how many values of each quasi-identifier
__skyline_sizes AS (
    SELECT (-1) AS of, coalesce(TRY_CAST(people AS BIGINT), 9223372036854775807) AS people, coalesce(TRY_CAST(population AS BIGINT), 9223372036854775807) AS others, count(*) AS n
    FROM (SELECT n AS people, n AS population FROM __skyline_groups WHERE n > 0)
    WHERE people > 0
    GROUP BY ALL
    UNION ALL
    SELECT 0, coalesce(TRY_CAST(people AS BIGINT), 9223372036854775807) AS people, 0, count(*)
    FROM (SELECT sum(n) AS people FROM __skyline_groups WHERE n > 0 GROUP BY q1)
    GROUP BY ALL
    UNION ALL
    SELECT 1, coalesce(TRY_CAST(people AS BIGINT), 9223372036854775807) AS people, 0, count(*)
    FROM (SELECT sum(n) AS people FROM __skyline_groups WHERE n > 0 GROUP BY q2)
    GROUP BY ALL
),

-- the different histograms, and how many QI groups have each
__skyline_different AS MATERIALIZED (
    SELECT h, count(*) AS n FROM __skyline_groups WHERE n > 0 GROUP BY h
),

-- the texts of the sensitive values, and their places in the order of their type, if it has one
__skyline_value_order AS (
    SELECT v, row_number() OVER (ORDER BY x ASC, v ASC) AS place, __skyline_has_type(typeof(t.s), '<number>') AS number
    FROM (
        SELECT v, cast_like(v, t.s) AS x
        FROM (
            SELECT DISTINCT ((value)::VARCHAR COLLATE "binary") AS v
            FROM (
                SELECT UNNEST(__skyline_entries(h), recursive := true)
                FROM (SELECT DISTINCT h FROM __skyline_different), __skyline_types AS t
                WHERE __skyline_has_type(typeof(t.s), '(?s:<range>)')
            )
            WHERE value IS NOT NULL
        ), __skyline_types AS t
    ), __skyline_types AS t
    WHERE x IS NOT NULL
),

-- the measures: the job, and the wait for it
__skyline_measures_job AS (
    SELECT __skyline_start(
        'privacy_measures', 'report',
        '{"values_per_person":"one","risk_threshold":0.2,"qi":["age","zip"],"sensitive":["disease"]}',
        to_json(struct_pack(
            sizes := x.sizes,
            histograms := y.histograms,
            facts := (SELECT __skyline_value_facts(0, 'privacy_measures', i, v, place, number, level, label) FROM (SELECT 0 AS i, v, place, number, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM __skyline_value_order))
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_size_counts(0, 'privacy_measures', of, people, others, n) AS sizes FROM __skyline_sizes) AS x, (SELECT __skyline_histogram_counts(0, 'privacy_measures', h, n) AS histograms FROM __skyline_different) AS y
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_measures_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_measures_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_measures AS MATERIALIZED (
    SELECT UNNEST(__skyline_report_rows(job), recursive := true) FROM __skyline_measures_job WHERE done
)

SELECT measure, attribute, value, meaning
FROM (
    SELECT i, measure, attribute, value, meaning FROM __skyline_measures
    UNION ALL
    SELECT NULL, 'suppressed_rows', NULL, n::DOUBLE, concat('Rows that show * in every qi column: ', n, '. They count as people and as one QI group; suppressed_rows := ''drop'' leaves them out.') FROM (
        SELECT n
        FROM (SELECT count(*) FILTER (WHERE typeof(tbl."age") SIMILAR TO '(?s)VARCHAR|ENUM.*' AND tbl."age"::VARCHAR = '*' AND typeof(tbl."zip") SIMILAR TO '(?s)VARCHAR|ENUM.*' AND tbl."zip"::VARCHAR = '*') AS n, count(*) AS rows FROM checked("patients") AS tbl)
        WHERE n > 0 AND n < rows
    )
)
ORDER BY i ASC NULLS LAST;
