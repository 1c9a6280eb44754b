"""Builds the example of ext/dbt as its page says, and a project of awkward names and wrong arguments.

    python tests/hosts/dbt/check.py

The packages needed are in ../locks/dbt.txt; the extension is the one that SKYLINE_EXTENSION names.
"""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE.parent / "python")]

import duckdb  # noqa: E402
import host  # noqa: E402


def dbt(command: str) -> tuple[bool, str]:
    """Runs a command in the current folder, as somebody who uses the package would: whether it succeeded, and what dbt said."""
    program = pathlib.Path(sys.executable).with_name("dbt")
    ran = subprocess.run([program, "--no-use-colors", *shlex.split(command)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return ran.returncode == 0, ran.stdout


def must(command: str, *texts: str) -> None:
    success, said = dbt(command)
    assert success, f"dbt {command}\n{said}"
    for text in texts:
        assert text in said, f"dbt {command}: {text!r} is not said:\n{said}"


def must_not(command: str, *texts: str) -> None:
    success, said = dbt(command)
    assert not success, f"dbt {command} succeeds:\n{said}"
    for text in texts:
        assert text in said, f"dbt {command}: {text!r} is not said:\n{said}"


@contextlib.contextmanager
def folder(source: pathlib.Path):
    """Works in a copy of a folder, in which dbt writes."""
    before = pathlib.Path.cwd()
    with tempfile.TemporaryDirectory(prefix="skyline-dbt-") as name:
        shutil.copytree(source, pathlib.Path(name) / "copy")
        os.chdir(pathlib.Path(name) / "copy")
        try:
            yield
        finally:
            os.chdir(before)


def page() -> list[list[tuple[str, str]]]:
    """The blocks of commands of the page: each command, and what is said of it."""
    text = (ROOT / "ext" / "dbt" / "README.md").read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [[tuple(part.strip() for part in line.removeprefix("dbt ").partition("  #")[::2]) for line in block.splitlines()] for block in blocks]


def query(file: str, sql: str) -> list[tuple]:
    with duckdb.connect(file) as con:
        return con.execute(sql).fetchall()


TABLES = ("released_visits", "released_visits__recipe", "released_visits__held_back")


def state() -> list:
    """The release, its recipe and the rows that wait, as numbers."""
    return [query("clinic.db", f"SELECT count(*), sum(hash(t)) FROM {table} t") for table in TABLES]


def check_published() -> None:
    """Both months are there, and by definition, in each month, each group has five people of whom fewer than 60 % have one diagnosis."""
    cells = "SELECT month, age, sex, district, group_id, diagnosis, count(*) AS n FROM 'published_visits.parquet' GROUP BY ALL"
    assert query(":memory:", "SELECT month, count(*) FROM 'published_visits.parquet' GROUP BY ALL ORDER BY ALL") == [("2026-01", 600), ("2026-02", 568)]
    for by in ("month, age, sex, district, group_id", "age, sex, district, group_id"):
        groups, people, safe = query(":memory:", f"SELECT count(*), min(people), bool_and(10 * top < 6 * people) FROM (SELECT sum(n) AS people, max(n) AS top FROM"
                                                 f" (SELECT {by}, diagnosis, sum(n) AS n FROM ({cells}) GROUP BY ALL) GROUP BY {by})")[0]
        assert groups > 20 and people >= 5 and safe, (by, groups, people, safe)
    assert query("clinic.db", "SELECT count(*), count(*) FILTER (age = 91), min(month) FROM released_visits__held_back") == [(32, 10, "2026-02")]


def check_docs() -> None:
    """Every model and each of its columns is described."""
    manifest = json.loads(pathlib.Path("target/manifest.json").read_text())
    catalog = json.loads(pathlib.Path("target/catalog.json").read_text())
    models = {name: node for name, node in manifest["nodes"].items() if node["resource_type"] == "model"}
    assert len(models) == 3, models.keys()
    for name, node in models.items():
        described = {column for column, of in node["columns"].items() if of["description"]}
        assert node["description"] and described == set(catalog["nodes"][name]["columns"]), (name, described, catalog["nodes"][name]["columns"].keys())
    assert all(node["description"] for node in manifest["sources"].values())


def check_example() -> None:
    first, second = page()
    with folder(ROOT / "ext" / "dbt"):
        os.chdir("example/release")
        for command, says in first:
            must(command, *[says] * says.startswith("RELEASED"))
            if command.startswith("docs"):
                check_docs()
        check_published()
        script = pathlib.Path("target/run/clinic/models/released_visits.sql").read_text()
        assert script.count("recipe_apply(") == 2 and script.count("release_check(") == 2 and "'requirement': 'k_anonymity', 'required': '5.0'" in script, script
        # Others see the groups, too: the proofs of the new rows and of all rows count them.
        assert script.count("'attribute': 'group_id', 'role': 'qi'") == 2, script
        print("dbt: the example is built, published and described")

        published = pathlib.Path("published_visits.parquet").read_bytes()
        (arrive, _), *failing = second
        must(arrive)
        for number, (command, says) in enumerate(failing):
            before = state()
            must_not(command, says.removeprefix("fails: "))
            assert pathlib.Path("published_visits.parquet").read_bytes() == published, command
            # The last one fails in a test of a release that satisfies its requirements.
            assert (state() == before) == (number < 4), command
        assert number == 4
        print("dbt: it fails where it must, and what was published stays")

        must("build --full-refresh", "RELEASED 600, the next month is ready")
        must("build", "RELEASED 568, 32 held back, the next month is ready")
        must("build", "RELEASED 592, 40 held back")
        before = state()
        must("build", "NO NEW ROWS")
        assert state() == before
        print("dbt: months follow one another, and nobody who waits is lost")


# What is said of arguments of a wrong shape, where a test or the materialization gets them.
WRONG = {
    "{qi: age}": "skyline.breach_below: qi must be a list of column names, such as [age, sex], and is a text",
    "{qi: []}": "skyline.breach_below: qi must be a list of column names, such as [age, sex], and is an empty list",
    "{privacy: 5}": "skyline.release_is_safe: privacy must be a map, such as {k_anonymity: 5, max_share: 0.5}, and is a number",
    "{privacy: null}": "skyline.release_is_safe: privacy must be a map, such as {k_anonymity: 5, max_share: 0.5}, and is missing",
    "{qi: [1]}": "skyline.breach_below: qi must be a list of column names, such as [age, sex], and is a list of something else",
    "{c: high}": "skyline.breach_below: c must be a number, and is a text",
}
# What is said of configs that cannot be.
REFUSED = {
    "{sensitive: [1]}": "skyline_release: sensitive must be the name of a column, or a list of names, such as [disease, income], and is a list of something else",
    "{min_levels: 10}": "skyline_release: min_levels must be a map",
    "{on_violation: allow}": "skyline_release: on_violation must be 'error', 'hold' or 'suppress': what violates privacy is not released",
    "{incremental: age}": "skyline_release: incremental must name a column that is neither in qi nor sensitive",
    "{incremental: sex, sensitive: [disease, sex]}": "skyline_release: incremental must name a column that is neither in qi nor sensitive",
    "{incremental: sex, person: id}": "skyline_release: incremental cannot be used with person:",
    "{incremental: sex, other_columns: drop}": "skyline_release: the column that incremental names must be in the release",
    "{on_violatoin: hold, threads: 2}": "skyline_release: config must have no key that nothing reads, and has on_violatoin (did you mean on_violation?), threads; the keys are absent_values, ",
    "{plan: 5}": "skyline_release: plan must be a text, and is a number",
    "{plan: nobody}": "skyline_release: plan must name a seed or a model that this one depends on, and nobody is none; write -- depends_on: {{ ref('patients_plan') }} at the top of the model, and plan='patients_plan'",
    "{plan: people}": "release_plan: plan: it has an unknown column",
    "{exact_values: 0.001}": "skyline_release: privacy must hold for the release beside its original, and does not (exact_values:",
}


def check_arguments() -> None:
    os.environ["SKYLINE_DBT_PACKAGE"] = str(ROOT / "ext" / "dbt")
    with folder(HERE):
        query(":memory:", "COPY (SELECT 20 + i % 2 AS \"select\", 'x' AS \"O'Brien \"\"ü\"\"\" FROM range(6) r(i)) TO 'it''s select.parquet'")
        must("deps")
        must("build", "RELEASED 100, the next wave is ready")
        must("build --select by_levels+", "RELEASED 100")
        script = pathlib.Path("target/run/awkward/models/released/several.sql").read_text()
        assert script.count("other_sensitive := 'known'") >= 3 and script.count("release_check(") == 1 and "sensitive := ['disease', 'wave']" in script and "min_levels := {'age': 10}" in script, script
        print("dbt: awkward names and values are quoted")
        must_not("build --select candidate --vars 'c: 0.5'", "skyline.breach_below, candidate: somebody may become 66.67 % sure of a value, knowing l = 0, k = 0, m = 0; it must be below 50.0 %")
        must_not("build --select candidate --vars 'privacy: {k_anonymity: 4}'", "skyline.release_is_safe, candidate: k_anonymity does not hold: people in a QI group >= 4, achieved 3.0")
        must_not("build --select candidate --vars 'kept: false'", *[f"skyline.{test}, candidate: {says}" for test, says in {
            "breach_below": "nobody is in the table", "release_is_safe": "people_counted does not hold", "no_identifying_columns": "nobody is in the table"}.items()])
        for given, says in WRONG.items():
            must_not(f"build --select candidate --vars '{given}'", says)
        for given, says in REFUSED.items():
            must_not(f"build --full-refresh --select optional --vars '{{options: {given}}}'", says)
        for name in ("Delta_Presence", "kmap", "journalist_risk", "population_uniqueness"):
            given = f"{{of_several: {{{name}: {{population: people, k: 5}}}}}}"
            must_not(f"build --select several --vars '{given}'", f"skyline_release: privacy must not have {name}, whose table")
        must_not("build --select people --vars 'looked_at: [id]'", "skyline.no_identifying_columns, people: the column id identifies people")
        must_not("build --select by_levels --vars 'more: \", 1 AS more\"'", "the columns must be those of the rows that wait, or begin anew with --full-refresh (more)")
        print("dbt: tests say what does not hold, and what is wrong with their arguments")


def check_counts() -> None:
    """A table that cube_protect makes is safe, one of which small counts are masked is not, and another table counts."""
    os.environ["SKYLINE_DBT_PACKAGE"] = str(ROOT / "ext" / "dbt")
    with folder(HERE):
        must("deps")
        must("build --select counts regions")
        for given, says in {
            "counts: masked": "skyline.cube_is_safe, counts: masked: 1 of 1 unsafe, 1 can be computed exactly; required: ",
            "counts: masked, kept: false": "skyline.cube_is_safe, counts: the table has no rows",
            "rules: {width: 100}": "skyline.cube_is_safe, counts: masked: 4 of 4 unsafe, 0 can be computed exactly; required: ",
            "of_north: 62": "cube_audit: also: number 1: published must have the same numbers",
            "by: region": "skyline.cube_is_safe: by must be a list of column names, such as [age, sex], and is a text",
            "rules: 5": "skyline.cube_is_safe: rules must be a map, such as ",
        }.items():
            must_not(f"build --select counts regions --vars '{{{given}}}'", says)
        print("dbt: tables of counts are safe, or fail")


def check_plan() -> None:
    """A plan stands for what a config says, what is given beside it counts, and a recipe that was kept keeps its plan."""
    with folder(HERE):
        must("deps")
        must("build --select +planned at_once", "RELEASED 200")
        script = pathlib.Path("target/run/awkward/models/released/planned.sql").read_text()
        assert "rounding := {'age': 5}" in script and script.count("plan := [{'attribute': 'id', 'role': ") == 3, script
        must_not("build --select planned --vars 'privacy_of_planned: {k_anonymity: 201}'", "skyline.release_is_safe, planned: k_anonymity does not hold: people in a QI group >= 201")
        must_not("build --select planned --vars 'c: 0.1'", "skyline.breach_below, planned: somebody may become")
        for given, says in {
            "roles: {id: identifier, wave: drop}, beside_plan: {incremental: wave}": "skyline_release: incremental names wave, which must have the role 'other' in the plan: it is released as it is",
            "roles: {id: person, wave: other}, beside_plan: {incremental: wave}": "skyline_release: incremental cannot be used with person:",
            "roles: {id: nobody, wave: other}": "release_plan: plan: row 1 (\"id\"): role must be",
            "required: kmap": "skyline_release: privacy must not have kmap, whose table",
            "roles: {id: '', wave: other}": "release_plan: plan: columns without a role must be decided first: \"id\"",
        }.items():
            must_not(f'build --select plan_of_people planned --vars "{{{given}}}"', says)
        assert query("awkward.db", 'SELECT count(*) FROM "Über order".planned') == [(200,)]

        waves = "roles: {id: identifier, wave: other}, beside_plan: {incremental: wave}"
        planned = "build --select plan_of_people planned --vars "
        must(f'{planned} "{{{waves}}}" --full-refresh', "RELEASED 100, the next wave is ready")
        must_not(f'{planned} "{{{waves}, read_age: upper(age)}}"', "the plan must say of each column what it said when the recipe was made, or begin anew with --full-refresh (age)")
        must(f'{planned} "{{{waves}}}"', "held back, the next wave is ready")
        # What waits has been read, and is not read again: an age is a number, from which no word can be taken.
        assert query("awkward.db", 'SELECT typeof(age) FROM "Über order".planned__held_back LIMIT 1') == [("BIGINT",)]
        must(f'{planned} "{{{waves}}}"', "RELEASED ")
        released, held = (query("awkward.db", f'SELECT count(*) FROM "Über order".{name}')[0][0] for name in ("planned", "planned__held_back"))
        assert released + held == 200 and released > 180, (released, held)
        must_not('build --select planned --vars "{plan_named: null, beside_plan: {incremental: wave, qi: [age], privacy: {k_anonymity: 5}}}"', "skyline_release: plan must be that of the recipe that was kept, which was made with one; give it as before, or begin anew with --full-refresh")
        print("dbt: a plan says what is released, and goes on with its recipe")


def main() -> None:
    os.environ.update(SKYLINE_EXTENSION=host.EXTENSION, PYTHONPATH=str(ROOT / "ext" / "python"))
    check_arguments()
    check_counts()
    check_plan()
    check_example()


if __name__ == "__main__":
    main()
