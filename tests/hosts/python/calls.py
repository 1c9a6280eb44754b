"""Random calls of all functions, on tables whose columns have odd types, values and names, with odd arguments.

What a call returns is not looked at: it must return, or end in an error of the function's own that shows no value of the
tables. A seed says everything about a call, so that it can be repeated.
"""

from __future__ import annotations

import json
import random
import re
import sys

import duckdb

import host

# In all texts and many numbers of the tables, and nowhere in a call.
SECRET, SECRET_NUMBER = "sekret", "91827"

# Columns of odd types and values, of the row i; what a version of DuckDB does not know is left out.
COLUMNS = {
    "untyped": "NULL",
    "nothing": "NULL::INTEGER",
    "yes": "i % 2 = 0",
    "small": "(i % 4)::TINYINT",
    "row": "i",
    "number": "91827 + i % 5",
    "minus": "-91827 - i",
    "huge": "170141183460469231731687303715884105720 + i % 3",
    "uhuge": "340282366920938463463374607431768211450::UHUGEINT + (i % 3)::UHUGEINT",
    "bignum": "('91827' || repeat('0', 60) || i % 3)::BIGNUM",
    "dec": "(91827 + i % 4)::DECIMAL(38, 10) / 7",
    "cents": "(91827.25 + i % 3)::DECIMAL(9, 2)",
    "double": "[91827.5, 'inf'::DOUBLE, '-inf'::DOUBLE, 'nan'::DOUBLE, -0.0, 0.0, 1e308, NULL][1 + i % 8]",
    "float": "(i / 3)::FLOAT",
    "share": "(i % 5) / 8",
    "text": "['sekret', 'sekret b', '', 'it''s \"sekret\"', NULL, 'sekret' || chr(0), '  Sekret', '*', 'sekret, x', '[sekret, sekret]'][1 + i % 10]",
    "folded": "('Sekret ' || i % 3) COLLATE NOCASE",
    "long": "repeat('sekret ', 60) || i % 3",
    "day": "[DATE '9182-07-01' + i::INTEGER, 'infinity'::DATE, '-infinity'::DATE, DATE '5877641-06-23'][1 + i % 4]",
    "daytime": "TIME '00:00:00' + to_hours(i % 25)",
    "daytime_zone": "'12:34:56+02'::TIMETZ",
    "moment": "['infinity'::TIMESTAMP, TIMESTAMP '2020-01-01' + to_hours(i), NULL][1 + i % 3]",
    "seconds": "'2020-01-01 00:00:00'::TIMESTAMP_S",
    "nanoseconds": "['2020-01-01 00:00:00.123456789'::TIMESTAMP_NS, 'infinity'::TIMESTAMP_NS][1 + i % 2]",
    "moment_zone": "'2020-01-01 00:00:00+05:45'::TIMESTAMPTZ + to_hours(i)",
    "interval": "[INTERVAL 1 MONTH, INTERVAL 30 DAY, INTERVAL '-91827 days', INTERVAL 178956970 YEAR][1 + i % 4]",
    "mood": "('sekret ' || i % 3)::ENUM('sekret 2', 'sekret 0', 'sekret 1', 'sekret ''), x[]')",
    "blob": "('sekret' || i % 3)::BLOB || '\\x00'::BLOB",
    "bits": "(i % 5)::INTEGER::BIT",
    "id": "md5((i % 7)::VARCHAR)::UUID",
    "json": "json_object('sekret', i % 3)",
    "list": "[['sekret', NULL], [], NULL, ['sekret']][1 + i % 4]",
    "empty": "[]",
    "numbers": "[i % 3, 91827]::INTEGER[2]",
    "moments": "[TIMESTAMP '2020-01-01']",
    "struct": "{'a': 'sekret' || i % 3, 'B': NULL, 'it''s \"c': [i % 2]}",
    "unnamed": "row('sekret', i % 3)",
    "alone": "row(i % 3)",
    "rows": "[row(i % 2, 'sekret')]",
    "map": "MAP {'sekret' || i % 3: 0.5, 'x': 0.5}",
    "map_of_structs": "MAP {{'a': 'sekret'}: row(i % 2)}",
    "no_map": "MAP {}",
    "union": "CASE WHEN i % 2 = 0 THEN union_value(t := 'sekret')::UNION(t VARCHAR, n INTEGER) ELSE 91827::INTEGER::UNION(t VARCHAR, n INTEGER) END",
    "unions": "[union_value(t := 'sekret')]",
    "variant": "('sekret' || i % 2)::VARIANT",
    'a"b': "'sekret ' || i % 2",
    "it's": "i % 3",
    "Über Größe 😀": "i % 2",
    "q1": "i % 3",
    "group_id": "i % 2",
    "select": "i % 2",
    "tbl": "'sekret'",
}

