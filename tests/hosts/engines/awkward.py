"""A table of everything that one engine may take for something else than another does."""

from __future__ import annotations

# Of each column its type in DuckDB, and its values, the first of which the other columns' rows have.
COLUMNS = {
    "name": (
        "VARCHAR",
        [
            "''", "' '", "'  '", "'a'", "'A'", "'a '", "' a'", "'O''Brien'", "'\"quoted\"'", "'back\\slash'", "'back\\\\slash'", "'\\'", "'C:\\new\\table'",
            "'\\N'", "'100%'", "'_'", "'line' || chr(10) || 'feed'", "'line' || chr(13) || chr(10)", "'tab' || chr(9) || 'x'", "'a,b;c'", "'caf' || chr(233)",
            "'cafe' || chr(769)", "'CAF' || chr(201)", "'😀'", "'ß'", "'ss'", "'ẞ'", "'İ'", "'i'", "'I'", "'ı'", "'中'", "chr(8203)", "'null'", "'NULL'", "'NaN'",
            "'0'", "'00'", "'{a}'", "'${spark.app.name}'", "'$1'", "':p'", "'?'", "'%s'", "'; DROP TABLE x; --'", "'/* x */'",
        ],
    ),
    "n": ("INTEGER", ["0", "1", "-1", "2147483647", "-2147483648"]),
    "big": ("BIGINT", ["0", "9223372036854775807", "-9223372036854775807", "9007199254740993", "9007199254740992"]),
    "price": ("DECIMAL(9,2)", ["0.00", "1.50", "-0.01", "9999999.99", "-9999999.99", "100.00"]),
    "f": (
        "DOUBLE",
        ["0.0", "'-0.0'", "'nan'", "'inf'", "'-inf'", "1e300", "-1e300", "5e-324", "0.1", "0.30000000000000004", "0.3", "1e15", "123456789012345680", "1"],
    ),
    "flag": ("BOOLEAN", ["true", "false"]),
    "born": ("DATE", ["'1970-01-01'", "'1969-12-31'", "'0001-01-01'", "'1582-10-10'", "'1899-12-31'", "'9999-12-31'", "'2024-02-29'"]),
    "seen": (
        "TIMESTAMP",
        [
            "'1970-01-01 00:00:00'", "'1969-12-31 23:59:59.999999'", "'2024-02-29 12:34:56.123456'", "'2024-02-29 12:34:56.123457'", "'2024-02-29 12:34:56'",
            "'2024-03-31 02:30:00'", "'2024-03-10 02:30:00'", "'9999-12-31 23:59:59.999999'", "'0001-01-01 00:00:00'", "'1582-10-10 00:00:00.000001'",
        ],
    ),
    "at": (
        "TIMESTAMP WITH TIME ZONE",
        [
            "'1970-01-01 00:00:00+00'", "'2024-10-27 00:30:00+00'", "'2024-10-27 01:30:00+00'", "'2024-02-29 12:34:56.123456+00'",
            "'9999-12-30 00:00:00+00'", "'0001-01-02 00:00:00+00'",
        ],
    ),
    "uid": ("UUID", ["'00000000-0000-0000-0000-000000000000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'"]),
    # Where the engine has it: CHAR(5).
    "code": ("VARCHAR", ["'ab   '", "'AB   '", "'     '"]),
    # Where the engine has it: with a collation that ignores case.
    "Weird \"col`umn": ("VARCHAR", ["'x'", "'X'", "'é'", "'É'", "''", "'x '"]),
}
CHAR = "code"
NOCASE = "Weird \"col`umn"
QI = list(COLUMNS)
ROWS_OF_EACH = 3


def ident(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def sql(overrides: dict[str, str] | None = None) -> str:
    """A query of the table: three rows of each value, and of NULL, of each column. An override changes a column, where the engine has no such values."""
    rows = []
    for column, (_, values) in COLUMNS.items():
        for value in [*values, "NULL"]:
            row = {name: values[0] for name, (_, values) in COLUMNS.items()}
            row[column] = value
            rows.append("SELECT " + ", ".join(f"CAST({row[name]} AS {kind}) AS {ident(name)}" for name, (kind, _) in COLUMNS.items()))
    replace = "".join(f", {expression} AS {ident(name)}" for name, expression in (overrides or {}).items())
    replace = f" REPLACE ({replace[2:]})" if replace else ""
    return (
        f"SELECT *{replace} FROM (SELECT row_number() OVER () AS id, v.*, CASE (n.i + length(coalesce(v.name, ''))) % 4"
        " WHEN 0 THEN 'Flu' WHEN 1 THEN 'it''s' WHEN 2 THEN '' END AS disease"
        f" FROM ({' UNION ALL '.join(rows)}) v CROSS JOIN range({ROWS_OF_EACH}) n(i))"
    )
