"""Beside another extension that is written in Go: two Go runtimes in one process, whichever comes first.

tests/hosts/neighbour is the other. Its function returns the next number; meanwhile it starts goroutines, makes garbage,
reads what nil points to and recovers, and is in a loop that only a signal can stop.
"""

from __future__ import annotations

import os
import signal

import pytest

import child

# A collection of garbage whenever there is a little, in both.
BUSY = {"GOGC": "1"}
PRELUDE = """
        con = host.plain()
        for file in sys.argv[1:]:
            host.load(con, file)
        con.execute(host.UNQUALIFIED)

        def ask(con, times):
            for _ in range(times):
                assert con.execute("SELECT sum(neighbour(range) - range) FROM range(20000)").fetchall() == [(20000,)]
                sql = "SELECT max(breach) FROM skyline_check('(SELECT neighbour(range) % 2 AS g, range // 2 AS v FROM range(100))', ['g'], 'v')"
                assert con.execute(sql).fetchall() == [(1 / 50,)]
"""


def test_threads(both):
    """Both at once, in threads that come and go."""
    program = PRELUDE + """
        def work():
            other = con.cursor()
            other.execute(host.UNQUALIFIED)
            ask(other, 3)
            done.append(other)

        done = []
        for _ in range(2):
            threads = [threading.Thread(target=work) for _ in range(6)]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
        print(len(done))
    """
    assert child.run(program, *both, env=BUSY) == "12\n"


def test_interrupt(both):
    program = PRELUDE + """
        for sql in ["SELECT sum(neighbour(range)) FROM range(100000000000)",
                    "FROM skyline_check('(SELECT neighbour(range) % 7 AS g, range % 3 AS v FROM range(10000000000))', ['g'], 'v')"]:
            try:
                with host.interrupting(con):
                    con.execute(sql).fetchall()
            except duckdb.InterruptException:
                print("interrupted")
            ask(con, 1)
    """
    assert child.run(program, *both, env=BUSY) == "interrupted\n" * 2


def test_keyboard_interrupt(both):
    """Ctrl-C reaches Python."""
    program = PRELUDE + """
        ask(con, 1)
        try:
            print("ready", flush=True)
            time.sleep(3600)
        except KeyboardInterrupt:
            ask(con, 1)
            print("interrupted")
    """
    process = child.start(program, *both)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    assert child.finish(process) == (0, "interrupted\n", "")


@pytest.mark.parametrize("end", ["con.close()", "sys.exit(0)", "global kept; kept = con"])
def test_exit_status(both, end: str):
    program = PRELUDE + f"""
        ask(con, 1)
        {end}
    """
    for _ in range(3):
        assert child.run(program, *both) == ""


@pytest.mark.skipif(not os.environ.get("SKYLINE_PROVOKE"), reason="the extension has no functions that panic")
def test_provoke(both):
    """A bad read in either is that one's panic, and goes no further."""
    program = PRELUDE + """
        for kind in ["nil", "memory", "index"] * 20:
            try:
                con.execute(f"SELECT __skyline_provoke('{kind}' || left('x', (range - range)::INT)) FROM range(10000)").fetchall()
            except duckdb.Error as e:
                assert "__skyline_provoke: internal error" in str(e), e
            ask(con, 1)
        print("done")
    """
    assert child.run(program, *both, env=BUSY) == "done\n"
