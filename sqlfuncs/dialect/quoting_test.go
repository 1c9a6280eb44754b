package dialect

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// statementOf has a name in every place where one can be, and a text.
func statementOf(name, text string) Statement {
	return Statement{
		Comment: []string{"a comment"}, Into: []string{"s", name},
		Query: Select{
			Items: []Item{{X: Literal{Type{Kind: Text}, &text}, As: name}, {X: Column{"t", name}, As: "b"}},
			From:  Table{Source{Name: []string{name, "x"}}, "t"},
		},
	}
}

// namesOf are the names in it, in their order.
func namesOf(dialect, name string) []string {
	if dialect == "tsql" {
		return []string{name, "t", name, "b", "s", name, name, "x", "t"}
	}
	return []string{"s", name, name, "t", name, "b", name, "x", "t"}
}

func checkQuoting(t *testing.T, d *Dialect, name, text string) {
	t.Helper()
	got, err := d.Write(statementOf(name, text))
	if err != nil {
		if strings.Contains(err.Error(), text) && len(text) > 12 && !strings.Contains(name, text) {
			t.Errorf("%s: the error shows the text: %v", d.Name, err)
		}
		good := func(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }
		if good(name) && good(text) && len(name) <= 63 && !strings.Contains(name, "${") {
			t.Errorf("%s: %q as %q: %v", d.Name, text, name, err)
		}
		return
	}
	is, err := readStatement(d.Name, got)
	if err != nil {
		t.Fatalf("%s: %q as %q: %v\n%s", d.Name, text, name, err, got)
	}
	if want := namesOf(d.Name, name); !slices.Equal(is.names, want) {
		t.Errorf("%s: names %q, want %q", d.Name, is.names, want)
	}
	if is.text != text {
		t.Errorf("%s: text %q, want %q\n%s", d.Name, is.text, text, got)
	}
	plain, err := d.Write(statementOf("n", "x"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := readStatement(d.Name, plain)
	if err != nil {
		t.Fatal(err)
	}
	if normal(is.rest) != normal(want.rest) {
		t.Errorf("%s: the rest is %q, want %q", d.Name, is.rest, want.rest)
	}
}

// normal is the rest of a statement whether a literal is written in pieces or not.
func normal(rest string) string {
	return strings.ReplaceAll(rest, "(CAST("+textMark+" AS NVARCHAR(MAX)) + "+textMark+")", textMark)
}

var awkward = []string{
	"a", "", " ", "a ", "it's", "''", `"`, `""`, "`", "``", "[", "]", "]]", `\`, `\\`, `\'`, `'\`, `\"`, "\\`", "`\\", "\n", "\\\n", "\r\n", "\t", "--", "/*", "*/", ";",
	"'; DROP TABLE x; --", "é", "é", "日本語", "😀", "$1", "$$", "${x}", "?", "%", "{{ x }}", "select", "NULL", "\x00", "a\x00b", "\xff", "\x7f", "\u2028", "N'x'", "E'x'", "X'41'",
	strings.Repeat("long ", 40),
}

func TestQuoting(t *testing.T) {
	for _, d := range all {
		for _, s := range awkward {
			if s != "" {
				checkQuoting(t, d, s, "x")
			}
			checkQuoting(t, d, "n", s)
		}
	}
}

func FuzzQuoting(f *testing.F) {
	for i, s := range awkward {
		f.Add(s, awkward[len(awkward)-1-i])
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		if name == "" {
			return
		}
		for _, d := range all {
			checkQuoting(t, d, name, text)
		}
	})
}

// FuzzParseName reads names, and writes them again.
func FuzzParseName(f *testing.F) {
	for _, s := range []string{"a", "a.b.c", `"a.b".c`, `"a""b"`, `a"b`, "", ".", "a.", `"a`, `"a"b`, "(SELECT 1)", " a "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		parts, err := ParseName(s)
		if err != nil {
			return
		}
		quoted := make([]string, len(parts))
		for i, part := range parts {
			quoted[i] = doubled(`"`, `"`, part)
		}
		again, err := ParseName(strings.Join(quoted, "."))
		if err != nil || !slices.Equal(again, parts) {
			t.Errorf("ParseName(%q) = %q, and again %q, %v", s, parts, again, err)
		}
	})
}
