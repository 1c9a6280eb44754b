"""The loop: the engine counts cells, Skyline decides, the engine applies the map and counts what it released."""

from __future__ import annotations

import dataclasses
import re

import pytest

from cases import CASES, Case, ident, names, text
from engine import columns


@dataclasses.dataclass
class Prepared:
    """A table in both: `people` and its cells `cells` here; there it is called `table`."""

    case: Case
    table: str
    # What was decided, by whether it is by levels: what the map is called there.
    decided: dict[bool, str] = dataclasses.field(default_factory=dict)


def struct(members: dict) -> str:
    return "MAP {" + ", ".join(f"{text(k)}: {v}" for k, v in members.items()) + "}"


def types(con, *others: str) -> str:
    """The types of columns, as an argument."""
    kinds = dict(columns(con, "people"))
    return struct({c: text(kinds[c]) for c in others})


def listed(columns) -> str:
    return ", ".join(map(ident, columns))


def assert_same(con, left: str, right: str, of: list[str]) -> None:
    """Both have the same rows, and each as often, by DuckDB's equality, which is Skyline's for these types."""
    for one, other in ((left, right), (right, left)):
        rows = con.execute(f"SELECT count(*) FROM (SELECT {listed(of)} FROM {one} EXCEPT ALL SELECT {listed(of)} FROM {other})").fetchall()[0][0]
        assert rows == 0, f"{rows} rows of {one} are not in {other}"


def called(con, function: str, table: str, *arguments: str) -> list[tuple]:
    """What a function answers, NaN and all, in one order."""
    return con.execute(f"SELECT CAST(COLUMNS(*) AS VARCHAR) FROM {function}({', '.join([text(table), *arguments])}) ORDER BY ALL").fetchall()


@pytest.fixture(scope="module", params=CASES, ids=[c.name for c in CASES])
def prepared(request, con, there) -> Prepared:
    case = request.param
    con.execute(f"CREATE OR REPLACE TABLE people AS {case.sql(there)}")
    table = there.load(con, "people", "people", there.special)
    statements = con.execute(
        f"SELECT step, sql FROM cells_sql({text(table)}, qi := {names(case.qi)}, sensitive := {text(case.sensitive)},"
        f" types := {types(con, *case.qi, case.sensitive)}, dialect := {text(there.dialect)})"
    ).fetchall()
    assert [step for step, _ in statements] == ["cells"]
    there.fetch(con, statements[0][1], "cells")
    return Prepared(case, table)


def decide(con, there, prepared: Prepared, levels: bool) -> str:
    """Makes `map` of the cells alone, and the map there, and of the rows the release `applied`; returns what the map is called there."""
    case = prepared.case
    recipe, map_here, applied = (f"{table}_{'levels' if levels else 'groups'}" for table in ("recipe", "map", "applied"))
    if levels not in prepared.decided:
        common = f"qi := {names(case.qi)}, sensitive := {text(case.sensitive)}, privacy := {case.privacy}"
        if levels:
            case.hierarchies(con)
            made_of = f"qi := {names(case.qi)}, hierarchies := 'hierarchies', levels := {struct(case.levels)}"
        else:
            made_of = f"{common}, weight := 'people'"
        # Groups of a full-domain recipe that are too small are left out: then map and counts have such combinations too.
        violation = f"on_violation := {text('suppress' if levels else 'error')}"
        con.execute(f"CREATE OR REPLACE TABLE {recipe} AS FROM release_recipe('cells', {made_of})")
        con.execute(f"CREATE OR REPLACE TABLE {map_here} AS FROM recipe_map('cells', '{recipe}', {common}, weight := 'people', {violation})")
        con.execute(f"CREATE OR REPLACE TABLE {applied} AS FROM recipe_apply('people', '{recipe}', {common}, other_columns := 'keep', {violation})")
        prepared.decided[levels] = there.load(con, map_here, map_here)
    con.execute(f"CREATE OR REPLACE VIEW map AS FROM {map_here}; CREATE OR REPLACE VIEW applied AS FROM {applied}")
    return prepared.decided[levels]


def statements(con, there, prepared: Prepared, known: str, form: str) -> dict[str, str]:
    case = prepared.case
    release = there.named("released")
    result = con.execute(
        f"SELECT step, sql FROM recipe_sql({text(prepared.table)}, 'map', qi := {names(case.qi)}, sensitive := {text(case.sensitive)}, columns := {names(case.others)},"
        f" map_there := {text(known)}, release := {text(release)}, types := {types(con, case.sensitive, *case.others)}, dialect := {text(there.dialect)}, form := {text(form)})"
    ).fetchall()
    assert [step for step, _ in result] == ["release", "count", "cells"]
    return dict(result)


def make_release(con, there, sql: str) -> None:
    """Makes the release there, and `released` of it here, in its order."""
    release = there.named("released")
    there.execute(f"DROP TABLE IF EXISTS {release}")
    there.execute(sql)
    there.fetch(con, f"SELECT * FROM {release}", "released")


def test_cells_are_those_of_duckdb(con, prepared):
    case = prepared.case
    by = [*case.qi, case.sensitive]
    con.execute(f"CREATE OR REPLACE TABLE own_cells AS SELECT {listed(by)}, count(*) AS people FROM people GROUP BY ALL")
    assert_same(con, "cells", "own_cells", [*by, "people"])
    here, back = columns(con, "own_cells"), columns(con, "cells")
    assert [(name.lower(), kind) for name, kind in here[:-1]] == [(name.lower(), kind) for name, kind in back[:-1]]


