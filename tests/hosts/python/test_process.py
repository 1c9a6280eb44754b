"""How a process that has loaded the extension ends, and what it leaves behind."""

from __future__ import annotations

import multiprocessing
import os
import pathlib
import re
import signal
import textwrap
import threading
import time

import duckdb
import pytest

import child
import host
import scripts
from test_queries import LONG

QUERY = "con.execute(\"FROM skyline_check('(SELECT range % 7 AS g, range % 3 AS v FROM range(1000))', ['g'], 'v')\").fetchall()\n"

# The handler that the page on loading gives, as it stands there.
PAGE = (scripts.REPOSITORY / "ext" / "README.md").read_text(encoding="utf-8")
HANDLER = textwrap.dedent(re.search(r"```python\n( *def stop.*?)```", PAGE, re.DOTALL).group(1))


@pytest.mark.parametrize("end", ["con.close()", "pass", "sys.exit(0)", "del con", "global kept; kept = con"])
def test_exit_status(end: str):
    for _ in range(5):
        assert child.run("con = host.connect()\n" + QUERY + end) == ""


def test_exit_status_of_a_failure():
    process = child.start("con = host.connect()\n" + QUERY + "con.execute('nothing')")
    status, _, errors = child.finish(process)
    assert status == 1
    assert "Parser Error" in errors


def test_exit_with_a_file(tmp_path: pathlib.Path):
    """Left open, a database's file is as DuckDB leaves it: whole, with or without a WAL."""
    path = tmp_path / "a.db"
    child.run("con = host.connect(sys.argv[1])\ncon.execute('CREATE TABLE t AS SELECT 42 AS a')\n" + QUERY, path)
    assert child.run("print(duckdb.connect(sys.argv[1]).execute('FROM t').fetchall())", path) == "[(42,)]\n"


def test_exit_after_an_interrupt():
    """A kernel that nobody waits for any more does not hold up the end."""
    program = f"""
        con = host.connect()
        try:
            with host.interrupting(con):
                con.execute({LONG["skyline_find"]!r})
        except duckdb.InterruptException:
            print("interrupted")
    """
    assert child.run(program) == "interrupted\n"


def test_keyboard_interrupt():
    """Ctrl-C reaches Python: Go's runtime leaves the host's handlers alone."""
    program = "con = host.connect()\n" + QUERY + """
try:
    print("ready", flush=True)
    time.sleep(3600)
except KeyboardInterrupt:
    print("interrupted")
"""
    process = child.start(program)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    assert child.finish(process) == (0, "interrupted\n", "")


# Interrupts a query that computes for minutes, by SIGINT after three seconds, and prints the processor time from then
# until the connection is closed: what is left of the query is in it, however busy the machine is.
INTERRUPTED = """
con.execute("CREATE TABLE t AS SELECT i % 4000 AS g, 'v' || hash(i) % 200000 AS s FROM range(1000000) AS x(i)")
def interrupt():
    global begun
    time.sleep(3)
    begun = time.process_time()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    con.execute("FROM skyline_find('t', qi := ['g'], sensitive := 's', c := 0.5)").fetchall()
except (KeyboardInterrupt, RuntimeError):
    con.close()
    print(time.process_time() - begun)
"""


@pytest.mark.skipif(duckdb.__version__.startswith("1.5."), reason="DuckDB 1.5 may go on, and closing waits for it")
def test_ctrl_c():
    """Ctrl-C ends a query that waits for a kernel, although DuckDB looks for signals only after many such waits.

    With several threads DuckDB may go on with any query after it, and needs the handler of the next test.
    """
    assert float(child.run("con = host.connect()\ncon.execute('SET threads = 1')\n" + INTERRUPTED)) < 10


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_ctrl_c_with_a_handler(threads: int):
    """The handler of ext/README.md ends a query and all its threads."""
    program = f"con = host.connect()\ncon.execute('SET threads = {threads}')\n" + HANDLER + INTERRUPTED
    assert float(child.run(program)) < 10


