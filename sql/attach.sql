-- Macros cannot go into the system catalog, and must not go into the user's
-- database: they get a catalog of their own, in memory.

-- A database of the user's that has the same name is left alone.
SELECT error('skyline: a database named ' || database_name || ' is attached, and the functions'' catalog needs that name; '
	|| 'attach the database AS something else, then load the extension')
FROM duckdb_databases()
WHERE lower(database_name) = 'skyline';

ATTACH ':memory:' AS skyline (READ_WRITE);
-- Not only skyline: the user may have a schema of that name.
USE skyline.main;
