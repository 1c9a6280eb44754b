-- FROM release_check('release', qi := ['age', 'zip'], sensitive := 'income', privacy := {'t_closeness': {'t': 0.2, 'distance': 'ordered'}, 'proximity': {'width': 5000, 'max_share': 0.3}})

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."income" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("release") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."income" AS s
        FROM checked("release") AS tbl
    )
    GROUP BY q1, q2
),

-- the sensitive column has a type that the requirements can be put to
__skyline_typed_values AS (
    SELECT CASE WHEN NOT __skyline_has_type(typeof(t.s), '(?s:U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\))') THEN error('release_check: privacy: t_closeness: sensitive must be a number, a date, a time, a timestamp, an interval or an ENUM for the distance ''ordered'', since other types have no order that means something; cast it in a query given as tbl, or use ''equal''') WHEN NOT __skyline_has_type(typeof(t.s), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN error('release_check: privacy: proximity: sensitive must be a number; cast it in a query given as tbl') ELSE true END AS ok
    FROM __skyline_types AS t
),

-- the texts of the sensitive values, and their places in the order of their type, if it has one
__skyline_value_order AS (
    SELECT v, row_number() OVER (ORDER BY x ASC, v ASC) AS place, __skyline_has_type(typeof(t.s), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') AS number
    FROM (
        SELECT v, cast_like(v, t.s) AS x
        FROM (
            SELECT DISTINCT ((value)::VARCHAR COLLATE "binary") AS v
            FROM (
                SELECT UNNEST(__skyline_entries(h), recursive := true)
                FROM (SELECT DISTINCT h FROM __skyline_groups), __skyline_types AS t
                WHERE __skyline_has_type(typeof(t.s), '(?s:U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\))')
            )
            WHERE value IS NOT NULL
        ), __skyline_types AS t
    ), __skyline_types AS t
    WHERE x IS NOT NULL
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
        '{"privacy":{"t_closeness":{"t":0.2,"distance":"ordered"},"proximity":{"width":5000,"max_share":0.3}},"sensitive":["income"]}',
        to_json(struct_pack(
            histograms := x.histograms,
            facts := (SELECT __skyline_value_facts(0, 'release_check', i, v, place, number, level, label) FROM (SELECT 0 AS i, v, place, number, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM __skyline_value_order))
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_groups_and_labels AS x JOIN __skyline_typed_values ON __skyline_typed_values.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_findings_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_findings_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_findings AS MATERIALIZED (
    SELECT UNNEST(__skyline_requirements_rows(job), recursive := true) FROM __skyline_findings_job WHERE done
),

-- the columns without a role, and one more, since a list of columns must not be empty
__skyline_others AS MATERIALIZED (
    SELECT names, len(names) > 1 AS found
    FROM (
        SELECT list(column_name) AS names
        FROM (DESCRIBE SELECT * EXCLUDE ("age", "zip", "income") FROM (SELECT *, 0 AS __skyline_last FROM checked("release") AS tbl))
    )
),

-- how many people are alone in their QI group with their values in these columns
__skyline_alone AS MATERIALIZED (
    SELECT people, alone, smallest, alone > 0 AS found
    FROM (
        SELECT coalesce(sum(people), 0) AS people, min(people) AS smallest, coalesce(sum(alone) FILTER (WHERE people > 1), 0)::BIGINT AS alone
        FROM (
            SELECT __skyline_k1, __skyline_k2, sum(__skyline_n) AS people, count(*) FILTER (WHERE __skyline_n = 1) AS alone, count(*) > 1 AS differ
            FROM (
                SELECT __skyline_k1, __skyline_k2, canonical(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_k2))), count(*) AS __skyline_n
                FROM (
                    SELECT canonical(x."age") AS __skyline_k1, canonical(x."zip") AS __skyline_k2, x.* EXCLUDE ("age", "zip", "income"), 0 AS __skyline_last
                    FROM (SELECT tbl.* FROM checked("release") AS tbl, __skyline_others AS gate WHERE gate.found) AS x
                )
                GROUP BY ALL
            )
            GROUP BY __skyline_k1, __skyline_k2
        )
    )
),

-- whom these columns single out; each by itself is looked at only where somebody is
__skyline_singled AS MATERIALIZED (
    SELECT a.people, a.alone, __skyline_columns_shown(o.names, TRY_CAST(a.people AS BIGINT), s.columns, s.alone) AS shown
    FROM __skyline_others AS o CROSS JOIN __skyline_alone AS a CROSS JOIN (
        SELECT list(i ORDER BY i ASC) AS columns, list(alone ORDER BY i ASC) AS alone
        FROM (
            SELECT i, coalesce(sum(alone) FILTER (WHERE people > 1), 0)::BIGINT AS alone
            FROM (
                SELECT __skyline_k1, __skyline_k2, i, sum(__skyline_n) AS people, count(*) FILTER (WHERE __skyline_n = 1) AS alone, count(*) > 1 AS differ
                FROM (
                    SELECT __skyline_k1, __skyline_k2, i, v, count(*) AS __skyline_n
                    FROM (
                        SELECT __skyline_k1, __skyline_k2, UNNEST(v) AS v, UNNEST(range(len(v))) AS i
                        FROM (
                            SELECT __skyline_k1, __skyline_k2, list_value(*COLUMNS(* EXCLUDE (__skyline_k1, __skyline_k2))) AS v
                            FROM (
                                SELECT __skyline_k1, __skyline_k2, text_of(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_k2)))
                                FROM (
                                    SELECT canonical(x."age") AS __skyline_k1, canonical(x."zip") AS __skyline_k2, x.* EXCLUDE ("age", "zip", "income"), 0 AS __skyline_last
                                    FROM (SELECT tbl.* FROM checked("release") AS tbl, __skyline_alone AS gate WHERE gate.found) AS x
                                )
                            )
                        )
                    )
                    GROUP BY ALL
                )
                GROUP BY __skyline_k1, __skyline_k2, i
            )
            GROUP BY i HAVING bool_or(differ)
        )
    ) AS s
    WHERE o.found
),

-- whether what columns tell is asked for
__skyline_telling_gate AS (
    SELECT o.found AND true AS found FROM __skyline_others AS o CROSS JOIN __skyline_alone AS a
),

-- what single columns without a role tell: the job, and the wait for it
__skyline_telling_job AS (
    SELECT __skyline_start(
        'release_check', 'telling',
        '{"hidden":[{"name":"income","qi":false}],"groups":2,"persons":false}',
        to_json(struct_pack(
            names := o.names,
            smallest := TRY_CAST(a.smallest AS BIGINT),
            rows := x.rows
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_others AS o, __skyline_alone AS a, (
        SELECT __skyline_hashed_rows(0, 'release_check', v, n) AS rows
        FROM (
            SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
            FROM (
                SELECT (hash(canonical(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_k2, __skyline_h1)))) >> 1)::BIGINT, __skyline_h1, (hash(canonical(__skyline_k1)) >> 1)::BIGINT AS __skyline_k1, (hash(canonical(__skyline_k2)) >> 1)::BIGINT AS __skyline_k2, 1 AS __skyline_n
                FROM (
                    SELECT canonical(x."age") AS __skyline_k1, canonical(x."zip") AS __skyline_k2, (hash(canonical(x."income")) >> 1)::BIGINT AS __skyline_h1, x.* EXCLUDE ("age", "zip", "income"), 0 AS __skyline_last
                    FROM (SELECT tbl.* FROM checked("release") AS tbl, __skyline_telling_gate AS gate WHERE gate.found) AS x
                )
            )
            WHERE __skyline_n > 0
        )
    ) AS x JOIN __skyline_typed_values ON __skyline_typed_values.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_telling_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_telling_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_telling AS MATERIALIZED (
    SELECT UNNEST(__skyline_telling_rows(job), recursive := true) FROM __skyline_telling_job WHERE done
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
    UNION ALL
    SELECT 2, 0, *, NULL FROM (
        SELECT 'others' AS requirement, 0::DOUBLE AS required, CASE WHEN x.people > 0 THEN x.alone / x.people END AS achieved, x.alone = 0 AS holds, concat('share of people whom columns that are neither qi nor sensitive single out (', x.shown, ') = 0') AS rule, t.s AS value
        FROM __skyline_singled AS x CROSS JOIN __skyline_types AS t
    )
    UNION ALL
    SELECT 3, 0, *, NULL FROM (
        SELECT 'others_tell' AS requirement, 0::DOUBLE AS required, x.columns::DOUBLE AS achieved, false AS holds, concat('columns that are neither qi nor sensitive, and ', x.shown, ' = 0') AS rule, t.s AS value
        FROM __skyline_telling AS x CROSS JOIN __skyline_types AS t
        WHERE x.columns > 0
    )
)
ORDER BY part, i;
