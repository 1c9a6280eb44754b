-- FROM column_profile('patients', columns := ['age', 'zip'], person := 'name')

WITH RECURSIVE

-- each person's different values of each column
__skyline_persons AS MATERIALIZED (
    SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_p))) AS vs, row_number() OVER () AS p, count(*) OVER () AS people
    FROM (
        SELECT CASE WHEN canonical(tbl."name") IS NULL THEN error('column_profile: person must not be NULL; filter such rows in a query given as tbl') ELSE canonical(tbl."name") END AS __skyline_p, list(DISTINCT text_of(COLUMNS(* EXCLUDE ("name"))))
        FROM (SELECT tbl."age", tbl."zip", tbl."name" FROM checked("patients") AS tbl) AS tbl
        GROUP BY ALL
    )
),

-- how many people have each value of each column, and how many are alone
__skyline_values AS (
    SELECT i, __skyline_histogram(0, v, n) AS h, count(DISTINCT p) FILTER (WHERE n = 1) AS alone, max(people) AS people
    FROM (
        SELECT i, v, count(*) AS n, min(p) AS p, max(people) AS people
        FROM (
            SELECT i, UNNEST(l) AS v, p, people
            FROM (SELECT UNNEST(range(len(vs))) AS i, UNNEST(vs) AS l, p, people FROM __skyline_persons)
        )
        GROUP BY i, v
    )
    GROUP BY i
),

-- which values are in one row of a person
__skyline_rows_of_persons AS MATERIALIZED (
    SELECT __skyline_hashed_rows(0, 'column_profile', list_transform(v, lambda x: (hash(x) >> 1)::BIGINT), 1) AS rows
    FROM (
        SELECT DISTINCT list_value(__skyline_p, *COLUMNS(* EXCLUDE (__skyline_p))) AS v
        FROM (
            SELECT CASE WHEN canonical(tbl."name") IS NULL THEN error('column_profile: person must not be NULL; filter such rows in a query given as tbl') ELSE text_of(tbl."name") END AS __skyline_p, text_of(COLUMNS(* EXCLUDE ("name")))
            FROM (SELECT tbl."age", tbl."zip", tbl."name" FROM checked("patients") AS tbl) AS tbl
        )
    )
),

-- what is measured of each column: the job, and the wait for it
__skyline_columns_job AS (
    SELECT __skyline_start(
        'column_profile', 'columns',
        '{"persons":true}',
        to_json(struct_pack(
            names := d.names,
            types := d.types,
            people := x.people,
            histograms := x.histograms,
            rows := y.rows
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT list(column_name) AS names, list(regexp_replace(column_type, 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g')) AS types FROM (DESCRIBE SELECT * EXCLUDE ("name") FROM (SELECT tbl."age", tbl."zip", tbl."name" FROM checked("patients") AS tbl) AS tbl)) AS d,
            (SELECT __skyline_column_histograms(0, 'column_profile', i, h, alone) AS histograms, coalesce(max(people), 0) AS people FROM __skyline_values) AS x,
            __skyline_rows_of_persons AS y
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
