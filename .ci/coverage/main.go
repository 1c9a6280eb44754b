// Command coverage writes tests/COVERAGE.md: which share of the statements of each package the
// tests run, those of other packages, too.
//
//	go test -coverpkg=./engine/...,./sqlfuncs/...,./ext/... -coverprofile=build/coverage ./...
//	go run ./.ci/coverage build/coverage 'go test ./...' > tests/COVERAGE.md
//
// The second argument is how people are told that the profile was made. A profile may be several,
// one behind the other.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: coverage PROFILE COMMAND")
		os.Exit(2)
	}
	if err := write(os.Stdout, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "coverage:", err)
		os.Exit(1)
	}
}

// block is statements that are run together, or not.
type block struct {
	statements int
	run        bool
}

// read returns the blocks of a profile by where they are. The tests of each package have lines of
// their own for the same block.
func read(profile io.Reader) (map[string]block, error) {
	blocks := map[string]block{}
	lines := bufio.NewScanner(profile)
	for lines.Scan() {
		where, counts, ok := strings.Cut(lines.Text(), " ")
		if strings.HasPrefix(where, "mode:") {
			continue
		}
		statements, times, _ := strings.Cut(counts, " ")
		n, err := strconv.Atoi(statements)
		if err != nil || !ok || !strings.Contains(where, ".go:") {
			return nil, errors.New("a line is none of a coverage profile")
		}
		b := blocks[where]
		blocks[where] = block{n, b.run || times != "0"}
	}
	return blocks, lines.Err()
}

// little is the share below which a package needs a reason.
const little = 0.85

// reasons say why tests run little of a package.
var reasons = map[string]string{
	"ext/bundle":              command + "; hosts load what it makes",
	"ext/bundle/notices":      command,
	"ext/bundle/rename":       command,
	"ext/community/gen":       command,
	"ext/community/handin":    command,
	"ext/loadable":            "the loadable file's entry point, which hosts call",
	"ext/loadable/gen":        command,
	"sqlfuncs/gen":            command,
	"engine/internal/vectors": "reads files; what is left are errors of files that are not there",
}

const command = "a command, which is not run by `go test`"

type counted struct{ statements, run int }

func (c counted) share() float64 { return float64(c.run) / float64(max(1, c.statements)) }

func write(w io.Writer, name, made string) error {
	profile, err := os.Open(name)
	if err != nil {
		return err
	}
	defer profile.Close()
	blocks, err := read(profile)
	if err != nil {
		return err
	}
	packages, all := map[string]counted{}, counted{}
	for where, b := range blocks {
		file, _, _ := strings.Cut(where, ":")
		folder := strings.TrimPrefix(path.Dir(file), "skyline/")
		c := packages[folder]
		c.statements, all.statements = c.statements+b.statements, all.statements+b.statements
		if b.run {
			c.run, all.run = c.run+b.statements, all.run+b.statements
		}
		packages[folder] = c
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# Coverage\n\nThe share of the statements of each package that `%s` runs, by tests of other packages, too. `.ci/full` writes this page. "+
		"A statement that is run need not be checked: [the table of mutations](README.md#if-this-is-wrong-these-tests-fail) says what is.\n\n"+
		"| package | statements | run | |\n|---|---:|---:|---|\n", made)
	for _, folder := range slices.Sorted(maps.Keys(packages)) {
		c := packages[folder]
		reason := ""
		if c.share() < little {
			reason = reasons[folder]
		}
		fmt.Fprintf(out, "| `%s` | %d | %.1f %% | %s |\n", folder, c.statements, 100*c.share(), reason)
	}
	fmt.Fprintf(out, "| all | %d | %.1f %% | |\n", all.statements, 100*all.share())
	return out.Flush()
}
