-- FROM column_profile('patients', weight := 'n')

WITH RECURSIVE

-- how often each column has each of its values, and which are in one row
__skyline_values AS MATERIALIZED (
    SELECT UNNEST(range(len(hs))) AS i, UNNEST(hs) AS h, NULL::BIGINT AS alone, NULL::BIGINT AS people, rows
    FROM (
        SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_hashed_rows))) AS hs, __skyline_hashed_rows AS rows
        FROM (
            SELECT __skyline_histogram(0, COLUMNS(* EXCLUDE (__skyline_n)), __skyline_n), __skyline_hashed_rows(0, 'column_profile', list_transform(list_value(*COLUMNS(* EXCLUDE (__skyline_n))), lambda x: (hash(x) >> 1)::BIGINT), __skyline_n) AS __skyline_hashed_rows
            FROM (
                SELECT text_of(COLUMNS(* EXCLUDE (__skyline_n))), __skyline_n
                FROM (SELECT canonical(COLUMNS(* EXCLUDE ("n"))), coalesce(TRY_CAST(sum(CASE WHEN CASE WHEN __skyline_has_type(typeof(tbl."n"), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL\([0-9]+,[0-9]+\)') THEN true ELSE error('column_profile: weight must be a column of an integer type or DECIMAL; cast it, or round it in a query given as tbl') END THEN CASE WHEN tbl."n" IS NULL THEN error('column_profile: weight must not be NULL; filter or fill such rows in a query given as tbl') WHEN coalesce(TRY_CAST(tbl."n" AS HUGEINT), 0) < 0 THEN error('column_profile: weight must be at least 0; filter such rows in a query given as tbl') WHEN __skyline_has_type(typeof(tbl."n"), 'DECIMAL\([0-9]+,[1-9][0-9]*\)') AND regexp_matches(tbl."n"::VARCHAR, '[.]0*[1-9]') THEN error('column_profile: weight must be a whole number in each row; round it in a query given as tbl') ELSE coalesce(TRY_CAST(tbl."n" AS BIGINT), error('column_profile: weight must be at most 9223372036854775807')) END END) AS BIGINT), error('column_profile: tbl must have at most 2^61 people, counted with their weights')) AS __skyline_n FROM checked("patients") AS tbl GROUP BY ALL)WHERE __skyline_n > 0
            )
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
    FROM (SELECT list(column_name) AS names, list(regexp_replace(column_type, 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g')) AS types FROM (DESCRIBE SELECT * EXCLUDE ("n") FROM checked("patients") AS tbl)) AS d,
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
