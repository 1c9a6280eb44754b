"""What the tests need of an engine."""

from __future__ import annotations

import importlib
import os
import pathlib
import shutil
import tempfile

import awkward


class Engine:
    """An engine that runs on this machine, for the time of the tests, in a folder of its own."""

    dialect: str
    # What a plan says where two tables are joined by equal keys: a hash table, or a merge if the engine estimates few rows.
    key_join: str
    schema: str
    # Types of the engine for columns of the awkward table, which DuckDB's types do not tell.
    special: dict[str, str] = {}
    # What the engine makes of columns of the awkward table, in DuckDB's words.
    overrides: dict[str, str] = {}

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def close(self) -> None:
        """Ends what runs."""

    def named(self, table: str) -> str:
        """What a statement calls a table."""
        return f"{self.schema}.{table}"

    def load(self, con, relation: str, table: str, special: dict[str, str] | None = None) -> str:
        """Makes a table there of what `SELECT * FROM relation` is here; returns how it is named in a statement."""
        raise NotImplementedError

    def execute(self, sql: str) -> None:
        raise NotImplementedError

    def fetch(self, con, sql: str, table: str) -> None:
        """Makes a table here of what a SELECT gives there, in its order and with its types."""
        raise NotImplementedError

    def plan(self, sql: str) -> str:
        raise NotImplementedError


def parquet(con, relation: str, path: pathlib.Path) -> pathlib.Path:
    con.execute(f"COPY (FROM {relation}) TO '{path}' (FORMAT parquet)")
    return path


def columns(con, relation: str) -> list[tuple[str, str]]:
    """Names and types of the columns of a table here."""
    return [(row[0], row[1]) for row in con.execute(f"DESCRIBE SELECT * FROM {relation}").fetchall()]


def start(name: str) -> Engine:
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"skyline-{name}-"))
    try:
        return importlib.import_module(f"engine_{name}").start(folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


NAME = os.environ.get("SKYLINE_ENGINE", "")
ident = awkward.ident
