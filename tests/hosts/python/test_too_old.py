"""A version of DuckDB that the extension cannot serve: a clear error at LOAD, and the process goes on."""

from __future__ import annotations

import duckdb
import pytest

import child

OLDEST = (1, 4)
version = tuple(int(part) for part in duckdb.__version__.split(".")[:2])

pytestmark = pytest.mark.skipif(version >= OLDEST, reason="not too old")


def test_load():
    program = """
        con = host.plain()
        for _ in range(2):
            try:
                host.load(con)
            except duckdb.Error as e:
                print(str(e).partition("skyline: ")[2])
        print(con.execute("SELECT count(*) FROM duckdb_functions() WHERE function_name LIKE '%skyline%'").fetchall())
        print(con.execute("SELECT count(*) FROM duckdb_databases() WHERE database_name = 'skyline'").fetchall())
    """
    refusal = f"DuckDB v{duckdb.__version__} is too old; load the extension into DuckDB v1.4.0 or newer\n"
    assert child.run(program) == refusal * 2 + "[(0,)]\n[(0,)]\n"
