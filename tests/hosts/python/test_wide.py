"""How planning grows with the columns of a table, for every function whose example has tables written out; and with
those in qi, for functions whose plans are made for hundreds of them.

What is compared is processor time of one and the same statement on tables of few and of many columns, so that how fast
the machine is does not matter; that of the thread that plans, as others of the process may still be busy with what an
earlier test has left. Statements are prepared: EXPLAIN would draw the plan, which takes DuckDB 2 longer than to
make it.
"""

from __future__ import annotations

import itertools
import re
import time

import duckdb
import pytest

import host

FEW, MANY, HUNDREDS = 25, 100, 800
MOST_SUPPRESSED = 64  # columns that local_suppression takes
# Linear growth makes it 4 at the most, a plan that DuckDB handles in cubic time 64.
MOST = 10
# Seconds that are not worth a comparison.
LITTLE = 0.2

# A table written out in an example, and its names.
VALUES = re.compile(r"'\((VALUES (?:[^']|'')*?)\) (\w+\([^()']*\))'")


def seconds(con, statement: str, times: int = 3) -> float:
    """The least processor time that preparing takes."""
    least = float("inf")
    for _ in range(times):
        before = time.thread_time()
        con.execute("PREPARE wide AS " + statement)
        least = min(least, time.thread_time() - before)
        con.execute("DEALLOCATE wide")
    return least


def widened(example: str, columns: int) -> str:
    """An example on tables that have further columns."""
    return VALUES.sub(rf"'(SELECT * FROM (\1) \2 CROSS JOIN further_{columns})'", example)


@pytest.fixture(scope="module")
def wide():
    connection = host.connect()
    connection.execute("SET threads = 1")
    for columns in FEW, MOST_SUPPRESSED, MANY, HUNDREDS:
        further = ", ".join(f"i * {k + 3} % {3 + k % 5} AS further_{k}" for k in range(columns))
        connection.execute(f"CREATE TABLE further_{columns} AS SELECT {further} FROM range(20) AS t(i)")
    # A plan of a recipe without rows would be shorter.
    connection.execute(f"""
        CREATE TABLE further_recipe AS
        SELECT 'further_' || k AS attribute, 1 AS group_id, NULL::BIGINT AS level, 'range' AS covers, NULL::VARCHAR AS value, '0' AS low, '8' AS high, '[0, 8]' AS label, 'BIGINT' AS type
        FROM range({HUNDREDS}) AS r(k)
    """)
    yield connection
    connection.close()


@pytest.mark.skipif(duckdb.__version__ == "2.0.0", reason="it takes cubic time for one of the plans, where 2.0.1 does not")
def test_planning_grows_with_columns(wide):
    examples = wide.execute("SELECT name, example FROM skyline_functions()").fetchall()
    looked_at, wrong = 0, []
    for name, example in examples:
        if not VALUES.search(example):
            continue
        looked_at += 1
        many = seconds(wide, widened(example, MANY))
        few = seconds(wide, widened(example, FEW))
        if many > LITTLE and many > MOST * few:
            wrong.append(f"{name}: {many:.2f} s for {MANY} columns, {few:.2f} s for {FEW}")
    assert looked_at > 45
    assert not wrong


IN_QI = {
    "skyline_anonymize": "skyline_anonymize('{table}', qi := {qi}, privacy := {{'k_anonymity': 2}})",
    "local_suppression": "local_suppression('{table}', qi := {qi}, privacy := {{'k_anonymity': 2}})",
    "its groups": "skyline_anonymize('{table}', qi := {qi}, privacy := {{'k_anonymity': 2}}, output := 'groups')",
    "skyline_check": "skyline_check('(SELECT *, 1 AS s FROM {table})', qi := {qi}, sensitive := 's')",
    "release_recipe": "release_recipe('{table}', qi := {qi}, privacy := {{'k_anonymity': 2}})",
    "recipe_apply": "recipe_apply('{table}', 'further_recipe', qi := {qi}, on_violation := 'allow')",
    "mondrian_cuts": "mondrian_cuts('{table}', qi := {qi}, parts := 4)",
    "privacy_measures": "privacy_measures('(SELECT *, 1 AS s FROM {table})', qi := {qi}, sensitive := 's')",
}


@pytest.mark.parametrize("name", IN_QI)
def test_planning_grows_with_qi(wide, name):
    took = {}
    # local_suppression takes 64 columns, and privacy_measures grows faster beyond a hundred: for 800 it takes 3 s.
    sizes = {"local_suppression": (FEW, MOST_SUPPRESSED), "privacy_measures": (FEW, MANY)}.get(name, (FEW, MANY, HUNDREDS))
    for columns in sizes:
        qi = [f"further_{k}" for k in range(columns)]
        took[columns] = seconds(wide, "FROM " + IN_QI[name].format(table=f"further_{columns}", qi=qi), times=1 if columns == HUNDREDS else 3)
    # Twice what linear growth makes: a plan with a join for each column took eleven times as long and more.
    for few, many in itertools.pairwise(sizes):
        assert took[many] < LITTLE or took[many] < 2 * many / few * took[few], took
