"""skyline.spark.anonymize: parts that are released in Spark's workers are a release together."""

from __future__ import annotations

import collections
import contextlib
import itertools
import os
import re
import shutil
from fractions import Fraction

import pytest

import awkward
import engine
import host
from test_loop import assert_same, listed

if engine.NAME != "spark":
    pytest.skip("for Spark", allow_module_level=True)

import pyarrow as pa  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

from skyline import part, spark  # noqa: E402

QI = ["age", "education", "marital-status", "race", "sex", "hours-per-week", "native-country"]


def anonymize(df, *arguments, **more):
    return spark.anonymize(df, *arguments, **{"extension": host.EXTENSION, "memory_limit": "512MiB", **more})


def loaded(con, there, name: str, sql: str, **special):
    """A DataFrame of a query here, whose rows are the table `name` here too."""
    con.execute(f"CREATE OR REPLACE TABLE {name} AS {sql}")
    return there.session.table(there.load(con, name, name, special))


def fetched(con, release) -> list[dict]:
    """The rows of a release, which is the table `release` here too."""
    table = release.toArrow()
    con.register("arrow", table)
    con.execute("CREATE OR REPLACE TABLE release AS FROM arrow")
    return table.to_pylist()


# The definitions, from the rows of a release.


def groups(rows: list[dict]) -> dict[int, list[dict]]:
    by_id = collections.defaultdict(list)
    for row in rows:
        by_id[row["group_id"]].append(row)
    return by_id


def histogram(rows: list[dict], sensitive: str) -> dict:
    return collections.Counter(row[sensitive] for row in rows)


def distance(group: dict, whole: dict) -> Fraction:
    n, all_of = sum(group.values()), sum(whole.values())
    return sum(abs(Fraction(group.get(v, 0), n) - Fraction(whole[v], all_of)) for v in whole) / 2


def surest(histograms: list[dict], value: str) -> Fraction:
    """How sure somebody becomes that the target has the value, who can rule out one other value and knows one relative, who would share it (l = 1, m = 1)."""
    worst = Fraction(0)
    for own, other in itertools.product(histograms, repeat=2):
        n, have = sum(own.values()), own.get(value, 0)
        for ruled_out in {None: 0, **{v: c for v, c in own.items() if v != value}}.values():
            without = n - have - ruled_out
            lack = Fraction(n - 1 - have, n - 1) if own is other and n > 1 else 1 - Fraction(other.get(value, 0), sum(other.values()))
            worst = max(worst, have / (have + without * lack) if have else Fraction(0))
    return worst


def covers(label: str, value, of_column: set) -> bool:
    """A label says a range of numbers, a set of texts, everything, or one value."""
    if label == "*":
        return True
    if isinstance(value, int):
        low, high = re.fullmatch(r"\[(-?\d+), (-?\d+)\]", label).groups() if label.startswith("[") else (label, label)
        return int(low) <= value <= int(high)
    members = label[1:-1].split(", ") if label.startswith("{") else [label]
    # All of a part is not all of the table.
    return value in members and of_column > set(members)


def assert_release(con, rows: list[dict], qi: list[str], sensitive: str) -> None:
    """Every row of `people` is in one group, whose labels contain it, and no two parts' groups have an id in common."""
    people = {row["id"]: row for row in con.sql("FROM people").to_arrow_table().to_pylist()}
    values = {c: {row[c] for row in people.values()} for c in qi}
    assert sorted(row["id"] for row in rows) == sorted(people)
    assert all(row[sensitive] == people[row["id"]][sensitive] for row in rows)
    for c in qi:
        assert all(covers(label, value, values[c]) for label, value in {(row[c], people[row["id"]][c]) for row in rows}), "a label that does not contain its row"
    assert all(len({tuple(row[c] for c in qi) for row in group}) == 1 for group in groups(rows).values())


@pytest.fixture(scope="module")
def adult(con, there):
    return loaded(con, there, "people", f"SELECT row_number() OVER () AS id, {listed([*QI, 'occupation'])} FROM '{os.path.join(host.scripts.REPOSITORY, 'tests', 'data', 'adult.csv')}'")


