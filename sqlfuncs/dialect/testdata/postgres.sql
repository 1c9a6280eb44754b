-- a column, text
SELECT
    (CAST("t"."text" AS text) COLLATE "C") AS "group",
    (CAST("t"."text" AS text) COLLATE "C") AS "show",
    (COALESCE(CAST("t"."text" AS text), '') COLLATE "C") AS "key",
    CASE WHEN "t"."text" IS NULL THEN 1 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, text
SELECT
    CAST('it''s' AS text) AS "value",
    CAST(NULL AS text) AS "none";

-- a value, text
SELECT
    CAST(E'back\\slash' AS text) AS "value",
    CAST(NULL AS text) AS "none";

-- a value, text
SELECT
    CAST('two
lines' AS text) AS "value",
    CAST(NULL AS text) AS "none";

-- a value, text
SELECT
    CAST('' AS text) AS "value",
    CAST(NULL AS text) AS "none";

-- a column, integer
SELECT
    "t"."integer" AS "group",
    "t"."integer" AS "show",
    COALESCE("t"."integer", 0) AS "key",
    CASE WHEN "t"."integer" IS NULL THEN 1 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, integer
SELECT
    CAST('-9223372036854775808' AS bigint) AS "value",
    CAST(NULL AS bigint) AS "none";

-- a column, long
SELECT
    "t"."long" AS "group",
    "t"."long" AS "show",
    COALESCE("t"."long", 0) AS "key",
    CASE WHEN "t"."long" IS NULL THEN 1 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, long
SELECT
    CAST('99999999999999999999999999999999999999' AS numeric(38, 0)) AS "value",
    CAST(NULL AS numeric(38, 0)) AS "none";

-- a column, decimal
SELECT
    "t"."decimal" AS "group",
    "t"."decimal" AS "show",
    COALESCE("t"."decimal", 0) AS "key",
    CASE WHEN "t"."decimal" IS NULL THEN 1 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, decimal
SELECT
    CAST('-1.50' AS numeric(9, 2)) AS "value",
    CAST(NULL AS numeric(9, 2)) AS "none";

-- a column, double
SELECT
    CASE WHEN CAST("t"."double" AS double precision) = CAST('NaN' AS double precision) THEN CAST('NaN' AS double precision) WHEN CAST("t"."double" AS double precision) = 0 THEN CAST(0 AS double precision) ELSE CAST("t"."double" AS double precision) END AS "group",
    CASE WHEN CAST("t"."double" AS double precision) = CAST('NaN' AS double precision) THEN CAST('NaN' AS double precision) WHEN CAST("t"."double" AS double precision) = 0 THEN CAST(0 AS double precision) ELSE CAST("t"."double" AS double precision) END AS "show",
    CASE WHEN CAST("t"."double" AS double precision) IS NULL OR CAST("t"."double" AS double precision) = CAST('NaN' AS double precision) OR CAST("t"."double" AS double precision) = 0 THEN CAST(0 AS double precision) ELSE CAST("t"."double" AS double precision) END AS "key",
    CASE WHEN "t"."double" IS NULL THEN 1 WHEN CAST("t"."double" AS double precision) = CAST('NaN' AS double precision) THEN 2 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, double
SELECT
    CAST('1e-01' AS double precision) AS "value",
    CAST(NULL AS double precision) AS "none";

-- a value, double
SELECT
    CAST('-0e+00' AS double precision) AS "value",
    CAST(NULL AS double precision) AS "none";

-- a value, double
SELECT
    CAST('Infinity' AS double precision) AS "value",
    CAST(NULL AS double precision) AS "none";

-- a value, double
SELECT
    CAST('-Infinity' AS double precision) AS "value",
    CAST(NULL AS double precision) AS "none";

-- a value, double
SELECT
    CAST('NaN' AS double precision) AS "value",
    CAST(NULL AS double precision) AS "none";

-- a column, float
SELECT
    CASE WHEN CAST("t"."float" AS double precision) = CAST('NaN' AS double precision) THEN CAST('NaN' AS double precision) WHEN CAST("t"."float" AS double precision) = 0 THEN CAST(0 AS double precision) ELSE CAST("t"."float" AS double precision) END AS "group",
    CAST(CASE WHEN CAST("t"."float" AS double precision) = CAST('NaN' AS double precision) THEN CAST('NaN' AS double precision) WHEN CAST("t"."float" AS double precision) = 0 THEN CAST(0 AS double precision) ELSE CAST("t"."float" AS double precision) END AS real) AS "show",
    CASE WHEN CAST("t"."float" AS double precision) IS NULL OR CAST("t"."float" AS double precision) = CAST('NaN' AS double precision) OR CAST("t"."float" AS double precision) = 0 THEN CAST(0 AS double precision) ELSE CAST("t"."float" AS double precision) END AS "key",
    CASE WHEN "t"."float" IS NULL THEN 1 WHEN CAST("t"."float" AS double precision) = CAST('NaN' AS double precision) THEN 2 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, float
SELECT
    CAST('1.0000000149011612e-01' AS double precision) AS "value",
    CAST(NULL AS double precision) AS "none";

-- a column, boolean
SELECT
    "t"."boolean" AS "group",
    "t"."boolean" AS "show",
    COALESCE("t"."boolean", FALSE) AS "key",
    CASE WHEN "t"."boolean" IS NULL THEN 1 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, boolean
SELECT
    TRUE AS "value",
    CAST(NULL AS boolean) AS "none";

-- a value, boolean
SELECT
    FALSE AS "value",
    CAST(NULL AS boolean) AS "none";

-- a column, date
SELECT
    "t"."date" AS "group",
    "t"."date" AS "show",
    COALESCE("t"."date", CAST('1970-01-01' AS date)) AS "key",
    CASE WHEN "t"."date" IS NULL THEN 1 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, date
SELECT
    CAST('1969-12-31' AS date) AS "value",
    CAST(NULL AS date) AS "none";

-- a column, time
SELECT
    "t"."time" AS "group",
    "t"."time" AS "show",
    COALESCE("t"."time", CAST('00:00:00' AS time)) AS "key",
    CASE WHEN "t"."time" IS NULL THEN 1 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, time
SELECT
    CAST('23:59:59.999999' AS time) AS "value",
    CAST(NULL AS time) AS "none";

-- a column, timestamp
SELECT
    "t"."timestamp" AS "group",
    "t"."timestamp" AS "show",
    COALESCE("t"."timestamp", CAST('1970-01-01 00:00:00' AS timestamp)) AS "key",
    CASE WHEN "t"."timestamp" IS NULL THEN 1 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, timestamp
SELECT
    CAST('1969-12-31 23:59:59.999999' AS timestamp) AS "value",
    CAST(NULL AS timestamp) AS "none";

-- a column, moment
SELECT
    "t"."moment" AS "group",
    "t"."moment" AS "show",
    COALESCE("t"."moment", CAST('1970-01-01 00:00:00+00:00' AS timestamp with time zone)) AS "key",
    CASE WHEN "t"."moment" IS NULL THEN 1 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, moment
SELECT
    CAST('1969-12-31 23:59:59.999999+00:00' AS timestamp with time zone) AS "value",
    CAST(NULL AS timestamp with time zone) AS "none";

-- a column, uuid
SELECT
    (lower(CAST("t"."uuid" AS text)) COLLATE "C") AS "group",
    CAST((lower(CAST("t"."uuid" AS text)) COLLATE "C") AS uuid) AS "show",
    (COALESCE(lower(CAST("t"."uuid" AS text)), '') COLLATE "C") AS "key",
    CASE WHEN "t"."uuid" IS NULL THEN 1 ELSE 0 END AS "state"
FROM "tbl" AS "t";

-- a value, uuid
SELECT
    CAST('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' AS uuid) AS "value",
    CAST(NULL AS uuid) AS "none";

-- relations
-- why
CREATE TABLE "db"."made" AS
SELECT
    "t"."k" AS "k",
    COALESCE("r"."n", 0) AS "n"
FROM "db"."tbl" AS "t"
JOIN (
    SELECT
        "v"."k" AS "k",
        count(*) OVER (PARTITION BY "v"."k") AS "n"
    FROM (
        VALUES
            (CAST('1' AS bigint), 2),
            (CAST(NULL AS bigint), 3)
    ) AS "v" ("k", "n")
) AS "r"
    ON "t"."k" = "r"."k"
LEFT JOIN (
    SELECT
        count(*) AS "k",
        CAST(sum(CAST(1 AS bigint)) AS bigint) AS "s",
        max(2) AS "m"
    FROM (SELECT 1 AS x) AS "q"
    UNION ALL
    SELECT
        count(DISTINCT "q"."x") AS "k",
        count("q"."x") AS "s",
        CASE WHEN "q"."y" IS NULL THEN 1 END AS "m"
    FROM (SELECT 1 AS x, 2 AS y) AS "q"
    GROUP BY "q"."y"
) AS "u"
    ON "t"."k" = "u"."k"
WHERE "t"."k" + 1 > 0 AND "t"."k" IS NOT NULL
ORDER BY "k", random();

