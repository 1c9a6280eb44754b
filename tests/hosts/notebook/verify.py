"""Compares the notebook's variables with the definition. It runs in the notebook's kernel, behind its cells."""

from __future__ import annotations

import collections
import fractions
import functools
import hashlib
import json
import pathlib
import sys

from checks import Checks
from definition import adult_release, exact_breach, merge

MARK = "verified: "

QI = ("age", "sex", "education", "marital_status")
HALF = fractions.Fraction(1, 2)
PLOTTED = ("Priv-house-serv", "Protective-serv", "Tech-support")

# Of the sorted lines "age|sex|education|marital_status|occupation|people" of the release made from the built-in data.
BUILT_IN_DIGEST = "b2dcbd73600d07da1d119529b40a33e728629d4e1801a1d15d2a212a182aded4"


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
        check.close(r.breach, want, f"checked, {(r.value, r.l, r.k, r.m)}")
        check.same(bool(r.safe), want < HALF, f"checked, {(r.value, r.l, r.k, r.m)}, safe")
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
        check.same(r.breach, asked[(r.value, r.l, r.k, r.m)][0], f"surface and skyline_check at {(r.value, r.l, r.k, r.m)}")
        if r.k in (0, 1, 4, 5, 13, 14, 25) and r.m in (0, 1, 5, 20):
            check.close(r.breach, exact(r.value, r.l, r.k, r.m), f"surface at {(r.value, r.l, r.k, r.m)}")
    cube = surface.breach.to_numpy().reshape(shape)
    for axis, name in enumerate("lkm"):
        check(
            (cube.take(range(1, shape[axis]), axis) >= cube.take(range(shape[axis] - 1), axis)).all(),
            f"the surface falls with {name}",
        )
    shown["surface"] = [surface._repr_html_()]

    # The skyline: every point safe, one step further none, in Skyline and (where plotted) by the definition. And no
    # point missing: for each l and m, the next larger k than the skyline's is not safe.
    skyline = notebook["knowledge"]
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

    # The release that Skyline makes: what was required holds by the definitions, and nobody is left out.
    made = collections.defaultdict(collections.Counter)
    for group, occupation in con.execute("SELECT group_id, occupation FROM made").fetchall():
        made[group][occupation] += 1
    check.same(sum(map(collections.Counter.total, made.values())), con.execute("SELECT count(*) FROM people").fetchone()[0], "people of made")
    check(min(map(collections.Counter.total, made.values())) >= 20, "made is not 20-anonymous")
    check(min(map(len, made.values())) >= 5, "made is not 5-diverse")
    for v in values:
        check(exact_breach(list(made.values()), v, 2, 5, 1) < HALF, f"made is not safe for {v}")
    proof = notebook["proof"].set_index("requirement")
    check(all(proof.holds[["k_anonymity", "distinct_diversity", "skyline", "other_columns"]]), "proof does not hold")
    check.same(proof.achieved["k_anonymity"], float(min(map(collections.Counter.total, made.values()))), "proof, k_anonymity")
    shown["anonymize-check"] = [notebook["proof"]._repr_html_()]

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
