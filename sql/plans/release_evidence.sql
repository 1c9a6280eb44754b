-- FROM release_evidence('patients', 'release', qi := ['age', 'zip'], sensitive := 'disease')

WITH RECURSIVE

-- the measures of the release
__skyline_risks AS MATERIALIZED (
    SELECT measure, attribute, value FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("release") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL
    ),

    -- the QI groups: their people, and how often each sensitive value occurs
    __skyline_groups AS MATERIALIZED (
        SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h, sum(1) AS n
        FROM (
            SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
            FROM checked("release") AS tbl
        )
        GROUP BY q1, q2
    ),

    -- how many QI groups there are of each size, in the table and beside it, and how many values of each quasi-identifier
    __skyline_sizes AS (
        SELECT (-1) AS of, coalesce(TRY_CAST(people AS BIGINT), 9223372036854775807) AS people, coalesce(TRY_CAST(population AS BIGINT), 9223372036854775807) AS others, count(*) AS n
        FROM (SELECT n AS people, n AS population FROM __skyline_groups WHERE n > 0)
        WHERE people > 0
        GROUP BY ALL
        UNION ALL
        SELECT 0, coalesce(TRY_CAST(people AS BIGINT), 9223372036854775807) AS people, 0, count(*)
        FROM (SELECT sum(n) AS people FROM __skyline_groups WHERE n > 0 GROUP BY q1)
        GROUP BY ALL
        UNION ALL
        SELECT 1, coalesce(TRY_CAST(people AS BIGINT), 9223372036854775807) AS people, 0, count(*)
        FROM (SELECT sum(n) AS people FROM __skyline_groups WHERE n > 0 GROUP BY q2)
        GROUP BY ALL
    ),

    -- the different histograms, and how many QI groups have each
    __skyline_different AS MATERIALIZED (
        SELECT h, count(*) AS n FROM __skyline_groups WHERE n > 0 GROUP BY h
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
                    FROM (SELECT DISTINCT h FROM __skyline_different), __skyline_types AS t
                    WHERE __skyline_has_type(typeof(t.s), '(?s:U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\))')
                )
                WHERE value IS NOT NULL
            ), __skyline_types AS t
        ), __skyline_types AS t
        WHERE x IS NOT NULL
    ),

    -- the measures: the job, and the wait for it
    __skyline_measures_job AS (
        SELECT __skyline_start(
            'release_evidence', 'report',
            '{"values_per_person":"one","risk_threshold":0.09,"qi":["age","zip"],"sensitive":["disease"]}',
            to_json(struct_pack(
                sizes := x.sizes,
                histograms := y.histograms,
                facts := (SELECT __skyline_value_facts(0, 'release_evidence', i, v, place, number, level, label) FROM (SELECT 0 AS i, v, place, number, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM __skyline_value_order))
            ))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_size_counts(0, 'release_evidence', of, people, others, n) AS sizes FROM __skyline_sizes) AS x, (SELECT __skyline_histogram_counts(0, 'release_evidence', h, n) AS histograms FROM __skyline_different) AS y
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_measures_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_measures_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_measures AS MATERIALIZED (
        SELECT UNNEST(__skyline_report_rows(job), recursive := true) FROM __skyline_measures_job WHERE done
    )

    SELECT measure, attribute, value FROM __skyline_measures ORDER BY i ASC
    )
),

