-- FROM skyline_anonymize('patients', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'k_anonymity': 5, 'max_share': 0.5}, person := 'name')

WITH RECURSIVE

-- the table, read once
__skyline_input AS MATERIALIZED (
    SELECT one_form(COLUMNS(*)) FROM checked("patients") AS tbl
),

-- no column group_id of the table's own
__skyline_free_group_id AS (
    SELECT CASE WHEN (
        SELECT group_id IS NULL
        FROM (SELECT 1 AS __skyline_one) AS one LEFT JOIN (SELECT * FROM __skyline_input AS tbl WHERE false) AS t ON true
    ) THEN error('skyline_anonymize: tbl must not have a column group_id, which the result adds; leave it out, or rename it, in a query given as tbl') ELSE true END AS ok
    FROM (SELECT 1 AS group_id) AS o
),

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM __skyline_input AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL
    )
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN count(*) > 0 THEN error(concat('skyline_anonymize: ', CASE WHEN min(i) < 2 THEN 'qi' ELSE 'sensitive' END, ' must have categories, got texts of more than 200 characters in ', element(list_value('age', 'zip', 'disease')::VARCHAR[], min(i) + 1), ' that one person alone has; leave the column out, or shorten them in a query given as tbl')) ELSE true END AS ok
    FROM (
        SELECT i
        FROM (SELECT UNNEST(range(3)) AS i, UNNEST(list_value(v1, v2, v3)) AS v, who FROM (SELECT CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN ((tbl."age")::VARCHAR COLLATE "binary") END AS v1, CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN ((tbl."zip")::VARCHAR COLLATE "binary") END AS v2, CASE WHEN typeof(tbl."disease") IN ('VARCHAR', 'JSON') THEN ((tbl."disease")::VARCHAR COLLATE "binary") END AS v3, canonical(tbl."name") AS who FROM __skyline_input AS tbl) WHERE greatest(0, strlen(v1), strlen(v2), strlen(v3)) > 200)
        WHERE length(v) > 200
        GROUP BY i, v
        HAVING min(who) = max(who)
    )
),

-- how often each person has each sensitive value in a QI group
__skyline_cells AS MATERIALIZED (
    SELECT p, q1, q2, text_of(s) AS s, count(*) AS c
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s, canonical(tbl."name") AS p
        FROM __skyline_input AS tbl
    )
    GROUP BY ALL
),

-- the people of each QI group, and how many rows they have there
__skyline_people AS MATERIALIZED (
    SELECT p, q1, q2, sum(c) AS r FROM __skyline_cells GROUP BY ALL
),

-- whether everybody has one value in all of their rows; otherwise people have sets of values
__skyline_kinds AS MATERIALIZED (
    SELECT CASE WHEN bool_or(several) THEN 'set' ELSE 'one' END AS kind
    FROM (
        SELECT coalesce(min(s) <> max(s), false) OR count(s) BETWEEN 1 AND count(*) - 1 AS several
        FROM __skyline_cells
        GROUP BY p
    )
),

-- the people who are in several groups, numbered
__skyline_in_several AS (
    SELECT p, row_number() OVER () - 1 AS person FROM (SELECT p FROM __skyline_people GROUP BY p HAVING count(*) > 1)
),

-- the QI groups: their people, and how often each sensitive value occurs; who is in several is apart
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, person, __skyline_null_value(__skyline_histogram(0, s, c), count(*) FILTER (WHERE c IS NULL)) AS h
    FROM (
        SELECT q1, q2, p, s, CASE WHEN p IS NULL THEN error('skyline_anonymize: person must not be NULL; filter such rows in a query given as tbl') ELSE CASE WHEN s IS NOT NULL OR kind = 'one' THEN 1 END END AS c, kind
        FROM __skyline_cells AS x, __skyline_kinds AS k
        WHERE true
        UNION ALL
        SELECT q1, q2, p, NULL, CASE WHEN p IS NULL THEN error('skyline_anonymize: person must not be NULL; filter such rows in a query given as tbl') ELSE 1 END, kind
        FROM __skyline_people AS x, __skyline_kinds AS k
        WHERE kind <> 'one'
    ) AS x LEFT JOIN __skyline_in_several AS y ON y.p = x.p
    GROUP BY ALL
),

-- the different values of each column, to be numbered
__skyline_known_values AS MATERIALIZED (
    SELECT __skyline_values(0, 'skyline_anonymize', keys, random())::BIGINT AS v FROM (SELECT []::BLOB[] AS keys)
),

