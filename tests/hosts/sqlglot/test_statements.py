"""The statements for every dialect, read by sqlglot, which parses them all: what is quoted comes back
as it was put in, and what can be translated back to DuckDB runs there and says the same."""

from __future__ import annotations

import os
import pathlib
import random
import struct

import duckdb
import pytest
import sqlglot
from sqlglot import exp

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
EXTENSION = os.environ.get("SKYLINE_EXTENSION") or str(REPOSITORY / "build" / "skyline.duckdb_extension")

# sqlglot's names. It does not know DataFusion, whose SQL is like DuckDB's.
READ = {name: name for name in "duckdb spark trino postgres bigquery snowflake redshift clickhouse tsql".split()} | {"datafusion": "duckdb"}
DIALECTS = list(READ)

AWKWARD = ["a", "", " ", "a ", "it's", "''", '"', "``", "]", "]]", "\\", "\\\\", "\\'", "'\\", "\n", "\\\n", "\t", "--", "/*", "*/", ";", "é", "é",
           "日本語", "😀", "$1", "${x}", "?", "%", "select", "NULL", "N'x'", "x'; DROP TABLE y; --"]

@pytest.fixture
def con():
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{EXTENSION}'")
    connection.execute("SET search_path = 'main,skyline.main'")
    connection.execute("SET TimeZone = 'UTC'")
    yield connection
    connection.close()


def literal(value) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, dict):
        return "MAP {" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items()) + "}"
    return "'" + str(value).replace("'", "''") + "'"


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def steps(con, function: str, *values, **named) -> dict[str, str]:
    arguments = [literal(v) for v in values] + [f"{name} := {literal(v)}" for name, v in named.items()]
    return dict(con.execute(f"SELECT step, sql FROM {function}({', '.join(arguments)})").fetchall())


def parse(text: str, dialect: str) -> exp.Expression:
    (tree,) = sqlglot.parse(text, read=READ[dialect], error_level=sqlglot.ErrorLevel.RAISE)
    assert not list(tree.find_all(exp.Command)), "sqlglot did not parse the statement"
    return tree


def names(tree: exp.Expression) -> set[str]:
    return {identifier.name for identifier in tree.find_all(exp.Identifier)}


def text_of(node: exp.Expression) -> str | None:
    """The text that an expression of literals makes, None if it is something else."""
    match node:
        case exp.Literal(is_string=True) | exp.National() | exp.ByteString() | exp.RawString() | exp.UnicodeString():
            return node.name
        case exp.HexString():
            return bytes.fromhex(node.name).decode()
        case exp.Cast() | exp.Paren():
            return text_of(node.this)
        case exp.Add() | exp.DPipe() | exp.Concat():
            parts = [text_of(part) for part in ([node.left, node.right] if not isinstance(node, exp.Concat) else node.expressions)]
            return None if None in parts else "".join(parts)
        case exp.Chr():
            return chr(int(node.expressions[0].name))
        case exp.Anonymous() if node.name.upper() == "NCHAR":
            return chr(int(node.expressions[0].name))
    return None


def texts(tree: exp.Expression) -> set[str]:
    found = {text_of(cast) for cast in tree.find_all(exp.Cast)}
    return {text for text in found if text is not None}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_golden_files(dialect):
    """Every expression that a dialect has is one that sqlglot knows the grammar of."""
    text = (REPOSITORY / "sqlfuncs" / "dialect" / "testdata" / f"{dialect}.sql").read_text()
    parsed = [tree for tree in sqlglot.parse(text, read=READ[dialect], error_level=sqlglot.ErrorLevel.RAISE) if tree is not None]
    assert len(parsed) >= 30
    for tree in parsed:
        assert not list(tree.find_all(exp.Command)), tree


def awkward_pairs():
    draw = random.Random(20)
    alphabet = list("ab'\"`[]\\ \n-/*;$%{}é😀")
    drawn = ["".join(draw.choices(alphabet, k=draw.randint(1, 8))) for _ in range(60)]
    return AWKWARD + drawn


