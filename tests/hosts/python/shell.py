"""DuckDB's own shell as a host: a process that statements are typed into."""

from __future__ import annotations

import json
import os
import re
import subprocess
import threading

import host
import runner
import values

SHELL = os.environ.get("SKYLINE_SHELL", "")
ERROR = re.compile(r"^(?:[A-Z][A-Za-z-]* )+Error: ", re.MULTILINE)


class Shell:
    """A running shell."""

    def __init__(self, *arguments: str):
        self.process = subprocess.Popen(
            [SHELL, "-unsigned", "-batch", "-init", os.devnull, *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="surrogateescape",
        )  # fmt: skip
        self.statements = 0
        self.run(".mode json")

    def run(self, text: str) -> str:
        """Types text and returns what the shell prints, up to a line that it is asked for behind it."""
        self.statements += 1
        end = f"-- end of {self.statements}\n"
        command = text if text.startswith(".") else text + "\n;"
        limit = threading.Timer(runner.STATEMENT_SECONDS, self.process.kill)
        limit.start()
        try:
            self.process.stdin.write(f"{command}\n.print {end}")
            self.process.stdin.flush()
            lines = []
            for line in self.process.stdout:
                if line.endswith(end):
                    return "".join([*lines, line.removesuffix(end)])
                lines.append(line)
        finally:
            limit.cancel()
        raise RuntimeError("the shell ended:\n" + "".join(lines))

    def close(self) -> int:
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(timeout=runner.STATEMENT_SECONDS)


class Session:
    """A runner.Session."""

    def __init__(self, path: str = ":memory:"):
        self.path = path
        self.open()

    def open(self) -> None:
        self.shell = Shell(self.path)
        self.execute(f"LOAD {host.quote(host.EXTENSION)}")
        self.execute(host.UNQUALIFIED)

    def execute(self, sql: str) -> None:
        self.output(sql)

    def output(self, sql: str) -> str:
        output = self.shell.run(sql)
        # A result is JSON; in it, no line begins like an error.
        if ERROR.search(output):
            raise runner.HostError(output)
        return output

    def query(self, sql: str, types: str) -> list[tuple]:
        output = self.output(sql)
        # Repeated names of columns are no matter: pairs, not a dictionary.
        rows = json.loads(output or "[]", object_pairs_hook=lambda pairs: [value for _, value in pairs])
        for row in rows:
            if len(row) != len(types):
                raise values.Difference(f"the result has {len(row)} columns, expected {len(types)}")
        return [tuple(map(typed, row, types)) for row in rows]

    def reconnect(self) -> None:
        """Ends the shell and starts another: a database in memory would not outlive it."""
        self.close()
        self.open()

    def close(self) -> None:
        self.shell.close()


def typed(value, letter: str):
    """Checks a value of a result in JSON, which has fewer types than columns have."""
    if letter == "I" and isinstance(value, str) and value.lstrip("-").isdigit():
        return int(value)  # a HUGEINT
    expected = {"B": bool, "I": int, "R": float, "T": str}[letter]
    if value is not None and type(value) is not expected:
        raise values.Difference(f"{value!r} is a {type(value).__name__}, which {letter!r} does not stand for")
    return value