def test_adult_in_parts(con, adult):
    privacy = {"k_anonymity": 5, "max_share": 0.6, "t_closeness": 0.35}
    rows = fetched(con, anonymize(adult, QI, "occupation", privacy, 4, other_columns="keep"))
    assert_release(con, rows, QI, "occupation")
    histograms, whole = [histogram(g, "occupation") for g in groups(rows).values()], histogram(rows, "occupation")
    assert min(sum(h.values()) for h in histograms) >= 5
    assert max(Fraction(max(h.values()), sum(h.values())) for h in histograms) < Fraction("0.6")
    assert max(distance(h, whole) for h in histograms) <= Fraction("0.35")
    # Numbers of groups are those of four parts.
    assert {row["group_id"] % 4 for row in rows} == {0, 1, 2, 3}

    # The order of rows says nothing: of neighbours in a group about half are in the order of the table, by chance not one of 10,000 draws is as far from it.
    neighbours = [a["id"] < b["id"] for a, b in itertools.pairwise(rows) if a["group_id"] == b["group_id"]]
    assert abs(sum(neighbours) / len(neighbours) - 0.5) < 0.02

    # In one process labels are as fine, or a little finer.
    con.execute("CREATE OR REPLACE TABLE alone AS FROM skyline_anonymize('people', qi := ?, sensitive := 'occupation', privacy := ?, other_columns := 'keep')", [QI, privacy])
    parts, alone = (
        con.execute(f"SELECT value FROM release_utility('people', '{r}', qi := ?) WHERE measure = 'ncp' AND attribute IS NULL", [QI]).fetchall()[0][0] for r in ("release", "alone")
    )
    print(f"normalised certainty penalty in 4 parts {parts:.4f}, in one process {alone:.4f}")
    assert parts <= 1.2 * alone


# The young have HIV, and live in other towns than the old.
TOWNS = """
SELECT i AS id, i::INTEGER AS age, ['a', 'b', 'c', 'd'][1 + 2 * (i // 200) + i % 2] AS town,
    CASE WHEN i < 200 AND i * 7 % 20 < 9 THEN 'HIV' WHEN i * 11 % 17 < 5 THEN 'flu' WHEN i * 11 % 17 < 10 THEN 'cold' WHEN i * 11 % 17 < 14 THEN 'ulcer' END AS disease
FROM range(400) r(i)"""


def test_parts_are_safe_together(con, there):
    df = loaded(con, there, "people", TOWNS)
    privacy = {"t_closeness": 0.35, "skyline": [{"value": "HIV", "l": 1, "m": 1, "c": 0.9}, {"k": 1, "c": 0.95}]}

    def worst(rows):
        histograms = [histogram(g, "disease") for g in groups(rows).values()]
        return max(distance(h, histogram(rows, "disease")) for h in histograms), surest(histograms, "HIV")

    rows = fetched(con, anonymize(df, ["age", "town"], "disease", privacy, 2, other_columns="keep"))
    assert_release(con, rows, ["age", "town"], "disease")
    far, sure = worst(rows)
    assert far <= Fraction("0.35") and sure < Fraction("0.9")
    assert len(groups(rows)) > 20
    checked = con.execute("SELECT achieved FROM release_check('release', qi := ['group_id'], sensitive := 'disease', privacy := ?, other_columns := 'keep') WHERE value = 'HIV'", [privacy]).fetchall()
    assert checked == [(float(sure),)], "the oracle says something else"

    # The order of rows and where they are changes nothing but the order.
    other = fetched(con, anonymize(df.orderBy(F.desc("id")).repartition(3), ["age", "town"], "disease", privacy, 2, other_columns="keep"))
    by_id = {row["id"]: row for row in other}
    assert len(by_id) == len(rows) and all(by_id[row["id"]] == row for row in rows)
    assert [row["id"] for row in rows] != [row["id"] for row in other]

    # Without the whole each part keeps to itself what is required, and both do not together.
    half = "SELECT group_id * 2 + {0} AS group_id, disease FROM skyline_anonymize('(FROM people WHERE id // 200 = {0})', qi := ['age', 'town'], sensitive := 'disease', privacy := ?, other_columns := 'keep')"
    far, _ = worst([row for number in (0, 1) for row in con.sql(half.format(number), params=[{"t_closeness": 0.35}]).to_arrow_table().to_pylist()])
    assert far > Fraction("0.35")


