-- FROM mondrian_posterior('patients', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'max_share': 0.5}, posterior := 0.6)

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN min(i) = 0 THEN error('mondrian_posterior: qi must have categories, got texts of more than 200 characters in age that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 1 THEN error('mondrian_posterior: qi must have categories, got texts of more than 200 characters in zip that one person alone has; leave the column out, or shorten them in a query given as tbl') WHEN min(i) = 2 THEN error('mondrian_posterior: sensitive must have categories, got texts of more than 200 characters in disease that one person alone has; leave the column out, or shorten them in a query given as tbl') ELSE true END AS ok
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
    SELECT __skyline_cells(0, 'mondrian_posterior', 'one', list_value(c1, c2), h, random()) AS cells
    FROM __skyline_coded
),

-- what the kernel has to know of the values, and of their labels
__skyline_domain AS (
    SELECT __skyline_domain(0, 'mondrian_posterior', i, c, is_null, number, text, level, label, random()) AS domain
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
    SELECT __skyline_step('mondrian_posterior', 'age', typeof(o1), NULL) AS s1, __skyline_step('mondrian_posterior', 'zip', typeof(o2), NULL) AS s2 FROM __skyline_types
),

-- all steps fit their columns
__skyline_rounded AS (
    SELECT concat('', s1, s2) <> '-' AS ok FROM __skyline_steps
),

-- what refused cuts tell of each value: the job, and the wait for it
__skyline_release_job AS (
    SELECT __skyline_start(
        'mondrian_posterior', 'mondrian_posterior',
        '{"columns":["age","zip"],"privacy":{"max_share":0.5},"split":"public","extent":"group","posterior":0.6,"c":0.5,"max_steps":1000000000}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y JOIN __skyline_categories ON __skyline_categories.ok JOIN __skyline_rounded ON __skyline_rounded.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_release_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_release_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_release AS MATERIALIZED (
    SELECT UNNEST(__skyline_mondrian_posterior_rows(job), recursive := true) FROM __skyline_release_job WHERE done
)

SELECT cast_like(r.value, t.s) AS value, r.share, r.posterior, r.exact, r.people, r.safe, '0.5'::DOUBLE AS c, struct_pack(
    group_id := r.group_id, group_people := r.group_people, group_having := r.group_having,
    attribute := r.attribute, part := r.part, part_people := r.part_people
) AS witness
FROM __skyline_release AS r JOIN __skyline_types AS t
    ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('mondrian_posterior: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST;
