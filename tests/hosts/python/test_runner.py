"""Tests the runner itself: a runner that lets everything pass would be worse than none.

The scripts are those of tests/runner_test.go.
"""

from __future__ import annotations

import math

import pytest

import runner
import scripts
import shell
import test_suite
import values

HEADER = "# name: x.test\n# description: x\n# group: [x]\n\n"


@pytest.fixture(scope="module")
def session():
    opened = test_suite.Session()
    yield opened
    opened.close()


def run(session, text: str) -> list[str]:
    variables = {"TMP": "/somewhere", "SLOW": ""}
    return runner.Run("x.test", session, variables).records(scripts.parse("x.test", HEADER + text))


@pytest.mark.parametrize(
    "text",
    [
        "statement ok\nSELECT 1\n",
        "query I\nSELECT\n  1\n----\n1\n",
        "statement error\nSELECT error('some text')\n----\nsome text\n",
        "statement error\nSELECT nothing\n----\nBinder Error\n",
        "statement error\nSELECT error('code 42')\n----\n<REGEX>:code [0-9]+\n",
        "query I\nSELECT 1 WHERE false\n----\n",
        "query BIIRT\nSELECT true, 1::UTINYINT, 170141183460469231731687303715884105727, 0.1::DOUBLE, 'a b'\n----\n"
        "true\t1\t170141183460469231731687303715884105727\t0.1\ta b\n",
        "query TTI\nSELECT NULL::VARCHAR, '', NULL::INTEGER\n----\nNULL\t(empty)\tNULL\n",
        "query RRR\nSELECT '-inf'::DOUBLE, 1e300, 1::DOUBLE\n----\n-inf\t1e300\t1.0\n",
        "query RR\nSELECT 1/3, 2/1\n----\n1/3\t2/1\n",
        "query I nosort\nSELECT unnest([2, 1])\n----\n2\n1\n",
        "query I rowsort\nSELECT unnest([2, 10, 1])\n----\n1\n2\n10\n",
        "query R rowsort\nSELECT unnest([1/3, 0.25::DOUBLE])\n----\n1/4\n1/3\n",
        "query T\nSELECT '{TMP}/x'\n----\n/somewhere/x\n",
        "foreach x a b\n\nforeach y c d\n\nquery T\nSELECT '${x}' || '${y}'\n----\n${x}${y}\n\nendloop\n\nendloop\n",
        "forbid secret\n\nstatement error\nSELECT error('text')\n----\ntext\n",
    ],
)
def test_passes(session, text: str):
    assert run(session, text) == []


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("statement ok\nSELECT nothing\n", "unexpected error"),
        ("statement ok\nSELECT error('x') FROM range(3)\n", "unexpected error"),
        ("query I\nSELECT error('x')\n----\n1\n", "unexpected error"),
        ("statement error\nSELECT 1\n----\nx\n", "there was none"),
        ("statement error\nSELECT error('x')\n----\ny\n", "expected an error with"),
        ("statement error\nSELECT error('x')\n----\n<REGEX>:^y\n", "expected an error with"),
        ("query I\nSELECT 1\n----\n2\n", "expected 1 rows:\n\t2\ngot 1 rows:\n\t1"),
        ("query I\nSELECT 1\n----\n1\n1\n", "expected 2 rows"),
        ("query I\nSELECT 1\n----\n", "expected 0 rows"),
        ("query I\nSELECT unnest([2, 1])\n----\n1\n2\n", "expected 2 rows"),
        ("query R\nSELECT 1/3\n----\n0.333333333333333\n", "expected 1 rows"),
        ("query R\nSELECT 1/3 + 1e-16\n----\n1/3\n", "expected 1 rows"),
        ("query R\nSELECT 1/3\n----\n1/0\n", "not a fraction"),
        ("query II\nSELECT 1\n----\n1\t1\n", "the result has 1 columns"),
        ("query I\nSELECT 1\n----\n1\t1\n", "an expected row has 2 values"),
        ("query I\nSELECT 1.5::DOUBLE\n----\n1.5\n", "does not stand for"),
        # DuckDB's shell before 1.5 writes lists as texts.
        pytest.param("query T\nSELECT [1]\n----\n[1]\n", "does not stand for", marks=pytest.mark.skipif(shell.SHELL != "", reason="shell")),
        ("query T\nSELECT ''\n----\nNULL\n", "expected 1 rows"),
        ("query T\nSELECT chr(9)\n----\nx\n", "replace() them"),
        ("forbid secret\n\nstatement error\nSELECT error('a secret text')\n----\ntext\n", "which is forbidden"),
        ("loop i 2 4\n\nquery I\nSELECT ${i} * 2\n----\n4\n\nendloop\n", "[${i} = 3]"),
    ],
)
def test_fails(session, text: str, want: str):
    failures = run(session, text)
    assert len(failures) == 1
    assert failures[0].startswith("x.test:")
    assert want in failures[0]


def test_skips(session):
    with pytest.raises(runner.Skip, match="requires slow"):
        run(session, "require slow\n\nstatement ok\nSELECT nothing\n")


def test_too_many_failures(session):
    with pytest.raises(RuntimeError, match="too many failures"):
        run(session, "loop i 0 100\n\nquery I\nSELECT 1\n----\n2\n\nendloop\n")


def test_reconnect():
    session = test_suite.Session()
    try:
        records = "statement ok\nCREATE TEMP TABLE t (a INT)\n\nreconnect\n\nstatement error\nFROM t\n----\ndoes not exist\n"
        assert run(session, records) == []
    finally:
        session.close()


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("statement ok\n", "must begin with"),
        ("# name: y.test\n# description: x\n# group: [x]", "the name must be x.test"),
        (HEADER + "statement perhaps\nSELECT 1\n", "ok or error"),
        (HEADER + "statement ok\n", "there is no SQL"),
        (HEADER + "statement ok\nSELECT 1\n----\n1\n", "statement ok has no ----"),
        (HEADER + "query I\nSELECT 1\n", "the others have one"),
        (HEADER + "query X\nSELECT 1\n----\n1\n", "a letter of B, I, R, T"),
        (HEADER + "query I up\nSELECT 1\n----\n1\n", "rowsort or nosort"),
        (HEADER + "statement error\nSELECT 1\n----\n", "say which text"),
        (HEADER + "loop i 1 2\n", "no endloop"),
        (HEADER + "loop i 2 1\nendloop\n", "to a larger one"),
        (HEADER + "foreach x\nendloop\n", "a variable and values"),
        (HEADER + "endloop\n", "endloop without"),
        (HEADER + "require\n", "require what"),
        (HEADER + "SELECT 1\n", "unknown record"),
    ],
)
def test_parse_fails(text: str, want: str):
    with pytest.raises(scripts.ParseError) as e:
        scripts.parse("x.test", text)
    assert want in str(e.value)


def test_render():
    assert values.render(math.inf) == "inf"
    assert values.parse_double("1/3") == 1 / 3
    assert values.canonical("1e300\tNULL", "RR") == "1e+300\tNULL"
    with pytest.raises(values.Difference):
        values.render([1])
