"""What DuckDB's shell does with the extension besides running scripts. SKYLINE_SHELL names the program."""

from __future__ import annotations

import os
import pathlib
import pty
import select
import signal
import subprocess
import time

import pytest

import host
import runner
import shell
from test_load import CALL, TABLE
from test_queries import LONG

pytestmark = pytest.mark.skipif(shell.SHELL == "", reason="SKYLINE_SHELL does not name a shell")

LOAD = f"LOAD {host.quote(host.EXTENSION)};"


def run(*arguments: str, **options) -> subprocess.CompletedProcess:
    command = [shell.SHELL, "-init", os.devnull, "-csv", "-noheader", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=runner.STATEMENT_SECONDS, stdin=subprocess.DEVNULL, **options)


def test_command(tmp_path: pathlib.Path):
    done = run("-unsigned", str(tmp_path / "a.db"), "-c", f"{LOAD} {TABLE}; {CALL}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "5\n", "")
    assert [p.name for p in tmp_path.iterdir()] == ["a.db"]


def test_unqualified():
    done = run("-unsigned", "-c", f"{LOAD} {host.UNQUALIFIED}; SELECT count(*) > 3 FROM skyline_functions()")
    assert (done.returncode, done.stdout, done.stderr) == (0, "true\n", "")


def test_failing_query():
    done = run("-unsigned", "-c", f"{LOAD} {TABLE}; FROM skyline.skyline_check('t', ['a'], 'b', l := -1)")
    assert done.returncode == 1
    assert "l must be" in done.stderr


def test_without_unsigned():
    done = run("-c", LOAD)
    assert done.returncode == 1
    assert "signature" in done.stderr


def test_exit_status():
    for _ in range(20):
        done = run("-unsigned", "-c", f"{LOAD} {TABLE}; {CALL}")
        assert (done.returncode, done.stdout, done.stderr) == (0, "5\n", "")


def test_neighbour(both: list[str]):
    """Beside another extension that is written in Go: test_neighbour.py."""
    load = "".join(f"LOAD {host.quote(file)};" for file in both)
    sql = "SELECT max(breach) FROM skyline.skyline_check('(SELECT neighbour(range) % 2 AS g, range // 2 AS v FROM range(100))', ['g'], 'v')"
    done = run("-unsigned", "-c", f"{load} {sql}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "0.02\n", "")


class Terminal:
    """A shell as somebody at a terminal has it."""

    def __init__(self):
        self.terminal, other = pty.openpty()
        command = [shell.SHELL, "-unsigned", "-init", os.devnull]
        environment = {**os.environ, "TERM": "dumb"}
        self.process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, start_new_session=True, env=environment)
        os.close(other)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def expect(self, text: str) -> None:
        """Reads until the text comes, and no further than needed."""
        end = time.monotonic() + runner.STATEMENT_SECONDS
        while text not in self.seen:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} did not come; there is {self.seen!r}"
            self.seen += os.read(self.terminal, 4096).decode(errors="replace")
        self.seen = self.seen.partition(text)[2]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


@pytest.mark.parametrize("query", ["skyline_find", "scan"])
def test_interrupt(query: str):
    """Ctrl-C ends a query and not the shell."""
    terminal = Terminal()
    try:
        terminal.expect('Enter ".help"')  # after asking the terminal for its colours, in vain
        terminal.type(f"{LOAD}\n{host.UNQUALIFIED};\n{TABLE};\nSELECT 'rea' || 'dy';\n")
        terminal.expect("ready")
        pid = running(terminal.process.pid)
        before = worked(pid)
        terminal.type(LONG[query] + ";\n")
        while worked(pid) < before + 1:  # so that it is the query which is interrupted
            time.sleep(0.1)
        # As the terminal does on Ctrl-C: to the shell, which the package's own program may have started as a child.
        os.kill(pid, signal.SIGINT)
        # Some versions say that it was interrupted, some only prompt again.
        terminal.type("SELECT sum(breach) || ' of all' FROM skyline_check('t', ['a'], 'b');\n")
        terminal.expect("1.0 of all")
    finally:
        terminal.close()


def running(pid: int) -> int:
    """The shell behind a process."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(children[0]) if children else pid


def worked(pid: int) -> float:
    """Seconds of processor time that a process has taken."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_end_of_input(tmp_path: pathlib.Path):
    """A shell whose input ends leaves no log behind, and ends well."""
    opened = shell.Session(str(tmp_path / "a.db"))
    opened.execute(TABLE)
    assert opened.query(CALL, "I") == [(5,)]
    assert opened.shell.close() == 0
    assert [p.name for p in tmp_path.iterdir()] == ["a.db"]
