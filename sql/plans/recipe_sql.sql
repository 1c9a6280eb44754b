-- FROM recipe_sql('people', 'map', qi := ['age', 'sex'], sensitive := 'disease', types := {'disease': 'VARCHAR'})

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT tbl."age" AS o1, tbl."sex" AS o2 FROM checked("map") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL
    )
),

-- the map: the texts of each combination, and of its labels
__skyline_map AS MATERIALIZED (
    SELECT
        list_value(CASE WHEN typeof(tbl."age") IN ('FLOAT', 'DOUBLE') THEN TRY_CAST(tbl."age" AS DOUBLE)::VARCHAR WHEN typeof(tbl."age") = 'TIMESTAMP WITH TIME ZONE' THEN epoch_us(TRY_CAST(tbl."age" AS TIMESTAMP WITH TIME ZONE))::VARCHAR ELSE tbl."age"::VARCHAR END, CASE WHEN typeof(tbl."sex") IN ('FLOAT', 'DOUBLE') THEN TRY_CAST(tbl."sex" AS DOUBLE)::VARCHAR WHEN typeof(tbl."sex") = 'TIMESTAMP WITH TIME ZONE' THEN epoch_us(TRY_CAST(tbl."sex" AS TIMESTAMP WITH TIME ZONE))::VARCHAR ELSE tbl."sex"::VARCHAR END, tbl."age_label"::VARCHAR, tbl."sex_label"::VARCHAR, any_bigint(tbl.group_id)::VARCHAR) AS v,
        any_bigint(tbl.group_id) AS g,
        any_bigint(tbl.people) AS n,
        coalesce(any_bigint(tbl.people), 0) > 0 AND (any_bigint(tbl.group_id) IS NOT NULL) = (tbl."group_id" IS NOT NULL) AS ok
    FROM checked("map") AS tbl
),

-- what the statements compare with
__skyline_totals AS (
    SELECT
        count(*) AS combinations,
        bool_and(ok) AS ok,
        coalesce(sum(n), 0) AS people,
        coalesce(sum(n) FILTER (WHERE g IS NOT NULL), 0) AS released
    FROM __skyline_map
),

-- the combinations, for the kernel
__skyline_kept AS (
    SELECT __skyline_gather(0, 'recipe_sql', m.v, m.n) AS kept
    FROM __skyline_map AS m, __skyline_totals AS t
    WHERE t.ok AND (t.combinations <= 1000000 OR false)
),

-- the statements: the job, and the wait for it
__skyline_rows_job AS (
    SELECT __skyline_start(
        'recipe_sql', 'recipe_sql',
        '{"table":"people","qi":["age","sex"],"sensitive":["disease"],"columns":null,"release":["skyline_release"],"map_there":["map"],"types":{"disease":"VARCHAR"},"dialect":"duckdb","form":"auto"}',
        to_json(struct_pack(
            map_types := y.types,
            combinations := t.combinations,
            ok := t.ok,
            people := t.people::VARCHAR,
            released := t.released::VARCHAR,
            map := x.kept
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT list_value(typeof(o1), typeof(o2)) AS types FROM __skyline_types) AS y, __skyline_totals AS t, __skyline_kept AS x
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_rows AS MATERIALIZED (
    SELECT UNNEST(__skyline_recipe_sql_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
)

SELECT step AS "step", sql AS "sql", query AS "query" FROM __skyline_rows ORDER BY place;