# The tables that have these columns, and how many rows of which i each has.
TABLES = {"odd": "range(24)", "one": "range(1)", "none": "range(0)", "two": "(SELECT range // 2 FROM range(8))", '"odd; schema"."the ""table"""': "range(12)"}


def text(value: str) -> str:
    return host.quote(value)


def identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def tables(con) -> tuple[list[str], list[str]]:
    """Makes the tables; returns the columns that they have. The view `looked` has all columns that this DuckDB knows."""
    con.execute("SET TimeZone = 'UTC'")
    con.execute('CREATE SCHEMA "odd; schema"')
    stored, known = [], []
    for name, value in COLUMNS.items():
        try:
            query = f"SELECT {value} AS {identifier(name)} FROM range(24) t(i)"
            con.execute(query)
            known.append(name)
            # DuckDB 1 writes no struct without names into a table.
            con.execute(f"CREATE OR REPLACE TEMP TABLE tried AS {query}")
            stored.append(name)
        except duckdb.Error:
            continue

    def columns(names: list[str]) -> str:
        return ", ".join(f"{COLUMNS[name]} AS {identifier(name)}" for name in names)

    for table, rows in TABLES.items():
        con.execute(f"CREATE TABLE {table} AS SELECT {columns(stored)} FROM {rows} t(i)")
    con.execute(f"CREATE VIEW looked AS SELECT {columns(known)} FROM range(24) t(i)")
    return stored, known


# Parameters that name tables, or columns of the call's table.
TABLE = {"tbl", "release", "original", "control", "public", "data", "previous", "recipe", "map", "hierarchies", "prior", "population",
         "other_release", "everybody", "earlier_releases", "exact_values", "test", "releases", "skyline"}  # fmt: skip
COLUMN = {"person", "weight", "sensitive", "target", "present", "groups", "likelihood", "sampling_weight", "attribute", "key", "published", "widths"}
COLUMN_LIST = {"qi", "columns", "known", "generalizations", "attributes", "min_levels", "max_levels", "sensitive", "groups"}

# Columns that some roles take.
USUAL = {"person": "row", "weight": "small", "present": "yes", "sampling_weight": "small"}

PRIVACY = [
    "{'k_anonymity': 2}", "{'k_anonymity': 2, 'distinct_diversity': 2}", "{'max_share': 0.9}", "{'entropy_diversity': 1.1}",
    "{'t_closeness': 0.9}", "{'t_closeness': {'t': 0.9, 'distance': 'ordered'}}", "{'recursive_diversity': {'c': 3, 'l': 2}}",
    "{'beta_likeness': 2}", "{'delta_disclosure': {'delta': 3, 'values': 'present'}}", "{'proximity': {'width': 2, 'max_share': 0.9}}",
    "{'variance': 0.1}", "{'implications': {'pieces': 1, 'c': 0.9}}", "{'presence': {'public': 'odd', 'delta_max': 0.9}}",
    "{'k_map': {'population': 'odd', 'k': 2}}", "{'population_uniqueness': {'fraction': 0.1, 'model': 'dankar', 'max_share': 0.9}}",
    "{'average_risk': 0.5}", "{'skyline': [{'value': NULL, 'l': 1, 'k': 1, 'm': 1, 'c': 0.9}]}", "{'skyline': [{'value': 'x', 'c': 0.9}]}", "{'skyline': 'odd'}",
]  # fmt: skip

