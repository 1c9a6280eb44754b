"""Tables that DuckDB reads where they are, by extensions of DuckDB's that come as packages of Python."""

from __future__ import annotations

import importlib.util
import json
import pathlib

import pytest

import awkward
import engine
import host
from cases import names, text

pytestmark = pytest.mark.skipif(engine.NAME != "postgres", reason="the packages are in the environment of postgres")
QI = ["n", "flag", awkward.NOCASE]
# What is looked at, which every format has types for.
PLAIN = f"(SELECT {', '.join(engine.ident(name) for name in [*QI, 'disease'])} FROM people)"


def load(con, name: str) -> None:
    """Loads an extension from its package, which is for one version of DuckDB: nothing is downloaded."""
    package = importlib.util.find_spec(f"duckdb_extension_{name}").submodule_search_locations[0]
    (path,) = pathlib.Path(package).glob(f"extensions/*/{name}.duckdb_extension")
    host.load(con, str(path))


@pytest.fixture
def people(con, there):
    con.execute(f"CREATE OR REPLACE TABLE people AS {awkward.sql(there.overrides)}")
    return con


def assert_checks_agree(con, table: str, *more: str, qi: list[str] = QI) -> None:
    arguments = [f"qi := {names(qi)}", "sensitive := 'disease'", "privacy := {'k_anonymity': 2, 'max_share': 0.9}", "other_columns := 'keep'"]
    own = con.execute(f"FROM release_check('people', {', '.join(arguments)})").fetchall()
    assert len(own) == 2
    assert con.execute(f"FROM release_check({', '.join([text(table), *arguments, *more])})").fetchall() == own


@pytest.fixture
def attached(people, there):
    there.load(people, "people", "people", there.special)
    load(people, "postgres_scanner")
    people.execute(f"ATTACH {text(there.address)} AS pg (TYPE postgres, READ_ONLY)")
    yield people
    people.execute("DETACH pg")


def test_a_table_of_postgres(attached):
    assert_checks_agree(attached, "pg.public.people")


def test_postgres_counts(attached):
    """The GROUP BY runs there, and its cells come over."""
    (sql,) = attached.execute(
        f"SELECT sql FROM cells_sql('public.people', qi := {names(QI)}, sensitive := 'disease', dialect := 'postgres',"
        f" types := {{'n': 'INTEGER', 'flag': 'BOOLEAN', {engine.ident(awkward.NOCASE)}: 'VARCHAR', 'disease': 'VARCHAR'}})"
    ).fetchone()
    cells = f"(FROM postgres_query('pg', {text(sql)}))"
    assert attached.execute(f"SELECT count(*) < (SELECT count(*) FROM people), sum(people) = (SELECT count(*) FROM people) FROM {cells}").fetchone() == (True, True)
    assert_checks_agree(attached, cells, "weight := 'people'")


def test_a_table_of_ducklake(people, tmp_path):
    load(people, "ducklake")
    people.execute(f"ATTACH 'ducklake:{tmp_path}/lake.ducklake' AS lake (DATA_PATH '{tmp_path}/lake')")
    try:
        people.execute("CREATE TABLE lake.people AS FROM people")
        assert_checks_agree(people, "lake.people")
    finally:
        people.execute("DETACH lake")


def test_a_table_of_delta(people, tmp_path):
    load(people, "delta")
    kinds = {"INTEGER": "integer", "BIGINT": "long", "VARCHAR": "string", "BOOLEAN": "boolean"}
    columns = engine.columns(people, PLAIN)
    rows = engine.parquet(people, PLAIN, tmp_path / "rows.parquet")
    schema = {"type": "struct", "fields": [{"name": n, "type": kinds[k], "nullable": True, "metadata": {}} for n, k in columns]}
    # The least log that the protocol of Delta Lake knows.
    log = [
        {"protocol": {"minReaderVersion": 1, "minWriterVersion": 2}},
        {"metaData": {"id": "people", "format": {"provider": "parquet", "options": {}}, "schemaString": json.dumps(schema), "partitionColumns": [], "configuration": {}}},
        {"add": {"path": rows.name, "partitionValues": {}, "size": rows.stat().st_size, "modificationTime": 0, "dataChange": True}},
    ]
    (tmp_path / "_delta_log").mkdir()
    (tmp_path / "_delta_log" / f"{0:020}.json").write_text("".join(json.dumps(action) + "\n" for action in log))
    assert_checks_agree(people, f"(FROM delta_scan('{tmp_path}'))")


def test_a_table_of_iceberg(people, tmp_path):
    for name in ("avro", "httpfs", "iceberg"):
        load(people, name)
    from pyiceberg.catalog.sql import SqlCatalog  # which other engines' environments lack

    catalog = SqlCatalog("lake", uri=f"sqlite:///{tmp_path}/catalog.db", warehouse=f"file://{tmp_path}")
    catalog.create_namespace("clinic")
    rows = people.sql("FROM " + PLAIN).to_arrow_table()
    table = catalog.create_table("clinic.people", schema=rows.schema)
    table.append(rows)
    assert_checks_agree(people, f"(FROM iceberg_scan('{table.metadata_location.removeprefix('file://')}'))")


def test_a_table_of_lance(people, tmp_path):
    load(people, "lance")
    people.execute(f"COPY {PLAIN} TO '{tmp_path}/people.lance' (FORMAT lance)")
    # It does not find columns with quotes in their names.
    assert_checks_agree(people, f"(FROM '{tmp_path}/people.lance')", qi=QI[:2])
