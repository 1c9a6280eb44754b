-- a column, text
SELECT
    CAST(`t`.`text` AS Nullable(String)) AS `group`,
    CAST(`t`.`text` AS Nullable(String)) AS `show`,
    COALESCE(CAST(`t`.`text` AS Nullable(String)), '') AS `key`,
    CASE WHEN `t`.`text` IS NULL THEN 1 ELSE 0 END AS `state`
FROM `tbl` AS `t`;

-- a value, text
SELECT
    CAST('it\'s' AS Nullable(String)) AS `value`,
    CAST(NULL AS Nullable(String)) AS `none`;

-- a value, text
SELECT
    CAST('back\\slash' AS Nullable(String)) AS `value`,
    CAST(NULL AS Nullable(String)) AS `none`;

-- a value, text
SELECT
    CAST('two\nlines' AS Nullable(String)) AS `value`,
    CAST(NULL AS Nullable(String)) AS `none`;

-- a value, text
SELECT
    CAST('' AS Nullable(String)) AS `value`,
    CAST(NULL AS Nullable(String)) AS `none`;

-- a column, integer
SELECT
    `t`.`integer` AS `group`,
    `t`.`integer` AS `show`,
    COALESCE(`t`.`integer`, 0) AS `key`,
    CASE WHEN `t`.`integer` IS NULL THEN 1 ELSE 0 END AS `state`
FROM `tbl` AS `t`;

-- a value, integer
SELECT
    CAST('-9223372036854775808' AS Nullable(Int64)) AS `value`,
    CAST(NULL AS Nullable(Int64)) AS `none`;

-- a column, long
SELECT
    `t`.`long` AS `group`,
    `t`.`long` AS `show`,
    COALESCE(`t`.`long`, 0) AS `key`,
    CASE WHEN `t`.`long` IS NULL THEN 1 ELSE 0 END AS `state`
FROM `tbl` AS `t`;

-- a value, long
SELECT
    CAST('99999999999999999999999999999999999999' AS Nullable(Decimal(38, 0))) AS `value`,
    CAST(NULL AS Nullable(Decimal(38, 0))) AS `none`;

-- a column, decimal
SELECT
    `t`.`decimal` AS `group`,
    `t`.`decimal` AS `show`,
    COALESCE(`t`.`decimal`, 0) AS `key`,
    CASE WHEN `t`.`decimal` IS NULL THEN 1 ELSE 0 END AS `state`
FROM `tbl` AS `t`;

-- a value, decimal
SELECT
    CAST('-1.50' AS Nullable(Decimal(9, 2))) AS `value`,
    CAST(NULL AS Nullable(Decimal(9, 2))) AS `none`;

-- a column, double
SELECT
    CASE WHEN isNaN(CAST(`t`.`double` AS Nullable(Float64))) THEN CAST('NaN' AS Nullable(Float64)) WHEN CAST(`t`.`double` AS Nullable(Float64)) = 0 THEN CAST(0 AS Nullable(Float64)) ELSE CAST(`t`.`double` AS Nullable(Float64)) END AS `group`,
    CASE WHEN isNaN(CAST(`t`.`double` AS Nullable(Float64))) THEN CAST('NaN' AS Nullable(Float64)) WHEN CAST(`t`.`double` AS Nullable(Float64)) = 0 THEN CAST(0 AS Nullable(Float64)) ELSE CAST(`t`.`double` AS Nullable(Float64)) END AS `show`,
    CASE WHEN CAST(`t`.`double` AS Nullable(Float64)) IS NULL OR isNaN(CAST(`t`.`double` AS Nullable(Float64))) OR CAST(`t`.`double` AS Nullable(Float64)) = 0 THEN CAST(0 AS Nullable(Float64)) ELSE CAST(`t`.`double` AS Nullable(Float64)) END AS `key`,
    CASE WHEN `t`.`double` IS NULL THEN 1 WHEN isNaN(CAST(`t`.`double` AS Nullable(Float64))) THEN 2 ELSE 0 END AS `state`
FROM `tbl` AS `t`;

-- a value, double
SELECT
    reinterpretAsFloat64(toUInt64(4591870180066957722)) AS `value`,
    CAST(NULL AS Nullable(Float64)) AS `none`;

-- a value, double
SELECT
    reinterpretAsFloat64(toUInt64(9223372036854775808)) AS `value`,
    CAST(NULL AS Nullable(Float64)) AS `none`;

-- a value, double
SELECT
    reinterpretAsFloat64(toUInt64(9218868437227405312)) AS `value`,
    CAST(NULL AS Nullable(Float64)) AS `none`;

-- a value, double
SELECT
    reinterpretAsFloat64(toUInt64(18442240474082181120)) AS `value`,
    CAST(NULL AS Nullable(Float64)) AS `none`;

-- a value, double
SELECT
    CAST('NaN' AS Nullable(Float64)) AS `value`,
    CAST(NULL AS Nullable(Float64)) AS `none`;

-- a column, float
SELECT
    CASE WHEN isNaN(CAST(`t`.`float` AS Nullable(Float64))) THEN CAST('NaN' AS Nullable(Float64)) WHEN CAST(`t`.`float` AS Nullable(Float64)) = 0 THEN CAST(0 AS Nullable(Float64)) ELSE CAST(`t`.`float` AS Nullable(Float64)) END AS `group`,
    CAST(CASE WHEN isNaN(CAST(`t`.`float` AS Nullable(Float64))) THEN CAST('NaN' AS Nullable(Float64)) WHEN CAST(`t`.`float` AS Nullable(Float64)) = 0 THEN CAST(0 AS Nullable(Float64)) ELSE CAST(`t`.`float` AS Nullable(Float64)) END AS Nullable(Float32)) AS `show`,
    CASE WHEN CAST(`t`.`float` AS Nullable(Float64)) IS NULL OR isNaN(CAST(`t`.`float` AS Nullable(Float64))) OR CAST(`t`.`float` AS Nullable(Float64)) = 0 THEN CAST(0 AS Nullable(Float64)) ELSE CAST(`t`.`float` AS Nullable(Float64)) END AS `key`,
    CASE WHEN `t`.`float` IS NULL THEN 1 WHEN isNaN(CAST(`t`.`float` AS Nullable(Float64))) THEN 2 ELSE 0 END AS `state`