-- the rows to be coded, and the numbers of their values
__skyline_numbered AS MATERIALIZED (
    SELECT g.*, __skyline_numbers(__skyline_known_values.v, list_value(sort_key(g.q1), sort_key(g.q2))) AS numbers FROM __skyline_groups AS g CROSS JOIN __skyline_known_values
),

-- the QI groups in codes, kept for the kernel
__skyline_counted AS (
    SELECT __skyline_cells_of_persons(0, 'skyline_anonymize', (SELECT kind FROM __skyline_kinds), __skyline_codes(__skyline_known_values.v, numbers), h, person, random()) AS cells
    FROM __skyline_numbered CROSS JOIN __skyline_known_values
),

-- rows that stand for values, one for each, and the codes of these
__skyline_representatives AS MATERIALIZED (
    SELECT *, __skyline_mask(codes)::BIT AS mask
    FROM (
        SELECT q1, q2, __skyline_stands(__skyline_known_values.v, numbers) AS codes FROM __skyline_numbered CROSS JOIN __skyline_known_values
    )
    WHERE codes IS NOT NULL
),

-- the values of all columns, as texts
__skyline_value_texts AS MATERIALIZED (
    SELECT i, c, type, ((CASE WHEN type = 'INTERVAL' THEN normalized_interval(TRY_CAST(text AS INTERVAL))::VARCHAR WHEN type IN ('FLOAT', 'DOUBLE') AND text IN ('-0.0', '-nan') THEN substring(text, 2) ELSE text END)::VARCHAR COLLATE "binary") AS text
    FROM (
        SELECT UNNEST(range(2)) AS i, UNNEST(codes) AS c, UNNEST(list_value(typeof(q1), typeof(q2))) AS type,
            UNNEST(list_value(CASE WHEN get_bit(mask, 0) = 1 THEN q1::VARCHAR END, CASE WHEN get_bit(mask, 1) = 1 THEN q2::VARCHAR END)) AS text
        FROM __skyline_representatives
    )
    WHERE c IS NOT NULL
),

-- what the kernel has to know of the values, and of their labels
__skyline_domain AS (
    SELECT __skyline_domain(0, 'skyline_anonymize', i, c, is_null, number, text, level, label, random()) AS domain
    FROM (
        SELECT i, c, text IS NULL AS is_null, CASE WHEN i < 2 THEN CASE
                WHEN __skyline_has_type(type, '<number>') THEN TRY_CAST(text AS DOUBLE)
                WHEN __skyline_has_type(type, '<date>') THEN CASE WHEN isfinite(TRY_CAST(text AS TIMESTAMP)) THEN epoch(TRY_CAST(text AS TIMESTAMP)) END
                WHEN __skyline_has_type(type, 'TIME') THEN epoch(TRY_CAST(text AS TIME))
            END END AS number, CASE WHEN i < 2 AND NOT __skyline_has_type(type, '<range>') THEN text END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_value_texts
    )
),

-- to what the ends of ranges are rounded
__skyline_steps AS MATERIALIZED (
    SELECT __skyline_step('skyline_anonymize', 'age', typeof(o1), NULL) AS s1, __skyline_step('skyline_anonymize', 'zip', typeof(o2), NULL) AS s2 FROM __skyline_types
),

-- all steps fit their columns
__skyline_rounded AS (
    SELECT concat('', s1, s2) <> '-' AS ok FROM __skyline_steps
),

-- all of these hold
__skyline_guards17 AS MATERIALIZED (
    SELECT bool_and(ok) AS ok FROM (SELECT ok FROM __skyline_free_group_id UNION ALL SELECT ok FROM __skyline_categories UNION ALL SELECT ok FROM __skyline_rounded)
),

-- the release, by splitting the table: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'skyline_anonymize', 'partition',
        '{"columns":["age","zip"],"privacy":{"k_anonymity":5,"max_share":0.5},"split":"information_loss","labels_cover":"group"}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain,
            rows := (SELECT count(*) FROM (SELECT DISTINCT q1, q2, list_slice(numbers, 1, 2) AS numbers FROM __skyline_numbered) AS x),
            "values" := v.v
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y CROSS JOIN __skyline_known_values AS v JOIN __skyline_guards17 ON __skyline_guards17.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_release_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_release_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_release AS MATERIALIZED (
    SELECT UNNEST(__skyline_partition_rows(job), recursive := true) FROM __skyline_release_job WHERE done
),

