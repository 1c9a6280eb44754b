"""Trino with Parquet files behind it: a server of its own, on a port of the loopback interface."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

import trino

import awkward
import engine

# Where the server is unpacked, and the Java that it needs.
SERVER = pathlib.Path(os.environ.get("SKYLINE_TRINO_SERVER", "trino-server"))
JAVA = os.environ.get("SKYLINE_JAVA", "java")
TYPES = {"TIMESTAMP": "timestamp(6)"}
SECONDS = 300

CONFIG = """\
coordinator=true
node-scheduler.include-coordinator=true
http-server.http.port={port}
discovery.uri=http://127.0.0.1:{port}
plugin.dir={folder}/plugin
query.max-memory=1GB
query.max-memory-per-node=700MB
memory.heap-headroom-per-node=300MB
"""
CATALOG = """\
connector.name=hive
hive.metastore=file
hive.metastore.catalog.dir=local:///warehouse
fs.native-local.enabled=true
local.location={folder}
hive.storage-format=PARQUET
hive.timestamp-precision=MICROSECONDS
hive.non-managed-table-writes-enabled=true
"""


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Trino(engine.Engine):
    dialect = "trino"
    key_join = r"(Inner|Left|Right)Join\[criteria"
    schema = "people"
    special = {awkward.CHAR: "char(5)"}
    # Tables of Hive have neither.
    overrides = {"uid": "CAST(uid AS VARCHAR)", "at": "\"at\" AT TIME ZONE 'UTC'"}

    def __init__(self, folder):
        super().__init__(folder)
        port = free_port()
        (folder / "plugin").mkdir()
        (folder / "plugin" / "hive").symlink_to(SERVER / "plugin" / "hive")
        (folder / "catalog").mkdir()
        (folder / "warehouse").mkdir()
        (folder / "config.properties").write_text(CONFIG.format(port=port, folder=folder))
        (folder / "catalog" / "hive.properties").write_text(CATALOG.format(folder=folder))
        command = [
            JAVA, "-Xmx1500m", "-XX:+UseG1GC", "-Djdk.attach.allowAttachSelf=true", "-Dfile.encoding=UTF-8", "--add-modules=jdk.incubator.vector",
            "-Dnode.environment=test", "-Dnode.id=test", f"-Dnode.data-dir={folder}/data", "-Dnode.internal-address=127.0.0.1", "-Dnode.bind-ip=127.0.0.1",
            f"-Dconfig={folder}/config.properties", f"-Dcatalog.config-dir={folder}/catalog", "-cp", f"{SERVER}/lib/*", "io.trino.server.TrinoServer",
        ]
        with open(folder / "log", "w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
        self.connection = trino.dbapi.connect(host="127.0.0.1", port=port, user="test", catalog="hive", schema="people", timezone="America/New_York")
        try:
            self.wait()
            self.execute("CREATE SCHEMA hive.people")
            self.wait_for_nodes()
        except BaseException:
            self.close()
            raise

    def wait(self) -> None:
        end = time.monotonic() + SECONDS
        while "SERVER STARTED" not in (self.folder / "log").read_text():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the server did not start:\n" + (self.folder / "log").read_text()[-5000:])
            time.sleep(0.5)

    def wait_for_nodes(self) -> None:
        """A server that has started does not know for some seconds that it is its own worker."""
        end = time.monotonic() + SECONDS
        while True:
            try:
                return self.execute("CREATE TABLE started AS SELECT 1 AS x")
            except trino.exceptions.TrinoQueryError as e:
                if e.error_name != "NO_NODES_AVAILABLE" or time.monotonic() > end:
                    raise
            time.sleep(0.5)

    def close(self):
        # A server that holds nothing dear need not take its time.
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder)

    def execute(self, sql):
        self.connection.cursor().execute(sql).fetchall()

    def load(self, con, relation, table, special=None):
        special = special or {}
        self.execute(f"DROP TABLE IF EXISTS {table}")
        files = self.folder / "loaded" / table
        shutil.rmtree(files, ignore_errors=True)
        files.mkdir(parents=True)
        engine.parquet(con, relation, files / "rows.parquet")
        kinds = ", ".join(f"{engine.ident(name)} {special.get(name) or TYPES.get(kind, kind)}" for name, kind in engine.columns(con, relation))
        self.execute(f"CREATE TABLE {table} ({kinds}) WITH (external_location = 'local:///loaded/{table}', format = 'PARQUET')")
        self.execute(f"ANALYZE {table}")
        return self.named(table)

    def fetch(self, con, sql, table):
        self.execute("DROP TABLE IF EXISTS back")
        self.execute(f"CREATE TABLE back AS {sql}")
        con.execute(f"CREATE OR REPLACE TABLE {table} AS FROM read_parquet('{self.folder}/warehouse/people/back/[0-9]*')")

    def plan(self, sql):
        return self.connection.cursor().execute("EXPLAIN " + sql).fetchall()[0][0]


start = Trino
