-- FROM workload_error('patients', ['release'], queries := 100, seed := 1)

WITH RECURSIVE

-- the different rows of all tables, and how often they come; the original is number 0
__skyline_counted AS (
    SELECT 0 AS i, v, n FROM (
        SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
        FROM (
            SELECT text_of(COLUMNS(* EXCLUDE (__skyline_n))), __skyline_n
            FROM (SELECT canonical(COLUMNS(*)), count(*) AS __skyline_n FROM "patients" AS tbl GROUP BY ALL)
        )
    )
    UNION ALL
    SELECT 1 AS i, v, n FROM (
        SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
        FROM (
            SELECT text_of(COLUMNS(* EXCLUDE (__skyline_n))), __skyline_n
            FROM (SELECT canonical(COLUMNS(*)), count(*) AS __skyline_n FROM "release" AS tbl GROUP BY ALL)
        )
    )
),

-- the names of their columns, and the types of the original's
__skyline_names AS (
    SELECT list_value(
        (SELECT list(column_name) FROM (DESCRIBE SELECT * FROM "patients" AS tbl)),
        (SELECT list(column_name) FROM (DESCRIBE SELECT * FROM "release" AS tbl))
    ) AS names, (SELECT list(regexp_replace(column_type, 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g')) FROM (DESCRIBE SELECT * FROM "patients" AS tbl)) AS types
),

-- how well the released tables answer queries: the job, and the wait for it
__skyline_measures_job AS (
    SELECT __skyline_start(
        'workload_error', 'workload',
        '{"dimension":3,"selectivity":0.4,"queries":100,"rhs":[null]}',
        to_json(struct_pack(
            "key" := base64('\x01\x00\x00\x00\x00\x00\x00\x00'::BLOB),
            names := m.names,
            types := m.types,
            tables := x.kept
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_gather_tables(0, 'workload_error', i, v, n) AS kept FROM __skyline_counted) AS x,
        __skyline_names AS m
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_measures_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_measures_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_measures AS MATERIALIZED (
    SELECT UNNEST(__skyline_workload_rows(job), recursive := true) FROM __skyline_measures_job WHERE done
)

SELECT measure, value, meaning FROM __skyline_measures ORDER BY i ASC;
