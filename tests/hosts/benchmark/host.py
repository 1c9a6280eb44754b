"""Python's part of the benchmark: see main.go."""

import json
import sys
import time

import duckdb

asked = json.load(sys.stdin)
con = duckdb.connect(asked["path"], config={"allow_unsigned_extensions": "true"})
start = time.perf_counter()
con.execute(f"LOAD '{asked['extension']}'")
load = (time.perf_counter() - start) * 1e3
con.execute("SET search_path = 'main,skyline.main'")
times = {name: [] for name in asked["statements"]}
results = {}
for _ in range(2):
    for name, statement in asked["statements"].items():
        start = time.perf_counter()
        [(result,)] = con.execute(statement).fetchall()
        times[name].append((time.perf_counter() - start) * 1e3)
        results[name] = str(result)
print(json.dumps({"Version": duckdb.__version__, "Load": load, "Times": times, "Results": results}))
