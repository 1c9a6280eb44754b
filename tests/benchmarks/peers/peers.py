"""Skyline beside its peers: who does what in how much of the other's time, and what comes out.

Every task is run by both, one after the other, again and again; what is reported is the median of the ratios of such
pairs, since a machine that others use is slow now and fast then. Reading the data, and loading what is loaded once, is
not counted for either.
"""

import argparse
import importlib.metadata
import os
import pathlib
import statistics
import time

import duckdb
import picture
import tasks

HERE = pathlib.Path(__file__).parent


def seconds(function):
    """What it returns, and how long it took."""
    start = time.perf_counter()
    result = function()
    return result, time.perf_counter() - start


def compare(task, repeat):
    """The outcome, and the ratio of each pair of runs. A first pair is not counted."""
    theirs, _ = seconds(task.by_peer)
    ours, _ = seconds(task.by_skyline)
    pairs = [(seconds(task.by_peer)[1], seconds(task.by_skyline)[1]) for _ in range(repeat)]
    return task.outcome(theirs, ours), [a / b for a, b in pairs]


def table(rows):
    """The rows as a table of Markdown."""
    lines = ["| task | peer | times as long as Skyline (median, least–most) | peer's outcome, Skyline's |", "|---|---|--:|---|"]
    for task, outcome, ratios in rows:
        lines.append(f"| {task.name} | {named(task.peer)} | {statistics.median(ratios):,.0f} ({min(ratios):,.0f}–{max(ratios):,.0f}) | {outcome} |")
    return "\n".join(lines)


def named(peer):
    """A peer, with its version if it is a package."""
    try:
        return f"{peer} {importlib.metadata.version(peer.lower())}"
    except importlib.metadata.PackageNotFoundError:
        return peer


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5, help="pairs of runs of each task")
    parser.add_argument("--write", action="store_true", help="keep the picture and the table beside this file")
    parser.add_argument("--arx", metavar="JAR", help="the jar of ARX, which no package index has; it needs Java")
    options = parser.parse_args()
    con = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    con.execute(f"LOAD '{os.environ['SKYLINE_EXTENSION']}'")
    rows = [(task, *compare(task, options.repeat)) for task in tasks.tasks(con, options.arx)]
    text = table(rows)
    print(text)
    if options.write:
        (HERE / "results.md").write_text(text + "\n", encoding="utf-8")
        bars = [(task.name, task.peer, statistics.median(ratios)) for task, _, ratios in rows]
        (HERE / "peers.svg").write_text(picture.bars(bars), encoding="utf-8")


if __name__ == "__main__":
    main()
