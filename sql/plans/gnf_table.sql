-- FROM gnf_table('patients', [{'lhs': ['name'], 'rhs': ['disease']}], table_no := 1, diversity := 2)

WITH RECURSIVE

-- the published columns, read once
__skyline_published AS MATERIALIZED (
    SELECT * FROM checked("patients") AS tbl
),

-- no value of a right side is more frequent than 1/diversity
__skyline_eligible AS (
    SELECT __skyline_eligible(
        'gnf_table', 2, list_value('rule 1 (name -> disease)')::VARCHAR[], list_value('"disease"')::VARCHAR[],
        list(people ORDER BY i ASC), list(values ORDER BY i ASC), list(most ORDER BY i ASC)
    ) AS ok
    FROM (
        SELECT 0 AS i, coalesce(sum(n), 0)::BIGINT AS people, count(*) AS values, coalesce(max(n), 0) AS most
        FROM (SELECT count(*) AS n FROM __skyline_published AS tbl GROUP BY canonical(tbl."disease"))
    )
),

-- no column group_id of the table's own
__skyline_free_group_id AS (
    SELECT CASE WHEN (
        SELECT group_id IS NULL
        FROM (SELECT 1 AS __skyline_one) AS one LEFT JOIN (SELECT * FROM (SELECT * FROM __skyline_published AS tbl) AS tbl WHERE false) AS t ON true
    ) THEN error('gnf_table: tbl must not have a column group_id, which the result adds; leave it out, or rename it, in a query given as tbl') ELSE true END AS ok
    FROM (SELECT 1 AS group_id) AS o
),

-- the values of the right side, numbered, and how many people have each
__skyline_right AS MATERIALIZED (
    SELECT k1, r1, n, row_number() OVER (ORDER BY encode(text_of(k1)) ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT k1, any_value(r1) AS r1, count(*) AS n
        FROM (SELECT t.*, canonical(t.r1) AS k1 FROM (SELECT one_form(t."disease") AS r1 FROM (SELECT * FROM __skyline_published AS tbl) AS t) AS t)
        GROUP BY k1
    )
),

-- all of these hold
__skyline_guards4 AS MATERIALIZED (
    SELECT bool_and(ok) AS ok FROM (SELECT ok FROM __skyline_eligible UNION ALL SELECT ok FROM __skyline_free_group_id)
),

