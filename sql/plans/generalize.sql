-- FROM generalize('patients', 'h', {'age': 2, 'zip': 1}, sensitive := 'disease', privacy := {'k_anonymity': 5}, person := 'name')

WITH RECURSIVE

-- the table, read once
__skyline_input AS MATERIALIZED (
    SELECT one_form(COLUMNS(*)) FROM checked("patients") AS tbl
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('generalize: levels must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('generalize: levels must have categories, got texts of more than 200 characters in zip that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 2 THEN error('generalize: sensitive must have categories, got texts of more than 200 characters in disease that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
    FROM (
        SELECT 0 AS i
        FROM __skyline_input AS tbl
        WHERE CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN strlen(tbl."age"::VARCHAR) > 200 AND length(tbl."age"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."age")
        HAVING count(*) = 1
        UNION ALL
        SELECT 1 AS i
        FROM __skyline_input AS tbl
        WHERE CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN strlen(tbl."zip"::VARCHAR) > 200 AND length(tbl."zip"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."zip")
        HAVING count(*) = 1
        UNION ALL
        SELECT 2 AS i
        FROM __skyline_input AS tbl
        WHERE CASE WHEN typeof(tbl."disease") IN ('VARCHAR', 'JSON') THEN strlen(tbl."disease"::VARCHAR) > 200 AND length(tbl."disease"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."disease")
        HAVING count(*) = 1
    )
),

-- the hierarchies
__skyline_hierarchies AS MATERIALIZED (
    SELECT ((translate(hierarchies.attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))::VARCHAR COLLATE "binary") AS attribute, encode(hierarchies.value::VARCHAR) AS value, TRY(TRY_CAST(hierarchies.level AS BIGINT)) AS level, ((hierarchies.label)::VARCHAR COLLATE "binary") AS label
    FROM checked("h") AS hierarchies
),

-- the codes of the domain of column 1: its values in the order of their texts
__skyline_w1 AS MATERIALIZED (
    SELECT t, row_number() OVER (ORDER BY t ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT DISTINCT t
        FROM (
            SELECT value AS t FROM __skyline_hierarchies WHERE attribute = 'age' AND level >= 1UNION ALL
            SELECT encode(text_of(v)) FROM (SELECT DISTINCT canonical(tbl."age") AS v FROM __skyline_input AS tbl)
        )
    )
),

-- the codes of the domain of column 2: its values in the order of their texts
__skyline_w2 AS MATERIALIZED (
    SELECT t, row_number() OVER (ORDER BY t ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT DISTINCT t
        FROM (
            SELECT value AS t FROM __skyline_hierarchies WHERE attribute = 'zip' AND level >= 1UNION ALL
            SELECT encode(text_of(v)) FROM (SELECT DISTINCT canonical(tbl."zip") AS v FROM __skyline_input AS tbl)
        )
    )
),

-- what the kernel has to know of the values, and of their labels
__skyline_whole AS (
    SELECT __skyline_domain(0, 'generalize', i, c, is_null, number, text, level, label, random()) AS domain
    FROM (
        SELECT 0::BIGINT AS i, c, t IS NULL AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_w1
        UNION ALL
        SELECT 0::BIGINT AS i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
        FROM __skyline_hierarchies AS h JOIN __skyline_w1 AS d ON h.value IS NOT DISTINCT FROM d.t
        WHERE h.attribute = 'age' AND h.level >= 1
        UNION ALL
        SELECT 1::BIGINT AS i, c, t IS NULL AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_w2
        UNION ALL
        SELECT 1::BIGINT AS i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
        FROM __skyline_hierarchies AS h JOIN __skyline_w2 AS d ON h.value IS NOT DISTINCT FROM d.t
        WHERE h.attribute = 'zip' AND h.level >= 1
    )
),

-- the labels of the values of the domains: the job, and the wait for it
__skyline_labels_job AS (
    SELECT __skyline_start(
        'generalize', 'domain_labels',
        '{"columns":["age","zip"],"levels":[2,1]}',
        to_json(struct_pack(domain := y.domain))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_whole AS y JOIN __skyline_categories ON __skyline_categories.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_labels_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_labels_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_labels AS MATERIALIZED (
    SELECT UNNEST(__skyline_domain_labels_rows(job), recursive := true) FROM __skyline_labels_job WHERE done
),

-- what the values of column 1 are called at its level
__skyline_l1 AS MATERIALIZED (
    SELECT x.v, l.label
    FROM (SELECT DISTINCT canonical(tbl."age") AS v FROM __skyline_input AS tbl) AS x
    JOIN __skyline_w1 AS w ON w.t IS NOT DISTINCT FROM encode(text_of(x.v))
    JOIN __skyline_labels AS l ON l.i = 0 AND l.c = w.c
),

-- what the values of column 2 are called at its level
__skyline_l2 AS MATERIALIZED (
    SELECT x.v, l.label
    FROM (SELECT DISTINCT canonical(tbl."zip") AS v FROM __skyline_input AS tbl) AS x
    JOIN __skyline_w2 AS w ON w.t IS NOT DISTINCT FROM encode(text_of(x.v))
    JOIN __skyline_labels AS l ON l.i = 1 AND l.c = w.c
),

-- the rows, raised to the levels
__skyline_generalized AS MATERIALIZED (
    SELECT __skyline_row.* REPLACE (l1.label AS "age", l2.label AS "zip")
    FROM __skyline_input AS __skyline_row
    LEFT JOIN __skyline_l1 AS l1 ON l1.v IS NOT DISTINCT FROM canonical(__skyline_row."age")
    LEFT JOIN __skyline_l2 AS l2 ON l2.v IS NOT DISTINCT FROM canonical(__skyline_row."zip")
),

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM __skyline_generalized AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- each person's row, and how many there are
__skyline_persons AS (
    SELECT p, first(q1) AS q1, first(q2) AS q2, first(canonical(s)) AS s, count(*) AS c
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s, canonical(tbl."name") AS p
        FROM __skyline_generalized AS tbl
    )
    GROUP BY p
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), CASE WHEN p IS NULL THEN error('generalize: person must not be NULL; filter such rows in a query given as tbl') WHEN c > 1 THEN error('generalize: person must have one row each when values_per_person is ''one'', and somebody has several; use ''set'' or ''multiset'', or keep one row a person') ELSE 1 END) AS h
    FROM (SELECT * FROM __skyline_persons)
    GROUP BY q1, q2
),

-- the groups to leave out, by their histograms: the job, and the wait for it
__skyline_left_histograms_job AS (
    SELECT __skyline_start(
        'generalize', 'leave_out',
        '{"privacy":{"k_anonymity":5},"sensitive":["disease"]}',
        to_json(struct_pack(histograms := x.histograms))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_histograms(0, 'generalize', 'one', h) AS histograms FROM __skyline_groups) AS x JOIN __skyline_categories ON __skyline_categories.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_left_histograms_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_left_histograms_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_left_histograms AS MATERIALIZED (
    SELECT UNNEST(__skyline_leave_out_rows(job), recursive := true) FROM __skyline_left_histograms_job WHERE done
),

-- the groups to leave out
__skyline_left AS MATERIALIZED (
    SELECT g.q1, g.q2 FROM __skyline_groups AS g JOIN __skyline_left_histograms AS r ON r.histogram = g.h
),

-- the columns without a role, and one more, since a list of columns must not be empty
__skyline_others AS MATERIALIZED (
    SELECT names, len(names) > 1 AS found
    FROM (
        SELECT list(column_name) AS names
        FROM (DESCRIBE SELECT * EXCLUDE ("age", "zip", "disease", "name") FROM (SELECT *, 0 AS __skyline_last FROM __skyline_input AS tbl))
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
                    SELECT canonical(x."age") AS __skyline_k1, canonical(x."zip") AS __skyline_k2, x.* EXCLUDE ("age", "zip", "disease", "name"), 0 AS __skyline_last
                    FROM (SELECT x.* FROM (SELECT tbl.* FROM __skyline_generalized AS tbl, __skyline_others AS gate WHERE gate.found) AS x ANTI JOIN __skyline_left AS o ON o.q1 IS NOT DISTINCT FROM canonical(x."age") AND o.q2 IS NOT DISTINCT FROM canonical(x."zip")) AS x
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
                                    SELECT canonical(x."age") AS __skyline_k1, canonical(x."zip") AS __skyline_k2, x.* EXCLUDE ("age", "zip", "disease", "name"), 0 AS __skyline_last
                                    FROM (SELECT x.* FROM (SELECT tbl.* FROM __skyline_generalized AS tbl, __skyline_alone AS gate WHERE gate.found) AS x ANTI JOIN __skyline_left AS o ON o.q1 IS NOT DISTINCT FROM canonical(x."age") AND o.q2 IS NOT DISTINCT FROM canonical(x."zip")) AS x
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
    SELECT o.found AND a.alone = 0 AS found FROM __skyline_others AS o CROSS JOIN __skyline_alone AS a
),

-- what single columns without a role tell: the job, and the wait for it
__skyline_telling_job AS (
    SELECT __skyline_start(
        'generalize', 'telling',
        '{"hidden":[{"name":"disease","qi":false}],"groups":2,"persons":false}',
        to_json(struct_pack(
            names := o.names,
            smallest := TRY_CAST(a.smallest AS BIGINT),
            rows := x.rows
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_others AS o, __skyline_alone AS a, (
        SELECT __skyline_hashed_rows(0, 'generalize', v, n) AS rows
        FROM (
            SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
            FROM (
                SELECT (hash(canonical(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_k2, __skyline_h1)))) >> 1)::BIGINT, __skyline_h1, (hash(canonical(__skyline_k1)) >> 1)::BIGINT AS __skyline_k1, (hash(canonical(__skyline_k2)) >> 1)::BIGINT AS __skyline_k2, 1 AS __skyline_n
                FROM (
                    SELECT canonical(x."age") AS __skyline_k1, canonical(x."zip") AS __skyline_k2, (hash(canonical(x."disease")) >> 1)::BIGINT AS __skyline_h1, x.* EXCLUDE ("age", "zip", "disease", "name"), 0 AS __skyline_last
                    FROM (SELECT x.* FROM (SELECT tbl.* FROM __skyline_generalized AS tbl, __skyline_telling_gate AS gate WHERE gate.found) AS x ANTI JOIN __skyline_left AS o ON o.q1 IS NOT DISTINCT FROM canonical(x."age") AND o.q2 IS NOT DISTINCT FROM canonical(x."zip")) AS x
                )
            )
            WHERE __skyline_n > 0
        )
    ) AS x JOIN __skyline_categories ON __skyline_categories.ok
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

-- columns without a role single nobody out, and tell nothing that groups hide
__skyline_untouched AS MATERIALIZED (
    SELECT coalesce((
        SELECT CASE
            WHEN s.alone > 0 THEN error(concat('generalize: others must be given, as columns that are neither in levels nor sensitive single out ', s.alone, ' of ', s.people, ' people (', s.shown, ')', '; put them into levels, leave them out with others := ''drop'', or release them as they are with others := ''keep'''))
            WHEN t.columns > 0 THEN error(concat('generalize: others must be given, as columns that are neither in levels nor sensitive ', t.shown, '; put them into levels, leave them out with others := ''drop'', or release them as they are with others := ''keep'''))
            ELSE true
        END
        FROM __skyline_singled AS s CROSS JOIN __skyline_telling AS t JOIN __skyline_categories ON __skyline_categories.ok
    ), true) AS ok
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT * EXCLUDE (__skyline_at)
    FROM (SELECT *, __skyline_shuffle() AS __skyline_at FROM (SELECT x.* EXCLUDE ("name") FROM __skyline_generalized AS x ANTI JOIN __skyline_left AS o ON o.q1 IS NOT DISTINCT FROM canonical(x."age") AND o.q2 IS NOT DISTINCT FROM canonical(x."zip") JOIN __skyline_untouched ON __skyline_untouched.ok))
    ORDER BY __skyline_at ASC
);
