"""skyline.compare_models: estimators of its own, by hand and beside the trees of release_utility."""

from __future__ import annotations

import pytest

import skyline


class Table:
    """Remembers what follows from the features; says the most frequent, or the mean, of all for what it has not seen."""

    fits = 0

    def fit(self, X, y):
        Table.fits += 1
        self.seen = {}
        for x, of in zip(X, y):
            self.seen.setdefault(tuple(map(float, x)), []).append(of)
        self.all = list(y)

    def predict(self, X):
        assert self.seen, "fitted"
        return [self.of(self.seen.get(tuple(map(float, x)), self.all)) for x in X]

    def of(self, values):
        return max(sorted(set(values)), key=values.count)


class Mean(Table):
    def of(self, values):
        return sum(values) / len(values)


@pytest.fixture(scope="module")
def con():
    con = skyline.connect()
    # Of each age ten people, who all have what half of the ages have; the release takes ages 0 and 1, and 2 and 3, together.
    con.execute("CREATE TABLE people AS SELECT i % 4 AS age, CASE WHEN i % 4 < 2 THEN 'young' ELSE 'old' END AS y, (i % 4 * 10)::DOUBLE AS income FROM range(40) t(i)")
    con.execute("CREATE TABLE pairs AS SELECT CASE WHEN age < 2 THEN '[0, 1]' ELSE '[2, 3]' END AS age, y, income FROM people")
    con.execute("CREATE TABLE others AS FROM (VALUES (0, 'young', 0), (1, 'old', 10), (3, 'old', 30), (3, NULL, NULL)) t(age, y, income)")
    yield con
    con.close()


def test_classes(con):
    # Who is young follows from the age. Of the pairs a table of ages knows 0.5 and 2.5 only, which nobody is: it says the most
    # frequent class of the training rows, the first of equal ones.
    it = skyline.compare_models("people", "people", Table(), "y", ["age"], con=con)
    assert (it.measure, it.release, it.original, it.baseline, it.people) == ("accuracy", 1, 1, 0.5, 40)
    assert it.r_squared is None
    assert str(it) == it.meaning == (
        "A Table trained on the release is right about y for 100 % of people, on the original for 100 %, guessing the most frequent value for 50 %."
    )


def test_people_to_test_on(con):
    # By hand: 0 and 3 are told right, 1 is not. The pairs say "old" to all three, and so does a guess.
    it = skyline.compare_models("people", "pairs", Table(), "y", ["age"], test="others", con=con)
    assert (it.release, it.original, it.baseline, it.people) == (2 / 3, 2 / 3, 2 / 3, 3)


def test_numbers(con):
    # The mean of the incomes is 15: those tested are off by 15, 5 and 15, and the squares are 475. The original has them exactly;
    # of pairs the table knows nobody's age, and says the mean.
    it = skyline.compare_models("people", "pairs", Mean(), "income", ["age"], test="others", con=con)
    assert (it.measure, it.release, it.original, it.baseline, it.people) == ("mean_absolute_error", 35 / 3, 0, 35 / 3, 3)
    assert (it.r_squared, it.r_squared_original) == (0, 1)
    assert it.meaning == "A Mean trained on the release is off income by 11.67 on average, on the original by 0, the mean by 11.67."


def test_fits_copies_ten_times(con):
    one = Table()
    Table.fits = 0
    skyline.compare_models("people", "people", one, "y", ["age"], con=con)
    assert Table.fits == 20
    assert not hasattr(one, "seen")


def test_nobody_is_tested_who_was_trained_on():
    # Everybody has an age of their own: a table knows nobody whom it is asked about, of either table.
    with skyline.connect() as con:
        con.execute("CREATE TABLE alone AS SELECT i AS age, CASE WHEN i % 2 = 0 THEN 'x' ELSE 'y' END AS y FROM range(50) t(i)")

        class Asked(Table):
            def predict(self, X):
                assert not {tuple(map(float, x)) for x in X} & set(self.seen)
                return super().predict(X)

        it = skyline.compare_models("alone", "alone", Asked(), "y", ["age"], con=con)
        assert it.people == 50


def test_weights_are_people(con):
    con.execute("CREATE TABLE counted AS SELECT age, y, count(*) AS n FROM people GROUP BY ALL")
    by_rows = skyline.compare_models("people", "people", Table(), "y", ["age"], con=con)
    assert skyline.compare_models("counted", "counted", Table(), "y", ["age"], weight="n", con=con) == by_rows


def test_relations(con):
    assert skyline.compare_models(con.table("people"), con.sql("FROM people ORDER BY age"), Table(), "y", ["age"], con=con).release == 1


def test_frames(con):
    pandas = pytest.importorskip("pandas")
    people = pandas.DataFrame({"age": [i % 4 for i in range(40)], "y": ["young" if i % 4 < 2 else "old" for i in range(40)]}).astype({"y": object})
    assert skyline.compare_models(people, people, Table(), "y", ["age"]).original == 1
    assert skyline.compare_models(people, people, Table(), "y", ["age"], con=con).original == 1
    assert con.execute("SELECT count(*) FROM duckdb_views() WHERE view_name LIKE '%models%'").fetchone() == (0,)


def test_errors(con):
    with pytest.raises(TypeError, match="estimator must have the methods fit and predict, and has no fit"):
        skyline.compare_models("people", "people", object(), "y", ["age"], con=con)
    with pytest.raises(ValueError, match="test must have people to test on"):
        skyline.compare_models("people", "people", Table(), "y", ["age"], test="(FROM others WHERE y IS NULL)", con=con)
    with pytest.raises(ValueError, match="release must have people to train on"):
        skyline.compare_models("people", "(FROM people LIMIT 0)", Table(), "y", ["age"], test="others", con=con)
    with pytest.raises(skyline.extension.duckdb.Error, match="has no column"):
        skyline.compare_models("people", "people", Table(), "nothing", ["age"], con=con)
