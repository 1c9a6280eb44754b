package tests

import (
	"slices"
	"strings"
	"testing"
)

// TestSQL runs the first half of the scripts.
func TestSQL(t *testing.T) { RunScripts(t, ".", "", Second) }

// The names of scripts are used as patterns of go test -run and by other hosts.
func TestScriptNames(t *testing.T) {
	for _, name := range scripts(t, ".") {
		plain := strings.IndexFunc(name, func(r rune) bool {
			return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789_/.", r)
		}) < 0
		if !plain || slices.Contains(strings.Split(name, "/"), "..") {
			t.Errorf("%s: use lower case letters, digits and _ in names of scripts", name)
		}
	}
}
