"""Releases of tables in Spark whose rows are nearly unique, so that counting them does not make them fewer.

Spark cuts the table into parts, and DuckDB with Skyline releases each of them, in a worker. Workers need the packages
duckdb and pyarrow, and the extension's file. This package is sent to them.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from skyline import part
from skyline.extension import LoadError, find

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame

# With parts="auto" no part is much larger.
ROWS_OF_A_PART = 1_000_000
# The table is cut where a sample of so many combinations of quasi-identifiers is cut.
COMBINATIONS = 100_000

TEXTS = {"string", "varchar", "char"}
# Values of these are shown as ranges, those of other columns as sets.
RANGES = {"byte", "short", "integer", "long", "float", "double", "decimal", "date", "timestamp", "timestamp_ntz"}
TYPES = TEXTS | RANGES | {"boolean"}
# Requirements that look at each group by itself. For any other name, synonyms among them, a part is told how often each sensitive value occurs in the whole table.
WITHIN_GROUPS = {"k_anonymity", "distinct_diversity", "entropy_diversity", "recursive_diversity", "max_share", "proximity", "variance", "negations", "average_risk"}

CHANGED = "df must have the same rows each time that it is read, and has not; take a version of the table that nobody writes to, such as a copy, without random columns"


class ReleaseError(Exception):
    """There is no release: a part cannot be released, or a requirement does not hold for all of them."""


def anonymize(
    df: DataFrame,
    qi: list[str],
    sensitive: str | list[str] | None,
    privacy: dict[str, Any],
    parts: int | str = "auto",
    *,
    extension: str | None = None,
    other_columns: str = "error",
    split: str = "information_loss",
    labels_cover: str = "group",
    rounding: dict[str, Any] | str | None = None,
    absent_values: str = "error",
    importance: dict[str, float] | None = None,
    min_levels: dict[str, Any] | None = None,
    max_levels: dict[str, Any] | None = None,
    other_sensitive: str = "unknown",
    memory_limit: str = "2GiB",
    threads: int = 1,
) -> DataFrame:
    """Returns a release of df that satisfies the requirements of privacy: what skyline_anonymize makes, part by part.

    A row is a person. The columns are those of df, qi as texts, and group_id. What is returned has been computed and
    checked as a whole, and is kept by Spark: it is not computed again.

    qi, sensitive, privacy, other_columns, split, labels_cover, rounding, absent_values, importance, min_levels, max_levels, other_sensitive: as for
    skyline_anonymize. Requirements beside another table, such as presence and k_map, are refused.
    parts: how many parts there are to be, at most; "auto" is the power of two with parts of up to a million rows.
    extension: the extension's file, as driver and workers see it; if not given, the one that skyline.load takes in the driver.
    memory_limit, threads: of DuckDB in each worker. What Skyline takes beside it follows the environment that workers
    start with, GOMEMLIMIT and GOMAXPROCS: set spark.executorEnv.GOMEMLIMIT and spark.executorEnv.GOMAXPROCS.

    Raises ValueError where arguments are wrong, before Spark reads a row, and ReleaseError where there is no release.
    """
    from pyspark.sql import functions as F

    if isinstance(qi, str):
        raise ValueError("qi must be a list of names of columns")
    if parts != "auto" and (not isinstance(parts, int) or isinstance(parts, bool) or parts < 1):
        raise ValueError('parts must be "auto" or a whole number from 1 on')
    options = {
        "other_columns": other_columns, "split": split, "labels_cover": labels_cover, "rounding": rounding, "absent_values": absent_values,
        "importance": importance, "min_levels": min_levels, "max_levels": max_levels, "other_sensitive": other_sensitive,
    }
    call = part.Call(
        list(qi), sensitive, dict(privacy), options,
        _file(extension), df.sparkSession.conf.get("spark.sql.session.timeZone"), memory_limit, threads,
    )
    df = _prepared(df, call)
    whole, combinations = _whole(df, call)
    if whole.people == 0:
        raise ValueError("df must have a row")
    wanted = parts if isinstance(parts, int) else 2 ** max(0, math.ceil(math.log2(whole.people / ROWS_OF_A_PART)))
    release = _release(df, call, whole, _cuts(df, call, combinations, wanted))
    _check(release.groupBy(*map(_column, ["group_id", *call.roles()[len(call.qi) :]])).agg(F.count("*").alias(part.WEIGHT)), call, whole)
    return release


def _column(name: str) -> Column:
    from pyspark.sql import functions as F

    return F.col("`" + name.replace("`", "``") + "`")


def _file(extension: str | None) -> str:
    try:
        return find(extension)
    except LoadError as e:
        raise ValueError(f"extension must be the extension's file: {e}; `go run ./ext/bundle` writes it") from None


def _message(error: Exception) -> str:
    """Skyline's own words in an error, which may have been in a worker."""
    found = re.search(r"(?:skyline|release)_\w+: .*", str(error))
    return found[0] if found else str(error)


