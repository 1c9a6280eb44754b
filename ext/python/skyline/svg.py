"""The pictures of a release, as release_report draws them: SVG, which needs nothing to be shown or kept."""

from __future__ import annotations

import base64
import pathlib
from dataclasses import dataclass, field
from html import escape
from typing import Any, Dict, Union

import duckdb

COLUMNS = ["figure", "title", "meaning", "svg"]


@dataclass(frozen=True)
class Figure:
    """A picture. What a notebook's cell ends with is shown."""

    name: str
    title: str
    meaning: str
    svg: str = field(repr=False)

    def _repr_html_(self) -> str:
        # The picture is an image of its own, so that its style and the notebook's stay apart.
        source = base64.b64encode(self.svg.encode()).decode("ascii")
        return (
            f'<figure style="margin: 0 0 1.5em; max-width: 42em"><img style="max-width: 100%" alt="{escape(self.title)}: {escape(self.meaning)}" '
            f'src="data:image/svg+xml;base64,{source}"><figcaption>{escape(self.meaning)}</figcaption></figure>'
        )

    def save(self, path: Union[str, pathlib.Path]) -> None:
        """Writes the picture as an SVG file."""
        pathlib.Path(path).write_bytes(self.svg.encode())


class Figures(Dict[str, Figure]):
    """The pictures of a release by their names. A notebook shows all of them."""

    def _repr_html_(self) -> str:
        return "\n".join(figure._repr_html_() for figure in self.values())


def figures(rel: Any) -> Figures:
    """Returns the pictures of a release by their names: surface, skyline, risk, groups, loss, price, as far as there is something to draw.

    >>> import skyline
    >>> con = skyline.connect()
    >>> rel = con.sql("FROM release_report('patients', 'release', qi := ['age', 'sex'], sensitive := 'disease', output := 'figures')")  # doctest: +SKIP
    >>> skyline.figures(rel)["risk"].save("risk.svg")  # doctest: +SKIP

    rel: what release_report returns with output := 'figures', a relation, a pandas or Polars frame, or an Arrow table.

    Raises ValueError where rel is not such.
    """
    if not isinstance(rel, duckdb.DuckDBPyRelation):
        with duckdb.connect() as con:
            try:
                con.register("rel", rel)
            except (duckdb.Error, TypeError):
                raise ValueError("skyline.figures: rel must be what release_report returns with output := 'figures', a relation, frame or Arrow table") from None
            return figures(con.table("rel"))
    missing = [name for name in COLUMNS if name not in map(str.lower, rel.columns)]
    if missing:
        raise ValueError(f"skyline.figures: rel must be what release_report returns with output := 'figures', and has no column {', '.join(missing)}")
    return Figures((row[0], Figure(*row)) for row in rel.project(", ".join(COLUMNS)).fetchall())
