-- FROM skyline_anonymize('patients', qi := ['age', 'admitted', 'zip'], privacy := {'k_anonymity': 5}, hierarchies := 'h', finest := {'age': 5, 'admitted': 'month', 'zip': 2}, coarsest := {'age': 20}, importance := {'age': 2})

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
    SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."admitted" AS o2, tbl."zip" AS o3 FROM __skyline_input AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL, NULL
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('skyline_anonymize: qi must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('skyline_anonymize: qi must have categories, got texts of more than 200 characters in admitted that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 2 THEN error('skyline_anonymize: qi must have categories, got texts of more than 200 characters in zip that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
    FROM (
        SELECT 0 AS i
        FROM __skyline_input AS tbl
        WHERE CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN strlen(tbl."age"::VARCHAR) > 200 AND length(tbl."age"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."age")
        HAVING count(*) = 1
        UNION ALL
        SELECT 1 AS i
        FROM __skyline_input AS tbl
        WHERE CASE WHEN typeof(tbl."admitted") IN ('VARCHAR', 'JSON') THEN strlen(tbl."admitted"::VARCHAR) > 200 AND length(tbl."admitted"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."admitted")
        HAVING count(*) = 1
        UNION ALL
        SELECT 2 AS i
        FROM __skyline_input AS tbl
        WHERE CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN strlen(tbl."zip"::VARCHAR) > 200 AND length(tbl."zip"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."zip")
        HAVING count(*) = 1
    )
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, q3, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."admitted") AS q2, canonical(tbl."zip") AS q3, NULL::VARCHAR AS s
        FROM __skyline_input AS tbl
    )
    GROUP BY q1, q2, q3
),

-- the codes of q1: its values in their order
__skyline_d1 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (SELECT DISTINCT q1 AS v FROM __skyline_groups)
),

-- the codes of q2: its values in their order
__skyline_d2 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (SELECT DISTINCT q2 AS v FROM __skyline_groups)
),

-- the codes of q3: its values in their order
__skyline_d3 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (SELECT DISTINCT q3 AS v FROM __skyline_groups)
),

-- the QI groups, and the codes of their values
__skyline_coded AS MATERIALIZED (
    SELECT g.q1, g.q2, g.q3, g.h, d1.c AS c1, d2.c AS c2, d3.c AS c3
    FROM __skyline_groups AS g
    LEFT JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM g.q1
    LEFT JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM g.q2
    LEFT JOIN __skyline_d3 AS d3 ON d3.v IS NOT DISTINCT FROM g.q3
),

-- the QI groups in codes, kept for the kernel
__skyline_counted AS (
    SELECT __skyline_cells(0, 'skyline_anonymize', 'one', list_value(c1, c2, c3), h, random()) AS cells
    FROM __skyline_coded
),

-- the hierarchies
__skyline_hierarchies AS MATERIALIZED (
    SELECT ((translate(hierarchies.attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))::VARCHAR COLLATE "binary") AS attribute, encode(hierarchies.value::VARCHAR) AS value, TRY(TRY_CAST(hierarchies.level AS BIGINT)) AS level, ((hierarchies.label)::VARCHAR COLLATE "binary") AS label
    FROM checked("h") AS hierarchies
),

-- some column has a hierarchy
__skyline_found AS (
    SELECT CASE WHEN count(*) = 0 THEN error('skyline_anonymize: hierarchies must have rows for at least one of the qi columns, with its name as attribute and level 1 or more') ELSE true END AS ok
    FROM __skyline_hierarchies
    WHERE level >= 1 AND attribute IN ('age', 'admitted', 'zip')
),

