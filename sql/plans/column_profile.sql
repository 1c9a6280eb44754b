-- FROM column_profile('patients')

WITH RECURSIVE

-- which values are in one row, as codes of their texts
__skyline_texts AS MATERIALIZED (
    SELECT __skyline_coded_texts(0, 'column_profile', v, n) AS texts FROM (SELECT list_value(*COLUMNS(*)) AS v, 1 AS n FROM (SELECT text_of(COLUMNS(*)) FROM "patients" AS tbl))
),

-- what is measured of each column: the job, and the wait for it
__skyline_columns_job AS (
    SELECT __skyline_start(
        'column_profile', 'columns',
        '{"persons":false}',
        to_json(struct_pack(
            names := d.names,
            types := d.types,
            texts := x.texts
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT list(column_name) AS names, list(regexp_replace(column_type, 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g')) AS types FROM (DESCRIBE SELECT * FROM "patients" AS tbl)) AS d, __skyline_texts AS x
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