FROM `tbl` AS `t`;

-- a value, float
SELECT
    reinterpretAsFloat64(toUInt64(4591870180174331904)) AS `value`,
    CAST(NULL AS Nullable(Float64)) AS `none`;

-- a column, boolean
SELECT
    `t`.`boolean` AS `group`,
    `t`.`boolean` AS `show`,
    COALESCE(`t`.`boolean`, FALSE) AS `key`,
    CASE WHEN `t`.`boolean` IS NULL THEN 1 ELSE 0 END AS `state`
FROM `tbl` AS `t`;

-- a value, boolean
SELECT
    TRUE AS `value`,
    CAST(NULL AS Nullable(Bool)) AS `none`;

-- a value, boolean
SELECT
    FALSE AS `value`,
    CAST(NULL AS Nullable(Bool)) AS `none`;

-- a column, date
SELECT
    `t`.`date` AS `group`,
    `t`.`date` AS `show`,
    COALESCE(`t`.`date`, CAST('1970-01-01' AS Nullable(Date32))) AS `key`,
    CASE WHEN `t`.`date` IS NULL THEN 1 ELSE 0 END AS `state`
FROM `tbl` AS `t`;

-- a value, date
SELECT
    CAST('1969-12-31' AS Nullable(Date32)) AS `value`,
    CAST(NULL AS Nullable(Date32)) AS `none`;

-- a column, time
-- error: clickhouse has no type for a column of type TIME; make it a text in a query given as tbl;

-- a value, time
-- error: clickhouse has no type for a column of type TIME; make it a text in a query given as tbl;

-- a column, timestamp
SELECT
    `t`.`timestamp` AS `group`,
    `t`.`timestamp` AS `show`,
    COALESCE(`t`.`timestamp`, CAST('1970-01-01 00:00:00' AS Nullable(DateTime64(6, 'UTC')))) AS `key`,
    CASE WHEN `t`.`timestamp` IS NULL THEN 1 ELSE 0 END AS `state`
FROM `tbl` AS `t`;

-- a value, timestamp
SELECT
    CAST('1969-12-31 23:59:59.999999' AS Nullable(DateTime64(6, 'UTC'))) AS `value`,
    CAST(NULL AS Nullable(DateTime64(6, 'UTC'))) AS `none`;

-- a column, moment
SELECT
    `t`.`moment` AS `group`,
    `t`.`moment` AS `show`,
    COALESCE(`t`.`moment`, CAST('1970-01-01 00:00:00' AS Nullable(DateTime64(6, 'UTC')))) AS `key`,
    CASE WHEN `t`.`moment` IS NULL THEN 1 ELSE 0 END AS `state`
FROM `tbl` AS `t`;

-- a value, moment
SELECT
    CAST('1969-12-31 23:59:59.999999' AS Nullable(DateTime64(6, 'UTC'))) AS `value`,
    CAST(NULL AS Nullable(DateTime64(6, 'UTC'))) AS `none`;

-- a column, uuid
SELECT
    lower(CAST(`t`.`uuid` AS Nullable(String))) AS `group`,
    CAST(lower(CAST(`t`.`uuid` AS Nullable(String))) AS Nullable(UUID)) AS `show`,
    COALESCE(lower(CAST(`t`.`uuid` AS Nullable(String))), '') AS `key`,
    CASE WHEN `t`.`uuid` IS NULL THEN 1 ELSE 0 END AS `state`
FROM `tbl` AS `t`;

-- a value, uuid
SELECT
    CAST('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' AS Nullable(UUID)) AS `value`,
    CAST(NULL AS Nullable(UUID)) AS `none`;

-- relations
-- why
CREATE TABLE `db`.`made` ENGINE = MergeTree ORDER BY tuple() AS
SELECT
    `t`.`k` AS `k`,
    COALESCE(`r`.`n`, 0) AS `n`
FROM `db`.`tbl` AS `t`
JOIN (
    SELECT
        `v`.`k` AS `k`,
        count(*) OVER (PARTITION BY `v`.`k`) AS `n`
    FROM (
        SELECT CAST('1' AS Nullable(Int64)) AS `k`, 2 AS `n`
        UNION ALL SELECT CAST(NULL AS Nullable(Int64)), 3
    ) AS `v`
) AS `r`
    ON `t`.`k` = `r`.`k`
LEFT JOIN (
    SELECT
        count(*) AS `k`,
        CAST(sum(CAST(1 AS Int64)) AS Int64) AS `s`,
        max(2) AS `m`
    FROM (SELECT 1 AS x) AS `q`
    UNION ALL
    SELECT
        count(DISTINCT `q`.`x`) AS `k`,
        count(`q`.`x`) AS `s`,
        CASE WHEN `q`.`y` IS NULL THEN 1 END AS `m`
    FROM (SELECT 1 AS x, 2 AS y) AS `q`
    GROUP BY `q`.`y`
) AS `u`
    ON `t`.`k` = `u`.`k`
WHERE `t`.`k` + 1 > 0 AND `t`.`k` IS NOT NULL
ORDER BY `k`, rand64();

