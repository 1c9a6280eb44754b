"""skyline.load and skyline.connect: what is found on which connection, and what is said where the extension is refused."""

from __future__ import annotations

import importlib.metadata
import pathlib

import duckdb
import pytest

import skyline

ALLOW = {"allow_unsigned_extensions": "true"}
FILE = pathlib.Path(skyline.__file__).parent / "skyline.duckdb_extension"
# Of the three people of an age, two have the value.
CHECK = "SELECT round(breach, 4) FROM skyline_check('(VALUES (1, 1), (1, 1), (1, 2)) t(age, d)', qi := ['age'], sensitive := 'd') WHERE value = 1"


def works(con) -> bool:
    return con.execute(CHECK).fetchall() == [(0.6667,)]


def path(con) -> str:
    return con.execute("SELECT current_setting('search_path')").fetchone()[0]


def test_is_the_wheel():
    assert skyline.__version__ == importlib.metadata.version("skyline-privacy")
    assert FILE.is_file() and "site-packages" in FILE.parts
    con = skyline.connect()
    assert con.execute("SELECT extension_version FROM duckdb_extensions() WHERE extension_name = 'skyline'").fetchone()[0].lstrip("v") == skyline.__version__


def test_first_result():
    with skyline.connect() as con:
        assert works(con)


def test_load_returns_the_connection_and_may_be_repeated():
    con = duckdb.connect(config=ALLOW)
    assert skyline.load(con) is con
    before = path(con)
    assert skyline.load(con) is con
    assert path(con) == before == "memory.main,skyline.main"
    assert works(con)
    # Nothing is left of it that would be in the way of a relation.
    assert skyline.load(con).sql("SELECT 1").fetchall() == [(1,)]


@pytest.mark.parametrize("con", [None, "my.db"])
def test_no_connection(con):
    with pytest.raises(skyline.LoadError, match="con must be a connection of duckdb"):
        skyline.load(con)


def test_path_is_a_file(tmp_path, monkeypatch):
    own = tmp_path / "it's" / "skyline.duckdb_extension"
    own.parent.mkdir()
    own.write_bytes(FILE.read_bytes())
    assert works(skyline.load(duckdb.connect(config=ALLOW), own))
    monkeypatch.setenv("SKYLINE_EXTENSION", str(own))
    assert works(skyline.load(duckdb.connect(config=ALLOW)))
    own.unlink()
    with pytest.raises(skyline.LoadError, match="skyline.load: path, or SKYLINE_EXTENSION, must be the extension's file, and there is none at .*it's"):
        skyline.load(duckdb.connect(config=ALLOW))


def test_tables_are_made_where_they_were(tmp_path):
    file = tmp_path / "my data, new.db"
    con = skyline.connect(file)
    con.execute("CREATE TABLE people AS SELECT 1 AS age")
    assert con.execute("SELECT database_name, schema_name FROM duckdb_tables()").fetchall() == [("my data, new", "main")]
    assert works(con)
    con.close()
    with duckdb.connect(str(file)) as plain:
        assert plain.execute("SELECT database_name, table_name FROM duckdb_tables()").fetchall() == [("my data, new", "people")]
        assert plain.execute("SELECT count(*) FROM duckdb_functions() WHERE function_name = 'skyline_check'").fetchone() == (0,)


def test_read_only(tmp_path):
    file = str(tmp_path / "a.db")
    duckdb.connect(file).execute("CREATE TABLE t AS SELECT 1 AS age, 2 AS d").close()
    with skyline.connect(file, read_only=True) as con:
        assert con.execute("SELECT breach FROM skyline_check('t', qi := ['age'], sensitive := 'd')").fetchall() == [(1.0,)]
        with pytest.raises(duckdb.InvalidInputException, match="read-only"):
            con.execute("CREATE TABLE u AS SELECT 1")


def test_config_is_kept():
    config = {"threads": "1", "TimeZone": "UTC"}
    with skyline.connect(config={"threads": "1"}) as con:
        assert con.execute("SELECT current_setting('threads')").fetchone() == (1,)
    assert config == {"threads": "1", "TimeZone": "UTC"}


def test_search_path_that_was_set():
    con = duckdb.connect(config=ALLOW)
    con.execute("CREATE SCHEMA a; CREATE SCHEMA b; CREATE TABLE b.t AS SELECT 1 AS x; SET search_path = 'a,b'")
    skyline.load(con)
    assert path(con) == "a,b,skyline.main"
    con.execute("CREATE TABLE u AS FROM t")
    assert con.execute("SELECT schema_name FROM duckdb_tables() WHERE table_name = 'u'").fetchone() == ("a",)
    assert works(con)


