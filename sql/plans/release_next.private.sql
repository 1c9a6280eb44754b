-- FROM release_next('patients', 'none', person := 'name', qi := ['age', 'zip'], sensitive := 'disease', hierarchies := 'h', output := 'private')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- the people of the table, read once
__skyline_groups AS MATERIALIZED (
    SELECT
        canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2,
        one_form(tbl."name") AS person, encode(text_of(tbl."name")) AS k,
        one_form(tbl."disease") AS s, encode(text_of(tbl."disease")) AS v
    FROM checked("patients") AS tbl
),

-- each person has one row
__skyline_each_once AS (
    SELECT CASE
        WHEN count(*) > count(k) THEN error('release_next: person must not be NULL; filter such rows in a query given as tbl')
        WHEN count(*) > count(DISTINCT k) THEN error('release_next: person must have one row each, and somebody has several; keep one row a person in a query given as tbl')
        ELSE true
    END AS ok
    FROM __skyline_groups
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('release_next: qi must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('release_next: qi must have categories, got texts of more than 200 characters in zip that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 2 THEN error('release_next: sensitive must have categories, got texts of more than 200 characters in disease that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
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

-- nothing was kept: this is the first release
__skyline_kept AS MATERIALIZED (
    SELECT person, k, s, list_value(s) AS signature, NULL::BIGINT[] AS groups FROM __skyline_groups WHERE false
),

-- the signatures of people who are in the table, numbered
__skyline_signatures AS MATERIALIZED (
    SELECT signature, row_number() OVER (ORDER BY signature::VARCHAR ASC) - 1 AS i
    FROM (SELECT DISTINCT b.signature FROM __skyline_kept AS b JOIN __skyline_groups AS g ON g.k = b.k)
),

-- the values of the signatures, in the type of the column
__skyline_signature_values AS MATERIALIZED (
    SELECT i, s, encode(text_of(s)) AS v
    FROM (
        SELECT x.i, CASE WHEN x.x IS NULL OR cast_like(text_of(x.x), t.s) IS NOT NULL THEN cast_like(text_of(x.x), t.s) ELSE error('release_next: previous must have values in signature that the sensitive column of tbl could have, and has others; cast the column to VARCHAR in a query given as tbl') END AS s
        FROM (SELECT i, UNNEST(signature) AS x FROM __skyline_signatures) AS x CROSS JOIN __skyline_types AS t
    )
),

-- the values of people and signatures, numbered
__skyline_values AS MATERIALIZED (
    SELECT v, any_value(v1) AS v1, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (
        SELECT v, canonical(s) AS v1 FROM __skyline_groups
        UNION ALL
        SELECT v, canonical(s) AS v1 FROM __skyline_signature_values
    )
    GROUP BY v
),

-- the values in their column's own type, an ENUM as text, and their order
__skyline_shown_values AS MATERIALIZED (
    SELECT c, plain_enum(s) AS s, row_number() OVER (ORDER BY v1 ASC NULLS LAST, c ASC) AS o
    FROM (SELECT x.c, x.v1, in_own_type(x.v1, t.s) AS s FROM __skyline_values AS x CROSS JOIN __skyline_types AS t)
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

-- the hierarchies
__skyline_hierarchies AS MATERIALIZED (
    SELECT ((translate(hierarchies.attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))::VARCHAR COLLATE "binary") AS attribute, encode(hierarchies.value::VARCHAR) AS value, TRY(TRY_CAST(hierarchies.level AS BIGINT)) AS level, ((hierarchies.label)::VARCHAR COLLATE "binary") AS label
    FROM checked("h") AS hierarchies
),

-- some column has a hierarchy
__skyline_found AS (
    SELECT CASE WHEN count(*) = 0 THEN error('release_next: hierarchies must have rows for at least one of the qi columns, with its name as attribute and level 1 or more') ELSE true END AS ok
    FROM __skyline_hierarchies
    WHERE level >= 1 AND attribute IN ('age', 'zip')
),

-- what the kernel has to know of the values, and of their labels
__skyline_domain AS (
    SELECT __skyline_domain(0, 'release_next', i, c, is_null, number, text, level, label, random()) AS domain
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

-- the people in numbers
__skyline_coded_people AS MATERIALIZED (
    SELECT
        row_number() OVER (ORDER BY g.k ASC) - 1 AS number, list_value(d1.c, d2.c) AS codes, v.c AS value, coalesce(i.i, -1) AS signature,
        g.person, g.k, g.s, b.groups
    FROM __skyline_groups AS g
    JOIN __skyline_values AS v ON v.v IS NOT DISTINCT FROM g.v
    LEFT JOIN __skyline_kept AS b ON b.k = g.k
    LEFT JOIN __skyline_signatures AS i ON i.signature IS NOT DISTINCT FROM b.signature AND b.k IS NOT NULL
    LEFT JOIN __skyline_d1 AS d1 ON d1.v IS NOT DISTINCT FROM g.q1
    LEFT JOIN __skyline_d2 AS d2 ON d2.v IS NOT DISTINCT FROM g.q2
),

-- the people, the signatures in numbers, and how many values there are
__skyline_given AS (
    SELECT
        (SELECT __skyline_changing(0, 'release_next', number, codes, value, signature, random()) FROM __skyline_coded_people) AS people,
        (SELECT coalesce(list(cs ORDER BY i ASC), []) FROM (
            SELECT x.i, list(v.c ORDER BY v.c ASC) AS cs
            FROM __skyline_signature_values AS x JOIN __skyline_values AS v ON v.v IS NOT DISTINCT FROM x.v
            GROUP BY x.i
        )) AS signatures,
        (SELECT count(*) FROM __skyline_values) AS n
),

-- the release: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'release_next', 'release_next',
        '{"columns":["age","zip"],"sensitive":"disease","m":3,"counterfeits":true,"shown":false}',
        to_json(struct_pack(
            people := x.people,
            domain := y.domain,
            signatures := x.signatures,
            "values" := x.n
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_given AS x CROSS JOIN __skyline_domain AS y JOIN __skyline_each_once ON __skyline_each_once.ok JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_found ON __skyline_found.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_release_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_release_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_release AS MATERIALIZED (
    SELECT UNNEST(__skyline_release_next_rows(job), recursive := true) FROM __skyline_release_job WHERE done
),

-- the signatures of this release, value by value
__skyline_sets AS MATERIALIZED (
    SELECT i, UNNEST(cs) AS c
    FROM (SELECT UNNEST(range(len(signatures))) AS i, UNNEST(signatures) AS cs FROM __skyline_release)
),

-- the signature of each group
__skyline_group_sets AS MATERIALIZED (
    SELECT UNNEST(range(1, len(sets) + 1)) AS g, UNNEST(sets) AS i FROM __skyline_release
),

-- the signatures as lists
__skyline_lists AS MATERIALIZED (
    SELECT c.i, list(v.s ORDER BY v.o ASC) AS signature
    FROM __skyline_sets AS c JOIN __skyline_shown_values AS v ON v.c = c.c
    GROUP BY c.i
),

-- the groups of somebody who is in no earlier release
__skyline_nulls AS MATERIALIZED (
    SELECT list_resize([]::BIGINT[], coalesce(max(len(groups)), 0)) AS nulls FROM __skyline_kept
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT person AS "name", s AS "disease", signature AS signature, groups AS groups
    FROM (
        SELECT x.person, x.k, plain_enum(x.s) AS s, l.signature, list_append(coalesce(x.groups, n.nulls), x.g) AS groups
        FROM (
            SELECT c.*, y.g, y.i FROM __skyline_coded_people AS c
            JOIN (
                SELECT UNNEST(range(len(places))) AS number, UNNEST(places) AS g FROM __skyline_release
            ) AS y0 ON y0.number = c.number
            JOIN __skyline_group_sets AS y ON y.g = y0.g
        ) AS x
        JOIN __skyline_lists AS l ON l.i = x.i
        CROSS JOIN __skyline_nulls AS n
        UNION ALL
        SELECT b.person, b.k, plain_enum(b.s) AS s, b.signature, list_append(b.groups, NULL)
        FROM __skyline_kept AS b
        WHERE b.k IS NULL OR b.k NOT IN (SELECT k FROM __skyline_groups)
        UNION ALL
        SELECT NULL, NULL, v.s, l.signature, list_append(n.nulls, f.g)
        FROM (SELECT UNNEST(fake_group) AS g, UNNEST(fake_what) AS c FROM __skyline_release) AS f
        JOIN __skyline_shown_values AS v ON v.c = f.c
        JOIN __skyline_group_sets AS y ON y.g = f.g
        JOIN __skyline_lists AS l ON l.i = y.i
        CROSS JOIN __skyline_nulls AS n
    )
    ORDER BY k ASC NULLS LAST, groups ASC, s ASC NULLS LAST
);