-- what the kernel has to know of the values, and of their labels
__skyline_domain AS (
    SELECT __skyline_domain(0, 'skyline_anonymize', i, c, is_null, number, text, level, label, random()) AS domain
    FROM (
        SELECT 0::BIGINT AS i, c, v IS NULL AS is_null,
            CASE
                WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v AS DOUBLE)
                WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(v AS TIMESTAMP)) THEN epoch(TRY_CAST(v AS TIMESTAMP)) END
                WHEN __skyline_has_type(typeof(v), 'TIME') THEN epoch(TRY_CAST(v AS TIME))
            END AS number,
            CASE WHEN NOT __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\)') THEN text_of(v) END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_d1
        UNION ALL
        SELECT 0::BIGINT AS i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
        FROM __skyline_hierarchies AS h LEFT JOIN (SELECT c, encode(text_of(v)) AS value FROM __skyline_d1) AS d ON d.value IS NOT DISTINCT FROM h.value
        WHERE h.attribute = 'age' AND h.level >= 1
        UNION ALL
        SELECT 1::BIGINT AS i, c, v IS NULL AS is_null,
            CASE
                WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v AS DOUBLE)
                WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(v AS TIMESTAMP)) THEN epoch(TRY_CAST(v AS TIMESTAMP)) END
                WHEN __skyline_has_type(typeof(v), 'TIME') THEN epoch(TRY_CAST(v AS TIME))
            END AS number,
            CASE WHEN NOT __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\)') THEN text_of(v) END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_d2
        UNION ALL
        SELECT 1::BIGINT AS i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
        FROM __skyline_hierarchies AS h LEFT JOIN (SELECT c, encode(text_of(v)) AS value FROM __skyline_d2) AS d ON d.value IS NOT DISTINCT FROM h.value
        WHERE h.attribute = 'admitted' AND h.level >= 1
        UNION ALL
        SELECT 2::BIGINT AS i, c, v IS NULL AS is_null,
            CASE
                WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v AS DOUBLE)
                WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(v AS TIMESTAMP)) THEN epoch(TRY_CAST(v AS TIMESTAMP)) END
                WHEN __skyline_has_type(typeof(v), 'TIME') THEN epoch(TRY_CAST(v AS TIME))
            END AS number,
            CASE WHEN NOT __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\)') THEN text_of(v) END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_d3
        UNION ALL
        SELECT 2::BIGINT AS i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
        FROM __skyline_hierarchies AS h LEFT JOIN (SELECT c, encode(text_of(v)) AS value FROM __skyline_d3) AS d ON d.value IS NOT DISTINCT FROM h.value
        WHERE h.attribute = 'zip' AND h.level >= 1
    )
),

-- to what the ends of ranges are rounded
__skyline_steps AS MATERIALIZED (
    SELECT CASE WHEN EXISTS (SELECT 1 FROM __skyline_hierarchies WHERE level >= 1 AND attribute = 'age') THEN NULL ELSE __skyline_step('skyline_anonymize', 'age', typeof(o1), NULL) END AS s1, CASE WHEN EXISTS (SELECT 1 FROM __skyline_hierarchies WHERE level >= 1 AND attribute = 'admitted') THEN NULL ELSE __skyline_step('skyline_anonymize', 'admitted', typeof(o2), NULL) END AS s2, CASE WHEN EXISTS (SELECT 1 FROM __skyline_hierarchies WHERE level >= 1 AND attribute = 'zip') THEN NULL ELSE __skyline_step('skyline_anonymize', 'zip', typeof(o3), NULL) END AS s3, CASE WHEN EXISTS (SELECT 1 FROM __skyline_hierarchies WHERE level >= 1 AND attribute = 'age') THEN NULL ELSE __skyline_limit('skyline_anonymize', 'finest', 'age', typeof(o1), '5', NULL) END AS f1, CASE WHEN EXISTS (SELECT 1 FROM __skyline_hierarchies WHERE level >= 1 AND attribute = 'admitted') THEN NULL ELSE __skyline_limit('skyline_anonymize', 'finest', 'admitted', typeof(o2), 'month', NULL) END AS f2, CASE WHEN EXISTS (SELECT 1 FROM __skyline_hierarchies WHERE level >= 1 AND attribute = 'zip') THEN NULL ELSE __skyline_limit('skyline_anonymize', 'finest', 'zip', typeof(o3), '2', NULL) END AS f3, CASE WHEN EXISTS (SELECT 1 FROM __skyline_hierarchies WHERE level >= 1 AND attribute = 'age') THEN NULL ELSE __skyline_limit('skyline_anonymize', 'coarsest', 'age', typeof(o1), '20', '5') END AS k1 FROM __skyline_types
),

-- all steps fit their columns
__skyline_rounded AS (
    SELECT concat('', s1, s2, s3, f1, f2, f3, k1) <> '-' AS ok FROM __skyline_steps
),

