package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCurrent: the notices are those of what is compiled now.
func TestCurrent(t *testing.T) {
	want, err := notices()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join("..", file))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is stale: run go generate ./ext/bundle", file)
	}
}

// TestComponents: what is known to be compiled in is found, in the programs that have it.
func TestComponents(t *testing.T) {
	parts, err := components()
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"Go's standard library":                 "extension, shell",
		"gonum.org/v1/gonum ":                   "extension, shell",
		"github.com/apache/arrow-go/":           "shell",
		"github.com/duckdb/duckdb-go-bindings ": "shell",
		"github.com/google/go-cmp ":             "", // tests only
	} {
		got := ""
		for _, c := range parts {
			if strings.HasPrefix(c.name, path) {
				got = strings.Join(c.programs, ", ")
			}
		}
		if got != want {
			t.Errorf("%s is in %q, want %q", path, got, want)
		}
	}
}

// TestNoLicence: a component without a licence is an error, not an omission.
func TestNoLicence(t *testing.T) {
	if _, err := (&component{name: "bare", root: t.TempDir()}).licences(); err == nil || !strings.Contains(err.Error(), "bare") {
		t.Errorf("licences() = %v, want an error that names it", err)
	}
}
