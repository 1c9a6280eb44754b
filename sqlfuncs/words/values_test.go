package words

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestValue(t *testing.T) {
	long := strings.Repeat("ü", 61)
	for _, c := range []struct{ text, want string }{
		{"HIV", "HIV"}, {"", "“”"}, {"a\tb\nc\x00d", "a b c d"}, {"it's", "it's"}, {long[2:], long[2:]}, {long, strings.Repeat("ü", 59) + "…"},
	} {
		if got := Value(c.text); got != c.want {
			t.Errorf("Value(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzValue(f *testing.F) {
	f.Add("HIV")
	f.Add(strings.Repeat("\xff", 100))
	f.Fuzz(func(t *testing.T, text string) {
		got := Value(text)
		if n := utf8.RuneCountInString(got); n == 0 || n > maxText || strings.ContainsFunc(got, unicode.IsControl) {
			t.Fatalf("Value(%q) = %q", text, got)
		}
	})
}

func TestGroupText(t *testing.T) {
	if got := Attribute("sex", "F", false) + "; " + Attribute("sex", "", true); got != "sex F; no sex (NULL)" {
		t.Error(got)
	}
	many := strings.Split("abcdefghij", "")
	for _, c := range []struct {
		attributes []string
		want       string
	}{
		{many[:1], "a"}, {many[:2], "a, b"}, {many[:9], "a, b, c, d, e, f, g, h, i"}, {many, "a, b, c, d, e, f, g, h and 2 more columns"},
	} {
		if got := GroupText(c.attributes); got != c.want {
			t.Errorf("GroupText(%q) = %q, want %q", c.attributes, got, c.want)
		}
	}
}
