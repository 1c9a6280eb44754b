"""Runs every SQL test file in this host: the Python package, or with SKYLINE_SHELL=…/duckdb DuckDB's shell."""

from __future__ import annotations

import os
import pathlib

import pytest

import host
import runner
import scripts
import shell

Session = shell.Session if shell.SHELL else host.Session
PATHS = scripts.script_paths(slow=bool(os.environ.get("SKYLINE_SLOW")), folder=os.environ.get("SKYLINE_SCRIPTS", "tests/sql"))


@pytest.mark.parametrize("path", PATHS)
def test_script(path: str, tmp_path: pathlib.Path):
    records = scripts.parse(path, (scripts.REPOSITORY / path).read_text(encoding="utf-8"))
    reconnects = shell.SHELL and any(r.kind == "reconnect" for r in records)
    # In a shell that is to be started again, the database is a file whose catalog is called as one in memory is.
    session = Session(str(tmp_path / "memory.db")) if reconnects else Session()
    (tmp_path / "files").mkdir()
    [(version,)] = session.query(runner.VERSION, "T")
    run = runner.Run(path, session, runner.variables(tmp_path / "files", version))
    try:
        failures = run.records(records)
    except runner.Skip as e:
        failures = run.failures
        if not failures:
            pytest.skip(str(e))
    finally:
        session.close()
    assert not failures, "\n\n".join(failures)
