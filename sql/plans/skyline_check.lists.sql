-- FROM skyline_check('cells', qi := ['age'], sensitive := 'diseases', values_per_person := 'set', weight := 'people')

SELECT r."attribute", r."value", r."l", r."k", r."m", r."safe", r."breach", r."c", CASE WHEN r.breach IS NULL THEN 'Nobody is in the table. That proves nothing: a query that finds no row looks like this.' ELSE __skyline_breach_meaning(
    'set', r.value::VARCHAR, r.l, r.k, r.m, r.breach, r.c, r.safe, r.certain, list_value('age')::VARCHAR[],
    CASE WHEN struct_extract(r.witness, 'target_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'target_group'), 'age')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'family_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'family_group'), 'age')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'known_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'known_group'), 'age')::VARCHAR) END, struct_extract(r.witness, 'target_people'), struct_extract(r.witness, 'target_having'), struct_extract(r.witness, 'ruled_out')::VARCHAR[], false, NULL::BIGINT[]
) END AS meaning, r."witness"
FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT plain_union(COLUMNS(* EXCLUDE (l))), l
        FROM (
            SELECT list_any_value(list_slice(as_list(tbl."diseases"), 1, 1)) AS s, tbl."diseases" AS l, tbl."age" AS o1, tbl."people" AS w FROM checked("cells") AS tbl WHERE false
            UNION ALL
            SELECT NULL, NULL, NULL, NULL
        )
    ),

    -- a person's values are a list
    __skyline_lists AS (
        SELECT CASE WHEN __skyline_has_type(typeof(list_value(l)), '((?s:.*)\[\])\[\]') THEN true ELSE error('skyline_check: person must be given for values_per_person := ''set'': the column that identifies the individual; or sensitive must be a LIST column, with all values of a row''s people') END AS ok FROM __skyline_types
    ),

    -- a weight is a whole number
    __skyline_guard AS (
        SELECT CASE WHEN __skyline_has_type(typeof(w), '<integer>|DECIMAL\([0-9]+,[0-9]+\)') THEN true ELSE error('skyline_check: weight must be a column of an integer type or DECIMAL; cast it, or round it in a query given as tbl; a sampling weight is no count: give it to population_risk as sampling_weight') END AS ok FROM __skyline_types
    ),

    -- the QI groups: their people, and how often each sensitive value occurs
    __skyline_groups AS MATERIALIZED (
        SELECT q1, __skyline_histogram(0, counted(s), c) AS h
        FROM (
            SELECT q1, UNNEST(list_append(list_distinct(list_transform(s, lambda x: text_of(x))), NULL)) AS s, CASE WHEN w IS NULL THEN error('skyline_check: weight must not be NULL; filter or fill such rows in a query given as tbl') WHEN coalesce(TRY_CAST(w AS HUGEINT), 0) < 0 THEN error('skyline_check: weight must be at least 0; filter such rows in a query given as tbl') WHEN __skyline_has_type(typeof(w), 'DECIMAL\([0-9]+,[1-9][0-9]*\)') AND regexp_matches(w::VARCHAR, '[.]0*[1-9]') THEN error('skyline_check: weight must be a whole number in each row; round it in a query given as tbl; a sampling weight is no count: give it to population_risk as sampling_weight') ELSE coalesce(TRY_CAST(w AS BIGINT), error('skyline_check: weight must be at most 9223372036854775807')) END AS c
            FROM (
                SELECT canonical(tbl."age") AS q1, as_list(tbl."diseases") AS s, tbl."people" AS w
                FROM checked("cells") AS tbl JOIN __skyline_lists ON __skyline_lists.ok JOIN __skyline_guard ON __skyline_guard.ok
            )
        )
        GROUP BY q1
    ),

    -- all of these hold
    __skyline_guards4 AS MATERIALIZED (
        SELECT bool_and(ok) AS ok FROM (SELECT ok FROM __skyline_lists UNION ALL SELECT ok FROM __skyline_guard)
    ),

    -- the breach probability of each value at each of its points: the job, and the wait for it
    __skyline_rows_job AS (
        SELECT __skyline_start(
            'skyline_check', 'check',
            '{"values_per_person":"set","named":{"where":"skyline","column":"diseases","shown":true},"points":[{"l":"0","k":"0","m":"0","c":"0.5"}]}',
            to_json(struct_pack(groups := base64(x.groups)))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_summary(0, 'skyline_check', 'set', h) AS groups FROM __skyline_groups) AS x JOIN __skyline_guards4 ON __skyline_guards4.ok
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
        ) END AS witness, 'diseases' AS attribute, r.certain
    FROM __skyline_rows AS r JOIN __skyline_types AS t
        ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('skyline_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
    CROSS JOIN __skyline_witness_groups AS w
    WHERE r.histogram IS NULL
    ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST, r.l ASC, r.k ASC, r.m ASC, r.c ASC
) AS r;
