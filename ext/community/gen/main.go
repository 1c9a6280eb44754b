// Command gen writes docs/function_descriptions.csv, from which DuckDB's repository of
// community extensions makes the list of functions on Skyline's page. Run it by
// go generate ./ext/community/gen.
package main

//go:generate go run .

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skyline/sqlfuncs"
)

func main() {
	text, err := descriptions()
	if err == nil {
		err = os.WriteFile(filepath.Join("..", "docs", "function_descriptions.csv"), text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// internal is what is said of a function that is not for users. The page lists whatever
// LOAD registers, and has no way to leave one out.
const internal = "Internal: part of how the public functions work. It may change or go with any version; do not call it."

// descriptions returns the table: a row for each function that LOAD adds.
func descriptions() ([]byte, error) {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	rows := [][]string{{"function", "description", "comment", "example"}}
	for _, f := range sqlfuncs.Functions() {
		rows = append(rows, []string{f.Name, f.Summary, "", oneLine(f.Example)})
	}
	former := sqlfuncs.Former()
	for _, name := range slices.Sorted(maps.Keys(former)) {
		rows = append(rows, []string{name, "A former name: call " + former[name] + " instead, as its error says.", "", ""})
	}
	for _, s := range sqlfuncs.Scalars() {
		rows = append(rows, []string{s.Name, internal, "", ""})
	}
	for _, a := range sqlfuncs.Aggregates() {
		rows = append(rows, []string{a.Name, internal, "", ""})
	}
	rows = append(rows, []string{"__skyline_histogram", internal, "", ""}) // the one that is written in C
	err := w.WriteAll(rows)
	return text.Bytes(), err
}

// oneLine returns a statement without line ends, which would end a row of the page's table.
func oneLine(statement string) string {
	lines := strings.Split(statement, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, " ") + ";"
}
