"""skyline.plot: what the axes contain, the stored images, and what is said of what cannot be drawn.

`pytest tests/hosts/wheel/test_plot.py --rewrite` writes the images; look at them.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

import skyline
from skyline import plot

matplotlib = pytest.importorskip("matplotlib")
from matplotlib import pyplot  # noqa: E402
from matplotlib.testing.compare import compare_images  # noqa: E402
from PIL import Image  # noqa: E402

IMAGES = pathlib.Path(__file__).parent / "images"
# Out of 255, on the average of pixels.
TOLERANCE = 5

TABLE = """(VALUES (20, 'Flu', 10), (20, 'Cold', 8), (20, 'HIV', 2), (30, 'Flu', 6), (30, 'Cold', 6), (30, 'HIV', 4)) t(age, disease, people)"""
ARGUMENTS = f"'{TABLE.replace(chr(39), chr(39) * 2)}', qi := ['age'], sensitive := 'disease', weight := 'people'"


@pytest.fixture(scope="module")
def con():
    return skyline.connect()


@pytest.fixture(autouse=True)
def style():
    with matplotlib.rc_context(matplotlib.rcParamsDefault):
        yield
    pyplot.close("all")


def surface(con, value="HIV", **box):
    given = "".join(f", max_{name} := {most}" for name, most in {"l": 2, "k": 12, "m": 6, **box}.items())
    return con.sql(f"FROM skyline_surface({ARGUMENTS}{given}, value := '{value}')")


def find(con, c=0.6):
    return con.sql(f"FROM skyline_find({ARGUMENTS}, c := {c})")


def assert_image(axes, name, rewrite, tmp_path):
    stored = IMAGES / name
    drawn = stored if rewrite else tmp_path / name
    # Versions of matplotlib leave different margins.
    version = ".".join(matplotlib.__version__.split(".")[:2])
    axes[0].figure.savefig(drawn, dpi=80, metadata={"Software": None, "matplotlib": version})
    with Image.open(stored) as image:
        if (made_by := image.text["matplotlib"]) != version:
            pytest.skip(f"the image is of matplotlib {made_by}")
    assert compare_images(stored, drawn, TOLERANCE) is None


def test_surface_image(con, rewrite, tmp_path):
    assert_image(plot.surface(surface(con)), "surface.png", rewrite, tmp_path)


def test_skyline_image(con, rewrite, tmp_path):
    assert_image(plot.skyline(find(con)), "skyline.png", rewrite, tmp_path)


def test_images_can_differ(con, tmp_path):
    with pytest.raises(AssertionError):
        assert_image(plot.skyline(find(con, c=0.9)), "skyline.png", False, tmp_path)


def test_what_a_surface_shows(con):
    rel = surface(con)
    axes = plot.surface(rel, c=0.5)
    breach = {(l, k, m): p for l, k, m, p in rel.project("l, k, m, breach").fetchall()}
    assert [ax.get_title() for ax in axes] == [f"HIV\nm = {m} (relatives)" for m in (0, 2, 4, 6)]
    assert {ax.get_xlabel() for ax in axes} == {"l (values ruled out)"} and axes[0].get_ylabel() == "k (other people known)"
    for ax, m in zip(axes, (0, 2, 4, 6)):
        assert ax.images[0].get_array().tolist() == [[breach[l, k, m] for l in range(3)] for k in range(13)]
        safe = [sum(breach[l, k, m] < 0.5 for k in range(13)) for l in range(3)]
        assert [top + 0.5 for top in ax.patches[0].get_data().values] == safe


def test_what_a_skyline_shows(con):
    rel = find(con)
    axes = plot.skyline(rel, m=[0, 1, 4])
    points = [row[:4] for row in rel.project("value, l, k, m").fetchall()]
    assert [ax.get_title() for ax in axes] == ["Cold", "Flu", "HIV"]
    for ax in axes:
        assert [patch.get_label() for patch in ax.patches] == ["0", "1", "4"]
        for patch in ax.patches:
            for l, top in enumerate(patch.get_data().values):
                safe = [k for value, a, k, m in points if value == ax.get_title() and a >= l and m >= int(patch.get_label())]
                assert top - 0.5 == max(safe, default=-1)
    assert axes[0].figure.legends[0].get_title().get_text() == "safe with m (relatives),\nc = 0.6"


def test_a_value_that_is_never_safe(con):
    axes = plot.skyline(find(con, c=0.3))
    said = {ax.get_title(): [text.get_text() for text in ax.texts] for ax in axes}
    assert said["Flu"] == ["not safe,\nwhatever is known"] and said["HIV"] == []


def test_null_is_no_text(con):
    table = "(VALUES (1, NULL), (1, NULL), (1, 'None'), (1, 'a'), (1, 'b')) t(g, v)"
    rel = con.sql(f"FROM skyline_find('{table.replace(chr(39), chr(39) * 2)}', qi := ['g'], sensitive := 'v', c := 0.4)")
    said = {ax.get_title(): [text.get_text() for text in ax.texts] for ax in plot.skyline(rel)}
    assert set(said) == {"NULL", "None", "a", "b"} and said["NULL"] and not said["None"]


def test_columns_are_not_mixed(con):
    """Two sensitive columns have a value in common, and it is in a panel for each."""
    con.execute("CREATE OR REPLACE TABLE two AS FROM (VALUES (1, 'yes', 'no'), (1, 'no', 'yes'), (1, 'no', 'yes'), (1, 'no', 'yes')) AS t(q, flu, cold)")
    rel = con.sql("FROM skyline_find('two', qi := ['q'], sensitive := ['flu', 'cold']) ORDER BY attribute, value")
    axes = plot.skyline(rel)
    assert sorted(ax.get_title() for ax in axes) == ["cold: no", "cold: yes", "flu: no", "flu: yes"]
    shown = {ax.get_title(): bool(ax.texts) for ax in axes}
    assert shown == {"cold: no": False, "cold: yes": True, "flu: no": True, "flu: yes": False}
    rel = con.sql("FROM skyline_surface('two', qi := ['q'], sensitive := ['flu', 'cold'], value := {'flu': 'yes', 'cold': 'yes'}, max_l := 0, max_k := 1, max_m := 0)")
    assert sorted(ax.get_title().split("\n")[0] for ax in plot.surface(rel)) == ["cold: yes", "flu: yes"]


def test_values_are_no_formulas(con, tmp_path):
    rel = con.sql("SELECT '$^\\frac$' AS value, 0 AS l, 3 AS k, 0 AS m, true AS safe, 0.5 AS c")
    [ax] = plot.skyline(rel)
    ax.figure.savefig(tmp_path / "formula.png")
    assert ax.get_title() == "$^\\frac$"


def test_a_large_scale_hides_nobody(con):
    rel = con.sql("FROM (VALUES ('rare', 0, 1370, 0, true, 0.5), ('frequent', 0, 3, 0, true, 0.5)) t(value, l, k, m, safe, c)")
    assert [ax.get_ylim()[1] for ax in plot.skyline(rel)] == [1371.5, 4.5]


def test_axes_that_are_given(con):
    _, ax = pyplot.subplots()
    assert plot.surface(surface(con), ax, m=[2]) == [ax]
    _, row = pyplot.subplots(1, 3)
    assert plot.skyline(find(con), row) == list(row)
    with pytest.raises(ValueError, match="skyline.plot.skyline: ax must be 3 axes, one for each panel, and is 1; filter rel, choose m, or leave ax out"):
        plot.skyline(find(con), ax)


def test_values_are_rows_of_surfaces(con):
    two = surface(con).union(surface(con, "Flu"))
    assert [ax.get_title() for ax in plot.surface(two, m=[0, 1])] == [f"{value}\nm = {m} (relatives)" for value in ("HIV", "Flu") for m in (0, 1)]


@pytest.mark.parametrize("of", ["df", "to_arrow_table", "pl"])
def test_frames(con, of):
    pytest.importorskip({"df": "pandas", "to_arrow_table": "pyarrow", "pl": "polars"}[of])
    frame = getattr(surface(con), of)()
    want = [ax.images[0].get_array().tolist() for ax in plot.surface(surface(con))]
    assert [ax.images[0].get_array().tolist() for ax in plot.surface(frame)] == want


def test_errors(con):
    with pytest.raises(ValueError, match="^skyline.plot.surface: rel must be what skyline_surface returns, and has no column breach$"):
        plot.surface(find(con))
    with pytest.raises(ValueError, match="^skyline.plot.skyline: rel must be what skyline_find returns, and has no column safe, c$"):
        plot.skyline(surface(con))
    with pytest.raises(ValueError, match="^skyline.plot.surface: rel must have rows$"):
        plot.surface(surface(con).filter("m > 100"))
    with pytest.raises(ValueError, match="^skyline.plot.surface: rel must have each value and point"):
        plot.surface(surface(con).union(surface(con)))
    with pytest.raises(ValueError, match="^skyline.plot.surface: m must be a list of numbers of relatives that rel has, 0 to 6$"):
        plot.surface(surface(con), m=[7])
    with pytest.raises(ValueError, match=r"^skyline.plot.surface: c must be in \[0, 1\], got 50$"):
        plot.surface(surface(con), c=50)
    with pytest.raises(ValueError, match="^skyline.plot.surface: rel must be what skyline_surface returns, a relation, frame or Arrow table$"):
        plot.surface("FROM x")
    many = con.sql("SELECT i AS value, 0 AS l, 0 AS k, 0 AS m, true AS safe, 0.5 AS c FROM range(65) t(i)")
    with pytest.raises(ValueError, match="^skyline.plot.skyline: rel must have at most 64 panels to draw, and has 65; filter it by value$"):
        plot.skyline(many)


def test_without_matplotlib():
    program = """
import sys
sys.modules["matplotlib"] = None
import skyline
con = skyline.connect()
try:
    skyline.plot.skyline(con.sql("SELECT 1 AS value, 0 AS l, 0 AS k, 0 AS m, true AS safe, 0.5 AS c"))
except ImportError as e:
    print(e)
"""
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert said == "skyline.plot needs matplotlib: pip install matplotlib\n"
