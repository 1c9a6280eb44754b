package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

// TestLicences: what has a licence in the bill of materials has its text in the notices,
// and what is compiled into the extension by go.mod's word is in the bill.
func TestLicences(t *testing.T) {
	for path, licence := range licences {
		name, _, found := strings.Cut(string(notices), "\n  "+path+" v")
		if !found {
			t.Errorf("%s is not in the notices, after %.20s", path, name)
		}
		if licence == "" {
			t.Errorf("%s has no licence", path)
		}
	}
	for line := range strings.Lines(string(notices)) {
		path, rest, found := strings.Cut(strings.TrimSpace(line), " ")
		if !found || !strings.HasSuffix(rest, "(extension, shell)") || !strings.Contains(path, "/") {
			continue
		}
		if _, ok := licences[path]; !ok {
			t.Errorf("%s is in the notices, and not in the bill", path)
		}
	}
}

// TestUnknownLicence: there is no bill with a module that nobody has read the licence of.
func TestUnknownLicence(t *testing.T) {
	if _, err := part(&debug.Module{Path: "example.org/unread", Version: "v1.0.0"}); err == nil || !strings.Contains(err.Error(), "example.org/unread") {
		t.Errorf("part() = %v, want an error that names the module", err)
	}
	got, err := part(&debug.Module{Path: "gonum.org/v1/gonum", Version: "v0.17.0"})
	if err != nil || got.URL != "pkg:golang/gonum.org/v1/gonum@v0.17.0" || got.Version != "0.17.0" || got.Licences[0].Expression != "BSD-3-Clause" {
		t.Errorf("part() = %+v, %v", got, err)
	}
}
