"""The tables of the tests, and what is to hold for their releases."""

from __future__ import annotations

import dataclasses
import pathlib

import awkward
import engine

DATA = pathlib.Path(__file__).parents[2] / "data"
ident = engine.ident


def text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def names(columns) -> str:
    """A list of names, as a literal."""
    return "[" + ", ".join(map(text, columns)) + "]"


@dataclasses.dataclass
class Case:
    name: str
    qi: list[str]
    sensitive: str
    others: list[str]
    privacy: str
    skyline: str
    # Levels of hierarchies, for full-domain recipes.
    levels: dict[str, int]
    # How the map comes into statements.
    forms: list[str]

    def sql(self, there: engine.Engine) -> str:
        """A query of the table, as it is in the engine, with a number `id` of each row."""
        if self.name == "awkward":
            return awkward.sql(there.overrides)
        return f"SELECT row_number() OVER () AS id, * FROM '{DATA / self.name}.csv'"

    def hierarchies(self, con) -> None:
        """Makes the table `hierarchies` here."""
        if self.name == "awkward":
            parts = [f"SELECT {text(c)} AS attribute, CAST({ident(c)} AS VARCHAR) AS value, 0 AS level, CAST({ident(c)} AS VARCHAR) AS label FROM people" for c in self.qi]
            parts += [f"SELECT {text(c)}, CAST({ident(c)} AS VARCHAR), 1, '*' FROM people" for c in self.qi]
        else:
            parts = [
                f"FROM hierarchy_wide({text(f'''(FROM read_csv('{DATA}/hierarchies/{self.name}_{c}.csv', header = false, delim = ';', all_varchar = true))''')}, {text(c)})"
                for c in self.qi
            ]
        con.execute(f"CREATE OR REPLACE TABLE hierarchies AS {' UNION '.join(parts)}")


CASES = [
    Case(
        "awkward",
        awkward.QI,
        "disease",
        ["id"],
        "{'k_anonymity': 5, 'distinct_diversity': 2}",
        "[{'value': 'it''s', 'l': 1, 'k': 1, 'm': 0, 'c': 0.9}]",
        {c: (1 if c in ("big", "price", "born", "seen", "at") else 0) for c in awkward.QI},
        ["map", "values", "levels"],
    ),
    Case(
        "adult",
        ["age", "education", "marital-status", "race", "sex"],
        "occupation",
        ["id", "salary-class", "hours-per-week"],
        "{'k_anonymity': 10, 'max_share': 0.6}",
        "[{'value': 'Sales', 'l': 2, 'k': 1, 'm': 0, 'c': 0.5}]",
        {"age": 3, "education": 2, "marital-status": 1, "race": 1, "sex": 0},
        ["map", "levels"],
    ),
    Case(
        "fars",
        ["iage", "irace", "ideathmon", "isex", "istatenum"],
        "iinjury",
        ["id"],
        "{'k_anonymity': 5}",
        "[{'value': 0, 'l': 1, 'k': 1, 'm': 0, 'c': 0.9}]",
        {"iage": 3, "irace": 1, "ideathmon": 1, "isex": 0, "istatenum": 1},
        ["map"],
    ),
]
