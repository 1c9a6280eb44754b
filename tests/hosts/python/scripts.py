"""Reads the SQL test files, in the language of tests/README.md."""

from __future__ import annotations

import dataclasses
import pathlib

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
HEADER = ("# name: ", "# description: ", "# group: ")
LETTERS = set("BIRT")


class ParseError(Exception):
    """A file that is not in the language."""


@dataclasses.dataclass
class Record:
    """A statement, a query or a directive."""

    kind: str  # ok, error, query, require, forbid, reconnect, loop
    line: int  # of its first line, from 1
    sql: str = ""
    types: str = ""
    rowsort: bool = False
    expected: list[str] = dataclasses.field(default_factory=list)
    words: list[str] = dataclasses.field(default_factory=list)
    body: list[Record] = dataclasses.field(default_factory=list)


def script_paths(slow: bool, folder: str = "tests/sql") -> list[str]:
    """The files below a folder, as paths from the root of the repository."""
    endings = (".test", ".test_slow") if slow else (".test",)
    found = [p for p in sorted((REPOSITORY / folder).rglob("*")) if p.suffix in endings]
    if not found:
        raise FileNotFoundError(f"there are no scripts below {folder}")
    return [p.relative_to(REPOSITORY).as_posix() for p in found]


def parse(path: str, text: str) -> list[Record]:
    """The records of a file. path is what its header must say."""
    lines = text.replace("\r\n", "\n").split("\n")
    for i, start in enumerate(HEADER):
        if i >= len(lines) or not lines[i].startswith(start) or lines[i] == start:
            raise ParseError(f"{path}:{i + 1}: the file must begin with {start}…")
    if lines[0] != HEADER[0] + path:
        raise ParseError(f"{path}:1: the name must be {path}")
    return _Parser(path, lines).records(in_loop=False)


class _Parser:
    def __init__(self, path: str, lines: list[str]):
        self.path, self.lines, self.next = path, lines, 0

    def fail(self, at: int, text: str):
        raise ParseError(f"{self.path}:{at + 1}: {text}")

    def records(self, in_loop: bool) -> list[Record]:
        start, found = self.next, []
        while self.next < len(self.lines):
            line = self.lines[self.next]
            if line == "" or line.startswith("#"):
                self.next += 1
            elif line == "endloop":
                if not in_loop:
                    self.fail(self.next, "endloop without loop or foreach")
                self.next += 1
                return found
            else:
                found.append(self.record())
        if in_loop:
            self.fail(start - 1, "the loop has no endloop")
        return found

    def record(self) -> Record:
        at = self.next
        command, *words = self.lines[at].split() or [""]
        self.next += 1
        match command:
            case "statement":
                if words not in (["ok"], ["error"]):
                    self.fail(at, "a statement is expected to be ok or error")
                return self.text(at, Record(words[0], at + 1))
            case "query":
                return self.text(at, self.query(at, words))
            case "require" | "forbid":
                if not words:
                    self.fail(at, f"{command} what?")
                return Record(command, at + 1, words=words)
            case "reconnect":
                if words:
                    self.fail(at, "reconnect takes no arguments")
                return Record(command, at + 1)
            case "loop" | "foreach":
                return self.loop(at, command, words)
        self.fail(at, f"unknown record {self.lines[at]!r}")

    def query(self, at: int, words: list[str]) -> Record:
        if not words or not set(words[0]) <= LETTERS:
            self.fail(at, "a query has a letter of B, I, R, T for each column")
        if words[1:] not in ([], ["rowsort"], ["nosort"]):
            self.fail(at, "behind the types may stand rowsort or nosort")
        return Record("query", at + 1, types=words[0], rowsort=words[1:] == ["rowsort"])

    def text(self, at: int, record: Record) -> Record:
        """Reads the SQL and what is expected, up to the empty line."""
        end = self.next
        while end < len(self.lines) and self.lines[end] != "":
            end += 1
        body, self.next = self.lines[self.next : end], end
        has_result = "----" in body
        if has_result == (record.kind == "ok"):
            self.fail(at, "a statement ok has no ----, the others have one")
        if has_result:
            split = body.index("----")
            body, record.expected = body[:split], body[split + 1 :]
        if not body:
            self.fail(at, "there is no SQL")
        if record.kind == "error" and not record.expected:
            self.fail(at, "say which text the error must contain")
        record.sql = "\n".join(body)
        return record

    def loop(self, at: int, command: str, words: list[str]) -> Record:
        if command == "loop":
            if len(words) != 3 or not all(w.lstrip("-").isdigit() for w in words[1:]) or int(words[1]) >= int(words[2]):
                self.fail(at, "a loop goes from a number to a larger one")
            words = [words[0], *map(str, range(int(words[1]), int(words[2])))]
        elif len(words) < 2:
            self.fail(at, "foreach takes a variable and values")
        return Record("loop", at + 1, words=words, body=self.records(in_loop=True))
