-- FROM sentences_check('patients', person := 'name', qi := ['age', 'zip'], sensitive := 'disease', sentences := ['Hannah: Flu -> Charlie: Flu', 'not Ed: Mumps'])

SELECT r."person", r."value", r."safe", r."probability", r."before", r."c", CASE WHEN r.probability IS NULL THEN 'Nobody is in the table. That proves nothing: a query that finds no row looks like this.' ELSE __skyline_sentences_meaning(r.person::VARCHAR, r.value::VARCHAR, r.probability, r.c, r.safe, r.certain, r.never, r.before, list_value('age', 'zip')::VARCHAR[], list_value(struct_extract(r.qi_group, 'age')::VARCHAR, struct_extract(r.qi_group, 'zip')::VARCHAR)) END AS meaning, r."surest", r."people", r."table_share", r."table_count_log10", r."implications", r."qi_group"
FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT plain_union(COLUMNS(*))
        FROM (
            SELECT tbl."disease" AS s, tbl."name" AS p, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
            UNION ALL
            SELECT NULL, NULL, NULL, NULL
        )
    ),

    -- each person's row, and how many there are
    __skyline_persons AS MATERIALIZED (
        SELECT p, first(q1) AS q1, first(q2) AS q2, first(canonical(s)) AS s, count(*) AS c
        FROM (
            SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s, canonical(tbl."name") AS p
            FROM checked("patients") AS tbl
        )
        GROUP BY p
    ),

    -- the QI groups: their people, and how often each sensitive value occurs
    __skyline_groups AS MATERIALIZED (
        SELECT q1, q2, __skyline_histogram(0, counted(s), CASE WHEN p IS NULL THEN error('sentences_check: person must not be NULL; filter such rows in a query given as tbl') WHEN c > 1 THEN error('sentences_check: person must have one row each, and somebody has several; keep one row a person in a query given as tbl') ELSE 1 END) AS h
        FROM (SELECT * FROM __skyline_persons)
        GROUP BY q1, q2
    ),

    -- the people and the values that sentences name, as the columns write them
    __skyline_named AS MATERIALIZED (
        SELECT i, true AS is_person, text_of(s) AS name
        FROM (
            SELECT v.i, cast_like(v.name, t.p) AS s
            FROM (VALUES (0, 'Hannah'), (1, 'Charlie'), (2, 'Ed')) AS v (i, name) CROSS JOIN __skyline_types AS t
        )
        UNION ALL
        SELECT i, false AS is_person, text_of(s) AS name
        FROM (
            SELECT v.i, cast_like(v.name, t.s) AS s
            FROM (VALUES (0, 'Flu'), (1, 'Mumps')) AS v (i, name) CROSS JOIN __skyline_types AS t
        )
    ),

    -- the QI groups, numbered in their order, with the people of them whom sentences name
    __skyline_numbered AS MATERIALIZED (
        SELECT row_number() OVER (ORDER BY __skyline_groups.q1 ASC NULLS LAST, __skyline_groups.q2 ASC NULLS LAST) AS g, __skyline_groups.q1, __skyline_groups.q2, __skyline_groups.h, coalesce(n.people, list_value()) AS people
        FROM __skyline_groups LEFT JOIN (
            SELECT q1, q2, list(name) AS people
            FROM (SELECT q1, q2, text_of(p) AS name FROM __skyline_persons)
            WHERE name IN (SELECT name FROM __skyline_named WHERE is_person)
            GROUP BY q1, q2
        ) AS n ON n.q1 IS NOT DISTINCT FROM __skyline_groups.q1 AND n.q2 IS NOT DISTINCT FROM __skyline_groups.q2
    ),

    -- how likely people have values, for who knows the sentences: the job, and the wait for it
    __skyline_rows_job AS (
        SELECT __skyline_start(
            'sentences_check', 'sentences',
            '{"c":0.5,"max_steps":5000000000,"person":"name","sensitive":"disease","given":{"people":["Hannah","Charlie","Ed"],"values":["Flu","Mumps"],"sentences":[{"any":[[0,0,1],[1,0,0]]},{"any":[[2,1,1]]}]}}',
            to_json(struct_pack(
                groups := x.groups,
                people := (SELECT list(name ORDER BY i ASC) FROM __skyline_named WHERE is_person),
                "values" := (SELECT list(name ORDER BY i ASC) FROM __skyline_named WHERE NOT is_person)
            ))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_known_groups(0, 'sentences_check', g, h, people) AS groups FROM __skyline_numbered) AS x
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_rows AS MATERIALIZED (
        SELECT UNNEST(__skyline_sentences_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
    )

    SELECT
        CASE WHEN r.person IS NULL OR cast_like(r.person, t.p) IS NOT NULL THEN cast_like(r.person, t.p) ELSE error('sentences_check: person has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') END AS person, cast_like(r.value, t.s) AS value, r.safe, r.probability, r.before, '0.5'::DOUBLE AS c, r.surest,
        CASE WHEN r.g IS NOT NULL THEN struct_pack("age" := in_own_type(w.q1, t.o1), "zip" := in_own_type(w.q2, t.o2)) END AS qi_group, r.people, r.table_share, r.table_count_log10, r.implications,
        r.certain, r.never
    FROM __skyline_rows AS r JOIN __skyline_types AS t
        ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('sentences_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END LEFT JOIN __skyline_numbered AS w ON w.g = r.g
    ORDER BY r.i ASC
) AS r;