-- the different combinations of values, and their groups if they have one
__skyline_mapped AS MATERIALIZED (
    SELECT x.q1, x.q2, __skyline_place(rel.release, x.numbers) AS g
    FROM (SELECT DISTINCT q1, q2, list_slice(numbers, 1, 2) AS numbers FROM __skyline_numbered) AS x
    CROSS JOIN (SELECT release FROM __skyline_release LIMIT 1) AS rel
),

-- the columns without a role, and one more, since a list of columns must not be empty
__skyline_others AS MATERIALIZED (
    SELECT names, len(names) > 1 AS found
    FROM (
        SELECT list(column_name) AS names
        FROM (DESCRIBE SELECT * EXCLUDE ("age", "zip", "disease", "name") FROM (SELECT *, 0 AS __skyline_last FROM __skyline_input AS tbl))
    )
),

-- the columns without a role, beside groups, people and what groups hide
__skyline_beside AS MATERIALIZED (
    SELECT x.__skyline_g AS __skyline_k1, canonical(x."name") AS __skyline_p, (hash(canonical(x."age")) >> 1)::BIGINT AS __skyline_h1, (hash(canonical(x."zip")) >> 1)::BIGINT AS __skyline_h2, (hash(canonical(x."disease")) >> 1)::BIGINT AS __skyline_h3, canonical(COLUMNS(* EXCLUDE ("age", "zip", "disease", "name", __skyline_g))), 0 AS __skyline_last
    FROM (
        SELECT x.*
        FROM (
            SELECT __skyline_row.*, m.g AS __skyline_g
            FROM (SELECT tbl.* FROM __skyline_input AS tbl, __skyline_others AS gate WHERE gate.found) AS __skyline_row LEFT JOIN (SELECT tbl.* FROM __skyline_mapped AS tbl, __skyline_others AS gate WHERE gate.found) AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
        ) AS x
        WHERE x.__skyline_g IS NOT NULL
    ) AS x
),

-- how many people these columns single out
__skyline_alone AS MATERIALIZED (
    SELECT people, alone, smallest, alone > 0 AS found FROM (
        SELECT * EXCLUDE (who), len(list_distinct(who)) AS alone FROM (
            SELECT count(DISTINCT __skyline_p) AS people, min(people) AS smallest, bool_or(people = 1) AS single, coalesce(list(DISTINCT __skyline_p) FILTER (WHERE is_alone AND people > 1), list_value()) AS who
            FROM (
                SELECT __skyline_k1, __skyline_p, is_alone, differ, count(*) OVER (PARTITION BY __skyline_k1) AS people
                FROM (
                    SELECT __skyline_k1, __skyline_p, bool_or(holders = 1) AS is_alone, bool_or(holders < occurrences) AS differ
                    FROM (
                        SELECT __skyline_k1, __skyline_p, count(*) OVER (PARTITION BY __skyline_k1, v) AS holders, count(*) OVER (PARTITION BY __skyline_k1) AS occurrences
                        FROM (
                            SELECT DISTINCT __skyline_k1, __skyline_p, v
                            FROM (
                                SELECT __skyline_k1, __skyline_p, list_value(*COLUMNS(* EXCLUDE (__skyline_k1, __skyline_p))) AS v
                                FROM (
                                    SELECT __skyline_k1, __skyline_p, text_of(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_p, __skyline_h1, __skyline_h2, __skyline_h3)))
                                    FROM (SELECT tbl.* FROM __skyline_beside AS tbl, __skyline_others AS gate WHERE gate.found)
                                )
                            )
                        )
                    )
                    GROUP BY __skyline_k1, __skyline_p
                )
            )
        )
    )
),

