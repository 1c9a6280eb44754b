"""The breach probability from the definition, for one value a person, and the notebook's release without SQL."""

from __future__ import annotations

import collections
import csv
import fractions
import functools
import math
import pathlib


@functools.cache
def _none_has(people: int, having: int, m: int) -> fractions.Fraction:
    """The probability that none of m people of a group has the value."""
    if having == 0:
        return fractions.Fraction(1)
    if people - having < m:
        return fractions.Fraction(0)
    return fractions.Fraction(math.comb(people - having, m), math.comb(people, m))


def _target(group: dict, value: str, l: int, k: int) -> tuple[int, int]:
    """How many can be the target and have the value, and how many not, with the l most common other values ruled out
    and k people struck out who have neither these nor the value."""
    having = group.get(value, 0)
    others = sorted((n for v, n in group.items() if v != value), reverse=True)
    return having, max(0, sum(others[l:]) - k)


def exact_breach(groups, value: str, l: int, k: int, m: int) -> fractions.Fraction:
    """The largest probability that a target has the value: over the target's group, the group of the m relatives, and
    where, of these two, the k known people are. By the implications "if relative i has it, so has the target", it is
    p / (p + (1-p) q), where p is the probability without relatives and q that none of them has the value, given that
    the target does not."""
    groups = [g if isinstance(g, dict) else dict(g) for g in groups]
    sizes = [sum(g.values()) for g in groups]

    def known(n, having, k):  # people left in a group, of whom k without the value are struck out
        return max(n - k, having)

    # The smallest q, with and without the k known people, of each group and of the best group but one.
    def two_best(k):
        qs = sorted(
            (_none_has(known(n, g.get(value, 0), k), g.get(value, 0), m), i)
            for i, (g, n) in enumerate(zip(groups, sizes))
        )
        return qs[:2]

    best = fractions.Fraction(0)
    near, far = two_best(k), two_best(0)

    def elsewhere(found, i):
        return next((q for q, j in found if j != i), fractions.Fraction(1))

    for i, (group, n) in enumerate(zip(groups, sizes)):
        having = group.get(value, 0)
        if having == 0:
            continue
        for in_target, q in ((k, elsewhere(far, i)), (0, elsewhere(near, i)), (k, None)):
            has, has_not = _target(group, value, l, in_target)
            if q is None:  # relatives in the target's own group: the target is one of those without the value
                people = known(n, having, k)
                q = _none_has(people - 1, having, m) if has_not else fractions.Fraction(0)
            best = max(best, has / (has + has_not * q))
    return best


def merge(groups: dict, rewrite) -> list[dict]:
    """The groups when rewrite(key) is their new key; None leaves a group out."""
    merged = collections.defaultdict(collections.Counter)
    for key, counts in groups.items():
        new = rewrite(key)
        if new is not None:
            merged[new].update(counts)
    return [dict(counts) for counts in merged.values()]


def adult_release(path: pathlib.Path) -> dict:
    """The release of the Adult data, made without SQL."""
    groups = collections.defaultdict(collections.Counter)
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            age, years, marital = int(row["age"]), int(row["education-num"]), row["marital-status"]
            key = (
                "17-29" if age < 30 else "30-44" if age < 45 else "45-59" if age < 60 else "60+",
                row["sex"],
                (
                    "no diploma"
                    if years < 9
                    else "high school" if years == 9 else "some college" if years < 13 else "degree"
                ),
                (
                    "married"
                    if marital.startswith("Married")
                    else "never married" if marital == "Never-married" else "formerly married"
                ),
            )
            groups[key][row["occupation"]] += 1
    return {key: dict(g) for key, g in groups.items() if sum(g.values()) >= 20 and len(g) >= 5}
