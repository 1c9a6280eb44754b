"""Skyline in dbt: a plugin of dbt-duckdb, which loads the extension. In profiles.yml:

plugins:
  - module: skyline.dbt
"""

from __future__ import annotations

import os
import pathlib

from dbt.adapters.duckdb.plugins import BasePlugin


class Plugin(BasePlugin):
    """Loads Skyline into the database that a profile names, and lets models call its functions by their names alone."""

    def update_connection_config(self, creds, config):
        # The file is nobody's that DuckDB knows.
        config["allow_unsigned_extensions"] = "true"

    def configure_connection(self, conn):
        file = os.environ.get("SKYLINE_EXTENSION") or str(pathlib.Path(__file__).with_name("skyline.duckdb_extension"))
        conn.execute("LOAD '" + file.replace("'", "''") + "'")

    def configure_cursor(self, cursor):
        # A cursor is a connection, with a search path of its own.
        cursor.execute("SET search_path = 'main,skyline.main'")
