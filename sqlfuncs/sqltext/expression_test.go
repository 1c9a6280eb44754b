package sqltext

import (
	"strings"
	"testing"
)

// TestExpression: what is one expression stays as it is, in parentheses; what would end it is refused.
func TestExpression(t *testing.T) {
	for _, text := range []string{
		`TRY_CAST("age" AS INTEGER)`, `a + 1`, `CASE WHEN a IN (1, 2) THEN NULL ELSE a END`, `'x) ; --'`, `"a) -- b"`, `$$)$$`,
		`E'\')'`, "a -- the )\n + 1", `a /* ) */`, `(SELECT max(a) FROM t)`, `a[1:2]`, `{'x': a}`,
	} {
		got, err := Expression(text)
		if err != nil || !strings.HasPrefix(Finish(got, ""), "("+text) {
			t.Errorf("%s: %q, %v", text, Finish(got, ""), err)
		}
	}
	if got, _ := Expression("a --"); Finish(got, "") != "(a --\n)" {
		t.Errorf("a comment does not end: %q", Finish(got, ""))
	}
	for _, text := range []string{
		"", "  ", "a) AS a, (b", "a)", "(a", ")", "a; DROP TABLE t", ";", "'a", `"a`, "a /*", "a = ?", "$1", "a\x00", "`a`", "a\u00a0", "$$a", "))((",
	} {
		if got, err := Expression(text); err == nil {
			t.Errorf("%q is an expression: %q", text, got)
		}
	}
}

// FuzzExpression: whatever is let through stands between a parenthesis and the one that closes it,
// and has no semicolon outside of quotes and comments.
func FuzzExpression(f *testing.F) {
	for _, text := range []string{"a + 1", "a) AS x, (b", "a -- )\n", "'a;' || b", "E'\\''", "a;b", "$x$ ) $x$", "/* /* */ ) */ a", "1$", "u&'x'"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Expression(text)
		if err != nil {
			return
		}
		whole := Finish(got, "")
		depth := 0
		for i := 0; i < len(whole); {
			n, err := tokenLength(whole[i:])
			if err != nil || n == 0 {
				t.Fatalf("%q: %v behind %q", whole, err, whole[:i])
			}
			switch whole[i] {
			case '(':
				depth++
			case ')':
				depth--
			case ';':
				t.Fatalf("%q has a semicolon", whole)
			}
			if i += n; depth == 0 && i < len(whole) {
				t.Fatalf("%q ends before its end", whole)
			}
		}
		if depth != 0 {
			t.Fatalf("%q does not end", whole)
		}
	})
}
