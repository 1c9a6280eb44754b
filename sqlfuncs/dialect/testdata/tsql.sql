-- a column, text
SELECT
    CAST(CAST([t].[text] AS NVARCHAR(MAX)) AS VARBINARY(MAX)) AS [group],
    CAST(CAST(CAST([t].[text] AS NVARCHAR(MAX)) AS VARBINARY(MAX)) AS NVARCHAR(MAX)) AS [show],
    CAST(COALESCE(CAST([t].[text] AS NVARCHAR(MAX)), '') AS VARBINARY(MAX)) AS [key],
    CASE WHEN [t].[text] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, text
SELECT
    CAST(N'it''s' AS NVARCHAR(MAX)) AS [value],
    CAST(NULL AS NVARCHAR(MAX)) AS [none];

-- a value, text
SELECT
    CAST(N'back\slash' AS NVARCHAR(MAX)) AS [value],
    CAST(NULL AS NVARCHAR(MAX)) AS [none];

-- a value, text
SELECT
    CAST((CAST(N'' AS NVARCHAR(MAX)) + N'two' + NCHAR(10) + N'lines') AS NVARCHAR(MAX)) AS [value],
    CAST(NULL AS NVARCHAR(MAX)) AS [none];

-- a value, text
SELECT
    CAST(N'' AS NVARCHAR(MAX)) AS [value],
    CAST(NULL AS NVARCHAR(MAX)) AS [none];

-- a column, integer
SELECT
    [t].[integer] AS [group],
    [t].[integer] AS [show],
    COALESCE([t].[integer], 0) AS [key],
    CASE WHEN [t].[integer] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, integer
SELECT
    CAST('-9223372036854775808' AS BIGINT) AS [value],
    CAST(NULL AS BIGINT) AS [none];

-- a column, long
SELECT
    [t].[long] AS [group],
    [t].[long] AS [show],
    COALESCE([t].[long], 0) AS [key],
    CASE WHEN [t].[long] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, long
SELECT
    CAST('99999999999999999999999999999999999999' AS DECIMAL(38, 0)) AS [value],
    CAST(NULL AS DECIMAL(38, 0)) AS [none];

-- a column, decimal
SELECT
    [t].[decimal] AS [group],
    [t].[decimal] AS [show],
    COALESCE([t].[decimal], 0) AS [key],
    CASE WHEN [t].[decimal] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, decimal
SELECT
    CAST('-1.50' AS DECIMAL(9, 2)) AS [value],
    CAST(NULL AS DECIMAL(9, 2)) AS [none];

-- a column, double
SELECT
    CASE WHEN CAST([t].[double] AS FLOAT(53)) = 0 THEN CAST(0 AS FLOAT(53)) ELSE CAST([t].[double] AS FLOAT(53)) END AS [group],
    CASE WHEN CAST([t].[double] AS FLOAT(53)) = 0 THEN CAST(0 AS FLOAT(53)) ELSE CAST([t].[double] AS FLOAT(53)) END AS [show],
    CASE WHEN CAST([t].[double] AS FLOAT(53)) IS NULL OR CAST([t].[double] AS FLOAT(53)) = 0 THEN CAST(0 AS FLOAT(53)) ELSE CAST([t].[double] AS FLOAT(53)) END AS [key],
    CASE WHEN [t].[double] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, double
SELECT
    CAST('1e-01' AS FLOAT(53)) AS [value],
    CAST(NULL AS FLOAT(53)) AS [none];

-- a value, double
SELECT
    CAST('-0e+00' AS FLOAT(53)) AS [value],
    CAST(NULL AS FLOAT(53)) AS [none];

-- a value, double
-- error: tsql has no infinite numbers, and no NaN;

-- a value, double
-- error: tsql has no infinite numbers, and no NaN;

-- a value, double
-- error: tsql has no infinite numbers, and no NaN;

-- a column, float
SELECT
    CASE WHEN CAST([t].[float] AS FLOAT(53)) = 0 THEN CAST(0 AS FLOAT(53)) ELSE CAST([t].[float] AS FLOAT(53)) END AS [group],
    CAST(CASE WHEN CAST([t].[float] AS FLOAT(53)) = 0 THEN CAST(0 AS FLOAT(53)) ELSE CAST([t].[float] AS FLOAT(53)) END AS REAL) AS [show],
    CASE WHEN CAST([t].[float] AS FLOAT(53)) IS NULL OR CAST([t].[float] AS FLOAT(53)) = 0 THEN CAST(0 AS FLOAT(53)) ELSE CAST([t].[float] AS FLOAT(53)) END AS [key],
    CASE WHEN [t].[float] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, float
