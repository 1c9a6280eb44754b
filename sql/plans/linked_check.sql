-- FROM linked_check('visits', qi := ['ward', 'month'], sensitive := 'disease', person := 'pseudonym')

SELECT r."known_rows", r."safe", r."breach", r."k", r."unicity", r."c", __skyline_linked_meaning(true, false, r.known, r.k, r.unicity, r.breach, r.c, r.safe, r.certain, struct_extract(r.witness, 'breach_value')::VARCHAR) AS meaning, r."of_known", r."anywhere", r."witness"
FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT plain_union(COLUMNS(*))
        FROM (
            SELECT tbl."disease" AS s, tbl."ward" AS o1, tbl."month" AS o2 FROM checked("visits") AS tbl WHERE false
            UNION ALL
            SELECT NULL, NULL, NULL
        )
    ),

    -- the rows, and whose they are
    __skyline_person_rows AS MATERIALIZED (
        SELECT CASE WHEN p IS NULL THEN error('linked_check: person must not be NULL; filter such rows in a query given as tbl') ELSE p END AS p, q1, q2, canonical(s) AS s
        FROM (
            SELECT canonical(tbl."ward") AS q1, canonical(tbl."month") AS q2, tbl."disease" AS s, canonical(tbl."pseudonym") AS p
            FROM checked("visits") AS tbl
        )
    ),

    -- which columns are the person's: nobody has two values of them
    __skyline_owns AS MATERIALIZED (
        SELECT coalesce(bool_and(q1), true) AS q1, coalesce(bool_and(q2), true) AS q2
        FROM (SELECT min(q1) IS NOT DISTINCT FROM max(q1) AND count(q1) IN (0, count(*)) AS q1, min(q2) IS NOT DISTINCT FROM max(q2) AND count(q2) IN (0, count(*)) AS q2 FROM __skyline_person_rows GROUP BY p)
    ),

    -- the different quasi-identifiers of rows, numbered in their order, and the first of those with the same of the person
    __skyline_items AS MATERIALIZED (
        SELECT i, x.q1, x.q2, min(i) OVER (PARTITION BY CASE WHEN o.q1 THEN x.q1 END, CASE WHEN o.q2 THEN x.q2 END) AS own
        FROM (
            SELECT row_number() OVER (ORDER BY x.q1 ASC NULLS LAST, x.q2 ASC NULLS LAST) - 1 AS i, *
            FROM (SELECT DISTINCT q1, q2 FROM __skyline_person_rows) AS x
        ) AS x CROSS JOIN __skyline_owns AS o
    ),

    -- the sensitive values, numbered in their order
    __skyline_values AS MATERIALIZED (
        SELECT row_number() OVER (ORDER BY s ASC NULLS LAST) - 1 AS v, s FROM (SELECT DISTINCT s FROM __skyline_person_rows)
    ),

    -- the numbers of each person's rows
    __skyline_records AS (
        SELECT min(x.own) AS own, list(x.i) AS items, list(v.v) AS vals
        FROM __skyline_person_rows AS r
        JOIN __skyline_items AS x ON x.q1 IS NOT DISTINCT FROM r.q1 AND x.q2 IS NOT DISTINCT FROM r.q2
        JOIN __skyline_values AS v ON v.s IS NOT DISTINCT FROM r.s
        GROUP BY r.p
    ),

    -- whom known rows fit, and what they tell: the job, and the wait for it
    __skyline_rows_job AS (
        SELECT __skyline_start(
            'linked_check', 'linked',
            '{"known":2,"values":true,"row":false,"max_steps":100000000000,"c":0.5}',
            to_json(struct_pack(records := x.records))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_linked_records(0, 'linked_check', own, items, vals) AS records FROM __skyline_records) AS x
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_rows AS MATERIALIZED (
        SELECT UNNEST(__skyline_linked_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
    ),

    -- what the numbers stand for, in the columns' own types
    __skyline_names AS (
        SELECT
            (
                SELECT map(list(x.i ORDER BY x.i ASC), list(struct_pack("ward" := in_own_type(x.q1, t.o1), "month" := in_own_type(x.q2, t.o2)) ORDER BY x.i ASC))
                FROM __skyline_items AS x CROSS JOIN __skyline_types AS t
                WHERE x.i IN (SELECT UNNEST(named) FROM __skyline_rows)
            ) AS items,
            (
                SELECT map(list(y.i ORDER BY y.i ASC), list(struct_pack("ward" := in_own_type(y.q1, t.o1), "month" := in_own_type(y.q2, t.o2)) ORDER BY y.i ASC))
                FROM (SELECT x.i, CASE WHEN o.q1 THEN x.q1 END AS q1, CASE WHEN o.q2 THEN x.q2 END AS q2 FROM __skyline_items AS x CROSS JOIN __skyline_owns AS o) AS y CROSS JOIN __skyline_types AS t
                WHERE y.i IN (SELECT own FROM __skyline_rows UNION ALL SELECT breach_own FROM __skyline_rows)
            ) AS owns,
            (SELECT map(list(v.v ORDER BY v.v ASC), list(in_own_type(v.s, t.s) ORDER BY v.v ASC)) FROM __skyline_values AS v CROSS JOIN __skyline_types AS t) AS vals
    )

    SELECT
        coalesce(r.known::VARCHAR, 'all') AS known_rows, r.safe, r.breach, '0.5'::DOUBLE AS c, r.k, r.unicity, r.of_known, r.anywhere,
        CASE WHEN r.own IS NOT NULL THEN struct_pack(
            own := map_extract_value(w.owns, r.own), rows := list_transform(r.rows, lambda i: map_extract_value(w.items, i)), row_values := list_transform(r.row_values, lambda i: map_extract_value(w.vals, i)),
            breach_own := map_extract_value(w.owns, r.breach_own), breach_rows := list_transform(r.breach_rows, lambda i: map_extract_value(w.items, i)), breach_row_values := list_transform(r.breach_row_values, lambda i: map_extract_value(w.vals, i)),
            breach_value := map_extract_value(w.vals, r.breach_value), breach_candidates := r.breach_candidates
        ) END AS witness, r.certain, r.known
    FROM __skyline_rows AS r CROSS JOIN __skyline_names AS w
    ORDER BY r.known ASC NULLS LAST
) AS r;
