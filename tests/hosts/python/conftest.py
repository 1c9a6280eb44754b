"""What the tests share. Run them with pytest in an environment that has some version of duckdb."""

from __future__ import annotations

import pathlib
import subprocess

import pytest

import host
import scripts


def pytest_report_header() -> str:
    import duckdb

    import shell

    return f"duckdb {duckdb.__version__}, shell {shell.SHELL or '(none)'}, extension {host.EXTENSION}"


@pytest.fixture
def con():
    connection = host.connect()
    yield connection
    connection.close()


@pytest.fixture
def patients(con):
    con.execute("CREATE TABLE patients AS SELECT 20 AS age, unnest(['Flu', 'Flu', 'AIDS']) AS disease")
    return con


@pytest.fixture(scope="session")
def extension() -> pathlib.Path:
    return pathlib.Path(host.EXTENSION)


@pytest.fixture(scope="session")
def neighbour(tmp_path_factory, extension: pathlib.Path) -> pathlib.Path:
    """The file of another extension that is written in Go. What Skyline's footer says holds for it, too."""
    path = tmp_path_factory.mktemp("neighbour") / "neighbour.duckdb_extension"
    build = ["go", "build", "-buildmode=c-shared", "-o", str(path), "./tests/hosts/neighbour"]
    subprocess.run(build, cwd=scripts.REPOSITORY, check=True)
    with path.open("ab") as file:
        file.write(extension.read_bytes()[-512:])
    return path


@pytest.fixture(params=["skyline first", "skyline last"])
def both(request, neighbour: pathlib.Path) -> list[str]:
    """The files of Skyline and the other extension, in the order that they are loaded in."""
    files = [host.EXTENSION, str(neighbour)]
    return files if request.param == "skyline first" else files[::-1]
