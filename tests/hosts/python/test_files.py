"""Extension files that are not as they should be: DuckDB's own error, and no crash."""

from __future__ import annotations

import pathlib

import duckdb
import pytest

import child
import host

FOOTER, FIELD = 512, 32
FIELDS = ["", "", "", "abi", "version", "api", "platform", "format"]  # 8 to 1


def footer_with(content: bytes, **fields: str) -> bytes:
    footer = bytearray(content[-FOOTER:])
    for name, text in fields.items():
        at = FIELDS.index(name) * FIELD
        footer[at : at + FIELD] = text.encode().ljust(FIELD, b"\0")
    return content[:-FOOTER] + bytes(footer)


@pytest.fixture
def content(extension: pathlib.Path) -> bytes:
    return extension.read_bytes()


def load(tmp_path: pathlib.Path, content: bytes, unsigned: bool = True) -> str:
    """What a process of its own says when it loads a file of that content."""
    path = tmp_path / "skyline.duckdb_extension"
    path.write_bytes(content)
    program = """
        con = duckdb.connect(config={"allow_unsigned_extensions": sys.argv[2]})
        try:
            host.load(con, sys.argv[1])
            print("loaded", con.execute("SELECT count(*) FROM skyline.skyline_functions()").fetchall())
        except duckdb.Error as e:
            print(e)
            assert con.execute("SELECT 42").fetchall() == [(42,)]
    """
    return child.run(program, path, str(unsigned).lower())


def test_as_it_is(tmp_path, content):
    assert load(tmp_path, content).startswith("loaded")


def test_a_footer_made_anew(tmp_path, content):
    """footer_with itself does no harm."""
    assert load(tmp_path, footer_with(content, abi="C_STRUCT", format="4")).startswith("loaded")


def test_unsigned(tmp_path, content):
    assert "signature" in load(tmp_path, content, unsigned=False)


@pytest.mark.parametrize("platform", ["linux_arm64", "linux_amd64_musl", "osx_arm64", "windows_amd64"])
def test_another_platform(tmp_path, content, platform: str):
    """DuckDB tells both platforms before it opens the file; INSTALL does so as well, and installs nothing."""
    path = tmp_path / "skyline.duckdb_extension"
    path.write_bytes(footer_with(content, platform=platform))
    con = host.plain(config={"extension_directory": str(tmp_path / "installed")})
    [(own,)] = con.execute("PRAGMA platform").fetchall()
    for statement in ["LOAD", "INSTALL"]:
        with pytest.raises(duckdb.Error, match=f"built for the platform '{platform}', but we can only load extensions built for platform '{own}'"):
            con.execute(f"{statement} {host.quote(str(path))}")
    assert list((tmp_path / "installed").rglob("skyline*")) == []


MACHO = b"\xcf\xfa\xed\xfe"
MACHINE = slice(18, 20)  # of an ELF header
OTHERS = (62, 183)  # amd64 and arm64


def test_another_processor(tmp_path, content):
    """A file whose footer has this platform and whose code has another: the system's loader refuses it, in its words."""
    [other] = {number.to_bytes(2, "little") for number in OTHERS} - {content[MACHINE]}
    assert "cannot open shared object file" in load(tmp_path, content[: MACHINE.start] + other + content[MACHINE.stop :])
    assert "invalid ELF header" in load(tmp_path, MACHO + content[len(MACHO) :])


def test_a_newer_api(tmp_path, content):
    message = load(tmp_path, footer_with(content, api="v9.9.9"))
    assert "v9.9.9" in message and "Failed to load" in message


def test_no_footer(tmp_path, content):
    assert "not a DuckDB extension" in load(tmp_path, content[:-FOOTER])


def test_a_spoilt_footer(tmp_path, content):
    assert "not a DuckDB extension" in load(tmp_path, content[:-FOOTER] + b"\xff" * FOOTER)


@pytest.mark.parametrize("size", [0, 1, 100, FOOTER, 4096])
def test_cut_short(tmp_path, content, size: int):
    assert not load(tmp_path, content[:size]).startswith("loaded")


def test_cut_in_the_middle(tmp_path, content):
    assert not load(tmp_path, content[: len(content) // 2]).startswith("loaded")


def test_a_footer_behind_nothing(tmp_path, content):
    message = load(tmp_path, content[-FOOTER:])
    assert "could not be loaded" in message


def test_a_footer_behind_garbage(tmp_path, content):
    message = load(tmp_path, b"not a library" * 1000 + content[-FOOTER:])
    assert "could not be loaded" in message


def test_another_name(tmp_path, extension):
    """The entry point is looked for by the file's name."""
    path = tmp_path / "other.duckdb_extension"
    path.write_bytes(extension.read_bytes())
    program = """
        try:
            host.load(host.plain(), sys.argv[1])
        except duckdb.Error as e:
            print(e)
    """
    assert "other_init_c_api" in child.run(program, path)


def test_no_file(tmp_path):
    with pytest.raises(Exception, match="not found"):
        host.load(host.plain(), str(tmp_path / "skyline.duckdb_extension"))
