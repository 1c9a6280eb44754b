"""From a table to a release and its report in Python: plans that are read, answered, kept, and carried on."""

from __future__ import annotations

import csv

import pytest

import skyline

DISEASES = ["flu", "cold", "gout", "none", "hiv"]
ROWS = [(f"Ann {i}", 20 + i * i * 7 % 31, "FM"[i % 2], DISEASES[(i * i + i // 7) % 5]) for i in range(90)]


@pytest.fixture
def stays(tmp_path):
    path = tmp_path / "stays.csv"
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([("name", "age", "sex", "disease"), *ROWS])
    return path


def test_three_statements(stays, tmp_path):
    plan = skyline.plan(stays, purpose="internal", keep=["age"])
    assert list(plan.questions) == ["disease"] and "name (identifier): It looks like a name" in repr(plan)
    assert "<th" in plan._repr_html_() and "disease" in plan._repr_html_()
    with pytest.raises(Exception, match="columns without a role must be decided first"):
        skyline.release(stays, plan)
    plan.answer(disease="sensitive")
    assert plan.questions == {}

    release = skyline.release(stays, plan)
    rows = release.relation().fetchall()
    # By hand: everybody is there, and nobody looks like fewer than five.
    assert release.holds and len(rows) == 90
    assert min(sum(1 for other in rows if other[:2] == row[:2]) for row in rows) >= 5
    assert sorted(row[2] for row in rows) == sorted(row[3] for row in ROWS)
    assert [row["requirement"] for row in release.checked][:2] == ["k_anonymity", "skyline"] and "k_anonymity" in release._repr_html_()

    # Its line is the last one: who is there, and what the attacker whom the plan names can learn.
    groups = [[other for other in rows if other[:2] == row[:2]] for row in {row[:2]: row for row in rows}.values()]
    assert release.summary.startswith(f"90 people in {len(groups)} groups of at least {min(map(len, groups))}. An attacker who knows ")
    assert release.summary.endswith(" of the detail in age and sex is lost.") and repr(release).splitlines()[-1] == release.summary
    assert release.summary.replace("'", "&#x27;") in release._repr_html_()

    page = skyline.report(stays, release, plan)
    page.save(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text().startswith("<!DOCTYPE html>") and page._repr_html_().startswith("<iframe srcdoc=")
    with pytest.raises(FileExistsError):
        page.save(tmp_path / "report.html")
    assert '"attribute":"disease"' in skyline.review(stays, plan).html
    assert "is lost at k = 2" in skyline.prices(stays, plan).meaning.replace("\xa0", " ")


def test_a_plan_is_kept(stays, tmp_path):
    plan = skyline.plan(stays, purpose="internal").answer({"disease": "sensitive"})
    path = tmp_path / "stays.plan.csv"
    plan.to_csv(path)
    assert skyline.Plan.read(path).rows == plan.rows
    with pytest.raises(FileExistsError):
        plan.to_csv(path)
    # As a file, as rows, and carried on, it makes the same release.
    releases = [skyline.release(stays, given).relation().fetchall() for given in (path, str(path), plan, skyline.plan(stays, plan), skyline.plan(stays, path))]
    assert all(sorted(rows) == sorted(releases[0]) for rows in releases)


def test_what_python_has(stays):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ROWS, columns=["name", "age", "sex", "disease"]).astype({"name": object, "sex": object, "disease": object})  # DuckDB 1.4 takes no others
    plan = skyline.plan(frame, purpose="internal").answer(disease="sensitive")
    assert sorted(skyline.release(frame, plan).relation().fetchall()) == sorted(skyline.release(stays, plan).relation().fetchall())
    with skyline.connect() as con:
        con.execute("CREATE TABLE stays AS FROM frame")
        release = skyline.release("stays", plan, con=con)
        assert release.con is con and release.holds


def test_answers(stays):
    plan = skyline.plan(stays)
    with pytest.raises(skyline.PlanError, match="has no column 'diseas'"):
        plan.answer(diseas="sensitive")
    with pytest.raises(Exception, match="role must be"):
        skyline.release(stays, plan.answer(disease="secret"))
