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
    SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM __skyline_input AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('skyline_anonymize: qi must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('skyline_anonymize: qi must have categories, got texts of more than 200 characters in zip that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 2 THEN error('skyline_anonymize: sensitive must have categories, got texts of more than 200 characters in disease that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
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

-- each person's row, and how many there are
__skyline_persons AS (
    SELECT p, first(q1) AS q1, first(q2) AS q2, first(canonical(s)) AS s, count(*) AS c
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s, canonical(tbl."name") AS p
        FROM __skyline_input AS tbl
    )
    GROUP BY p
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), CASE WHEN p IS NULL THEN error('skyline_anonymize: person must not be NULL; filter such rows in a query given as tbl') WHEN c > 1 THEN error('skyline_anonymize: person must have one row each when values_per_person is ''one'', and somebody has several; use ''set'' or ''multiset'', or keep one row a person') ELSE 1 END) AS h
    FROM (SELECT * FROM __skyline_persons)
    GROUP BY q1, q2
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

-- the QI groups, and the codes of their values
__skyline_coded AS MATERIALIZED (
    SELECT g.q1, g.q2, g.h, d1.c AS c1, d2.c AS c2
    FROM __skyline_groups AS g
    LEFT JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM g.q1
    LEFT JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM g.q2
),

-- the QI groups in codes, kept for the kernel
__skyline_counted AS (
    SELECT __skyline_cells(0, 'skyline_anonymize', 'one', list_value(c1, c2), h, random()) AS cells
    FROM __skyline_coded
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
        SELECT 1::BIGINT AS i, c, v IS NULL AS is_null,
            CASE
                WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v AS DOUBLE)
                WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(v AS TIMESTAMP)) THEN epoch(TRY_CAST(v AS TIMESTAMP)) END
                WHEN __skyline_has_type(typeof(v), 'TIME') THEN epoch(TRY_CAST(v AS TIME))
            END AS number,
            CASE WHEN NOT __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\)') THEN text_of(v) END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_d2
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

-- the release, by splitting the table: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'skyline_anonymize', 'partition',
        '{"columns":["age","zip"],"privacy":{"k_anonymity":5,"max_share":0.5},"split":"information_loss","extent":"group"}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain,
            rows := (SELECT count(*) FROM __skyline_coded)
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y JOIN __skyline_free_group_id ON __skyline_free_group_id.ok JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_rounded ON __skyline_rounded.ok
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
    SELECT x.q1, x.q2, __skyline_place(rel.release, list_value(x.c1, x.c2)) AS g
    FROM __skyline_coded AS x
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

