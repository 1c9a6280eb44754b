package sqlfuncs

import (
	"strings"
	"testing"

	"skyline/sqlfuncs/sqltext"
)

// TestCheckedFirst: a long plan is a text that DuckDB parses after it has looked for the
// columns that are named; others are as they are.
func TestCheckedFirst(t *testing.T) {
	plan, c, err := planCall("skyline_check", checkedFirstCall)
	if err != nil {
		t.Fatal(err)
	}
	short := sqltext.Finish(plan, "_1")
	if got := c.CheckedFirst(short, "_1"); got != short {
		t.Errorf("a short plan is changed: %s", got)
	}
	long := short + strings.Repeat(" ", 1<<20)
	got := c.CheckedFirst(long, "_1")
	check, rest, ok := strings.Cut(got, " CROSS JOIN ")
	if !ok || !strings.Contains(check, "__skyline_columns(") || !strings.Contains(rest, "query('"+strings.ReplaceAll(short[:40], "'", "''")) {
		t.Errorf("a long plan is %.600s", got)
	}
}

const checkedFirstCall = `{"tbl":"t","qi":["a"],"sensitive":"s","l":0,"k":0,"m":0,"c":0.5,"skyline":null,"values_per_person":"one","person":null,"weight":null,"absent":"error","known":"nothing","relations":null,"suppressed_rows":"count","show_values":true}`