-- whom these columns single out; each by itself is looked at only where somebody is
__skyline_singled AS MATERIALIZED (
    SELECT a.people, a.alone, __skyline_columns_shown(o.names, TRY_CAST(a.people AS BIGINT), s.columns, s.alone) AS shown
    FROM __skyline_others AS o CROSS JOIN __skyline_alone AS a CROSS JOIN (
        SELECT list(i ORDER BY i ASC) AS columns, list(alone ORDER BY i ASC) AS alone
        FROM (
            SELECT * EXCLUDE (who), len(list_distinct(who)) AS alone FROM (
                SELECT i, coalesce(list(DISTINCT __skyline_p) FILTER (WHERE is_alone AND people > 1), list_value()) AS who
                FROM (
                    SELECT __skyline_k1, i, __skyline_p, is_alone, differ, count(*) OVER (PARTITION BY __skyline_k1, i) AS people
                    FROM (
                        SELECT __skyline_k1, i, __skyline_p, bool_or(holders = 1) AS is_alone, bool_or(holders < occurrences) AS differ
                        FROM (
                            SELECT __skyline_k1, i, __skyline_p, count(*) OVER (PARTITION BY __skyline_k1, i, v) AS holders, count(*) OVER (PARTITION BY __skyline_k1, i) AS occurrences
                            FROM (
                                SELECT DISTINCT __skyline_k1, i, __skyline_p, v
                                FROM (
                                    SELECT __skyline_k1, __skyline_p, UNNEST(v) AS v, UNNEST(range(len(v))) AS i
                                    FROM (
                                        SELECT __skyline_k1, __skyline_p, list_value(*COLUMNS(* EXCLUDE (__skyline_k1, __skyline_p))) AS v
                                        FROM (
                                            SELECT __skyline_k1, __skyline_p, text_of(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_p, __skyline_h1, __skyline_h2, __skyline_h3)))
                                            FROM (SELECT tbl.* FROM __skyline_beside AS tbl, __skyline_alone AS gate WHERE gate.found)
                                        )
                                    )
                                )
                            )
                        )
                        GROUP BY __skyline_k1, i, __skyline_p
                    )
                )
                GROUP BY i HAVING bool_or(differ)
            )
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
        'skyline_anonymize', 'telling',
        '{"hidden":[{"name":"age","qi":true},{"name":"zip","qi":true},{"name":"disease","qi":false}],"groups":1,"persons":true}',
        to_json(struct_pack(
            names := o.names,
            smallest := TRY_CAST(a.smallest AS BIGINT),
            rows := x.rows
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_others AS o, __skyline_alone AS a, (
        SELECT __skyline_hashed_rows(0, 'skyline_anonymize', v, n) AS rows
        FROM (
            SELECT DISTINCT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
            FROM (
                SELECT (hash(__skyline_p) >> 1)::BIGINT AS __skyline_p, (hash(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_p, __skyline_h1, __skyline_h2, __skyline_h3))) >> 1)::BIGINT, __skyline_h1, __skyline_h2, __skyline_h3, (hash(__skyline_k1) >> 1)::BIGINT AS __skyline_k1, 1 AS __skyline_n
                FROM (SELECT tbl.* FROM __skyline_beside AS tbl, __skyline_telling_gate AS gate WHERE gate.found)
            )
            WHERE __skyline_n > 0
        )
    ) AS x JOIN __skyline_guards17 ON __skyline_guards17.ok
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
            WHEN s.alone > 0 THEN error(concat('skyline_anonymize: other_columns must be given, as columns that are neither qi nor sensitive single out ', s.alone, ' of ', s.people, ' people (', s.shown, ')', '; put them into qi, leave them out with other_columns := ''drop'', or release them as they are with other_columns := ''keep'''))
            WHEN t.columns > 0 THEN error(concat('skyline_anonymize: other_columns must be given, as columns that are neither qi nor sensitive ', t.shown, '; put them into qi, leave them out with other_columns := ''drop'', or release them as they are with other_columns := ''keep'''))
            ELSE true
        END
        FROM __skyline_singled AS s CROSS JOIN __skyline_telling AS t JOIN __skyline_guards17 ON __skyline_guards17.ok
    ), true) AS ok
),

-- the rows of the table that have a QI group
__skyline_placed AS (
    SELECT x.*, __skyline_order(a.groups, x.__skyline_g) AS __skyline_at
    FROM (
        SELECT __skyline_row.*, m.g AS __skyline_g
        FROM __skyline_input AS __skyline_row LEFT JOIN __skyline_mapped AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
    ) AS x CROSS JOIN __skyline_release AS rel CROSS JOIN (SELECT max(g) AS groups FROM __skyline_mapped JOIN __skyline_untouched ON __skyline_untouched.ok) AS a
    WHERE x.__skyline_g IS NOT NULL
),

