-- FROM skyline_check('patients', qi := ['age'], sensitive := ['disease', 'income'], k := 1, known := 'others')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."disease" AS s1, tbl."income" AS s2, NULL::VARCHAR AS s, tbl."age" AS o1 FROM checked("patients") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL, NULL
),

-- the table, read once, and how many people have the same in all columns
__skyline_once AS MATERIALIZED (
    SELECT in_own_type(x.k1, t.o1) AS "age", in_own_type(x.k2, t.s1) AS "disease", in_own_type(x.k3, t.s2) AS "income", coalesce(TRY_CAST(x.n AS BIGINT), error('skyline_check: tbl must have at most 2^61 people, counted with their weights')) AS "n"
    FROM (
        SELECT canonical(tbl."age") AS k1, canonical(tbl."disease") AS k2, canonical(tbl."income") AS k3, count(*) AS n
        FROM checked("patients") AS tbl
        GROUP BY ALL
    ) AS x CROSS JOIN __skyline_types AS t
)

SELECT * EXCLUDE (__skyline_a, __skyline_i)
FROM (
    SELECT 0 AS __skyline_a, row_number() OVER () AS __skyline_i, * REPLACE (
        r.value::VARCHAR AS value, CASE WHEN r.witness IS NOT NULL THEN struct_pack(
            target_group := CASE WHEN r.witness.target_group IS NOT NULL THEN struct_pack("age" := struct_extract(r.witness.target_group, 'age'), "disease" := NULL, "income" := struct_extract(r.witness.target_group, 'income')) END, target_people := r.witness.target_people, target_having := r.witness.target_having,
            family_group := CASE WHEN r.witness.family_group IS NOT NULL THEN struct_pack("age" := struct_extract(r.witness.family_group, 'age'), "disease" := NULL, "income" := struct_extract(r.witness.family_group, 'income')) END, known_group := CASE WHEN r.witness.known_group IS NOT NULL THEN struct_pack("age" := struct_extract(r.witness.known_group, 'age'), "disease" := NULL, "income" := struct_extract(r.witness.known_group, 'income')) END,
            ruled_out := r.witness.ruled_out::VARCHAR[]
        ) END AS witness, 'The other sensitive columns are known. ' || r.meaning AS meaning
    ) FROM (
    SELECT r."value", r."l", r."k", r."m", r."c", r."breach", r."safe", r."witness", __skyline_breach_meaning(
        'one', r.value::VARCHAR, r.l, r.k, r.m, r.breach, r.c, r.safe, r.certain, list_value('age', 'income')::VARCHAR[],
        CASE WHEN struct_extract(r.witness, 'target_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'target_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'target_group'), 'income')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'family_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'family_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'family_group'), 'income')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'known_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'known_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'known_group'), 'income')::VARCHAR) END, struct_extract(r.witness, 'target_people'), struct_extract(r.witness, 'target_having'), struct_extract(r.witness, 'ruled_out')::VARCHAR[]
    ) AS meaning, r."attribute"
    FROM (
        WITH RECURSIVE

        -- the columns' own types: a row of NULLs
        __skyline_types AS (
            SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."income" AS o2, tbl."n" AS w FROM __skyline_once AS tbl WHERE false
            UNION ALL
            SELECT NULL, NULL, NULL, NULL
        ),

        -- a weight is a whole number
        __skyline_guard AS (
            SELECT CASE WHEN __skyline_has_type(typeof(w), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL\([0-9]+,[0-9]+\)') THEN true ELSE error('skyline_check: weight must be a column of an integer type or DECIMAL; cast it, or round it in a query given as tbl') END AS ok FROM __skyline_types
        ),

        -- the QI groups: their people, and how often each sensitive value occurs
        __skyline_groups AS MATERIALIZED (
            SELECT q1, q2, __skyline_histogram(0, counted(s), CASE WHEN w IS NULL THEN error('skyline_check: weight must not be NULL; filter or fill such rows in a query given as tbl') WHEN coalesce(TRY_CAST(w AS HUGEINT), 0) < 0 THEN error('skyline_check: weight must be at least 0; filter such rows in a query given as tbl') WHEN __skyline_has_type(typeof(w), 'DECIMAL\([0-9]+,[1-9][0-9]*\)') AND regexp_matches(w::VARCHAR, '[.]0*[1-9]') THEN error('skyline_check: weight must be a whole number in each row; round it in a query given as tbl') ELSE coalesce(TRY_CAST(w AS BIGINT), error('skyline_check: weight must be at most 9223372036854775807')) END) AS h
            FROM (
                SELECT canonical(tbl."age") AS q1, canonical(tbl."income") AS q2, tbl."disease" AS s, tbl."n" AS w
                FROM __skyline_once AS tbl JOIN __skyline_guard ON __skyline_guard.ok
            )
            GROUP BY q1, q2
        ),

        -- the breach probability of each value at each of its points: the job, and the wait for it
        __skyline_rows_job AS (
            SELECT __skyline_start(
                'skyline_check', 'check',
                '{"values_per_person":"one","named":{"where":"skyline","column":"disease","shown":true},"points":[{"l":"0","k":"1","m":"0","c":"0.5"}]}',
                to_json(struct_pack(groups := base64(x.groups)))::VARCHAR
            ) AS job, false AS done
            FROM (SELECT __skyline_summary(0, 'skyline_check', 'one', h) AS groups FROM __skyline_groups) AS x JOIN __skyline_guard ON __skyline_guard.ok
            UNION ALL
            (
                SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
                UNION ALL
                SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
            )
        ),

        __skyline_rows AS MATERIALIZED (
            SELECT UNNEST(__skyline_check_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
        ),

        -- the QI groups that witnesses name, by their numbers, in the columns' own types
        __skyline_witness_groups AS (
            SELECT map(list(x.i ORDER BY x.i ASC), list(struct_pack("age" := in_own_type(x.q1, t.o1), "income" := in_own_type(x.q2, t.o2)) ORDER BY x.i ASC)) AS gs
            FROM (
                SELECT i, UNNEST(g)
                FROM (
                    SELECT r.target AS i, min(struct_pack(q1 := x.q1, q2 := x.q2)) AS g
                    FROM __skyline_groups AS x JOIN __skyline_rows AS r ON x.h = r.histogram
                    GROUP BY r.target
                )
            ) AS x CROSS JOIN __skyline_types AS t
        )

        SELECT cast_like(r.value, t.s) AS value, r.l, r.k, r.m, r.c, r.breach, r.safe,
            CASE WHEN r.target IS NOT NULL THEN struct_pack(
                target_group := map_extract_value(w.gs, r.target), target_people := r.people, target_having := r.having,
                family_group := map_extract_value(w.gs, r.family), known_group := map_extract_value(w.gs, r.known),
                ruled_out := cast_to_type(r.ruled_out, list_value(t.s))
            ) END AS witness, 'disease' AS attribute, r.certain
        FROM __skyline_rows AS r JOIN __skyline_types AS t
            ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('skyline_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
        CROSS JOIN __skyline_witness_groups AS w
        WHERE r.histogram IS NULL
        ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST, r.l ASC, r.k ASC, r.m ASC, r.c ASC
    ) AS r
    ) AS r
    UNION ALL
    SELECT 1 AS __skyline_a, row_number() OVER () AS __skyline_i, * REPLACE (
        r.value::VARCHAR AS value, CASE WHEN r.witness IS NOT NULL THEN struct_pack(
            target_group := CASE WHEN r.witness.target_group IS NOT NULL THEN struct_pack("age" := struct_extract(r.witness.target_group, 'age'), "disease" := struct_extract(r.witness.target_group, 'disease'), "income" := NULL) END, target_people := r.witness.target_people, target_having := r.witness.target_having,
            family_group := CASE WHEN r.witness.family_group IS NOT NULL THEN struct_pack("age" := struct_extract(r.witness.family_group, 'age'), "disease" := struct_extract(r.witness.family_group, 'disease'), "income" := NULL) END, known_group := CASE WHEN r.witness.known_group IS NOT NULL THEN struct_pack("age" := struct_extract(r.witness.known_group, 'age'), "disease" := struct_extract(r.witness.known_group, 'disease'), "income" := NULL) END,
            ruled_out := r.witness.ruled_out::VARCHAR[]
        ) END AS witness, 'The other sensitive columns are known. ' || r.meaning AS meaning
    ) FROM (
    SELECT r."value", r."l", r."k", r."m", r."c", r."breach", r."safe", r."witness", __skyline_breach_meaning(
        'one', r.value::VARCHAR, r.l, r.k, r.m, r.breach, r.c, r.safe, r.certain, list_value('age', 'disease')::VARCHAR[],
        CASE WHEN struct_extract(r.witness, 'target_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'target_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'target_group'), 'disease')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'family_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'family_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'family_group'), 'disease')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'known_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'known_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'known_group'), 'disease')::VARCHAR) END, struct_extract(r.witness, 'target_people'), struct_extract(r.witness, 'target_having'), struct_extract(r.witness, 'ruled_out')::VARCHAR[]
    ) AS meaning, r."attribute"
    FROM (
        WITH RECURSIVE

        -- the columns' own types: a row of NULLs
        __skyline_types AS (
            SELECT tbl."income" AS s, tbl."age" AS o1, tbl."disease" AS o2, tbl."n" AS w FROM __skyline_once AS tbl WHERE false
            UNION ALL
            SELECT NULL, NULL, NULL, NULL
        ),

        -- a weight is a whole number
        __skyline_guard AS (
            SELECT CASE WHEN __skyline_has_type(typeof(w), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL\([0-9]+,[0-9]+\)') THEN true ELSE error('skyline_check: weight must be a column of an integer type or DECIMAL; cast it, or round it in a query given as tbl') END AS ok FROM __skyline_types
        ),

        -- the QI groups: their people, and how often each sensitive value occurs
        __skyline_groups AS MATERIALIZED (
            SELECT q1, q2, __skyline_histogram(0, counted(s), CASE WHEN w IS NULL THEN error('skyline_check: weight must not be NULL; filter or fill such rows in a query given as tbl') WHEN coalesce(TRY_CAST(w AS HUGEINT), 0) < 0 THEN error('skyline_check: weight must be at least 0; filter such rows in a query given as tbl') WHEN __skyline_has_type(typeof(w), 'DECIMAL\([0-9]+,[1-9][0-9]*\)') AND regexp_matches(w::VARCHAR, '[.]0*[1-9]') THEN error('skyline_check: weight must be a whole number in each row; round it in a query given as tbl') ELSE coalesce(TRY_CAST(w AS BIGINT), error('skyline_check: weight must be at most 9223372036854775807')) END) AS h
            FROM (
                SELECT canonical(tbl."age") AS q1, canonical(tbl."disease") AS q2, tbl."income" AS s, tbl."n" AS w
                FROM __skyline_once AS tbl JOIN __skyline_guard ON __skyline_guard.ok
            )
            GROUP BY q1, q2
        ),

        -- the breach probability of each value at each of its points: the job, and the wait for it
        __skyline_rows_job AS (
            SELECT __skyline_start(
                'skyline_check', 'check',
                '{"values_per_person":"one","named":{"where":"skyline","column":"income","shown":true},"points":[{"l":"0","k":"1","m":"0","c":"0.5"}]}',
                to_json(struct_pack(groups := base64(x.groups)))::VARCHAR
            ) AS job, false AS done
            FROM (SELECT __skyline_summary(0, 'skyline_check', 'one', h) AS groups FROM __skyline_groups) AS x JOIN __skyline_guard ON __skyline_guard.ok
            UNION ALL
            (
                SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
                UNION ALL
                SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
            )
        ),

        __skyline_rows AS MATERIALIZED (
            SELECT UNNEST(__skyline_check_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
        ),

        -- the QI groups that witnesses name, by their numbers, in the columns' own types
        __skyline_witness_groups AS (
            SELECT map(list(x.i ORDER BY x.i ASC), list(struct_pack("age" := in_own_type(x.q1, t.o1), "disease" := in_own_type(x.q2, t.o2)) ORDER BY x.i ASC)) AS gs
            FROM (
                SELECT i, UNNEST(g)
                FROM (
                    SELECT r.target AS i, min(struct_pack(q1 := x.q1, q2 := x.q2)) AS g
                    FROM __skyline_groups AS x JOIN __skyline_rows AS r ON x.h = r.histogram
                    GROUP BY r.target
                )
            ) AS x CROSS JOIN __skyline_types AS t
        )

        SELECT cast_like(r.value, t.s) AS value, r.l, r.k, r.m, r.c, r.breach, r.safe,
            CASE WHEN r.target IS NOT NULL THEN struct_pack(
                target_group := map_extract_value(w.gs, r.target), target_people := r.people, target_having := r.having,
                family_group := map_extract_value(w.gs, r.family), known_group := map_extract_value(w.gs, r.known),
                ruled_out := cast_to_type(r.ruled_out, list_value(t.s))
            ) END AS witness, 'income' AS attribute, r.certain
        FROM __skyline_rows AS r JOIN __skyline_types AS t
            ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('skyline_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
        CROSS JOIN __skyline_witness_groups AS w
        WHERE r.histogram IS NULL
        ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST, r.l ASC, r.k ASC, r.m ASC, r.c ASC
    ) AS r
    ) AS r
)
ORDER BY __skyline_a ASC, __skyline_i ASC;
