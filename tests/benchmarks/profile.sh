#!/usr/bin/env bash
# Where the processor time of a benchmark's statement goes, by function, without what it is
# measured against:
#
#	tests/benchmarks/profile.sh 'Anonymize/cells=5e6/groups=5e5$' [TIMES]
#
# It needs perf, and may have to be root for it.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/control" "$folder/done"
go test -tags benchmarks -c -o "$folder/benchmarks" .
SKYLINE_PERF=$folder perf record -q -D -1 --control "fifo:$folder/control,$folder/done" -F 499 -o "$folder/samples" \
	"$folder/benchmarks" -test.run '^$' -test.bench "$1" -test.benchtime "${2:-1}x" -test.timeout 0
ours=$(sed -nE 's/^(static |inline )*[a-z].*[ *]([a-z0-9_]+)\(.*\{$/\2/p' ../../ext/capi/*.[hc] | sort -u | tr '\n' ' ')
perf report -i "$folder/samples" --no-children --stdio -F overhead,symbol 2>/dev/null | awk -v ours=" $ours" '
	function whose(name) {
		if ($2 == "[k]") return "the system"
		if (name ~ /^skyline\/engine/) return "engine"
		if (name ~ /^skyline\//) return "sqlfuncs and ext, in Go"
		if (index(ours, " " name " ")) return "ext, in C"
		if (name ~ /(WorkOnTasks|DequeueFromProducer|ConcurrentQueue|ExecuteTask|ExecutorTask|mutex)/) return "threads that wait"
		if (name ~ /duckdb/) return "DuckDB"
		if (name ~ /^[a-z0-9\/]+\.[A-Za-z(*]/) return "Go"
		return "libraries in C"
	}
	/^ *[0-9.]+% / {
		share = $1 + 0; name = $0; sub(/^ *[0-9.]+% +\[.\] +/, "", name)
		sum[whose(name)] += share
		if (share >= 1) top[++n] = sprintf("%5.1f %%  %-24s %s", share, whose(name), substr(name, 1, 110))
	}
	END {
		for (who in sum) printf "%5.1f %%  %s\n", sum[who], who | "sort -rn"
		close("sort -rn"); print ""
		for (i = 1; i <= n; i++) print top[i]
	}'
