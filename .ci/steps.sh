# The steps of .ci/run and .ci/full, and what they share. Sourced by both.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# When a package that hangs is given up. Go's own limit of ten minutes is for the README's
# command, which each package stays far below; what follows does more, or more slowly.
limit=3h

# Which share of the random cases runs, unless all do, and which of what takes turns.
export SKYLINE_SEED=${SKYLINE_SEED:-$(git rev-parse HEAD)}
everything() { [ "${SKYLINE_SLOW:-}" = 1 ]; }

results=$PWD/build/ci
rm -rf "$results"
mkdir -p "$results"

# step NAME: what follows is this step, up to the next or to `step` without a name. What it took
# by the clock and in processor time goes to a file, for the table at the end.
step() {
	local cpu
	cpu=$(processor_time)
	[ -z "${current:-}" ] || printf '%d %d %s\n' $((SECONDS - since)) $((cpu - spent)) "$current" >>"$results/seconds"
	current=${1:-} since=$SECONDS spent=$cpu
	[ -z "$current" ] || printf '\n== %s (after %d:%02d)\n' "$current" $((SECONDS / 60)) $((SECONDS % 60))
}

# processor_time: the seconds that what this shell has run has taken. A shell inside of $( ) would
# say its own, which is none.
processor_time() {
	awk '{ print int(($16 + $17) / '"$(getconf CLK_TCK)"') }' "/proc/$lane_pid/stat"
}

# turns N: of the lines that it is given, N, other ones for each commit; all where everything runs.
turns() {
	if everything; then
		cat
	else
		while read -r line; do
			printf '%s\t%s\n' "$(printf '%s\n%s' "$SKYLINE_SEED" "$line" | sha256sum)" "$line"
		done | sort | head -n "$1" | cut -f 2
	fi
}