-- the groups, by how many people have each value: the job, and the wait for it
__skyline_seating_job AS (
    SELECT __skyline_start(
        'gnf_table', 'people_groups',
        '{"grouping":"anatomy","l":2,"columns":"\"disease\"","drawn":true,"renumber":true,"arranged":true}',
        to_json(struct_pack(counts := x.counts))::VARCHAR
    ) AS job, false AS done
    FROM (
        SELECT __skyline_counts(0, 'gnf_table', class, value, n, codes) AS counts
        FROM (SELECT 0 AS class, c AS value, n, NULL AS codes FROM __skyline_right)
    ) AS x JOIN __skyline_guards4 ON __skyline_guards4.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_seating_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_seating_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_seating AS MATERIALIZED (
    SELECT UNNEST(__skyline_people_groups_rows(job), recursive := true) FROM __skyline_seating_job WHERE done
),

-- the rows, and a place for each: computed once, so that nobody takes two
__skyline_seated AS MATERIALIZED (
    SELECT t.*, __skyline_stand(g.seating, v.c) AS __skyline_standing
    FROM (SELECT * FROM __skyline_published AS tbl) AS t LEFT JOIN __skyline_right AS v ON v.k1 IS NOT DISTINCT FROM canonical(one_form(t."disease")) CROSS JOIN __skyline_seating AS g
),

-- the columns without a role, and one more, since a list of columns must not be empty
__skyline_others AS MATERIALIZED (
    SELECT names, len(names) > 1 AS found
    FROM (
        SELECT list(column_name) AS names
        FROM (DESCRIBE SELECT * EXCLUDE ("disease", "name") FROM (SELECT *, 0 AS __skyline_last FROM (SELECT * FROM __skyline_published AS tbl) AS tbl))
    )
),

-- the columns without a role, beside groups, people and what groups hide
__skyline_beside AS MATERIALIZED (
    SELECT x.__skyline_g AS __skyline_k1, count(*) AS __skyline_w, canonical(COLUMNS(* EXCLUDE ("disease", "name", __skyline_g))), 0 AS __skyline_last
    FROM (SELECT t.* EXCLUDE (__skyline_standing), t.__skyline_standing.group_id AS __skyline_g FROM (SELECT tbl.* FROM __skyline_seated AS tbl, __skyline_others AS gate WHERE gate.found) AS t) AS x
    GROUP BY ALL
),

-- how many people these columns single out
__skyline_alone AS MATERIALIZED (
    SELECT people, alone, smallest, alone > 0 AS found FROM (
        SELECT coalesce(sum(people), 0) AS people, min(people) AS smallest, bool_or(people = 1) AS single, coalesce(sum(alone) FILTER (WHERE people > 1), 0)::BIGINT AS alone
        FROM (
            SELECT __skyline_k1, sum(__skyline_n) AS people, count(*) FILTER (WHERE __skyline_n = 1) AS alone, count(*) > 1 AS differ
            FROM (
                SELECT __skyline_k1, COLUMNS(* EXCLUDE (__skyline_k1, __skyline_w)), coalesce(sum(__skyline_w), 0) AS __skyline_n
                FROM (SELECT tbl.* FROM __skyline_beside AS tbl, __skyline_others AS gate WHERE gate.found)
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
                    FROM (SELECT __skyline_k1, __skyline_w, UNNEST(v) AS v, UNNEST(range(len(v))) AS i
                        FROM (
                            SELECT __skyline_k1, __skyline_w, list_value(*COLUMNS(* EXCLUDE (__skyline_k1, __skyline_w))) AS v
                            FROM (
                                SELECT __skyline_k1, __skyline_w, text_of(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_w)))
                                FROM (SELECT tbl.* FROM __skyline_beside AS tbl, __skyline_alone AS gate WHERE gate.found)
                            )
                        ))
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
        'gnf_table', 'telling',
        '{"hidden":null,"groups":1,"persons":false}',
        to_json(struct_pack(
            names := o.names,
            smallest := TRY_CAST(a.smallest AS BIGINT),
            rows := x.rows
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_others AS o, __skyline_alone AS a, (
        SELECT __skyline_hashed_rows(0, 'gnf_table', v, n) AS rows
        FROM (
            SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
            FROM (
                SELECT (hash(COLUMNS(* EXCLUDE (__skyline_k1, __skyline_w))) >> 1)::BIGINT, (hash(__skyline_k1) >> 1)::BIGINT AS __skyline_k1, TRY_CAST(__skyline_w AS BIGINT) AS __skyline_n
                FROM (SELECT tbl.* FROM __skyline_beside AS tbl, __skyline_telling_gate AS gate WHERE gate.found)
            )
            WHERE __skyline_n > 0
        )
    ) AS x JOIN __skyline_guards4 ON __skyline_guards4.ok
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
            WHEN s.alone > 0 THEN error(concat('gnf_table: other_columns must be given, as columns that no rule names single out ', s.alone, ' of ', s.people, ' people (', s.shown, ')', '; list the columns to publish in attributes, leave them out with other_columns := ''drop'', or release them as they are with other_columns := ''keep'''))
            WHEN t.columns > 0 THEN error(concat('gnf_table: other_columns must be given, as columns that no rule names ', t.shown, '; list the columns to publish in attributes, leave them out with other_columns := ''drop'', or release them as they are with other_columns := ''keep'''))
            ELSE true
        END
        FROM __skyline_singled AS s CROSS JOIN __skyline_telling AS t JOIN __skyline_guards4 ON __skyline_guards4.ok
    ), true) AS ok
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT t.* EXCLUDE (__skyline_standing) REPLACE (v.r1 AS "disease"), t.__skyline_standing.group_id AS group_id
    FROM (SELECT t.* FROM __skyline_seated AS t JOIN __skyline_untouched ON __skyline_untouched.ok) AS t LEFT JOIN __skyline_right AS v ON v.c = t.__skyline_standing.beside
    ORDER BY t.__skyline_standing.slot ASC
);