-- whom other columns, and exact values in labels, single out
__skyline_singled_out AS MATERIALIZED (
    SELECT requirement, coalesce(attribute, '') AS attribute, achieved, rule FROM (
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
            'release_evidence', 'requirements',
            '{"privacy":{"k_anonymity":1},"sensitive":["disease"]}',
            to_json(struct_pack(histograms := x.histograms))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_histograms(0, 'release_evidence', 'one', h) AS histograms FROM __skyline_groups) AS x
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

    -- the labels of the columns as texts, or as bounds
    __skyline_column_labels AS MATERIALIZED (
        SELECT i, t, is_bounds, CASE WHEN is_bounds THEN CASE WHEN t IS NULL OR TRY_CAST(t AS STRUCT(low VARCHAR, high VARCHAR, has_null BOOLEAN, label VARCHAR)) IS NOT NULL THEN TRY_CAST(t AS STRUCT(low VARCHAR, high VARCHAR, has_null BOOLEAN, label VARCHAR)) ELSE error('release_evidence: tbl has bounds whose text cannot be read back; check a release with output := ''generalized''') END END AS b
        FROM (
            SELECT l.i, CASE l.i WHEN 1 THEN text_of(l.q1)
                    WHEN 2 THEN text_of(l.q2) END AS t, CASE l.i WHEN 1 THEN __skyline_has_type(typeof(o.o1), 'STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)')
                    WHEN 2 THEN __skyline_has_type(typeof(o.o2), 'STRUCT\("?low"? .*, "?high"? .*, "?has_null"? BOOLEAN, "?label"? VARCHAR\)') END AS is_bounds
            FROM __skyline_all_labels AS l CROSS JOIN __skyline_types AS o
        )
    ),

    -- the texts that stand for values in them, and how they can be read
    __skyline_label_texts AS MATERIALIZED (
        SELECT DISTINCT x.i, x.t, true AS whole, true AS open
        FROM (
            SELECT i, t FROM __skyline_column_labels WHERE NOT is_bounds
            UNION ALL
            SELECT i, t FROM (SELECT i, UNNEST(list_value(b.low, b.high, b.label)) AS t FROM __skyline_column_labels WHERE is_bounds) WHERE t IS NOT NULL
            UNION ALL
            SELECT i, NULL FROM __skyline_column_labels WHERE is_bounds AND (b IS NULL OR b.has_null)
        ) AS x
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

    -- the columns without a role, and one more, since a list of columns must not be empty
    __skyline_others AS MATERIALIZED (
        SELECT names, len(names) > 1 AS found
        FROM (
            SELECT list(column_name) AS names
            FROM (DESCRIBE SELECT * EXCLUDE ("age", "zip", "disease") FROM (SELECT *, 0 AS __skyline_last FROM checked("release") AS tbl))
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
                        SELECT canonical(x."age") AS __skyline_k1, canonical(x."zip") AS __skyline_k2, x.* EXCLUDE ("age", "zip", "disease"), 0 AS __skyline_last
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
                                        SELECT canonical(x."age") AS __skyline_k1, canonical(x."zip") AS __skyline_k2, x.* EXCLUDE ("age", "zip", "disease"), 0 AS __skyline_last
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
            'release_evidence', 'telling',
            '{"hidden":[{"name":"disease","qi":false}],"groups":2,"persons":false}',
            to_json(struct_pack(
                names := o.names,
                smallest := TRY_CAST(a.smallest AS BIGINT),
                rows := x.rows
            ))::VARCHAR
        ) AS job, false AS done
        FROM __skyline_others AS o, __skyline_alone AS a, (
            SELECT __skyline_hashed_rows(0, 'release_evidence', v, n) AS rows
            FROM (
                SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
                FROM (
                    SELECT (hash(canonical(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_k2, __skyline_h1)))) >> 1)::BIGINT, __skyline_h1, (hash(canonical(__skyline_k1)) >> 1)::BIGINT AS __skyline_k1, (hash(canonical(__skyline_k2)) >> 1)::BIGINT AS __skyline_k2, 1 AS __skyline_n
                    FROM (
                        SELECT canonical(x."age") AS __skyline_k1, canonical(x."zip") AS __skyline_k2, (hash(canonical(x."disease")) >> 1)::BIGINT AS __skyline_h1, x.* EXCLUDE ("age", "zip", "disease"), 0 AS __skyline_last
                        FROM (SELECT tbl.* FROM checked("release") AS tbl, __skyline_telling_gate AS gate WHERE gate.found) AS x
                    )
                )
                WHERE __skyline_n > 0
            )
        ) AS x
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_telling_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_telling_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_telling AS MATERIALIZED (
        SELECT UNNEST(__skyline_telling_rows(job), recursive := true) FROM __skyline_telling_job WHERE done
    ),

    -- whether sensitive values follow from one or two quasi-identifiers: the job, and the wait for it
    __skyline_determined_job AS (
        SELECT __skyline_start(
            'release_evidence', 'determined',
            '{"qi":["age","zip"],"sensitive":["disease"],"persons":false}',
            to_json(struct_pack(
                names := (SELECT list(column_name) FROM (DESCRIBE SELECT COLUMNS(lambda name: list_contains(list_value('disease')::VARCHAR[], translate(name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) OR starts_with(name, '__skyline_last')) FROM (SELECT *, 0 AS __skyline_last FROM checked("patients") AS original))),
                rows := x.rows
            ))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_hashed_rows(0, 'release_evidence', v, n) AS rows
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
            ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('release_evidence: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
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
        UNION ALL
        SELECT 4, * FROM (
            SELECT
                x.i, 'determined' AS requirement, NULL::DOUBLE AS required, x.share AS achieved, NULL::BOOLEAN AS holds,
                concat('share of people of original whose sensitive value follows from one or two columns of qi (', x.shown, ')') AS rule,
                t.s AS value, x.attribute
            FROM __skyline_determined AS x CROSS JOIN __skyline_types AS t
        )
    )
    ORDER BY part, i
    )
),

-- whom few columns single out
__skyline_subsets AS MATERIALIZED (
    SELECT len(columns) AS size, unique_people FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2, tbl."disease" AS o3 FROM checked("release") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL, NULL
    ),

    -- the QI groups: their people, and how often each sensitive value occurs
    __skyline_groups AS MATERIALIZED (
        SELECT q1, q2, q3, sum(1) AS n
        FROM (
            SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, canonical(tbl."disease") AS q3, NULL::VARCHAR AS s
            FROM checked("release") AS tbl
        )
        GROUP BY q1, q2, q3
    ),

    -- the codes of q1, in any order
    __skyline_d1 AS MATERIALIZED (
        SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT q1 AS v FROM __skyline_groups)
    ),

    -- the codes of q2, in any order
    __skyline_d2 AS MATERIALIZED (
        SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT q2 AS v FROM __skyline_groups)
    ),

    -- the codes of q3, in any order
    __skyline_d3 AS MATERIALIZED (
        SELECT v, row_number() OVER () - 1 AS c FROM (SELECT DISTINCT q3 AS v FROM __skyline_groups)
    ),

    -- the measures of all subsets: the job, and the wait for it
    __skyline_subsets_job AS (
        SELECT __skyline_start(
            'release_evidence', 'subsets',
            '{"columns":["age","zip","disease"],"max_size":3,"persons":false}',
            to_json(struct_pack(rows := x.rows))::VARCHAR
        ) AS job, false AS done
        FROM (
            SELECT __skyline_coded_rows(0, 'release_evidence', list_value(d1.c, d2.c, d3.c), coalesce(TRY_CAST(n AS BIGINT), 9223372036854775807)) AS rows
            FROM __skyline_groups AS g
            JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM g.q1
            JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM g.q2
            JOIN __skyline_d3 AS d3 ON d3.v IS NOT DISTINCT FROM g.q3
        ) AS x
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_subsets_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_subsets_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_subsets AS MATERIALIZED (
        SELECT UNNEST(__skyline_subsets_rows(job), recursive := true) FROM __skyline_subsets_job WHERE done
    )

    SELECT * EXCLUDE (i) FROM __skyline_subsets ORDER BY i ASC
    )
),

