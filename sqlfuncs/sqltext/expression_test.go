package sqltext_test

import (
	"testing"

	"skyline/sqlfuncs/sqltext"
)

// TestExpression: a user's expression cannot end its parentheses.
func TestExpression(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`lower("a")`:    "(lower(\"a\")\n)",
		`a -- b`:        "(a -- b\n)",
		`')' || "("`:    "(')' || \"(\"\n)",
		`a /* ) */ + 1`: "(a /* ) */ + 1\n)",
	} {
		got, err := sqltext.Expression(text)
		if err != nil || sqltext.Finish(got, "") != want {
			t.Errorf("%s: %q, %v, want %q", text, sqltext.Finish(got, ""), err, want)
		}
	}
	for _, text := range []string{`a) FROM b --`, `a), (b`, `(a`, `'a`, `a /*`, `"a`, "a\x00", `)(`} {
		if got, err := sqltext.Expression(text); err == nil {
			t.Errorf("%q is taken for %q", text, got)
		}
	}
}
