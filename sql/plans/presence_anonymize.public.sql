-- FROM presence_anonymize('voters', qi := ['age', 'zip'], present := 'in_study', delta_max := 0.5, recoding := 'multidimensional', output := 'public')

WITH RECURSIVE

-- the table, read once
__skyline_input AS MATERIALIZED (
    SELECT one_form(COLUMNS(*)) FROM (SELECT * REPLACE (CASE WHEN boolean_or_text(tbl."in_study") IS NULL THEN error('presence_anonymize: present must not be NULL; filter or fill such rows in a query given as tbl') ELSE boolean_or_text(tbl."in_study") END AS "in_study") FROM checked(checked("voters")) AS tbl) AS tbl
),

-- no column group_id of the table's own
__skyline_free_group_id AS (
    SELECT CASE WHEN (
        SELECT group_id IS NULL
        FROM (SELECT 1 AS __skyline_one) AS one LEFT JOIN (SELECT * FROM __skyline_input AS tbl WHERE false) AS t ON true
    ) THEN error('presence_anonymize: tbl must not have a column group_id, which the result adds; leave it out, or rename it, in a query given as tbl') ELSE true END AS ok
    FROM (SELECT 1 AS group_id) AS o
),

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."in_study" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM __skyline_input AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('presence_anonymize: qi must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('presence_anonymize: qi must have categories, got texts of more than 200 characters in zip that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 2 THEN error('presence_anonymize: sensitive must have categories, got texts of more than 200 characters in in_study that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
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
        WHERE CASE WHEN typeof(tbl."in_study") IN ('VARCHAR', 'JSON') THEN strlen(tbl."in_study"::VARCHAR) > 200 AND length(tbl."in_study"::VARCHAR) > 200 ELSE false END
        GROUP BY canonical(tbl."in_study")
        HAVING count(*) = 1
    )
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), 1) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, tbl."in_study" AS s
        FROM __skyline_input AS tbl
    )
    GROUP BY q1, q2
),

-- the codes of the values of column 1
__skyline_d1 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (SELECT DISTINCT q1 AS v FROM __skyline_groups)
),

-- the codes of the values of column 2
__skyline_d2 AS MATERIALIZED (
    SELECT v, row_number() OVER (ORDER BY v ASC NULLS LAST) - 1 AS c
    FROM (SELECT DISTINCT q2 AS v FROM __skyline_groups)
),

-- the values with their texts, and their labels
__skyline_pdf_values AS MATERIALIZED (
    SELECT 0::BIGINT AS i, c, v IS NULL AS is_null,
        CASE
            WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v AS DOUBLE)
            WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(v AS TIMESTAMP)) THEN epoch(TRY_CAST(v AS TIMESTAMP)) END
            WHEN __skyline_has_type(typeof(v), 'TIME') THEN epoch(TRY_CAST(v AS TIME))
        END AS number,
        text_of(v) AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
    FROM __skyline_d1
    UNION ALL
    SELECT 1::BIGINT AS i, c, v IS NULL AS is_null,
        CASE
            WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v AS DOUBLE)
            WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN CASE WHEN isfinite(TRY_CAST(v AS TIMESTAMP)) THEN epoch(TRY_CAST(v AS TIMESTAMP)) END
            WHEN __skyline_has_type(typeof(v), 'TIME') THEN epoch(TRY_CAST(v AS TIME))
        END AS number,
        text_of(v) AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
    FROM __skyline_d2
),

-- no value has the key of NULL
__skyline_keys AS (
    SELECT CASE
        WHEN count(*) FILTER (WHERE level IS NULL AND i = 0 AND encode(text) = encode('NULL')) > 0 THEN error('presence_anonymize: the qi column "age" must not have the text ''NULL'', which is the key of NULL; rename it in a query given as tbl')
        WHEN count(*) FILTER (WHERE level IS NULL AND i = 1 AND encode(text) = encode('NULL')) > 0 THEN error('presence_anonymize: the qi column "zip" must not have the text ''NULL'', which is the key of NULL; rename it in a query given as tbl')
        ELSE true
    END AS ok
    FROM __skyline_pdf_values
),

-- what the kernel has to know of the values, and of their labels
__skyline_domain AS (
    SELECT __skyline_domain(0, 'presence_anonymize', i, c, is_null, number, text, level, label, random()) AS domain
    FROM (
        SELECT * FROM __skyline_pdf_values
    )
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
    SELECT __skyline_cells(0, 'presence_anonymize', 'one', list_value(c1, c2), h, random()) AS cells
    FROM __skyline_coded
),

-- present is a truth value
__skyline_boolean AS (
    SELECT CASE WHEN typeof(s) = 'BOOLEAN' THEN true ELSE error('presence_anonymize: present must be a BOOLEAN column; cast it, or compare it with what says that somebody is in the private table, in a query given as tbl') END AS ok FROM __skyline_types
),

-- the QI groups, and distributions that hide who is present: the job, and the wait for it
__skyline_present_job AS (
    SELECT __skyline_start(
        'presence_anonymize', 'presence',
        '{"columns":["age","zip"],"privacy":null,"delta_max":0.5,"method":"exact","recoding":"multidimensional","steps":10}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain,
            rows := (SELECT count(*) FROM __skyline_coded)
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y JOIN __skyline_free_group_id ON __skyline_free_group_id.ok JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_keys ON __skyline_keys.ok JOIN __skyline_boolean ON __skyline_boolean.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_present_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_present_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_present AS MATERIALIZED (
    SELECT UNNEST(__skyline_presence_rows(job), recursive := true) FROM __skyline_present_job WHERE done
),

-- the release
__skyline_release AS MATERIALIZED (
    SELECT release FROM __skyline_present
),

-- the distributions of each QI group
__skyline_pdfs AS MATERIALIZED (
    SELECT g, any_value(m) FILTER (WHERE i = 0) AS m1, any_value(m) FILTER (WHERE i = 1) AS m2
    FROM (SELECT g, i, map(keys, probabilities) AS m FROM (SELECT UNNEST(distributions, recursive := true) FROM __skyline_present))
    GROUP BY g
),

-- the different combinations of values, and their groups if they have one
__skyline_mapped AS MATERIALIZED (
    SELECT x.q1, x.q2, __skyline_place(rel.release, list_value(x.c1, x.c2)) AS g
    FROM __skyline_coded AS x
    CROSS JOIN (SELECT release FROM __skyline_release LIMIT 1) AS rel
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

SELECT x.* EXCLUDE (__skyline_g, __skyline_at), x.__skyline_g AS group_id FROM (SELECT * FROM __skyline_placed ORDER BY __skyline_at) AS x;
