-- FROM release_check('release', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'k_anonymity': 5}, original := 'patients', hierarchies := 'h', others := 'keep')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("release") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
        FROM checked("release") AS tbl
    )
    GROUP BY q1, q2
),

-- what the table has of each requirement: the job, and the wait for it
__skyline_findings_job AS (
    SELECT __skyline_start(
        'release_check', 'requirements',
        '{"privacy":{"k_anonymity":5},"sensitive":["disease"]}',
        to_json(struct_pack(histograms := x.histograms))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_histograms(0, 'release_check', 'one', h) AS histograms FROM __skyline_groups) AS x
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

-- the original's types: a row of NULLs
__skyline_original_types AS (
    SELECT original."age" AS o1, original."zip" AS o2 FROM checked("patients") AS original WHERE false UNION ALL SELECT NULL, NULL
),

-- the values of each column that one person has, i saying of which, as grouping() does; and a row of everybody
__skyline_lone AS MATERIALIZED (
    SELECT GROUPING(q1, q2) AS i, first(q1) AS k1, first(q2) AS k2, count(*) AS n
    FROM (SELECT canonical(original."age") AS q1, canonical(original."zip") AS q2 FROM checked("patients") AS original)
    GROUP BY GROUPING SETS ((q1), (q2), ())
    HAVING n = 1 OR i = 3
),

-- the labels of each column; i says of which, as in __skyline_lone
__skyline_all_labels AS MATERIALIZED (
    SELECT GROUPING(q1, q2) AS i, q1, q2
    FROM (SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2 FROM checked("release") AS tbl)
    GROUP BY GROUPING SETS ((q1), (q2))
),

-- the hierarchies
__skyline_hierarchies AS MATERIALIZED (
    SELECT ((translate(hierarchies.attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))::VARCHAR COLLATE "binary") AS attribute, encode(hierarchies.value::VARCHAR) AS value, TRY(TRY_CAST(hierarchies.level AS BIGINT)) AS level, ((hierarchies.label)::VARCHAR COLLATE "binary") AS label
    FROM checked("h") AS hierarchies
),

-- the labels of the columns as texts, or as bounds
__skyline_column_labels AS MATERIALIZED (
    SELECT i, t, is_bounds, CASE WHEN is_bounds THEN CASE WHEN t IS NULL OR TRY_CAST(t AS STRUCT(low VARCHAR, high VARCHAR, has_null BOOLEAN, label VARCHAR)) IS NOT NULL THEN TRY_CAST(t AS STRUCT(low VARCHAR, high VARCHAR, has_null BOOLEAN, label VARCHAR)) ELSE error('release_check: tbl has bounds whose text cannot be read back; check a release with output := ''generalized''') END END AS b
    FROM (
        SELECT l.i, CASE l.i WHEN 1 THEN text_of(l.q1)
                WHEN 2 THEN text_of(l.q2) END AS t, CASE l.i WHEN 1 THEN __skyline_has_type(typeof(o.o1), 'STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)')
                WHEN 2 THEN __skyline_has_type(typeof(o.o2), 'STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)') END AS is_bounds
        FROM __skyline_all_labels AS l CROSS JOIN __skyline_types AS o
    )
),

-- the texts that stand for values in them, and how they can be read
__skyline_label_texts AS MATERIALIZED (
    SELECT DISTINCT x.i, x.t, h.label IS NULL OR NOT h.stands_for_others AS whole, h.label IS NULL AS open
    FROM (
        SELECT i, t FROM __skyline_column_labels WHERE NOT is_bounds
        UNION ALL
        SELECT i, t FROM (SELECT i, UNNEST(list_value(b.low, b.high, b.label)) AS t FROM __skyline_column_labels WHERE is_bounds) WHERE t IS NOT NULL
        UNION ALL
        SELECT i, NULL FROM __skyline_column_labels WHERE is_bounds AND (b IS NULL OR b.has_null)
    ) AS x LEFT JOIN (
         SELECT attribute, label, bool_or(value IS DISTINCT FROM encode(label)) AS stands_for_others
         FROM __skyline_hierarchies
         WHERE level >= 1
         GROUP BY attribute, label
     ) AS h ON h.attribute = CASE x.i WHEN 1 THEN 'age'
             WHEN 2 THEN 'zip' END AND ((h.label)::VARCHAR COLLATE "binary") = ((x.t)::VARCHAR COLLATE "binary")
),

-- labels without the NULL at the end
__skyline_bare AS MATERIALIZED (
    SELECT i, CASE WHEN ends_with(t, ' or NULL') THEN left(t, length(t) - length(' or NULL')) ELSE t END AS b, t
    FROM __skyline_label_texts
    WHERE open AND t IS NOT NULL
),

-- what may be ends of ranges and members of sets
__skyline_members AS MATERIALIZED (
    SELECT i, is_range, list_aggregate(list_slice(e, begins, ends), 'string_agg', ', ') AS t
    FROM (
        SELECT *, UNNEST(range(begins, least(begins + most, len(e) + 1))) AS ends
        FROM (
            SELECT *, UNNEST(range(1, len(e) + 1)) AS begins
            FROM (
                SELECT bare.i, starts_with(b, '[') AS is_range, string_split(substring(b, 2, length(b) - 2), ', ') AS e, coalesce(commas.most, 0) + 1 AS most
                FROM __skyline_bare AS bare LEFT JOIN (SELECT i, max(
                    CASE i WHEN 1 THEN CASE WHEN typeof(k1) = 'VARCHAR' THEN (length(k1::VARCHAR) - length(replace(k1::VARCHAR, ', ', ''))) // 2 END
                        WHEN 2 THEN CASE WHEN typeof(k2) = 'VARCHAR' THEN (length(k2::VARCHAR) - length(replace(k2::VARCHAR, ', ', ''))) // 2 END END
                ) AS most FROM __skyline_lone GROUP BY i) AS commas ON commas.i = bare.i
                WHERE regexp_full_match(b, '(?s)\[.*, .*\]|\{.*\}')
            )
        )
    )
    WHERE NOT is_range OR (begins = 1) <> (ends = len(e))
),

-- the values that the labels of the columns show
__skyline_read_values AS MATERIALIZED (
    SELECT DISTINCT i, v
    FROM (
        SELECT i, CASE i WHEN 1 THEN text_of(v1)
                WHEN 2 THEN text_of(v2) END AS v
        FROM (
            SELECT x.i, CASE WHEN CASE
                    WHEN typeof(t.o1) = 'DATE' THEN TRY_CAST(x.t1 AS TIMESTAMP) IS NULL
                    WHEN __skyline_has_type(typeof(t.o1), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(concat('2000-01-01 ', x.t1) AS TIMESTAMP) IS NULL
                    ELSE false
                END THEN NULL ELSE cast_like(x.t1, t.o1) END AS v1,
                CASE WHEN CASE
                    WHEN typeof(t.o2) = 'DATE' THEN TRY_CAST(x.t2 AS TIMESTAMP) IS NULL
                    WHEN __skyline_has_type(typeof(t.o2), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(concat('2000-01-01 ', x.t2) AS TIMESTAMP) IS NULL
                    ELSE false
                END THEN NULL ELSE cast_like(x.t2, t.o2) END AS v2
            FROM (
                SELECT x.i, CASE WHEN x.i = 1 AND NOT (__skyline_has_type(typeof(t.o1), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|BOOLEAN') AND regexp_matches(x.t, '^[\[{*]')) THEN x.t END AS t1,
                    CASE WHEN x.i = 2 AND NOT (__skyline_has_type(typeof(t.o2), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|BOOLEAN') AND regexp_matches(x.t, '^[\[{*]')) THEN x.t END AS t2
                FROM (
                    SELECT i, t FROM __skyline_label_texts WHERE whole AND t IS NOT NULL
                    UNION ALL
                    SELECT i, b FROM __skyline_bare WHERE b <> t
                    UNION ALL
                    SELECT i, t FROM __skyline_members
                ) AS x CROSS JOIN __skyline_original_types AS t
            ) AS x CROSS JOIN __skyline_original_types AS t
        )
    )
    WHERE v IS NOT NULL
    UNION
    SELECT i, NULL FROM __skyline_label_texts WHERE t IS NULL OR open AND ends_with(t, ' or NULL')
    UNION
    SELECT i, NULL FROM __skyline_members WHERE NOT is_range AND t = 'NULL'
),

-- who is alone with a value that labels show, for each column
__skyline_told_people AS MATERIALIZED (
    SELECT CASE a.i WHEN 1 THEN 0
            WHEN 2 THEN 1 END AS i, a.k1, a.k2
    FROM (SELECT *, CASE i WHEN 1 THEN text_of(k1)
            WHEN 2 THEN text_of(k2) END AS v FROM __skyline_lone) AS a JOIN __skyline_read_values AS r ON a.i = r.i AND ((a.v)::VARCHAR COLLATE "binary") IS NOT DISTINCT FROM ((r.v)::VARCHAR COLLATE "binary")
),

-- how many people there are, how many are shown, and by which columns
__skyline_shown_people AS (
    SELECT o.people, t.alone, __skyline_columns_shown(list_value('age', 'zip', ''), TRY_CAST(o.people AS BIGINT), s.columns, s.alone) AS shown
    FROM (SELECT n AS people FROM __skyline_lone WHERE i = 3) AS o, (
        SELECT count(*) AS alone FROM (SELECT DISTINCT t.k1, t.k2 FROM __skyline_told_people AS t)
    ) AS t, (
        SELECT list(i::BIGINT ORDER BY i ASC) AS columns, list(alone ORDER BY i ASC) AS alone
        FROM (SELECT i, count(*) AS alone FROM __skyline_told_people GROUP BY i)
    ) AS s
),

-- whether sensitive values follow from one or two quasi-identifiers: the job, and the wait for it
__skyline_determined_job AS (
    SELECT __skyline_start(
        'release_check', 'determined',
        '{"qi":["age","zip"],"sensitive":["disease"],"persons":false}',
        to_json(struct_pack(
            names := (SELECT list(column_name) FROM (DESCRIBE SELECT COLUMNS(lambda name: list_contains(list_value('disease')::VARCHAR[], translate(name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) OR starts_with(name, '__skyline_last')) FROM (SELECT *, 0 AS __skyline_last FROM checked("patients") AS original))),
            rows := x.rows
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_hashed_rows(0, 'release_check', v, n) AS rows
        FROM (
            SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
            FROM (
                SELECT (hash(canonical(COLUMNS(* EXCLUDE (__skyline_n)))) >> 1)::BIGINT, __skyline_n
                FROM (
                    SELECT o."age" AS q1, o."zip" AS q2, COLUMNS(lambda name: list_contains(list_value('disease')::VARCHAR[], translate(name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) OR starts_with(name, '__skyline_last')), 1 AS __skyline_n
                    FROM (SELECT *, 0 AS __skyline_last FROM checked("patients") AS original) AS o
                )
            )
            WHERE __skyline_n > 0
        )) AS x
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_determined_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_determined_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_determined AS MATERIALIZED (
    SELECT UNNEST(__skyline_determined_rows(job), recursive := true) FROM __skyline_determined_job WHERE done
)

SELECT requirement, required, achieved, holds, rule, value, attribute
FROM (
    SELECT 0 AS part, r.i, r.requirement, r.required, r.achieved, r.holds, r.rule, cast_like(r.value, t.s) AS value, r.attribute
    FROM __skyline_findings AS r JOIN __skyline_types AS t
        ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('release_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
    UNION ALL
    SELECT 1, 0, *, NULL FROM (
        SELECT
            'exact_values' AS requirement, NULL::DOUBLE AS required,
            CASE WHEN x.people > 0 THEN x.alone / x.people END AS achieved,
            __skyline_within(NULL::DOUBLE, x.alone::BIGINT, TRY_CAST(x.people AS BIGINT)) AS holds,
            concat('share of people of original who are alone with a value that labels show (', x.shown, ')') AS rule,
            t.s AS value
        FROM __skyline_shown_people AS x CROSS JOIN __skyline_types AS t
    )
    UNION ALL
    SELECT 4, * FROM (
        SELECT
            x.i, 'determined' AS requirement, NULL::DOUBLE AS required, x.share AS achieved, NULL::BOOLEAN AS holds,
            concat('share of people of original whose sensitive value follows from one or two columns of qi (', x.shown, ')') AS rule,
            t.s AS value, x.attribute
        FROM __skyline_determined AS x CROSS JOIN __skyline_types AS t
    )
)
ORDER BY part, i;
