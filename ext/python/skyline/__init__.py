"""Skyline: what a table about people tells, and releases of it that are safe.

>>> import skyline
>>> con = skyline.connect()
>>> con.sql("FROM skyline_check('patients.parquet', qi := ['age', 'zip'], sensitive := 'disease')")  # doctest: +SKIP
"""

from __future__ import annotations

from skyline import plot
from skyline.extension import LoadError, __version__, connect, load
from skyline.models import ModelComparison, compare_models
from skyline.planning import Page, Plan, PlanError, Release, plan, prices, release, report, review
from skyline.svg import Figure, Figures, figures

__all__ = [
    "Figure", "Figures", "LoadError", "ModelComparison", "Page", "Plan", "PlanError", "Release", "__version__",
    "compare_models", "connect", "figures", "load", "plan", "plot", "prices", "release", "report", "review",
]