-- the blocks of values that limits make, kept for the kernel
__skyline_limits AS (
    SELECT __skyline_limits(0, 'skyline_anonymize', i, c, finest, coarsest, random()) AS limits
    FROM (
        SELECT 0::BIGINT AS i, c, count(*) FILTER (WHERE finest IS DISTINCT FROM finest_before) OVER (ORDER BY c ASC) AS finest, count(*) FILTER (WHERE coarsest IS DISTINCT FROM coarsest_before) OVER (ORDER BY c ASC) AS coarsest
        FROM (
            SELECT *, lag(finest) OVER (ORDER BY c ASC) AS finest_before, lag(coarsest) OVER (ORDER BY c ASC) AS coarsest_before
            FROM (
                SELECT c, CASE WHEN finest <= v THEN finest ELSE v END AS finest, CASE WHEN coarsest <= v THEN coarsest ELSE v END AS coarsest
                FROM (SELECT c, v, CASE WHEN steps.f1 IS NOT NULL THEN cast_like(__skyline_block(typeof(v), steps.f1, text_of(v), false), v) END AS finest, CASE WHEN steps.k1 IS NOT NULL THEN cast_like(__skyline_block(typeof(v), steps.k1, text_of(v), false), v) END AS coarsest FROM __skyline_d1 CROSS JOIN __skyline_steps AS steps)
            )
        )
        UNION ALL
        SELECT 1::BIGINT AS i, c, count(*) FILTER (WHERE finest IS DISTINCT FROM finest_before) OVER (ORDER BY c ASC) AS finest, 0::BIGINT AS coarsest
        FROM (
            SELECT *, lag(finest) OVER (ORDER BY c ASC) AS finest_before
            FROM (
                SELECT c, CASE WHEN finest <= v THEN finest ELSE v END AS finest
                FROM (SELECT c, v, CASE WHEN steps.f2 IS NOT NULL THEN cast_like(__skyline_block(typeof(v), steps.f2, text_of(v), false), v) END AS finest FROM __skyline_d2 CROSS JOIN __skyline_steps AS steps)
            )
        )
        UNION ALL
        SELECT 2::BIGINT AS i, c, count(*) FILTER (WHERE finest IS DISTINCT FROM finest_before) OVER (ORDER BY c ASC) AS finest, 0::BIGINT AS coarsest
        FROM (
            SELECT *, lag(finest) OVER (ORDER BY c ASC) AS finest_before
            FROM (
                SELECT c, CASE WHEN finest <= v THEN finest ELSE v END AS finest
                FROM (SELECT c, v, CASE WHEN steps.f3 IS NOT NULL THEN cast_like(__skyline_block(typeof(v), steps.f3, text_of(v), false), v) END AS finest FROM __skyline_d3 CROSS JOIN __skyline_steps AS steps)
            )
        )
    )
),

-- the release, by splitting the table: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'skyline_anonymize', 'partition',
        '{"columns":["age","admitted","zip"],"privacy":{"k_anonymity":5},"split":"information_loss","extent":"group","importance":[2,1,1],"finest":["5","month","2"],"coarsest":["20","",""]}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain,
            limits := z.limits,
            rows := (SELECT count(*) FROM __skyline_coded)
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y CROSS JOIN __skyline_limits AS z JOIN __skyline_free_group_id ON __skyline_free_group_id.ok JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_found ON __skyline_found.ok JOIN __skyline_rounded ON __skyline_rounded.ok
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
    SELECT x.q1, x.q2, x.q3, __skyline_place(rel.release, list_value(x.c1, x.c2, x.c3)) AS g
    FROM __skyline_coded AS x
    CROSS JOIN (SELECT release FROM __skyline_release LIMIT 1) AS rel
),

-- the columns without a role, and one more, since a list of columns must not be empty
__skyline_others AS MATERIALIZED (
    SELECT names, len(names) > 1 AS found
    FROM (
        SELECT list(column_name) AS names
        FROM (DESCRIBE SELECT * EXCLUDE ("age", "admitted", "zip") FROM (SELECT *, 0 AS __skyline_last FROM __skyline_input AS tbl))
    )
),

