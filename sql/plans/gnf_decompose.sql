-- FROM gnf_decompose('patients', [{'lhs': ['name'], 'rhs': ['disease']}], diversity := 2)

WITH RECURSIVE

-- the different rows of the published columns, and how often each occurs
__skyline_table AS (
    SELECT
        (SELECT list(column_name) FROM (DESCRIBE SELECT * FROM checked("patients") AS tbl)) AS names,
        (SELECT __skyline_gather_integers(0, 'gnf_decompose', i, v, n) FROM (
            SELECT __skyline_i AS i, list_value(*COLUMNS(* EXCLUDE (__skyline_n, __skyline_i))) AS v, __skyline_n AS n
            FROM (
                SELECT CASE WHEN integer_of(COLUMNS(* EXCLUDE (__skyline_n, __skyline_i))) IS NULL THEN text_of(COLUMNS(* EXCLUDE (__skyline_n, __skyline_i))) END, __skyline_i, __skyline_n
                FROM (
                    SELECT UNNEST(__skyline_row), __skyline_i, __skyline_n
                    FROM (
                        SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n, __skyline_row))) AS __skyline_i, __skyline_row, __skyline_n
                        FROM (
                            SELECT integer_of(COLUMNS(* EXCLUDE (__skyline_n, __skyline_row))), __skyline_row, __skyline_n
                            FROM (
                                SELECT *, struct_pack(*COLUMNS(* EXCLUDE (__skyline_n))) AS __skyline_row
                                FROM (SELECT canonical(COLUMNS(*)), count(*) AS __skyline_n FROM checked("patients") AS tbl GROUP BY ALL)
                            )
                        )
                    )
                )
            )
        )) AS kept
),

-- the sub-tables, and what they say of the original: the job, and the wait for it
__skyline_rows_job AS (
    SELECT __skyline_start(
        'gnf_decompose', 'decompose',
        '{"l":2,"method":"uad","names":["disease","name"],"rules":[{"number":0,"lhs":[1],"rhs":0}],"tables":null,"links":null}',
        to_json(struct_pack(
            "columns" := x.names,
            "table" := x.kept
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_table AS x
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_rows AS MATERIALIZED (
    SELECT UNNEST(__skyline_decompose_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
)

SELECT table_no, attributes, lhs, rhs, kl, note, estimate, guards FROM __skyline_rows ORDER BY table_no;
