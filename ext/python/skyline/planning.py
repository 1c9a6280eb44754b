"""From a table to a release with its report: plan, release, report and review.

>>> import skyline
>>> plan = skyline.plan("patients.csv")  # doctest: +SKIP
>>> plan.answer(diagnosis="sensitive", shoe_size="drop")  # doctest: +SKIP
>>> release = skyline.release("patients.csv", plan)  # doctest: +SKIP
>>> skyline.report("patients.csv", release, plan).save("report.html")  # doctest: +SKIP
"""

from __future__ import annotations

import csv
import functools
import html
import os
import uuid
from collections.abc import Iterable
from typing import Any

import duckdb

from skyline.extension import _text, connect
from skyline.svg import Figure, figures

# What a table can be: what names one in SQL, or what DuckDB can read from Python, such as a data frame.
Table = Any


class PlanError(ValueError):
    """What is wrong with what was said about a plan."""


class Plan:
    """A plan of a release: a row for each column, the gravest first, and one for each requirement.

    Rows are dictionaries, with the columns of release_plan. Change them, or call answer().
    """

    def __init__(self, rows: Iterable[dict[str, str | None]]) -> None:
        self.rows = [dict(row) for row in rows]

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Plan:
        """Reads a plan that to_csv, or COPY, has written."""
        with open(path, encoding="utf-8", newline="") as file:
            return cls({key: value or None for key, value in row.items()} for row in csv.DictReader(file))

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Writes the plan, to be kept, reviewed, and given to any function as plan. It overwrites nothing."""
        with open(path, "x", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(self.rows[0]) if self.rows else ["attribute", "role"], lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)

    @property
    def questions(self) -> dict[str, str]:
        """What nobody has answered, by column. Nothing is released while there is something."""
        return {row["attribute"] or "": row["question"] for row in self.rows if row.get("question") and not row["role"]}  # type: ignore[misc]

    def answer(self, roles: dict[str, str] | None = None, /, **more: str) -> Plan:
        """Sets the roles of columns: answer(diagnosis="sensitive"), or answer({"shoe size": "drop"})."""
        for attribute, role in {**(roles or {}), **more}.items():
            rows = [row for row in self.rows if row["attribute"] == attribute]
            if not rows:
                raise PlanError(f"skyline: the plan has no column {attribute!r}")
            for row in rows:
                row["role"], row["question"] = role, None
        return self

    def __repr__(self) -> str:
        return "\n".join(_line(row) for row in self.rows)

    def _repr_html_(self) -> str:
        shown = [name for name in ("attribute", "role", "finding", "treatment", "question") if any(row.get(name) for row in self.rows)]
        return _table_of(shown, ([row.get(name) for name in shown] for row in self.rows))

    def _sql(self) -> str:
        return "[" + ", ".join("{" + ", ".join(f"{_text(k)}: {'NULL::VARCHAR' if v is None else _text(str(v))}" for k, v in row.items()) + "}" for row in self.rows) + "]"


class Release:
    """A release: a temporary table of its connection, `con`, called `name`.

    `checked` has the rows of release_check, and `summary` says in a line who is in the release, how sure an attacker can become, and what is lost.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, name: str, checked: list[dict[str, Any]], summary: str) -> None:
        self.con, self.name, self.checked, self.summary = con, name, checked, summary

    def relation(self) -> duckdb.DuckDBPyRelation:
        """The rows, as a relation of DuckDB: .df(), .pl(), .arrow(), .to_parquet(path)."""
        return self.con.table(self.name)

    @property
    def holds(self) -> bool:
        """Whether every requirement of the plan holds."""
        return all(row["holds"] is not False for row in self.checked)

    def __repr__(self) -> str:
        return "\n".join([*(str(row.get("meaning") or row["requirement"]) for row in self.checked), self.summary])

    def _repr_html_(self) -> str:
        names = [name for name in ("requirement", "holds", "achieved", "required", "meaning") if self.checked and name in self.checked[0]]
        return _table_of(names, ([row[name] for name in names] for row in self.checked)) + f"<p><b>{html.escape(self.summary)}</b></p>"


