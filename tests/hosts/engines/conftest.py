"""What the tests share: the engine that SKYLINE_ENGINE names, and DuckDB with the extension."""

from __future__ import annotations

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "python"))
sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "ext" / "python"))

import engine  # noqa: E402
import host  # noqa: E402


def pytest_report_header() -> str:
    import duckdb

    return f"duckdb {duckdb.__version__}, engine {engine.NAME}, extension {host.EXTENSION}"


@pytest.fixture(scope="session")
def there():
    """The engine."""
    running = engine.start(engine.NAME)
    yield running
    running.close()


@pytest.fixture(scope="session")
def con():
    """DuckDB, with Skyline, in one time zone: texts of moments are those of a time zone."""
    connection = host.connect()
    connection.execute("SET TimeZone = 'UTC'")
    yield connection
    connection.close()
