-- FROM recipe_apply('patients', 'recipe', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'k_anonymity': 5})

WITH RECURSIVE

-- no column group_id of the table's own
__skyline_free_group_id AS (
    SELECT CASE WHEN (
        SELECT group_id IS NULL
        FROM (SELECT 1 AS __skyline_one) AS one LEFT JOIN (SELECT * FROM checked("patients") AS tbl WHERE false) AS t ON true
    ) THEN error('recipe_apply: tbl must not have a column group_id, which the result adds; leave it out, or rename it, in a query given as tbl') ELSE true END AS ok
    FROM (SELECT 1 AS group_id) AS o
),

-- the table, read once
__skyline_input AS MATERIALIZED (
    SELECT one_form(COLUMNS(*)) FROM checked("patients") AS tbl
),

-- the recipe, read once
__skyline_recipe_rows AS MATERIALIZED (
    SELECT CASE encode(translate(recipe.attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) WHEN encode('age') THEN 0 WHEN encode('zip') THEN 1 END AS i,
        TRY(TRY_CAST(recipe.group_id AS BIGINT)) AS id, recipe.group_id IS NOT NULL AS is_grouped, TRY(TRY_CAST(recipe.level AS BIGINT)) AS level,
        recipe.covers::VARCHAR AS covers, encode(recipe.value::VARCHAR) AS value, encode(recipe.low::VARCHAR) AS low, encode(recipe.high::VARCHAR) AS high,
        recipe.label::VARCHAR AS label, encode(recipe.label::VARCHAR) AS label_bytes, recipe.type::VARCHAR AS type
    FROM checked("recipe") AS recipe
),

-- the numbers of the recipe's groups
__skyline_recipe_groups AS MATERIALIZED (
    SELECT id, row_number() OVER (ORDER BY id ASC) - 1 AS g
    FROM (SELECT DISTINCT id FROM __skyline_recipe_rows WHERE id IS NOT NULL)
),

-- the recipe is a whole one, for these columns
__skyline_sound AS (
    SELECT CASE
        WHEN n1 > 0 THEN error('recipe_apply: recipe must have rows for each qi column, and has none for "age"')
        WHEN n2 > 0 THEN error('recipe_apply: recipe must have rows for each qi column, and has none for "zip"')
        WHEN n3 > 0 THEN error(concat('recipe_apply: qi must have every column that the recipe has rows for, and the number of rows for others is ', n3, ''))
        WHEN n4 > 0 THEN error(concat('recipe_apply: recipe must have rows as release_recipe returns them, and the number of others is ', n4, ''))
        WHEN n5 > 0 THEN error(concat('recipe_apply: recipe must have one label for each value, and for each group and column, and the number of those with several is ', n5, '; keep the rows that release_recipe returns together, and those of one release only'))
        WHEN n6 > 0 THEN error(concat('recipe_apply: recipe must have rows for each qi column of every group, and the number of groups without is ', n6, '; keep the rows that release_recipe returns together, and those of one release only'))
        WHEN n7 > 0 THEN error(concat('recipe_apply: recipe must have the values under each label of a hierarchy, and the number of labels without is ', n7, '; keep the rows that release_recipe returns together, and those of one release only'))
        ELSE true END AS ok
    FROM (
        SELECT
            (SELECT CASE WHEN count(*) = 0 THEN 1 ELSE 0 END FROM __skyline_recipe_rows WHERE i = 0) AS n1,
            (SELECT CASE WHEN count(*) = 0 THEN 1 ELSE 0 END FROM __skyline_recipe_rows WHERE i = 1) AS n2,
            (SELECT count(*) FROM __skyline_recipe_rows WHERE i IS NULL) AS n3,
            (
                SELECT count(*)
                FROM __skyline_recipe_rows
                WHERE is_grouped AND id IS NULL OR CASE covers
                    WHEN 'value' THEN value IS NULL
                    WHEN 'null' THEN value IS NOT NULL
                    WHEN 'range' THEN id IS NULL OR low IS NULL OR high IS NULL
                    WHEN 'node' THEN id IS NULL OR level IS NULL OR label IS NULL
                    WHEN 'except' THEN id IS NULL OR level IS NULL OR label IS NULL OR level > 0 AND value IS NULL
                    ELSE true END
            ) AS n4,
            (
                SELECT count(*)
                FROM (
                    SELECT 1 FROM __skyline_recipe_rows WHERE id IS NOT NULL GROUP BY i, id HAVING min(label_bytes) <> max(label_bytes) OR count(label) NOT IN (0, count(*))
                    UNION ALL
                    SELECT 1
                    FROM (SELECT *, CASE WHEN EXISTS (FROM __skyline_recipe_groups) THEN level END AS step FROM __skyline_recipe_rows WHERE id IS NULL)
                    GROUP BY i, covers, value, step HAVING min(label_bytes) <> max(label_bytes) OR count(label) NOT IN (0, count(*))
                )
            ) AS n5,
            (
                SELECT count(*)
                FROM (SELECT 1 FROM __skyline_recipe_rows WHERE id IS NOT NULL GROUP BY id HAVING count(DISTINCT i) < 2)
            ) AS n6,
            (
                SELECT count(*)
                FROM (
                    SELECT i, level, label_bytes FROM __skyline_recipe_rows WHERE covers = 'node'
                    UNION SELECT i, level, value AS label_bytes FROM __skyline_recipe_rows WHERE covers = 'except' AND level > 0
                ) AS node
                ANTI JOIN (SELECT DISTINCT i, level, label_bytes FROM __skyline_recipe_rows WHERE id IS NULL) AS value USING (i, level, label_bytes)
            ) AS n7
    )
),

-- the table's different rows, and how many people have each
__skyline_different AS MATERIALIZED (
    SELECT q1, q2, count(*) AS n
    FROM (SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2 FROM __skyline_input AS tbl)
    GROUP BY q1, q2
),

-- the types of q1, …: a row of NULLs
__skyline_key_types AS (
    SELECT q1, q2 FROM __skyline_different WHERE false UNION ALL SELECT NULL, NULL
),

-- the ends of the recipe's ranges of q1, as values
__skyline_bounds1 AS MATERIALIZED (
    SELECT b.text, CASE WHEN b.type IS NULL OR CASE WHEN regexp_full_match(b.type, 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN 'numbers' WHEN regexp_full_match(b.type, 'DATE|TIMESTAMP.*') THEN 'times' ELSE CASE WHEN contains(b.type, 'ENUM(') THEN 'ENUM ' || sha256(b.type) ELSE b.type END END = CASE WHEN regexp_full_match(typeof(t.q1), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN 'numbers' WHEN regexp_full_match(typeof(t.q1), 'DATE|TIMESTAMP.*') THEN 'times' ELSE CASE WHEN contains(typeof(t.q1), 'ENUM(') THEN 'ENUM ' || sha256(typeof(t.q1)) ELSE typeof(t.q1) END END THEN cast_like(decode(b.text), t.q1) END AS v
    FROM (
        SELECT low AS text, type FROM (SELECT * FROM __skyline_recipe_rows WHERE i = 0 AND covers IN ('range'))
        UNION
        SELECT high, type FROM (SELECT * FROM __skyline_recipe_rows WHERE i = 0 AND covers IN ('range'))
    ) AS b CROSS JOIN __skyline_key_types AS t
),

-- the bounds are values of the column's type
__skyline_read_bounds1 AS (
    SELECT CASE WHEN n > 0 THEN error(concat('recipe_apply: recipe must have, as low and high of "age", values of its type in tbl, and the number of others is ', n, '; apply it to columns of the types that it was made of')) ELSE true END AS ok
    FROM (SELECT count(*) AS n FROM __skyline_bounds1 WHERE encode(text_of(v)) IS DISTINCT FROM text)
),

-- the codes of q1: its values, and those bounds, in their order
__skyline_d1 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT DISTINCT v
        FROM (SELECT q1 AS v FROM __skyline_different UNION ALL SELECT v FROM __skyline_bounds1)
    )
),

-- the codes of those bounds
__skyline_coded_bounds1 AS (
    SELECT b.text, d.c FROM __skyline_bounds1 AS b JOIN __skyline_d1 AS d ON d.v = b.v
),

-- the ends of the recipe's ranges of q2, as values
__skyline_bounds2 AS MATERIALIZED (
    SELECT b.text, CASE WHEN b.type IS NULL OR CASE WHEN regexp_full_match(b.type, 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN 'numbers' WHEN regexp_full_match(b.type, 'DATE|TIMESTAMP.*') THEN 'times' ELSE CASE WHEN contains(b.type, 'ENUM(') THEN 'ENUM ' || sha256(b.type) ELSE b.type END END = CASE WHEN regexp_full_match(typeof(t.q2), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN 'numbers' WHEN regexp_full_match(typeof(t.q2), 'DATE|TIMESTAMP.*') THEN 'times' ELSE CASE WHEN contains(typeof(t.q2), 'ENUM(') THEN 'ENUM ' || sha256(typeof(t.q2)) ELSE typeof(t.q2) END END THEN cast_like(decode(b.text), t.q2) END AS v
    FROM (
        SELECT low AS text, type FROM (SELECT * FROM __skyline_recipe_rows WHERE i = 1 AND covers IN ('range'))
        UNION
        SELECT high, type FROM (SELECT * FROM __skyline_recipe_rows WHERE i = 1 AND covers IN ('range'))
    ) AS b CROSS JOIN __skyline_key_types AS t
),

-- the bounds are values of the column's type
__skyline_read_bounds2 AS (
    SELECT CASE WHEN n > 0 THEN error(concat('recipe_apply: recipe must have, as low and high of "zip", values of its type in tbl, and the number of others is ', n, '; apply it to columns of the types that it was made of')) ELSE true END AS ok
    FROM (SELECT count(*) AS n FROM __skyline_bounds2 WHERE encode(text_of(v)) IS DISTINCT FROM text)
),

-- the codes of q2: its values, and those bounds, in their order
__skyline_d2 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT DISTINCT v
        FROM (SELECT q2 AS v FROM __skyline_different UNION ALL SELECT v FROM __skyline_bounds2)
    )
),

-- the codes of those bounds
__skyline_coded_bounds2 AS (
    SELECT b.text, d.c FROM __skyline_bounds2 AS b JOIN __skyline_d2 AS d ON d.v = b.v
),

-- the recipe in codes, kept for the kernel
__skyline_coded_recipe AS (
    SELECT __skyline_recipe(0, 'recipe_apply', r.i, known.g, r.is_node, r.is_except, r.first, r.last, r.level, r.label, r.node, random()) AS recipe
    FROM (
        SELECT r.i, r.id, false AS is_node, r.covers = 'except' AS is_except, d.c AS first, d.c AS last, r.level, r.label, NULL AS node
        FROM (SELECT * FROM __skyline_recipe_rows WHERE i = 0 AND covers IN ('value', 'null', 'except')) AS r
        LEFT JOIN (SELECT c, encode(text_of(v)) AS text FROM __skyline_d1) AS d ON d.text IS NOT DISTINCT FROM r.value
        WHERE r.covers <> 'except' OR r.level = 0
        UNION ALL
        SELECT r.i, r.id, false AS is_node, false AS is_except, low.c AS first, CASE WHEN low.c > high.c THEN error('recipe_apply: recipe must have, as low and high of "age", values in their order in tbl; apply it to columns of the types that it was made of') ELSE high.c END AS last, r.level, r.label, NULL AS node
        FROM (SELECT * FROM __skyline_recipe_rows WHERE i = 0 AND covers IN ('range')) AS r
        LEFT JOIN __skyline_coded_bounds1 AS low ON low.text = r.low
        LEFT JOIN __skyline_coded_bounds1 AS high ON high.text = r.high
        UNION ALL
        SELECT r.i, r.id, false AS is_node, r.covers = 'except' AS is_except, d.c AS first, d.c AS last, r.level, r.label, NULL AS node
        FROM (SELECT * FROM __skyline_recipe_rows WHERE i = 1 AND covers IN ('value', 'null', 'except')) AS r
        LEFT JOIN (SELECT c, encode(text_of(v)) AS text FROM __skyline_d2) AS d ON d.text IS NOT DISTINCT FROM r.value
        WHERE r.covers <> 'except' OR r.level = 0
        UNION ALL
        SELECT r.i, r.id, false AS is_node, false AS is_except, low.c AS first, CASE WHEN low.c > high.c THEN error('recipe_apply: recipe must have, as low and high of "zip", values in their order in tbl; apply it to columns of the types that it was made of') ELSE high.c END AS last, r.level, r.label, NULL AS node
        FROM (SELECT * FROM __skyline_recipe_rows WHERE i = 1 AND covers IN ('range')) AS r
        LEFT JOIN __skyline_coded_bounds2 AS low ON low.text = r.low
        LEFT JOIN __skyline_coded_bounds2 AS high ON high.text = r.high
        UNION ALL
        SELECT i, id, true AS is_node, covers = 'except' AS is_except, NULL AS first, NULL AS last, level, label, CASE covers WHEN 'node' THEN label ELSE decode(value) END AS node
        FROM __skyline_recipe_rows
        WHERE i IS NOT NULL AND (covers = 'node' OR covers = 'except' AND level > 0)
    ) AS r LEFT JOIN __skyline_recipe_groups AS known ON known.id = r.id
),

-- the table's different rows in codes, kept for the kernel
__skyline_coded_table AS (
    SELECT __skyline_coded(0, 'recipe_apply', list_value(d1.c, d2.c), x.n, random()) AS coded
    FROM __skyline_different AS x
    LEFT JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM x.q1
    LEFT JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM x.q2
),

-- the recipe is applied, and what it does not cover is counted: the job, and the wait for it
__skyline_counts_job AS (
    SELECT __skyline_start(
        'recipe_apply', 'apply_recipe',
        '{"columns":["age","zip"]}',
        to_json(struct_pack(
            recipe := x.recipe,
            coded := y.coded,
            groups := (SELECT count(*) FROM __skyline_recipe_groups),
            rows := (SELECT count(*) FROM __skyline_different)
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_coded_recipe AS x CROSS JOIN __skyline_coded_table AS y JOIN __skyline_free_group_id ON __skyline_free_group_id.ok JOIN __skyline_sound ON __skyline_sound.ok JOIN __skyline_read_bounds1 ON __skyline_read_bounds1.ok JOIN __skyline_read_bounds2 ON __skyline_read_bounds2.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_counts_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_counts_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_counts AS MATERIALIZED (
    SELECT UNNEST(__skyline_apply_recipe_rows(job), recursive := true) FROM __skyline_counts_job WHERE done
),

-- the release
__skyline_release AS MATERIALIZED (
    SELECT release FROM __skyline_counts WHERE i IS NULL
),

-- the different combinations of values, and their groups if they have one
__skyline_mapped AS MATERIALIZED (
    SELECT x.q1, x.q2, x.n, __skyline_place(rel.release, list_value(d1.c, d2.c)) AS g
    FROM __skyline_different AS x
        LEFT JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM x.q1
        LEFT JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM x.q2
    CROSS JOIN (SELECT release FROM __skyline_release LIMIT 1) AS rel
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
            SELECT r.*, low.v AS low_value, high.v AS high_value, low.v AS low_end, high.v AS high_end
            FROM (SELECT UNNEST(__skyline_regions(release, 0), recursive := true) FROM __skyline_release) AS r
                LEFT JOIN __skyline_d1 AS low ON low.c = r.low
                LEFT JOIN __skyline_d1 AS high ON high.c = r.high
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
            SELECT r.*, low.v AS low_value, high.v AS high_value, low.v AS low_end, high.v AS high_end
            FROM (SELECT UNNEST(__skyline_regions(release, 1), recursive := true) FROM __skyline_release) AS r
                LEFT JOIN __skyline_d2 AS low ON low.c = r.low
                LEFT JOIN __skyline_d2 AS high ON high.c = r.high
        ) AS r
    ) AS r
),

-- what the groups cover
__skyline_regions AS MATERIALIZED (
    SELECT r1.g, r1.size, r1.v AS v1, r2.v AS v2
    FROM __skyline_r1 AS r1
        LEFT JOIN __skyline_r2 AS r2 ON r2.g = r1.g
),

-- the groups g, what is shown of them, and the numbers that the recipe has for them
__skyline_named AS MATERIALIZED (
    SELECT r.*, coalesce(known.id, r.g) AS id
    FROM __skyline_regions AS r LEFT JOIN __skyline_recipe_groups AS known ON known.g + 1 = r.g
),

-- the table's rows as far as requirements look at them, and their groups if they have one
__skyline_located AS MATERIALIZED (
    SELECT x."disease", x.__skyline_g
    FROM (
        SELECT __skyline_row.*, m.g AS __skyline_g
        FROM __skyline_input AS __skyline_row LEFT JOIN __skyline_mapped AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
    ) AS x
),

-- the rows that the recipe covers, with their groups as the quasi-identifier
__skyline_applied AS (
    SELECT x."disease", x.__skyline_g AS "g" FROM __skyline_located AS x WHERE x.__skyline_g IS NOT NULL
),

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."disease" AS s, tbl."g" AS o1 FROM __skyline_applied AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."g") AS q1, tbl."disease" AS s
        FROM __skyline_applied AS tbl
    )
    GROUP BY q1
),

