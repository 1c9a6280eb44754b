"""What is compared: each task done by a peer and by Skyline, with what makes the two results comparable."""

import contextlib
import dataclasses
import io
import math
import pathlib
import typing

import anonypyx
import arx
import pandas as pd
from anjana.anonymity import k_anonymity as anjana_k_anonymity
from pycanon import anonymity as pycanon

DATA = pathlib.Path(__file__).parents[2] / "data"
SENSITIVE = "occupation"
NUMBERS = ["age", "education-num", "hours-per-week"]
CODES = ["age", "education", "marital-status", "race", "sex", "native-country"]
SEARCHED = ["age", "sex", "race", "marital-status", "education", "native-country", "workclass"]


@dataclasses.dataclass
class Task:
    """A task: two functions without arguments, and what is said of their results."""

    name: str
    peer: str
    by_peer: typing.Callable[[], typing.Any]
    by_skyline: typing.Callable[[], typing.Any]
    outcome: typing.Callable[[typing.Any, typing.Any], str]


def tasks(con, jar=None) -> list[Task]:
    """All tasks, those beside ARX where its jar is given. The peers have a data frame, Skyline has the same rows in a table."""
    people = pd.read_csv(DATA / "adult.csv")
    con.execute("CREATE TABLE adult AS FROM people")
    return [*measures(con, people), *mondrian(con, people), by_hierarchies(con, people), *(searches(con, jar) if jar else [])]


# Measures that pycanon and privacy_measures both have. They define enhanced β-likeness differently.
MEASURES = {
    "k_anonymity": lambda people, qi: pycanon.k_anonymity(people, qi),
    "distinct_diversity": lambda people, qi: pycanon.l_diversity(people, qi, [SENSITIVE]),
    "entropy_diversity": lambda people, qi: pycanon.entropy_l_diversity(people, qi, [SENSITIVE]),
    "t_closeness": lambda people, qi: pycanon.t_closeness(people, qi, [SENSITIVE]),
    "basic_beta": lambda people, qi: pycanon.basic_beta_likeness(people, qi, [SENSITIVE]),
}


def measures(con, people):
    """How private a table is as it stands, by all of these measures: privacy_measures computes some 30 others with them."""
    for qi in ["race", "sex"], ["age", "race", "sex"]:

        def by_peer(qi=qi):
            return [measure(people, qi) for measure in MEASURES.values()]

        def by_skyline(statement=f"FROM skyline.privacy_measures('adult', qi := {qi}, sensitive := '{SENSITIVE}')"):
            rows = dict(con.sql(f"SELECT measure, value FROM ({statement})").fetchall())
            rows["entropy_diversity"] = math.floor(rows["entropy_diversity"])  # as pycanon has it
            return [rows[measure] for measure in MEASURES]

        def outcome(theirs, ours):
            same = sum(math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) for a, b in zip(theirs, ours, strict=True))
            return f"{same} of {len(theirs)} the same"

        yield Task(f"{len(MEASURES)} measures, {len(qi)} columns", "pycanon", by_peer, by_skyline, outcome)


def mondrian(con, people):
    """A release of numbers by Mondrian, groups of at least ten; and with three values of the sensitive column in each."""
    frame = people[[*NUMBERS, SENSITIVE]]
    for name, of_peer, of_skyline in [
        ("k = 10", {"k": 10}, "{'k_anonymity': 10}"),
        ("k = 10, ℓ = 3", {"k": 10, "l": 3, "sensitive_column": SENSITIVE}, "{'k_anonymity': 10, 'distinct_diversity': 3}"),
    ]:

        def by_peer(options=of_peer):
            return anonypyx.Anonymiser(frame.copy(), feature_columns=NUMBERS, **options).anonymise()

        statement = (
            f"FROM skyline.skyline_anonymize('(SELECT {quoted([*NUMBERS, SENSITIVE])} FROM adult)', "
            f"qi := {NUMBERS}, sensitive := '{SENSITIVE}', privacy := {of_skyline})"
        )

        def by_skyline(statement=statement):
            return con.sql(statement).df()

        def outcome(theirs, ours):
            groups = len(theirs.groupby([c for c in theirs.columns if c.split("_")[0] in NUMBERS])), len(ours.groupby(NUMBERS))
            return f"{groups[0]:,} groups, {groups[1]:,}"

        yield Task(f"Mondrian, {len(NUMBERS)} numbers, {name}", "anonypyx", by_peer, by_skyline, outcome)


def by_hierarchies(con, people):
    """A release by hierarchies, groups of at least ten, at most 2 % of the people left out."""
    files = {column: pd.read_csv(DATA / f"hierarchies/adult_{column}.csv", sep=";", header=None, dtype=str) for column in {*CODES, *SEARCHED}}
    theirs = {column: {level: files[column][level].to_numpy() for level in files[column].columns} for column in CODES}
    frame = people[[*CODES, SENSITIVE]].astype(str)
    con.execute("CREATE TABLE hierarchies (attribute VARCHAR, value VARCHAR, level BIGINT, label VARCHAR)")
    for column, file in files.items():
        for level in file.columns[1:]:
            rows = pd.DataFrame({"attribute": column, "value": file[0], "level": level, "label": file[level]})
            con.execute("INSERT INTO hierarchies FROM rows")
            del rows

    def by_peer():
        with contextlib.redirect_stdout(io.StringIO()):
            return anjana_k_anonymity(frame, [], CODES, 10, 2.0, theirs)

    # The best by loss of all generalizations; ANJANA's is the first that it comes across.
    search = f"skyline.generalization_search('adult', qi := {CODES}, hierarchies := 'hierarchies', privacy := {{'k_anonymity': 10}}, suppression := 0.02)"

    def by_skyline():
        levels = con.sql(f"SELECT levels FROM {search} ORDER BY loss LIMIT 1").fetchall()[0][0]
        chosen = ", ".join(f"'{column}': {level}" for column, level in levels.items())
        return con.sql(
            f"FROM skyline.generalize('(SELECT {quoted([*CODES, SENSITIVE])} FROM adult)', hierarchies := 'hierarchies', "
            f"levels := {{{chosen}}}, other_columns := 'keep', privacy := {{'k_anonymity': 10}}, suppression := 0.02)"
        ).df()

    def outcome(theirs, ours):
        return f"{len(theirs.groupby(CODES)):,} groups, {len(ours.groupby(CODES)):,}"

    return Task(f"hierarchies of {len(CODES)} columns, k = 10, 2 % left out", "ANJANA", by_peer, by_skyline, outcome)


def searches(con, jar):
    """The best generalization by loss, of 2,160: ARX has read the table and the hierarchies before, Skyline's statement reads them."""
    for k, share in (5, 0), (10, 0), (5, 0.05), (10, 0.05):
        by_peer = arx.Search(jar, DATA / "adult.csv", DATA / "hierarchies/adult_", SEARCHED, k, share)
        search = f"skyline.generalization_search('adult', qi := {SEARCHED}, hierarchies := 'hierarchies', privacy := {{'k_anonymity': {k}}}, suppression := {share}, output := 'best')"

        def by_skyline(search=search):
            levels = con.sql(f"SELECT levels FROM {search}").fetchall()[0][0]
            return [levels[column] for column in SEARCHED]

        def outcome(theirs, ours):
            return "the same levels" if theirs == ours else f"levels {theirs}, {ours}"

        yield Task(f"the best levels of {len(SEARCHED)} columns, k = {k}, {share:.0%} left out", "ARX", by_peer, by_skyline, outcome)


def quoted(columns):
    return ", ".join(f'"{column}"' for column in columns)
