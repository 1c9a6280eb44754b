-- FROM release_recipe('patients', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'k_anonymity': 5}, hierarchies := 'h')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('release_recipe: qi must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('release_recipe: qi must have categories, got texts of more than 200 characters in zip that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 2 THEN error('release_recipe: sensitive must have categories, got texts of more than 200 characters in disease that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
    FROM (
        SELECT 0 AS i
        FROM checked("patients") AS tbl
        WHERE CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN strlen(tbl."age"::VARCHAR) > 200 AND length(tbl."age"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."age")
        HAVING count(*) = 1
        UNION ALL
        SELECT 1 AS i
        FROM checked("patients") AS tbl
        WHERE CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN strlen(tbl."zip"::VARCHAR) > 200 AND length(tbl."zip"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."zip")
        HAVING count(*) = 1
        UNION ALL
        SELECT 2 AS i
        FROM checked("patients") AS tbl
        WHERE CASE WHEN typeof(tbl."disease") IN ('VARCHAR', 'JSON') THEN strlen(tbl."disease"::VARCHAR) > 200 AND length(tbl."disease"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."disease")
        HAVING count(*) = 1
    )
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."disease" AS s
        FROM checked("patients") AS tbl
    )
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
__skyline_coded AS (
    SELECT g.q1, g.q2, g.h, d1.c AS c1, d2.c AS c2
    FROM __skyline_groups AS g
    LEFT JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM g.q1
    LEFT JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM g.q2
),

-- the QI groups in codes, kept for the kernel
__skyline_counted AS (
    SELECT __skyline_cells(0, 'release_recipe', 'one', list_value(c1, c2), h, random()) AS cells
    FROM __skyline_coded
),

-- the hierarchies
__skyline_hierarchies AS MATERIALIZED (
    SELECT ((translate(hierarchies.attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))::VARCHAR COLLATE "binary") AS attribute, encode(hierarchies.value::VARCHAR) AS value, TRY(TRY_CAST(hierarchies.level AS BIGINT)) AS level, ((hierarchies.label)::VARCHAR COLLATE "binary") AS label
    FROM checked("h") AS hierarchies
),

-- some column has a hierarchy
__skyline_found AS (
    SELECT CASE WHEN count(*) = 0 THEN error('release_recipe: hierarchies must have rows for at least one of the qi columns, with its name as attribute and level 1 or more') ELSE true END AS ok
    FROM __skyline_hierarchies
    WHERE level >= 1 AND attribute IN ('age', 'zip')
),

-- what the kernel has to know of the values, and of their labels
__skyline_domain AS (
    SELECT __skyline_domain(0, 'release_recipe', i, c, is_null, number, text, level, label, random()) AS domain
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
        WHERE h.attribute = 'zip' AND h.level >= 1
    )
),

-- to what the ends of ranges are rounded
__skyline_steps AS MATERIALIZED (
    SELECT CASE WHEN EXISTS (SELECT 1 FROM __skyline_hierarchies WHERE level >= 1 AND attribute = 'age') THEN NULL ELSE __skyline_step('release_recipe', 'age', typeof(o1), NULL) END AS s1, CASE WHEN EXISTS (SELECT 1 FROM __skyline_hierarchies WHERE level >= 1 AND attribute = 'zip') THEN NULL ELSE __skyline_step('release_recipe', 'zip', typeof(o2), NULL) END AS s2 FROM __skyline_types
),

-- all steps fit their columns
__skyline_rounded AS (
    SELECT concat('', s1, s2) <> '-' AS ok FROM __skyline_steps
),

-- what the QI groups cover, in codes: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'release_recipe', 'covers',
        '{"columns":["age","zip"],"privacy":{"k_anonymity":5},"split":"information_loss","extent":"group"}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_found ON __skyline_found.ok JOIN __skyline_rounded ON __skyline_rounded.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_release_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_release_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_release AS MATERIALIZED (
    SELECT UNNEST(__skyline_covers_rows(job), recursive := true) FROM __skyline_release_job WHERE done
),

