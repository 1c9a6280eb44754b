"""What it costs to leave a table where it is: the loop of sql/reference/warehouse.md, step by step.

    SKYLINE_EXTENSION=build/skyline.duckdb_extension build/hosts/spark/bin/python tests/hosts/benchmark/loop.py duckdb 10000000 build/loop
    SKYLINE_EXTENSION=build/skyline.duckdb_extension build/hosts/spark/bin/python tests/hosts/benchmark/loop.py spark 10000000 build/loop

A table of that many people is made in the folder, as Parquet, or taken if it is there. The engine counts it and makes the
release; DuckDB with Skyline decides, in between. Beside the release stands what the engine's own join of the same tables
takes, on the bare columns, with the rows shuffled in the same way or left as they come.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
import time

import duckdb

QI = ["region", "age", "education", "sex"]
TYPES = {"region": "VARCHAR", "age": "INTEGER", "education": "VARCHAR", "sex": "VARCHAR", "occupation": "VARCHAR"}
PEOPLE = """
    SELECT concat('region ', hash(i) % 120) AS region, (17 + hash(i + {rows}) % 70)::INTEGER AS age, concat('level ', hash(i + 2 * {rows}) % 16) AS education,
        ['female', 'male'][1 + (hash(i + 3 * {rows}) % 2)::INTEGER] AS sex,
        concat('occupation ', (hash(i + 4 * {rows}) % 100 * (hash(i + 5 * {rows}) % 100) / 800)::INTEGER) AS occupation
    FROM range({rows}) AS r(i)"""
PRIVACY = "{'k_anonymity': 50, 'max_share': 0.5}"


def process(pid: int | str) -> tuple[float, float]:
    """CPU seconds and the peak of memory in MB of a process."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    peak = next(line for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmHWM"))
    return seconds, int(peak.split()[1]) / 1000


class DuckDB:
    def __init__(self, folder: pathlib.Path):
        self.con = duckdb.connect(str(folder / "engine.db"))
        self.pid = "self"

    def read(self, path: pathlib.Path, name: str) -> None:
        self.con.execute(f"CREATE OR REPLACE VIEW {name} AS FROM read_parquet('{path}')")

    def execute(self, sql: str):
        return self.con.execute(sql).fetchall()

    def store(self, sql: str, path: pathlib.Path) -> None:
        self.con.execute(f"COPY ({sql}) TO '{path}' (FORMAT parquet)")

    shuffled = "ORDER BY group_id, random()"


class Spark:
    def __init__(self, folder: pathlib.Path):
        from pyspark.sql import SparkSession

        settings = {
            "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.memory": "6g", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
            "spark.sql.shuffle.partitions": "16", "spark.log.level": "ERROR", "spark.sql.warehouse.dir": str(folder / "warehouse"), "spark.local.dir": str(folder / "local"),
        }  # fmt: skip
        builder = SparkSession.builder.master("local[2]")
        for name, value in settings.items():
            builder = builder.config(name, value)
        self.session = builder.getOrCreate()
        self.pid = self.session.sparkContext._jvm.java.lang.ProcessHandle.current().pid()

    def read(self, path: pathlib.Path, name: str) -> None:
        self.session.read.parquet(str(path)).createOrReplaceTempView(name)

    def execute(self, sql: str):
        return [tuple(row) for row in self.session.sql(sql).collect()]

    def store(self, sql: str, path: pathlib.Path) -> None:
        self.session.sql(sql).write.mode("overwrite").parquet(str(path))

    shuffled = "DISTRIBUTE BY group_id SORT BY group_id, rand()"


def measured(what: str, engine, run):
    cpu, _ = process(engine.pid)
    start = time.perf_counter()
    result = run()
    took = time.perf_counter() - start
    after, peak = process(engine.pid)
    print(f"| {what} | {took:.1f} | {after - cpu:.1f} | {peak:,.0f} |", flush=True)
    return result


