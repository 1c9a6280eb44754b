"""Runs skyline.ipynb and checks what it shows.

    python tests/hosts/notebook/check.py [folder]

runs the notebook in a kernel of this Python, once on the Adult data (where there is a file adult.csv in SKYLINE_DATA,
by default in ../shared/data beside the repository) and once on its built-in data. The executed copies go to the folder
(by default a temporary one). After the notebook's own cells, and in the same kernel, verify() below compares its
variables with values computed here from the definition; then the outputs are compared with the variables.

The packages needed are in requirements.txt; the extension is the notebook's (SKYLINE_EXTENSION).
"""

from __future__ import annotations

import argparse
import base64
import collections
import csv
import fractions
import functools
import hashlib
import importlib.util
import json
import math
import os
import pathlib
import re
import struct
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
NOTEBOOK = HERE / "skyline.ipynb"
MARK = "verified: "

QI = ("age", "sex", "education", "marital_status")
HALF = fractions.Fraction(1, 2)
TOLERANCE = 1e-12  # what Skyline promises where the fraction is unwieldy
PLOTTED = ("Priv-house-serv", "Protective-serv", "Tech-support")

# Of the sorted lines "age|sex|education|marital_status|occupation|people" of the release made from the built-in data.
BUILT_IN_DIGEST = "b2dcbd73600d07da1d119529b40a33e728629d4e1801a1d15d2a212a182aded4"


class Checks:
    """Counts checks and keeps those that failed."""

    def __init__(self):
        self.count, self.failed = 0, []

    def __call__(self, ok, message: str):
        self.count += 1
        if not ok:
            self.failed.append(message)

    def same(self, got, want, what: str):
        self(got == want, f"{what}: got {got!r}, want {want!r}")

    def close(self, got: float, want: fractions.Fraction, what: str):
        self(abs(float(got) - float(want)) <= TOLERANCE, f"{what}: got {got!r}, want {want} = {float(want)!r}")


# The breach probability from the definition, for one value a person.


@functools.cache
def _none_has(people: int, having: int, m: int) -> fractions.Fraction:
    """The probability that none of m people of a group has the value."""
    if having == 0:
        return fractions.Fraction(1)
    if people - having < m:
        return fractions.Fraction(0)
    return fractions.Fraction(math.comb(people - having, m), math.comb(people, m))


def _target(group: dict, value: str, l: int, k: int) -> tuple[int, int]:
    """How many can be the target and have the value, and how many not, with the l most common other values ruled out
    and k people struck out who have neither these nor the value."""
    having = group.get(value, 0)
    others = sorted((n for v, n in group.items() if v != value), reverse=True)
    return having, max(0, sum(others[l:]) - k)


def exact_breach(groups, value: str, l: int, k: int, m: int) -> fractions.Fraction:
    """The largest probability that a target has the value: over the target's group, the group of the m relatives, and
    where, of these two, the k known people are. By the implications "if relative i has it, so has the target", it is
    p / (p + (1-p) q), where p is the probability without relatives and q that none of them has the value, given that
    the target does not."""
    groups = [g if isinstance(g, dict) else dict(g) for g in groups]
    sizes = [sum(g.values()) for g in groups]

    def known(n, having, k):  # people left in a group, of whom k without the value are struck out
        return max(n - k, having)

    # The smallest q, with and without the k known people, of each group and of the best group but one.
    def two_best(k):
        qs = sorted(
            (_none_has(known(n, g.get(value, 0), k), g.get(value, 0), m), i)
            for i, (g, n) in enumerate(zip(groups, sizes))
        )
        return qs[:2]

    best = fractions.Fraction(0)
    near, far = two_best(k), two_best(0)

    def elsewhere(found, i):
        return next((q for q, j in found if j != i), fractions.Fraction(1))

    for i, (group, n) in enumerate(zip(groups, sizes)):
        having = group.get(value, 0)
        if having == 0:
            continue
        for in_target, q in ((k, elsewhere(far, i)), (0, elsewhere(near, i)), (k, None)):
            has, has_not = _target(group, value, l, in_target)
            if q is None:  # relatives in the target's own group: the target is one of those without the value
                people = known(n, having, k)
                q = _none_has(people - 1, having, m) if has_not else fractions.Fraction(0)
            best = max(best, has / (has + has_not * q))
    return best


