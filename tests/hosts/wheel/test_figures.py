"""skyline.figures: the pictures of release_report, shown in a notebook and saved."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree

import pytest

import skyline

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def con():
    con = skyline.connect()
    con.execute("CREATE TABLE ward AS FROM (VALUES (21, 'Flu'), (24, 'Flu'), (27, 'Cold'), (29, 'HIV')) AS t(age, disease)")
    con.execute("CREATE TABLE released AS SELECT '[21, 29]' AS age, disease FROM ward")
    return con


def report(con):
    return con.sql("FROM release_report('ward', 'released', qi := ['age'], sensitive := 'disease', max_risk := 0.25, output := 'figures')")


def test_all_pictures(con):
    rows = report(con).fetchall()
    shown = skyline.figures(report(con))
    assert list(shown) == ["surface", "skyline", "risk", "groups", "loss"]
    assert [(f.name, f.title, f.meaning, f.svg) for f in shown.values()] == rows
    assert shown["risk"].meaning.startswith("Nobody in the release is above the limit of 1 in 4. The highest risk is 1 in 4. In the original it is 1 in 1, and 4 of 4 people are above the limit.")


def test_a_notebook_shows_it(con):
    shown = skyline.figures(report(con))
    html = xml.etree.ElementTree.fromstring("<div>" + re.sub("<img ([^>]*)>", r"<img \1/>", shown._repr_html_()) + "</div>")
    images = html.findall("figure/img")
    assert [base64.b64decode(i.attrib["src"].removeprefix("data:image/svg+xml;base64,")).decode() for i in images] == [f.svg for f in shown.values()]
    assert [c.text for c in html.findall("figure/figcaption")] == [f.meaning for f in shown.values()]
    assert all(i.attrib["alt"] for i in images)


def test_what_is_written_is_no_markup():
    figure = skyline.Figure("risk", "<b>", '"&', "<svg/>")
    assert "<b>" not in figure._repr_html_() and 'alt="&lt;b&gt;: &quot;&amp;"' in figure._repr_html_()


def test_save(con, tmp_path):
    file = tmp_path / "groups.svg"
    skyline.figures(report(con))["groups"].save(file)
    root = xml.etree.ElementTree.parse(file).getroot()
    assert root.tag == SVG + "svg" and root.find(SVG + "title").text == "How large the groups are"
    assert file.read_bytes() == skyline.figures(report(con))["groups"].svg.encode()


@pytest.mark.parametrize("of", ["df", "to_arrow_table", "pl"])
def test_frames(con, of):
    pytest.importorskip({"df": "pandas", "to_arrow_table": "pyarrow", "pl": "polars"}[of])
    assert skyline.figures(getattr(report(con), of)()) == skyline.figures(report(con))


def test_errors(con):
    with pytest.raises(ValueError, match="^skyline.figures: rel must be what release_report returns with output := 'figures', and has no column figure, title, meaning, svg$"):
        skyline.figures(con.sql("FROM release_report('ward', 'released', qi := ['age'])"))
    with pytest.raises(ValueError, match="^skyline.figures: rel must be what release_report returns with output := 'figures', a relation, frame or Arrow table$"):
        skyline.figures(3)
