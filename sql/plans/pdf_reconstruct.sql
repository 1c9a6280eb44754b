-- FROM pdf_reconstruct('release', qi := ['age', 'zip'], seed := 1)

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT plain_union(COLUMNS(*))
    FROM (
        SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("release") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL
    )
),

-- the columns are maps from values to probabilities
__skyline_typed AS (
    SELECT CASE
        WHEN NOT __skyline_has_type(typeof(o1), 'MAP\(.*, (U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9, ]*\))\)') THEN error(concat('pdf_reconstruct: the qi column "age" must be a MAP of values and their probabilities, as pdf_generalize makes them, got ', regexp_replace(typeof(o1), 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g'), ''))
        WHEN NOT __skyline_has_type(typeof(o2), 'MAP\(.*, (U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9, ]*\))\)') THEN error(concat('pdf_reconstruct: the qi column "zip" must be a MAP of values and their probabilities, as pdf_generalize makes them, got ', regexp_replace(typeof(o2), 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g'), ''))
        ELSE true
    END AS ok
    FROM __skyline_types
),

-- a count of the copies of each row
__skyline_copies AS MATERIALIZED (
    SELECT __skyline_copies() AS copies
)

SELECT plain_enum(COLUMNS(*)) FROM (
    SELECT x.* EXCLUDE (__skyline_hash, __skyline_copy, __skyline_q1, __skyline_q2) REPLACE (
        CASE WHEN encode(list_aggregate(list_select(map_keys(TRY_CAST(struct_extract(struct_pack("false" := CASE WHEN NOT __skyline_has_type(typeof(list_value(x."age")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]') THEN NULL::VARCHAR END, "true" := x."age"), (__skyline_has_type(typeof(list_value(x."age")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]'))::VARCHAR) AS MAP(VARCHAR, DOUBLE))), list_value(x.__skyline_q1)), 'any_value')) = encode('NULL') THEN NULL ELSE list_aggregate(list_select(map_keys(TRY_CAST(struct_extract(struct_pack("false" := CASE WHEN NOT __skyline_has_type(typeof(list_value(x."age")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]') THEN NULL::VARCHAR END, "true" := x."age"), (__skyline_has_type(typeof(list_value(x."age")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]'))::VARCHAR) AS MAP(VARCHAR, DOUBLE))), list_value(x.__skyline_q1)), 'any_value') END AS "age",
        CASE WHEN encode(list_aggregate(list_select(map_keys(TRY_CAST(struct_extract(struct_pack("false" := CASE WHEN NOT __skyline_has_type(typeof(list_value(x."zip")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]') THEN NULL::VARCHAR END, "true" := x."zip"), (__skyline_has_type(typeof(list_value(x."zip")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]'))::VARCHAR) AS MAP(VARCHAR, DOUBLE))), list_value(x.__skyline_q2)), 'any_value')) = encode('NULL') THEN NULL ELSE list_aggregate(list_select(map_keys(TRY_CAST(struct_extract(struct_pack("false" := CASE WHEN NOT __skyline_has_type(typeof(list_value(x."zip")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]') THEN NULL::VARCHAR END, "true" := x."zip"), (__skyline_has_type(typeof(list_value(x."zip")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]'))::VARCHAR) AS MAP(VARCHAR, DOUBLE))), list_value(x.__skyline_q2)), 'any_value') END AS "zip"
    )
    FROM (
        SELECT __skyline_row.*,
            __skyline_draw('\x01\x00\x00\x00\x00\x00\x00\x00'::BLOB, __skyline_hash, __skyline_copy, 1, map_values(TRY_CAST(struct_extract(struct_pack("false" := CASE WHEN NOT __skyline_has_type(typeof(list_value(__skyline_row."age")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]') THEN NULL::VARCHAR END, "true" := __skyline_row."age"), (__skyline_has_type(typeof(list_value(__skyline_row."age")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]'))::VARCHAR) AS MAP(VARCHAR, DOUBLE)))) AS __skyline_q1,
            __skyline_draw('\x01\x00\x00\x00\x00\x00\x00\x00'::BLOB, __skyline_hash, __skyline_copy, 2, map_values(TRY_CAST(struct_extract(struct_pack("false" := CASE WHEN NOT __skyline_has_type(typeof(list_value(__skyline_row."zip")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]') THEN NULL::VARCHAR END, "true" := __skyline_row."zip"), (__skyline_has_type(typeof(list_value(__skyline_row."zip")), '((?s:MAP\(.*\))|VARCHAR|JSON|"NULL")\[\]'))::VARCHAR) AS MAP(VARCHAR, DOUBLE)))) AS __skyline_q2
        FROM (
            SELECT t.*, __skyline_copy(c.copies, t.__skyline_hash) AS __skyline_copy
            FROM (
                SELECT t.*, (hash(*COLUMNS(*)) >> 1)::BIGINT AS __skyline_hash
                FROM checked("release") AS t
            ) AS t CROSS JOIN __skyline_copies AS c
        ) AS __skyline_row JOIN __skyline_typed ON __skyline_typed.ok
    ) AS x
);