-- how many people are alone in their QI group with their values in these columns
__skyline_alone AS MATERIALIZED (
    SELECT people, alone, smallest, alone > 0 AS found
    FROM (
        SELECT coalesce(sum(people), 0) AS people, min(people) AS smallest, coalesce(sum(alone) FILTER (WHERE people > 1), 0)::BIGINT AS alone
        FROM (
            SELECT __skyline_k1, sum(__skyline_n) AS people, count(*) FILTER (WHERE __skyline_n = 1) AS alone, count(*) > 1 AS differ
            FROM (
                SELECT __skyline_k1, canonical(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_w))), coalesce(sum(__skyline_w), 0) AS __skyline_n
                FROM (
                    SELECT x.__skyline_g AS __skyline_k1, TRY_CAST(x.__skyline_people AS BIGINT) AS __skyline_w, x.* EXCLUDE ("age", "admitted", "zip", __skyline_people, __skyline_g), 0 AS __skyline_last
                    FROM (
                        SELECT x.*
                        FROM (
                            SELECT __skyline_row.*, m.g AS __skyline_g
                            FROM (
                                SELECT canonical(t."age") AS "age", canonical(t."admitted") AS "admitted", canonical(t."zip") AS "zip", canonical(COLUMNS(* EXCLUDE ("age", "admitted", "zip"))), count(*) AS __skyline_people
                                FROM (SELECT *, 0 AS __skyline_none FROM (SELECT tbl.* FROM __skyline_input AS tbl, __skyline_others AS gate WHERE gate.found)) AS t
                                GROUP BY ALL
                            ) AS __skyline_row LEFT JOIN (SELECT tbl.* FROM __skyline_mapped AS tbl, __skyline_others AS gate WHERE gate.found) AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."admitted") AND m.q3 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
                        ) AS x
                        WHERE CASE WHEN x.__skyline_g IS NOT NULL THEN true ELSE random() > 1 END
                    ) AS x
                )
                GROUP BY ALL
            )
            GROUP BY __skyline_k1
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
                SELECT __skyline_k1, i, sum(__skyline_n) AS people, count(*) FILTER (WHERE __skyline_n = 1) AS alone, count(*) > 1 AS differ
                FROM (
                    SELECT __skyline_k1, i, v, coalesce(sum(__skyline_w), 0) AS __skyline_n
                    FROM (
                        SELECT __skyline_k1, __skyline_w, UNNEST(v) AS v, UNNEST(range(len(v))) AS i
                        FROM (
                            SELECT __skyline_k1, __skyline_w, list_value(*COLUMNS(* EXCLUDE (__skyline_k1, __skyline_w))) AS v
                            FROM (
                                SELECT __skyline_k1, __skyline_w, text_of(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_w)))
                                FROM (
                                    SELECT x.__skyline_g AS __skyline_k1, TRY_CAST(x.__skyline_people AS BIGINT) AS __skyline_w, x.* EXCLUDE ("age", "admitted", "zip", __skyline_people, __skyline_g), 0 AS __skyline_last
                                    FROM (
                                        SELECT x.*
                                        FROM (
                                            SELECT __skyline_row.*, m.g AS __skyline_g
                                            FROM (
                                                SELECT canonical(t."age") AS "age", canonical(t."admitted") AS "admitted", canonical(t."zip") AS "zip", canonical(COLUMNS(* EXCLUDE ("age", "admitted", "zip"))), count(*) AS __skyline_people
                                                FROM (SELECT *, 0 AS __skyline_none FROM (SELECT tbl.* FROM __skyline_input AS tbl, __skyline_alone AS gate WHERE gate.found)) AS t
                                                GROUP BY ALL
                                            ) AS __skyline_row LEFT JOIN (SELECT tbl.* FROM __skyline_mapped AS tbl, __skyline_alone AS gate WHERE gate.found) AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."admitted") AND m.q3 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
                                        ) AS x
                                        WHERE CASE WHEN x.__skyline_g IS NOT NULL THEN true ELSE random() > 1 END
                                    ) AS x
                                )
                            )
                        )
                    )
                    GROUP BY ALL
                )
                GROUP BY __skyline_k1, i
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
        'skyline_anonymize', 'telling',
        '{"hidden":[{"name":"age","qi":true},{"name":"admitted","qi":true},{"name":"zip","qi":true}],"groups":1,"persons":false}',
        to_json(struct_pack(
            names := o.names,
            smallest := TRY_CAST(a.smallest AS BIGINT),
            rows := x.rows
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_others AS o, __skyline_alone AS a, (
        SELECT __skyline_hashed_rows(0, 'skyline_anonymize', v, n) AS rows
        FROM (
            SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
            FROM (
                SELECT (hash(canonical(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_w, __skyline_h1, __skyline_h2, __skyline_h3)))) >> 1)::BIGINT, __skyline_h1, __skyline_h2, __skyline_h3, (hash(canonical(__skyline_k1)) >> 1)::BIGINT AS __skyline_k1, __skyline_w AS __skyline_n
                FROM (
                    SELECT x.__skyline_g AS __skyline_k1, TRY_CAST(x.__skyline_people AS BIGINT) AS __skyline_w, (hash(canonical(x."age")) >> 1)::BIGINT AS __skyline_h1, (hash(canonical(x."admitted")) >> 1)::BIGINT AS __skyline_h2, (hash(canonical(x."zip")) >> 1)::BIGINT AS __skyline_h3, x.* EXCLUDE ("age", "admitted", "zip", __skyline_people, __skyline_g), 0 AS __skyline_last
                    FROM (
                        SELECT x.*
                        FROM (
                            SELECT __skyline_row.*, m.g AS __skyline_g
                            FROM (
                                SELECT canonical(t."age") AS "age", canonical(t."admitted") AS "admitted", canonical(t."zip") AS "zip", canonical(COLUMNS(* EXCLUDE ("age", "admitted", "zip"))), count(*) AS __skyline_people
                                FROM (SELECT *, 0 AS __skyline_none FROM (SELECT tbl.* FROM __skyline_input AS tbl, __skyline_telling_gate AS gate WHERE gate.found)) AS t
                                GROUP BY ALL
                            ) AS __skyline_row LEFT JOIN (SELECT tbl.* FROM __skyline_mapped AS tbl, __skyline_telling_gate AS gate WHERE gate.found) AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."admitted") AND m.q3 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
                        ) AS x
                        WHERE CASE WHEN x.__skyline_g IS NOT NULL THEN true ELSE random() > 1 END
                    ) AS x
                )
            )
            WHERE __skyline_n > 0
        )
    ) AS x JOIN __skyline_free_group_id ON __skyline_free_group_id.ok JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_found ON __skyline_found.ok JOIN __skyline_rounded ON __skyline_rounded.ok
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
            WHEN s.alone > 0 THEN error(concat('skyline_anonymize: others must be given, as columns that are neither qi nor sensitive single out ', s.alone, ' of ', s.people, ' people (', s.shown, ')', '; put them into qi, leave them out with others := ''drop'', or release them as they are with others := ''keep'''))
            WHEN t.columns > 0 THEN error(concat('skyline_anonymize: others must be given, as columns that are neither qi nor sensitive ', t.shown, '; put them into qi, leave them out with others := ''drop'', or release them as they are with others := ''keep'''))
            ELSE true
        END
        FROM __skyline_singled AS s CROSS JOIN __skyline_telling AS t JOIN __skyline_free_group_id ON __skyline_free_group_id.ok JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_found ON __skyline_found.ok JOIN __skyline_rounded ON __skyline_rounded.ok
    ), true) AS ok
),

