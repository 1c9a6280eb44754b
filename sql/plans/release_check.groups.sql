-- FROM release_check('release', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'k_anonymity': 5, 'implications': {'pieces': 3, 'c': 0.6}}, output := 'groups')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("release") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL
    )
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
        FROM checked("release") AS tbl
    )
    GROUP BY q1, q2
),

-- the violations of each different histogram: the job, and the wait for it
__skyline_violated_job AS (
    SELECT __skyline_start(
        'release_check', 'violations',
        '{"privacy":{"k_anonymity":5,"implications":{"k":3,"c":0.6}},"sensitive":["disease"]}',
        to_json(struct_pack(histograms := x.histograms))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_histograms(0, 'release_check', 'one', h) AS histograms FROM __skyline_groups) AS x
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_violated_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_violated_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_violated AS MATERIALIZED (
    SELECT UNNEST(__skyline_violations_rows(job), recursive := true) FROM __skyline_violated_job WHERE done
),

-- the violations, each of a QI group
__skyline_violations AS MATERIALIZED (
    SELECT g.q1, g.q2, g.h, r.*
    FROM __skyline_violated AS r JOIN __skyline_groups AS g ON g.h = r.histogram
),

-- what the violating groups have in the other columns
__skyline_near1 AS (
    SELECT q2 AS o1, min(checker) AS checker
    FROM __skyline_violations
    GROUP BY o1
),

-- the groups that have the same there
__skyline_close1 AS (
    SELECT x.o1, near.checker, x.h
    FROM (SELECT q2 AS o1, h FROM __skyline_groups) AS x JOIN __skyline_near1 AS near ON near.o1 IS NOT DISTINCT FROM x.o1
),

-- these as one group, with its histogram
__skyline_one1 AS (
    SELECT o1, checker, __skyline_absent(__skyline_histogram(0, value, n), coalesce(TRY_CAST(coalesce(sum(absent), 0) AS BIGINT), 9223372036854775807)) AS h
    FROM (SELECT o1, checker, UNNEST(__skyline_entries(h), recursive := true) FROM __skyline_close1)
    GROUP BY o1, checker
),

-- their numbers, by which the checker knows them
__skyline_merged1 AS MATERIALIZED (
    SELECT h.o1, __skyline_merge(h.checker, h.h, s.of) AS merged
    FROM __skyline_one1 AS h
        JOIN (SELECT o1, __skyline_histogram(0, hex(h), 1) AS of FROM __skyline_close1 GROUP BY o1) AS s ON s.o1 IS NOT DISTINCT FROM h.o1
),

-- what the violating groups have in the other columns
__skyline_near2 AS (
    SELECT q1 AS o1, min(checker) AS checker
    FROM __skyline_violations
    GROUP BY o1
),

-- the groups that have the same there
__skyline_close2 AS (
    SELECT x.o1, near.checker, x.h
    FROM (SELECT q1 AS o1, h FROM __skyline_groups) AS x JOIN __skyline_near2 AS near ON near.o1 IS NOT DISTINCT FROM x.o1
),

-- these as one group, with its histogram
__skyline_one2 AS (
    SELECT o1, checker, __skyline_absent(__skyline_histogram(0, value, n), coalesce(TRY_CAST(coalesce(sum(absent), 0) AS BIGINT), 9223372036854775807)) AS h
    FROM (SELECT o1, checker, UNNEST(__skyline_entries(h), recursive := true) FROM __skyline_close2)
    GROUP BY o1, checker
),

-- their numbers, by which the checker knows them
__skyline_merged2 AS MATERIALIZED (
    SELECT h.o1, __skyline_merge(h.checker, h.h, s.of) AS merged
    FROM __skyline_one2 AS h
        JOIN (SELECT o1, __skyline_histogram(0, hex(h), 1) AS of FROM __skyline_close2 GROUP BY o1) AS s ON s.o1 IS NOT DISTINCT FROM h.o1
),

-- the columns to blame for each violation
__skyline_blames AS (
    SELECT q1, q2, i, list(name ORDER BY place ASC) AS names
    FROM (
        SELECT v.q1, v.q2, v.i, 0 AS place, 'age' AS name
        FROM (SELECT *, q2 AS o1 FROM __skyline_violations) AS v JOIN __skyline_merged1 AS m ON m.o1 IS NOT DISTINCT FROM v.o1
        WHERE __skyline_meets(v.checker, v.i, m.merged)
        UNION ALL
        SELECT v.q1, v.q2, v.i, 1 AS place, 'zip' AS name
        FROM (SELECT *, q1 AS o1 FROM __skyline_violations) AS v JOIN __skyline_merged2 AS m ON m.o1 IS NOT DISTINCT FROM v.o1
        WHERE __skyline_meets(v.checker, v.i, m.merged)
    )
    GROUP BY ALL
)

SELECT
    struct_pack("age" := in_own_type(r.q1, t.o1), "zip" := in_own_type(r.q2, t.o2)) AS qi_group, r.size, r.requirement, r.required, r.achieved, cast_like(r.value, t.s) AS value,
    coalesce(b.names, list_value()::VARCHAR[]) AS blame, r.rule, r.attribute,
    CASE WHEN r.negated_ratio IS NOT NULL THEN struct_pack(
        target_people := r.target_people, target_having := r.target_having, ruled_out := cast_to_type(r.ruled_out, list_value(t.s)),
        ruled_out_having := r.ruled_out_having, target_known := r.target_known, target_odds := r.target_odds,
        families := list_transform(r.families, lambda f: struct_pack(relatives := f.relatives, group_people := f.group_people, group_having := f.group_having, group_known := f.group_known, chance := f.chance)),
        negated_ratio := r.negated_ratio
    ) END AS witness
FROM __skyline_violations AS r JOIN __skyline_types AS t
    ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('release_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END LEFT JOIN __skyline_blames AS b ON b.i = r.i AND b.q1 IS NOT DISTINCT FROM r.q1 AND b.q2 IS NOT DISTINCT FROM r.q2
ORDER BY r.q1 ASC NULLS LAST, r.q2 ASC NULLS LAST, r.i;
