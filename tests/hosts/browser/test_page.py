"""The page of a report, as a browser shows and prints it: the golden pages of sqlfuncs/page."""

from __future__ import annotations

import collections
import functools
import http.server
import pathlib
import re
import subprocess
import threading
import unicodedata
import xml.etree.ElementTree

import pytest

from chromium import Chromium

HERE = pathlib.Path(__file__).resolve().parent
PAGES = HERE.parents[2] / "sqlfuncs" / "page" / "testdata"
NAMES = ["three_columns", "thirty_columns"]
ASKED = (HERE / "page.js").read_text()

# A4 in points, and the margins of the page at the left and the right.
PAPER = 595.3, 841.9
MARGIN = 18 / 25.4 * 72
PAPER_PIXELS = round((210 - 2 * 18) / 25.4 * 96)


@pytest.fixture(scope="module")
def browser():
    running = Chromium()
    yield running
    running.close()


@pytest.fixture
def server():
    """The address of a server that has the pages, and what it was asked for."""
    asked: list[str] = []

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            asked.append(self.path)

    serving = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=PAGES))
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_port}", asked
    serving.shutdown()
    serving.server_close()


def address(name: str) -> str:
    return (PAGES / f"{name}.html").as_uri()


def ask(browser: Chromium, question: str):
    return browser.evaluate(f"({ASKED}).{question}()")


@pytest.mark.parametrize("name", NAMES)
def test_asks_for_nothing(browser, server, name):
    where, asked = server
    browser.open(f"{where}/{name}.html")
    assert browser.said("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown") == []
    assert [r["request"]["url"] for r in browser.said("Network.requestWillBeSent")] == [f"{where}/{name}.html"]
    assert asked == [f"/{name}.html"]
    assert browser.evaluate("document.scripts.length") == 0


@pytest.mark.parametrize("name", NAMES)
def test_elements(browser, name):
    """The page has the elements that it was written with: none has moved, none was added."""
    browser.open(address(name))
    shown = browser.evaluate("[...document.querySelectorAll('*')].map(e => e.tagName.toLowerCase())")
    assert shown == [e.tag for e in xml.etree.ElementTree.parse(PAGES / f"{name}.html").iter()]


def test_policy_keeps_everything_out(browser, server):
    """What a page would ask for if somebody had put it there, it does not get; nor does it run."""
    where, asked = server
    browser.open(f"{where}/three_columns.html")
    browser.evaluate("""
        for (const tag of ['img', 'iframe', 'script', 'video']) document.body.append(Object.assign(document.createElement(tag), {src: '/three_columns.html?' + tag}));
        document.body.append(Object.assign(document.createElement('link'), {rel: 'stylesheet', href: '/three_columns.html?style'}));
        document.body.insertAdjacentHTML('beforeend', '<svg onload="document.title = 1"></svg><style>@font-face { font-family: x; src: url(/three_columns.html?font) } body { font-family: x }</style>');
    """)
    told = [e["entry"]["text"] for e in browser.said("Log.entryAdded")]
    assert asked == ["/three_columns.html"]
    assert sum("Content Security Policy" in text for text in told) >= 6, told
    assert browser.evaluate("document.title") != "1"


@pytest.mark.parametrize("width", [1200, 800, 400, 320])
@pytest.mark.parametrize("name", NAMES)
def test_screen(browser, name, width):
    browser.open(address(name), width)
    assert ask(browser, "overflow") == []
    assert ask(browser, "squeezed") == []
    assert ask(browser, "collisions") == []
    contrast = ask(browser, "contrast")
    assert contrast["ratio"] >= 4.5 and contrast["texts"] > 100, contrast


@pytest.mark.parametrize("name", NAMES)
def test_width_of_paper(browser, name):
    browser.open(address(name), PAPER_PIXELS)
    browser.call("Emulation.setEmulatedMedia", media="print")
    try:
        assert ask(browser, "overflow") == []
        assert ask(browser, "squeezed") == []
        assert ask(browser, "collisions") == []
        assert ask(browser, "contrast")["ratio"] >= 4.5
    finally:
        browser.call("Emulation.setEmulatedMedia", media="")


def test_complaints(browser):
    """What the questions complain of: a page that has it all."""
    browser.open(address("three_columns"), 400)
    browser.evaluate("""
        document.body.insertAdjacentHTML('beforeend', '<p style="width: 900px">wide</p><p style="width: 10px">narrow</p><p style="color: #888">pale</p>');
        const texts = document.querySelectorAll('figure text');
        texts[0].setAttribute('x', -50);
        texts[1].setAttribute('x', 200), texts[1].setAttribute('y', 200);
        texts[2].setAttribute('x', 200), texts[2].setAttribute('y', 200);
    """)
    assert len(ask(browser, "overflow")) >= 2
    assert any("narrow" in complaint for complaint in ask(browser, "squeezed"))
    told = " ".join(ask(browser, "collisions"))
    assert "cut off" in told and "on top of" in told
    worst = ask(browser, "contrast")
    assert worst["text"] == "pale" and 3.4 < worst["ratio"] < 3.6  # #888 on white