-- the rows of the table that have a QI group
__skyline_placed AS (
    SELECT x.*, __skyline_order(a.groups, x.__skyline_g) AS __skyline_at
    FROM (
        SELECT __skyline_row.*, m.g AS __skyline_g
        FROM __skyline_input AS __skyline_row LEFT JOIN __skyline_mapped AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."admitted") AND m.q3 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
    ) AS x CROSS JOIN __skyline_release AS rel CROSS JOIN (SELECT max(g) AS groups FROM __skyline_mapped JOIN __skyline_untouched ON __skyline_untouched.ok) AS a
    WHERE x.__skyline_g IS NOT NULL
),

-- what the groups cover of q1
__skyline_r1 AS MATERIALIZED (
    SELECT r.g, r.size, r.text AS v, encode(r.text) AS t, r.level
    FROM (
        SELECT r.*, decode(
            encode(
                CASE
                    WHEN r.label IS NOT NULL THEN r.label
                    WHEN r.low IS NULL THEN NULL
                    ELSE concat(
                        CASE WHEN r.low = r.high AND r.low_end IS NOT DISTINCT FROM r.high_end THEN text_of(r.low_end) ELSE concat('[', text_of(r.low_end), ', ', text_of(r.high_end), ']') END,
                        CASE WHEN r.has_null THEN ' or NULL' ELSE '' END
                    )
                END
            )
        ) AS text
        FROM (
            SELECT r.*,
                CASE WHEN low_grid <= low_value THEN CASE WHEN low_grid < low_block THEN low_block ELSE low_grid END ELSE low_value END AS low_end,
                CASE WHEN high_grid >= high_value THEN CASE WHEN high_grid > high_block THEN high_block ELSE high_grid END ELSE high_value END AS high_end
            FROM (
                SELECT r.*, low.v AS low_value, high.v AS high_value, CASE WHEN steps.f1 IS NOT NULL THEN cast_like(__skyline_block(typeof(low.v), steps.f1, text_of(low.v), false), low.v) END AS low_grid, CASE WHEN steps.f1 IS NOT NULL THEN cast_like(__skyline_block(typeof(high.v), steps.f1, text_of(high.v), true), high.v) END AS high_grid, CASE WHEN steps.k1 IS NOT NULL THEN cast_like(__skyline_block(typeof(low.v), steps.k1, text_of(low.v), false), low.v) END AS low_block, CASE WHEN steps.k1 IS NOT NULL THEN cast_like(__skyline_block(typeof(high.v), steps.k1, text_of(high.v), true), high.v) END AS high_block
                FROM (SELECT UNNEST(__skyline_regions(release, 0), recursive := true) FROM __skyline_release) AS r
                    LEFT JOIN __skyline_d1 AS low ON low.c = r.low
                    LEFT JOIN __skyline_d1 AS high ON high.c = r.high
                CROSS JOIN __skyline_steps AS steps
            ) AS r
        ) AS r
    ) AS r
),

