-- FROM release_certificate('release', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'k_anonymity': 5}, other_columns := 'keep')

WITH RECURSIVE

-- what is required of the release, and what it has
__skyline_required AS MATERIALIZED (
    SELECT * FROM (
        WITH RECURSIVE

        -- the columns' own types: a row of NULLs
        __skyline_types AS (
            SELECT plain_union(COLUMNS(*))
            FROM (
                SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("release") AS tbl WHERE false
                UNION ALL
                SELECT NULL, NULL, NULL
            )
        ),

        -- the QI groups: their people, and how often each sensitive value occurs
        __skyline_groups AS (
            SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
            FROM (
                SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
                FROM checked("release") AS tbl
            )
            GROUP BY q1, q2
        ),

        -- the QI groups for the kernel, and which labels may be ranges or sets
        __skyline_groups_and_labels AS MATERIALIZED (
            SELECT
                __skyline_histograms(0, 'release_certificate', 'one', h) AS histograms,
                coalesce(bool_or(CASE WHEN typeof(q1) = 'VARCHAR' THEN regexp_full_match(q1::VARCHAR, '(?s)(\[.*, .*\]|[<>]= .*)( or NULL)?|\{.*\}') END), false) AS l1,
                coalesce(bool_or(CASE WHEN typeof(q2) = 'VARCHAR' THEN regexp_full_match(q2::VARCHAR, '(?s)(\[.*, .*\]|[<>]= .*)( or NULL)?|\{.*\}') END), false) AS l2
            FROM __skyline_groups
        ),

        -- what the table has of each requirement: the job, and the wait for it
        __skyline_findings_job AS (
            SELECT __skyline_start(
                'release_certificate', 'requirements',
                '{"privacy":{"k_anonymity":5},"sensitive":["disease"]}',
                to_json(struct_pack(histograms := x.histograms))::VARCHAR
            ) AS job, false AS done
            FROM __skyline_groups_and_labels AS x
            UNION ALL
            (
                SELECT job, __skyline_wait(job) FROM __skyline_findings_job WHERE NOT done
                UNION ALL
                SELECT job, true FROM __skyline_findings_job WHERE NOT done AND __skyline_wait(job) IS NULL
            )
        ),

        __skyline_findings AS MATERIALIZED (
            SELECT UNNEST(__skyline_requirements_rows(job), recursive := true) FROM __skyline_findings_job WHERE done
        )

        SELECT requirement, attribute, holds, achieved, required, __skyline_finding_meaning(requirement, rule, required, achieved, holds) AS meaning, value, rule
        FROM (
            SELECT 0 AS part, r.i, r.requirement, r.required, r.achieved, r.holds, r.rule, cast_like(r.value, t.s) AS value, r.attribute
            FROM __skyline_findings AS r JOIN __skyline_types AS t
                ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('release_certificate: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
            UNION ALL
            SELECT 1, 0, *, NULL FROM (
                SELECT
                    'exact_values' AS requirement, NULL::DOUBLE AS required, NULL::DOUBLE AS achieved, NULL::BOOLEAN AS holds,
                    'share of people who are alone with a value that labels show: not known, as original is not given' AS rule,
                    t.s AS value
                FROM __skyline_groups_and_labels AS x CROSS JOIN __skyline_types AS t
                WHERE x.l1 AND (typeof(t.o1) = 'VARCHAR' OR __skyline_has_type(typeof(t.o1), 'STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)')) OR x.l2 AND (typeof(t.o2) = 'VARCHAR' OR __skyline_has_type(typeof(t.o2), 'STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)'))
            )
            UNION ALL
            SELECT 4, 0, *, NULL FROM (
                SELECT 'people_counted' AS requirement, 1::DOUBLE AS required, 0::DOUBLE AS achieved, false AS holds, 'people in tbl >= 1' AS rule, t.s AS value
                FROM __skyline_types AS t
                WHERE NOT EXISTS (FROM __skyline_groups)
            )
            UNION ALL
            SELECT 5, 0, *, NULL FROM (
                SELECT 'suppressed_rows' AS requirement, NULL::DOUBLE AS required, x.n::DOUBLE AS achieved, NULL::BOOLEAN AS holds, 'rows that show * in every qi column: they count as people and as one QI group; suppressed_rows := ''drop'' leaves them out' AS rule, t.s AS value
                FROM (
                    SELECT n
                    FROM (SELECT count(*) FILTER (WHERE typeof(tbl."age") SIMILAR TO '(?s)VARCHAR|ENUM.*' AND tbl."age"::VARCHAR = '*' AND typeof(tbl."zip") SIMILAR TO '(?s)VARCHAR|ENUM.*' AND tbl."zip"::VARCHAR = '*') AS n, count(*) AS rows FROM checked("release") AS tbl)
                    WHERE n > 0 AND n < rows
                ) AS x CROSS JOIN __skyline_types AS t
            )
        )
        ORDER BY part, i
    ) WHERE requirement <> 'exact_values'
),

-- the columns of a table, and its fingerprint
__skyline_release AS MATERIALIZED (
    SELECT c.names, c.types, TRY_CAST(split_part(r.rows, ' ', 1) AS BIGINT) AS rows, sha256(concat('skyline fingerprint 1', chr(10), c.columns, chr(10), r.rows, chr(10))) AS fingerprint
    FROM (
        SELECT list(name) AS names, list(type) AS types, string_agg(concat(strlen(name), ':', name, strlen(type), ':', type), '') AS columns
        FROM (SELECT column_name AS name, regexp_replace(regexp_replace(regexp_replace(replace(column_type, '"NULL"', 'INTEGER'), 'ENUM\((''([^'']|'''')*''(, )?)*\)|\bBIT\b|\bBIGNUM\b|\bVARINT\b', 'VARCHAR', 'g'), 'TIMESTAMP_M?S\b', 'TIMESTAMP', 'g'), '\[\d+\]', '[]', 'g') AS type FROM (DESCRIBE SELECT * FROM checked("release") AS tbl))
    ) AS c CROSS JOIN (
        SELECT __skyline_row_digests(0, 'release_certificate', v, __skyline_n) AS rows
        FROM (
            SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n
            FROM (
                SELECT stored_text(COLUMNS(* EXCLUDE (__skyline_n))), __skyline_n
                FROM (SELECT canonical(COLUMNS(*)), count(*) AS __skyline_n FROM checked("release") AS tbl GROUP BY ALL)
            )
        )
    ) AS r
),

-- what a certificate is made of
__skyline_measured AS MATERIALIZED (
    SELECT to_json(struct_pack(
        duckdb := version(), names := __skyline_release.names, types := __skyline_release.types, rows := __skyline_release.rows,
        people := n.people, fingerprint := __skyline_release.fingerprint, original := '', public := '', tables := list_value()::VARCHAR[],
        requirements := (SELECT list(struct_pack(requirement := requirement, rule := rule, required := required::VARCHAR, achieved := achieved::VARCHAR, holds := holds, value := text_of(value), attribute := attribute)) FROM __skyline_required)
    ))::VARCHAR AS text
    FROM __skyline_release CROSS JOIN (SELECT coalesce(TRY_CAST(count(*) AS BIGINT), 0) AS people FROM checked("release") AS tbl) AS n
)

SELECT __skyline_certificate('{"parameters":{"other_columns":"keep","privacy":{"k_anonymity":5},"qi":["age","zip"],"sensitive":"disease","values_per_person":"one"}}', text) AS certificate FROM __skyline_measured;