-- the release satisfies the requirements, and is of all rows: the job, and the wait for it
__skyline_verdict_job AS (
    SELECT __skyline_start(
        'recipe_apply', 'release_holds',
        '{"privacy":{"k_anonymity":5},"sensitive":["disease"]}',
        to_json(struct_pack(
            histograms := x.histograms,
            why_outside := (SELECT why_outside FROM __skyline_counts WHERE i IS NULL)
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_histograms(0, 'recipe_apply', 'one', h) AS histograms FROM __skyline_groups) AS x JOIN __skyline_free_group_id ON __skyline_free_group_id.ok JOIN __skyline_sound ON __skyline_sound.ok JOIN __skyline_read_bounds1 ON __skyline_read_bounds1.ok JOIN __skyline_read_bounds2 ON __skyline_read_bounds2.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_verdict_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_verdict_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_verdict AS MATERIALIZED (
    SELECT UNNEST(__skyline_release_holds_rows(job), recursive := true) FROM __skyline_verdict_job WHERE done
),

-- the groups, if the release may be made
__skyline_safe AS (
    SELECT r.* FROM __skyline_named AS r JOIN __skyline_verdict AS guard ON guard.ok
),

-- the columns without a role, and one more, since a list of columns must not be empty
__skyline_others AS MATERIALIZED (
    SELECT names, len(names) > 1 AS found
    FROM (
        SELECT list(column_name) AS names
        FROM (DESCRIBE SELECT * EXCLUDE ("age", "zip", "disease") FROM (SELECT *, 0 AS __skyline_last FROM __skyline_input AS tbl))
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
                    SELECT x.__skyline_g AS __skyline_k1, TRY_CAST(x.__skyline_people AS BIGINT) AS __skyline_w, x.* EXCLUDE ("age", "zip", __skyline_people, __skyline_g), 0 AS __skyline_last
                    FROM (
                        SELECT x.*
                        FROM (
                            SELECT __skyline_row.*, m.g AS __skyline_g
                            FROM (
                                SELECT canonical(t."age") AS "age", canonical(t."zip") AS "zip", canonical(COLUMNS(* EXCLUDE ("age", "zip", "disease"))), count(*) AS __skyline_people
                                FROM (SELECT *, 0 AS __skyline_none FROM (SELECT tbl.* FROM __skyline_input AS tbl, __skyline_others AS gate WHERE gate.found)) AS t
                                GROUP BY ALL
                            ) AS __skyline_row LEFT JOIN (SELECT tbl.* FROM __skyline_mapped AS tbl, __skyline_others AS gate WHERE gate.found) AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
                        ) AS x
                        WHERE CASE WHEN x.__skyline_g IN (SELECT g FROM __skyline_safe) THEN true ELSE random() > 1 END
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
                                                SELECT canonical(t."age") AS "age", canonical(t."zip") AS "zip", canonical(COLUMNS(* EXCLUDE ("age", "zip", "disease"))), count(*) AS __skyline_people
                                                FROM (SELECT *, 0 AS __skyline_none FROM (SELECT tbl.* FROM __skyline_input AS tbl, __skyline_alone AS gate WHERE gate.found)) AS t
                                                GROUP BY ALL
                                            ) AS __skyline_row LEFT JOIN (SELECT tbl.* FROM __skyline_mapped AS tbl, __skyline_alone AS gate WHERE gate.found) AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
                                        ) AS x
                                        WHERE CASE WHEN x.__skyline_g IN (SELECT g FROM __skyline_safe) THEN true ELSE random() > 1 END
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
        'recipe_apply', 'telling',
        '{"hidden":[{"name":"age","qi":true},{"name":"zip","qi":true},{"name":"disease","qi":false}],"groups":1,"persons":false}',
        to_json(struct_pack(
            names := o.names,
            smallest := TRY_CAST(a.smallest AS BIGINT),
            rows := x.rows
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_others AS o, __skyline_alone AS a, (
        SELECT __skyline_hashed_rows(0, 'recipe_apply', v, n) AS rows
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
                                SELECT canonical(t."age") AS "age", canonical(t."zip") AS "zip", canonical(t."disease") AS "disease", canonical(COLUMNS(* EXCLUDE ("age", "zip", "disease"))), count(*) AS __skyline_people
                                FROM (SELECT *, 0 AS __skyline_none FROM (SELECT tbl.* FROM __skyline_input AS tbl, __skyline_telling_gate AS gate WHERE gate.found)) AS t
                                GROUP BY ALL
                            ) AS __skyline_row LEFT JOIN (SELECT tbl.* FROM __skyline_mapped AS tbl, __skyline_telling_gate AS gate WHERE gate.found) AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
                        ) AS x
                        WHERE CASE WHEN x.__skyline_g IN (SELECT g FROM __skyline_safe) THEN true ELSE random() > 1 END
                    ) AS x
                )
            )
            WHERE __skyline_n > 0
        )
    ) AS x JOIN __skyline_free_group_id ON __skyline_free_group_id.ok JOIN __skyline_sound ON __skyline_sound.ok JOIN __skyline_read_bounds1 ON __skyline_read_bounds1.ok JOIN __skyline_read_bounds2 ON __skyline_read_bounds2.ok
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
            WHEN s.alone > 0 THEN error(concat('recipe_apply: others must be given, as columns that are neither qi nor sensitive single out ', s.alone, ' of ', s.people, ' people (', s.shown, ')', '; make a recipe with them in qi, leave them out with others := ''drop'', or release them as they are with others := ''keep'''))
            WHEN t.columns > 0 THEN error(concat('recipe_apply: others must be given, as columns that are neither qi nor sensitive ', t.shown, '; make a recipe with them in qi, leave them out with others := ''drop'', or release them as they are with others := ''keep'''))
            ELSE true
        END
        FROM __skyline_singled AS s CROSS JOIN __skyline_telling AS t JOIN __skyline_free_group_id ON __skyline_free_group_id.ok JOIN __skyline_sound ON __skyline_sound.ok JOIN __skyline_read_bounds1 ON __skyline_read_bounds1.ok JOIN __skyline_read_bounds2 ON __skyline_read_bounds2.ok
    ), true) AS ok
),

