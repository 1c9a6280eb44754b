package robust

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/tests/trials"
)

// broken are arguments that are wrong for most parameters: each takes the place of each
// argument of each function's example.
var broken = []string{
	"'no such thing'", "['no such thing']", "3", "'(SELECT 1 AS one)'", "{'no such thing': 1}", "NULL",
	"-1.5", "true", "''", "'(SELECT 1'", "'nothing_of_that_name(1)'",
	"[]", "[NULL]", "[1.5, 2]", "[{'no such thing': 'x'}]", "MAP {'no such thing': 1}",
}

// strange are values of types that a column may not have; the text is one that no message may show.
var strange = []string{
	"['sekret']", "'sekret'",
	"NULL", "'sekret'::BLOB", "-1", "1.5e300", "true", "INTERVAL 1 DAY", "{'a': 'sekret'}", "MAP {'a': 'sekret'}",
}

// foreign are errors that are not ours, and say all the same what is wrong in the words of
// the caller: of a table, a function or a file that is not there, and of a call whose
// parameters the macro does not have.
var foreign = regexp.MustCompile(`^(Catalog Error: Table with name no such thing does not exist!` +
	`|Catalog Error: Table Function with name nothing_of_that_name does not exist!` +
	`|Binder Error: Macro "?\w+"?\(\) does not support the supplied arguments)`)

// ofPlans is what is in plans, and must not be in a message.
var ofPlans = regexp.MustCompile(`__skyline|\btbl\.|"tbl"|WITH RECURSIVE|system\.main|internal error|sekret`)

// shownLine is the line of a statement in which DuckDB found an error.
var shownLine = regexp.MustCompile(`\n\nLINE \d+: (.*)\n`)

// TestErrors breaks each argument of each function's example. What comes of it may be a
// result; an error names the function, and shows nothing of the plan.
func TestErrors(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	arguments, values := trials.Part(t, 8, broken), trials.Part(t, 10, strange)
	for _, f := range sqlfuncs.Functions() {
		t.Run(f.Name, func(t *testing.T) {
			before, given, after := callIn(t, f)
			checked := map[string]bool{}
			check := func(arguments []string) {
				t.Helper()
				statement := before + f.Name + "(" + strings.Join(arguments, ", ") + ")" + after
				if checked[statement] {
					return // the example, again, where it does not give the parameter that is left out
				}
				checked[statement] = true
				if err := drain(t.Context(), db, statement); err != nil {
					checkMessage(t, f.Name, statement, err.Error())
				}
			}
			check(append(slices.Clone(given), "no_such_parameter := 1"))
			for _, p := range trials.Part(t, 4, f.Params) {
				var others []string
				for _, argument := range given {
					if !strings.HasPrefix(argument, p.Name+" := ") {
						others = append(others, argument)
					}
				}
				check(others)
				for _, value := range slices.Concat(arguments, strangeTables(t, db, p.Name, given, values)) {
					check(append(slices.Clone(others), p.Name+" := "+value))
				}
			}
		})
	}
}

// strangeTables are the tables that come of the one that an argument gives as a query,
// each with a strange value in one of its columns.
func strangeTables(t *testing.T, db *sql.DB, param string, given, values []string) []string {
	at := slices.IndexFunc(given, func(argument string) bool { return strings.HasPrefix(argument, param+" := '(") })
	if at < 0 {
		return nil
	}
	query := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(given[at], param+" := '"), "'"), "''", "'")
	rows, err := db.QueryContext(t.Context(), "FROM "+query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err == nil {
		err = rows.Err()
	}
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for _, column := range columns {
		for _, value := range values {
			table := fmt.Sprintf(`(SELECT * REPLACE (%s AS "%s") FROM %s)`, value, column, query)
			tables = append(tables, "'"+strings.ReplaceAll(table, "'", "''")+"'")
		}
	}
	return tables
}

// checkMessage looks at a message, which may show a part of the caller's statement.
func checkMessage(t *testing.T, function, statement, message string) {
	t.Helper()
	text, line := message, ""
	if found := shownLine.FindStringSubmatchIndex(message); found != nil {
		text, line = message[:found[0]], strings.Trim(message[found[2]:found[3]], ".")
	}
	switch {
	case ofPlans.MatchString(text) || !strings.Contains(statement, line):
		t.Errorf("%s\nshows its plan: %s", statement, message)
	case !strings.Contains(text, function+": ") && !foreign.MatchString(text):
		t.Errorf("%s\ndoes not name the function: %s", statement, text)
	}
}
