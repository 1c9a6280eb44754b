package sqlfuncs

import (
	"testing"

	"skyline/sqlfuncs/sqltext"
)

// BenchmarkPlan is what a call costs before DuckDB sees its plan.
func BenchmarkPlan(b *testing.B) {
	const arguments = `{"tbl":"t","qi":["age","sex"],"sensitive":"d","l":0,"k":1,"m":0,"c":0.5,"skyline":null,"values_per_person":"one","person":null,"weight":null,"absent_values":"error","other_sensitive":"unknown","relations":null,"within":null,"suppressed_rows":"count","show_values":true,"plan":null}`
	for b.Loop() {
		plan, err := planCall("skyline_check", arguments, false)
		if err != nil {
			b.Fatal(err)
		}
		sqltext.Finish(plan, "_0123456789abcdef")
	}
}
