-- FROM release_check('release', qi := ['age', 'zip'], privacy := {'presence': {'public': 'voters', 'delta_max': 0.5}}, others := 'keep')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("release") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- the QI groups of the public table: how often each sensitive value occurs, and who is not in the table
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_absent(h, greatest(a, 0)::BIGINT) AS h, greatest(-a, 0) AS outside
    FROM (
        SELECT q1, q2, __skyline_histogram(0, s, n) AS h, sum(a) - coalesce(sum(n), 0) AS a
        FROM (
            SELECT q1, q2, text_of(s) AS s, 1 AS n, 0 AS a FROM (
                SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, NULL::VARCHAR AS s
                FROM checked("release") AS tbl
            )
            UNION ALL
            SELECT q1, q2, NULL, NULL, count(*) FROM (SELECT canonical(public."age") AS q1, canonical(public."zip") AS q2 FROM checked("voters") AS public) GROUP BY q1, q2
        )
        GROUP BY q1, q2
    )
),

-- everybody is in the public table
__skyline_contained AS (
    SELECT CASE WHEN n > 0 THEN error(concat('release_check: privacy: presence: public must contain everybody of tbl, and the number of people of tbl that are not in the public table is ', n, '; the qi columns must agree in both tables, and show the same labels')) ELSE true END AS ok
    FROM (SELECT coalesce(sum(outside), 0) AS n FROM __skyline_groups)
),

-- the QI groups for the kernel, and which labels may be ranges or sets
__skyline_groups_and_labels AS MATERIALIZED (
    SELECT
        __skyline_histograms(0, 'release_check', 'one', h) AS histograms,
        coalesce(bool_or(CASE WHEN typeof(q1) = 'VARCHAR' THEN regexp_full_match(q1::VARCHAR, '(?s)\[.*, .*\](?: or NULL)?|\{.*\}') END), false) AS l1,
        coalesce(bool_or(CASE WHEN typeof(q2) = 'VARCHAR' THEN regexp_full_match(q2::VARCHAR, '(?s)\[.*, .*\](?: or NULL)?|\{.*\}') END), false) AS l2
    FROM __skyline_groups
),

-- what the table has of each requirement: the job, and the wait for it
__skyline_findings_job AS (
    SELECT __skyline_start(
        'release_check', 'requirements',
        '{"privacy":{"presence":{"delta_max":0.5}}}',
        to_json(struct_pack(histograms := x.histograms))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_groups_and_labels AS x JOIN __skyline_contained ON __skyline_contained.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_findings_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_findings_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_findings AS MATERIALIZED (
    SELECT UNNEST(__skyline_requirements_rows(job), recursive := true) FROM __skyline_findings_job WHERE done
)

SELECT requirement, required, achieved, holds, rule, value, attribute
FROM (
    SELECT 0 AS part, r.i, r.requirement, r.required, r.achieved, r.holds, r.rule, cast_like(r.value, t.s) AS value, r.attribute
    FROM __skyline_findings AS r JOIN __skyline_types AS t
        ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('release_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
    UNION ALL
    SELECT 1, 0, *, NULL FROM (
        SELECT
            'exact_values' AS requirement, NULL::DOUBLE AS required, NULL::DOUBLE AS achieved, NULL::BOOLEAN AS holds,
            'share of people who are alone with a value that labels show: not known, as original is not given' AS rule,
            t.s AS value
        FROM __skyline_groups_and_labels AS x CROSS JOIN __skyline_types AS t
        WHERE x.l1 AND (typeof(t.o1) = 'VARCHAR' OR __skyline_has_type(typeof(t.o1), 'STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)')) OR x.l2 AND (typeof(t.o2) = 'VARCHAR' OR __skyline_has_type(typeof(t.o2), 'STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)'))
    )
)
ORDER BY part, i;