def merge(groups: dict, rewrite) -> list[dict]:
    """The groups when rewrite(key) is their new key; None leaves a group out."""
    merged = collections.defaultdict(collections.Counter)
    for key, counts in groups.items():
        new = rewrite(key)
        if new is not None:
            merged[new].update(counts)
    return [dict(counts) for counts in merged.values()]


def adult_release(path: pathlib.Path) -> dict:
    """The release of the Adult data, made without SQL."""
    groups = collections.defaultdict(collections.Counter)
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            age, years, marital = int(row["age"]), int(row["education-num"]), row["marital-status"]
            key = (
                "17-29" if age < 30 else "30-44" if age < 45 else "45-59" if age < 60 else "60+",
                row["sex"],
                (
                    "no diploma"
                    if years < 9
                    else "high school" if years == 9 else "some college" if years < 13 else "degree"
                ),
                (
                    "married"
                    if marital.startswith("Married")
                    else "never married" if marital == "Never-married" else "formerly married"
                ),
            )
            groups[key][row["occupation"]] += 1
    return {key: dict(g) for key, g in groups.items() if sum(g.values()) >= 20 and len(g) >= 5}


# Inside the kernel.


def verify(notebook: dict, adult: str | None):
    """Checks the notebook's variables and prints a JSON object: the checks that failed, and the texts that its cells
    must show. adult is the path of adult.csv, None for the built-in data."""
    check = Checks()
    shown = {}  # cell id -> texts
    con = notebook["con"]

    check.same(notebook["source"], "UCI Adult" if adult else "built-in data", "source")
    shown["data"] = [notebook["source"]]

    # The release.
    groups = collections.defaultdict(dict)
    lines = []
    for *key, occupation, people in con.execute(
        "SELECT age, sex, education, marital_status, occupation, count(*) FROM release GROUP BY ALL"
    ).fetchall():
        groups[tuple(key)][occupation] = people
        lines.append("|".join(map(str, (*key, occupation, people))))
    if adult:
        check(groups == adult_release(pathlib.Path(adult)), "the release is not the one made of the file without SQL")
    else:
        digest = hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()
        check.same(digest, BUILT_IN_DIGEST, "digest of the built-in data's release")
    histograms = list(groups.values())
    values = sorted({v for g in histograms for v in g})
    total = sum(sum(g.values()) for g in histograms)
    check(total > 40000 and len(groups) > 50 and len(values) == 14, "the release has lost its shape")
    (row,) = notebook["groups"].to_dict("records")
    check.same(
        row,
        {
            "qi_groups": len(groups),
            "people": total,
            "left_out": con.execute("SELECT count(*) FROM people").fetchone()[0] - total,
            "smallest_group": min(sum(g.values()) for g in histograms),
            "fewest_occupations": min(len(g) for g in histograms),
        },
        "groups",
    )
    check(
        row["smallest_group"] >= 20 and row["fewest_occupations"] >= 5, "the release is not 20-anonymous and 5-diverse"
    )
    shown["release"] = [notebook["groups"]._repr_html_()]

    exact = functools.cache(lambda value, l, k, m: exact_breach(histograms, value, l, k, m))

    # Nothing known: the largest share of the value in a QI group.
    frame = notebook["nothing_known"]
    check.same(sorted(frame.value), values, "values of nothing_known")
    for r in frame.itertuples():
        share = max(fractions.Fraction(g.get(r.value, 0), sum(g.values())) for g in histograms)
        check.close(r.breach, share, f"nothing_known, {r.value}")
        check.same(bool(r.safe), share < HALF, f"nothing_known, {r.value}, safe")
    check(frame.breach.is_monotonic_decreasing, "nothing_known is not in order")
    shown["check-nothing"] = [frame._repr_html_()]

    # The knowledge points.
    points = [(0, 0, 0), (2, 0, 0), (0, 5, 0), (0, 0, 2), (2, 5, 2)]
    frame = notebook["checked"]
    check.same(
        sorted(zip(frame.value, frame.l, frame.k, frame.m)),
        sorted((v, *p) for v in values for p in points),
        "rows of checked",
    )
    for r in frame.itertuples():
        want = exact(r.value, r.l, r.k, r.m)
        check.close(r.breach, want, f"checked, {tuple(r)[1:5]}")
        check.same(bool(r.safe), want < HALF, f"checked, {tuple(r)[1:5]}, safe")
    by_point = notebook["by_point"]
    check.same(list(by_point.columns), sorted(points), "columns of by_point")
    check(all((by_point[(0, 0, 0)] <= by_point[p]).all() for p in points), "by_point: less with more knowledge")
    shown["check-points"] = [[f"{float(exact(v, *p)):.3f}" for v in by_point.index for p in by_point.columns]]

    # The witness at (2, 5, 0).
    value, (w,) = "Protective-serv", notebook["witness"].to_dict("records")
    group = groups[tuple(w["target_group"][q] for q in QI)]
    check.close(w["breach"], exact(value, 2, 5, 0), "witness, breach")
    check.same((w["target_people"], w["target_having"]), (sum(group.values()), group[value]), "witness, people")
    check.same(w["known_group"], w["target_group"], "witness, known_group")
    ruled_out = list(w["ruled_out"])
    check(len(set(ruled_out)) == 2 and value not in ruled_out, "witness, ruled_out")
    left = max(group[value], sum(n for v, n in group.items() if v not in ruled_out) - 5)
    check.same(fractions.Fraction(group[value], left), exact(value, 2, 5, 0), "the witness is not a worst case")
    frame = notebook["target_group"]
    check.same(dict(zip(frame.occupation, frame.people)), group, "target_group")
    check.same(set(frame.occupation[frame.ruled_out]), set(ruled_out), "target_group, ruled_out")
    check.close(notebook["by_hand"], exact(value, 2, 5, 0), "by_hand")
    shown["witness"] = [notebook["witness"].T.set_axis(["worst case"], axis="columns")._repr_html_()]
    shown["witness-group"] = [frame._repr_html_()]
    shown["witness-by-hand"] = [
        f"by hand: {group[value]} of {left} = {group[value] / left:.6f}    skyline_check: {float(exact(value, 2, 5, 0)):.6f}"
    ]

    # DataFrames.
    def compare(name, cell, merged, l, k, m):
        frame = notebook[name]
        check.same(tuple(frame.value), PLOTTED, f"values of {name}")
        for r in frame.itertuples():
            want = exact_breach(merged, r.value, l, k, m)
            check.close(r.breach, want, f"{name}, {r.value}")
            check.same(bool(r.safe), want < HALF, f"{name}, {r.value}, safe")
        shown[cell] = [frame._repr_html_()]

    def band(key):
        return ("45+" if key[0] in ("45-59", "60+") else key[0], *key[1:])

    compare("from_pandas", "pandas", merge(groups, band), 2, 5, 0)
    compare(
        "women_only",
        "pandas-query",
        merge(groups, lambda key: (band(key)[0], key[2]) if key[1] == "Female" else None),
        2,
        5,
        0,
    )

    # The surface: skyline_check at every point, the definition at some, no less with more knowledge.
    surface = notebook["surface"]
    shape = (6, 26, 21)
    check.same(
        list(zip(surface.l, surface.k, surface.m)),
        [(l, k, m) for l in range(6) for k in range(26) for m in range(21)],
        "points of the surface",
    )
    check.same(set(surface.value), {"Protective-serv"}, "values of the surface")
    asked = ask(con, [("Protective-serv", l, k, m) for l, k, m in zip(surface.l, surface.k, surface.m)])
    for r in surface.itertuples():
        check.same(r.breach, asked[tuple(r)[1:5]][0], f"surface and skyline_check at {tuple(r)[1:5]}")
        if r.k in (0, 1, 4, 5, 13, 14, 25) and r.m in (0, 1, 5, 20):
            check.close(r.breach, exact(r.value, r.l, r.k, r.m), f"surface at {tuple(r)[1:5]}")
    cube = surface.breach.to_numpy().reshape(shape)
    for axis, name in enumerate("lkm"):
        check(
            (cube.take(range(1, shape[axis]), axis) >= cube.take(range(shape[axis] - 1), axis)).all(),
            f"the surface falls with {name}",
        )
    shown["surface"] = [surface._repr_html_()]

    # The skyline: every point safe, one step further none, in Skyline and (where plotted) by the definition. And no
    # point missing: for each l and m, the next larger k than the skyline's is not safe.
    skyline = notebook["skyline"]
    rows = [(r.value, int(r.l), int(r.k), int(r.m)) for r in skyline.itertuples()]
    check.same(len(set(rows)), len(rows), "points of the skyline, without repetition")
    most_l = {v: max(len(g) - (v in g) for g in histograms) for v in values}
    further = []
    for v, l, k, m in rows:
        if l < most_l[v]:  # the largest l stands for every larger one
            further.append((v, l + 1, k, m))
        if k < total:
            further.append((v, l, k + 1, m))
        if m < total:
            further.append((v, l, k, m + 1))
    for v in values:
        for l in range(most_l[v] + 1):
            here = collections.defaultdict(lambda: -1)  # by m, the largest k of the points at this l or a larger one
            for value, a, k, m in rows:
                if value == v and a >= l:
                    here[m] = max(here[m], k)
            k = -1
            for m in range(max(here, default=-1) + 1, -1, -1):
                k = max(k, here[m])
                if k < total and m <= total:
                    further.append((v, l, k + 1, m))
    asked = ask(con, sorted({*rows, *further, *((v, 0, 0, 0) for v in values)}))
    for expected, listed in ((True, rows), (False, further)):
        for point in listed:
            check.same(asked[point][1], expected, f"safe at {point}, from the skyline")
            if point[0] in PLOTTED:
                check.same(exact(*point) < HALF, expected, f"safe by the definition at {point}, from the skyline")
    with_row = {v for v, *_ in rows}
    check.same(with_row, {v for v in values if asked[(v, 0, 0, 0)][1]}, "values with a skyline")
    mine = [p[1:] for p in rows if p[0] == "Protective-serv"]
    for (l, k, m), breach in zip(zip(surface.l, surface.k, surface.m), surface.breach):
        below = any(l <= a and k <= b and m <= c for a, b, c in mine)
        check.same(breach < 0.5, below, f"surface and skyline at {(l, k, m)}")
    shown["find"] = [
        skyline.groupby("value")
        .agg(points=("l", "size"), largest_l=("l", "max"), largest_k=("k", "max"), largest_m=("m", "max"))
        ._repr_html_()
    ]

    # What the plots draw.
    def labelled(figure, name, panels):
        axes = figure.axes[:panels]
        check(all(a.get_title() and a.get_xlabel().startswith("l (") for a in axes), f"{name}: titles and labels")
        check(
            axes[0].get_ylabel().startswith("k (") and notebook["source"] in figure.get_suptitle(),
            f"{name}: label and title",
        )
        return axes

    for ax, v in zip(labelled(notebook["skyline_figure"], "skyline_figure", 3), PLOTTED):
        check.same(ax.get_title(), v, "panel of skyline_figure")
        check.same([p.get_label() for p in ax.patches], ["0", "2", "5", "10", "20"], f"shades of {v}")
        for patch in ax.patches:
            m = int(patch.get_label())
            for l, top in enumerate(patch.get_data().values):
                k = int(top - 0.5)
                check(k < 0 or exact(v, l, k, m) < HALF, f"skyline_figure: {v} is not safe at {(l, k, m)}")
                check(exact(v, l, k + 1, m) >= HALF, f"skyline_figure: {v} is safe at {(l, k + 1, m)}")
                check(-0.5 <= top < ax.get_ylim()[1], f"skyline_figure: {v}, l = {l}, m = {m} is cut off")
    for ax, m in zip(labelled(notebook["surface_figure"], "surface_figure", 4), (0, 5, 10, 20)):
        check(f"m = {m} " in ax.get_title(), "panel of surface_figure")
        check((ax.images[0].get_array() == cube[:, :, m].T).all(), f"surface_figure: colours at m = {m}")
        check.same(
            list(ax.patches[0].get_data().values + 0.5),
            list((cube[:, :, m] < 0.5).sum(axis=1)),
            f"surface_figure: line at m = {m}",
        )

    # One quasi-identifier less.
    fewer = notebook["fewer"]
    check.same((list(fewer.index), tuple(fewer.columns)), (["nothing", *QI], PLOTTED), "shape of fewer")
    for row in fewer.index:
        merged = merge(groups, lambda key: tuple(k for q, k in zip(QI, key) if q != row))
        for v in PLOTTED:
            check.close(fewer.loc[row, v], exact_breach(merged, v, 2, 5, 1), f"fewer, without {row}, {v}")
    shown["next"] = [[f"{b:.3f}" for b in fewer.to_numpy().ravel()]]

    print(MARK + json.dumps({"count": check.count, "failed": check.failed, "shown": shown, "python": sys.executable}))


