"""seed := 'once': a relation that is looked at several times shows one draw."""

from __future__ import annotations

import pytest

import child
import host

PEOPLE = "CREATE TABLE people AS SELECT range AS id, range % 10 AS age, range % 7 AS disease FROM range(1000)"

# What is drawn at random in each: values beside people, groups of people, values of cells, the order of rows.
CALLS = {
    "skyline_anonymize": "skyline_anonymize('people', ['age'], 'disease', {'k_anonymity': 50}, output := 'bucketized', seed := 'once', other_columns := 'keep')",
    "anatomize": "anatomize('people', ['id', 'age'], 'disease', diversity := 3, seed := 'once')",
    "gnf_table": "gnf_table('people', [{'lhs': ['age'], 'rhs': 'disease'}], 1, diversity := 3, seed := 'once', other_columns := 'keep')",
    "pdf_reconstruct": "pdf_reconstruct('(SELECT id, MAP {''a'': 0.5, ''b'': 0.5} AS cell FROM people)', ['cell'], seed := 'once')",
    "generalize": "generalize('people', '(FROM hierarchy_intervals(''people'', ''age'', widths := [5]))', {'age': 1}, seed := 'once', other_columns := 'keep')",
}


@pytest.fixture
def people(con):
    con.execute(PEOPLE)
    return con


@pytest.mark.parametrize("name", CALLS)
def test_relation(people, name: str):
    """Each look may run the relation again, in DuckDB 2 each does."""
    relation = people.sql("FROM " + CALLS[name])
    columns = relation.columns
    first = relation.fetchall()
    assert len(first) == 1000
    assert relation.fetchall() == first
    assert people.sql("FROM " + CALLS[name]).fetchall() == first
    # Looked at through another statement, which scans it by its name; its order is that statement's.
    assert sorted(people.sql("FROM relation").fetchall()) == sorted(first)
    # A part of it is of the same draw.
    half = [row[: len(columns) // 2] for row in first]
    assert sorted(relation.project(", ".join(columns[: len(columns) // 2])).fetchall()) == sorted(half)


@pytest.mark.parametrize("name", CALLS)
def test_view(people, name: str):
    people.execute("CREATE VIEW look AS FROM " + CALLS[name])
    first = people.execute("FROM look").fetchall()
    assert people.execute("FROM look").fetchall() == first
    assert people.sql("FROM look").fetchall() == first
    assert people.execute("SELECT count(*) FROM (FROM look EXCEPT ALL FROM look)").fetchall() == [(0,)]


@pytest.mark.parametrize("name", CALLS)
def test_another_connection(people, name: str):
    with people.cursor() as other:
        other.execute(host.UNQUALIFIED)
        assert other.execute("FROM " + CALLS[name]).fetchall() == people.execute("FROM " + CALLS[name]).fetchall()


@pytest.mark.parametrize("name", CALLS)
def test_another_database(people, name: str):
    """The secret is the process's, not the database's."""
    with host.connect() as other:
        other.execute(PEOPLE)
        assert other.execute("FROM " + CALLS[name]).fetchall() == people.execute("FROM " + CALLS[name]).fetchall()


@pytest.mark.parametrize("name", CALLS)
def test_another_row(people, name: str):
    """The others are drawn anew: equal by chance with a probability below 2^-900, of 999 coins or a random order."""
    first = people.execute("FROM " + CALLS[name]).fetchall()
    people.execute("UPDATE people SET id = -1 WHERE id = 500")
    second = people.execute("FROM " + CALLS[name]).fetchall()
    assert len(second) == len(first) == 1000
    assert [row for row in first if row[0] != 500] != [row for row in second if row[0] != -1]


@pytest.mark.parametrize("name", CALLS)
def test_another_process(people, name: str):
    """Equal by chance with a probability below 2^-900."""
    program = f"con = host.connect()\ncon.execute({PEOPLE!r})\nprint(con.execute({'FROM ' + CALLS[name]!r}).fetchall())"
    own = str(people.execute("FROM " + CALLS[name]).fetchall()) + "\n"
    others = {child.run(program), child.run(program)}
    assert len(others | {own}) == 3
