package tests

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs/call"
	"skyline/tests/trials"
)

// ofValues are the functions whose result is made of the values of a table, so that there is nothing to be shown without them:
// releases and what they are made of, hierarchies, and lists of people.
var ofValues = []string{
	"special_uniques", "skyline_anonymize", "mondrian_cuts", "generalize", "local_suppression", "top_coded",
	"release_next", "release_recipe", "recipe_apply", "recipe_map", "recipe_sql", "presence_anonymize",
	"pdf_generalize", "pdf_reconstruct", "jump_release", "gnf_table", "anatomize",
	"hierarchy_intervals", "hierarchy_prefix", "hierarchy_wide", "hierarchy_frequency", "hierarchy_filled",
	"cube_check", "cube_protect",
}

// nastyMark is what the values of a marked example end in.
const nastyMark = "☠<b>"

// marked returns the call of a function's example, up to its last parenthesis, with a mark behind each text in it that is a value of
// a table.
func marked(f *call.Function) string {
	text := f.Example[strings.Index(f.Example, "FROM "+f.Name+"("):]
	text = text[:endOf(text)]
	columns := []string{"zip"} // the attribute of a hierarchy
	for _, m := range regexp.MustCompile(`\)\s*(?:AS\s+)?\w+\(([\w, ]+)\)`).FindAllStringSubmatch(text, -1) {
		columns = append(columns, strings.Split(m[1], ", ")...)
	}
	var values []string
	for _, m := range regexp.MustCompile(`''(\pL[\pL ]*)''`).FindAllStringSubmatch(text, -1) {
		if !slices.Contains(columns, m[1]) && !slices.Contains(values, m[1]) {
			values = append(values, m[1])
		}
	}
	for _, value := range values {
		text = regexp.MustCompile(`(^|[^\pL])`+regexp.QuoteMeta(value)+`($|[^\pL☠])`).ReplaceAllString(text, "${1}"+value+nastyMark+"${2}")
	}
	return text
}

// endOf returns where the last parenthesis of a call stands.
func endOf(text string) int {
	depth, quoted := 0, false
	for i, r := range text {
		switch {
		case r == '\'':
			quoted = !quoted
		case quoted:
		case r == '(':
			depth++
		case r == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// byNames returns a call of a function of two tables with their names in the place of the queries that make them: a page of a
// report has the call in it, as it was typed.
func byNames(t *testing.T, db *sql.DB, text string) string {
	t.Helper()
	for _, name := range []string{"before", "after"} {
		first := strings.Index(text, "'(VALUES")
		last := first + strings.Index(text[first:], ")'") + len(")'")
		if _, err := db.Exec("CREATE OR REPLACE TABLE " + name + " AS FROM " + strings.ReplaceAll(strings.Trim(text[first:last], "'"), "''", "'")); err != nil {
			t.Fatal(err)
		}
		text = text[:first] + "'" + name + "'" + text[last:]
	}
	return text
}

// marksIn makes a table of what a query returns, and returns its columns in which there is a mark.
func marksIn(t *testing.T, db *sql.DB, table, query string) (columns []string, failed error) {
	t.Helper()
	if _, err := db.Exec("CREATE OR REPLACE TABLE " + table + " AS " + query); err != nil {
		return nil, err
	}
	rows, err := db.Query("FROM " + table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		cells := make([]any, len(names))
		for i := range cells {
			cells[i] = new(any)
		}
		if err := rows.Scan(cells...); err != nil {
			return nil, err
		}
		for i, name := range names {
			if text := fmt.Sprint(*cells[i].(*any)); strings.Contains(text, "☠") && !slices.Contains(columns, name) {
				columns = append(columns, name)
			}
		}
	}
	return columns, rows.Err()
}

// TestWithoutValues goes through all functions, with tables of marked values: a result has none of them if it is asked for without
// values, and one that cannot be asked so has none anyway, unless it is made of values.
func TestWithoutValues(t *testing.T) {
	trials.Long(t)
	seen, hidden, db := 0, 0, openDB(t, "")
	for _, f := range shapes() {
		hasData := slices.ContainsFunc(f.Columns, func(c call.ResultColumn) bool { return c.Data })
		canHide := f.Param(call.ParamShowValues.Name) != nil
		if hasData != canHide && f.Name != "release_report" {
			t.Errorf("%s: columns with data: %t, the parameter: %t", f.Name, hasData, canHide)
		}
		if slices.Contains(ofValues, f.Name) {
			if canHide {
				t.Errorf("%s is made of values, and can be asked for without", f.Name)
			}
			continue
		}
		text := marked(f)
		if f.Name == "release_report" {
			text = byNames(t, db, text)
		}
		if strings.Contains(text, nastyMark) {
			seen++
		}
		shown, err := marksIn(t, db, "shown", text+")")
		if err != nil {
			t.Errorf("%s: the marked example fails: %v\n%s", f.Name, err, text)
			continue
		}
		if !hasData {
			if len(shown) > 0 {
				t.Errorf("%s: there are values of the table in %v, which are not Data", f.Name, shown)
			}
			continue
		}
		if len(shown) > 0 {
			hidden++
		}
		for _, name := range shown {
			if at := columnAt(f, name); at < 0 || !f.Columns[at].Data {
				t.Errorf("%s: there are values of the table in %s, which is not Data", f.Name, name)
			}
		}
		bare := text + ", show_values := false)"
		left, err := marksIn(t, db, "bare", bare)
		if err != nil || len(left) > 0 {
			t.Errorf("%s: without values there are some in %v, %v", f.Name, left, err)
		}
		// Everything else is as it was, in its type.
		var rest []string
		for _, c := range f.Columns {
			if !c.Data && c.Name != columnsOfTable {
				rest = append(rest, `"`+c.Name+`"`)
			}
		}
		differs := 0
		scan(t, db, fmt.Sprintf("SELECT count(*) FROM ((SELECT %[1]s FROM shown EXCEPT ALL SELECT %[1]s FROM bare) UNION ALL (SELECT %[1]s FROM bare EXCEPT ALL SELECT %[1]s FROM shown))", strings.Join(rest, ", ")), func(rows *sql.Rows) error {
			return rows.Scan(&differs)
		})
		if differs > 0 {
			t.Errorf("%s: %d rows differ in columns without values", f.Name, differs)
		}
		if a, b := described(t, db, "shown"), described(t, db, "bare"); !slices.Equal(a, b) {
			t.Errorf("%s: columns and types are %v, and without values %v", f.Name, a, b)
		}
	}
	if seen < 25 || hidden < 10 {
		t.Errorf("%d examples are marked, and %d results have marks that are hidden", seen, hidden)
	}
}

// columnAt returns which column of a result has a name: one that is documented, or the one that
// stands for columns of the table; -1 for none.
func columnAt(f *call.Function, name string) int {
	at := slices.IndexFunc(f.Columns, func(c call.ResultColumn) bool { return c.Name == name })
	if at < 0 {
		at = slices.IndexFunc(f.Columns, func(c call.ResultColumn) bool { return c.Name == columnsOfTable })
	}
	return at
}

// described returns the names and types of the columns of a table.
func described(t *testing.T, db *sql.DB, table string) (columns []string) {
	t.Helper()
	scan(t, db, "SELECT column_name || ' ' || column_type FROM (DESCRIBE "+table+")", func(rows *sql.Rows) error {
		var column string
		err := rows.Scan(&column)
		columns = append(columns, column)
		return err
	})
	return columns
}
