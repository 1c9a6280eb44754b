package sqlfuncs

import (
	"fmt"
	"strings"
	"testing"

	"skyline/sqlfuncs/sqltext"
)

// TestFindFirst: where a call names many columns, DuckDB finds them before there is a plan.
func TestFindFirst(t *testing.T) {
	planOf := func(columns int, found bool) string {
		t.Helper()
		names := make([]string, columns)
		for i := range names {
			names[i] = fmt.Sprintf(`"c%d"`, i)
		}
		plan, err := planCall("skyline_check", `{"tbl":"t","qi":[`+strings.Join(names, ",")+`],"sensitive":"s","l":0,"k":0,"m":0,"c":0.5,"skyline":null,"values_per_person":"one",`+
			`"person":null,"weight":null,"absent_values":"error","other_sensitive":"unknown","relations":null,"within":null,"suppressed_rows":"count","show_values":true}`, found)
		if err != nil {
			t.Fatal(err)
		}
		return sqltext.Finish(plan, "_1")
	}
	const few = 150
	if plan := planOf(few, false); plan != planOf(few, true) {
		t.Errorf("the plan of a few columns waits: %.600s", plan)
	}
	plan := planOf(5000, false)
	find, rest, ok := strings.Cut(plan, " CROSS JOIN ")
	if !ok || !strings.Contains(find, "__skyline_columns(") || !strings.Contains(rest, "__skyline_plan_found('skyline_check', ") || len(plan) > 200_000 {
		t.Errorf("the plan of many columns is %.600s, and has %d bytes", plan, len(plan))
	}
	if got := planOf(5000, true); strings.Contains(got, "__skyline_plan_found") || len(got) < len(plan) {
		t.Errorf("once they are found, it is %.600s", got)
	}
}