def _prepared(df: DataFrame, call: part.Call) -> DataFrame:
    """Returns the columns of df that are released, texts without their collations; refuses whatever can be refused before there are rows."""
    import duckdb
    from pyspark.sql import functions as F

    for name in call.roles():
        if name not in df.columns:
            raise ValueError(f"df has no column {name!r}; it has {', '.join(map(repr, df.columns))}")
    if len({name.lower() for name in [*df.columns, "group_id"]}) <= len(df.columns):
        raise ValueError("df must have columns of different names, whatever their case, and none that is called group_id; rename it")
    fields = [field for field in df.schema if call.options["other_columns"] != "drop" or field.name in call.roles()]
    for field in fields:
        if field.dataType.typeName() not in TYPES:
            raise ValueError(f'column {field.name!r} must be of texts, numbers, truth values, dates or moments; cast it, or leave it out with other_columns="drop"')
    df = df.select(*(_column(f.name).cast("string").alias(f.name) if f.dataType.typeName() in TEXTS else _column(f.name) for f in fields))
    empty = df.limit(0).withColumn(part.WEIGHT, F.lit(1)).toArrow()
    try:
        with part.database(call) as connection:
            connection.register("empty", empty)
            released, parameters = call.anonymize("empty", "empty", absent_values="allow")
            connection.execute(f"FROM {released}", parameters)
    except duckdb.Error as e:
        raise ValueError(_without_world(_message(e))) from None
    return df


def _without_world(message: str) -> str:
    """What is said of a requirement that cannot hold in parts, without the parameter that is not the caller's."""
    if found := re.search(r"everybody must be NULL where privacy has (\w+)(; cut)?(.*)", message):
        beside = ", which needs another table that is cut as df is; use skyline_anonymize on such parts"
        return f"privacy must not have {found[1]}{beside if found[2] else found[3]}"
    return message


def _whole(df: DataFrame, call: part.Call) -> tuple[part.Whole, int]:
    """What parts have to know of the whole table, and about how many combinations of quasi-identifiers there are."""
    import pyarrow as pa
    from pyspark.sql import functions as F

    kinds = {field.name: field.dataType.typeName() for field in df.schema}
    columns = [F.count("*"), F.approx_count_distinct(F.xxhash64(*map(_column, call.qi)))]
    for name in call.qi:
        c = _column(name)
        values = F.array(F.min(c), F.max(c)) if kinds[name] in RANGES else F.collect_set(c)
        # Sets have no NULL.
        columns.append(F.when(F.count(c) < F.count("*"), F.concat(values, F.array(F.lit(None).cast(df.schema[name].dataType)))).otherwise(values))
    found = df.agg(*(column.alias(str(i)) for i, column in enumerate(columns))).toArrow()
    people, combinations = (found.column(i)[0].as_py() for i in range(2))
    domain = {name: pa.table({"value": found.column(i).combine_chunks().flatten()}) for i, name in enumerate(call.qi, 2)}
    counts = None
    if call.sensitive_columns() and not (set(call.privacy) <= WITHIN_GROUPS and call.options.get("other_sensitive", "unknown") == "unknown"):
        counts = df.groupBy(*(_column(name).alias(str(i)) for i, name in enumerate(call.sensitive_columns()))).agg(F.count("*").alias("n")).toArrow()
    return part.Whole(people, domain, counts), combinations