class Page:
    """A page of HTML, complete in itself. Notebooks show it."""

    def __init__(self, document: str) -> None:
        self.html = document

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page. It overwrites nothing."""
        with open(path, "x", encoding="utf-8") as file:
            file.write(self.html)

    def __repr__(self) -> str:
        return f"a page of {len(self.html)} characters; save(path) writes it"

    def _repr_html_(self) -> str:
        # A frame, so that the page's style and script are its own.
        return f'<iframe srcdoc="{html.escape(self.html)}" style="width: 100%; height: 40rem; border: 0"></iframe>'


def plan(
    table: Table, plan: Plan | str | os.PathLike[str] | None = None, *, purpose: str | None = None, keep: list[str] | None = None, con: duckdb.DuckDBPyConnection | None = None
) -> Plan:
    """Plans a release of a table: see release_plan. An older plan is carried on."""
    arguments = _arguments(plan)
    if purpose is not None:
        arguments.append("purpose := " + _text(purpose))
    if keep is not None:
        arguments.append("keep := [" + ", ".join(map(_text, keep)) + "]")
    con, name = _named(con, table)
    return Plan(_rows(con, f"FROM release_plan({', '.join([name, *arguments])})"))


def release(table: Table, plan: Plan | str | os.PathLike[str], *, con: duckdb.DuckDBPyConnection | None = None) -> Release:
    """Makes a release of a table as a plan says: see skyline_anonymize."""
    con, name = _named(con, table)
    made = "release_" + uuid.uuid4().hex[:12]
    given = ", ".join([name, *_arguments(plan)])
    con.execute(f"CREATE TEMP TABLE {made} AS FROM skyline_anonymize({given})")
    checked = _rows(con, f"FROM release_check({_text(made)}, original := {given})")
    [line] = _rows(con, f"SELECT meaning FROM release_report({', '.join([name, _text(made), *_arguments(plan)])}, output := 'summary')")
    return Release(con, made, checked, line["meaning"])


def report(table: Table, release: Release, plan: Plan | str | os.PathLike[str]) -> Page:
    """Writes the page that whoever signs for a release reads: see release_report."""
    con, name = _named(release.con, table)
    [row] = _rows(con, f"SELECT html FROM release_report({', '.join([name, _text(release.name), *_arguments(plan)])})")
    return Page(row["html"])


def review(table: Table, plan: Plan | str | os.PathLike[str], *, con: duckdb.DuckDBPyConnection | None = None) -> Page:
    """Writes the page on which people choose the roles of a plan, with what each choice means."""
    con, name = _named(con, table)
    [row] = _rows(con, f"SELECT html FROM release_plan({', '.join([name, *_arguments(plan)])}, output := 'page')")
    return Page(row["html"])


def prices(table: Table, plan: Plan | str | os.PathLike[str], *, con: duckdb.DuckDBPyConnection | None = None) -> Figure:
    """Draws what the requirements of a plan cost, and what stronger and weaker ones would. Notebooks show it."""
    con, name = _named(con, table)
    return figures(con.sql(f"FROM release_plan({', '.join([name, *_arguments(plan)])}, output := 'figures')"))["price"]


@functools.cache
def _own() -> duckdb.DuckDBPyConnection:
    """The connection of those who give none: it stays open for as long as results are looked at."""
    return connect()


def _named(con: duckdb.DuckDBPyConnection | None, table: Table) -> tuple[duckdb.DuckDBPyConnection, str]:
    """A connection with Skyline, and what names the table there, as a literal."""
    con = con or _own()
    if isinstance(table, (str, os.PathLike)):
        return con, _text(os.fspath(table))
    if isinstance(table, duckdb.DuckDBPyRelation):
        table = table.fetch_arrow_table()  # it belongs to a connection that may be another
    name = "skyline_" + uuid.uuid4().hex[:12]
    con.register(name, table)
    return con, _text(name)


def _arguments(plan: Plan | str | os.PathLike[str] | None) -> list[str]:
    if plan is None:
        return []
    return ["plan := " + (plan._sql() if isinstance(plan, Plan) else _text(os.fspath(plan)))]


def _rows(con: duckdb.DuckDBPyConnection, sql: str) -> list[dict[str, Any]]:
    result = con.execute(sql)
    names = [column[0] for column in result.description or []]
    return [dict(zip(names, row)) for row in result.fetchall()]


def _line(row: dict[str, str | None]) -> str:
    of = row["attribute"] or ("must hold" if row.get("requirement") else "the table")
    said = " ".join(str(row[name]) for name in ("finding", "question") if row.get(name))
    return f"{of} ({row['role'] or '?'}): {said}" if row["attribute"] else f"{of}: {said}"


def _table_of(names: list[str], rows: Iterable[Iterable[Any]]) -> str:
    head = "".join(f"<th style='text-align: left'>{html.escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td style='text-align: left'>{html.escape('' if v is None else str(v))}</td>" for v in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