@pytest.mark.parametrize("name", ["t", "T_Closeness"])
def test_synonyms_are_of_the_whole_table(con, there, name):
    """Whatever a requirement is called, parts are told of the whole table what it compares with."""
    df = loaded(con, there, "people", TOWNS)
    rows = fetched(con, anonymize(df, ["age", "town"], "disease", {name: 0.35}, 2, other_columns="keep"))
    assert max(distance(histogram(g, "disease"), histogram(rows, "disease")) for g in groups(rows).values()) <= Fraction("0.35")


def test_several_sensitive_columns(con, there):
    """Each satisfies the requirement by itself, among those who are alike in the other where that is known."""
    df = loaded(con, there, "people", f"SELECT *, ['low', 'high'][1 + id * 13 % 7 % 2] AS income FROM ({TOWNS})")
    both, privacy = ["disease", "income"], {"t": {"disease": 0.4, "income": 0.3}}
    rows = fetched(con, anonymize(df, ["age", "town"], both, privacy, 2, other_columns="keep", min_levels={"age": 10}))
    assert_release(con, rows, ["age", "town"], "disease")
    for column, t in (("disease", "0.4"), ("income", "0.3")):
        assert max(distance(histogram(g, column), histogram(rows, column)) for g in groups(rows).values()) <= Fraction(t)
    assert all(re.fullmatch(r"\[\d*0, \d*9\]", row["age"]) for row in rows)
    rows = fetched(con, anonymize(df, ["age", "town"], both, {"distinct_diversity": 2}, 2, other_columns="keep", other_sensitive="known"))
    assert_release(con, rows, ["age", "town"], "disease")
    for group in groups(rows).values():
        for column, other in (both, both[::-1]):
            assert all(len({row[column] for row in group if row[other] == value}) >= 2 for value in {row[other] for row in group})


def test_labels_and_errors_of_parts(con, there):
    """All of a part's towns are not all towns; a part that is too small is refused."""
    df = loaded(con, there, "people", TOWNS)
    rows = fetched(con, anonymize(df, ["age", "town"], None, {"k_anonymity": 150}, 2, other_columns="drop", rounding={"age": 100}))
    assert sorted((tuple(group[0].values())[:2], len(group)) for group in groups(rows).values()) == [(("[0, 200]", "{a, b}"), 200), (("[200, 400]", "{c, d}"), 200)]
    assert sorted(rows[0]) == ["age", "group_id", "town"]
    with pytest.raises(spark.ReleaseError, match=r"^skyline_anonymize: privacy must hold for tbl as one QI group .*; ask for a smaller k_anonymity, or for fewer parts$"):
        anonymize(df, ["age", "town"], None, {"k_anonymity": 250}, 2, other_columns="drop")
    with pytest.raises(spark.ReleaseError, match=r"other_columns must be"):
        anonymize(df, ["age"], "disease", {"k_anonymity": 5})
    with pytest.raises(spark.ReleaseError, match=r"measles"):
        anonymize(df, ["age"], "disease", {"skyline": [{"value": "measles", "c": 0.5}]}, other_columns="keep")


