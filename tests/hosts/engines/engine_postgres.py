"""PostgreSQL, as the system has it installed: a server of its own, on a socket in its folder."""

from __future__ import annotations

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import time

import psycopg

import awkward
import engine

# A server is not let run as root; the package has made an account.
ACCOUNT = "postgres" if os.geteuid() == 0 else None
TYPES = {
    "VARCHAR": "text", "TINYINT": "smallint", "UTINYINT": "smallint", "SMALLINT": "smallint", "INTEGER": "integer", "BIGINT": "bigint", "DOUBLE": "double precision",
    "BOOLEAN": "boolean", "DATE": "date", "TIMESTAMP": "timestamp", "TIMESTAMP WITH TIME ZONE": "timestamptz", "UUID": "uuid",
}
# DuckDB's types by PostgreSQL's numbers of types.
BACK = {
    16: "BOOLEAN", 20: "BIGINT", 21: "SMALLINT", 23: "INTEGER", 25: "VARCHAR", 1042: "VARCHAR", 1043: "VARCHAR", 701: "DOUBLE", 1082: "DATE",
    1114: "TIMESTAMP", 1184: "TIMESTAMP WITH TIME ZONE", 2950: "UUID",
}
SECONDS = 60


def programs() -> pathlib.Path:
    found = shutil.which("postgres")
    folders = [pathlib.Path(found).resolve().parent] if found else []
    folders += sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists():
            return folder
    raise RuntimeError("PostgreSQL's programs are not installed")


class Postgres(engine.Engine):
    dialect = "postgres"
    key_join = r"(Hash|Merge) (Left |Right )?Join"
    schema = "public"
    special = {awkward.CHAR: "char(5)", awkward.NOCASE: 'text COLLATE "nocase"'}
    # Blanks at the end of a CHAR mean nothing.
    overrides = {awkward.CHAR: "rtrim(code)"}

    def __init__(self, folder: pathlib.Path):
        super().__init__(folder)
        self.data = folder / "data"
        self.data.mkdir()
        if ACCOUNT:
            account = pwd.getpwnam(ACCOUNT)
            folder.chmod(0o755)
            os.chown(self.data, account.pw_uid, account.pw_gid)
        bin = programs()
        subprocess.run(
            [bin / "initdb", "--pgdata", self.data, "--auth", "trust", "--username", "postgres", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, user=ACCOUNT, cwd="/",
        )
        with open(folder / "log", "w") as log:
            # Only a socket in the folder: nobody else's port is taken, and nobody else gets in.
            self.process = subprocess.Popen(
                [bin / "postgres", "-D", self.data, "-k", self.data, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "timezone=America/New_York"],
                stdout=log, stderr=log, user=ACCOUNT, cwd="/",
            )
        self.address = f"host={self.data} user=postgres dbname=postgres"
        try:
            self.connection = self.connect()
        except BaseException:
            self.close()
            raise
        self.execute("CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")

    def connect(self):
        end = time.monotonic() + SECONDS
        while True:
            try:
                return psycopg.connect(self.address, autocommit=True, prepare_threshold=None)
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError("the server did not start:\n" + (self.folder / "log").read_text()) from None
            time.sleep(0.05)

    def close(self) -> None:
        # Not SIGTERM, upon which it waits until everybody has gone.
        self.process.send_signal(signal.SIGINT)
        if hasattr(self, "connection"):
            self.connection.close()
        self.process.wait(SECONDS)
        shutil.rmtree(self.folder)

    def execute(self, sql: str) -> None:
        self.connection.execute(sql)

    def load(self, con, relation, table, special=None):
        special = special or {}
        kinds = [(name, special.get(name) or TYPES.get(kind, kind)) for name, kind in engine.columns(con, relation)]
        self.execute(f"DROP TABLE IF EXISTS {table}")
        self.execute(f"CREATE TABLE {table} ({', '.join(f'{engine.ident(name)} {kind}' for name, kind in kinds)})")
        path = self.folder / f"{table}.csv"
        con.execute(f"COPY (FROM {relation}) TO '{path}' (FORMAT csv, HEADER false, FORCE_QUOTE *, NULLSTR '')")
        with self.connection.cursor().copy(f"COPY {table} FROM STDIN (FORMAT csv)") as copy:
            copy.write(path.read_bytes())
        self.execute(f"ANALYZE {table}")
        return self.named(table)

    def fetch(self, con, sql, table):
        cursor = self.connection.execute(f"SELECT * FROM ({sql}) q LIMIT 0")
        kinds = {c.name: f"DECIMAL({c.precision},{c.scale})" if c.type_code == 1700 else BACK[c.type_code] for c in cursor.description}
        path = self.folder / f"{table}-back.csv"
        with open(path, "wb") as file, self.connection.cursor().copy(f"COPY ({sql}) TO STDOUT (FORMAT csv, FORCE_QUOTE *)") as copy:
            for block in copy:
                file.write(block)
        con.execute(
            f"CREATE OR REPLACE TABLE {table} AS FROM read_csv(?, columns = ?, header = false, auto_detect = false, delim = ',', quote = '\"', escape = '\"',"
            " nullstr = '', allow_quoted_nulls = false, parallel = false, new_line = '\\n')",
            [str(path), kinds],
        )

    def plan(self, sql):
        return "\n".join(row[0] for row in self.connection.execute("EXPLAIN " + sql).fetchall())


start = Postgres