-- the ends of what the groups cover, as texts
__skyline_ends AS MATERIALIZED (
    SELECT __skyline_end_texts(0, 'skyline_anonymize', i, c, low, high, is_below, random())::BIGINT AS ends
    FROM (
        SELECT i, c, low, high, NULL::BOOLEAN AS is_below FROM (
            SELECT i, c, type, text, coalesce(CASE type
                    WHEN 'FLOAT' THEN CASE WHEN TRY_CAST(down AS FLOAT) <= TRY_CAST(text AS FLOAT) THEN TRY_CAST(down AS FLOAT)::VARCHAR END
                    WHEN 'DOUBLE' THEN CASE WHEN TRY_CAST(down AS DOUBLE) <= TRY_CAST(text AS DOUBLE) THEN TRY_CAST(down AS DOUBLE)::VARCHAR END
                    WHEN 'DATE' THEN CASE WHEN TRY_CAST(down AS DATE) <= TRY_CAST(text AS DATE) THEN TRY_CAST(down AS DATE)::VARCHAR END
                    WHEN 'TIMESTAMP' THEN CASE WHEN TRY_CAST(down AS TIMESTAMP) <= TRY_CAST(text AS TIMESTAMP) THEN TRY_CAST(down AS TIMESTAMP)::VARCHAR END
                    WHEN 'TIMESTAMP_S' THEN CASE WHEN TRY_CAST(down AS TIMESTAMP_S) <= TRY_CAST(text AS TIMESTAMP_S) THEN TRY_CAST(down AS TIMESTAMP_S)::VARCHAR END
                    WHEN 'TIMESTAMP_MS' THEN CASE WHEN TRY_CAST(down AS TIMESTAMP_MS) <= TRY_CAST(text AS TIMESTAMP_MS) THEN TRY_CAST(down AS TIMESTAMP_MS)::VARCHAR END
                    WHEN 'TIMESTAMP_NS' THEN CASE WHEN TRY_CAST(down AS TIMESTAMP_NS) <= TRY_CAST(text AS TIMESTAMP_NS) THEN TRY_CAST(down AS TIMESTAMP_NS)::VARCHAR END
                    WHEN 'TIME' THEN CASE WHEN TRY_CAST(down AS TIME) <= TRY_CAST(text AS TIME) THEN TRY_CAST(down AS TIME)::VARCHAR END
                    WHEN 'TIME_NS' THEN CASE WHEN TRY_CAST(down AS TIME_NS) <= TRY_CAST(text AS TIME_NS) THEN TRY_CAST(down AS TIME_NS)::VARCHAR END
                    WHEN 'TIME WITH TIME ZONE' THEN CASE WHEN TRY_CAST(down AS TIME WITH TIME ZONE) <= TRY_CAST(text AS TIME WITH TIME ZONE) THEN TRY_CAST(down AS TIME WITH TIME ZONE)::VARCHAR END
                    ELSE CASE WHEN starts_with(type, 'TIMESTAMP') THEN CASE WHEN TRY_CAST(down AS TIMESTAMP WITH TIME ZONE) <= TRY_CAST(text AS TIMESTAMP WITH TIME ZONE) THEN TRY_CAST(down AS TIMESTAMP WITH TIME ZONE)::VARCHAR END ELSE down END
                END, text) AS low, coalesce(CASE type
                    WHEN 'FLOAT' THEN CASE WHEN TRY_CAST(up AS FLOAT) >= TRY_CAST(text AS FLOAT) THEN TRY_CAST(up AS FLOAT)::VARCHAR END
                    WHEN 'DOUBLE' THEN CASE WHEN TRY_CAST(up AS DOUBLE) >= TRY_CAST(text AS DOUBLE) THEN TRY_CAST(up AS DOUBLE)::VARCHAR END
                    WHEN 'DATE' THEN CASE WHEN TRY_CAST(up AS DATE) >= TRY_CAST(text AS DATE) THEN TRY_CAST(up AS DATE)::VARCHAR END
                    WHEN 'TIMESTAMP' THEN CASE WHEN TRY_CAST(up AS TIMESTAMP) >= TRY_CAST(text AS TIMESTAMP) THEN TRY_CAST(up AS TIMESTAMP)::VARCHAR END
                    WHEN 'TIMESTAMP_S' THEN CASE WHEN TRY_CAST(up AS TIMESTAMP_S) >= TRY_CAST(text AS TIMESTAMP_S) THEN TRY_CAST(up AS TIMESTAMP_S)::VARCHAR END
                    WHEN 'TIMESTAMP_MS' THEN CASE WHEN TRY_CAST(up AS TIMESTAMP_MS) >= TRY_CAST(text AS TIMESTAMP_MS) THEN TRY_CAST(up AS TIMESTAMP_MS)::VARCHAR END
                    WHEN 'TIMESTAMP_NS' THEN CASE WHEN TRY_CAST(up AS TIMESTAMP_NS) >= TRY_CAST(text AS TIMESTAMP_NS) THEN TRY_CAST(up AS TIMESTAMP_NS)::VARCHAR END
                    WHEN 'TIME' THEN CASE WHEN TRY_CAST(up AS TIME) >= TRY_CAST(text AS TIME) THEN TRY_CAST(up AS TIME)::VARCHAR END
                    WHEN 'TIME_NS' THEN CASE WHEN TRY_CAST(up AS TIME_NS) >= TRY_CAST(text AS TIME_NS) THEN TRY_CAST(up AS TIME_NS)::VARCHAR END
                    WHEN 'TIME WITH TIME ZONE' THEN CASE WHEN TRY_CAST(up AS TIME WITH TIME ZONE) >= TRY_CAST(text AS TIME WITH TIME ZONE) THEN TRY_CAST(up AS TIME WITH TIME ZONE)::VARCHAR END
                    ELSE CASE WHEN starts_with(type, 'TIMESTAMP') THEN CASE WHEN TRY_CAST(up AS TIMESTAMP WITH TIME ZONE) >= TRY_CAST(text AS TIMESTAMP WITH TIME ZONE) THEN TRY_CAST(up AS TIMESTAMP WITH TIME ZONE)::VARCHAR END ELSE up END
                END, text) AS high
            FROM (
                SELECT x.*, __skyline_round(x.type, s.step, x.text, false) AS down, __skyline_round(x.type, s.step, x.text, true) AS up
                FROM (SELECT * FROM __skyline_value_texts CROSS JOIN (SELECT release FROM __skyline_release) WHERE i < 2 AND __skyline_is_end(release, i, c)) AS x
                JOIN (SELECT UNNEST(range(2)) AS i, UNNEST(list_value(s1, s2)) AS step FROM __skyline_steps) AS s ON s.i = x.i
            )
        )
    )
),

