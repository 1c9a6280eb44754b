package page

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// ofEach is a report with one of each of what it may have.
func ofEach() *Report {
	return &Report{
		Verdict: []string{""}, Facts: []Fact{{}}, Columns: []Column{{}}, Plan: []string{""}, Setting: []Stated{{}}, Treatments: []Treatment{{}}, Attacks: []Attack{{}}, Requirements: []Requirement{{}}, Cells: []Cell{{}}, Worst: []string{""}, Evidence: []Evidence{{}},
		Surface: []Curve{{Breach: []float64{0.5}}}, Limit: 0.5, Skyline: []Stairs{{K: []int64{1}, M: []int64{1}}},
		Groups: []GroupSize{{2, 1}}, GroupsBefore: []GroupSize{{1, 2}}, Smallest: 2, Losses: []Loss{{Before: each(1), After: each(1), Labels: []string{""}}},
		Checks: []string{""}, ChecksLack: "", NotCovered: []string{""}, Versions: []Fact{{}},
	}
}

// everywhere puts a text into each field of a report that is one.
func everywhere(r *Report, text string) *Report {
	var put func(v reflect.Value)
	put = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			v.SetString(text)
		case reflect.Struct:
			for _, field := range v.Fields() {
				put(field)
			}
		case reflect.Slice:
			for i := range v.Len() {
				put(v.Index(i))
			}
		default:
		}
	}
	put(reflect.ValueOf(r).Elem())
	return r
}

// harmless returns a text of letters that takes as much room as another.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return ' '
		case r >= 0x1100:
			return '字'
		}
		return 'x'
	}, text)
}

// asRead returns a text as a parser reads it that was written as it must be.
func asRead(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == '\t' || r == '\n':
			return r
		case r < 0x20 || r >= 0x7F && r < 0xA0, r >= 0xFDD0 && r <= 0xFDEF, r&0xFFFF >= 0xFFFE:
			return '\uFFFD'
		}
		return r
	}, text)
}

// FuzzTexts checks that whatever is written in a report, the page has the same elements as if
// it were letters, and that the text comes back as it was.
func FuzzTexts(f *testing.F) {
	for _, seed := range []string{
		"", "a", " ", "<", "&", "]]>", "</title><script>alert(1)</script>", "</style>", "<!--", "-->", "<![CDATA[", "&lt;", "&#0;", `" onload="x`, "' x='",
		"\x00", "\x1b", "\xff\xfe", "\u0085", "\uFFFE", "\uFDD0", "\U0001FFFF", "\r\n", "\r", "\n\n", "\u2028", "\u202Eevil\u202C", "日本語", "😀", "a\u0301",
		strings.Repeat("x", 1000), "javascript:", "%s %d", "{{.}}", "$1", "\\", "\ufeff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range criteria {
			if strings.EqualFold(strings.ReplaceAll(text, "_", " "), c.name) {
				return // it has a sentence that letters do not have
			}
		}
		written := func(text string) string {
			return strings.Replace(HTML(everywhere(ofEach(), text)), sheet, "", 1) // a constant, and most of the page
		}
		got := checkPageOrBlank(t, written(text), text)
		want := parse(t, written(harmless(text)))
		if diff := cmp.Diff(want.shape(), got.shape()); diff != "" {
			t.Fatalf("the page of %q has other elements:\n%s", text, diff)
		}
		if !utf8.ValidString(text) || text == "" {
			return
		}
		for _, tag := range []string{"h1", "code", "dd", "bdi"} {
			if read := got.all(tag)[0].text.String(); read != asRead(text) {
				t.Fatalf("%s has %q, want %q", tag, read, asRead(text))
			}
		}
	})
}

// checkPageOrBlank checks a page, but not that headings have a text if the text is blank.
func checkPageOrBlank(t *testing.T, page, text string) *node {
	t.Helper()
	if strings.TrimSpace(asRead(text)) == "" {
		return parse(t, page)
	}
	return checkPage(t, page)
}
