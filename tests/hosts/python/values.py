"""Compares results with what SQL test files expect, as tests/README.md says."""

from __future__ import annotations

import re

# The column types that each letter takes.
TYPES = {
    "B": {"BOOLEAN"},
    "I": {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"},
    "R": {"DOUBLE"},
    "T": {"VARCHAR"},
}
FRACTION = re.compile(r"([0-9]+)/([0-9]+)")
LARGEST_EXACT = 2**53  # below, an integer is a double, and a quotient is rounded once


class Difference(Exception):
    """A result that is not as expected."""


def check_types(found: list[str], expected: str) -> None:
    if len(found) != len(expected):
        raise Difference(f"the result has {len(found)} columns, expected {len(expected)}")
    for i, (name, letter) in enumerate(zip(found, expected)):
        if name not in TYPES[letter]:
            raise Difference(f"column {i + 1} is {name}, which {letter!r} does not stand for; cast it in the query")


def render(value) -> str:
    """The text of a value. Of a double, the shortest that rounds to it."""
    match value:
        case None:
            return "NULL"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case "":
            return "(empty)"
        case str():
            if any(c in value for c in "\t\r\n"):
                raise Difference("a text with tabs or line ends cannot stand in a result; replace() them in the query")
            return value
    raise Difference(f"cannot render a {type(value).__name__}; cast it in the query")


def parse_double(text: str) -> float:
    """Reads an expected double: a decimal number, or a fraction p/q."""
    found = FRACTION.fullmatch(text)
    if found is None:
        return float(text)
    p, q = int(found[1]), int(found[2])
    if q == 0 or max(p, q) >= LARGEST_EXACT:
        raise Difference(f"{text!r} is not a fraction of integers below 2^53")
    return p / q


def canonical(line: str, types: str) -> str:
    """Brings an expected row to the texts that render gives."""
    row = line.split("\t")
    if len(row) != len(types):
        raise Difference(f"an expected row has {len(row)} values, expected {len(types)}")
    return "\t".join(repr(parse_double(v)) if t == "R" and v != "NULL" else v for v, t in zip(row, types))


def compare(rows: list[tuple], expected: list[str], types: str, rowsort: bool) -> None:
    want = [canonical(line, types) for line in expected]
    got = ["\t".join(map(render, row)) for row in rows]
    if rowsort:
        want.sort()
        got.sort()
    if want != got:
        raise Difference(f"expected {len(want)} rows:\n{shorten(want)}\ngot {len(got)} rows:\n{shorten(got)}")


def shorten(lines: list[str], most: int = 40) -> str:
    if len(lines) > most:
        lines = [*lines[:most], f"… {len(lines) - most} more"]
    return "\n".join("\t" + line for line in lines)
