-- FROM mondrian_cuts('patients', qi := ['age', 'zip'], parts := 4, weight := 'people')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2, tbl."people" AS w FROM (SELECT * FROM checked("patients") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL, NULL
    )
),

-- no text is too long for a category
__skyline_categories AS (
    SELECT CASE WHEN count(*) > 0 THEN error(concat('mondrian_cuts: ', CASE WHEN min(i) < 2 THEN 'qi' ELSE 'sensitive' END, ' must have categories, got texts of more than 200 characters in ', element(list_value('age', 'zip')::VARCHAR[], min(i) + 1), ' that one person alone has; leave the column out, or shorten them in a query given as tbl')) ELSE true END AS ok
    FROM (
        SELECT i
        FROM (SELECT UNNEST(range(2)) AS i, UNNEST(list_value(v1, v2)) AS v, who FROM (SELECT CASE WHEN typeof(tbl."age") IN ('VARCHAR', 'JSON') THEN ((tbl."age")::VARCHAR COLLATE "binary") END AS v1, CASE WHEN typeof(tbl."zip") IN ('VARCHAR', 'JSON') THEN ((tbl."zip")::VARCHAR COLLATE "binary") END AS v2, TRY_CAST(tbl."people" AS BIGINT) AS who FROM (SELECT * FROM checked("patients") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl) WHERE greatest(0, strlen(v1), strlen(v2)) > 200)
        WHERE length(v) > 200
        GROUP BY i, v
        HAVING sum(who) = 1
    )
),

-- a weight is a whole number
__skyline_guard AS (
    SELECT CASE WHEN __skyline_has_type(typeof(w), '<integer>|DECIMAL\([0-9]+,[0-9]+\)') THEN true ELSE error('mondrian_cuts: weight must be a column of an integer type or DECIMAL; cast it, or round it in a query given as tbl; a sampling weight is no count: give it to population_risk as sampling_weight') END AS ok FROM __skyline_types
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS MATERIALIZED (
    SELECT q1, q2, __skyline_histogram(0, counted(s), CASE WHEN w IS NULL THEN error('mondrian_cuts: weight must not be NULL; filter or fill such rows in a query given as tbl') WHEN coalesce(TRY_CAST(w AS HUGEINT), 0) < 0 THEN error('mondrian_cuts: weight must be at least 0; filter such rows in a query given as tbl') WHEN __skyline_has_type(typeof(w), 'DECIMAL\([0-9]+,[1-9][0-9]*\)') AND regexp_matches(w::VARCHAR, '[.]0*[1-9]') THEN error('mondrian_cuts: weight must be a whole number in each row; round it in a query given as tbl; a sampling weight is no count: give it to population_risk as sampling_weight') ELSE coalesce(TRY_CAST(w AS BIGINT), error('mondrian_cuts: weight must be at most 9223372036854775807')) END) AS h
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, NULL::VARCHAR AS s, tbl."people" AS w
        FROM (SELECT * FROM checked("patients") AS tbl WHERE TRY_CAST(tbl."people" AS DOUBLE) IS DISTINCT FROM 0) AS tbl JOIN __skyline_guard ON __skyline_guard.ok
    )
    GROUP BY q1, q2
),

-- the different values of each column, to be numbered
__skyline_known_values AS MATERIALIZED (
    SELECT __skyline_values(0, 'mondrian_cuts', keys, random())::BIGINT AS v FROM (SELECT []::BLOB[] AS keys)
),

-- the rows to be coded, and the numbers of their values
__skyline_numbered AS MATERIALIZED (
    SELECT g.*, __skyline_numbers(__skyline_known_values.v, list_value(order_key(g.q1), order_key(g.q2))) AS numbers FROM __skyline_groups AS g CROSS JOIN __skyline_known_values
),

-- the QI groups in codes, kept for the kernel
__skyline_counted AS (
    SELECT __skyline_cells(0, 'mondrian_cuts', 'one', __skyline_codes(__skyline_known_values.v, numbers), h, random()) AS cells
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
    SELECT __skyline_domain(0, 'mondrian_cuts', i, c, is_null, number, text, level, label, random()) AS domain
    FROM (
        SELECT i, c, text IS NULL AS is_null, CASE WHEN i < 2 THEN CASE
                WHEN __skyline_has_type(type, '<number>') THEN TRY_CAST(text AS DOUBLE)
                WHEN __skyline_has_type(type, '<date>') THEN CASE WHEN isfinite(TRY_CAST(text AS TIMESTAMP)) THEN epoch(TRY_CAST(text AS TIMESTAMP)) END
                WHEN __skyline_has_type(type, 'TIME') THEN epoch(TRY_CAST(text AS TIME))
            END END AS number, CASE WHEN i < 2 AND NOT __skyline_has_type(type, '<range>') THEN text END AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label
        FROM __skyline_value_texts
    )
),

-- all of these hold
__skyline_guards10 AS MATERIALIZED (
    SELECT bool_and(ok) AS ok FROM (SELECT ok FROM __skyline_categories UNION ALL SELECT ok FROM __skyline_guard)
),

-- the table is cut at the middle of its people: the job, and the wait for it
__skyline_cuts_job AS (
    SELECT __skyline_start(
        'mondrian_cuts', 'cuts',
        '{"columns":["age","zip"],"parts":4}',
        to_json(struct_pack(
            cells := x.cells,
            domain := y.domain
        ))::VARCHAR
    ) AS job, false AS done
    FROM __skyline_counted AS x CROSS JOIN __skyline_domain AS y JOIN __skyline_guards10 ON __skyline_guards10.ok
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_cuts_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_cuts_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_cuts AS MATERIALIZED (
    SELECT UNNEST(__skyline_cuts_rows(job), recursive := true) FROM __skyline_cuts_job WHERE done
),

-- the constants that values are compared with
__skyline_constants AS MATERIALIZED (
    SELECT i, c, constant
    FROM (
        SELECT UNNEST(range(2)) AS i, UNNEST(codes) AS c, UNNEST(list_value(CASE WHEN get_bit(mask, 0) = 1 THEN constant(x.q1, t.o1) END, CASE WHEN get_bit(mask, 1) = 1 THEN constant(x.q2, t.o2) END)) AS constant
        FROM (
            SELECT *
            FROM __skyline_representatives
            WHERE codes IN (
                SELECT x.codes
                FROM (SELECT codes, UNNEST(range(2)) AS i, UNNEST(codes) AS c FROM __skyline_representatives) AS x
                JOIN (SELECT attribute AS i, lower AS c FROM __skyline_cuts UNION SELECT attribute, upper FROM __skyline_cuts) AS v ON v.i = x.i AND v.c = x.c
            )
        ) AS x CROSS JOIN __skyline_types AS t
    )
    WHERE c IS NOT NULL
)

SELECT part, any_value(people) AS people, coalesce(string_agg(condition, ' AND ' ORDER BY i ASC), 'true') AS condition
FROM (
    SELECT part, people, i,
        CASE
            WHEN NOT has_values THEN concat(name, ' IS NULL')
            WHEN NOT has_null THEN concat(compared || ' >= ' || lower || ' AND ', compared || ' < ' || upper || ' AND ', name, ' IS NOT NULL')
            WHEN lower IS NOT NULL THEN concat('(', compared, ' >= ', lower, ' OR ', name, ' IS NULL)')
        END AS condition
    FROM (
        SELECT x.part, x.people, x.attribute AS i, x.has_values, x.has_null,
            t.name, CASE WHEN __skyline_has_type(t.type, 'ENUM\(.*\)') THEN concat('enum_code(', t.name, ')') WHEN __skyline_has_type(t.type, '<plain>') THEN t.name WHEN __skyline_has_type(t.type, 'VARCHAR') THEN t.name || ' COLLATE "binary"' ELSE t.name || '::VARCHAR COLLATE "binary"' END AS compared, a.constant AS lower, b.constant AS upper
        FROM __skyline_cuts AS x
        JOIN (SELECT UNNEST(range(2)) AS i, UNNEST(list_value('"age"', '"zip"')::VARCHAR[]) AS name, UNNEST(list_value(typeof(o1), typeof(o2))) AS type FROM __skyline_types) AS t ON t.i = x.attribute
        LEFT JOIN __skyline_constants AS a ON a.i = x.attribute AND a.c = x.lower
        LEFT JOIN __skyline_constants AS b ON b.i = x.attribute AND b.c = x.upper
    )
)
GROUP BY part
ORDER BY part ASC;