@pytest.mark.parametrize("dialect", DIALECTS)
def test_names_come_back(con, dialect):
    for name in awkward_pairs():
        if name == "" or "${" in name and dialect == "spark":
            continue
        text = steps(con, "cells_sql", quoted(name) + ".t", qi=[name], sensitive="s", dialect=dialect, types={name: "VARCHAR", "s": "VARCHAR"}, cells="made." + quoted(name))["cells"]
        found = names(parse(text, dialect)) - {"C", "MergeTree"}  # a collation of PostgreSQL's, an engine of ClickHouse's
        assert found == {name, "t", "s", "made", "people", "r", "skyline_g1", "skyline_g2"}, (dialect, name, found, text)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_texts_come_back(con, dialect):
    values = [value for value in awkward_pairs() if "\0" not in value]
    con.execute("CREATE TABLE map (q VARCHAR, q_label VARCHAR, group_id BIGINT, people BIGINT)")
    rows = sorted(set(values))
    con.executemany("INSERT INTO map VALUES (?, ?, 1, 2)", [[value, "[" + value + "]"] for value in rows])
    text = steps(con, "recipe_sql", "t", "map", qi=["q"], dialect=dialect, form="values")["release"]
    found = texts(parse(text, dialect))
    expected = set(rows) | {"[" + value + "]" for value in rows}
    assert expected <= found, expected - found
    assert found - expected <= {"1", ""}, found - expected


# A table that both the engine's statement, translated, and DuckDB's own can read.
TABLE = """
CREATE TABLE people (number BIGINT, t VARCHAR, i INTEGER, d DOUBLE, b BOOLEAN, day DATE, stamp TIMESTAMP, price DECIMAL(4,2), s VARCHAR);
INSERT INTO people VALUES
    (1, 'a', 1, 0.5, true, '1969-12-31', '1969-12-31 23:59:59.999999', 1.50, 'flu'),
    (2, 'A', 1, 'nan', false, '2024-02-29', '2024-02-29 00:00:00', -0.01, 'flu'),
    (3, 'a ', 1, '-0.0', NULL, NULL, NULL, NULL, 'hiv'),
    (4, 'it''s', 2, 0.0, true, '1970-01-01', '1970-01-01 00:00:00', 0, NULL),
    (5, 'back\\slash', 2, 'inf', true, '1970-01-01', NULL, 0, 'cold'),
    (6, '', NULL, NULL, NULL, NULL, '1970-01-01 00:00:00', NULL, 'cold'),
    (7, NULL, NULL, NULL, false, '1970-01-01', '1970-01-01 00:00:00', 0, 'hiv'),
    (8, NULL, NULL, NULL, false, '1970-01-01', '1970-01-01 00:00:00', 0, 'hiv')
"""
TYPES = {"t": "VARCHAR", "i": "INTEGER", "d": "DOUBLE", "b": "BOOLEAN", "day": "DATE", "stamp": "TIMESTAMP", "price": "DECIMAL(4,2)", "s": "VARCHAR"}
QI = ["t", "i", "d", "b", "day", "stamp", "price"]


def rows(con, statement: str) -> list[str]:
    return sorted(map(str, con.execute(f"SELECT COLUMNS(*)::VARCHAR FROM ({statement})").fetchall()))


def translated(text: str, dialect: str) -> str:
    """The statement in DuckDB's dialect. Where sqlglot keeps the engine's own word for something, this says what
    it is in DuckDB: bytes of a text, types, what is random."""
    tree = parse(text, dialect)
    for node in reversed(list(tree.walk())):  # what is inside first
        if (other := in_duckdb(node, dialect)) is not node:
            node.replace(other)
    return tree.sql(dialect="duckdb")


def function(name: str, *arguments) -> exp.Expression:
    return exp.Anonymous(this=name, expressions=list(arguments))


BYTES = {exp.DataType.Type.BINARY, exp.DataType.Type.VARBINARY}
TEXTS = {exp.DataType.Type.TEXT, exp.DataType.Type.VARCHAR, exp.DataType.Type.NVARCHAR}