def main(name: str, rows: int, folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    here = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    here.execute(f"LOAD '{os.path.abspath(os.environ['SKYLINE_EXTENSION'])}'; SET search_path = 'main,skyline.main'")
    people = folder / f"people-{rows}.parquet"
    if not people.exists():
        here.execute(f"COPY ({PEOPLE.format(rows=rows)}) TO '{people}' (FORMAT parquet)")
    own = folder / name
    shutil.rmtree(own, ignore_errors=True)
    own.mkdir()
    engine = {"duckdb": DuckDB, "spark": Spark}[name](own)
    skyline = type("Skyline", (), {"pid": "self"})
    print(f"{rows:,} people, {name}. The peak is that of the process, from its start.\n\n| step | s | CPU, s | peak MB |\n|---|---|---|---|")
    engine.read(people, "people")

    arguments = f"qi := {QI}, sensitive := 'occupation', types := {TYPES}, dialect := '{name}'"
    [(counting,)] = here.execute(f"SELECT sql FROM cells_sql('people', {arguments})").fetchall()
    measured("count the cells", engine, lambda: engine.store(counting, own / "cells.parquet"))
    measured("the engine's own GROUP BY", engine, lambda: engine.store(f"SELECT {', '.join(QI)}, occupation, count(*) AS people FROM people GROUP BY {', '.join(QI)}, occupation", own / "own.parquet"))

    source = own / "cells.parquet" / "*.parquet" if (own / "cells.parquet").is_dir() else own / "cells.parquet"
    here.execute(f"CREATE TABLE cells AS FROM read_parquet('{source}')")
    common = f"qi := {QI}, sensitive := 'occupation', weight := 'people', privacy := {PRIVACY}"
    measured("decide: the recipe", skyline, lambda: here.execute(f"CREATE TABLE recipe AS FROM release_recipe('cells', {common})"))
    measured("decide: the map", skyline, lambda: here.execute(f"CREATE TABLE map AS FROM recipe_map('cells', 'recipe', {common})"))
    here.execute(f"COPY map TO '{own / 'map.parquet'}'")
    engine.read(own / "map.parquet", "map")

    steps = dict(here.execute(
        f"SELECT step, sql FROM recipe_sql('people', 'map', qi := {QI}, sensitive := 'occupation', types := {{'occupation': 'VARCHAR'}}, dialect := '{name}', form := 'map', release := 'released')"
    ).fetchall())  # fmt: skip
    labels = ", ".join(f"m.{c}_label AS {c}" for c in QI)
    on = " AND ".join(f"p.{c} = m.{c}" for c in QI)
    join = f"SELECT {labels}, p.occupation, m.group_id FROM people AS p JOIN map AS m ON {on} WHERE m.group_id IS NOT NULL"
    measured("make the release", engine, lambda: engine.execute(steps["release"]))
    measured("the engine's own join, shuffled", engine, lambda: engine.execute(f"CREATE TABLE own_shuffled AS {join} {engine.shuffled}"))
    measured("the engine's own join, as it comes", engine, lambda: engine.execute(f"CREATE TABLE own_join AS {join}"))
    counts = measured("compare counts", engine, lambda: engine.execute(steps["count"]))
    assert counts[0][-1], counts
    measured("count the cells of the release", engine, lambda: engine.store(steps["cells"], own / "release.parquet"))
    source = own / "release.parquet" / "*.parquet" if (own / "release.parquet").is_dir() else own / "release.parquet"
    proof = measured("prove it", skyline, lambda: here.execute(
        f"SELECT bool_and(holds) FROM release_check('(FROM read_parquet(''{source}''))', qi := {[*QI, 'group_id']}, sensitive := 'occupation', weight := 'people', privacy := {PRIVACY})"
    ).fetchone())  # fmt: skip
    assert proof[0], "the release does not hold"
    print(f"\n{here.execute('SELECT count(*) FROM cells').fetchone()[0]:,} cells, {here.execute('SELECT count(*) FROM map').fetchone()[0]:,} combinations, {here.execute('SELECT count(DISTINCT group_id) FROM map').fetchone()[0]:,} QI groups.")


main(sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3]).absolute())
