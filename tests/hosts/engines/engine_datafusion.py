"""DataFusion, in the process of the tests."""

from __future__ import annotations

import shutil

import datafusion

import engine


class DataFusion(engine.Engine):
    dialect = "datafusion"
    key_join = "HashJoinExec"
    schema = "public"
    # Its tables of Parquet files have UUIDs as 16 bytes.
    overrides = {"uid": "CAST(uid AS VARCHAR)"}

    def __init__(self, folder):
        super().__init__(folder)
        self.context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(2))
        self.execute("SET datafusion.execution.time_zone = 'America/New_York'")

    def close(self):
        shutil.rmtree(self.folder)

    def execute(self, sql):
        self.context.sql(sql).collect()

    def load(self, con, relation, table, special=None):
        self.context.deregister_table(table)
        self.context.register_parquet(table, str(engine.parquet(con, relation, self.folder / f"{table}.parquet")))
        return self.named(table)

    def fetch(self, con, sql, table):
        path = self.folder / f"{table}-back"
        shutil.rmtree(path, ignore_errors=True)
        self.context.sql(sql).write_parquet(str(path))
        con.execute(f"CREATE OR REPLACE TABLE {table} AS FROM read_parquet('{path}/*.parquet')")

    def plan(self, sql):
        return self.context.sql("EXPLAIN " + sql).to_pydict()["plan"][1]


start = DataFusion
