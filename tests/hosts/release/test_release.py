"""What is in the folder of a release. SKYLINE_DIST names the folder; what can run is run by other tests."""

from __future__ import annotations

import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import tarfile
import zipfile

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.metadata import Metadata
from packaging.utils import parse_wheel_filename

DIST = pathlib.Path(os.environ["SKYLINE_DIST"])
FILE = "skyline.duckdb_extension"
EXTENSIONS = {path.parent.name: path.read_bytes() for path in sorted(DIST.glob(f"*/{FILE}"))}
WHEELS = sorted(DIST.glob("*.whl"))

# What DuckDB calls a platform, and how the last of a wheel's tags for it ends.
TAGS = {
    "linux_amd64": "manylinux2014_x86_64",
    "linux_arm64": "manylinux2014_aarch64",
    "windows_amd64": "win_amd64",
    "osx_arm64": "macosx_12_0_arm64",
    "osx_amd64": "macosx_12_0_x86_64",
}


def one(pattern: str) -> pathlib.Path:
    [path] = DIST.glob(pattern)
    return path


def test_there_is_something():
    assert EXTENSIONS and set(EXTENSIONS) <= set(TAGS)
    assert len(WHEELS) == len(EXTENSIONS)


def test_checksums():
    listed = dict(line.split("  ")[::-1] for line in (DIST / "SHA256SUMS").read_text().splitlines())
    there = {str(path.relative_to(DIST)) for path in DIST.rglob("*") if path.is_file()}
    assert there == set(listed) | {"SHA256SUMS"}
    for name, checksum in listed.items():
        assert hashlib.sha256((DIST / name).read_bytes()).hexdigest() == checksum, name


def version() -> str:
    return re.fullmatch(r"skyline-(.*)\.cdx\.json", one("*.cdx.json").name)[1]


@pytest.mark.parametrize("platform", EXTENSIONS)
def test_footer(platform: str):
    # Eight fields of 32 bytes, the last first, and room for a signature.
    footer = EXTENSIONS[platform][-512:]
    fields = [footer[i : i + 32].rstrip(b"\0").decode() for i in range(0, 256, 32)]
    assert fields == ["", "", "", "C_STRUCT", version(), "v1.2.0", platform, "4"]


@pytest.mark.parametrize("platform", [p for p in EXTENSIONS if p.startswith("linux")])
def test_elf(platform: str):
    def readelf(*arguments: str) -> str:
        return subprocess.run(["readelf", "-W", *arguments, DIST / platform / FILE], capture_output=True, text=True, check=True).stdout

    needed = {tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_([\d.]+)", readelf("-V"))}
    assert needed and max(needed) <= (2, 17)
    sections = readelf("-S")
    assert ".dynsym" in sections and ".symtab" not in sections and ".debug" not in sections


@pytest.mark.parametrize("path", WHEELS, ids=lambda path: path.name)
def test_wheel(path: pathlib.Path):
    name, number, _, tags = parse_wheel_filename(path.name)
    [platform] = [p for p, tag in TAGS.items() if path.stem.endswith(tag)]
    with zipfile.ZipFile(path) as wheel:
        [info] = {n.split("/")[0] for n in wheel.namelist() if ".dist-info/" in n}
        about = Metadata.from_email(wheel.read(f"{info}/METADATA"))
        assert about.name == "skyline-privacy" and name == "skyline-privacy"
        assert str(about.version) == str(number) == version()
        kind = wheel.read(f"{info}/WHEEL").decode()
        assert set(re.findall("^Tag: (.*)$", kind, re.MULTILINE)) == {str(tag) for tag in tags}
        assert wheel.read(f"skyline/{FILE}") == EXTENSIONS[platform]
        assert {f"{info}/licenses/{n}" for n in about.license_files or []} == {n for n in wheel.namelist() if "/licenses/" in n}
        assert "@VERSION@" not in "".join(wheel.read(n).decode() for n in wheel.namelist() if not n.endswith(FILE))


def members(path: pathlib.Path) -> dict[str, bytes]:
    with tarfile.open(path) as archive:
        return {m.name: archive.extractfile(m).read() for m in archive.getmembers() if m.isfile()}


def test_node_package():
    inside = members(one("skyline-privacy-*.tgz"))
    assert all(name.startswith("package/") for name in inside)
    assert json.loads(inside["package/package.json"])["version"] == version()
    found = {n.split("/")[2]: content for n, content in inside.items() if n.endswith(FILE)}
    assert found == EXTENSIONS


def test_dbt_package():
    name = f"skyline-dbt-{version()}"
    inside = members(DIST / f"{name}.tar.gz")
    assert f"{name}/dbt_project.yml" in inside and f"{name}/LICENSE" in inside


def test_source():
    name = f"skyline-{version()}"
    inside = members(DIST / f"{name}.tar.gz")
    assert {f"{name}/go.mod", f"{name}/LICENSE", f"{name}/README.md", f"{name}/ext/loadable/init.c"} <= set(inside)
    assert not [n for n in inside if "/.git/" in n or "/build/" in n]


def test_bill():
    text = one("*.cdx.json").read_text()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    listed = {(c["name"], c["version"]) for c in json.loads(text)["components"]}
    for platform in EXTENSIONS:
        said = subprocess.run(["go", "version", "-m", DIST / platform / FILE], capture_output=True, text=True, check=True).stdout
        compiled = {tuple(line.split()[1:3]) for line in io.StringIO(said) if line.split()[0] == "dep"}
        assert compiled and {(path, v.removeprefix("v")) for path, v in compiled} <= listed