def test_checks_of_cells_are_those_of_rows(con, prepared):
    case = prepared.case
    common = [f"qi := {names(case.qi)}", f"sensitive := {text(case.sensitive)}"]
    for function, more in (
        ("privacy_measures", []),
        ("release_check", [f"privacy := {case.privacy}", "other_columns := 'keep'"]),
        ("skyline_check", [f"skyline := {case.skyline}"]),
    ):
        of_rows = called(con, function, "people", *common, *more)
        assert called(con, function, "cells", *common, *more, "weight := 'people'") == of_rows
        assert of_rows


FORMS = [
    (case, form, form == "levels")
    for case in CASES
    for form in ("map", "values", "levels")
    # Statements with thousands of combinations in them are long: no engine is meant to read them.
    if form in case.forms
]


@pytest.mark.parametrize("prepared, form, levels", FORMS, indirect=["prepared"], ids=[f"{c.name}-{f}" for c, f, _ in FORMS])
def test_release_is_that_of_recipe_apply(con, there, prepared, form, levels):
    case = prepared.case
    known = decide(con, there, prepared, levels)
    steps = statements(con, there, prepared, known, form)
    make_release(con, there, steps["release"])
    shown = [*case.qi, case.sensitive, *case.others, "group_id"]
    assert con.execute("SELECT count(*) > 0 FROM applied").fetchone()[0]
    assert_same(con, "released", "applied", shown)

    there.fetch(con, steps["count"], "counts")
    rows, released, left_out, new, changed, ok = con.execute("SELECT rows, released, left_out, new, changed, ok FROM counts").fetchone()
    assert ok and new == 0 and changed == 0 and rows == released + left_out
    assert (rows, released) == con.execute("SELECT (SELECT count(*) FROM people), (SELECT count(*) FROM applied)").fetchone()

    # What is published is proved on cells that were counted there.
    there.fetch(con, steps["cells"], "released_cells")
    qi = [*case.qi, "group_id"]
    counted = [*qi, case.sensitive, *case.others]
    con.execute(f"CREATE OR REPLACE TABLE applied_cells AS SELECT {listed(counted)}, count(*) AS people FROM applied GROUP BY ALL")
    assert_same(con, "released_cells", "applied_cells", [*counted, "people"])
    checked = con.execute(
        f"SELECT requirement, holds FROM release_check('released_cells', qi := {names(qi)}, sensitive := {text(case.sensitive)}, weight := 'people', privacy := {case.privacy})"
        # Whether labels show somebody's value is to be seen beside the originals only. The
        # columns that are released as they are single people out and tell of them, and the check says so.
        " WHERE requirement NOT IN ('exact_values', 'other_columns', 'other_columns_tell')"
    ).fetchall()
    assert checked and all(holds for _, holds in checked), checked


AWKWARD = [case for case in CASES if case.name == "awkward"]
MANY = [case for case in CASES if case.name == "fars"]


@pytest.mark.parametrize("prepared", AWKWARD, indirect=True, ids=["awkward"])
def test_a_table_that_changed_is_told(con, there, prepared):
    case = prepared.case
    known = decide(con, there, prepared, levels=False)
    steps = statements(con, there, prepared, known, "map")
    rest = listed(name for name, _ in columns(con, "people") if name != "id")
    changes = {
        "a row more": "FROM people UNION ALL SELECT 0 AS id, " + rest + " FROM people WHERE id = 1",
        "a row less": "FROM people WHERE id <> 1",
        "a row of a new combination": "SELECT * REPLACE (CASE id WHEN 1 THEN 'somebody new' ELSE name END AS name) FROM people",
        "a row with the values of another": "FROM people WHERE id <> 1 UNION ALL SELECT 1 AS id, " + rest + " FROM people WHERE id = 100",
    }
    try:
        for what, sql in changes.items():
            there.load(con, f"({sql})", "people", there.special)
            make_release(con, there, steps["release"])
            there.fetch(con, steps["count"], "counts")
            assert con.execute("SELECT ok FROM counts").fetchone() == (False,), what
    finally:
        there.load(con, "people", "people", there.special)
    make_release(con, there, steps["release"])
    there.fetch(con, steps["count"], "counts")
    assert con.execute("SELECT ok FROM counts").fetchone() == (True,)


@pytest.mark.parametrize("prepared", MANY, indirect=True, ids=["fars"])
def test_plans_join_by_keys(con, there, prepared):
    """A join of thousands of combinations is by their keys, whatever is NULL."""
    known = decide(con, there, prepared, levels=False)
    assert con.execute("SELECT count(*) FROM map").fetchone()[0] > 2000
    steps = statements(con, there, prepared, known, "map")
    make_release(con, there, steps["release"])
    for step in ("release", "count"):
        # Not every engine explains a statement that makes a table.
        query = re.sub(r"\A.*?^CREATE TABLE .*?\bAS\n", "", steps[step], flags=re.DOTALL | re.MULTILINE)
        plan = there.plan(query)
        assert re.search(there.key_join, plan), plan
        assert not re.search(r"(?i)nested.?loop|cross.?join|cartesian", plan), plan


@pytest.mark.parametrize("prepared", MANY, indirect=True, ids=["fars"])
def test_a_release_tells_no_order(con, there, prepared):
    known = decide(con, there, prepared, levels=False)
    steps = statements(con, there, prepared, known, "map")
    orders = []
    for _ in range(2):
        make_release(con, there, steps["release"])
        orders.append(con.execute("SELECT id FROM released").fetchall())
        # Of neighbours in a group, about half would be in the order of the table, if it said nothing: by chance not one of 16,000 draws is as far from it.
        shares = con.execute(
            "SELECT avg(CAST(id < next AS INTEGER)) FROM (SELECT id, group_id, lead(id) OVER () AS next, lead(group_id) OVER () AS next_group FROM released) WHERE group_id = next_group"
        ).fetchone()
        assert abs(shares[0] - 0.5) < 0.02, shares
    assert orders[0] != orders[1]