def is_bytes(node: exp.Expression) -> bool:
    return isinstance(node, exp.Column) and node.name.startswith("skyline_g") or isinstance(node, exp.Anonymous) and node.name == "encode"


def in_duckdb(node: exp.Expression, dialect: str) -> exp.Expression:
    match node:
        case exp.Cast() if node.to.this in BYTES:
            return function("encode", node.this)
        case exp.Cast() if node.to.this in TEXTS and dialect in ("spark", "bigquery", "tsql") and is_bytes(node.this):
            return function("decode", node.this)
        case exp.Cast() if isinstance(node.this, exp.HexString):
            return exp.Literal.string(bytes.fromhex(node.this.name).decode())
        case exp.ToBinary():
            return function("encode", node.this)
        case exp.ToChar() if dialect == "snowflake":
            return function("decode", node.this)
        case exp.Anonymous(this="TO_VARBYTE") if node.expressions[1].name == "utf8":
            return function("encode", node.expressions[0])
        case exp.Anonymous(this="TO_VARBYTE"):
            return function("unhex", node.expressions[0])
        case exp.Anonymous(this="FROM_VARBYTE"):
            return function("decode", node.expressions[0])
        case exp.Anonymous() if node.name == "reinterpretAsFloat64":
            number = struct.unpack("d", struct.pack("Q", int(node.expressions[0].expressions[0].name)))[0]
            return exp.cast(exp.Literal.string(repr(number)), "DOUBLE")
        case exp.Anonymous() if node.name.lower() in ("rand64", "newid"):
            return exp.Rand()
        case exp.DataType() if node.this in TEXTS or node.this == exp.DataType.Type.DATETIME2:
            return exp.DataType(this=exp.DataType.Type.TEXT if node.this in TEXTS else exp.DataType.Type.TIMESTAMP)
        case exp.DataType(this=exp.DataType.Type.BIT) if dialect == "tsql":
            return exp.DataType(this=exp.DataType.Type.BOOLEAN)
        case exp.DataType(this=exp.DataType.Type.DATE32):
            return exp.DataType(this=exp.DataType.Type.DATE)
        case exp.DataType(this=exp.DataType.Type.DATETIME64):
            return exp.DataType(this=exp.DataType.Type.TIMESTAMP)
        case exp.Window() if node.args.get("order"):
            return exp.Window(this=node.this, partition_by=node.args["partition_by"])  # DuckDB draws nothing in a window
    return node


@pytest.mark.parametrize("dialect", DIALECTS)
def test_translated_statements(con, dialect):
    con.execute(TABLE)
    # T-SQL has no NaN.
    qi = [name for name in QI if (dialect, name) != ("tsql", "d")]
    types = {name: kind for name, kind in TYPES.items() if name in qi or name == "s"}
    here = steps(con, "cells_sql", "people", qi=qi, sensitive="s", types=types)
    there = steps(con, "cells_sql", "people", qi=qi, sensitive="s", types=types, dialect=dialect)
    assert rows(con, translated(there["cells"], dialect)) == rows(con, here["cells"])
    labels = ", ".join(f"CASE WHEN {name} IS NOT NULL THEN 'has' END AS {name}_label" for name in qi)
    columns = ", ".join(qi)
    con.execute(f"CREATE TABLE map AS SELECT {columns}, {labels}, CASE WHEN i = 2 THEN NULL ELSE 1 + count(*) END AS group_id, count(*) AS people FROM people GROUP BY {columns}")
    for form in ["map", "values"]:
        made = {}
        for name in ["duckdb", dialect]:
            con.execute("DROP TABLE IF EXISTS skyline_release")
            found = steps(con, "recipe_sql", "people", "map", qi=qi, sensitive="s", columns=["number"], types={"s": "VARCHAR", "number": "BIGINT"}, dialect=name, form=form)
            if name == dialect:
                found = {step: translated(text, name) for step, text in found.items()}
            con.execute(found["release"])
            made[name] = [rows(con, "FROM skyline_release"), rows(con, found["count"]), rows(con, found["cells"])]
            assert made[name][1] == ["('8', '6', '2', '0', '0', 'true')"]
        assert made[dialect] == made["duckdb"]
