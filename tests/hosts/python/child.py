"""Runs a program of its own in this Python, so that a crash is a failed test and not the end of the run."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import textwrap

FOLDER = pathlib.Path(__file__).parent
PRELUDE = "import os, signal, sys, threading, time\nimport duckdb, host\n"


def start(program: str, *arguments, env: dict[str, str] | None = None) -> subprocess.Popen:
    text = PRELUDE + textwrap.dedent(program)
    return subprocess.Popen(
        [sys.executable, "-c", text, *map(str, arguments)],
        cwd=FOLDER, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def finish(process: subprocess.Popen, seconds: float = 1200) -> tuple[int, str, str]:
    """Waits for the end; returns exit status, output and errors. A process that hangs is killed."""
    try:
        output, errors = process.communicate(timeout=seconds)
    finally:
        process.kill()
    return process.returncode, output, errors


def run(program: str, *arguments, env: dict[str, str] | None = None) -> str:
    """Returns what the program prints; it must end well and complain of nothing."""
    status, output, errors = finish(start(program, *arguments, env=env))
    assert (status, errors) == (0, ""), (status, output, errors)
    return output
