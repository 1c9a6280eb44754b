-- FROM skyline_check('patients', qi := ['age', 'zip'], sensitive := 'disease', values_per_person := 'set', person := 'name', skyline := [{'value': 'HIV', 'l': 2, 'k': 5, 'm': 2, 'c': 0.3}, {'value': NULL, 'l': 1, 'k': 5, 'm': 1, 'c': 0.6}])

SELECT r."attribute", r."value", r."l", r."k", r."m", r."safe", r."breach", r."c", CASE WHEN r.breach IS NULL THEN 'Nobody is in the table. That proves nothing: a query that finds no row looks like this.' ELSE __skyline_breach_meaning(
    'set', r.value::VARCHAR, r.l, r.k, r.m, r.breach, r.c, r.safe, r.certain, list_value('age', 'zip')::VARCHAR[],
    CASE WHEN struct_extract(r.witness, 'target_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'target_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'target_group'), 'zip')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'family_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'family_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'family_group'), 'zip')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'known_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'known_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'known_group'), 'zip')::VARCHAR) END, struct_extract(r.witness, 'target_people'), struct_extract(r.witness, 'target_having'), struct_extract(r.witness, 'ruled_out')::VARCHAR[], false, NULL::BIGINT[]
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

    -- the points of knowledge, with values as the sensitive column's type writes them
    __skyline_points AS (
        SELECT i, CASE WHEN given THEN coalesce(text_of(s), error('skyline_check: skyline: value must be of the type of the sensitive column')) END AS value, l, k, m, c
        FROM (
            SELECT v.i, v.value IS NOT NULL AS given, cast_like(v.value, t.s) AS s, v.l, v.k, v.m, v.c
            FROM (VALUES (0, 'HIV', 2, 5, 2, '0.3'::DOUBLE),
                    (1, NULL, 1, 5, 1, '0.6'::DOUBLE)) AS v (i, value, l, k, m, c), __skyline_types AS t
        )
    ),

    -- how often each person has each sensitive value
    __skyline_cells AS MATERIALIZED (
        SELECT p, q1, q2, text_of(s) AS s, count(*) AS c
        FROM (
            SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s, canonical(tbl."name") AS p
            FROM checked("patients") AS tbl
        )
        GROUP BY ALL
    ),

    -- the people, each in a QI group
    __skyline_people AS MATERIALIZED (
        SELECT DISTINCT p, q1, q2 FROM __skyline_cells
    ),

    -- how many people are in several QI groups
    __skyline_astray AS (
        SELECT count(*) AS n FROM (SELECT p FROM __skyline_people GROUP BY p HAVING count(*) > 1)
    ),

    -- the QI groups: their people, and how often each sensitive value occurs
    __skyline_groups AS MATERIALIZED (
        SELECT q1, q2, __skyline_histogram(0, counted(s), c) AS h
        FROM (
            SELECT q1, q2, s, CASE WHEN c > 1 THEN error('skyline_check: sensitive must not have the same value twice for a person when values_per_person is ''set''; use ''multiset'', or SELECT DISTINCT in a query given as tbl') ELSE c END AS c FROM __skyline_cells WHERE s IS NOT NULL
            UNION ALL
            SELECT q1, q2, NULL, CASE WHEN p IS NULL THEN error('skyline_check: person must not be NULL; filter such rows in a query given as tbl') WHEN astray.n > 0 THEN error(concat('skyline_check: person must stand in one QI group each, and the number of people in several is ', astray.n, '; use values_per_person := ''rows'', make the qi columns agree for each person, or keep one row a person. What is asked here is computed for people in one group each; release_check, privacy_measures, skyline_anonymize and generalize count people in each of their groups where privacy is k_anonymity, a diversity, max_share, t_closeness, or one of the other requirements on the values of a group')) ELSE 1 END
            FROM __skyline_people, __skyline_astray AS astray
        )
        GROUP BY q1, q2
    ),

    -- the breach probability of each value at each of its points: the job, and the wait for it
    __skyline_rows_job AS (
        SELECT __skyline_start(
            'skyline_check', 'check',
            '{"values_per_person":"set","named":{"where":"skyline","column":"disease","shown":true}}',
            to_json(struct_pack(
                points := (SELECT list(struct_pack(value := value, l := l::VARCHAR, k := k::VARCHAR, m := m::VARCHAR, c := c::VARCHAR) ORDER BY i ASC) FROM __skyline_points),
                groups := base64(x.groups)
            ))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_summary(0, 'skyline_check', 'set', h) AS groups FROM __skyline_groups) AS x
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
        SELECT map(list(x.i ORDER BY x.i ASC), list(struct_pack("age" := in_own_type(x.q1, t.o1), "zip" := in_own_type(x.q2, t.o2)) ORDER BY x.i ASC)) AS gs
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
