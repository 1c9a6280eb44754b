"""What is done in a worker: it says which part each row is in, or releases a part. It needs duckdb and pyarrow there, and the extension's file."""

from __future__ import annotations

import contextlib
import dataclasses
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

# Columns that a part has beside those of the table.
PART = "__skyline_part"
WEIGHT = "__skyline_weight"


def ident(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@dataclasses.dataclass(frozen=True)
class Call:
    """What is asked for, and what it is computed with."""

    qi: list[str]
    sensitive: str | list[str] | None
    privacy: dict[str, Any]
    # Parameters of skyline_anonymize, by name.
    options: dict[str, Any]
    extension: str
    time_zone: str
    memory_limit: str
    threads: int

    def roles(self) -> list[str]:
        return [*self.qi, *self.sensitive_columns()]

    def sensitive_columns(self) -> list[str]:
        if self.sensitive is None:
            return []
        return [self.sensitive] if isinstance(self.sensitive, str) else list(self.sensitive)

    def anonymize(self, table: str, world: str, **more: Any) -> tuple[str, list[Any]]:
        """What stands behind FROM for the release of a part, and its parameters: its texts and structs need no quoting."""
        arguments = {"qi": self.qi, "sensitive": self.sensitive, "privacy": self.privacy, "weight": WEIGHT, "everybody": world, **self.options, **more}
        given = {name: value for name, value in arguments.items() if value is not None}
        return f"skyline_anonymize('{table}', {', '.join(f'{name} := ?' for name in given)})", list(given.values())


@contextlib.contextmanager
def database(call: Call) -> Iterator[duckdb.DuckDBPyConnection]:
    """DuckDB with Skyline, in memory. What does not fit goes into a folder that is removed with it."""
    import duckdb

    with tempfile.TemporaryDirectory(prefix="skyline-") as folder:
        config: dict[str, Any] = {"allow_unsigned_extensions": "true", "memory_limit": call.memory_limit, "threads": str(call.threads), "temp_directory": folder}
        connection = duckdb.connect(config=config)
        try:
            connection.execute("SET enable_progress_bar = false")
            connection.execute("LOAD '" + call.extension.replace("'", "''") + "'")
            connection.execute("SET search_path = 'main,skyline.main'")
            # Labels of moments are texts, which follow the time zone.
            connection.execute("SET TimeZone = '" + call.time_zone.replace("'", "''") + "'")
            yield connection
        finally:
            connection.close()


def fetch(connection: duckdb.DuckDBPyConnection, sql: str, parameters: list[Any] | None = None) -> pa.Table:
    return connection.sql(sql, params=parameters).to_arrow_table()


# Between Spark and its workers columns are numbered: it does not take every name. Here they have their own.


def cutter(call: Call, columns: list[str], conditions: list[str], schema: pa.Schema) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """The function of mapInArrow that adds PART, the number of the condition that a row satisfies, from 1."""

    def cut(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        number = " ".join(f"WHEN {condition} THEN {i}" for i, condition in enumerate(conditions, 1))
        with database(call) as connection:
            for batch in batches:
                rows = pa.Table.from_batches([batch])
                connection.register("rows", rows.rename_columns(columns).select(call.qi))
                parts = fetch(connection, f"SELECT (CASE {number} END)::INTEGER AS part FROM rows").column("part")
                yield from rows.append_column(PART, parts).cast(schema).to_batches()

    return cut


@dataclasses.dataclass(frozen=True)
class Whole:
    """What a part has to know of the whole table. The size does not depend on the number of rows."""

    people: int
    # By column: its least and its greatest value, where there are ranges of such; all of its values otherwise.
    domain: dict[str, pa.Table]
    # How many people (the last column) have which sensitive values (the others); None where no requirement looks at it.
    counts: pa.Table | None

    def world(self, connection: duckdb.DuckDBPyConnection, call: Call, part: pa.Table) -> str:
        """What stands behind FROM for a table with the values of the whole one, and its counts: these are all that Skyline looks at.

        To the rows of the part come those of the table `whole`, which has the values side by side.
        """
        import pyarrow as pa

        columns, weights = {name: values.column("value") for name, values in self.domain.items()}, pa.chunked_array([], pa.int64())
        for i, name in enumerate(call.sensitive_columns()):
            columns[name] = part.column(name)[:1] if self.counts is None else self.counts.column(i)
        if self.counts is not None:
            weights = self.counts.column(self.counts.num_columns - 1)
        rows = max(map(len, columns.values()))
        whole = {name: padded(values.cast(part.schema.field(name).type), values[0], rows) for name, values in columns.items()}
        connection.register("whole", pa.table({**whole, WEIGHT: padded(weights.cast(pa.int64()), 0, rows)}))
        roles = ", ".join(map(ident, call.roles()))
        # Where the people of the whole table are counted, those of the part are among them.
        own = ident(WEIGHT) if self.counts is None else "0"
        return f"(SELECT {roles}, {own} AS {ident(WEIGHT)} FROM part UNION ALL SELECT {roles}, {ident(WEIGHT)} FROM whole)"


def padded(values: pa.ChunkedArray, filler: Any, rows: int) -> pa.ChunkedArray:
    """As many values as rows, the last of them the filler."""
    import pyarrow as pa

    return pa.chunked_array([*values.chunks, pa.repeat(filler, rows - len(values)).cast(values.type)])


def releaser(call: Call, columns: list[str], whole: Whole, parts: int, schema: pa.Schema) -> Callable[[pa.Table], pa.Table]:
    """The function of applyInArrow that releases a part."""

    def release(table: pa.Table) -> pa.Table:
        import pyarrow as pa

        number = table.column(PART)[0].as_py()
        part = table.drop_columns([PART]).rename_columns(columns).append_column(WEIGHT, pa.repeat(pa.scalar(1, pa.int64()), table.num_rows))
        with database(call) as connection:
            connection.register("part", part)
            released, parameters = call.anonymize("part", whole.world(connection, call, part))
            # Each part's groups are numbered from 1: no two parts have a number in common.
            made = fetch(connection, f"SELECT * REPLACE ((group_id - 1) * {parts} + {number} AS group_id) FROM {released}", parameters)
        return made.select([*columns, "group_id"]).rename_columns(schema.names).cast(schema)

    return release
