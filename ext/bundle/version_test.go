package main

import (
	"os"
	"regexp"
	"testing"

	"skyline/sqlfuncs"
)

// TestVersion: the newest section of the changes, and pages that say how a file is called,
// have the version of the functions.
func TestVersion(t *testing.T) {
	for name, says := range map[string]*regexp.Regexp{
		"../../sql/CHANGELOG.md": regexp.MustCompile(`\A# Changes\n[^#]*\n## (\S+)`), // the first section
		"../README.md":           regexp.MustCompile(`\bskyline-(\d+\.\d+\.\d+)`),
	} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found := says.FindAllSubmatch(text, -1)
		if len(found) == 0 {
			t.Errorf("%s has no version where one is looked for", name)
		}
		for _, match := range found {
			if got := string(match[1]); got != sqlfuncs.Version {
				t.Errorf("%s says %s, and the functions are of version %s", name, got, sqlfuncs.Version)
			}
		}
	}
}
