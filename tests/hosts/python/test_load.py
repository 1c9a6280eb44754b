"""What LOAD does, and does not, to a database and a process."""

from __future__ import annotations

import os
import pathlib
import threading

import duckdb
import pytest

import child
import host
from test_files import footer_with

CALL = "SELECT count(*) FROM skyline.skyline_check('t', ['a'], 'b')"
TABLE = "CREATE TABLE t AS SELECT range % 3 AS a, range % 5 AS b FROM range(30)"
LEFT = "SELECT count(*) FROM duckdb_functions() WHERE function_name LIKE '%skyline%'"


def files(folder: pathlib.Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def test_version(con):
    """The version of the file is the version of the functions."""
    [(version,)] = con.execute("SELECT extension_version FROM duckdb_extensions() WHERE extension_name = 'skyline'").fetchall()
    assert con.execute("SELECT DISTINCT version FROM skyline_functions()").fetchall() == [(version,)]


def test_comments(con):
    rows = con.execute("SELECT comment FROM duckdb_functions() WHERE function_name = 'skyline_check' AND database_name = 'skyline'")
    assert "adversary" in rows.fetchall()[0][0]


def test_twice():
    con = host.plain()
    con.execute(TABLE)
    for _ in range(2):
        host.load(con)
        assert con.execute(CALL).fetchall() == [(5,)]


def test_other_connections(con):
    con.execute(TABLE)
    for _ in range(3):
        other = con.cursor()
        host.load(other)
        assert other.execute(CALL).fetchall() == [(5,)]
        other.close()


def test_connections_loading_at_once():
    con = host.plain()
    con.execute(TABLE)
    results = together(8, lambda _: (c := con.cursor(), host.load(c), c.execute(CALL).fetchall())[-1])
    assert results == [[(5,)]] * 8


def test_instances_loading_at_once():
    def instance(_):
        with host.plain() as con:
            con.execute(TABLE)
            host.load(con)
            return con.execute(CALL).fetchall()

    assert together(20, instance) == [[(5,)]] * 20


def test_instances_one_after_another():
    for _ in range(50):
        with host.plain() as con:
            con.execute(TABLE)
            host.load(con)
            assert con.execute(CALL).fetchall() == [(5,)]


def together(count: int, work) -> list:
    """Results of work(i) in as many threads; an exception in one is its result."""
    results = [None] * count
    start = threading.Barrier(count)

    def one(i: int) -> None:
        start.wait()
        try:
            results[i] = work(i)
        except Exception as e:
            results[i] = e

    threads = [threading.Thread(target=one, args=(i,)) for i in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return results


@pytest.mark.parametrize("end", ["COMMIT", "ROLLBACK"])
def test_inside_a_transaction(end: str):
    con = host.plain()
    con.execute(TABLE)
    con.execute("BEGIN")
    con.execute("INSERT INTO t VALUES (0, 100)")
    host.load(con)
    assert con.execute(CALL).fetchall() == [(6,)]
    con.execute(end)
    assert con.execute(CALL).fetchall() == [(6 if end == "COMMIT" else 5,)]


def test_inside_a_transaction_that_called_functions():
    """DuckDB's transactions see the functions there were when they first called one: not ours, until it ends."""
    con = host.plain()
    con.execute(TABLE)
    con.execute("BEGIN")
    con.execute("SELECT count(*) FROM t").fetchall()
    host.load(con)
    with pytest.raises(duckdb.CatalogException):
        con.execute(CALL)
    con.execute("ROLLBACK")
    assert con.execute(CALL).fetchall() == [(5,)]


def test_one_thread():
    con = host.plain(config={"threads": "1"})
    con.execute(TABLE)
    host.load(con)
    assert con.execute(CALL).fetchall() == [(5,)]


def test_locked_configuration():
    con = host.plain()
    con.execute("SET lock_configuration = true")
    con.execute(TABLE)
    host.load(con)
    assert con.execute(CALL).fetchall() == [(5,)]


def test_read_only_file(tmp_path: pathlib.Path):
    path = tmp_path / "a.db"
    with duckdb.connect(str(path)) as con:
        con.execute(TABLE)
    before = path.read_bytes()
    with host.plain(str(path), read_only=True) as con:
        host.load(con)
        assert con.execute(CALL).fetchall() == [(5,)]
    assert path.read_bytes() == before
    assert files(tmp_path) == ["a.db"]


def test_nothing_is_written_into_the_file(tmp_path: pathlib.Path):
    path = tmp_path / "a.db"
    with host.plain(str(path)) as con:
        con.execute(TABLE)
        con.execute("CHECKPOINT")
    before = path.read_bytes()
    with host.plain(str(path)) as con:
        host.load(con)
        con.execute(host.UNQUALIFIED)
        assert con.execute("SELECT count(*) FROM skyline_check('t', ['a'], 'b')").fetchall() == [(5,)]
        assert files(tmp_path) == ["a.db"]
    assert path.read_bytes() == before
    with duckdb.connect(str(path)) as con:
        assert con.execute(LEFT).fetchall() == [(0,)]


def test_nothing_stays_locked_or_open(tmp_path: pathlib.Path):
    path = tmp_path / "a.db"
    with host.plain(str(path)) as con:
        host.load(con)
        con.execute(TABLE)
        con.execute(CALL).fetchall()
    assert files(tmp_path) == ["a.db"]
    assert not [f for f in open_files() if str(tmp_path) in f]
    # Another process may write to it now, while this one goes on.
    child.run("duckdb.connect(sys.argv[1]).execute('INSERT INTO t VALUES (9, 9)')", path)
    with host.plain(str(path)) as con:
        assert con.execute("SELECT count(*) FROM t").fetchall() == [(31,)]


def open_files() -> list[str]:
    found = []
    for descriptor in os.listdir("/proc/self/fd"):
        try:
            found.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        except FileNotFoundError:
            pass  # the one that listed the folder
    return found


def test_a_view_in_a_file(tmp_path: pathlib.Path):
    """A view over a function can be stored, and is there again once the extension is."""
    path = tmp_path / "a.db"
    with host.connect(str(path)) as con:
        con.execute(TABLE)
        con.execute("CREATE VIEW v AS SELECT value, breach FROM skyline.skyline_check('t', ['a'], 'b')")
    with host.connect(str(path)) as con:
        assert len(con.execute("FROM v").fetchall()) == 5


def test_exported_database(tmp_path: pathlib.Path, con):
    con.execute(TABLE)
    con.execute(f"EXPORT DATABASE {host.quote(str(tmp_path / 'out'))}")
    assert "skyline" not in (tmp_path / "out" / "schema.sql").read_text()


ALWAYS = "CREATE OR REPLACE MACRO {}.release_check(tbl, qi := NULL) AS TABLE SELECT true AS holds"
REDEFINED = "SELECT redefined_in FROM {} WHERE len(redefined_in) > 0"


def test_the_catalog_is_read_only(con):
    """A definition that holds whatever is released cannot take the place of ours, on any connection."""
    for statement in [ALWAYS.format("skyline.main"), "DROP MACRO TABLE skyline.main.release_check", "CREATE TABLE skyline.main.u (a INTEGER)"]:
        with pytest.raises(duckdb.Error, match="read-only"):
            con.cursor().execute(statement)
    assert con.execute(REDEFINED.format("skyline_functions()")).fetchall() == []


def test_no_file_is_left(tmp_path: pathlib.Path):
    """The file of the catalog is gone as soon as it is attached; nor is it missed."""
    child.run(
        """
        con = host.connect()
        con.execute("CREATE TABLE t AS SELECT range % 3 AS a, range % 5 AS b FROM range(30)")
        assert not os.listdir(sys.argv[1]), os.listdir(sys.argv[1])
        con.execute("CHECKPOINT")
        assert len(con.cursor().execute("FROM skyline.skyline_check('t', ['a'], 'b')").fetchall()) == 5
        """,
        tmp_path,
        env={"TMPDIR": str(tmp_path)},
    )


def test_no_folder_for_the_file(tmp_path: pathlib.Path):
    """The catalog is in memory then, and what is redefined in it is told."""
    child.run(
        """
        con = host.connect()
        con.execute("CREATE OR REPLACE MACRO skyline.main.release_check(tbl, qi := NULL) AS TABLE SELECT true AS holds")
        found = con.execute("SELECT name, redefined_in FROM skyline_functions() WHERE len(redefined_in) > 0").fetchall()
        assert found == [("release_check", ["skyline.main"])], found
        """,
        env={"TMPDIR": str(tmp_path / "missing")},
    )


def test_another_catalog_of_the_name(con):
    """Whoever detaches the catalog can attach another by its name: told by a call that no macro is in the way of."""
    con.execute("DETACH skyline")
    con.execute("ATTACH ':memory:' AS skyline")
    con.execute(ALWAYS.format("skyline.main"))
    plan = "system.main.query(system.main.__skyline_plan('skyline_functions', '{}'))"
    assert con.execute(REDEFINED.format(plan)).fetchall() == [(["skyline.main"],)]


REFUSED = "a database named skyline is attached"


@pytest.mark.parametrize("name", ["skyline", "Skyline"])
def test_a_database_of_that_name(tmp_path: pathlib.Path, name: str):
    path = tmp_path / f"{name}.db"
    with host.plain(str(path)) as con:
        con.execute(TABLE)
        with pytest.raises(duckdb.Error, match=REFUSED):
            host.load(con)
        assert con.execute(LEFT).fetchall() == [(0,)]
    with host.plain() as con:
        con.execute(f"ATTACH {host.quote(str(path))}")
        con.execute("USE skyline")
        with pytest.raises(duckdb.Error, match=REFUSED):
            host.load(con)
        con.execute("USE memory")
        con.execute("DETACH skyline")
        con.execute(f"ATTACH {host.quote(str(path))} AS mine")
        host.load(con)
        assert con.execute(CALL.replace("'t'", "'mine.t'")).fetchall() == [(5,)]
    with duckdb.connect(str(path)) as con:
        assert con.execute(LEFT).fetchall() == [(0,)]


def test_a_database_in_memory_of_that_name():
    con = host.plain()
    con.execute("ATTACH ':memory:' AS skyline")
    with pytest.raises(duckdb.Error, match=REFUSED):
        host.load(con)
    assert con.execute("SELECT count(*) FROM duckdb_functions() WHERE database_name = 'skyline'").fetchall() == [(0,)]


def test_the_current_database_stays(con):
    other = host.plain()
    other.execute(TABLE)
    host.load(other)
    other.execute("CREATE TABLE u AS FROM t")
    assert other.execute("SELECT current_database(), current_schema()").fetchall() == [("memory", "main")]
    assert other.execute("SELECT DISTINCT database_name FROM duckdb_tables()").fetchall() == [("memory",)]
    # Nor do tables go there once the search path names it.
    con.execute(TABLE)
    assert con.execute("SELECT DISTINCT database_name FROM duckdb_tables()").fetchall() == [("memory",)]


def test_the_first_database_is_detached(tmp_path: pathlib.Path):
    con = host.plain()
    con.execute(f"ATTACH {host.quote(str(tmp_path / 'a.db'))} AS a")
    con.execute("USE a")
    con.execute("DETACH memory")
    con.execute(TABLE)
    host.load(con)
    assert con.execute(CALL).fetchall() == [(5,)]


def test_macros_of_the_user(tmp_path: pathlib.Path):
    """What a database has by the names that LOAD and its macros use is neither called nor replaced."""
    path = tmp_path / "a.db"
    with host.plain(str(path)) as con:
        con.execute(TABLE)
        con.execute("CREATE MACRO lower(x) AS 'skyline'")
        con.execute("CREATE MACRO error(x) AS NULL")
        con.execute("CREATE MACRO query(x) AS TABLE SELECT 42 AS a")
        con.execute("CREATE MACRO skyline_check(x) AS TABLE SELECT 42 AS mine")
        con.execute("CREATE MACRO duckdb_databases() AS TABLE SELECT 'skyline' AS database_name")
    before = path.read_bytes()
    with host.plain(str(path)) as con:
        host.load(con)
        assert con.execute(CALL).fetchall() == [(5,)]
        assert con.execute("FROM skyline_check(1)").fetchall() == [(42,)]
    assert path.read_bytes() == before


def test_old_implicit_casting(con):
    """DuckDB 1.4.0 takes an element of a list for one of its text then."""
    con.execute("SET old_implicit_casting = true")
    con.execute(TABLE)
    rows = con.execute("SELECT value, breach FROM skyline_check('t', ['a'], 'b')").fetchall()
    assert rows == [(value, 1 / 5) for value in range(5)]
    rows = con.execute("SELECT b, existence FROM presence_check('(SELECT *, b < 2 AS here, 0 AS g FROM t)', ['b'], 'here', 'g', output := 'people')").fetchall()
    assert [b for b, _ in rows] == list(range(5)) and [existence > 0 for _, existence in rows] == [True, True, False, False, False]


INSTALLED = """
    con = host.plain(config={"extension_directory": sys.argv[1]})
    con.execute("LOAD skyline")
    print(con.execute("SELECT extension_version FROM duckdb_extensions() WHERE extension_name = 'skyline'").fetchall()[0][0])
    assert con.execute("SELECT count(*) > 3 FROM skyline.skyline_functions()").fetchall() == [(True,)]
"""


def test_installed(tmp_path: pathlib.Path):
    """INSTALL takes the file as well; LOAD then goes by the name, in every process, and needs the file no more."""
    folder, file = tmp_path / "installed", tmp_path / "skyline.duckdb_extension"
    file.write_bytes(pathlib.Path(host.EXTENSION).read_bytes())
    con = host.plain(config={"extension_directory": str(folder)})
    with pytest.raises(duckdb.Error, match="not found"):
        con.execute("LOAD skyline")
    con.execute(f"INSTALL {host.quote(str(file))}")
    con.execute("LOAD skyline")
    con.execute(TABLE)
    assert con.execute(CALL).fetchall() == [(5,)]
    file.unlink()
    own = child.run(INSTALLED, folder)
    assert child.run(INSTALLED, folder) == own
    # Installed or not, it has no signature.
    with pytest.raises(duckdb.Error, match="signature"):
        duckdb.connect(config={"extension_directory": str(folder)}).execute("LOAD skyline")


def test_installed_anew(tmp_path: pathlib.Path):
    """A newer file of the same path takes the place of the old one by FORCE INSTALL, not by INSTALL."""
    folder, file = tmp_path / "installed", tmp_path / "skyline.duckdb_extension"
    content = pathlib.Path(host.EXTENSION).read_bytes()
    file.write_bytes(content)
    con = host.plain(config={"extension_directory": str(folder)})
    con.execute(f"INSTALL {host.quote(str(file))}")
    own = child.run(INSTALLED, folder)
    file.write_bytes(footer_with(content, version="v9.8.7"))
    con.execute(f"INSTALL {host.quote(str(file))}")
    assert child.run(INSTALLED, folder) == own
    con.execute(f"FORCE INSTALL {host.quote(str(file))}")
    assert child.run(INSTALLED, folder) == "v9.8.7\n"


def test_a_schema_of_that_name():
    """`skyline.skyline_check` is ambiguous then, to DuckDB; the whole name is not, and with the search path none is needed."""
    con = host.plain()
    con.execute(TABLE)
    con.execute("CREATE SCHEMA skyline")
    host.load(con)
    with pytest.raises(duckdb.BinderException, match="Ambiguous"):
        con.execute(CALL)
    assert con.execute("SELECT count(*) FROM duckdb_functions() WHERE database_name = 'memory'").fetchall() == [(0,)]
    assert con.execute(CALL.replace("skyline.skyline_check", "skyline.main.skyline_check")).fetchall() == [(5,)]
    con.execute(host.UNQUALIFIED)
    assert con.execute(CALL.replace("skyline.skyline_check", "skyline_check")).fetchall() == [(5,)]
