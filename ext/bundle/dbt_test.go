package main

import (
	"os"
	"regexp"
	"testing"

	"skyline/sqlfuncs"
)

// TestDbtVersion: dbt takes no placeholder for a package's version, not even in a folder, so that it is written there.
func TestDbtVersion(t *testing.T) {
	project, err := os.ReadFile("../dbt/dbt_project.yml")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^version: '(.*)'$`).FindSubmatch(project)
	if version == nil {
		t.Fatal("ext/dbt/dbt_project.yml has no version")
	}
	if got := string(version[1]); got != sqlfuncs.Version {
		t.Errorf("ext/dbt/dbt_project.yml has the version %s, want %s", got, sqlfuncs.Version)
	}
}
