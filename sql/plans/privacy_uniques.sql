-- FROM privacy_uniques('patients', qi := ['age', 'zip'], person := 'name')

WITH RECURSIVE

-- the columns' own types: a row of NULLs
__skyline_types AS (
    SELECT NULL::VARCHAR AS s, tbl."age" AS o1, tbl."zip" AS o2 FROM checked("patients") AS tbl WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- each person's row, and how many there are
__skyline_persons AS (
    SELECT p, first(q1) AS q1, first(q2) AS q2, first(canonical(s)) AS s, count(*) AS c
    FROM (
        SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, NULL::VARCHAR AS s, canonical(tbl."name") AS p
        FROM checked("patients") AS tbl
    )
    GROUP BY p
),

-- the QI groups: their people, and how often each sensitive value occurs
__skyline_groups AS (
    SELECT q1, q2, sum(CASE WHEN p IS NULL THEN error('privacy_uniques: person must not be NULL; filter such rows in a query given as tbl') WHEN c > 1 THEN error('privacy_uniques: person must have one row each, and somebody has several; keep one row a person in a query given as tbl') ELSE 1 END) AS n
    FROM (SELECT * FROM __skyline_persons)
    GROUP BY q1, q2
)

SELECT in_own_type(x.q1, t.o1) AS "age", in_own_type(x.q2, t.o2) AS "zip"
FROM __skyline_groups AS x CROSS JOIN __skyline_types AS t
WHERE x.n = 1
ORDER BY x.q1 ASC NULLS LAST, x.q2 ASC NULLS LAST;
