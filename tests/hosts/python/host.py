"""The Python package duckdb as a host."""

from __future__ import annotations

import contextlib
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
    connection = duckdb.connect(path, config=config, **options)
    # The package draws a bar as soon as a statement takes two seconds, among what a program prints.
    connection.execute("SET enable_progress_bar = false")
    return connection


def connect(path: str = ":memory:", **options):
    """A database that has loaded the extension; its functions need no qualification."""
    connection = plain(path, **options)
    load(connection)
    connection.execute(UNQUALIFIED)
    return connection


@contextlib.contextmanager
def interrupting(connection):
    """Interrupts the connection now and then: an interrupt that comes before the query begins is lost."""
    ended = threading.Event()

    def interrupt() -> None:
        while not ended.wait(0.4):
            connection.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


class Session:
    """A runner.Session."""

    def __init__(self, path: str = ":memory:"):
        self.database = connect(path)
        self.connection = self.open()

    def open(self):
        connection = self.database.cursor()
        connection.execute(UNQUALIFIED)
        return connection

    def run(self, sql: str) -> tuple[list, list[tuple]]:
        """Runs statements; returns the columns and all rows of the last: DuckDB computes a result while it is read."""
        limit = threading.Timer(runner.STATEMENT_SECONDS, self.connection.interrupt)
        limit.start()
        try:
            result = self.connection.execute(sql)
            return result.description, result.fetchall()
        except duckdb.Error as e:
            raise runner.HostError(str(e)) from e
        finally:
            limit.cancel()

    def execute(self, sql: str) -> None:
        self.run(sql)

    def query(self, sql: str, types: str) -> list[tuple]:
        columns, rows = self.run(sql)
        values.check_types([str(column[1]) for column in columns], types)
        return rows

    def reconnect(self) -> None:
        self.connection.close()
        self.connection = self.open()

    def close(self) -> None:
        self.connection.close()
        self.database.close()
