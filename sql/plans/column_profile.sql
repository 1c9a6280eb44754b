-- FROM column_profile('patients')

WITH RECURSIVE

-- how often each column has each of its values
__skyline_values AS (
    SELECT UNNEST(range(len(hs))) AS i, UNNEST(hs) AS h, NULL::BIGINT AS alone, NULL::BIGINT AS people
    FROM (
        SELECT list_value(*COLUMNS(*)) AS hs
        FROM (
            SELECT __skyline_histogram(0, text_of(COLUMNS(*)), 1)
            FROM (SELECT * FROM "patients" AS tbl)
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
            histograms := x.histograms
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT list(column_name) AS names, list(regexp_replace(column_type, 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g')) AS types FROM (DESCRIBE SELECT * FROM "patients" AS tbl)) AS d,
            (SELECT __skyline_column_histograms(0, 'column_profile', i, h, alone) AS histograms, coalesce(max(people), 0) AS people FROM __skyline_values) AS x
    UNION ALL
    SELECT job, __skyline_wait(job) FROM __skyline_columns_job WHERE NOT done
),

__skyline_columns AS MATERIALIZED (
    SELECT UNNEST(__skyline_columns_rows(job), recursive := true) FROM __skyline_columns_job WHERE done
)

SELECT * EXCLUDE (i) FROM __skyline_columns ORDER BY i ASC;