-- the groups, if columns without a role single nobody out
__skyline_shown AS (
    SELECT r.* FROM __skyline_safe AS r JOIN __skyline_untouched ON __skyline_untouched.ok
),

-- the rows of the table that have a QI group
__skyline_placed AS (
    SELECT x.*, __skyline_order(a.groups, x.__skyline_g) AS __skyline_at
    FROM (
        SELECT __skyline_row.*, m.g AS __skyline_g
        FROM __skyline_input AS __skyline_row LEFT JOIN __skyline_mapped AS m ON m.q1 IS NOT DISTINCT FROM canonical(__skyline_row."age") AND m.q2 IS NOT DISTINCT FROM canonical(__skyline_row."zip")
    ) AS x CROSS JOIN __skyline_release AS rel CROSS JOIN (SELECT max(g) AS groups FROM __skyline_mapped) AS a
    WHERE x.__skyline_g IS NOT NULL
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT x.* EXCLUDE (__skyline_g, __skyline_at) REPLACE (r.v1 AS "age", r.v2 AS "zip"), r.id AS group_id
    FROM (SELECT * FROM __skyline_placed ORDER BY __skyline_at) AS x LEFT JOIN __skyline_shown AS r ON r.g = x.__skyline_g
    WHERE CASE WHEN r.g IS NOT NULL THEN true ELSE random() > 1 END
);