# What the machine lacks is installed. By name only: which versions there are is the
# distribution's release to say, and a version of one is gone from it at the next. What depends on
# versions is locked: Go's modules in go.sum, the hosts' packages in tests/hosts/locks.
install_tools() {
	step "tools: go, a C compiler; python and node for the host tests"
	go version
	local missing=() cc
	cc=$(go env CC)
	command -v "${cc%% *}" >/dev/null || missing+=(gcc libc6-dev)
	python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3 python3-venv)
	command -v npm >/dev/null || missing+=(nodejs npm)
	if [ ${#missing[@]} -gt 0 ]; then
		apt-get update -qq && apt-get install -y -qq "${missing[@]}"
	fi
}

modules() {
	step "modules are what go.sum says"
	go mod verify
	go -C .ci/tools mod verify
}

# Before anything else reads the files that it writes.
generated() {
	step "generated files"
	go generate ./...
	git diff --exit-code -- sql ext/loadable ext/bundle ext/community || { echo "generated files are stale: run go generate ./... and commit"; exit 1; }
}

# What is called of modules and of Go with a known vulnerability. The database is on the network;
# where that is not there the step says so, and the others go on.
vulnerabilities() {
	step "known vulnerabilities"
	mkdir -p .bin
	go build -C .ci/tools -o ../../.bin/govulncheck golang.org/x/vuln/cmd/govulncheck
	local said code=0
	said=$(.bin/govulncheck ./... 2>&1) || code=$?
	printf '%s\n' "$said"
	if [ "$code" = 1 ] && grep -q 'vuln\.go\.dev' <<<"$said"; then
		echo "the database, vuln.go.dev, cannot be reached: nothing was looked up"
	elif [ "$code" != 0 ]; then
		exit 1
	fi
}

lint() {
	step "format, lint" # the linter has go vet in it
	local unformatted
	unformatted=$(gofmt -l .)
	[ -z "$unformatted" ] || { echo "not gofmt-ed: $unformatted"; exit 1; }
	mkdir -p .bin
	go build -C .ci/tools -o ../../.bin/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	.bin/golangci-lint run ./...
	go vet -tags provoke ./sqlfuncs ./tests
	go vet -tags failing ./ext/...
}

tests() {
	step "go test ./...   (the README's test command)"
	go test -timeout "$limit" ./...
}

# Three of the packages of engine in which goroutines meet, without what takes seconds: the detector
# makes that minutes.
race() {
	step "race detector"
	local packages
	mapfile -t packages < <(git grep -lE 'engine/internal/parallel"|sync\.|go func' -- 'engine/*.go' ':!*_test.go' | xargs -n 1 dirname | sort -u | turns 3)
	if everything; then
		go test -race -short -timeout "$limit" ./engine/...
		go test -race -timeout "$limit" ./sqlfuncs/... ./ext/...
	else
		go test -race -short -timeout "$limit" "${packages[@]/#/./}" ./sqlfuncs/host ./ext ./ext/capi
	fi
}

sanitizer() {
	step "address sanitizer: the C parts, and calls that no plan makes"
	# Leaks are not looked for: DuckDB forgets the sorted rows of an aggregate that fails.
	ASAN_OPTIONS=detect_leaks=0 go test -asan -timeout "$limit" ./ext ./ext/capi
	ASAN_OPTIONS=detect_leaks=0 go test -asan -timeout "$limit" ./tests/robust -run 'PrivatePairs|Spy'
}

# Each builds everything once more, in its own way.
race_or_sanitizer() {
	local name
	for name in $(printf '%s\n' race sanitizer | turns 1); do
		"$name"
	done
}

provoke() {
	step "panics on purpose, and each allocation of the C parts that fails"
	go test -tags provoke ./tests -run TestSQL/provoke
	go test -tags failing ./ext -run TestFailing
}

demo() {
	step "the demo, and a release of built-in data"
	local folder
	folder=$(mktemp -d)
	go run ./ext/skyline demo -yes >/dev/null
	go run ./ext/skyline release -out "$folder/built-in" >/dev/null
	rm -r "$folder"
}

# A number of executions, not a time: at the end of a time the go command may report
# "context deadline exceeded" as a failure of the target.
fuzz() {
	step "short fuzzing"
	local targets folder target
	mapfile -t targets < <(git grep -E '^func Fuzz' -- '*_test.go' | sed -E 's/^([^:]*)\/[^:]*:func (Fuzz[A-Za-z0-9]*)\(.*/\1 \2/' | turns 3)
	for target in "${targets[@]}"; do
		folder=${target% *} target=${target#* }
		go test "./$folder" -run '^$' -fuzz "^${target}\$" -fuzztime 10000x -timeout "$limit" </dev/null
	done
}

# The newest DuckDB runs all SQL files each time; another of those that do takes turns, and so do
# the others.
hosts() {
	step "hosts: Python, DuckDB's shell, Node, a notebook, dbt, and engines that count"
	local names=()
	if ! everything; then
		local always='release|python-newest|wheel' files='python-1.4.0|shell-newest|node-newest'
		mapfile -t names < <(
			tr '|' '\n' <<<"$always"
			tr '|' '\n' <<<"$files" | turns 1
			tests/hosts/run -list | grep -vxE "$always|$files" | turns 2
		)
	fi
	tests/hosts/run "${names[@]}"
}

# lane NAME STEP...: these steps, one after the other, up to the first that fails.
lane() {
	lane_pid=$BASHPID SECONDS=$SECONDS
	local name=$1
	shift
	for name in "$@"; do
		"$name"
	done
	step
}

# The table of what each step took; that of two lanes side by side is longer by the clock.
summary() {
	printf '\n== seconds by the clock, and of processor time\n'
	sort -rn -k 2 "$results/seconds" | awk '{ wall = $1; cpu = $2; $1 = $2 = ""; printf "%6d %6d %s\n", wall, cpu, $0; all += cpu } END { printf "       %6d   in all\n", all }'
	printf '%6d          by the clock\n' "$SECONDS"
}

# side_by_side FIRST -- SECOND: two lanes of steps at once, as independent steps rarely use two
# cores; what the second says is shown when it has ended.
side_by_side() {
	local first=() failed=0
	while [ "$1" != -- ]; do
		first+=("$1")
		shift
	done
	shift
	(lane first "${first[@]}") &
	local one=$!
	(lane second "$@") >"$results/second.log" 2>&1 &
	local two=$!
	wait "$one" || failed=1
	wait "$two" || failed=1
	cat "$results/second.log"
	summary
	[ "$failed" = 0 ] || { printf '\n== a step failed\n'; exit 1; }
	printf '\n== all passed\n'
}