SELECT
    CAST('1.0000000149011612e-01' AS FLOAT(53)) AS [value],
    CAST(NULL AS FLOAT(53)) AS [none];

-- a column, boolean
SELECT
    [t].[boolean] AS [group],
    [t].[boolean] AS [show],
    COALESCE([t].[boolean], CAST(0 AS BIT)) AS [key],
    CASE WHEN [t].[boolean] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, boolean
SELECT
    CAST(1 AS BIT) AS [value],
    CAST(NULL AS BIT) AS [none];

-- a value, boolean
SELECT
    CAST(0 AS BIT) AS [value],
    CAST(NULL AS BIT) AS [none];

-- a column, date
SELECT
    [t].[date] AS [group],
    [t].[date] AS [show],
    COALESCE([t].[date], CAST('1970-01-01' AS DATE)) AS [key],
    CASE WHEN [t].[date] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, date
SELECT
    CAST('1969-12-31' AS DATE) AS [value],
    CAST(NULL AS DATE) AS [none];

-- a column, time
SELECT
    [t].[time] AS [group],
    [t].[time] AS [show],
    COALESCE([t].[time], CAST('00:00:00' AS TIME(6))) AS [key],
    CASE WHEN [t].[time] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, time
SELECT
    CAST('23:59:59.999999' AS TIME(6)) AS [value],
    CAST(NULL AS TIME(6)) AS [none];

-- a column, timestamp
SELECT
    [t].[timestamp] AS [group],
    [t].[timestamp] AS [show],
    COALESCE([t].[timestamp], CAST('1970-01-01 00:00:00' AS DATETIME2(6))) AS [key],
    CASE WHEN [t].[timestamp] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, timestamp
SELECT
    CAST('1969-12-31 23:59:59.999999' AS DATETIME2(6)) AS [value],
    CAST(NULL AS DATETIME2(6)) AS [none];

-- a column, moment
SELECT
    [t].[moment] AS [group],
    SWITCHOFFSET([t].[moment], '+00:00') AS [show],
    COALESCE([t].[moment], CAST('1970-01-01 00:00:00+00:00' AS DATETIMEOFFSET(6))) AS [key],
    CASE WHEN [t].[moment] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, moment
SELECT
    CAST('1969-12-31 23:59:59.999999+00:00' AS DATETIMEOFFSET(6)) AS [value],
    CAST(NULL AS DATETIMEOFFSET(6)) AS [none];

-- a column, uuid
SELECT
    CAST(lower(CAST([t].[uuid] AS NVARCHAR(MAX))) AS VARBINARY(MAX)) AS [group],
    CAST(CAST(lower(CAST([t].[uuid] AS NVARCHAR(MAX))) AS VARBINARY(MAX)) AS NVARCHAR(MAX)) AS [show],
    CAST(COALESCE(lower(CAST([t].[uuid] AS NVARCHAR(MAX))), '') AS VARBINARY(MAX)) AS [key],
    CASE WHEN [t].[uuid] IS NULL THEN 1 ELSE 0 END AS [state]
FROM [tbl] AS [t];

-- a value, uuid
SELECT
    CAST('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' AS NVARCHAR(MAX)) AS [value],
    CAST(NULL AS NVARCHAR(MAX)) AS [none];

-- relations
-- why
SELECT
    [t].[k] AS [k],
    COALESCE([r].[n], 0) AS [n]
INTO [db].[made]
FROM [db].[tbl] AS [t]
JOIN (
    SELECT
        [v].[k] AS [k],
        COUNT_BIG(*) OVER (PARTITION BY [v].[k]) AS [n]
    FROM (
        VALUES
            (CAST('1' AS BIGINT), 2),
            (CAST(NULL AS BIGINT), 3)
    ) AS [v] ([k], [n])
) AS [r]
    ON [t].[k] = [r].[k]
LEFT JOIN (
    SELECT
        COUNT_BIG(*) AS [k],
        CAST(sum(CAST(1 AS BIGINT)) AS BIGINT) AS [s],
        max(2) AS [m]
    FROM (SELECT 1 AS x) AS [q]
    UNION ALL
    SELECT
        COUNT_BIG(DISTINCT [q].[x]) AS [k],
        COUNT_BIG([q].[x]) AS [s],
        CASE WHEN [q].[y] IS NULL THEN 1 END AS [m]
    FROM (SELECT 1 AS x, 2 AS y) AS [q]
    GROUP BY [q].[y]
) AS [u]
    ON [t].[k] = [u].[k]
WHERE [t].[k] + 1 > 0 AND [t].[k] IS NOT NULL
ORDER BY [k], NEWID();

