"""Settings of a session change no result: calls below under each of them, and the examples of all functions.

Each setting has a quarter of the examples, another one for each SKYLINE_SEED, any text; SKYLINE_SLOW=1 takes them all.
"""

from __future__ import annotations

import collections
import hashlib
import os

import duckdb
import pytest

import host

SETTINGS = [
    "SET integer_division = true",
    "SET default_order = 'DESC'",
    "SET default_null_order = 'NULLS_FIRST'",
    "SET default_null_order = 'NULLS_FIRST_ON_ASC_LAST_ON_DESC'",
    "SET default_collation = 'NOCASE'",
    "SET default_collation = 'NOACCENT'",
    "SET TimeZone = 'Asia/Kathmandu'",
    "SET old_implicit_casting = true",
    "SET order_by_non_integer_literal = true",
    "SET ieee_floating_point_ops = false",
    "SET preserve_identifier_case = false",
    "SET preserve_insertion_order = false",
    "SET scalar_subquery_error_on_multiple_rows = false",
    "SET nested_loop_join_threshold = 0",
    "SET merge_join_threshold = 0",
    "SET prefer_range_joins = true",
    "SET perfect_ht_threshold = 0",
    "SET lambda_syntax = 'DISABLE_SINGLE_ARROW'",
    "SET debug_force_external = true",
    "SET threads = 4",
    "PRAGMA disable_optimizer",
    "PRAGMA enable_verification",
    "PRAGMA verify_external",
]

# What the examples do not divide: shares of people, cells and rows.
CALLS = [
    "FROM release_check('people', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'k_anonymity': 1, 'max_share': 1}, original := 'people', other_columns := 'keep')",
    "FROM release_evidence('(SELECT age, zip, disease FROM people)', '(SELECT age, zip, disease FROM people)', qi := ['age', 'zip'], sensitive := 'disease')",
    "FROM privacy_measures('people', qi := ['age', 'zip'], sensitive := 'disease')",
    "FROM recipe_check('(SELECT * REPLACE (age + 1 AS age) FROM people)', 'recipe', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'max_share': 0.4}, other_columns := 'keep')",
    "FROM local_suppression('people', qi := ['age', 'zip'], privacy := {'k_anonymity': 2}, output := 'counts', other_columns := 'keep')",
    "SELECT certificate->'$.requirements' FROM release_certificate('people', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'k_anonymity': 1}, original := 'people', key := 'sixteen bytes 16', other_columns := 'keep')",
    "FROM column_profile('people')",
    "FROM quasi_identifier_profile('people', columns := ['age', 'zip', 'disease'])",
    "FROM release_utility('people', 'people', qi := ['age', 'zip'], sensitive := 'disease', groups := NULL, seed := 1)",
    "FROM attack_linkage('people', original := 'people', qi := ['age', 'zip'])",
]


def connection():
    con = host.connect()
    con.execute(
        "CREATE TABLE people AS SELECT i AS id, 20 + i % 7 * i % 5 AS age, 'z' || (i % 4) AS zip, ['Flu', 'Cold', 'flu', 'Cancer'][1 + i * i % 4] AS disease, i * 1000 AS income FROM range(40) AS t(i)"
    )
    con.execute("CREATE TABLE recipe AS FROM release_recipe('people', qi := ['age', 'zip'], sensitive := 'disease', privacy := {'k_anonymity': 4})")
    return con


def takes(setting: str, statement: str) -> bool:
    """Whether a statement is tried under a setting."""
    if "collation" in setting and "seed :=" in statement:
        return False  # what is drawn follows from hashes, which are those of equal texts
    if statement in CALLS or os.environ.get("SKYLINE_SLOW"):
        return True
    named = os.environ.get("SKYLINE_SEED", "") + setting + statement
    return hashlib.sha256(named.encode()).digest()[0] % 4 == 0


def answer(con, statement: str):
    """The names of the columns and the rows, in any order."""
    result = con.execute(statement)
    return [column[0].lower() for column in result.description], collections.Counter(map(repr, result.fetchall()))


@pytest.fixture(scope="module")
def expected():
    con = connection()
    examples = [example for (example,) in con.execute("SELECT example FROM skyline_functions()").fetchall()]
    answers = {statement: answer(con, statement) for statement in examples + CALLS}
    # What is drawn anew says nothing.
    same = {statement: a for statement, a in answers.items() if answer(con, statement) == a}
    con.close()
    assert len(same) > 55
    return same


@pytest.mark.parametrize("setting", SETTINGS)
def test_results_are_the_same(expected, setting: str):
    if "verification" in setting and not os.environ.get("SKYLINE_SLOW"):
        pytest.skip("each statement runs many times: SKYLINE_SLOW=1")
    con = connection()
    try:
        con.execute(setting)
    except duckdb.Error as e:
        con.close()
        pytest.skip(str(e))
    wrong = []
    for statement, want in expected.items():
        if not takes(setting, statement):
            continue
        try:
            got = answer(con, statement)
        except duckdb.Error as e:
            got = str(e)
        if got != want:
            wrong.append(f"{statement}\n{got}\nwant {want}")
    con.close()
    assert not wrong, "\n\n".join(wrong)
