"""Random calls of all functions on odd tables, see calls.py.

The first calls are always the same; SKYLINE_SEED, any text, chooses as many others.
"""

from __future__ import annotations

import json
import os

import duckdb
import pytest

import calls
import child
import host

NUMBER = 250


def run(seed: str, first: int, number: int) -> list[str]:
    """What is wrong with these calls, in a process of its own: some could end it."""
    status, output, errors = child.finish(child.start("import calls\ncalls.run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))", seed, first, number))
    lines = [json.loads(line) for line in output.splitlines()]
    statements = {line["call"]: line["statement"] for line in lines if "statement" in line}
    found = [f"{line['wrong']}: {line['message']}\n{statements[line['call']]}\nagain by: calls.py {seed!r} {line['call']} 1" for line in lines if "wrong" in line]
    if status != 0:
        found.append(f"ended by {status}: {errors}\n{lines[-1] if lines else ''}")
    elif len(statements) != number:
        found.append(f"{len(statements)} calls of {number}: {errors}")
    return found


def test_first_calls():
    assert run("first", 0, NUMBER) == []


@pytest.mark.skipif(not os.environ.get("SKYLINE_SEED"), reason="SKYLINE_SEED is not set")
def test_share():
    assert run("share " + os.environ["SKYLINE_SEED"], 0, NUMBER) == []


def test_calls_reach_tables():
    """A share of the calls returns something, of most functions: a fuzz that is refused at once finds nothing."""
    con = host.connect()
    made = calls.Calls(con)
    answered = 0
    for i in range(80):
        _, statement = made.call(f"reach {i}")
        try:
            con.execute("CREATE OR REPLACE TEMP TABLE answer AS " + statement)
            answered += 1
        except duckdb.Error:
            continue
    con.close()
    assert answered > 8


@pytest.mark.parametrize(
    ("message", "what"),
    [
        ("Invalid Input Error: some_function: qi must not be NULL", None),
        ("Invalid Input Error: some_function: got sekret 1", "shows a value"),
        ("Conversion Error: Could not convert string '91827' to INT128", "shows a value"),
        ("Conversion Error: Could not convert string 'F' to INT128", "does not name the function"),
        ("Binder Error: some_function_2: x", "does not name the function"),
        ('Binder Error: Referenced table "__skyline_types" not found', "shows its plan"),
        ("INTERNAL Error: some_function: Attempted to access index 1", "shows its plan"),
        ("Invalid Input Error: some_function: bad\n\nLINE 1: FROM some_function('sekret')\n             ^", None),
        ("Catalog Error: Table with name no such thing does not exist!\nDid you mean", None),
    ],
)
def test_wrong(message: str, what: str | None):
    assert calls.wrong("some_function", message) == what