-- what the QI groups cover of q1, as a recipe says it
__skyline_covered1 AS MATERIALIZED (
    SELECT r.g AS group_id, r.level, r.covers, coalesce(r.value, text_of(v.v)) AS value,
        CASE WHEN r.covers = 'range' THEN CASE WHEN cast_like(text_of(r.low_value), r.low_value) IS DISTINCT FROM r.low_value OR cast_like(text_of(r.high_value), r.high_value) IS DISTINCT FROM r.high_value THEN error('release_recipe: qi has nested values whose text cannot be read back; cast "age" to VARCHAR in a query given as tbl') ELSE text_of(r.low_value) END END AS low,
        CASE WHEN r.covers = 'range' THEN text_of(r.high_value) END AS high,
        decode(
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
        ) AS label,
        CASE WHEN r.covers = 'range' THEN CASE WHEN contains(typeof(r.low_value), 'ENUM(') THEN 'ENUM ' || sha256(typeof(r.low_value)) ELSE typeof(r.low_value) END END AS type,
        r.code AS c
    FROM (
        SELECT r.*,
            CASE WHEN low_grid <= low_value THEN low_grid ELSE low_value END AS low_end,
            CASE WHEN high_grid >= high_value THEN high_grid ELSE high_value END AS high_end
        FROM (
            SELECT r.*, low.v AS low_value, high.v AS high_value, CASE WHEN steps.s1 IS NOT NULL THEN cast_like(__skyline_round(typeof(low.v), steps.s1, text_of(low.v), false), low.v) END AS low_grid, CASE WHEN steps.s1 IS NOT NULL THEN cast_like(__skyline_round(typeof(high.v), steps.s1, text_of(high.v), true), high.v) END AS high_grid
            FROM (SELECT * FROM __skyline_release WHERE i = 0) AS r
                LEFT JOIN __skyline_d1 AS low ON low.c = r.low
                LEFT JOIN __skyline_d1 AS high ON high.c = r.high
            CROSS JOIN __skyline_steps AS steps
        ) AS r
    ) AS r
    LEFT JOIN __skyline_d1 AS v ON v.c = r.code
),

-- what the QI groups cover of q2, as a recipe says it
__skyline_covered2 AS MATERIALIZED (
    SELECT r.g AS group_id, r.level, r.covers, coalesce(r.value, text_of(v.v)) AS value,
        CASE WHEN r.covers = 'range' THEN CASE WHEN cast_like(text_of(r.low_value), r.low_value) IS DISTINCT FROM r.low_value OR cast_like(text_of(r.high_value), r.high_value) IS DISTINCT FROM r.high_value THEN error('release_recipe: qi has nested values whose text cannot be read back; cast "zip" to VARCHAR in a query given as tbl') ELSE text_of(r.low_value) END END AS low,
        CASE WHEN r.covers = 'range' THEN text_of(r.high_value) END AS high,
        decode(
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
        ) AS label,
        CASE WHEN r.covers = 'range' THEN CASE WHEN contains(typeof(r.low_value), 'ENUM(') THEN 'ENUM ' || sha256(typeof(r.low_value)) ELSE typeof(r.low_value) END END AS type,
        r.code AS c
    FROM (
        SELECT r.*,
            CASE WHEN low_grid <= low_value THEN low_grid ELSE low_value END AS low_end,
            CASE WHEN high_grid >= high_value THEN high_grid ELSE high_value END AS high_end
        FROM (
            SELECT r.*, low.v AS low_value, high.v AS high_value, CASE WHEN steps.s2 IS NOT NULL THEN cast_like(__skyline_round(typeof(low.v), steps.s2, text_of(low.v), false), low.v) END AS low_grid, CASE WHEN steps.s2 IS NOT NULL THEN cast_like(__skyline_round(typeof(high.v), steps.s2, text_of(high.v), true), high.v) END AS high_grid
            FROM (SELECT * FROM __skyline_release WHERE i = 1) AS r
                LEFT JOIN __skyline_d2 AS low ON low.c = r.low
                LEFT JOIN __skyline_d2 AS high ON high.c = r.high
            CROSS JOIN __skyline_steps AS steps
        ) AS r
    ) AS r
    LEFT JOIN __skyline_d2 AS v ON v.c = r.code
),

-- the codes of the domain of column 1: its values in the order of their texts
__skyline_w1 AS MATERIALIZED (
    SELECT t, row_number() OVER (ORDER BY t ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT DISTINCT t
        FROM (SELECT value AS t FROM __skyline_hierarchies WHERE attribute = 'age' AND level >= 1)
    )
),