@pytest.mark.parametrize("width", [1200, 400])
@pytest.mark.parametrize("name", NAMES)
def test_read_aloud(browser, name, width):
    """Who has the page read out gets its tables as tables, on a narrow screen too, and what is seen in pictures."""
    browser.open(address(name), width)
    nodes = [n for n in browser.call("Accessibility.getFullAXTree")["nodes"] if not n["ignored"]]
    roles = collections.Counter(n["role"]["value"] for n in nodes)
    for role, selector in ("table", "table"), ("row", "tr"), ("columnheader", "thead th"), ("rowheader", "tbody th"), ("cell", "td"), ("image", "svg[role=img]"), ("heading", "h1, h2, h3"):
        # On a narrow screen an empty cell is left out.
        assert roles[role] == browser.evaluate(f"[...document.querySelectorAll('{selector}')].filter(e => e.checkVisibility()).length") > 0, role
    for node in nodes:
        if node["role"]["value"] in ("table", "image", "heading"):
            assert node["name"]["value"], node
        if node["role"]["value"] == "image":
            assert node["description"]["value"], node


@pytest.mark.parametrize("name", NAMES)
def test_dark_browser(browser, name):
    """A browser that makes pages dark leaves this one as it is, but not one that does not say so."""
    browser.open(address(name))
    light = browser.screenshot()
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    browser.call("Emulation.setAutoDarkModeOverride", enabled=True)
    try:
        assert browser.screenshot() == light
        browser.evaluate("document.documentElement.style.colorScheme = 'normal'; document.querySelector('meta[name=color-scheme]').remove()")
        assert browser.screenshot() != light
    finally:
        browser.call("Emulation.setEmulatedMedia", features=[])
        browser.call("Emulation.setAutoDarkModeOverride")


# How many sheets a page takes: a few more or fewer where other fonts are.
SHEETS = {"three_columns": range(4, 7), "thirty_columns": range(12, 18)}


@pytest.mark.parametrize("name", NAMES)
def test_paper(browser, name, tmp_path):
    browser.open(address(name))
    file = tmp_path / "page.pdf"
    file.write_bytes(browser.pdf())
    sheets = [squashed(text) for text in pdftotext("-raw", file).split("\f")[:-1]]
    assert len(sheets) in SHEETS[name]
    for number, sheet in enumerate(sheets, 1):
        assert sheet.endswith(f"{number}/{len(sheets)}") or sheet.startswith(f"{number}/{len(sheets)}"), "the number of the page"

    texts = ask(browser, "texts")
    everything = "".join(sheets)
    assert len(texts["all"]) > 100
    # What goes on from one sheet to the next has the number of a page in between.
    assert [t for t in texts["all"] if squashed(t) not in everything and not (len(t) > 200 and squashed(t)[:40] in everything)] == []
    assert [group for group in texts["together"] if not any(holds(sheet, group) for sheet in sheets)] == []


@pytest.mark.parametrize("name", NAMES)
def test_paper_margins(browser, name, tmp_path):
    browser.open(address(name))
    file = tmp_path / "page.pdf"
    file.write_bytes(browser.pdf())
    boxes = pdftotext("-bbox", file)
    for width, height in re.findall(r'<page width="([\d.]+)" height="([\d.]+)">', boxes):
        assert abs(float(width) - PAPER[0]) < 1 and abs(float(height) - PAPER[1]) < 1
    words = re.findall(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>', boxes)
    assert len(words) > 300
    outside = [w for *box, w in words for x0, y0, x1, y1 in [map(float, box)]
               if x0 < MARGIN - 1 or x1 > PAPER[0] - MARGIN + 1 or y0 < MARGIN - 4 or y1 > PAPER[1] - 20]
    assert outside == []


def test_heads_are_repeated(browser, tmp_path):
    """The table of thirty columns goes on on a second sheet, the one of losses on two more."""
    browser.open(address("thirty_columns"))
    file = tmp_path / "page.pdf"
    file.write_bytes(browser.pdf())
    sheets = [squashed(text) for text in pdftotext("-raw", file).split("\f")[:-1]]
    for heads, rows in ("ColumnTypeRole", "attribute_{:02}INTEGER"), ("ColumnLostBeforeAfter", "attribute_{:02}\\d+%"):
        having = [s for s in sheets if any(re.search(rows.format(i), s) for i in range(1, 30))]
        assert len(having) >= 2
        assert all(heads in s for s in having), heads


def pdftotext(how: str, file: pathlib.Path) -> str:
    return subprocess.run(["pdftotext", how, "-enc", "UTF-8", str(file), "-"], check=True, capture_output=True, text=True).stdout


def squashed(text: str) -> str:
    """A text without what depends on where its lines end: blanks and hyphens."""
    return re.sub(r"[\s\u00ad\-\u2010]", "", unicodedata.normalize("NFKC", text))


def holds(sheet: str, group: list[str]) -> bool:
    """Whether all these texts are on a sheet."""
    return all(squashed(text) in sheet for text in group)
