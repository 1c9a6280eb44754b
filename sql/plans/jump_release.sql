-- FROM jump_release('ward', person := 'name', sensitive := 'condition', generalizations := [MAP {'age': 1, 'zip': 0}, MAP {'age': 2, 'zip': 1}], hierarchies := 'h', property := {'max_share': 0.5})

WITH RECURSIVE

-- the table, read once
__skyline_input AS MATERIALIZED (
    SELECT * FROM checked("ward") AS tbl
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
            SELECT value AS t FROM __skyline_hierarchies WHERE attribute = 'age' AND level >= 1UNION ALL
            SELECT encode(text_of(v)) FROM (SELECT DISTINCT canonical(tbl."age") AS v FROM __skyline_input AS tbl)
        )
    )
),

-- the codes of the domain of column 3: its values in the order of their texts
__skyline_w3 AS MATERIALIZED (
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
    SELECT __skyline_domain(0, 'jump_release', i, c, is_null, number, text, level, label, random()) AS domain
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
        WHERE h.attribute = 'age' AND h.level >= 1
        UNION ALL
        SELECT 2::BIGINT AS i, c, t IS NULL AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_w3
        UNION ALL
        SELECT 2::BIGINT AS i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
        FROM __skyline_hierarchies AS h JOIN __skyline_w3 AS d ON h.value IS NOT DISTINCT FROM d.t
        WHERE h.attribute = 'zip' AND h.level >= 1
    )
),

-- the labels of the values of the domains: the job, and the wait for it
__skyline_labels_job AS (
    SELECT __skyline_start(
        'jump_release', 'domain_labels',
        '{"columns":["age","age","zip"],"levels":[1,2,1]}',
        to_json(struct_pack(domain := y.domain))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_whole AS y
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
    FROM (SELECT DISTINCT canonical(tbl."age") AS v FROM __skyline_input AS tbl) AS x
    JOIN __skyline_w2 AS w ON w.t IS NOT DISTINCT FROM encode(text_of(x.v))
    JOIN __skyline_labels AS l ON l.i = 1 AND l.c = w.c
),

-- what the values of column 3 are called at its level
__skyline_l3 AS MATERIALIZED (
    SELECT x.v, l.label
    FROM (SELECT DISTINCT canonical(tbl."zip") AS v FROM __skyline_input AS tbl) AS x
    JOIN __skyline_w3 AS w ON w.t IS NOT DISTINCT FROM encode(text_of(x.v))
    JOIN __skyline_labels AS l ON l.i = 2 AND l.c = w.c
),

-- the people: each one's sensitive value, and the labels of the groups
__skyline_labelled AS MATERIALIZED (
    SELECT
        tbl."name" AS p,
        one_form(tbl."condition") AS s,
        ((l1.label)::VARCHAR COLLATE "binary") AS g1,
        text_of(tbl."zip") AS g2,
        ((l2.label)::VARCHAR COLLATE "binary") AS g3,
        ((l3.label)::VARCHAR COLLATE "binary") AS g4
    FROM __skyline_input AS tbl
    LEFT JOIN __skyline_l1 AS l1 ON l1.v IS NOT DISTINCT FROM canonical(tbl."age")
    LEFT JOIN __skyline_l2 AS l2 ON l2.v IS NOT DISTINCT FROM canonical(tbl."age")
    LEFT JOIN __skyline_l3 AS l3 ON l3.v IS NOT DISTINCT FROM canonical(tbl."zip")
),

-- each person has one row, and a group in every generalization
__skyline_assigned AS (
    SELECT CASE
        WHEN count(*) FILTER (WHERE p IS NULL) > 0 THEN error('jump_release: person must not be NULL; filter such rows in a query given as tbl')
        WHEN count(DISTINCT canonical(p)) < count(*) THEN error('jump_release: person must have one row each, and somebody has several; keep one row a person in a query given as tbl')
        WHEN count(*) FILTER (WHERE g1 IS NULL) > 0 THEN error('jump_release: hierarchies must have a label for every value of "age" at level 1, and somebody''s is NULL; hierarchy_check shows more')
        WHEN count(*) FILTER (WHERE g2 IS NULL) > 0 THEN error('jump_release: hierarchies must have a label for every value of "zip" at level 0, and somebody''s is NULL; hierarchy_check shows more')
        WHEN count(*) FILTER (WHERE g3 IS NULL) > 0 THEN error('jump_release: hierarchies must have a label for every value of "age" at level 2, and somebody''s is NULL; hierarchy_check shows more')
        WHEN count(*) FILTER (WHERE g4 IS NULL) > 0 THEN error('jump_release: hierarchies must have a label for every value of "zip" at level 1, and somebody''s is NULL; hierarchy_check shows more')
        ELSE true
    END AS ok
    FROM __skyline_labelled
),

-- the cells: people who agree in all labels, and how often each sensitive value occurs
__skyline_alike AS (
    SELECT g1, g2, g3, g4, __skyline_histogram(0, counted(s), 1) AS h
    FROM __skyline_labelled
    GROUP BY g1, g2, g3, g4
),

-- the sets of tables that are evaluated: the job, and the wait for it
__skyline_evaluations_job AS (
    SELECT __skyline_start(
        'jump_release', 'jump_steps',
        '{"generalizations":[{"name":"{''age'': 1, ''zip'': 0}","labels":[0,1]},{"name":"{''age'': 2, ''zip'': 1}","labels":[2,3]}],"property":{"max_share":0.5},"strategy":"jump","jump":[1,1],"max_steps":10000000000}',
        to_json(struct_pack(cells := x.cells))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_gather_histograms(0, 'jump_release', list_value(integer_of(g1), integer_of(g2), integer_of(g3), integer_of(g4)), list_value(CASE WHEN integer_of(g1) IS NULL THEN text_of(g1) END, CASE WHEN integer_of(g2) IS NULL THEN text_of(g2) END, CASE WHEN integer_of(g3) IS NULL THEN text_of(g3) END, CASE WHEN integer_of(g4) IS NULL THEN text_of(g4) END), h) AS cells FROM __skyline_alike) AS x JOIN __skyline_assigned ON __skyline_assigned.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_evaluations_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_evaluations_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_evaluations AS MATERIALIZED (
    SELECT UNNEST(__skyline_jump_steps_rows(job), recursive := true) FROM __skyline_evaluations_job WHERE done
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT * EXCLUDE (__skyline_at)
    FROM (SELECT *, __skyline_shuffle() AS __skyline_at FROM (
        SELECT r.generalization, decode(encode(CASE r.released WHEN 1 THEN text_of(x.g1) WHEN 2 THEN text_of(x.g3) END)) AS "age",
            decode(encode(CASE r.released WHEN 1 THEN text_of(x.g2) WHEN 2 THEN text_of(x.g4) END)) AS "zip", x.s AS value
        FROM __skyline_labelled AS x JOIN __skyline_evaluations AS r ON r.released IS NOT NULL
    ))
    ORDER BY __skyline_at ASC
);
