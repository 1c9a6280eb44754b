"""What the tests share. Run them with pytest in an environment that has some version of duckdb."""

from __future__ import annotations

import pathlib

import pytest

import host


def pytest_report_header() -> str:
    import duckdb

    import shell

    return f"duckdb {duckdb.__version__}, shell {shell.SHELL or '(none)'}, extension {host.EXTENSION}"


@pytest.fixture
def con():
    connection = host.connect()
    yield connection
    connection.close()


@pytest.fixture
def patients(con):
    con.execute("CREATE TABLE patients AS SELECT 20 AS age, unnest(['Flu', 'Flu', 'AIDS']) AS disease")
    return con


@pytest.fixture(scope="session")
def extension() -> pathlib.Path:
    return pathlib.Path(host.EXTENSION)