@pytest.mark.parametrize("use", ['"other db"', '"other db"."s.1"', "\"it's\""])
def test_after_use(use):
    con = skyline.connect()
    con.execute("""ATTACH ':memory:' AS "other db"; CREATE SCHEMA "other db"."s.1"; ATTACH ':memory:' AS "it's" """)
    con.execute(f"USE {use}")
    where = con.execute("SELECT current_database(), current_schema()").fetchone()
    with pytest.raises(duckdb.Error, match="skyline_check"):
        works(con)
    skyline.load(con)
    assert works(con)
    con.execute("CREATE TABLE here AS SELECT 1 AS x")
    assert con.execute("SELECT database_name, schema_name FROM duckdb_tables()").fetchall() == [where]


def test_a_cursor_is_a_connection():
    con = skyline.connect()
    cursor = con.cursor()
    with pytest.raises(duckdb.Error, match="skyline_check"):
        works(cursor)
    assert works(skyline.load(cursor))
    assert works(con)


def test_two_databases():
    one, two = skyline.connect(), skyline.connect()
    one.execute("CREATE TABLE t AS SELECT 1 AS x")
    assert works(one) and works(two)
    one.close()
    assert works(two)


def test_in_a_transaction():
    con = duckdb.connect(config=ALLOW)
    con.execute("BEGIN")
    assert works(skyline.load(con))
    con.execute("ROLLBACK")
    assert works(con)


def test_unsigned():
    con = duckdb.connect()
    with pytest.raises(skyline.LoadError, match=r"not signed.* skyline.connect\(\), or by duckdb.connect\(config=\{.allow_unsigned_extensions.: .true.\}\)$"):
        skyline.load(con)
    assert con.execute("SELECT 1").fetchall() == [(1,)]


def test_another_platform(tmp_path):
    own = tmp_path / "skyline.duckdb_extension"
    content = FILE.read_bytes()
    # The last 512 bytes say what it is; the first platform there is this one's.
    head, footer = content[:-512], content[-512:]
    (platform,) = duckdb.execute("PRAGMA platform").fetchone()
    assert platform.encode() in footer
    own.write_bytes(head + footer.replace(platform.encode(), b"elsewhere".ljust(len(platform), b"\0")))
    with pytest.raises(skyline.LoadError, match=f"is for another platform than this DuckDB's, {platform}; take the wheel"):
        skyline.load(duckdb.connect(config=ALLOW), own)


def test_no_wheel_for_it(monkeypatch, tmp_path):
    monkeypatch.setattr(skyline.extension, "PACKAGE", tmp_path / "a" / "b" / "skyline")
    with pytest.raises(skyline.LoadError, match="is not in this package; install a wheel of skyline-privacy for your platform"):
        skyline.load(duckdb.connect(config=ALLOW))


def test_too_old(monkeypatch):
    monkeypatch.setattr(duckdb, "__version__", "1.3.2")
    with pytest.raises(skyline.LoadError, match="DuckDB must be 1.4.0 or newer, and is 1.3.2; pip install --upgrade duckdb"):
        skyline.load(duckdb.connect(config=ALLOW))


def test_a_database_of_that_name(tmp_path):
    file = tmp_path / "skyline.db"
    with pytest.raises(skyline.LoadError, match="a database named skyline is attached.*ATTACH 'skyline.db' AS data"):
        skyline.connect(file)
    # It was closed: its file can be opened with other settings.
    with duckdb.connect(str(file), config={"threads": "1"}) as con:
        assert con.execute("SELECT count(*) FROM duckdb_functions() WHERE function_name = 'skyline_check'").fetchone() == (0,)


def test_not_an_extension(tmp_path):
    own = tmp_path / "skyline.duckdb_extension"
    own.write_bytes(bytes(1024))
    with pytest.raises(skyline.LoadError, match="was not loaded"):
        skyline.load(duckdb.connect(config=ALLOW), own)


def test_a_closed_connection():
    con = duckdb.connect(config=ALLOW)
    con.close()
    with pytest.raises(skyline.LoadError, match="(?i)closed"):
        skyline.load(con)


def test_errors_are_duckdbs_too():
    assert issubclass(skyline.LoadError, duckdb.Error)