# Arguments that a parameter takes, for calls to come as far as the tables.
VALID = {
    "privacy": PRIVACY,
    "property": PRIVACY,
    "values_per_person": ["'one'", "'set'", "'multiset'"],
    "other_columns": ["'keep'", "'drop'", "'error'", "'check'"],
    "output": ["'generalized'", "'bounds'", "'bucketized'", "'mean'", "'median'", "'centre'", "'release'", "'private'", "'public'", "'table'", "'counts'", "'values'", "'groups'", "'people'", "'requirements'", "'minimal'", "'best'", "'safe'", "'held'"],
    "kind": ["'pdf'", "'set'", "'interval'", "'hierarchy'", "'uniform'"],
    "split": ["'information_loss'", "'information_gain'", "'median'", "'public'"],
    "method": ["'uad'", "'gd'", "'single'", "'multi_sa'", "'exact'"],
    "recoding": ["'full_domain'", "'multidimensional'"],
    "absent_values": ["'error'", "'allow'"],
    "null_means": ["'auto'", "'value'", "'suppressed'"],
    "measure": ["'loss'", "'precision'", "'discernibility'", "'average_group_size'"],
    "strategy": ["'jump'", "'safe'", "'certified'", "'naive'"],
    "labels_cover": ["'group'", "'region'"],
    "form": ["'auto'", "'map'", "'values'", "'levels'"],
    "dialect": ["'duckdb'", "'postgres'", "'spark'", "'trino'", "'clickhouse'"],
    "on_violation": ["'error'", "'hold'", "'suppress'", "'allow'"],
    "profile": ["'ema'", "NULL"],
    "seed": ["1", "'once'", "NULL"],
    "previous": ["'none'"],
    "hierarchies": ["NULL", "NULL", "'(SELECT ''small'' AS attribute, ''0'' AS value, 1 AS level, ''low'' AS label)'"],
    "suppression": ["0.5", "1", "0"],
    "l": ["1", "2"], "k": ["1", "2"], "m": ["1", "2"], "pieces": ["1", "2"], "diversity": ["2", "3"], "invariance": ["2", "3"], "c": ["0.5", "1"], "parts": ["3"],
    "top": ["{'number': 91000}", "{'day': DATE '2000-01-01'}"], "bottom": ["NULL"],
    "levels": ["{'small': 1}", "NULL", "MAP {'small': 1}"],
    "importance": ["{'small': 2}"], "rounding": ["{'number': 5}", "{'day': 'month'}", "{'moment': 'day'}"],
}  # fmt: skip

# What is wrong for most parameters.
ODD = [
    "NULL", "true", "-1", "0", "1", "2", "1.5", "1e300", "'nan'::DOUBLE", "'inf'::DOUBLE", "9223372036854775807", "-170141183460469231731687303715884105728",
    "''", "'no such thing'", "'it''s'", "'odd'", "'odd; schema'", "'(SELECT 1 AS one)'", "'(SELECT 1'", "'(FROM none)'", "'nothing_of_that_name(1)'", "'a'::BLOB", "'{}'", "'{\"a\": [null]}'",
    "[]", "[NULL]", "['']", "['no such thing']", "[1.5, 2]", "[[]]", "['small', 'SMALL']", "[{'a': 1}]", "[row(1)]", "['small']::VARCHAR[1]", "repeat('x', 70000)",
    "{'no such thing': 1}", "{'small': NULL}", "row(1, 'x')", "MAP {'small': 1}", "MAP {}", "MAP {row(1): 2}", "union_value(a := 1)", "[union_value(a := 1)]", "{'k_anonymity': row(1)}",
    "DATE '2000-01-01'", "INTERVAL 1 MONTH", "'x'::ENUM('x')", "uuid()", "TIMESTAMP 'infinity'", "'x' COLLATE NOCASE", "chr(0)", "'small' || chr(0)",
]  # fmt: skip


def split(rest: str) -> tuple[list[str], str]:
    """The arguments at the beginning of a text, up to the parenthesis that ends them, and what follows it."""
    depth, begin, quoted, found = 0, 0, False, []
    for i, c in enumerate(rest):
        if c == "'":
            quoted = not quoted
        if quoted:
            continue
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        if depth < 0 or depth == 0 and c == ",":
            found.append(rest[begin:i].strip())
            begin = i + 1
        if depth < 0:
            return [argument for argument in found if argument], rest[i + 1 :]
    raise ValueError(f"does not end: {rest}")


NAMED = re.compile(r"(\w+)\s*:=\s*(.*)", re.DOTALL)