-- what the groups cover, by group
__skyline_by_group AS MATERIALIZED (
    SELECT UNNEST(__skyline_shown(r.release, coalesce(e.ends, -1), false), recursive := true) FROM __skyline_release AS r CROSS JOIN __skyline_ends AS e
),

-- what the groups cover
__skyline_regions AS MATERIALIZED (
    SELECT g, size, map_extract_value(texts, 0::BIGINT) AS v1, map_extract_value(texts, 1::BIGINT) AS v2 FROM (SELECT g, size, map(range(2), texts) AS texts FROM __skyline_by_group)
),

-- the first group that has the labels of each
__skyline_alike AS (
    SELECT list(first ORDER BY g ASC) AS firsts
    FROM (
        SELECT g, min(g) OVER (PARTITION BY list_value(encode(v1::VARCHAR), encode(v2::VARCHAR))) AS first
        FROM __skyline_regions
    )
),

-- the requirements hold with groups of equal labels as one: the job, and the wait for it
__skyline_safe_job AS (
    SELECT __skyline_start(
        'skyline_anonymize', 'equal_labels',
        '{}',
        to_json(struct_pack(
            release := rel.release,
            firsts := x.firsts
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_release AS rel CROSS JOIN __skyline_alike AS x JOIN __skyline_guards17 ON __skyline_guards17.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_safe_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_safe_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_safe AS MATERIALIZED (
    SELECT UNNEST(__skyline_equal_labels_rows(job), recursive := true) FROM __skyline_safe_job WHERE done
),

-- what the groups cover, if it may be shown
__skyline_shown AS MATERIALIZED (
    SELECT r.* FROM __skyline_regions AS r JOIN __skyline_safe ON __skyline_safe.ok
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT x.* EXCLUDE (__skyline_g, __skyline_at, "name") REPLACE (r.v1 AS "age", r.v2 AS "zip"), r.g AS group_id
    FROM (SELECT * FROM __skyline_placed ORDER BY __skyline_at) AS x LEFT JOIN __skyline_shown AS r ON r.g = x.__skyline_g
    WHERE CASE WHEN r.g IS NOT NULL THEN true ELSE random() > 1 END
);