-- how many people these columns single out
__skyline_alone AS MATERIALIZED (
    SELECT people, alone, smallest, alone > 0 AS found FROM (
        SELECT coalesce(sum(people), 0) AS people, min(people) AS smallest, bool_or(people = 1) AS single, coalesce(sum(alone) FILTER (WHERE people > 1), 0)::BIGINT AS alone
        FROM (
            SELECT __skyline_k1, sum(__skyline_n) AS people, count(*) FILTER (WHERE __skyline_n = 1) AS alone, count(*) > 1 AS differ
            FROM (
                SELECT __skyline_k1, canonical(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_w))), coalesce(sum(__skyline_w), 0) AS __skyline_n
                FROM (
                    SELECT x.__skyline_g AS __skyline_k1, TRY_CAST(x.__skyline_people AS BIGINT) AS __skyline_w, x.* EXCLUDE ("age", "zip", __skyline_people, __skyline_g), 0 AS __skyline_last
                    FROM (
                        SELECT x.*
                        FROM (
                            SELECT __skyline_row.*, m.g AS __skyline_g
                            FROM (
                                SELECT canonical(t."age") AS "age", canonical(t."zip") AS "zip", canonical(COLUMNS(* EXCLUDE ("age", "zip", "disease", "name"))), count(*) AS __skyline_people
                                FROM (SELECT *, 0 AS __skyline_none FROM (SELECT tbl.* FROM __skyline_input AS tbl, __skyline_others AS gate WHERE gate.found)) AS t
                                GROUP BY ALL
                            ) AS __skyline_row LEFT JOIN (SELECT tbl.* FROM __skyline_mapped AS tbl, __skyline_others AS gate WHERE gate.found) AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
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
                                    SELECT x.__skyline_g AS __skyline_k1, TRY_CAST(x.__skyline_people AS BIGINT) AS __skyline_w, x.* EXCLUDE ("age", "zip", __skyline_people, __skyline_g), 0 AS __skyline_last
                                    FROM (
                                        SELECT x.*
                                        FROM (
                                            SELECT __skyline_row.*, m.g AS __skyline_g
                                            FROM (
                                                SELECT canonical(t."age") AS "age", canonical(t."zip") AS "zip", canonical(COLUMNS(* EXCLUDE ("age", "zip", "disease", "name"))), count(*) AS __skyline_people
                                                FROM (SELECT *, 0 AS __skyline_none FROM (SELECT tbl.* FROM __skyline_input AS tbl, __skyline_alone AS gate WHERE gate.found)) AS t
                                                GROUP BY ALL
                                            ) AS __skyline_row LEFT JOIN (SELECT tbl.* FROM __skyline_mapped AS tbl, __skyline_alone AS gate WHERE gate.found) AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
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
        '{"hidden":[{"name":"age","qi":true},{"name":"zip","qi":true},{"name":"disease","qi":false}],"groups":1,"persons":false}',
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
                    SELECT x.__skyline_g AS __skyline_k1, TRY_CAST(x.__skyline_people AS BIGINT) AS __skyline_w, (hash(canonical(x."age")) >> 1)::BIGINT AS __skyline_h1, (hash(canonical(x."zip")) >> 1)::BIGINT AS __skyline_h2, (hash(canonical(x."disease")) >> 1)::BIGINT AS __skyline_h3, x.* EXCLUDE ("age", "zip", __skyline_people, __skyline_g, "disease"), 0 AS __skyline_last
                    FROM (
                        SELECT x.*
                        FROM (
                            SELECT __skyline_row.*, m.g AS __skyline_g
                            FROM (
                                SELECT canonical(t."age") AS "age", canonical(t."zip") AS "zip", canonical(t."disease") AS "disease", canonical(COLUMNS(* EXCLUDE ("age", "zip", "disease", "name"))), count(*) AS __skyline_people
                                FROM (SELECT *, 0 AS __skyline_none FROM (SELECT tbl.* FROM __skyline_input AS tbl, __skyline_telling_gate AS gate WHERE gate.found)) AS t
                                GROUP BY ALL
                            ) AS __skyline_row LEFT JOIN (SELECT tbl.* FROM __skyline_mapped AS tbl, __skyline_telling_gate AS gate WHERE gate.found) AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
                        ) AS x
                        WHERE CASE WHEN x.__skyline_g IS NOT NULL THEN true ELSE random() > 1 END
                    ) AS x
                )
            )
            WHERE __skyline_n > 0
        )
    ) AS x JOIN __skyline_free_group_id ON __skyline_free_group_id.ok JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_rounded ON __skyline_rounded.ok
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
        FROM __skyline_singled AS s CROSS JOIN __skyline_telling AS t JOIN __skyline_free_group_id ON __skyline_free_group_id.ok JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_rounded ON __skyline_rounded.ok
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

-- what the groups cover of q1
__skyline_r1 AS MATERIALIZED (
    SELECT r.g, r.size, r.text AS v, encode(r.text) AS t, r.level
    FROM (
        SELECT r.*, decode(
            encode(
                CASE
                    WHEN r.label IS NOT NULL THEN r.label
                    WHEN r.low IS NULL THEN NULL
                    ELSE __skyline_label(text_of(r.low_end), CASE WHEN r.low <> r.high OR r.low_end IS DISTINCT FROM r.high_end THEN text_of(r.high_end) END, r.has_null)
                END
            )
        ) AS text
        FROM (
            SELECT r.*,
                CASE WHEN low_grid <= low_value THEN low_grid ELSE low_value END AS low_end,
                CASE WHEN high_grid >= high_value THEN high_grid ELSE high_value END AS high_end
            FROM (
                SELECT r.*, low.v AS low_value, high.v AS high_value, CASE WHEN steps.s1 IS NOT NULL THEN cast_like(__skyline_round(typeof(low.v), steps.s1, text_of(low.v), false), low.v) END AS low_grid, CASE WHEN steps.s1 IS NOT NULL THEN cast_like(__skyline_round(typeof(high.v), steps.s1, text_of(high.v), true), high.v) END AS high_grid
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
                    ELSE __skyline_label(text_of(r.low_end), CASE WHEN r.low <> r.high OR r.low_end IS DISTINCT FROM r.high_end THEN text_of(r.high_end) END, r.has_null)
                END
            )
        ) AS text
        FROM (
            SELECT r.*,
                CASE WHEN low_grid <= low_value THEN low_grid ELSE low_value END AS low_end,
                CASE WHEN high_grid >= high_value THEN high_grid ELSE high_value END AS high_end
            FROM (
                SELECT r.*, low.v AS low_value, high.v AS high_value, CASE WHEN steps.s2 IS NOT NULL THEN cast_like(__skyline_round(typeof(low.v), steps.s2, text_of(low.v), false), low.v) END AS low_grid, CASE WHEN steps.s2 IS NOT NULL THEN cast_like(__skyline_round(typeof(high.v), steps.s2, text_of(high.v), true), high.v) END AS high_grid
                FROM (SELECT UNNEST(__skyline_regions(release, 1), recursive := true) FROM __skyline_release) AS r
                    LEFT JOIN __skyline_d2 AS low ON low.c = r.low
                    LEFT JOIN __skyline_d2 AS high ON high.c = r.high
                CROSS JOIN __skyline_steps AS steps
            ) AS r
        ) AS r
    ) AS r
),

-- what the groups cover
__skyline_regions AS MATERIALIZED (
    SELECT r1.g, r1.size, r1.v AS v1, r2.v AS v2
    FROM __skyline_r1 AS r1
        LEFT JOIN __skyline_r2 AS r2 ON r2.g = r1.g
),

-- what the groups cover, if it may be shown
__skyline_shown AS MATERIALIZED (
    SELECT r.* FROM __skyline_regions AS r
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT x.* EXCLUDE (__skyline_g, __skyline_at, "name") REPLACE (r.v1 AS "age", r.v2 AS "zip"), r.g AS group_id
    FROM (SELECT * FROM __skyline_placed ORDER BY __skyline_at) AS x LEFT JOIN __skyline_shown AS r ON r.g = x.__skyline_g
    WHERE CASE WHEN r.g IS NOT NULL THEN true ELSE random() > 1 END
);