class Function:
    def __init__(self, con, name: str, signature: str, example: str):
        self.name = name
        parameters, _ = split(signature[len(name) + 1 :])
        self.parameters = [parameter.split(" :=")[0] for parameter in parameters]
        self.required = [parameter for parameter in parameters if ":=" not in parameter]
        self.before, rest = example.split(name + "(", 1)
        given, self.after = split(rest)
        self.given = {}
        for i, argument in enumerate(given):
            found = NAMED.fullmatch(argument)
            name_, value = found.groups() if found else (self.parameters[i], argument)
            self.given[name_] = value
        # The example's tables that are written out, and their columns.
        self.columns = {}
        for parameter, value in self.given.items():
            if value.startswith("'("):
                try:
                    result = con.execute("FROM " + value[1:-1].replace("''", "'") + " LIMIT 0")
                    self.columns[parameter] = [column[0] for column in result.description]
                except duckdb.Error:
                    continue


class Calls:
    """The calls of a connection."""

    def __init__(self, con):
        self.stored, self.names = tables(con)
        rows = con.execute("SELECT name, signature, example FROM skyline_functions() ORDER BY name").fetchall()
        self.functions = [Function(con, *row) for row in rows]

    def call(self, seed: str) -> tuple[str, str]:
        """The function and the statement of a seed."""
        r = random.Random(seed)
        # By the number of their parameters: where there are more there is more to be tried.
        f = r.choices(self.functions, [1 + len(f.parameters) for f in self.functions])[0]
        if f.columns and r.random() < 0.5:
            arguments = self.strange_example(r, f)
        else:
            arguments = self.strange_table(r, f)
        # A call that is refused for an odd argument does not come as far as the tables.
        for parameter in r.sample(f.parameters, min(len(f.parameters), r.choice([0, 0, 0, 0, 1, 1, 2]))):
            arguments[parameter] = r.choice(ODD)
        inner = ", ".join(f"{parameter} := {value}" for parameter, value in arguments.items())
        return f.name, f"FROM {f.name}({inner})"

    def strange_example(self, r: random.Random, f: Function) -> dict[str, str]:
        """The function's example, with odd columns in the place of some of its tables'."""
        arguments = dict(f.given)
        for parameter in r.sample(sorted(f.columns), r.randint(1, len(f.columns))):
            columns = r.sample(f.columns[parameter], min(len(f.columns[parameter]), r.choice([1, 1, 1, 2])))
            chosen = [r.choice(self.names) for _ in columns]
            replaced = [f"o.{identifier(name)} AS {identifier(column)}" for name, column in zip(chosen, columns)]
            query = f.given[parameter][1:-1].replace("''", "'")
            # Where a side is shorter there are NULLs, which are odd as well. Not by a positional join: DuckDB 1 ends the process
            # where a nested value that it has filled up is cast to VARCHAR.
            odd = r.choice(["odd", "odd", "odd", "two", "one", "none"]) if set(chosen) <= set(self.stored) else "looked"
            numbered = 'SELECT *, row_number() OVER () AS "its number" FROM'
            join = f'({numbered} (FROM {query})) e {r.choice(["FULL", "LEFT"])} JOIN ({numbered} {odd}) o USING ("its number")'
            arguments[parameter] = text(f'(SELECT e.* EXCLUDE ("its number") REPLACE ({", ".join(replaced)}) FROM {join})')
        self.further(r, f, arguments, 0.06)
        return arguments

    def strange_table(self, r: random.Random, f: Function) -> dict[str, str]:
        """A call about an odd table. Roles have columns of their own, as far as there are any."""
        columns = r.sample(self.names, 8)
        free = list(columns)
        arguments = {parameter: value for parameter, value in f.given.items() if parameter not in TABLE | COLUMN | COLUMN_LIST}
        for parameter in f.parameters:
            if parameter in TABLE and (parameter in f.required or parameter in f.given or r.random() < 0.1):
                arguments[parameter] = self.table(r, f, parameter, columns)
            elif parameter in f.required or parameter in f.given or (parameter in USUAL and r.random() < 0.25):
                if parameter in USUAL and r.random() < 0.7:
                    arguments[parameter] = text(USUAL[parameter])
                    columns.append(USUAL[parameter])
                elif parameter in COLUMN_LIST and (parameter not in COLUMN or r.random() < 0.1):
                    some = [free.pop() for _ in range(r.choice([1, 1, 2, 2, 3])) if free]
                    arguments[parameter] = "[" + ", ".join(map(text, some or columns[:1])) + "]"
                elif parameter in COLUMN:
                    arguments[parameter] = text(free.pop() if free else columns[0])
        if "person" in arguments and "weight" in arguments:
            del arguments[r.choice(["person", "weight"])]
        if "tbl" in arguments and "SELECT" in arguments["tbl"]:
            # The columns that the call names are known only now.
            arguments["tbl"] = self.table(r, f, "tbl", list(dict.fromkeys(columns)))
        self.further(r, f, arguments, 0.15)
        if "others" in f.parameters and r.random() < 0.7:
            arguments["others"] = r.choice(["'keep'", "'drop'"])
        return arguments

    def table(self, r: random.Random, f: Function, parameter: str, columns: list[str]) -> str:
        if parameter in VALID and r.random() < 0.7:
            return r.choice(VALID[parameter])
        if parameter in f.given and parameter not in ("tbl", "release", "original", "data") and r.random() < 0.5:
            return f.given[parameter]
        name = r.choice(["odd", "odd", "odd", "looked", *TABLES]) if set(columns) <= set(self.stored) else "looked"
        if r.random() < 0.4:
            some = ", ".join(map(identifier, columns)) if r.random() < 0.5 else "*"
            name = r.choice(["(SELECT {} FROM {})", "(SELECT {} FROM {} WHERE small < 3)", "(SELECT DISTINCT {} FROM {})", "(SELECT {0} FROM {1} UNION ALL SELECT {0} FROM {1})"]).format(some, name)
        value = text(name)
        return f"[{value}]" if parameter in ("releases", "earlier_releases") else value

    def further(self, r: random.Random, f: Function, arguments: dict[str, str], share: float) -> None:
        """Parameters that the call need not give."""
        for parameter in f.parameters:
            if parameter in VALID and r.random() < share and (parameter != "values_per_person" or "person" in arguments):
                arguments[parameter] = r.choice(VALID[parameter])


