"""ClickHouse, in the process of the tests, by the package chdb."""

from __future__ import annotations

import shutil

from chdb import session

import engine


class ClickHouse(engine.Engine):
    dialect = "clickhouse"
    key_join = r"(?i)HashJoin"
    schema = "people"
    # Its moments are all moments of UTC: a timestamp comes back with a time zone. And its days and moments are of 1900 to 2299.
    overrides = {name: f"CASE WHEN year({moment}) BETWEEN 1900 AND 2299 THEN {moment} ELSE {ends} END" for name, moment, ends in (
        ("born", "born", "DATE '2299-12-31'"),
        ("seen", "(seen AT TIME ZONE 'UTC')", "TIMESTAMPTZ '2299-12-31 23:59:59.999999+00'"),
        ("at", '"at"', "TIMESTAMPTZ '1900-01-01 00:00:00+00'"),
    )}

    def __init__(self, folder):
        super().__init__(folder)
        self.session = session.Session(str(folder / "data"))
        self.execute("CREATE DATABASE people")
        self.execute("SET session_timezone = 'America/New_York'")

    def close(self):
        self.session.close()
        shutil.rmtree(self.folder)

    def execute(self, sql):
        self.session.query(sql)

    def load(self, con, relation, table, special=None):
        path = engine.parquet(con, relation, self.folder / f"{table}.parquet")
        self.execute(f"DROP TABLE IF EXISTS people.{table}")
        self.execute(f"CREATE TABLE people.{table} ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM file('{path}')")
        return self.named(table)

    def fetch(self, con, sql, table):
        path = self.folder / f"{table}-back.parquet"
        path.write_bytes(self.session.query(sql, "Parquet").bytes())
        con.execute(f"CREATE OR REPLACE TABLE {table} AS FROM read_parquet('{path}')")

    def plan(self, sql):
        return str(self.session.query("EXPLAIN " + sql, "TabSeparatedRaw"))


start = ClickHouse
