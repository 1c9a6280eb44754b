"""Figures of what skyline_surface and skyline_find return. They need matplotlib: pip install matplotlib.

Both functions take a relation of DuckDB, a pandas or Polars frame, or an Arrow table, and return the axes they drew on, one for
each panel. Shades go from light to dark, so that they can be told apart in grey, and without seeing colours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union

import duckdb

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    # One panel, or as many as there are to be drawn.
    Where = Union[Axes, Sequence[Axes], None]

L, K = "l (values ruled out)", "k (other people known)"
# More are not legible on one figure.
PANELS = 64


def surface(rel: Any, ax: Where = None, *, m: Sequence[int] | None = None, c: float = 0.5) -> list[Axes]:
    """Draws the breach surfaces that skyline_surface returns: the breach probability for l and k, a panel for each value and m.

    Below the line a value is safe, that is, the probability is below c.

    >>> import skyline
    >>> con = skyline.connect()
    >>> rel = con.sql("FROM skyline_surface('release', qi := ['age', 'sex'], sensitive := 'disease', value := 'Flu')")  # doctest: +SKIP
    >>> skyline.plot.surface(rel)[0].figure.savefig("surface.png")  # doctest: +SKIP

    rel: with columns value, l, k, m, breach.
    ax: the axes of the only panel, or of each panel, row by row; a new figure if not given.
    m: which m have panels; up to four of those in rel, evenly spread, if not given.
    c: where the line is.

    Raises ValueError where rel or the arguments are not such, and ImportError without matplotlib.
    """
    rows = _rows("surface", rel, ["value", "l", "k", "m", "breach"])
    if not 0 <= c <= 1:
        raise ValueError(f"skyline.plot.surface: c must be in [0, 1], got {c}")
    breach = {(value, l, k, of): p for value, l, k, of, p in rows}
    if len(breach) < len(rows):
        raise ValueError("skyline.plot.surface: rel must have each value and point (l, k, m) once; draw one surface at a time")
    values, ls, ks, ms = (list(dict.fromkeys(of)) for of in zip(*breach))
    shown = _levels("surface", sorted(ms), m, 4)
    ls, ks = sorted(ls), sorted(ks)
    panels = [(value, level) for value in values for level in shown]
    axes = _axes("surface", len(panels), len(shown), ax)
    for panel, (value, level) in zip(axes, panels):
        grid = [[breach.get((value, l, k, level), math.nan) for l in ls] for k in ks]
        image = panel.imshow(grid, origin="lower", aspect="auto", cmap="OrRd", vmin=0, vmax=1, extent=(*_ends(ls), *_ends(ks)))
        # For each l; what is safe is safe for every smaller k.
        tops = [min((k for k in ks if breach.get((value, l, k, level), math.nan) >= c), default=ks[-1] + 1) - 0.5 for l in ls]
        panel.stairs(tops, [*(l - 0.5 for l in ls), ls[-1] + 0.5], baseline=None, color="black", linewidth=1.5)
        _label(panel, value, f"m = {level} (relatives)")
    bar = axes[0].figure.colorbar(image, ax=axes)
    bar.set_label(f"breach probability\n(below the line: safe, c = {c:g})")
    _label_rows(axes)
    return axes


def skyline(rel: Any, ax: Where = None, *, m: Sequence[int] | None = None) -> list[Axes]:
    """Draws the knowledge skylines that skyline_find returns: up to which l and k each value is safe, a panel for each value.

    Each shade covers what is safe with so many relatives. The darker lie on the lighter: what is safe with more is safe with fewer.

    >>> import skyline
    >>> con = skyline.connect()
    >>> rel = con.sql("FROM skyline_find('release', qi := ['age', 'sex'], sensitive := 'disease', c := 0.5)")  # doctest: +SKIP
    >>> skyline.plot.skyline(rel)[0].figure.savefig("skyline.png")  # doctest: +SKIP

    rel: with columns value, l, k, m, safe, c.
    ax: the axes of the only panel, or of each panel; a new figure if not given.
    m: which m have shades; up to five, from 0 to the largest in rel, evenly spread, if not given.

    Raises ValueError where rel or the arguments are not such, and ImportError without matplotlib.
    """
    rows = _rows("skyline", rel, ["value", "l", "k", "m", "safe", "c"])
    points: dict[Value, list[tuple[int, int, int]]] = {}
    for value, l, k, of, safe, c in rows:
        points.setdefault(value, []).extend([(l, k, of)] if safe else [])
    found = [point for of in points.values() for point in of]
    shown = _levels("skyline", list(range(max((point[2] for point in found), default=0) + 1)), m, 5)
    ls = list(range(max((point[0] for point in found), default=0) + 1))
    axes = _axes("skyline", len(points), min(4, len(points)), ax, share=False)
    from matplotlib import colormaps

    for panel, (value, safe_at) in zip(axes, points.items()):
        for number, level in enumerate(shown):
            tops = [max((k for a, k, b in safe_at if a >= l and b >= level), default=-1) + 0.5 for l in ls]
            shade = colormaps["Blues"](0.2 + 0.75 * number / max(1, len(shown) - 1))
            panel.stairs(tops, [l - 0.5 for l in [*ls, ls[-1] + 1]], baseline=-0.5, fill=True, color=shade, label=str(level))
        if not safe_at:
            panel.text(0.5, 0.5, "not safe,\nwhatever is known", transform=panel.transAxes, ha="center", va="center")
        # Each has a scale of its own: what is withstood differs by factors of hundreds.
        panel.set(xlim=(-0.5, ls[-1] + 0.5), ylim=(-0.5, max((k for _, k, _ in safe_at), default=0) + 1.5))
        _label(panel, value)
    _label_rows(axes)
    thresholds = sorted({c for *_, c in rows})
    title = f"safe with m (relatives),\nc = {', '.join(f'{c:g}' for c in thresholds)}"
    if ax is None:
        axes[0].figure.legend(*axes[0].get_legend_handles_labels(), title=title, loc="outside right upper")
    else:
        axes[-1].legend(title=title, loc="upper left", bbox_to_anchor=(1.02, 1), borderaxespad=0)
    return axes


# A sensitive value as its panel is titled, behind its column where there are several. NULL is no text, and not that of the
# same letters.
Value = tuple[Union[str, None], Union[str, None]]


def _rows(function: str, rel: Any, columns: list[str]) -> list[tuple[Any, ...]]:
    """What the columns of rel hold, the first as a Value; nothing else is computed."""
    source = "skyline_surface" if function == "surface" else "skyline_find"
    if not isinstance(rel, duckdb.DuckDBPyRelation):
        with duckdb.connect() as con:
            try:
                con.register("rel", rel)
            except (duckdb.Error, TypeError):
                raise ValueError(f"skyline.plot.{function}: rel must be what {source} returns, a relation, frame or Arrow table") from None
            return _rows(function, con.table("rel"), columns)
    missing = [name for name in columns if name not in map(str.lower, rel.columns)]
    if missing:
        raise ValueError(f"skyline.plot.{function}: rel must be what {source} returns, and has no column {', '.join(missing)}")
    attribute = "attribute" if "attribute" in map(str.lower, rel.columns) else "NULL"
    rows = rel.project(", ".join([attribute, *columns])).fetchall()
    if not rows:
        raise ValueError(f"skyline.plot.{function}: rel must have rows")
    several = len({of for of, *_ in rows}) > 1
    return [((of if several else None, None if value is None else str(value)), *more) for of, value, *more in rows]


def _levels(function: str, there: list[int], asked: Sequence[int] | None, most: int) -> list[int]:
    """The m that are shown: those asked for, or some of those that are there, evenly spread."""
    if asked is None:
        steps = min(most, len(there)) - 1
        return sorted({there[round(i * (len(there) - 1) / max(1, steps))] for i in range(steps + 1)})
    if not asked or (function == "surface" and not set(asked) <= set(there)):
        raise ValueError(f"skyline.plot.{function}: m must be a list of numbers of relatives that rel has, {there[0]} to {there[-1]}")
    return sorted(set(asked))


def _axes(function: str, panels: int, columns: int, ax: Where, share: bool = True) -> list[Axes]:
    """The axes to draw on; new ones with one scale for all panels, or not."""
    try:
        from matplotlib import pyplot
        from matplotlib.axes import Axes
    except ImportError:
        raise ImportError("skyline.plot needs matplotlib: pip install matplotlib") from None
    if panels > PANELS:
        raise ValueError(f"skyline.plot.{function}: rel must have at most {PANELS} panels to draw, and has {panels}; filter it by value")
    if ax is None:
        rows = math.ceil(panels / columns)
        size = (2.5 * columns + 1.5, 3 * rows + 0.5)
        _, grid = pyplot.subplots(rows, columns, figsize=size, sharex=share, sharey=share, squeeze=False, layout="constrained")
        given = list(grid.flat)
        for unused in given[panels:]:
            unused.set_visible(False)
        return given[:panels]
    given = [ax] if isinstance(ax, Axes) else list(ax)
    if len(given) != panels:
        raise ValueError(f"skyline.plot.{function}: ax must be {panels} axes, one for each panel, and is {len(given)}; filter rel, choose m, or leave ax out")
    return given


def _ends(numbers: list[int]) -> tuple[float, float]:
    return numbers[0] - 0.5, numbers[-1] + 0.5


def _label(panel: Axes, value: Value, *more: str) -> None:
    from matplotlib.ticker import MaxNLocator

    # A value with two dollar signs is no formula.
    column, text = value
    shown = "NULL" if text is None else text
    panel.set_title("\n".join([shown if column is None else f"{column}: {shown}", *more]), fontsize="medium", parse_math=False)
    panel.set_xlabel(L)
    for axis in (panel.xaxis, panel.yaxis):
        axis.set_major_locator(MaxNLocator("auto", integer=True, min_n_ticks=1))


def _label_rows(axes: list[Axes]) -> None:
    """k is named once a row."""
    for panel in axes:
        spec = panel.get_subplotspec()
        if spec is None or spec.is_first_col():
            panel.set_ylabel(K)
