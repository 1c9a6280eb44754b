-- FROM top_coded('patients', top := {'age': {'share': 0.01}}, bottom := {'age': 18}, person := 'name')

WITH RECURSIVE

-- the table, read once
__skyline_input AS MATERIALIZED (
    SELECT * FROM checked("patients") AS tbl
),

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT tbl."age" AS o1 FROM __skyline_input AS tbl WHERE false
    UNION ALL
    SELECT NULL
),

-- columns have an order, and thresholds are of their types
__skyline_fits AS (
    SELECT CASE WHEN __skyline_has_type(typeof(o1), '(?s:U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\))') THEN true ELSE error('top_coded: top must name columns of numbers, dates, times or an ENUM, got "age"; cast it to an ENUM of its values in their order in a query given as tbl') END AND CASE WHEN __skyline_has_type(typeof(o1), '(?s:U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\))') THEN CASE WHEN CASE WHEN CASE
                    WHEN typeof(o1) = 'DATE' THEN TRY_CAST('18' AS TIMESTAMP) IS NULL
                    WHEN __skyline_has_type(typeof(o1), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(concat('2000-01-01 ', '18') AS TIMESTAMP) IS NULL
                    ELSE false
                END THEN NULL ELSE cast_like('18', o1) END IS NULL OR __skyline_has_type(typeof(o1), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|BIGNUM|VARINT|DECIMAL\([0-9,]*\)') AND TRY_CAST(CASE WHEN CASE
                        WHEN typeof(o1) = 'DATE' THEN TRY_CAST('18' AS TIMESTAMP) IS NULL
                        WHEN __skyline_has_type(typeof(o1), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(concat('2000-01-01 ', '18') AS TIMESTAMP) IS NULL
                        ELSE false
                    END THEN NULL ELSE cast_like('18', o1) END AS DOUBLE) IS DISTINCT FROM TRY_CAST('18' AS DOUBLE) THEN error('top_coded: bottom: the threshold of "age" must be a value of the column''s type, got 18') ELSE true END ELSE error('top_coded: bottom must name columns of numbers, dates, times or an ENUM, got "age"; cast it to an ENUM of its values in their order in a query given as tbl') END AS ok FROM __skyline_types
),

-- the values of coded columns, and how many people each is of
__skyline_values AS (
    SELECT x.*, 1 AS n
    FROM (SELECT tbl."age" AS o1, CASE WHEN tbl."name" IS NULL THEN error('top_coded: person must not be NULL; filter such rows in a query given as tbl') ELSE canonical(tbl."name") END AS p FROM __skyline_input AS tbl) AS x JOIN __skyline_fits ON __skyline_fits.ok
),

-- how many people have each value, for t1
__skyline_n1 AS MATERIALIZED (
    SELECT v, count(*) AS n
    FROM (SELECT max(o1) AS v FROM __skyline_values WHERE o1 IS NOT NULL AND NOT coalesce(__skyline_has_type(typeof(o1), 'FLOAT|DOUBLE') AND o1 > cast_like('inf', o1), false) AND n > 0 GROUP BY p)
    GROUP BY v
),

-- the thresholds, and infinity where a column has one
__skyline_given AS (
    SELECT (
        SELECT min(v)
        FROM (SELECT v, coalesce(sum(n) OVER (ORDER BY v DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS beyond FROM __skyline_n1)
        WHERE beyond <= __skyline_at_most('0.01'::DOUBLE, (SELECT CASE WHEN coalesce(sum(n), 0) > 9223372036854775807 THEN error('top_coded: weight must add up to at most 9223372036854775807') ELSE coalesce(sum(n), 0)::BIGINT END FROM __skyline_n1))
    ) AS t1, CASE WHEN CASE
        WHEN typeof(o1) = 'DATE' THEN TRY_CAST('18' AS TIMESTAMP) IS NULL
        WHEN __skyline_has_type(typeof(o1), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(concat('2000-01-01 ', '18') AS TIMESTAMP) IS NULL
        ELSE false
    END THEN NULL ELSE cast_like('18', o1) END AS t2, CASE WHEN __skyline_has_type(typeof(o1), 'FLOAT|DOUBLE') THEN cast_like('inf', o1) END AS inf1 FROM __skyline_types AS x JOIN __skyline_fits ON __skyline_fits.ok
),

-- the thresholds, that of top above that of bottom
__skyline_thresholds AS MATERIALIZED (
    SELECT * FROM __skyline_given WHERE true AND CASE WHEN t1 < t2 THEN error('top_coded: top must not have a smaller threshold than bottom, and has for "age"; give smaller shares, or other values') ELSE true END
)

SELECT tbl.* REPLACE (CASE WHEN coalesce(__skyline_has_type(typeof(tbl."age"), 'FLOAT|DOUBLE') AND tbl."age" > t.inf1, false) THEN tbl."age" WHEN tbl."age" > t.t1 THEN t.t1 WHEN tbl."age" < t.t2 THEN t.t2 ELSE tbl."age" END AS "age") FROM __skyline_input AS tbl CROSS JOIN __skyline_thresholds AS t;
