-- FROM column_profile('patients')

WITH RECURSIVE

-- how often each column has each of its values, and which are in one row
__skyline_values AS MATERIALIZED (
    SELECT UNNEST(range(len(hs))) AS i, UNNEST(hs) AS h, NULL::BIGINT AS alone, NULL::BIGINT AS people, rows
    FROM (
        SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_hashed_rows))) AS hs, __skyline_hashed_rows AS rows
        FROM (
            SELECT __skyline_histogram(0, COLUMNS(*), 1), __skyline_hashed_rows(0, 'column_profile', list_transform(list_value(*COLUMNS(*)), lambda x: (hash(x) >> 1)::BIGINT), 1) AS __skyline_hashed_rows
            FROM (SELECT text_of(COLUMNS(*)) FROM "patients" AS tbl)
        )
    )
),

-- what is measured of each column: the job, and the wait for it
__skyline_columns_job AS (
    SELECT __skyline_start(
        'column_profile', 'columns',
        '{"persons":false}',
        to_json(struct_pack(
            names := d.names,
            types := d.types,
            people := x.people,
            histograms := x.histograms,
            rows := y.rows
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT list(column_name) AS names, list(regexp_replace(column_type, 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g')) AS types FROM (DESCRIBE SELECT * FROM "patients" AS tbl)) AS d,
            (SELECT __skyline_column_histograms(0, 'column_profile', i, h, alone) AS histograms, coalesce(max(people), 0) AS people FROM __skyline_values) AS x,
            (SELECT max(rows) AS rows FROM __skyline_values) AS y
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_columns_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_columns_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_columns AS MATERIALIZED (
    SELECT UNNEST(__skyline_columns_rows(job), recursive := true) FROM __skyline_columns_job WHERE done
)

SELECT * EXCLUDE (i) FROM __skyline_columns ORDER BY i ASC;
