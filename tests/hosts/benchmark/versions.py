"""Processor time of the same statements in several versions of DuckDB:

    python tests/hosts/benchmark/versions.py PYTHON ...

Each PYTHON is an interpreter that has a package duckdb; they take turns. Needs the extension, `go run ./ext/bundle`.
The first column is milliseconds, the others are ratios to it.
"""

from __future__ import annotations

import json
import pathlib
import statistics
import subprocess
import sys
import time

REPOSITORY = pathlib.Path(__file__).parents[3]
QI = "['age', 'workclass', 'education', 'marital-status', 'race', 'sex', 'native-country']"
COLUMNS = ", ".join(f'"{name}"' for name in json.loads(QI.replace("'", '"')) + ["occupation"])
SMALL = "(VALUES (20, ''F'', ''Flu''), (22, ''F'', ''Cold'')) t(age, sex, disease)"

STATEMENTS = {
    "Adult: GROUP BY": f"SELECT count(*) FROM (SELECT {COLUMNS}, count(*) FROM adult GROUP BY ALL)",
    "Adult: skyline_check": f"FROM skyline_check('adult', {QI}, 'occupation')",
    "Adult: privacy_measures": f"FROM privacy_measures('adult', {QI}, 'occupation')",
    "Adult: skyline_anonymize": f"SELECT count(*) FROM skyline_anonymize('adult', {QI}, 'occupation', privacy := {{'k_anonymity': 5}}, other_columns := 'drop')",
    "Adult: release_evidence": f"SELECT count(*) FROM release_evidence('(SELECT {COLUMNS} FROM adult)', '(SELECT {COLUMNS} FROM adult)', {QI}, 'occupation')",
    "two rows: GROUP BY": "SELECT age, sex, disease, count(*) FROM (VALUES (20, 'F', 'Flu'), (22, 'F', 'Cold')) t(age, sex, disease) GROUP BY ALL",
    "two rows: skyline_check": f"FROM skyline_check('{SMALL}', ['age', 'sex'], 'disease')",
    "two rows: privacy_measures": f"FROM privacy_measures('{SMALL}', ['age', 'sex'], 'disease')",
    "two rows: skyline_anonymize": f"FROM skyline_anonymize('{SMALL}', ['age', 'sex'], 'disease', privacy := {{'k_anonymity': 1}})",
    "two rows: local_suppression": f"FROM local_suppression('{SMALL}', ['age', 'sex'], 'disease', privacy := {{'k_anonymity': 1}})",
}

# The parameters of the last statement, all of them: what its plan is made of.
PLANNED = (
    "SELECT __skyline_plan('local_suppression', to_json({'tbl': '" + SMALL + "', 'qi': ['age', 'sex'], 'sensitive': 'disease', 'privacy': {'k_anonymity': 1}, "
    "'importance': NULL, 'output': 'table', 'person': NULL, 'weight': NULL, 'seed': NULL, 'suppression': 0.0, 'values_per_person': 'one', "
    "'absent_values': 'error', 'other_columns': 'error', 'other_sensitive': 'unknown'})::VARCHAR)"
)


def child() -> None:
    sys.path.insert(0, str(REPOSITORY / "tests" / "hosts" / "python"))
    import duckdb
    import host

    con = host.connect()
    con.execute("SET threads = 1")
    con.execute(f"CREATE TABLE adult AS FROM '{REPOSITORY}/tests/data/adult.csv'")
    took = {}
    for name, statement in STATEMENTS.items():
        con.execute(statement).fetchall()
        before = time.process_time()
        for _ in range(3):
            con.execute(statement).fetchall()
        took[name] = (time.process_time() - before) / 3 * 1000
    [(plan,)] = con.execute(PLANNED).fetchall()
    before = time.process_time()
    for _ in range(10):
        con.extract_statements(plan)
    took[f"… its plan, {len(plan) // 1000} kB, parsed"] = (time.process_time() - before) / 10 * 1000
    print(json.dumps([duckdb.__version__, took]))


def main(pythons: list[str]) -> None:
    rounds: dict[str, list[dict[str, float]]] = {}
    for _ in range(5):
        for python in pythons:
            version, took = json.loads(subprocess.run([python, __file__, "-child"], check=True, capture_output=True, text=True).stdout)
            rounds.setdefault(version, []).append(took)
    print("| statement |", " | ".join(rounds), "|")
    print("|---|" + "---:|" * len(rounds))
    for name in next(iter(rounds.values()))[0]:
        medians = [statistics.median(took[name] for took in all) for all in rounds.values()]
        print(f"| {name} | {medians[0]:.1f} ms |", " | ".join(f"{m / medians[0]:.2f}" for m in medians[1:]), "|")


if __name__ == "__main__":
    if sys.argv[1:] == ["-child"]:
        child()
    else:
        main(sys.argv[1:])
