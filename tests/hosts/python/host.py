"""The Python package duckdb as a host."""

from __future__ import annotations

import os
import threading

import duckdb

import runner
import scripts
import values

EXTENSION = os.environ.get("SKYLINE_EXTENSION") or str(scripts.REPOSITORY / "build" / "skyline.duckdb_extension")
UNQUALIFIED = "SET search_path = 'main,skyline.main'"


def quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def load(connection, extension: str = EXTENSION) -> None:
    connection.execute(f"LOAD {quote(extension)}")


def plain(path: str = ":memory:", **options):
    """A database without the extension, which may be loaded."""
    config = {"allow_unsigned_extensions": "true", **options.pop("config", {})}
    return duckdb.connect(path, config=config, **options)


def connect(path: str = ":memory:", **options):
    """A database that has loaded the extension; its functions need no qualification."""
    connection = plain(path, **options)
    load(connection)
    connection.execute(UNQUALIFIED)
    return connection


class Session:
    """A runner.Session."""

    def __init__(self, path: str = ":memory:"):
        self.database = connect(path)
        self.connection = self.open()

    def open(self):
        connection = self.database.cursor()
        connection.execute(UNQUALIFIED)
        return connection

    def execute(self, sql: str) -> None:
        limit = threading.Timer(runner.STATEMENT_SECONDS, self.connection.interrupt)
        limit.start()
        try:
            # Fetched to the end: DuckDB computes a result while it is read.
            self.connection.execute(sql).fetchall()
        except duckdb.Error as e:
            raise runner.HostError(str(e)) from e
        finally:
            limit.cancel()

    def query(self, sql: str, types: str) -> list[tuple]:
        limit = threading.Timer(runner.STATEMENT_SECONDS, self.connection.interrupt)
        limit.start()
        try:
            result = self.connection.execute(sql)
            names = [str(column[1]) for column in result.description]
            rows = result.fetchall()
        except duckdb.Error as e:
            raise runner.HostError(str(e)) from e
        finally:
            limit.cancel()
        values.check_types(names, types)
        return rows

    def reconnect(self) -> None:
        self.connection.close()
        self.connection = self.open()

    def close(self) -> None:
        self.connection.close()
        self.database.close()