def _cuts(df: DataFrame, call: part.Call, combinations: int, parts: int) -> list[str]:
    """The conditions of the parts, in DuckDB's SQL. They follow from the quasi-identifiers alone, in whatever order the rows are."""
    from pyspark.sql import functions as F

    qi = [_column(name) for name in call.qi]
    of = math.ceil(combinations / COMBINATIONS)
    sample = df.where(F.pmod(F.xxhash64(*qi), F.lit(of)) == 0).groupBy(*qi).agg(F.count("*").alias(part.WEIGHT)).toArrow()
    with part.database(call) as connection:
        connection.register("sample", sample)
        rows = connection.execute("SELECT condition FROM mondrian_cuts('sample', qi := ?, parts := ?, weight := ?) ORDER BY part", [call.qi, parts, part.WEIGHT]).fetchall()
    return [condition for (condition,) in rows] or ["true"]


def _release(df: DataFrame, call: part.Call, whole: part.Whole, conditions: list[str]) -> DataFrame:
    from pyspark import cloudpickle
    from pyspark.errors import PythonException
    from pyspark.sql.types import IntegerType, LongType, StringType, StructField, StructType

    # So workers need not have this package.
    cloudpickle.register_pickle_by_value(part)
    columns = df.columns
    df = df.toDF(*map(str, range(len(columns))))
    of_part = StructType([*df.schema.fields, StructField(part.PART, IntegerType())])
    of_release = StructType(
        [StructField(f.name, StringType() if name in call.qi else f.dataType) for name, f in zip(columns, df.schema)] + [StructField("group_id", LongType())]
    )
    cut = df.mapInArrow(part.cutter(call, columns, conditions, _arrow(df, of_part)), of_part)
    release = cut.groupBy(part.PART).applyInArrow(part.releaser(call, columns, whole, len(conditions), _arrow(df, of_release)), of_release)
    release = release.toDF(*columns, "group_id")
    try:
        # What is checked is what is returned: rows are drawn anew in another order if they are computed again, and df may be another one by then.
        return release.localCheckpoint()
    except PythonException as e:
        if (message := _message(e)) == str(e):
            raise
        if "everybody must have" in message:
            raise ReleaseError(CHANGED) from None
        raise ReleaseError(message.replace("or cut everybody into fewer parts", "or for fewer parts")) from None


def _arrow(df: DataFrame, schema: Any) -> pa.Schema:
    """The schema as Spark takes it from workers, where moments are those of UTC."""
    import pyarrow as pa

    fields = df.sparkSession.createDataFrame([], schema).toArrow().schema
    return pa.schema([f.with_type(pa.timestamp("us", "UTC")) if pa.types.is_timestamp(f.type) and f.type.tz else f for f in fields])


def _check(cells: DataFrame, call: part.Call, whole: part.Whole) -> None:
    """Proves the release, all parts together, by its counted groups."""
    import pyarrow.compute as pc

    counted = cells.toArrow()
    if pc.sum(counted.column(part.WEIGHT)).as_py() != whole.people:
        raise ReleaseError(CHANGED)
    with part.database(call) as connection:
        connection.register("cells", counted)
        given = {"sensitive": call.sensitive, "other_sensitive": call.options.get("other_sensitive", "unknown")} if call.sensitive is not None else {}
        failed = connection.execute(
            f"SELECT requirement, required, achieved FROM release_check('cells', qi := ['group_id'], weight := ?, privacy := ?, absent_values := ?{''.join(f', {name} := ?' for name in given)}) WHERE NOT holds",
            [part.WEIGHT, call.privacy, call.options["absent_values"], *given.values()],
        ).fetchall()
    if failed:
        raise ReleaseError("; ".join(f"{name} does not hold for all parts together: {required} is required, {achieved} achieved" for name, required, achieved in failed))
