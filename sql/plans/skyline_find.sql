-- FROM skyline_find('patients', qi := ['age', 'zip'], sensitive := 'disease', value := 'HIV', c := 0.3)

SELECT r."attribute", r."value", r."l", r."k", r."m", r."safe", r."c", CASE WHEN r.c IS NULL THEN 'Nobody is in the table. That proves nothing: a query that finds no row looks like this.' ELSE __skyline_find_meaning('one', r.value::VARCHAR, r.l, r.k, r.m, r.c, r.safe, r.absent) END AS meaning
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
        SELECT i, CASE WHEN given THEN coalesce(text_of(s), error('skyline_find: value must be of the type of the sensitive column')) END AS value, l, k, m, c
        FROM (
            SELECT v.i, v.value IS NOT NULL AS given, cast_like(v.value, t.s) AS s, v.l, v.k, v.m, v.c
            FROM (VALUES (0, 'HIV', 0, 0, 0, '0.3'::DOUBLE)) AS v (i, value, l, k, m, c), __skyline_types AS t
        )
    ),

    -- the QI groups: their people, and how often each sensitive value occurs
    __skyline_groups AS (
        SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
        FROM (
            SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
            FROM checked("patients") AS tbl
        )
        GROUP BY q1, q2
    ),

    -- the knowledge skyline of each value: the job, and the wait for it
    __skyline_rows_job AS (
        SELECT __skyline_start(
            'skyline_find', 'find',
            '{"values_per_person":"one","named":{"where":"value","column":"disease","shown":true},"max_points":100000}',
            to_json(struct_pack(
                points := (SELECT list(struct_pack(value := value, l := l::VARCHAR, k := k::VARCHAR, m := m::VARCHAR, c := c::VARCHAR) ORDER BY i ASC) FROM __skyline_points),
                groups := base64(x.groups)
            ))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_summary(0, 'skyline_find', 'one', h) AS groups FROM __skyline_groups) AS x
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_rows AS MATERIALIZED (
        SELECT UNNEST(__skyline_find_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
    )

    SELECT cast_like(r.value, t.s) AS value, r.l, r.k, r.m, r.safe, r.c, 'disease' AS attribute, r.absent
    FROM __skyline_rows AS r JOIN __skyline_types AS t
        ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('skyline_find: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
    ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST, r.l ASC, r.k ASC, r.m ASC
) AS r;
