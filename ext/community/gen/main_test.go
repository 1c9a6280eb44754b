package main

import (
	"bytes"
	"database/sql"
	"os"
	"testing"

	"skyline/ext"
	"skyline/sqlfuncs"
)

func TestFileIsUpToDate(t *testing.T) {
	want, err := descriptions()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../docs/function_descriptions.csv")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the file is stale: run go generate ./ext/community/gen")
	}
}

// TestExamples: an example returns rows, and as many in one line.
func TestExamples(t *testing.T) {
	connector, err := ext.NewConnector("")
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	count := func(name, statement string) (rows int) {
		found, err := db.QueryContext(t.Context(), statement)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		defer found.Close()
		for found.Next() {
			rows++
		}
		if err := found.Err(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return rows
	}
	for _, f := range sqlfuncs.Functions() {
		if got, want := count(f.Name, oneLine(f.Example)), count(f.Name, f.Example); got != want || want == 0 {
			t.Errorf("%s: %d rows in one line, %d in several", f.Name, got, want)
		}
	}
}