-- people who are the only ones with all columns
__skyline_alone AS MATERIALIZED (
    SELECT count(*) AS n
    FROM (
        SELECT min(p) FILTER (WHERE here) AS p
        FROM (SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, canonical(tbl."disease") AS q3, 1 AS p, true AS here FROM checked("release") AS tbl)
        GROUP BY q1, q2, q3
        HAVING count(*) FILTER (WHERE here) = 1
    )
),

-- how sure of each value somebody becomes who knows nothing else, and who knows so much
__skyline_breaches AS MATERIALIZED (
    SELECT attribute, value, (l > 0 OR k > 0 OR m > 0) AS informed, breach, safe, witness.target_people AS people, witness.target_having AS holders, witness.target_group AS target_group FROM (
    SELECT r."value", r."l", r."k", r."m", r."c", r."breach", r."safe", r."witness", __skyline_breach_meaning(
        'one', r.value::VARCHAR, r.l, r.k, r.m, r.breach, r.c, r.safe, r.certain, list_value('age', 'zip')::VARCHAR[],
        CASE WHEN struct_extract(r.witness, 'target_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'target_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'target_group'), 'zip')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'family_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'family_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'family_group'), 'zip')::VARCHAR) END, CASE WHEN struct_extract(r.witness, 'known_group') IS NOT NULL THEN list_value(struct_extract(struct_extract(r.witness, 'known_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'known_group'), 'zip')::VARCHAR) END, struct_extract(r.witness, 'target_people'), struct_extract(r.witness, 'target_having'), struct_extract(r.witness, 'ruled_out')::VARCHAR[]
    ) AS meaning, r."attribute"
    FROM (
        WITH RECURSIVE

        -- the columns' own types: a row of NULLs
        __skyline_types AS (
            SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("release") AS tbl WHERE false
            UNION ALL
            SELECT NULL, NULL, NULL
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

        -- the breach probability of each value at each of its points: the job, and the wait for it
        __skyline_rows_job AS (
            SELECT __skyline_start(
                'release_evidence', 'check',
                '{"values_per_person":"one","named":{"where":"skyline","column":"disease","shown":true},"points":[{"l":"0","k":"0","m":"0","c":"0.5"},{"l":"0","k":"3","m":"0","c":"0.5"}]}',
                to_json(struct_pack(groups := base64(x.groups)))::VARCHAR
            ) AS job, false AS done
            FROM (SELECT __skyline_summary(0, 'release_evidence', 'one', h) AS groups FROM __skyline_groups) AS x
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
                target_group := map_extract_value(w.gs, r.target), target_people := r.people, target_having := r.having,
                family_group := map_extract_value(w.gs, r.family), known_group := map_extract_value(w.gs, r.known),
                ruled_out := cast_to_type(r.ruled_out, list_value(t.s))
            ) END AS witness, 'disease' AS attribute, r.certain
        FROM __skyline_rows AS r JOIN __skyline_types AS t
            ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('release_evidence: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
        CROSS JOIN __skyline_witness_groups AS w
        WHERE r.histogram IS NULL
        ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST, r.l ASC, r.k ASC, r.m ASC, r.c ASC
    ) AS r
    )
),

-- by how much more of somebody's value is known than of anybody's in the table
__skyline_gain AS MATERIALIZED (
    SELECT 'disease' AS attribute, max((b.holders * s.people - s.n * b.people)::DOUBLE / (b.people * s.people)::DOUBLE) AS gain
    FROM __skyline_breaches AS b
    JOIN (
        SELECT canonical(tbl."disease") AS v, sum(1::HUGEINT) AS n, sum(sum(1::HUGEINT)) OVER () AS people
        FROM checked("release") AS tbl
        GROUP BY v
    ) AS s ON s.v IS NOT DISTINCT FROM canonical(b.value)
    WHERE NOT b.informed AND b.attribute = 'disease'
),

-- how sure somebody becomes with so many pieces of any knowledge
__skyline_disclosure AS MATERIALIZED (
    SELECT attribute, k, implications FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("release") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL
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

    -- the maximum disclosure under each number of pieces, and the atoms of its witnesses: the job, and the wait for it
    __skyline_atoms_job AS (
        SELECT __skyline_start(
            'release_evidence', 'disclosure',
            '{"k":3,"c":0.5}',
            to_json(struct_pack(profiles := x.profiles))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_profiles(0, 'release_evidence', 3, h) AS profiles FROM __skyline_groups) AS x
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
            ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('release_evidence: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END LEFT JOIN __skyline_atom_groups AS n ON n.h = r.histogram AND n.copy = r.copy
    )

    SELECT
        k, max(implications) AS implications, max(negations) AS negations, bool_and(safe) AS safe,
        CASE WHEN count(*) FILTER (WHERE role = 'consequent') > 0 THEN struct_pack(
            consequent := list_extract(list(struct_pack(qi_group := g, person := person, value := v)) FILTER (WHERE role = 'consequent'), 1),
            antecedents := coalesce(list(struct_pack(qi_group := g, person := person, value := v) ORDER BY i ASC) FILTER (WHERE role = 'antecedent'), list_value())
        ) END AS witness,
        CASE WHEN count(*) FILTER (WHERE role = 'consequent') > 0 THEN struct_pack(
            qi_group := list_extract(list(g) FILTER (WHERE role = 'target'), 1), value := list_extract(list(v) FILTER (WHERE role = 'target'), 1),
            ruled_out := coalesce(list(v ORDER BY i ASC) FILTER (WHERE role = 'ruled out'), list_value())
        ) END AS negation_witness,
        '0.5'::DOUBLE AS c, 'disease' AS attribute
    FROM __skyline_named_atoms
    GROUP BY k
    ORDER BY k ASC
    )
),

-- what the release costs
__skyline_utility AS MATERIALIZED (
    SELECT measure, attribute, value FROM (
    WITH RECURSIVE

    -- the people of the original by their values
    __skyline_original AS MATERIALIZED (
        SELECT
            c1,
            c2,
            text_of(c1) AS x1,
            text_of(c2) AS x2,
            coalesce(TRY_CAST(n AS BIGINT), error('release_evidence: original must have at most 2^61 people, counted with their weights')) AS n
        FROM (
            SELECT c1, c2, count(*) AS n
            FROM (
                SELECT
                    canonical(original."age") AS c1,
                    canonical(original."zip") AS c2
                FROM checked("patients") AS original
            )
            GROUP BY c1, c2
        )
        WHERE n > 0
    ),

    -- the people of the release by their labels
    __skyline_release AS MATERIALIZED (
        SELECT
            c1,
            c2,
            text_of(c1) AS x1,
            text_of(c2) AS x2,
            coalesce(TRY_CAST(n AS BIGINT), error('release_evidence: release must have at most 2^61 people, counted with their weights')) AS n
        FROM (
            SELECT c1, c2, count(*) AS n
            FROM (
                SELECT
                    canonical(release."age") AS c1,
                    canonical(release."zip") AS c2
                FROM checked("release") AS release
            )
            GROUP BY c1, c2
        )
        WHERE n > 0
    ),

    -- the values of column 1
    __skyline_values1 AS MATERIALIZED (
        SELECT any_value(v) AS v, x FROM (SELECT c1 AS v, x1 AS x FROM __skyline_original) GROUP BY x
    ),

    -- its labels, and the ends of those that are intervals; 20 or NULL is one from 20 to 20
    __skyline_labels1 AS MATERIALIZED (
        SELECT
            x,
            CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 1) ELSE alone END AS low,
            CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 2) ELSE alone END AS high
        FROM (
            SELECT x, CASE WHEN regexp_full_match(x, '(?s)(.*) or NULL') THEN regexp_extract(x, '(?s)(.*) or NULL', 1) END AS alone
            FROM (SELECT DISTINCT x1 AS x FROM __skyline_release)
        )
    ),

    -- what its values are, and what its labels say in its type: as one value, and as ends
    __skyline_readings1 AS (
        SELECT kind, x,
            CASE WHEN v IS NOT NULL THEN dense_rank() OVER (ORDER BY v ASC NULLS LAST) END AS rank,
            CASE
                WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v::VARCHAR AS DOUBLE)
                WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIMESTAMP)))
                WHEN __skyline_has_type(typeof(v), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIME)))
                WHEN __skyline_has_type(typeof(v), 'INTERVAL') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS INTERVAL)))
            END AS position
        FROM (
            SELECT 'value' AS kind, x, v FROM __skyline_values1
            UNION ALL
            SELECT kind, x, CASE WHEN CASE
                    WHEN typeof(t.s) = 'DATE' THEN TRY_CAST(text AS TIMESTAMP) IS NULL
                    WHEN __skyline_has_type(typeof(t.s), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(concat('2000-01-01 ', text) AS TIMESTAMP) IS NULL
                    ELSE false
                END THEN NULL ELSE cast_like(text, t.s) END AS v
            FROM (
                SELECT 'label' AS kind, x, x AS text FROM __skyline_labels1
                UNION ALL
                SELECT 'low', x, low FROM __skyline_labels1 WHERE low IS NOT NULL
                UNION ALL
                SELECT 'high', x, high FROM __skyline_labels1 WHERE high IS NOT NULL
            ), (SELECT any_value(v) AS s FROM __skyline_values1) AS t
        )
        WHERE v IS NOT NULL OR kind IN ('value', 'label')
    ),

    -- the values of column 2
    __skyline_values2 AS MATERIALIZED (
        SELECT any_value(v) AS v, x FROM (SELECT c2 AS v, x2 AS x FROM __skyline_original) GROUP BY x
    ),

    -- its labels, and the ends of those that are intervals; 20 or NULL is one from 20 to 20
    __skyline_labels2 AS MATERIALIZED (
        SELECT
            x,
            CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 1) ELSE alone END AS low,
            CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 2) ELSE alone END AS high
        FROM (
            SELECT x, CASE WHEN regexp_full_match(x, '(?s)(.*) or NULL') THEN regexp_extract(x, '(?s)(.*) or NULL', 1) END AS alone
            FROM (SELECT DISTINCT x2 AS x FROM __skyline_release)
        )
    ),

    -- what its values are, and what its labels say in its type: as one value, and as ends
    __skyline_readings2 AS (
        SELECT kind, x,
            CASE WHEN v IS NOT NULL THEN dense_rank() OVER (ORDER BY v ASC NULLS LAST) END AS rank,
            CASE
                WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v::VARCHAR AS DOUBLE)
                WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIMESTAMP)))
                WHEN __skyline_has_type(typeof(v), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIME)))
                WHEN __skyline_has_type(typeof(v), 'INTERVAL') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS INTERVAL)))
            END AS position
        FROM (
            SELECT 'value' AS kind, x, v FROM __skyline_values2
            UNION ALL
            SELECT kind, x, CASE WHEN CASE
                    WHEN typeof(t.s) = 'DATE' THEN TRY_CAST(text AS TIMESTAMP) IS NULL
                    WHEN __skyline_has_type(typeof(t.s), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(concat('2000-01-01 ', text) AS TIMESTAMP) IS NULL
                    ELSE false
                END THEN NULL ELSE cast_like(text, t.s) END AS v
            FROM (
                SELECT 'label' AS kind, x, x AS text FROM __skyline_labels2
                UNION ALL
                SELECT 'low', x, low FROM __skyline_labels2 WHERE low IS NOT NULL
                UNION ALL
                SELECT 'high', x, high FROM __skyline_labels2 WHERE high IS NOT NULL
            ), (SELECT any_value(v) AS s FROM __skyline_values2) AS t
        )
        WHERE v IS NOT NULL OR kind IN ('value', 'label')
    ),

    -- what the release costs: the job, and the wait for it
    __skyline_measures_job AS (
        SELECT __skyline_start(
            'release_evidence', 'utility',
            '{"qi":["age","zip"],"seed":0,"nulls":"auto"}',
            to_json(struct_pack(
                readings := readings.kept,
                original := original.kept,
                release := release.kept
            ))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_readings(0, 'release_evidence', i, kind, x, rank, position) AS kept FROM (SELECT 0 AS i, * FROM __skyline_readings1
                UNION ALL
                SELECT 1 AS i, * FROM __skyline_readings2)) AS readings,
            (SELECT __skyline_gather(0, 'release_evidence', list_value(x1, x2), n) AS kept FROM __skyline_original) AS original,
            (SELECT __skyline_gather(0, 'release_evidence', list_value(x1, x2), n) AS kept FROM __skyline_release) AS release
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_measures_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_measures_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_measures AS MATERIALIZED (
        SELECT UNNEST(__skyline_utility_rows(job), recursive := true) FROM __skyline_measures_job WHERE done
    )

    SELECT measure, value, attribute FROM __skyline_measures ORDER BY i ASC
    )
),

