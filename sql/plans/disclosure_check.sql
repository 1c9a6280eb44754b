-- FROM disclosure_check('patients', qi := ['age', 'zip'], sensitive := 'disease', pieces := 3)

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
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
        FROM checked("patients") AS tbl
    )
    GROUP BY q1, q2
),

-- the maximum disclosure under each number of pieces, and the atoms of its witnesses: the job, and the wait for it
__skyline_atoms_job AS (
    SELECT __skyline_start(
        'disclosure_check', 'disclosure',
        '{"k":3,"c":0.5,"column":"disease"}',
        to_json(struct_pack(profiles := x.profiles))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_profiles(0, 'disclosure_check', 3, h) AS profiles FROM __skyline_groups) AS x
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_atoms_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_atoms_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_atoms AS MATERIALIZED (
    SELECT UNNEST(__skyline_disclosure_rows(job), recursive := true) FROM __skyline_atoms_job WHERE done
),

-- the QI groups that atoms may be about, numbered among those with the same histogram
__skyline_atom_groups AS (
    SELECT h, row_number() OVER (PARTITION BY h ORDER BY __skyline_groups.q1 ASC NULLS LAST, __skyline_groups.q2 ASC NULLS LAST) AS copy, struct_pack("age" := in_own_type(__skyline_groups.q1, t.o1), "zip" := in_own_type(__skyline_groups.q2, t.o2)) AS g
    FROM __skyline_groups CROSS JOIN __skyline_types AS t
    WHERE h IN (SELECT histogram FROM __skyline_atoms)
),

-- the kernel's rows, with the groups and values of their atoms
__skyline_named_atoms AS (
    SELECT r.*, n.g, cast_like(r.value, t.s) AS v
    FROM __skyline_atoms AS r JOIN __skyline_types AS t
        ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('disclosure_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END LEFT JOIN __skyline_atom_groups AS n ON n.h = r.histogram AND n.copy = r.copy
)

SELECT
    'disease' AS attribute, k AS pieces, bool_and(safe) AS safe, max(implications) AS implications, max(negations) AS negations, '0.5'::DOUBLE AS c, max(meaning) AS meaning,
    CASE WHEN count(*) FILTER (WHERE role = 'consequent') > 0 THEN struct_pack(
        consequent := list_reduce(list(struct_pack(qi_group := g, person := person, value := v)) FILTER (WHERE role = 'consequent'), lambda one, other: one),
        antecedents := coalesce(list(struct_pack(qi_group := g, person := person, value := v) ORDER BY i ASC) FILTER (WHERE role = 'antecedent'), list_value()),
        sentences := NULL::VARCHAR[]
    ) END AS witness,
    CASE WHEN count(*) FILTER (WHERE role = 'consequent') > 0 THEN struct_pack(
        qi_group := list_reduce(list(g) FILTER (WHERE role = 'target'), lambda one, other: one), value := list_reduce(list(v) FILTER (WHERE role = 'target'), lambda one, other: one),
        ruled_out := coalesce(list(v ORDER BY i ASC) FILTER (WHERE role = 'ruled out'), list_value())
    ) END AS negation_witness
FROM __skyline_named_atoms
GROUP BY k
ORDER BY k ASC;
