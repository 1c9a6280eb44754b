package main

import (
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/google/go-cmp/cmp"
)

func readDescription(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../community/description.yml.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestDescription: the example of what a publisher hands in runs.
func TestDescription(t *testing.T) {
	_, rest, _ := strings.Cut(readDescription(t), "hello_world: |\n")
	example, _, found := strings.Cut(rest, "  extended_description:")
	if !found {
		t.Fatal("description.yml.tmpl has no hello_world before its extended_description")
	}
	connector, err := duckdb.NewConnector(unsigned, nil)
	db := openDB(t, connector, err)
	if _, err := db.ExecContext(t.Context(), "LOAD '"+built(t)+"';\n"+example); err != nil {
		t.Error(err)
	}
}

// TestExcludedPlatforms: a platform that DuckDB's repository builds for unless it is told not
// to is one that bundles can be built for, or is excluded.
func TestExcludedPlatforms(t *testing.T) {
	_, rest, _ := strings.Cut(readDescription(t), "excluded_platforms: \"")
	list, _, _ := strings.Cut(rest, "\"")
	excluded := strings.Split(list, ";")
	for _, platform := range []string{
		"linux_amd64", "linux_arm64", "osx_amd64", "osx_arm64",
		"windows_amd64", "windows_amd64_mingw", "wasm_mvp", "wasm_eh", "wasm_threads",
	} {
		if _, err := asked(platform); err != nil && !slices.Contains(excluded, platform) {
			t.Errorf("%s is not excluded: %v", platform, err)
		}
	}
}

// TestFunctionDescriptions: the functions that LOAD adds are those that the page in DuckDB's
// repository describes: it lists all that are new, and leaves those undescribed that the
// table has not.
func TestFunctionDescriptions(t *testing.T) {
	file, err := os.Open("../community/docs/function_descriptions.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rows[0], []string{"function", "description", "comment", "example"}) {
		t.Errorf("the columns are %q", rows[0])
	}
	var described []string
	for _, row := range rows[1:] {
		described = append(described, row[0])
	}
	slices.Sort(described)

	connector, err := duckdb.NewConnector(unsigned, nil)
	db := openDB(t, connector, err)
	var added []string
	before := "CREATE TEMP TABLE before AS SELECT function_name FROM duckdb_functions(); LOAD '" + built(t) + "'"
	if _, err := db.ExecContext(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	found, err := db.QueryContext(t.Context(), "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name NOT IN (FROM before) ORDER BY ALL")
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	for found.Next() {
		var name string
		if err := found.Scan(&name); err != nil {
			t.Fatal(err)
		}
		added = append(added, name)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(added)
	if diff := cmp.Diff(described, added); diff != "" {
		t.Errorf("functions (-described +added by LOAD):\n%s", diff)
	}
}
