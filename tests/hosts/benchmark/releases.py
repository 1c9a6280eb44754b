"""Processor time and peak memory of skyline_anonymize on small, long and wide tables, with several versions of DuckDB
or of the extension:

    python tests/hosts/benchmark/releases.py [-rounds N] [-cases a,b] PYTHON[=EXTENSION] ...

Each PYTHON is an interpreter that has a package duckdb; EXTENSION is the file that it loads, else that of
`go run ./ext/bundle`. They take turns, and each statement has a process of its own, of two threads. The peak is that
of the process, without what it had when the table was made.
"""

from __future__ import annotations

import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

REPOSITORY = pathlib.Path(__file__).parents[3]
ADULT = "['age', 'workclass', 'education', 'marital-status', 'race', 'sex', 'native-country']"
LONG = {"900,000 combinations": [20, 2, 16, 7, 5, 40], "all rows different": [2, 16, 74, 1000, 20_000, 200_000]}  # how many values the columns have
LIMIT = 300  # seconds that a statement may take


def wide(columns: int) -> tuple[str, str]:
    made = ", ".join(f"hash(i, {k}) % {2 + k % 7} AS c{k}" for k in range(columns))
    qi = [f"c{k}" for k in range(columns)]
    return (
        f"CREATE TABLE people AS SELECT {made} FROM range(200) AS t(i)",
        f"skyline_anonymize('people', qi := {qi}, privacy := {{'k_anonymity': 5}})",
    )


def long(sizes: list[int]) -> tuple[str, str]:
    made = ", ".join(f"(hash(i, {k}) % {size})::INTEGER AS c{k}" for k, size in enumerate(sizes))
    qi = [f"c{k}" for k in range(len(sizes))]
    return (
        f"CREATE TABLE people AS SELECT {made} FROM range(2_000_000) AS t(i)",
        f"skyline_anonymize('people', qi := {qi}, privacy := {{'k_anonymity': 10}})",
    )


CASES = {
    "two rows": lambda: (
        "CREATE TABLE people AS SELECT * FROM (VALUES (20, 'F', 'Flu'), (22, 'F', 'Cold')) t(age, sex, disease)",
        "skyline_anonymize('people', ['age', 'sex'], 'disease', privacy := {'k_anonymity': 1})",
    ),
    "Adult, 7 columns": lambda: (
        f"CREATE TABLE people AS FROM '{REPOSITORY}/tests/data/adult.csv'",
        f"skyline_anonymize('people', {ADULT}, 'occupation', privacy := {{'k_anonymity': 5}}, other_columns := 'drop')",
    ),
} | {f"2,000,000 rows, 6 columns, {name}": lambda sizes=sizes: long(sizes) for name, sizes in LONG.items()} | {f"200 rows, {n} columns": lambda n=n: wide(n) for n in (10, 40, 100, 300, 842)}


def child(case: str) -> None:
    sys.path.insert(0, str(REPOSITORY / "tests" / "hosts" / "python"))
    import duckdb
    import host

    con = host.connect()
    con.execute("SET threads = 2")
    table, call = CASES[case]()
    con.execute(table)
    statement = "CREATE OR REPLACE TEMP TABLE released AS FROM " + call  # a count would need none of its columns
    small = case == "two rows"
    if small:
        con.execute(statement)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    before, times = time.process_time(), 5 if small else 1
    for _ in range(times):
        con.execute(statement)
    seconds = (time.process_time() - before) / times
    print(json.dumps([duckdb.__version__, seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak) / 1024]), flush=True)
    os._exit(0)


def main(arguments: list[str]) -> None:
    rounds, cases = 5, list(CASES)
    while arguments and arguments[0].startswith("-"):
        if arguments[0] == "-rounds":
            rounds = int(arguments[1])
        else:
            cases = [case for case in CASES if any(name in case for name in arguments[1].split(","))]
        arguments = arguments[2:]
    print("| table |", " | ".join(arguments), "|")
    print("|---|" + "---:|" * len(arguments))
    for case in cases:
        took: dict[str, list[tuple[float, float]]] = {name: [] for name in arguments}
        for _ in range(rounds):
            for name in arguments:
                python, _, extension = name.partition("=")
                environment = os.environ | ({"SKYLINE_EXTENSION": extension} if extension else {})
                try:
                    out = subprocess.run([python, __file__, "-child", case], check=True, capture_output=True, text=True, env=environment, timeout=LIMIT).stdout
                    took[name].append(tuple(json.loads(out)[1:]))
                except subprocess.TimeoutExpired:
                    took[name].append((float("inf"), float("inf")))
        print(f"| {case} |", " | ".join("{:.3g} s, {:.0f} MB".format(*map(statistics.median, zip(*all))) for all in took.values()), "|", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "-child":
        child(sys.argv[2])
    else:
        main(sys.argv[1:])
