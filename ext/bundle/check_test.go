package main

import (
	"os"
	"strings"
	"testing"
)

// TestSymbols: a library is let pass only if it offers what it must, and nothing else
// where the linker could have hidden it, and if it needs nothing that nobody offers.
func TestSymbols(t *testing.T) {
	for _, c := range []struct {
		name string
		s    symbols
		want string // part of the error, "" if there is none
	}{
		{"as it should be", symbols{offered: []string{entryPoint}, needed: []string{"malloc"}}, ""},
		{"a function of DuckDB's", symbols{offered: []string{entryPoint}, needed: []string{"duckdb_query"}}, "duckdb_query has no stub"},
		{"a function of ours", symbols{offered: []string{entryPoint}, needed: []string{"skyline_forked"}}, "skyline_forked is not defined"},
		{"more than the entry point", symbols{offered: []string{entryPoint, "skylineLoad"}}, "exports skylineLoad"},
		{"more, where it cannot be hidden", symbols{offered: []string{entryPoint, "skylineLoad"}, open: true}, ""},
		{"no entry point", symbols{offered: []string{"other"}, open: true}, "does not export " + entryPoint},
	} {
		if err := c.s.check(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.want)
		}
	}
}

// TestCheck: what is no library of Skyline's, or none at all, is not let pass.
func TestCheck(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{program, "check_test.go"} {
		if err := check(path); err == nil {
			t.Errorf("%s passes", path)
		}
	}
}
