"""The page on which the roles of a plan are chosen, in a browser: what a click does, and what is taken away."""

from __future__ import annotations

import csv
import io
import json
import pathlib

import pytest

from chromium import Chromium

DATA = pathlib.Path(__file__).resolve().parents[3] / "sqlfuncs" / "planning" / "review" / "testdata"
PAGE = (DATA / "sample.html").as_uri()


@pytest.fixture(scope="module")
def running():
    browser = Chromium()
    yield browser
    browser.close()


@pytest.fixture
def browser(running):
    running.open(PAGE)
    assert running.said("Runtime.exceptionThrown", "Log.entryAdded") == []
    return running


def verdict(browser: Chromium) -> list[str]:
    return browser.evaluate("[...document.querySelectorAll('#verdict p')].map(p => p.textContent)")


def choose(browser: Chromium, column: int, role: str) -> None:
    browser.evaluate(f"document.querySelector('#column-{column} input[value={role}]').click()")


def test_as_planned(browser):
    assert browser.evaluate("document.querySelector('h1').textContent") == "The plan of a release of ward <b>.csv"
    assert verdict(browser) == [
        "1 question is open: diagnosis. Nothing is released while a question is open.",
        'In the table as it is, born and the "zip" single out 640 people of 1,000 (64 %). A release makes at least 12 people alike.',
        # 2 of the 9 + 6 + 2 bits of columns that have a role and need not go.
        "2 of 5 columns are released, 2 of them with less detail. Columns that you drop hold 11.8 % of the detail.",
    ]
    assert browser.evaluate("document.querySelectorAll('article.open').length") == 1
    assert browser.evaluate("document.getElementById('sql').value") == ""


def test_a_click(browser):
    choose(browser, 1, "sensitive")
    choose(browser, 4, "qi")
    assert verdict(browser) == [
        "No question is open.",
        'In the table as it is, born, the "zip" and shoe size single out 881 people of 1,000 (88.1 %). A release makes at least 12 people alike.',
        "4 of 5 columns are released, 3 of them with less detail.",
    ]
    # Of a sensitive column: alone with it, and with what others know beside it.
    assert browser.evaluate("[...document.querySelectorAll('#column-1 .risk')].map(r => r.textContent)") == ["alone with it0 %", 'alone with diagnosis, born and the "zip"93 %']
    assert browser.evaluate("document.getElementById('sql').value").splitlines() == [
        "UPDATE plan SET role = 'sensitive', question = NULL WHERE attribute = 'diagnosis';",
        "UPDATE plan SET role = 'qi', question = NULL WHERE attribute = 'shoe size';",
    ]
    choose(browser, 2, "drop")
    choose(browser, 3, "drop")
    choose(browser, 4, "drop")
    assert verdict(browser)[1] == "No column is one that others may know: choose at least one."


def level(browser: Chromium, column: int, i: int) -> None:
    browser.evaluate(f"document.querySelectorAll('#column-{column} .levels input')[{i}].click()")


def test_levels(browser):
    """A level is chosen: what is said of the column, and of it with others, is that of the level."""
    offered = browser.evaluate("[...document.querySelectorAll('#column-2 .levels label')].map(l => l.textContent)")
    assert offered == ["any", "months", "years"]
    assert browser.evaluate("document.querySelector('#column-2 .levels input:checked').value") == "0"
    level(browser, 2, 1)
    assert verdict(browser)[1:] == [
        'With no more detail than you choose, the "zip" and born single out 210 people of 1,000 (21 %). A release makes at least 12 people alike.',
        # Of born 9 - 6 of 9 bits are lost, of the zip nothing.
        "2 of 5 columns are released, 2 of them with less detail. Columns that you drop hold 11.8 % of the detail. The levels take 16.7 % of the detail of what others may know.",
    ]
    assert browser.evaluate("[...document.querySelectorAll('#column-2 .risk')].map(r => r.textContent)") == [
        "alone with it0.9 %", 'alone with the "zip" and born21 %', "detail lost by the level33.3 %"]
    assert browser.evaluate("document.querySelector('#column-2 h3 span').textContent") == "· ranges of dates, in whole months"
    level(browser, 2, 2)
    choose(browser, 4, "qi")
    assert '"zip" and shoe size single out 200 people' in verdict(browser)[1]
    assert browser.evaluate("document.getElementById('sql').value").splitlines()[0] == "UPDATE plan SET steps = '{\"finest\": \"year\"}' WHERE attribute = 'born';"
    saved = list(csv.DictReader(io.StringIO(browser.evaluate("csv()"))))[2]
    assert (saved["steps"], saved["treatment"]) == ('{"finest": "year"}', "ranges of dates, in whole years")
    # What others do not know has no levels; back at any, all is as before.
    choose(browser, 2, "sensitive")
    assert browser.evaluate("document.querySelector('#column-2 .levels').checkVisibility()") is False
    choose(browser, 2, "qi")
    level(browser, 2, 0)
    choose(browser, 4, "drop")
    assert browser.evaluate("document.getElementById('sql').value") == ""
    assert "born and the \"zip\" single out 640 people" in verdict(browser)[1]


def test_what_requirements_cost(browser):
    assert browser.evaluate("document.querySelector('figure figcaption').textContent") == "What it shows."


def test_the_plan_that_is_saved(browser):
    choose(browser, 1, "sensitive")
    rows = list(csv.DictReader(io.StringIO(browser.evaluate("csv()"))))
    planned = json.loads((DATA / "sample.json").read_text())
    expected = [{key: "" if value is None else value for key, value in row.items()} for row in planned["plan"]]
    expected[1].update(role="sensitive", question="")
    assert rows == expected
    assert browser.evaluate("csv().includes('\"\"\"')") is True  # quotes in names are doubled


def test_keys(browser):
    browser.evaluate("document.querySelector('#column-2 input:checked').focus()")
    for kind in "keyDown", "keyUp":
        browser.call("Input.dispatchKeyEvent", type=kind, key="ArrowRight", code="ArrowRight", windowsVirtualKeyCode=39)
    assert browser.evaluate("document.querySelector('#column-2 input:checked').value") == "sensitive"
    assert 'the "zip" single out 5 people' in verdict(browser)[1]


def test_dark_narrow_and_printed(browser):
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    colours = browser.evaluate("[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]")
    browser.call("Emulation.setEmulatedMedia", features=[])
    assert colours == ["rgb(230, 233, 236)", "rgb(21, 25, 29)"]
    browser.open(PAGE, width=320)
    assert browser.evaluate("document.documentElement.scrollWidth") <= 320
    assert browser.pdf().startswith(b"%PDF")