-- what the groups cover of q2
__skyline_r2 AS MATERIALIZED (
    SELECT r.g, r.size, r.text AS v, encode(r.text) AS t, r.level
    FROM (
        SELECT r.*, decode(
            encode(
                CASE
                    WHEN r.label IS NOT NULL THEN r.label
                    WHEN r.low IS NULL THEN NULL
                    ELSE concat(
                        CASE WHEN r.low = r.high AND r.low_end IS NOT DISTINCT FROM r.high_end THEN text_of(r.low_end) ELSE concat('[', text_of(r.low_end), ', ', text_of(r.high_end), ']') END,
                        CASE WHEN r.has_null THEN ' or NULL' ELSE '' END
                    )
                END
            )
        ) AS text
        FROM (
            SELECT r.*,
                CASE WHEN low_grid <= low_value THEN low_grid ELSE low_value END AS low_end,
                CASE WHEN high_grid >= high_value THEN high_grid ELSE high_value END AS high_end
            FROM (
                SELECT r.*, low.v AS low_value, high.v AS high_value, CASE WHEN steps.f2 IS NOT NULL THEN cast_like(__skyline_block(typeof(low.v), steps.f2, text_of(low.v), false), low.v) END AS low_grid, CASE WHEN steps.f2 IS NOT NULL THEN cast_like(__skyline_block(typeof(high.v), steps.f2, text_of(high.v), true), high.v) END AS high_grid
                FROM (SELECT UNNEST(__skyline_regions(release, 1), recursive := true) FROM __skyline_release) AS r
                    LEFT JOIN __skyline_d2 AS low ON low.c = r.low
                    LEFT JOIN __skyline_d2 AS high ON high.c = r.high
                CROSS JOIN __skyline_steps AS steps
            ) AS r
        ) AS r
    ) AS r
),