def test_types(con, there):
    """What one of Spark, Arrow and DuckDB may take for something else comes back as it was."""
    loaded(con, there, "people", awkward.sql(there.overrides), **there.special)
    df = there.session.table("people").withColumns({kind: (F.col("id") % 100).cast(kind) for kind in ("byte", "short", "float")})
    qi = ["name", "n", "f", "price", "flag", "born", "seen", awkward.NOCASE, awkward.CHAR]
    rows = fetched(con, anonymize(df, qi, "at", {"k_anonymity": 4, "t_closeness": 0.9}, 3, other_columns="keep"))
    assert_same(con, "people", "release", [name for name, _ in engine.columns(con, "people") if name not in qi])
    people = {row["id"]: row for row in con.sql("FROM people").to_arrow_table().to_pylist()}
    for c in ("name", awkward.NOCASE, awkward.CHAR):
        for label, value in {(row[c], people[row["id"]][c]) for row in rows}:
            assert label in (value, "*") or label.startswith("{") and ("NULL" if value is None else value) in label
    assert all(row["byte"] == row["short"] == row["float"] == row["id"] % 100 for row in rows)
    assert len(groups(rows)) > 20


def test_release_is_what_was_checked(con, there, tmp_path):
    """It is not computed again, whatever becomes of the table."""
    path = str(tmp_path / "people.parquet")
    loaded(con, there, "people", TOWNS).write.parquet(path)
    release = anonymize(there.session.read.parquet(path), ["age", "town"], None, {"k_anonymity": 20}, other_columns="drop")
    shutil.rmtree(path)
    first = release.collect()
    assert len(first) == 400 and release.collect() == first


@pytest.mark.parametrize(
    "arguments, more, message",
    [
        ((["age", "city"], "disease", {"k_anonymity": 2}), {}, "df has no column 'city'; it has 'id', 'age', 'town', 'disease'"),
        ((["age"], "Disease", {"k_anonymity": 2}), {}, "df has no column 'Disease'"),
        (([], "disease", {"k_anonymity": 2}), {}, "qi must be"),
        ((["age", "disease"], "disease", {"k_anonymity": 2}), {}, "skyline_anonymize: "),
        ((["age"], "disease", {"k_anonymity": 0}), {}, "k_anonymity must be"),
        ((["age"], "disease", {"k_anonimity": 2}), {}, "k_anonimity"),
        ((["age"], "disease", {}), {}, "privacy must"),
        ((["age"], None, {"max_share": 0.5}), {}, "sensitive"),
        ((["age"], "disease", {"presence": {"public": "voters", "delta_max": 0.5}}), {}, "^privacy must not have presence, which needs another table"),
        ((["age"], "disease", {"Delta_Presence": {"public": "voters", "delta_max": 0.5}}), {}, "^privacy must not have presence, which needs another table"),
        ((["age"], "disease", {"kmap": {"population": "voters", "k": 5}}), {}, "^privacy must not have k_map, which needs another table"),
        ((["age"], "disease", {"population_uniqueness": {"fraction": 0.1, "model": "dankar", "max_share": 0.01}}), {}, "^privacy must not have population_uniqueness by a model, .*; use average_risk"),
        ((["age"], "disease", {"k_anonymity": 2}), {"min_levels": {"zap": 2}}, "min_levels"),
        ((["age"], "disease", {"k_anonymity": 2}), {"other_sensitive": "all"}, "other_sensitive must be"),
        ((["age"], "disease", {"k_anonymity": 2}, 0), {}, "parts must be"),
        ((["age"], "disease", {"k_anonymity": 2}, "many"), {}, "parts must be"),
        ((["age"], "disease", {"k_anonymity": 2}), {"extension": "/nowhere/skyline.duckdb_extension"}, r"none at /nowhere/.*go run ./ext/bundle"),
        ((["age"], "disease", {"k_anonymity": 2}), {"other_columns": "some"}, "other_columns must be"),
        ((["age"], "disease", {"k_anonymity": 2}), {"rounding": {"town": 2}}, "rounding"),
        ((["age"], "disease", {"k_anonymity": 2}), {"split": "halves"}, "split must be"),
        (("age", "disease", {"k_anonymity": 2}), {}, "qi must be a list"),
        ((["age"], "disease", {"k_anonymity": 2}), {"memory_limit": "much"}, "(?i)memory"),
        ((["age"], "disease", {"k_anonymity": 2}), {"extension": __file__}, "(?i)extension"),
    ],
)
def test_wrong_arguments(there, arguments, more, message):
    """They are refused before Spark reads a row."""
    df = there.session.sql("SELECT id, CAST(raise_error('a row was read') AS INT) AS age, 'a' AS town, 'flu' AS disease FROM range(3)")
    with pytest.raises(ValueError, match=message):
        anonymize(df, *arguments, **more)