def ask(con, points) -> dict:
    """skyline_check at the points (value, l, k, m), each with breach and safe."""
    con.execute("CREATE OR REPLACE TEMP TABLE points_to_check (value VARCHAR, l BIGINT, k BIGINT, m BIGINT, c DOUBLE)")
    listed = ", ".join(f"('{v}', {l}, {k}, {m}, 0.5)" for v, l, k, m in points)
    con.execute(f"INSERT INTO points_to_check VALUES {listed}")
    rows = con.execute("""
        SELECT value, l, k, m, breach, safe
        FROM skyline_check('release', qi := ['age', 'sex', 'education', 'marital_status'], sensitive := 'occupation',
                           skyline := 'points_to_check')""").fetchall()
    return {row[:4]: row[4:] for row in rows}


# Outside the kernel.


def check_committed(check: Checks, text: str):
    """The notebook as it is committed: no outputs, nothing that changes from run to run."""
    import nbformat

    raw = json.loads(text)
    notebook = nbformat.from_dict(raw)
    try:
        nbformat.validate(notebook)
    except nbformat.ValidationError as error:
        check(False, f"the notebook is not valid: {error}")
    check.same((raw["nbformat"], raw["nbformat_minor"]), (4, 5), "nbformat")
    check.same(
        raw["metadata"],
        {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
        "metadata",
    )
    check(text == nbformat.writes(notebook) + "\n", "the notebook is not written as nbformat writes it, with indent 1")
    ids = [cell["id"] for cell in raw["cells"]]
    check(
        len(set(ids)) == len(ids) and all(re.fullmatch("[a-z]+(-[a-z]+)*", i) for i in ids),
        "cell ids are words, each once",
    )
    for cell in raw["cells"]:
        check.same(cell["metadata"], {}, f"metadata of cell {cell['id']}")
        if cell["cell_type"] == "code":
            check.same(
                (cell["outputs"], cell["execution_count"]),
                ([], None),
                f"outputs and execution count of cell {cell['id']}",
            )


def execute(notebook, adult: pathlib.Path | None):
    """Runs the notebook with verify() behind it and returns what that printed, None if nothing; the notebook then has
    its outputs."""
    import nbformat
    from nbconvert.preprocessors import ExecutePreprocessor

    extra = nbformat.v4.new_code_cell(
        f"import sys\nsys.dont_write_bytecode = True\nsys.path.insert(0, {str(HERE)!r})\n"
        f"import check\ncheck.verify(globals(), {str(adult) if adult else None!r})"
    )
    notebook.cells.append(extra)
    runner = ExecutePreprocessor(
        timeout=300, allow_errors=True, kernel_name="python3", extra_arguments=["--log-level=ERROR"]
    )
    runner.preprocess(notebook, {"metadata": {"path": str(HERE)}})
    notebook.cells.pop()
    verdict = None
    for output in extra.outputs:
        if output.output_type == "error":
            verdict = {"count": 1, "failed": [f"verify: {output.ename}: {output.evalue}"], "shown": {}, "python": None}
        elif output.output_type == "stream" and output.name == "stdout" and output.text.startswith(MARK):
            verdict = json.loads(output.text[len(MARK) :])
    return verdict


def check_png(check: Checks, cell, folder: pathlib.Path, name: str):
    """The cell shows one PNG of a sensible size that is not blank. It is put into the folder as well."""
    import matplotlib.image

    images = [o.data["image/png"] for o in cell.outputs if "image/png" in o.get("data", {})]
    check.same(len(images), 1, f"plots of cell {cell.id}")
    for image in images[:1]:
        data = base64.b64decode(image)
        check(data.startswith(b"\x89PNG\r\n\x1a\n"), f"the plot of cell {cell.id} is no PNG")
        width, height = struct.unpack(">II", data[16:24])
        check(
            800 <= width <= 2000 and 350 <= height <= 1200, f"the plot of cell {cell.id} has {width} x {height} pixels"
        )
        path = folder / f"{name}-{cell.id}.png"
        path.write_bytes(data)
        pixels = matplotlib.image.imread(path)[:, :, :3]
        check((pixels.min(axis=2) < 0.95).mean() > 0.05, f"the plot of cell {cell.id} is nearly blank")


def check_run(check: Checks, text: str, name: str, adult: pathlib.Path | None, folder: pathlib.Path):
    """Runs the notebook on one of the data sets and checks what it shows."""
    import nbformat

    notebook = nbformat.reads(text, 4)
    verdict = execute(notebook, adult)
    nbformat.write(notebook, folder / f"{name}.ipynb")

    cells = {cell.id: cell for cell in notebook.cells if cell.cell_type == "code"}
    for cell in cells.values():
        for output in cell.outputs:
            check(output.output_type != "error", f"cell {cell.id}: {output.get('ename')}: {output.get('evalue')}")
            check(output.get("name") != "stderr", f"cell {cell.id} writes to stderr: {output.get('text')}")
        check(cell.outputs, f"cell {cell.id} shows nothing")
    for plot in ("find-plot", "surface-plot"):
        check(plot in cells, f"there is no cell {plot}")
        if plot in cells:
            check_png(check, cells[plot], folder, name)

    check(verdict is not None, "verify printed nothing")
    if verdict is None:
        return
    check.count += verdict["count"]
    check.failed += verdict["failed"]
    if not verdict["failed"]:
        check.same(verdict["python"], sys.executable, "the kernel's Python")
    for ident, texts in verdict["shown"].items():
        outputs = cells[ident].outputs if ident in cells else []
        seen = "".join(o.get("text", "") + o.get("data", {}).get("text/html", "") for o in outputs)
        for wanted in texts:
            if isinstance(wanted, list):  # the numbers of a styled table
                check.same(re.findall(r">(\d\.\d{3})<", seen), wanted, f"numbers that cell {ident} shows")
            else:
                check(wanted in seen, f"cell {ident} does not show what its variable holds: {wanted[:200]}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs skyline.ipynb and checks what it shows.")
    parser.add_argument(
        "folder", nargs="?", type=pathlib.Path, help="for the executed copies and the plots (default: a temporary one)"
    )
    parser.add_argument(
        "--notebook", type=pathlib.Path, default=NOTEBOOK, help="another notebook to check, to see that this can fail"
    )
    arguments = parser.parse_args()
    folder = arguments.folder or pathlib.Path(tempfile.mkdtemp(prefix="skyline-notebook-"))
    folder.mkdir(parents=True, exist_ok=True)

    missing = [
        name for name in (HERE / "requirements.txt").read_text().split() if importlib.util.find_spec(name) is None
    ]
    if missing:
        print(
            f"not installed: {', '.join(missing)}; pip install -r tests/hosts/notebook/requirements.txt",
            file=sys.stderr,
        )
        return 2

    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # the kernel of this Python
    os.environ.pop("MPLBACKEND", None)  # plots go into the notebook
    text = arguments.notebook.read_text(encoding="utf-8")

    data = pathlib.Path(os.environ.get("SKYLINE_DATA") or HERE.parents[3] / "shared" / "data").resolve()
    runs = {"adult": data / "adult.csv"} if (data / "adult.csv").is_file() else {}
    if not runs:
        print("adult: skipped, there is no adult.csv")
    runs["built-in"] = None

    committed = Checks()
    check_committed(committed, text)
    results = {"as committed": (committed, 0.0)}
    with tempfile.TemporaryDirectory() as empty:
        for name, adult in runs.items():
            start, check = time.monotonic(), Checks()
            os.environ["SKYLINE_DATA"] = str(adult.parent if adult else pathlib.Path(empty) / "missing")
            check_run(check, text, name, adult, folder)
            results[name] = (check, time.monotonic() - start)

    for name, (check, seconds) in results.items():
        print(f"{name}: {check.count} checks, {len(check.failed)} failed" + (f", {seconds:.1f} s" if seconds else ""))
        for message in check.failed[:20]:
            print("  " + message)
    print(f"executed copies and plots: {folder}")
    return 1 if any(check.failed for check, _ in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
