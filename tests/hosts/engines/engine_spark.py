"""Spark, a local one, with two threads."""

from __future__ import annotations

import os
import shutil
import sys

from pyspark.sql import SparkSession

import awkward
import engine

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.memory": "1g",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.session.timeZone": "America/New_York",
    # Otherwise timestamps with time zone lose it on their way to DuckDB.
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.log.level": "FATAL",
    # Each statement is run once, on few rows: to compile it takes longer than to run it.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}
# Workers run in the environment of the tests.
os.environ["PYSPARK_PYTHON"] = sys.executable
TYPES = {"VARCHAR": "STRING", "INTEGER": "INT", "TIMESTAMP": "TIMESTAMP_NTZ", "TIMESTAMP WITH TIME ZONE": "TIMESTAMP"}


class Spark(engine.Engine):
    dialect = "spark"
    key_join = r"(Broadcast|Shuffled)HashJoin"
    schema = "default"
    special = {awkward.CHAR: "CHAR(5)", awkward.NOCASE: "STRING COLLATE UTF8_LCASE"}
    # There are no UUIDs.
    overrides = {"uid": "CAST(uid AS VARCHAR)"}

    def __init__(self, folder):
        super().__init__(folder)
        builder = SparkSession.builder.master("local[2]").config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        for name, value in SETTINGS.items():
            builder = builder.config(name, value)
        self.session = builder.getOrCreate()

    def close(self):
        self.session.stop()
        shutil.rmtree(self.folder)

    def execute(self, sql):
        self.session.sql(sql).collect()

    def load(self, con, relation, table, special=None):
        special = special or {}
        path = engine.parquet(con, relation, self.folder / f"{table}.parquet")
        kinds = [(name, special.get(name) or TYPES.get(kind, kind)) for name, kind in engine.columns(con, relation)]
        quote = lambda name: "`" + name.replace("`", "``") + "`"  # noqa: E731
        self.execute(f"DROP TABLE IF EXISTS {table}")
        self.execute(f"CREATE TABLE {table} ({', '.join(f'{quote(name)} {kind}' for name, kind in kinds)}) USING parquet")
        self.session.read.parquet(str(path)).write.insertInto(table)
        self.execute(f"ANALYZE TABLE {table} COMPUTE STATISTICS NOSCAN")
        return self.named(table)

    def fetch(self, con, sql, table):
        path = self.folder / f"{table}-back"
        self.session.sql(sql).write.mode("overwrite").parquet(str(path))
        con.execute(f"CREATE OR REPLACE TABLE {table} AS FROM read_parquet('{path}/*.parquet')")

    def plan(self, sql):
        return self.session.sql("EXPLAIN " + sql).collect()[0][0]


start = Spark