@pytest.mark.parametrize(
    "schema, message",
    [
        ("age int, group_id long", "group_id; rename it"),
        ("age int, Age int", "different names"),
        ("age int, tags array<string>", "column 'tags' must be of texts"),
        ("age int, spent interval day to second", "column 'spent' must be of texts"),
        ("age int", "df must have a row"),
    ],
)
def test_wrong_tables(there, schema, message):
    there.session.conf.set("spark.sql.caseSensitive", "true")
    try:
        with pytest.raises(ValueError, match=message):
            anonymize(there.session.createDataFrame([], schema), ["age"], None, {"k_anonymity": 2})
    finally:
        there.session.conf.unset("spark.sql.caseSensitive")


def test_a_table_that_changed_is_told(con, there, monkeypatch):
    """Somebody has another disease when the part is read than when the whole was counted."""
    df = loaded(con, there, "people", TOWNS)
    whole, combinations = spark._whole(df.replace("ulcer", "cold", ["disease"]), part.Call(["age"], "disease", {"t_closeness": 0.5}, {}, host.EXTENSION, "UTC", "512MiB", 1))
    monkeypatch.setattr(spark, "_whole", lambda *_: (whole, combinations))
    with pytest.raises(spark.ReleaseError, match="df must have the same rows"):
        anonymize(df, ["age"], "disease", {"t_closeness": 0.5}, 1, other_columns="drop")


def test_world_of_a_part():
    """It has the values of the whole table, and its counts where they are asked for, whatever is longer."""
    rows = pa.table({"age": [4, 3], "town": ["a", None], "disease": ["flu", None], part.WEIGHT: [1, 1]})
    domain = {"age": pa.table({"value": [1, 9]}), "town": pa.table({"value": ["a", None, "b", "c", "d"]})}
    for n in (None, [4, 2], [5, 1, 1, 1, 1, 1, 1]):
        counts = None if n is None else pa.table({"value": ["flu", None, *"uvwxy"][: len(n)], "n": n})
        call = part.Call(["age", "town"], "disease", {}, {}, host.EXTENSION, "UTC", "512MiB", 1)
        with part.database(call) as connection:
            connection.register("part", rows)
            world = connection.sql("FROM " + part.Whole(6, domain, counts).world(connection, call, rows)).to_arrow_table().to_pylist()
        assert {row["age"] for row in world} == {1, 3, 4, 9}
        assert {row["town"] for row in world} == {"a", "b", "c", "d", None}
        people = collections.Counter()
        for row in world:
            people[row["disease"]] += row[part.WEIGHT]
        assert people == ({"flu": 1, None: 1} if counts is None else dict(zip(counts.column("value").to_pylist(), n)))


@pytest.mark.parametrize(
    "people, k, message",
    [(5, 2, None), (5, 3, r"^k_anonymity does not hold for all parts together: 3.0 is required, 2.0 achieved$"), (6, 2, "df must have the same rows")],
)
def test_all_parts_together_are_checked(there, people, k, message):
    call = part.Call(["age"], "disease", {"k_anonymity": k}, {"absent_values": "error"}, host.EXTENSION, "UTC", "512MiB", 1)
    cells = there.session.createDataFrame([(1, "flu", 2), (1, None, 1), (2, "flu", 2)], f"group_id long, disease string, {part.WEIGHT} long")
    with pytest.raises(spark.ReleaseError, match=message) if message else contextlib.nullcontext():
        spark._check(cells, call, part.Whole(people, {}, None))