# What is wrong with the SQL of the call itself, in DuckDB's words: tables and functions that are not there, and texts that
# are no SQL. What computes the tables does not fail, so no cast or function may.
FOREIGN = re.compile(
    r"Catalog Error: Table with name .* does not exist!"
    r"|Catalog Error: Table Function with name nothing_of_that_name does not exist!"
    r"|Binder Error: (infinite recursion detected|Max expression depth)"
    r'|Binder Error: Macro "?\w+"?\(\) does not support the supplied arguments'
    r"|Parser Error: "
    # Of what is written as an argument: its members have no type in common.
    r"|Binder Error: Cannot (mix|combine)"
)
# Of results, whatever is asked: the Python package wants a further one for moments, and DuckDB 1.4 makes no rows of a VARIANT.
OF_PYTHON = re.compile(r'Required module|Unsupported type: "VARIANT"')
# 'internal' in quotes is a purpose of release_plan.
OF_PLANS = re.compile(r"__skyline|\btbl\.|\"tbl\"\.|WITH RECURSIVE|system\.main|(?<!')[Ii]nternal(?!')|INTERNAL")


def wrong(function: str, message: str) -> str | None:
    """What is wrong with an error's message, behind which DuckDB shows a part of the statement."""
    message = re.split(r"\n\n?LINE \d+: ", message)[0]
    if SECRET in message.lower() or SECRET_NUMBER in message:
        return "shows a value"
    if OF_PLANS.search(message):
        return "shows its plan"
    if not re.match(rf"([\w ]+ Error: )*{function}: ", message) and not FOREIGN.match(message):
        return "does not name the function"
    return None


def run(seed: str, first: int, number: int) -> None:
    """Runs calls; prints each before it runs, as the process may end by it, and what is wrong with it."""
    con = host.connect()
    calls = Calls(con)
    for i in range(first, first + number):
        function, statement = calls.call(f"{seed} {i}")
        print(json.dumps({"call": i, "statement": statement}), flush=True)
        try:
            con.execute(statement).fetchmany(1000)
        except duckdb.Error as e:
            message = str(e)
            if OF_PYTHON.search(message):
                continue
            if what := wrong(function, message):
                print(json.dumps({"call": i, "wrong": what, "message": message}), flush=True)
        except Exception as e:
            # A value that Python has no object for, such as a date in the year 9999999, or a list as a key: the package's own.
            print(json.dumps({"call": i, "python": str(e)}), flush=True)
    con.close()


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
