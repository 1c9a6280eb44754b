"""A model of your own, trained on a table and on its release, and tested on people that neither has seen."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import dataclass
from typing import Any

import duckdb

from skyline.extension import connect

# How many numbers are handed to an estimator at once.
NUMBERS = 50_000_000


@dataclass(frozen=True)
class ModelComparison:
    """How well a model does that was trained on a release, beside one that was trained on the original, and a guess.

    For a target of classes, release, original and baseline are the shares of people whose class is predicted; the guess is the most
    frequent class of the original. For numbers they are mean absolute errors, and the guess is the mean of the original; r_squared
    and r_squared_original are by how much the squared errors are less than those of the mean, as a share of these.
    """

    measure: str  # "accuracy" or "mean_absolute_error"
    release: float
    original: float
    baseline: float
    people: int  # who were tested
    r_squared: float | None
    r_squared_original: float | None
    meaning: str

    def __str__(self) -> str:
        return self.meaning


def compare_models(
    original: Any,
    release: Any,
    estimator: Any,
    target: str,
    qi: list[str],
    *,
    sensitive: str | list[str] | None = None,
    test: Any = None,
    hierarchies: Any = None,
    weight: str | None = None,
    seed: int = 0,
    con: duckdb.DuckDBPyConnection | None = None,
) -> ModelComparison:
    """Trains a model on a table and on its release, and tests both on people that it was not trained on.

    >>> import skyline
    >>> skyline.compare_models("patients.parquet", "release.parquet", DecisionTreeClassifier(), "disease", ["age", "zip"])  # doctest: +SKIP

    Rows, and the numbers that stand for values and labels, are those of release_utility with output := 'rows'. Without test it is a
    tenfold cross validation, in which nobody who is tested is trained on. Who has no target is left out.

    original, release, test, hierarchies: each a name or a query in parentheses as in SQL, a pandas or Polars frame, an Arrow table, or a relation of con.
    estimator: what has fit(X, y) and predict(X), as in scikit-learn; it is copied for each fit. X and y are arrays of NumPy if that is
        installed, and lists if not. Classes are texts. For a target of numbers, which is one of DOUBLE or with more than 20 different values,
        take a regressor, or cast the column to VARCHAR in queries given as the tables.
    target: the column to predict; qi, sensitive: the columns to predict it from.
    weight: a column that says how many people a row stands for.
    seed: of the cross validation.
    con: the connection that knows the names, with Skyline loaded; a new one if not given.

    Raises ValueError where there is nobody to train on or to test, or there are too many numbers; TypeError for what is no estimator;
    and DuckDB's errors.
    """
    for method in ("fit", "predict"):
        if not callable(getattr(estimator, method, None)):
            raise TypeError(f"skyline.compare_models: estimator must have the methods fit and predict, and has no {method}")
    if con is None:
        with connect() as own:
            rows = _rows(own, original, release, target, qi, sensitive, test, hierarchies, weight, seed)
    else:
        rows = _rows(con, original, release, target, qi, sensitive, test, hierarchies, weight, seed)
    is_number = any(number is not None for *_, number, _ in rows)
    parts: dict[str, list[_Row]] = {"original": [], "release": [], "test": []}
    for part, people, held_out, text, number, features in rows:
        y = number if is_number else text
        if y is not None:
            parts[part].append(_Row(people, held_out, y, features))
    if test is None:
        tested, folds = parts["original"], range(len(parts["original"][0].held_out or []) if parts["original"] else 0)
    else:
        tested, folds = parts["test"], range(1)
    scores = []
    for which in ("release", "original"):
        score = _Score()
        for fold in folds:
            people = [(row, row.people if test is not None else row.held_out[fold]) for row in tested]
            training = [(row, row.people if test is not None else row.people - row.held_out[fold]) for row in parts[which]]
            score.add(estimator, which, training, people)
        scores.append(score)
    guess = _guess(parts["original"], is_number)
    guessed = _Score()
    for row in tested:
        guessed.compare(row, guess, row.people)
    if not guessed.people:
        raise ValueError(f"skyline.compare_models: {'original' if test is None else 'test'} must have people to test on, with a target")
    return _comparison(type(estimator).__name__, target, is_number, *scores, guessed)


@dataclass
class _Row:
    """People who are alike."""

    people: int
    held_out: Any  # by the part of the cross validation, how many are not trained on
    y: Any
    features: list[float]


class _Score:
    """How well predictions agree with what is so."""

    def __init__(self) -> None:
        self.people, self.right, self.absolute, self.squared = 0, 0, 0.0, 0.0

    def add(self, estimator: Any, which: str, training: list[tuple[_Row, int]], tested: list[tuple[_Row, int]]) -> None:
        training, tested = [(row, n) for row, n in training if n > 0], [(row, n) for row, n in tested if n > 0]
        if not tested:
            return
        if not training:
            raise ValueError(f"skyline.compare_models: {which} must have people to train on, with a target, and has none")
        numbers = sum(n for _, n in training) * len(training[0][0].features)
        if numbers > NUMBERS:
            raise ValueError(f"skyline.compare_models: {which} must have at most {NUMBERS} numbers to train on, and has {numbers}; take a sample of the people")
        fitted = copy.deepcopy(estimator)
        fitted.fit(_array([row.features for row, n in training for _ in range(n)]), _array([row.y for row, n in training for _ in range(n)]))
        for (row, n), said in zip(tested, fitted.predict(_array([row.features for row, _ in tested]))):
            self.compare(row, said, n)

    def compare(self, row: _Row, said: Any, people: int) -> None:
        self.people += people
        if isinstance(row.y, float):
            off = abs(row.y - float(said))
            self.absolute += people * off
            self.squared += people * off * off
        elif str(said) == row.y:
            self.right += people


def _rows(con: duckdb.DuckDBPyConnection, original: Any, release: Any, target: str, qi: list[str], sensitive: Any, test: Any, hierarchies: Any, weight: Any, seed: int) -> list[Any]:
    """What models are trained on and tested on. Frames have a name while it is computed."""
    registered, names = [], []
    try:
        for of, table in (("original", original), ("release", release), ("test", test), ("hierarchies", hierarchies)):
            if table is not None and not isinstance(table, str):
                con.register(f"__skyline_models_{of}", table)
                registered.append(f"__skyline_models_{of}")
                table = registered[-1]
            names.append(table)
        given = [*names[:2], list(qi), [sensitive] if isinstance(sensitive, str) else sensitive, target, *names[2:], weight, seed]
        return con.execute(
            "SELECT part, people, held_out, class, number, features FROM release_utility($1, $2, qi := $3, sensitive := $4, target := $5, test := $6, "
            "hierarchies := $7, weight := $8, seed := $9, groups := NULL, output := 'rows')",
            given,
        ).fetchall()
    finally:
        for name in registered:
            con.unregister(name)


def _array(values: list[Any]) -> Any:
    try:
        import numpy
    except ImportError:
        return values
    return numpy.array(values)


def _guess(rows: list[_Row], is_number: bool) -> Any:
    """What is predicted without any column: the mean, or the most frequent class, the first of several."""
    people = sum(row.people for row in rows)
    if is_number:
        return sum(row.people * row.y for row in rows) / people if people else 0.0
    classes: Counter[str] = Counter()
    for row in sorted(rows, key=lambda row: row.y):
        classes[row.y] += row.people
    return classes.most_common(1)[0][0] if classes else None


def _comparison(model: str, target: str, is_number: bool, release: _Score, original: _Score, guessed: _Score) -> ModelComparison:
    people = guessed.people
    if is_number:
        of = [score.absolute / people for score in (release, original, guessed)]
        squares = [1 - score.squared / guessed.squared if guessed.squared else None for score in (release, original)]
        meaning = f"A {model} trained on the release is off {target} by {of[0]:.4g} on average, on the original by {of[1]:.4g}, the mean by {of[2]:.4g}."
        return ModelComparison("mean_absolute_error", *of, people, *squares, meaning)
    of = [score.right / people for score in (release, original, guessed)]
    shares = [f"{100 * x:.3g} %" for x in of]
    meaning = f"A {model} trained on the release is right about {target} for {shares[0]} of people, on the original for {shares[1]}, guessing the most frequent value for {shares[2]}."
    return ModelComparison("accuracy", *of, people, None, None, meaning)