@pytest.mark.parametrize("query", ["skyline_find", "groups"])
def test_kill(tmp_path: pathlib.Path, query: str):
    """Killed in the middle of a query, a process loses nothing that was committed."""
    path = tmp_path / "a.db"
    program = f"""
        con = host.connect(sys.argv[1])
        con.execute("CREATE TABLE t AS SELECT range AS a FROM range(100000)")
        con.execute("BEGIN")
        con.execute("INSERT INTO t VALUES (-1)")
        print("ready", flush=True)
        con.execute({LONG[query]!r}).fetchall()
    """
    process = child.start(program, path)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    assert process.poll() is None
    process.kill()
    assert child.finish(process)[0] == -signal.SIGKILL
    with host.connect(str(path)) as con:
        assert con.execute("SELECT count(*), min(a), max(a) FROM t").fetchall() == [(100000, 0, 99999)]


def test_fork():
    """Go does not survive a fork: the child is told so, where it would wait for ever."""
    program = """
        import warnings
        warnings.simplefilter("ignore")  # Python's own, of forking with threads
        con = host.connect()
        con.execute("SET threads = 1")
        sys.stdout.flush()
        if os.fork() == 0:
            signal.alarm(1200)
            steps = [(host.plain, "SELECT 42"), (host.connect, "SELECT 42")]
            steps += [(lambda: con, f"SELECT {call} FROM range(9)") for call in ("__skyline_histogram(1, 'x', 1)", "__skyline_gather(1, 'f', ['x'], 1)")]
            for connection, statement in steps:
                try:
                    print(connection().execute(statement).fetchall())
                except duckdb.Error as e:
                    print(str(e).partition("skyline: ")[2][:30])
            sys.stdout.flush()
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.wait()[1]))
        """ + QUERY.strip() + "\n"
    assert child.run(program) == "[(42,)]\n" + 3 * "this process was forked from o\n" + "0\n"


def check_in_another_process(_) -> float:
    with host.connect() as con:
        [(breach,)] = con.execute("SELECT max(breach) FROM skyline_check('(SELECT 1 AS g, unnest([1, 1, 2]) AS v)', ['g'], 'v')").fetchall()
        return breach


def test_processes_started_afresh(con):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(check_in_another_process, range(4)) == [2 / 3] * 4


def test_unloaded_host_forks():
    """Loading only in forked children is fine."""
    program = """
        import warnings
        warnings.simplefilter("ignore")
        if os.fork() == 0:
            signal.alarm(1200)
            con = host.connect()
            print(con.execute("SELECT count(*) > 0 FROM skyline_functions()").fetchall(), flush=True)
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.wait()[1]))
    """
    assert child.run(program) == "[(True,)]\n0\n"


def test_two_copies_of_duckdb(tmp_path: pathlib.Path):
    """Both get the same loaded file: the second is refused, and gets its functions from a copy of the file."""
    program = """
        import ctypes, shutil
        import _duckdb
        con = host.connect()
        library = ctypes.CDLL(shutil.copy(_duckdb.__file__, sys.argv[1]), mode=os.RTLD_LOCAL | os.RTLD_DEEPBIND)
        library.duckdb_result_error.restype = ctypes.c_char_p
        config, database, connection = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        library.duckdb_create_config(ctypes.byref(config))
        library.duckdb_set_config(config, b"allow_unsigned_extensions", b"true")
        assert library.duckdb_open_ext(None, ctypes.byref(database), config, None) == 0
        assert library.duckdb_connect(database, ctypes.byref(connection)) == 0
        result = (ctypes.c_uint64 * 6)()

        def query(sql):
            failed = library.duckdb_query(connection, sql.encode(), result)
            return (library.duckdb_result_error(result) or b"").decode() if failed else "ok"

        assert "two copies of DuckDB" in query("LOAD " + host.quote(host.EXTENSION))
        assert "does not exist" in query("FROM skyline.skyline_functions()")
        assert query("LOAD " + host.quote(shutil.copy(host.EXTENSION, sys.argv[2]))) == "ok"
        assert query("FROM skyline.skyline_functions()") == "ok"
        print(con.execute("SELECT count(*) > 3 FROM skyline_functions()").fetchall())
    """
    (tmp_path / "copy").mkdir()
    assert child.run(program, tmp_path / "copy.so", tmp_path / "copy" / "skyline.duckdb_extension") == "[(True,)]\n"


def test_thread_that_ends(con):
    """Threads of the host come and go; Go has called on each of them."""
    for _ in range(200):
        t = threading.Thread(target=lambda: con.cursor().execute("FROM skyline.skyline_functions()").fetchall())
        t.start()
        t.join()
    assert len(os.listdir("/proc/self/task")) < 100
