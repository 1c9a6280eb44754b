-- FROM skyline_check('patients', qi := ['age'], sensitive := 'disease', m := 2, person := 'id', relations := 'families')

SELECT r."attribute", r."value", r."l", r."k", r."m", r."safe", r."breach", r."c", CASE WHEN r.breach IS NULL THEN 'Nobody is in the table. That proves nothing: a query that finds no row looks like this.' ELSE __skyline_breach_meaning(
    'one', r.value::VARCHAR, r.l, r.k, r.m, r.breach, r.c, r.safe, r.certain, list_value('age')::VARCHAR[],
    CASE WHEN struct_extract(r.witness, 'target_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'target_group'), 'age')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'family_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'family_group'), 'age')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'known_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'known_group'), 'age')::VARCHAR) END, struct_extract(r.witness, 'target_people'), struct_extract(r.witness, 'target_having'), struct_extract(r.witness, 'ruled_out')::VARCHAR[], true, list_transform(struct_extract(r.witness, 'families'), lambda f: f.relatives)::BIGINT[]
) END AS meaning, r."witness"
FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT plain_union(COLUMNS(*))
        FROM (
            SELECT tbl."disease" AS s, tbl."age" AS o1 FROM checked("patients") AS tbl WHERE false
            UNION ALL
            SELECT NULL, NULL
        )
    ),

    -- each person's row, and how many there are
    __skyline_persons AS MATERIALIZED (
        SELECT p, first(q1) AS q1, first(canonical(s)) AS s, count(*) AS c
        FROM (
            SELECT canonical(tbl."age") AS q1, tbl."disease" AS s, canonical(tbl."id") AS p
            FROM checked("patients") AS tbl
        )
        GROUP BY p
    ),

    -- the QI groups: their people, and how often each sensitive value occurs
    __skyline_groups AS MATERIALIZED (
        SELECT q1, __skyline_histogram(0, counted(s), CASE WHEN p IS NULL THEN error('skyline_check: person must not be NULL; filter such rows in a query given as tbl') WHEN c > 1 THEN error('skyline_check: person must have one row each when values_per_person is ''one'', and somebody has several; use ''rows'' where each row has a value of its own, ''set'' or ''multiset'' where all rows of a person are in one QI group, or keep one row a person') ELSE 1 END) AS h
        FROM (SELECT * FROM __skyline_persons)
        GROUP BY q1
    ),

    -- the QI groups, numbered
    __skyline_numbered AS MATERIALIZED (
        SELECT q1, h, row_number() OVER (ORDER BY x.q1 ASC NULLS LAST) AS g FROM __skyline_groups AS x
    ),

    -- the pairs of related people
    __skyline_pairs AS MATERIALIZED (
        SELECT encode(text_of(r."person")) AS a, encode(text_of(r."relative")) AS b FROM checked("families") AS r
    ),

    -- the pairs, each in both directions, once
    __skyline_related AS MATERIALIZED (
        SELECT DISTINCT a, b FROM (SELECT a, b FROM __skyline_pairs UNION ALL SELECT b, a FROM __skyline_pairs)
    ),

    -- the people who have relatives, and where they are
    __skyline_located AS MATERIALIZED (
        SELECT x.k, n.g, n.h
        FROM (SELECT encode(text_of(p)) AS k, q1 FROM __skyline_persons WHERE encode(text_of(p)) IN (SELECT a FROM __skyline_related)) AS x JOIN __skyline_numbered AS n ON n.q1 IS NOT DISTINCT FROM x.q1
    ),

    -- the pairs are of two people of the table each
    __skyline_pairs_known AS (
        SELECT CASE
            WHEN count(*) > count(a) OR count(*) > count(b) THEN error('skyline_check: relations must not have NULL as person or relative; leave such pairs out in a query given as relations')
            WHEN coalesce(bool_or(a = b), false) THEN error('skyline_check: relations must be pairs of two people, and somebody stands beside themselves; leave such pairs out in a query given as relations')
            WHEN any_value(u.n) > 0 THEN error(concat('skyline_check: relations must be pairs of people of tbl, and the number of others is ', any_value(u.n), '; leave their pairs out in a query given as relations, or write people as the column person of tbl does'))
            ELSE true
        END AS ok
        FROM (SELECT count(*) AS n FROM (SELECT DISTINCT a FROM __skyline_related WHERE a NOT IN (SELECT k FROM __skyline_located))) AS u CROSS JOIN __skyline_pairs AS r
    ),

    -- the breach probability of each value at each of its points: the job, and the wait for it
    __skyline_rows_job AS (
        SELECT __skyline_start(
            'skyline_check', 'check',
            '{"values_per_person":"one","named":{"where":"skyline","column":"disease","shown":true},"points":[{"l":"0","k":"0","m":"2","c":"0.5"}]}',
            to_json(struct_pack(
                groups := base64(x.groups),
                relatives := y.relatives
            ))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_summary(0, 'skyline_check', 'one', h) AS groups FROM __skyline_groups) AS x CROSS JOIN (
            SELECT __skyline_relatives(0, 'skyline_check', g, h, gs, ns) AS relatives
            FROM (
                SELECT DISTINCT g, h, NULL::BIGINT[] AS gs, NULL::BIGINT[] AS ns FROM __skyline_located
                UNION ALL
                SELECT g, NULL, list(f ORDER BY f ASC), list(n ORDER BY f ASC)
                FROM (
                    SELECT x.k, x.g, y.g AS f, count(*) AS n
                    FROM __skyline_related AS r JOIN __skyline_located AS x ON x.k = r.a JOIN __skyline_located AS y ON y.k = r.b
                    GROUP BY x.k, x.g, y.g
                )
                GROUP BY k, g
            )
        ) AS y JOIN __skyline_pairs_known ON __skyline_pairs_known.ok
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
        SELECT map(list(x.i ORDER BY x.i ASC), list(struct_pack("age" := in_own_type(x.q1, t.o1)) ORDER BY x.i ASC)) AS gs
        FROM (
            SELECT i, UNNEST(g)
            FROM (
                SELECT r.target AS i, min(struct_pack(q1 := x.q1)) AS g
                FROM __skyline_groups AS x JOIN __skyline_rows AS r ON x.h = r.histogram
                GROUP BY r.target
                UNION ALL
                SELECT r.target AS i, struct_pack(q1 := x.q1) AS g
                FROM __skyline_numbered AS x JOIN __skyline_rows AS r ON x.g = -r.target AND r.histogram = ''::BLOB
            )
        ) AS x CROSS JOIN __skyline_types AS t
    )

    SELECT cast_like(r.value, t.s) AS value, r.l, r.k, r.m, r.c, r.breach, r.safe,
        CASE WHEN r.target IS NOT NULL THEN struct_pack(
            target_group := map_extract_value(w.gs, r.target), target_people := r.target_people, target_having := r.target_having,
            family_group := map_extract_value(w.gs, r.family_group), known_group := map_extract_value(w.gs, r.known_group),
            ruled_out := cast_to_type(r.ruled_out, list_value(t.s)),
            ruled_out_having := r.ruled_out_having, target_known := r.target_known, target_odds := r.target_odds,
            families := list_transform(r.families, lambda f: struct_pack(qi_group := map_extract_value(w.gs, f.at), relatives := f.relatives, group_people := f.group_people, group_having := f.group_having, group_known := f.group_known, chance := f.chance)),
            negated_ratio := r.negated_ratio
        ) END AS witness, 'disease' AS attribute, r.certain
    FROM __skyline_rows AS r JOIN __skyline_types AS t
        ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('skyline_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
    CROSS JOIN __skyline_witness_groups AS w
    WHERE r.histogram IS NULL
    ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST, r.l ASC, r.k ASC, r.m ASC, r.c ASC
) AS r;
