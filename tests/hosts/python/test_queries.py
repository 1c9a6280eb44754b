"""Queries that are interrupted, that fail, that run at once, and that run often."""

from __future__ import annotations

import gc
import os
import threading
import time

import duckdb
import pytest

import host

CHECK = "SELECT value, breach FROM skyline_check('patients', ['age'], 'disease')"
EXPECTED = [("AIDS", 1 / 3), ("Flu", 2 / 3)]

# Each would run for long, in another part: the kernels, whose work DuckDB cannot interrupt; a scan; an aggregation.
LONG = {
    "skyline_find": "FROM skyline_find('(VALUES (1, ''s'', 1), (1, ''a'', 999999999)) t(g, v, n)', ['g'], 'v',"
    " value := 's', weight := 'n', max_points := 1000000000000)",
    "skyline_check": "FROM skyline_check('(SELECT i // 50 AS g, i % 50 AS v, 100000 + i % 1000 AS n FROM range(50000) r(i))', ['g'], 'v',"
    " weight := 'n', skyline := '(SELECT NULL AS value, l, k, m, 1.0 AS c FROM range(4) a(l), range(100) b(k), range(40) c(m))')",
    "scan": "FROM skyline_check('(SELECT i % 7 AS g, i % 3 AS v FROM range(10000000000) r(i))', ['g'], 'v')",
    "groups": "FROM skyline_check('(SELECT i // 3 AS g, i % 3 AS v FROM range(100000000) r(i))', ['g'], 'v')",
}


# What follows an interrupt may take this much processor time: many times what it does, and little beside what the queries
# would take. A busy machine takes longer for it, and does not do more.
WORK_SECONDS = 20


@pytest.mark.parametrize("name", LONG)
def test_interrupt(patients, name: str):
    before = time.process_time()
    with host.interrupting(patients), pytest.raises(duckdb.InterruptException):
        patients.execute(LONG[name]).fetchall()
    assert time.process_time() - before < WORK_SECONDS
    assert patients.execute(CHECK).fetchall() == EXPECTED


def test_failing_queries(patients):
    """A thousand failing queries leave nothing behind."""
    failing = [
        "FROM skyline_check('patients', ['age'], 'nothing')",
        "FROM skyline_check('nothing', ['age'], 'disease')",
        "FROM skyline_check('patients', ['age'], 'disease', l := -1)",
        "FROM skyline_check('patients', ['age'], 'disease', skyline := 'patients')",
        "FROM skyline_find('patients', ['age'], 'disease', c := 7)",
        "FROM skyline_check('(SELECT 1 AS age, error(''x'' || range) AS disease FROM range(9))', ['age'], 'disease')",
    ]

    def fail(times: int) -> None:
        for i in range(times):
            with pytest.raises(duckdb.Error):
                patients.execute(failing[i % len(failing)]).fetchall()

    fail(100)
    descriptors, threads = len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))
    fail(1000)
    assert len(os.listdir("/proc/self/fd")) <= descriptors
    assert len(os.listdir("/proc/self/task")) <= threads + 4  # Go starts a thread now and then
    assert patients.execute(CHECK).fetchall() == EXPECTED


def test_eight_connections_at_once(patients):
    """Each asks a question of its own, thirty times."""
    wrong = []

    def ask(people: int) -> None:
        try:
            with patients.cursor() as con:
                con.execute(host.UNQUALIFIED)
                con.execute(f"CREATE TEMP TABLE mine AS SELECT 1 AS g, if(range < {people}, 'a', 'b') AS v FROM range(10)")
                for _ in range(30):
                    rows = con.execute("SELECT value, breach FROM skyline_check('mine', ['g'], 'v')").fetchall()
                    if rows != [("a", people / 10), ("b", (10 - people) / 10)]:
                        wrong.append((people, rows))
        except Exception as e:
            wrong.append((people, e))

    threads = [threading.Thread(target=ask, args=(people,)) for people in range(1, 9)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert wrong == []


def resident() -> int:
    """Bytes of memory that the process has now."""
    gc.collect()
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# What a thousand runs may add. What one call passes through the aggregates and the kernel has some hundred kilobytes:
# were a third of it kept, that would be over the bound. DuckDB itself adds some ten kilobytes a call, for a few thousand
# calls (blocks that its buffer pool remembers until it looks through them): a plain ORDER BY does so too.
MEMORY_SLACK = 96 << 20


def test_memory(patients):
    """What a thousand runs take is given back."""
    patients.execute("CREATE TABLE t AS SELECT range % 500 AS g, range % 3 AS h, 'value ' || range % 97 AS v FROM range(6000)")

    def often(times: int) -> None:
        for _ in range(times):
            patients.execute("FROM skyline_check('t', ['g', 'h'], 'v', l := 1, k := 2, m := 1)").fetchall()

    often(300)
    before = resident()
    often(1000)
    assert resident() - before < MEMORY_SLACK
