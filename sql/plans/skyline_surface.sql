-- FROM skyline_surface('patients', qi := ['age', 'zip'], sensitive := 'disease', max_l := 2, max_k := 3, max_m := 1)

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

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
        FROM checked("patients") AS tbl
    )
    GROUP BY q1, q2
),

-- the breach probability of each value at each point of the box: the job, and the wait for it
__skyline_rows_job AS (
    SELECT __skyline_start(
        'skyline_surface', 'surface',
        '{"values_per_person":"one","named":{"where":"value","column":"disease","shown":true},"points":[{"l":"2","k":"3","m":"1","c":"1"}]}',
        to_json(struct_pack(groups := base64(x.groups)))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_summary(0, 'skyline_surface', 'one', h) AS groups FROM __skyline_groups) AS x
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_rows AS MATERIALIZED (
    SELECT UNNEST(__skyline_surface_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
)

SELECT 'disease' AS attribute, cast_like(r.value, t.s) AS value, r.l, r.k, r.m, r.breach
FROM __skyline_rows AS r JOIN __skyline_types AS t
    ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('skyline_surface: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST, r.l ASC, r.k ASC, r.m ASC;
