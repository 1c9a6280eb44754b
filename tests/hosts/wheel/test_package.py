"""What a wheel puts into an environment, and that nothing of it stays."""

from __future__ import annotations

import doctest
import importlib.metadata
import os
import pathlib
import subprocess
import sys
import venv

import pytest

import skyline


def test_needs_duckdb_only():
    distribution = importlib.metadata.distribution("skyline-privacy")
    assert [line for line in distribution.requires if "extra" not in line] == ["duckdb>=1.4"]
    assert set(distribution.metadata.get_all("Provides-Extra")) == {"plot", "spark"}
    text = distribution.metadata.get_payload()
    assert text.lstrip().startswith("# Skyline for Python") and "@VERSION@" not in distribution.read_text("METADATA")
    program = "import sys, skyline; print(sorted({'matplotlib', 'numpy', 'pandas', 'pyarrow', 'pyspark'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout == "[]\n"


def test_is_typed():
    assert (pathlib.Path(skyline.__file__).parent / "py.typed").is_file()


@pytest.mark.parametrize("module", [skyline, skyline.extension, skyline.plot, skyline.svg])
def test_examples(module):
    failed, tried = doctest.testmod(module)
    assert failed == 0 and tried > 0


def test_uninstall_leaves_nothing(tmp_path):
    venv.create(tmp_path, with_pip=True)
    python = next(file for folder, name in [("bin", "python"), ("Scripts", "python.exe")] if (file := tmp_path / folder / name).exists())

    def pip(*arguments):
        subprocess.run([python, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments], check=True)

    def there():
        return {file for file in tmp_path.rglob("*") if "__pycache__" not in file.parts}

    pip("--version")
    before = there()
    pip("install", "--no-index", "--no-deps", "--find-links", os.environ["SKYLINE_DIST"], "skyline-privacy")
    assert any(file.name == "skyline.duckdb_extension" for file in there() - before)
    pip("uninstall", "--yes", "skyline-privacy")
    assert there() == before
