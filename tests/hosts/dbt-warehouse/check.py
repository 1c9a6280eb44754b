"""Goes the loop of ext/dbt/example with dbt alone, and makes sure that nothing is published where it must not be.

    python tests/hosts/dbt-warehouse/check.py postgres      # or spark

The packages needed are in ../locks/dbt-postgres.txt and ../locks/dbt-spark.txt; the extension is the one that SKYLINE_EXTENSION names.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
import shlex
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE.parent / "engines"), str(HERE.parent / "python")]

import duckdb  # noqa: E402
import engine  # noqa: E402
import host  # noqa: E402
from dbt.cli.main import dbtRunner  # noqa: E402

ADULT = ROOT / "tests" / "data" / "adult.csv"
SCHEMA = "analytics"
ARGUMENTS = "qi := ['age', 'sex'], sensitive := 'occupation', privacy := {'k_anonymity': 10, 'max_share': 0.5}"
# As on the page.
LOOP = (
    ("here", "run --select skyline_counting"),
    ("there", "build --select cells"),
    ("here", "build --select cells+"),
    ("there", "build --select release release_cells"),
    ("here", "build --select release_cells+"),
    ("there", "run --select published"),
)


class Projects:
    """A copy of the two projects, in a folder, which dbt writes to."""

    def __init__(self, folder: pathlib.Path, warehouse: str):
        self.folder = folder
        shutil.copytree(ROOT / "ext" / "dbt", folder / "dbt")
        if warehouse == "spark":
            shutil.copytree(folder / "dbt" / "example" / "spark", folder / "dbt" / "example", dirs_exist_ok=True)
        os.environ.update(SKYLINE_EXTENSION=host.EXTENSION)

    def dbt(self, side: str, command: str) -> tuple[bool, str]:
        """Runs a command in a project: whether it succeeded, and what went wrong."""
        project = self.folder / "dbt" / "example" / side
        flags = ["--quiet", "--log-level", "none", "--log-path", str(self.folder / "logs"), "--log-level-file", "none"]
        result = dbtRunner().invoke([*flags, *shlex.split(command), "--project-dir", str(project), "--profiles-dir", str(project)])
        ran = getattr(result.result, "results", None) or []
        return result.success, "\n".join([str(result.exception or ""), *(f"{r.node.name}: {r.status}: {r.message}" for r in ran if r.status not in ("success", "pass"))]).strip()

    def must(self, side: str, command: str) -> None:
        success, message = self.dbt(side, command)
        assert success, f"{side}: dbt {command}\n{message}"

    def must_not(self, side: str, command: str, *because: str) -> None:
        success, message = self.dbt(side, command)
        assert not success, f"{side}: dbt {command} succeeds"
        for text in because:
            assert text in message, f"{side}: dbt {command}: {text!r} is not said:\n{message}"


def put_extension(folder: pathlib.Path) -> None:
    """Puts DuckDB's extension for PostgreSQL where INSTALL would: nothing is downloaded."""
    package = importlib.util.find_spec("duckdb_extension_postgres_scanner").submodule_search_locations[0]
    (file,) = pathlib.Path(package).glob("extensions/*/postgres_scanner.duckdb_extension")
    platform = duckdb.sql("PRAGMA platform").fetchone()[0]
    target = folder / f"v{duckdb.__version__}" / platform
    target.mkdir(parents=True)
    shutil.copy(file, target)


def fetch(con, there, table: str) -> None:
    there.fetch(con, f"SELECT * FROM {SCHEMA}.{table}", table)


def differences(con, one: str, other: str) -> int:
    return con.execute(f"SELECT count(*) FROM ((FROM {one} EXCEPT ALL FROM {other}) UNION ALL (FROM {other} EXCEPT ALL FROM {one}))").fetchone()[0]


def check_published(con, there) -> None:
    """What was published is what DuckDB makes of the rows, and satisfies the requirements by definition."""
    fetch(con, there, "published")
    con.execute(f"CREATE TABLE recipe AS FROM release_recipe('people', {ARGUMENTS})")
    con.execute(f"CREATE TABLE applied AS SELECT age, sex, occupation, group_id FROM recipe_apply('people', 'recipe', {ARGUMENTS}, other_columns := 'keep')")
    assert differences(con, "published", "applied") == 0
    groups, smallest, worst = con.execute(
        "SELECT count(*), min(people), max(top * 2 <= people) FROM (SELECT sum(n) AS people, max(n) AS top FROM"
        " (SELECT age, sex, group_id, occupation, count(*) AS n FROM published GROUP BY ALL) GROUP BY age, sex, group_id)"
    ).fetchone()
    assert groups > 10 and smallest >= 10 and worst, (groups, smallest, worst)
    proof = con.execute(f"SELECT requirement, holds FROM release_check('published', {ARGUMENTS.replace(']', ', ' + repr('group_id') + ']')}) WHERE holds IS NOT NULL").fetchall()
    assert proof and all(holds for _, holds in proof), proof


def check_unpublished(con, there) -> None:
    """The published table has its old rows."""
    there.fetch(con, f"SELECT * FROM {SCHEMA}.published", "still")
    assert differences(con, "published", "still") == 0


def check(con, there, projects: Projects, statements: str) -> None:
    con.execute(f"CREATE TABLE people AS FROM '{ADULT}'")
    rows = con.execute("SELECT count(*) FROM people").fetchone()[0]
    there.load(con, "people", "people")
    projects.must("there", "deps")
    for side, command in LOOP:
        projects.must(side, command)
    check_published(con, there)
    print("the release is published and proved")

    there.load(con, "(FROM people UNION ALL (FROM people WHERE age = 30 LIMIT 1))", "people")
    message = f"of {rows + 1} rows 0 are new, and 1 combinations have changed"
    projects.must_not("there", "build --select release release_cells", "count_is_ok", message)
    projects.must_not("there", "run --select published", message)
    check_unpublished(con, there)
    print("a table that has changed is not")

    there.load(con, "(SELECT * REPLACE ('Sales' AS occupation) FROM people)", "people")
    projects.must("there", "build --select release release_cells")
    projects.must_not("here", "build --select release_cells+", "release_holds")
    check_unpublished(con, there)
    there.load(con, "people", "people")
    print("nor is one for which a requirement does not hold any more")

    there.fetch(con, f"SELECT * FROM {statements}", "before")
    projects.must_not("here", f"build --select cells+ --vars '{{privacy: {{k_anonymity: {rows + 1}}}}}'", "recipe: error", "k_anonymity")
    there.fetch(con, f"SELECT * FROM {statements}", "after")
    assert differences(con, "before", "after") == 0
    print("where no release can satisfy the requirements, nothing is decided")


def main(warehouse: str) -> None:
    con = host.connect()
    there = engine.start(warehouse)
    try:
        with tempfile.TemporaryDirectory(prefix="skyline-dbt-") as name:
            folder = pathlib.Path(name)
            os.environ.update(SKYLINE_DATABASE=str(folder / "here.db"))
            statements = f"{SCHEMA}.skyline_statements"
            if warehouse == "postgres":
                put_extension(folder / ".duckdb" / "extensions")
                os.environ.update(HOME=name, PGHOST=str(there.data), PGUSER="postgres", PGDATABASE="postgres")
            else:
                lake = there.folder / "warehouse"
                lake.mkdir(exist_ok=True)
                os.environ.update(LAKE=str(lake))
                statements = f"parquet.`{lake}/skyline_statements.parquet`"
            check(con, there, Projects(folder, warehouse), statements)
    finally:
        there.close()
        con.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