-- the evidence, in numbers and in words: the job, and the wait for it
__skyline_evidence_job AS (
    SELECT __skyline_start(
        'release_evidence', 'evidence',
        '{"limit":{"risk":0.09,"source":"profile ema"},"l":0,"k":3,"m":0,"c":0.5,"qi":["age","zip"],"sensitive":["disease"],"columns":3,"max_size":3,"original":true}',
        to_json(struct_pack(
            risks := (SELECT list(x) FROM __skyline_risks AS x WHERE isfinite(value)),
            singled_out := (SELECT list(x) FROM __skyline_singled_out AS x),
            subsets := (SELECT list(x) FROM (SELECT size, max(unique_people) AS unique_people FROM __skyline_subsets GROUP BY size) AS x),
            alone := (SELECT n FROM __skyline_alone),
            breaches := (
                SELECT list(x) FROM (SELECT attribute, informed, max(breach) AS breach, bool_and(safe) AS safe FROM __skyline_breaches GROUP BY attribute, informed) AS x
            ),
            gains := (SELECT list(x) FROM __skyline_gain AS x),
            disclosure := (SELECT list(x) FROM __skyline_disclosure AS x),
            utility := (SELECT list(x) FROM __skyline_utility AS x WHERE isfinite(value))
        ))::VARCHAR
    ) AS job, false AS done
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_evidence_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_evidence_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_evidence AS MATERIALIZED (
    SELECT UNNEST(__skyline_evidence_rows(job), recursive := true) FROM __skyline_evidence_job WHERE done
)

SELECT * EXCLUDE (i) FROM __skyline_evidence ORDER BY i ASC;
