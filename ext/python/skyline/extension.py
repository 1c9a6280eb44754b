"""DuckDB with Skyline: finds the extension's file, loads it, and sets the search path of a connection."""

from __future__ import annotations

import importlib.metadata
import os
import pathlib
from typing import Any

import duckdb

NAME = "skyline.duckdb_extension"
OLDEST = (1, 4)
PACKAGE = pathlib.Path(__file__).resolve().parent


class LoadError(duckdb.Error):
    """The extension was not loaded; the message says why, and what to do."""


def _version() -> str:
    # Only what is installed beside this very package: another one may be installed elsewhere.
    for distribution in importlib.metadata.distributions(name="skyline-privacy", path=[str(PACKAGE.parent)]):
        return distribution.version
    return "0+source"


__version__ = _version()


def find(path: str | os.PathLike[str] | None = None) -> str:
    """Returns the path of the extension's file: path, or what the environment variable SKYLINE_EXTENSION says, or the file in this package.

    In a clone of the repository it is the one that `go run ./ext/bundle` has written. Raises LoadError where there is no such file.
    """
    asked = path or os.environ.get("SKYLINE_EXTENSION")
    places = [pathlib.Path(asked)] if asked else [PACKAGE / NAME, PACKAGE.parents[2] / "build" / NAME]
    for place in places:
        if place.is_file():
            return str(place.absolute())
    if asked:
        raise LoadError(f"skyline.load: path, or SKYLINE_EXTENSION, must be the extension's file, and there is none at {asked}")
    raise LoadError("skyline.load: the extension's file is not in this package; install a wheel of skyline-privacy for your platform, or set SKYLINE_EXTENSION to the file")


def load(con: duckdb.DuckDBPyConnection, path: str | os.PathLike[str] | None = None) -> duckdb.DuckDBPyConnection:
    """Loads Skyline into the database of con, lets con find its functions by name, and returns con.

    The search path that con has stays, with Skyline's functions behind it. It belongs to the connection: call load for each
    cursor() too, and again after USE. Calling it twice changes nothing.

    >>> import duckdb, skyline
    >>> con = skyline.load(duckdb.connect(config={"allow_unsigned_extensions": "true"}))
    >>> con.sql("SELECT count(*) > 50 FROM skyline_functions()").fetchall()
    [(True,)]

    path: the extension's file; the one in this package, or in the environment variable SKYLINE_EXTENSION, if not given.

    Raises LoadError where DuckDB does not take the extension.
    """
    if not hasattr(con, "execute"):
        raise LoadError("skyline.load: con must be a connection of duckdb; skyline.connect() opens a database, with Skyline in it")
    file = find(path)
    if tuple(map(int, duckdb.__version__.split(".")[:2])) < OLDEST:
        raise LoadError(f"skyline.load: DuckDB must be 1.4.0 or newer, and is {duckdb.__version__}; pip install --upgrade duckdb")
    try:
        con.execute(f"LOAD {_text(file)}")
    except duckdb.Error as error:
        raise _refused(con, file, str(error)) from error
    _add_to_search_path(con)
    return con


def connect(
    database: str | os.PathLike[str] = ":memory:", read_only: bool = False, config: dict[str, Any] | None = None
) -> duckdb.DuckDBPyConnection:
    """Opens a database as duckdb.connect does, and loads Skyline into it. Extensions without DuckDB's signature are allowed there.

    >>> import skyline
    >>> with skyline.connect() as con:
    ...     con.sql("SELECT breach FROM skyline_check('(VALUES (1, 1), (1, 1), (1, 2)) t(age, d)', qi := ['age'], sensitive := 'd') WHERE value = 1").fetchall()
    [(0.6666666666666666,)]

    Raises LoadError where DuckDB does not take the extension, and DuckDB's errors where it does not open the database.
    """
    con = duckdb.connect(str(database), read_only, {**(config or {}), "allow_unsigned_extensions": "true"})
    try:
        return load(con)
    except BaseException:
        con.close()
        raise


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _name(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'


def _row(con: duckdb.DuckDBPyConnection, sql: str) -> tuple[Any, ...]:
    # All of them: a result that is not read to its end is in the way of the next statement, in DuckDB 2.
    [row] = con.execute(sql).fetchall()
    return tuple(row)


def _refused(con: duckdb.DuckDBPyConnection, file: str, said: str) -> LoadError:
    if "allow_unsigned_extensions" in said:
        return LoadError(
            "skyline.load: the extension is not signed by DuckDB, and con does not allow such; open it by skyline.connect(), "
            'or by duckdb.connect(config={"allow_unsigned_extensions": "true"})'
        )
    if "platform" in said:
        (platform,) = _row(con, "PRAGMA platform")
        return LoadError(f"skyline.load: {file} is for another platform than this DuckDB's, {platform}; take the wheel, or the file, for {platform}")
    if "a database named skyline is attached" in said:
        return LoadError(
            "skyline.load: a database named skyline is attached, and the functions' catalog needs that name; instead of opening skyline.db, "
            "call skyline.connect() and execute ATTACH 'skyline.db' AS data"
        )
    # The extension's own words need not those of DuckDB before them.
    return LoadError(f"skyline.load: {file} was not loaded: {said.rpartition(': skyline: ')[2]}")


def _add_to_search_path(con: duckdb.DuckDBPyConnection) -> None:
    database, schema, path = _row(con, "SELECT current_database(), current_schema(), current_setting('search_path')")
    if "skyline.main" in path.split(","):
        return
    # The path is empty as long as nobody has set it.
    path = path or f"{_name(database)}.{_name(schema)}"
    con.execute(f"SET search_path = {_text(path + ',skyline.main')}")
