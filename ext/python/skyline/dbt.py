"""Skyline in dbt: a plugin of dbt-duckdb, which loads the extension. In profiles.yml:

plugins:
  - module: skyline.dbt
"""

from __future__ import annotations

from typing import Any

import duckdb
from dbt.adapters.duckdb.plugins import BasePlugin

import skyline


class Plugin(BasePlugin):  # type: ignore[misc]  # dbt's classes have no types
    """Loads Skyline into the database that a profile names, and lets models call its functions by their names alone."""

    def update_connection_config(self, creds: Any, config: dict[str, Any]) -> None:
        # The file has no signature of DuckDB's.
        config["allow_unsigned_extensions"] = "true"

    def configure_connection(self, conn: duckdb.DuckDBPyConnection) -> None:
        skyline.load(conn)

    def configure_cursor(self, cursor: duckdb.DuckDBPyConnection) -> None:
        # A cursor is a connection, with a search path of its own.
        skyline.load(cursor)