-- the codes of the domain of column 2: its values in the order of their texts
__skyline_w2 AS MATERIALIZED (
    SELECT t, row_number() OVER (ORDER BY t ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT DISTINCT t
        FROM (SELECT value AS t FROM __skyline_hierarchies WHERE attribute = 'zip' AND level >= 1)
    )
),

-- what the kernel has to know of the values, and of their labels
__skyline_whole AS (
    SELECT __skyline_domain(0, 'release_recipe', i, c, is_null, number, text, level, label, random()) AS domain
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
        'release_recipe', 'domain_labels',
        '{"columns":["age","zip"]}',
        to_json(struct_pack(domain := y.domain))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_whole AS y CROSS JOIN (SELECT count(*) FROM __skyline_release) AS released JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_found ON __skyline_found.ok JOIN __skyline_rounded ON __skyline_rounded.ok
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

-- labels of q1 are of one level each
__skyline_told1 AS (
    SELECT CASE WHEN count(*) > 0 THEN error(concat('release_recipe: hierarchies must have different labels for different values, and the number of labels of "age" in this release that stand for one set of values in some groups and another in others is ', count(*), '; FROM hierarchy_check(…) says where there are such labels; rename them')) ELSE true END AS ok
    FROM (SELECT t FROM (SELECT encode(label) AS t, coalesce(level, 0) AS level FROM __skyline_covered1 WHERE covers <> 'except') GROUP BY t HAVING min(level) < max(level) AND (min(level) = 0 OR t <> encode('*')))
),

-- labels of q2 are of one level each
__skyline_told2 AS (
    SELECT CASE WHEN count(*) > 0 THEN error(concat('release_recipe: hierarchies must have different labels for different values, and the number of labels of "zip" in this release that stand for one set of values in some groups and another in others is ', count(*), '; FROM hierarchy_check(…) says where there are such labels; rename them')) ELSE true END AS ok
    FROM (SELECT t FROM (SELECT encode(label) AS t, coalesce(level, 0) AS level FROM __skyline_covered2 WHERE covers <> 'except') GROUP BY t HAVING min(level) < max(level) AND (min(level) = 0 OR t <> encode('*')))
)

SELECT x.attribute, x.group_id, x.level, x.covers, x.value, x.low, x.high, x.label, x.type
FROM (
    SELECT 0 AS i, 'age' AS attribute, * FROM __skyline_covered1
    UNION ALL
    SELECT 1 AS i, 'zip' AS attribute, * FROM __skyline_covered2
    UNION ALL
    SELECT 0 AS i, 'age' AS attribute, NULL::BIGINT AS group_id, x.level, CASE WHEN w.t IS NULL THEN 'null' ELSE 'value' END AS covers,
        decode(w.t) AS value, NULL::VARCHAR AS low, NULL::VARCHAR AS high, x.label AS label, NULL::VARCHAR AS type, x.c
    FROM __skyline_labels AS x JOIN __skyline_w1 AS w ON w.c = x.c
    JOIN (
                SELECT DISTINCT level, CASE covers WHEN 'node' THEN label ELSE value END AS label
                FROM __skyline_release
                WHERE i = 0 AND (covers = 'node' OR covers = 'except' AND level > 0)
            ) AS r ON r.level = x.level AND encode(r.label) = encode(x.label)
    WHERE x.i = 0
    UNION ALL
    SELECT 1 AS i, 'zip' AS attribute, NULL::BIGINT AS group_id, x.level, CASE WHEN w.t IS NULL THEN 'null' ELSE 'value' END AS covers,
        decode(w.t) AS value, NULL::VARCHAR AS low, NULL::VARCHAR AS high, x.label AS label, NULL::VARCHAR AS type, x.c
    FROM __skyline_labels AS x JOIN __skyline_w2 AS w ON w.c = x.c
    JOIN (
                SELECT DISTINCT level, CASE covers WHEN 'node' THEN label ELSE value END AS label
                FROM __skyline_release
                WHERE i = 1 AND (covers = 'node' OR covers = 'except' AND level > 0)
            ) AS r ON r.level = x.level AND encode(r.label) = encode(x.label)
    WHERE x.i = 1
) AS x JOIN __skyline_told1 ON __skyline_told1.ok JOIN __skyline_told2 ON __skyline_told2.ok
ORDER BY i, group_id ASC NULLS LAST, level ASC NULLS LAST, c ASC NULLS LAST, covers DESC;