-- what the groups cover of q3
__skyline_r3 AS MATERIALIZED (
    SELECT r.g, r.size, r.text AS v, encode(r.text) AS t, r.level
    FROM (
        SELECT r.*, decode(
            encode(
                CASE
                    WHEN r.label IS NOT NULL THEN r.label
                    WHEN r.low IS NULL THEN NULL
                    ELSE concat(
                        CASE WHEN r.low = r.high AND r.low_end IS NOT DISTINCT FROM r.high_end THEN text_of(r.low_end) ELSE concat('[', text_of(r.low_end), ', ', text_of(r.high_end), ']') END,
                        CASE WHEN r.has_null THEN ' or NULL' ELSE '' END
                    )
                END
            )
        ) AS text
        FROM (
            SELECT r.*,
                CASE WHEN low_grid <= low_value THEN low_grid ELSE low_value END AS low_end,
                CASE WHEN high_grid >= high_value THEN high_grid ELSE high_value END AS high_end
            FROM (
                SELECT r.*, low.v AS low_value, high.v AS high_value, CASE WHEN steps.f3 IS NOT NULL THEN cast_like(__skyline_block(typeof(low.v), steps.f3, text_of(low.v), false), low.v) END AS low_grid, CASE WHEN steps.f3 IS NOT NULL THEN cast_like(__skyline_block(typeof(high.v), steps.f3, text_of(high.v), true), high.v) END AS high_grid
                FROM (SELECT UNNEST(__skyline_regions(release, 2), recursive := true) FROM __skyline_release) AS r
                    LEFT JOIN __skyline_d3 AS low ON low.c = r.low
                    LEFT JOIN __skyline_d3 AS high ON high.c = r.high
                CROSS JOIN __skyline_steps AS steps
            ) AS r
        ) AS r
    ) AS r
),

-- what the groups cover
__skyline_regions AS MATERIALIZED (
    SELECT r1.g, r1.size, r1.v AS v1, r2.v AS v2, r3.v AS v3
    FROM __skyline_r1 AS r1
        LEFT JOIN __skyline_r2 AS r2 ON r2.g = r1.g
        LEFT JOIN __skyline_r3 AS r3 ON r3.g = r1.g
),

-- labels of q1 are of one level each
__skyline_told1 AS (
    SELECT CASE WHEN count(*) > 0 THEN error(concat('skyline_anonymize: hierarchies must have different labels for different values, and the number of labels of "age" in this release that stand for one set of values in some groups and another in others is ', count(*), '; FROM hierarchy_check(…) says where there are such labels; rename them')) ELSE true END AS ok
    FROM (SELECT t FROM (SELECT t, level FROM __skyline_r1) GROUP BY t HAVING min(level) < max(level) AND (min(level) = 0 OR t <> encode('*')))
),

-- labels of q2 are of one level each
__skyline_told2 AS (
    SELECT CASE WHEN count(*) > 0 THEN error(concat('skyline_anonymize: hierarchies must have different labels for different values, and the number of labels of "admitted" in this release that stand for one set of values in some groups and another in others is ', count(*), '; FROM hierarchy_check(…) says where there are such labels; rename them')) ELSE true END AS ok
    FROM (SELECT t FROM (SELECT t, level FROM __skyline_r2) GROUP BY t HAVING min(level) < max(level) AND (min(level) = 0 OR t <> encode('*')))
),

-- labels of q3 are of one level each
__skyline_told3 AS (
    SELECT CASE WHEN count(*) > 0 THEN error(concat('skyline_anonymize: hierarchies must have different labels for different values, and the number of labels of "zip" in this release that stand for one set of values in some groups and another in others is ', count(*), '; FROM hierarchy_check(…) says where there are such labels; rename them')) ELSE true END AS ok
    FROM (SELECT t FROM (SELECT t, level FROM __skyline_r3) GROUP BY t HAVING min(level) < max(level) AND (min(level) = 0 OR t <> encode('*')))
),

-- what the groups cover, if it may be shown
__skyline_shown AS MATERIALIZED (
    SELECT r.* FROM __skyline_regions AS r JOIN __skyline_told1 ON __skyline_told1.ok JOIN __skyline_told2 ON __skyline_told2.ok JOIN __skyline_told3 ON __skyline_told3.ok
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT x.* EXCLUDE (__skyline_g, __skyline_at) REPLACE (r.v1 AS "age", r.v2 AS "admitted", r.v3 AS "zip"), r.g AS group_id
    FROM (SELECT * FROM __skyline_placed ORDER BY __skyline_at) AS x LEFT JOIN __skyline_shown AS r ON r.g = x.__skyline_g
    WHERE CASE WHEN r.g IS NOT NULL THEN true ELSE random() > 1 END
);
