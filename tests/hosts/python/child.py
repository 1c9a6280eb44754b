"""Runs a program of its own in this Python, so that a crash is a failed test and not the end of the run."""

from __future__ import annotations

import pathlib
import subprocess
import sys
import textwrap

FOLDER = pathlib.Path(__file__).parent
PRELUDE = "import os, signal, sys, threading, time\nimport duckdb, host\n"


def start(program: str, *arguments) -> subprocess.Popen:
    text = PRELUDE + textwrap.dedent(program)
    return subprocess.Popen(
        [sys.executable, "-c", text, *map(str, arguments)],
        cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def run(program: str, *arguments, status: int = 0) -> str:
    """Returns what the program prints; it must end with the status, and complain of nothing if that is 0."""
    process = start(program, *arguments)
    try:
        output, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == status, (process.returncode, output, errors)
    if status == 0:
        assert errors == ""
    return output
