-- Macros cannot go into the system catalog, and must not go into the user's
-- database: they get a catalog of their own, in memory. Where a database of the
-- user's has the name already, this fails.
ATTACH ':memory:' AS skyline (READ_WRITE);
-- Not only skyline: the user may have a schema of that name.
USE skyline.main;
