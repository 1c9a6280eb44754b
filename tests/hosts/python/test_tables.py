"""Tables that only Python has, and those that only one connection sees."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import host

CHECK = "SELECT value, breach FROM skyline_check('{}', ['age'], 'disease')"
DATA = {"age": [20, 20, 20], "disease": ["Flu", "Flu", "AIDS"]}
# By hand: one of three people of the only group has AIDS, two have Flu.
EXPECTED = [("AIDS", 1 / 3), ("Flu", 2 / 3)]

global_frame = pd.DataFrame(DATA)


@pytest.mark.parametrize(
    "make",
    [
        pd.DataFrame,
        lambda data: pd.DataFrame(data).astype({"disease": "category"}),
        pa.table,
        pl.DataFrame,
        pl.LazyFrame,
    ],
    ids=["pandas", "pandas categories", "Arrow", "Polars", "Polars lazy"],
)
def test_a_variable_as_table(con, make):
    release = make(DATA)
    assert con.sql(CHECK.format("release")).fetchall() == EXPECTED
    assert con.execute(CHECK.format("(SELECT * FROM release WHERE age = 20)")).fetchall() == EXPECTED
    del release


def test_a_stream_is_read_once(con):
    """A RecordBatchReader can be read one time only: so a call scans its table one time only."""
    release = pa.table(DATA).to_reader()
    assert con.sql(CHECK.format("release")).fetchall() == EXPECTED
    assert release.read_all().num_rows == 0


def test_a_global_variable(con):
    assert con.sql(CHECK.format("global_frame")).fetchall() == EXPECTED


def test_a_registered_view(con):
    con.register("registered", pd.DataFrame(DATA))
    assert con.sql(CHECK.format("registered")).fetchall() == EXPECTED
    con.unregister("registered")
    with pytest.raises(Exception, match="registered does not exist"):
        con.sql(CHECK.format("registered")).fetchall()


def test_a_relation(con):
    relation = con.sql("SELECT 20 AS age, unnest(['Flu', 'Flu', 'AIDS']) AS disease")
    assert con.sql(CHECK.format("relation")).fetchall() == EXPECTED
    del relation


def test_points_from_a_variable(con):
    release, points = pd.DataFrame(DATA), pd.DataFrame({"value": ["AIDS"], "l": [0], "k": [1], "m": [0], "c": [0.75]})
    rows = con.sql("SELECT value, k, c, breach, safe FROM skyline_check('release', ['age'], 'disease', skyline := 'points')")
    # By hand: knowing that one of the others has Flu leaves AIDS to one of two.
    assert rows.fetchall() == [("AIDS", 1, 0.75, 1 / 2, True)]
    del release, points


def test_results(patients):
    """Results as pandas, Arrow and Polars tables have the documented columns."""
    relation = patients.sql("FROM skyline_check('patients', ['age'], 'disease')")
    columns = ["attribute", "value", "l", "k", "m", "safe", "breach", "c", "meaning", "witness"]
    assert list(relation.df().columns) == columns
    assert relation.pl().columns == columns
    table = relation.to_arrow_table() if hasattr(relation, "to_arrow_table") else relation.arrow()
    assert table.column_names == columns
    assert table["breach"].to_pylist() == [1 / 3, 2 / 3]
    assert table["witness"].to_pylist()[0]["target_group"] == {"age": 20}


def test_temporary_table(con):
    con.execute("CREATE TEMP TABLE t AS SELECT 20 AS age, unnest(['Flu', 'Flu', 'AIDS']) AS disease")
    assert con.execute(CHECK.format("t")).fetchall() == EXPECTED


def test_temporary_table_of_another_connection(con):
    other = con.cursor()
    other.execute("CREATE TEMP TABLE t AS SELECT 1 AS age, 2 AS disease")
    with pytest.raises(Exception, match="t does not exist"):
        con.execute(CHECK.format("t"))


def test_common_table_expression(con):
    rows = con.execute("WITH t AS (SELECT 20 AS age, unnest(['Flu', 'Flu', 'AIDS']) AS disease) " + CHECK.format("t"))
    assert rows.fetchall() == EXPECTED


def test_uncommitted_rows(patients):
    other = patients.cursor()
    other.execute(host.UNQUALIFIED)
    patients.execute("BEGIN")
    patients.execute("DELETE FROM patients WHERE disease = 'AIDS'")
    assert patients.execute(CHECK.format("patients")).fetchall() == [("Flu", 1.0)]
    assert other.execute(CHECK.format("patients")).fetchall() == EXPECTED
    patients.execute("ROLLBACK")
    assert patients.execute(CHECK.format("patients")).fetchall() == EXPECTED


def test_parameters(patients):
    call = "SELECT value, breach, safe FROM skyline_check(?, ?, ?, k := ?, c := ?)"
    rows = patients.execute(call, ["patients", ["age"], "disease", 1, 0.75]).fetchall()
    assert rows == [("AIDS", 1 / 2, True), ("Flu", 1.0, False)]
