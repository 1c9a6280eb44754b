"""Runs SQL test files against a host."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import re
import typing

import scripts
import values

FAILURE_LIMIT = 20
STATEMENT_SECONDS = 1200  # one that takes longer counts as hanging


class HostError(Exception):
    """What a host says of a statement that failed."""


class Skip(Exception):
    """Something that a script requires is not there."""


class Session(typing.Protocol):
    """A connection to a host that has loaded the extension."""

    def execute(self, sql: str) -> None:
        """Runs statements; raises HostError."""

    def query(self, sql: str, types: str) -> list[tuple]:
        """Runs a query and returns its rows; raises HostError, or Difference where the columns are of other types."""

    def reconnect(self) -> None:
        """Closes the connection and opens another to the same database."""

    def close(self) -> None: ...


VERSION = "SELECT library_version FROM pragma_version()"


def variables(temporary: pathlib.Path, duckdb_version: str) -> dict[str, str]:
    """What {NAME} in a script stands for; "" where it is not there."""
    data = scripts.REPOSITORY / "tests" / "data"
    nesting = "" if int(duckdb_version.lstrip("v").split(".")[0]) >= 2 else "yes"
    return {"TMP": temporary.as_posix(), "DATA": data.as_posix(), "SKYLINE": "skyline.", "NESTING": nesting, "PROVOKE": os.environ.get("SKYLINE_PROVOKE", ""), "SLOW": os.environ.get("SKYLINE_SLOW", "")}


@dataclasses.dataclass
class Run:
    """A script on its way."""

    path: str
    session: Session
    variables: dict[str, str]
    failures: list[str] = dataclasses.field(default_factory=list)
    forbidden: list[str] = dataclasses.field(default_factory=list)
    loops: list[tuple[str, str]] = dataclasses.field(default_factory=list)

    def records(self, records: list[scripts.Record]) -> list[str]:
        """Runs records and returns what did not come as expected; raises Skip."""
        for record in records:
            self.record(record)
            if len(self.failures) >= FAILURE_LIMIT:
                raise RuntimeError("\n\n".join([*self.failures, f"{self.path}: too many failures"]))
        return self.failures

    def record(self, record: scripts.Record) -> None:
        match record.kind:
            case "require":
                for name in record.words:
                    if not self.variables.get(name.upper()):
                        raise Skip(f"{self.path} requires {name}, which is not there")
            case "forbid":
                self.forbidden += record.words
            case "reconnect":
                self.session.reconnect()
            case "loop":
                name, *rounds = record.words
                for value in rounds:
                    # The innermost loop's variable comes first, so it hides others.
                    self.loops.insert(0, ("${" + name + "}", value))
                    self.records(record.body)
                    self.loops.pop(0)
            case _:
                try:
                    self.statement(record)
                except (HostError, values.Difference) as e:
                    where = "".join(f" [{name} = {value}]" for name, value in self.loops)
                    what = "unexpected error: " if isinstance(e, HostError) else ""
                    self.failures.append(f"{self.path}:{record.line}:{where} {what}{e}\n{self.expand(record.sql)}")

    def expand(self, text: str) -> str:
        for name, value in self.loops:
            text = text.replace(name, value)
        for name, value in self.variables.items():
            text = text.replace("{" + name + "}", value)
        return text

    def statement(self, record: scripts.Record) -> None:
        sql = self.expand(record.sql)
        match record.kind:
            case "ok":
                self.session.execute(sql)
            case "query":
                rows = self.session.query(sql, record.types)
                values.compare(rows, [self.expand(line) for line in record.expected], record.types, record.rowsort)
            case "error":
                try:
                    self.session.execute(sql)
                except HostError as e:
                    self.error(record, str(e))
                else:
                    raise values.Difference("expected an error, and there was none")

    def error(self, record: scripts.Record, message: str) -> None:
        """Compares an error with the text that it must contain."""
        for word in self.forbidden:
            if word in message:
                raise values.Difference(f"the error contains {word!r}, which is forbidden: {message}")
        expected = self.expand("\n".join(record.expected))
        pattern = expected.removeprefix("<REGEX>:")
        found = expected in message if pattern == expected else re.search(pattern, message)
        if not found:
            raise values.Difference(f"expected an error with\n\t{expected}\ngot\n\t{message}")
