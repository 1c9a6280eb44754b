"""A wheel is installed, and nothing of the repository is on the path. Figures are drawn without a screen."""

from __future__ import annotations

import os

import pytest

os.environ.pop("SKYLINE_EXTENSION", None)
os.environ["MPLBACKEND"] = "agg"


def pytest_addoption(parser):
    parser.addoption("--rewrite", action="store_true", help="write the stored images anew, then look at them")


@pytest.fixture
def rewrite(request):
    return request.config.getoption("--rewrite")
