-- FROM skyline_check('patients', qi := ['age', 'zip'], sensitive := 'disease', person := 'id', values_per_person := 'rows')

SELECT r."attribute", r."value", r."l", r."k", r."m", r."safe", r."breach", r."c", CASE WHEN r.breach IS NULL THEN 'Nobody is in the table. That proves nothing: a query that finds no row looks like this.' ELSE __skyline_rows_meaning(
    r.value::VARCHAR, r.l, r.k, r.m, r.breach, r.c, r.safe, r.certain, list_value('age', 'zip')::VARCHAR[],
    flatten(list_transform(struct_extract(r.witness, 'qi_groups'), lambda g: list_value(struct_extract(struct_extract(g, 'qi_group'), 'age')::VARCHAR, struct_extract(struct_extract(g, 'qi_group'), 'zip')::VARCHAR))), list_transform(struct_extract(r.witness, 'qi_groups'), lambda g: struct_extract(g, 'group_rows')), list_transform(struct_extract(r.witness, 'qi_groups'), lambda g: struct_extract(g, 'group_having')), list_transform(struct_extract(r.witness, 'qi_groups'), lambda g: struct_extract(g, 'target_rows')), struct_extract(r.witness, 'ruled_out')::VARCHAR[], list_transform(struct_extract(r.witness, 'qi_groups'), lambda g: struct_extract(g, 'known_rows')), list_transform(struct_extract(r.witness, 'qi_groups'), lambda g: struct_extract(g, 'relatives_rows'))
) END AS meaning, r."witness"
FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT plain_union(COLUMNS(*))
        FROM (
            SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
            UNION ALL
            SELECT NULL, NULL, NULL
        )
    ),

    -- how many rows each person has in each QI group
    __skyline_parts AS MATERIALIZED (
        SELECT p, q1, q2, CASE WHEN p IS NULL THEN error('skyline_check: person must not be NULL; filter such rows in a query given as tbl') ELSE count(*) END AS c
        FROM (
            SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s, canonical(tbl."id") AS p
            FROM checked("patients") AS tbl
        )
        GROUP BY p, q1, q2
    ),

    -- the QI groups: their people, and how often each sensitive value occurs
    __skyline_groups AS MATERIALIZED (
        SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
        FROM (
            SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s, canonical(tbl."id") AS p
            FROM checked("patients") AS tbl
        )
        GROUP BY q1, q2
    ),

    -- the QI groups, numbered
    __skyline_numbered AS MATERIALIZED (
        SELECT q1, q2, h, row_number() OVER (ORDER BY x.q1 ASC NULLS LAST, x.q2 ASC NULLS LAST) AS g FROM __skyline_groups AS x
    ),

    -- the breach probability of each value at each of its points: the job, and the wait for it
    __skyline_rows_job AS (
        SELECT __skyline_start(
            'skyline_check', 'check_rows',
            '{"values_per_person":"rows","named":{"where":"skyline","column":"disease","shown":true},"points":[{"l":"0","k":"0","m":"0","c":"0.5"}]}',
            to_json(struct_pack(records := x.records))::VARCHAR
        ) AS job, false AS done
        FROM (
            SELECT __skyline_records(0, 'skyline_check', g, h, gs, cs) AS records
            FROM (
                SELECT g, h, NULL::BIGINT[] AS gs, NULL::BIGINT[] AS cs FROM __skyline_numbered
                UNION ALL
                SELECT NULL, NULL, list_transform(parts, lambda x: x.g), list_transform(parts, lambda x: x.c)
                FROM (
                    SELECT list(struct_pack(g := n.g, c := x.c)) AS parts
                    FROM __skyline_parts AS x JOIN __skyline_numbered AS n ON n.q1 IS NOT DISTINCT FROM x.q1 AND n.q2 IS NOT DISTINCT FROM x.q2
                    GROUP BY x.p
                )
            )
        ) AS x
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_rows AS MATERIALIZED (
        SELECT UNNEST(__skyline_check_rows_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
    ),

    -- the QI groups that witnesses name, by their numbers, in the columns' own types
    __skyline_witness_groups AS (
        SELECT map(list(x.i ORDER BY x.i ASC), list(struct_pack("age" := in_own_type(x.q1, t.o1), "zip" := in_own_type(x.q2, t.o2)) ORDER BY x.i ASC)) AS gs
        FROM (
            SELECT i, UNNEST(g)
            FROM (
                SELECT r.target AS i, min(struct_pack(q1 := x.q1, q2 := x.q2)) AS g
                FROM __skyline_groups AS x JOIN __skyline_rows AS r ON x.h = r.histogram
                GROUP BY r.target
                UNION ALL
                SELECT r.target AS i, struct_pack(q1 := x.q1, q2 := x.q2) AS g
                FROM __skyline_numbered AS x JOIN __skyline_rows AS r ON x.g = -r.target AND r.histogram = ''::BLOB
            )
        ) AS x CROSS JOIN __skyline_types AS t
    )

    SELECT cast_like(r.value, t.s) AS value, r.l, r.k, r.m, r.c, r.breach, r.safe,
        CASE WHEN r.places IS NOT NULL THEN struct_pack(
            qi_groups := list_transform(r.places, lambda f: struct_pack(
                qi_group := map_extract_value(w.gs, f.at), group_rows := f.group_rows, group_having := f.group_having,
                ruled_out_having := f.ruled_out_having, target_rows := f.target_rows, target_chance := f.target_chance,
                known_rows := f.known_rows, relatives_rows := f.relatives_rows, relatives_chance := f.relatives_chance
            )),
            ruled_out := cast_to_type(r.ruled_out, list_value(t.s)), relatives := r.relatives, negated_ratio := r.negated_ratio
        ) END AS witness, 'disease' AS attribute, r.certain
    FROM __skyline_rows AS r JOIN __skyline_types AS t
        ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('skyline_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
    CROSS JOIN __skyline_witness_groups AS w
    WHERE r.histogram IS NULL
    ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST, r.l ASC, r.k ASC, r.m ASC, r.c ASC
) AS r;
