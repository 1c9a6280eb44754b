package label

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// nasty are pieces of which values are made that look like labels.
var nasty = []string{"A", "B", ", ", ",", " ", "{", "}", "[", "]", ")", `"`, `""`, "NULL", " or NULL", "*", "\n", "\r\n", "\t", "é", "20", "'", "", "\u00a0"}

func nastyText(random *rand.Rand) string {
	var b strings.Builder
	for range random.IntN(5) {
		b.WriteString(nasty[random.IntN(len(nasty))])
	}
	return b.String()
}

// TestReadWhatIsWritten: what is written of random nasty values is read back, so no two sets
// of values have one label.
func TestReadWhatIsWritten(t *testing.T) {
	random := rand.New(rand.NewPCG(38, 1))
	labels := map[string]string{}
	check := func(text string, want Label) {
		t.Helper()
		got := Read(text)
		if got.Kind != want.Kind || !slices.Equal(got.Texts, want.Texts) || got.HasNull != want.HasNull || got.Open != want.Open {
			t.Fatalf("Read(%q) = %+v, want %+v", text, got, want)
		}
		if one := strings.Join(want.Texts, "\x00"); want.Kind == One {
			if other, ok := labels[text]; ok && other != one {
				t.Fatalf("%q is the label of %q and %q", text, one, other)
			}
			labels[text] = one
		}
	}
	for range 50_000 {
		var texts []string
		for range 2 + random.IntN(4) {
			texts = append(texts, nastyText(random))
		}
		ends := texts[:2]
		check(Alone(texts[0]), Label{Texts: texts[:1]})
		check(WithNull(Alone(texts[0])), Label{Texts: texts[:1], HasNull: true})
		check(Set(texts, false), Label{Kind: Some, Texts: texts})
		check(Set(texts, true), Label{Kind: Some, Texts: texts, HasNull: true})
		check(Set(texts[:1], true), Label{Kind: Some, Texts: texts[:1], HasNull: true})
		check(Range(ends[0], ends[1]), Label{Kind: Span, Texts: ends})
		check(WithNull(Range(ends[0], ends[1])), Label{Kind: Span, Texts: ends, HasNull: true})
		check(Below(ends[0], ends[1]), Label{Kind: Span, Texts: ends, Open: true})
	}
	check(Everything, Label{Kind: All})
	check(From("90"), Label{Kind: Least, Texts: []string{"90"}})
	check(UpTo("17"), Label{Kind: Most, Texts: []string{"17"}})
	check(Under("18"), Label{Kind: Most, Texts: []string{"18"}, Open: true})
	check(WithNull(From("90")), Label{Kind: Least, Texts: []string{"90"}, HasNull: true})
}

// TestSpelling: what needs no quotes has none, and what needs them is as a CSV file would have
// it.
func TestSpelling(t *testing.T) {
	for text, want := range map[string]string{
		Alone("Korea, South"):             "Korea, South",
		Alone("O'Brien"):                  "O'Brien",
		Alone(""):                         "",
		Alone(" A "):                      " A ",
		Alone("*2"):                       "*2",
		Alone("{A}"):                      "{A}",
		Alone("[unknown]"):                "[unknown]",
		Alone("*"):                        `"*"`,
		Alone("NULL"):                     `"NULL"`,
		Alone("A or NULL"):                `"A or NULL"`,
		Alone("{A, B}"):                   `"{A, B}"`,
		Alone("[1, 2)"):                   `"[1, 2)"`,
		Alone(`"A"`):                      `"""A"""`,
		Set([]string{"A", "A, B"}, false): `{A, "A, B"}`,
		Set([]string{"Japan", "Korea, South"}, true):     `{Japan, "Korea, South", NULL}`,
		Set([]string{"F", "M", "X"}, false):              "{F, M, X}",
		Set([]string{"A,B", "it's", "{A}", `5"`}, false): `{A,B, it's, {A}, 5"}`,
		Set([]string{"", "NULL", " A", "*"}, true):       `{"", "NULL", " A", *, NULL}`,
		Range("20", "29"):                                "[20, 29]",
		Range("a", "b, c"):                               `[a, "b, c"]`,
		Below("20", "30"):                                "[20, 30)",
	} {
		if text != want {
			t.Errorf("got %s, want %s", text, want)
		}
	}
}

// TestNoForm: what nobody writes is one value.
func TestNoForm(t *testing.T) {
	for _, text := range []string{"{", "}", "{}", "{A}", "{A, }", "{, A}", "{ A, B}", "{NULL, NULL}", "[NULL, A]", "[A, B, C]", "[A, B", `{"A, B}`, `{"A"B, C}`, `"A`, `"A"B`, "(A, B)"} {
		if l := Read(text); l.Kind != One || !slices.Equal(l.Texts, []string{text}) || l.HasNull || l.Quoted {
			t.Errorf("Read(%q) = %+v", text, l)
		}
	}
	// A set has NULL as a member.
	if l := Read("{A, B} or NULL"); l.Kind != One || l.Texts[0] != "{A, B}" || !l.HasNull {
		t.Errorf("a set or NULL: %+v", l)
	}
}

// TestShown: the values that stand in labels, by hand.
func TestShown(t *testing.T) {
	for _, test := range []struct {
		label   string
		commas  int
		want    string // joined by |
		hasNull bool
	}{
		{"A", 1, "", false},
		{"A, B", 1, "", false},
		{"*", 1, "", false},
		{`"*"`, 1, "*", false},
		{"A or NULL", 1, "A", true},
		{"[20, 29]", 0, "20|29", false},
		{"[20, 30)", 0, "", false},
		{">= 90", 0, "90", false},
		{"<= 17 or NULL", 0, "17", true},
		{"< 18", 0, "", false},
		{"[20, 29] or NULL", 0, "20|29", true},
		{"{A, B, NULL}", 0, "A|B|NULL", true},
		{`{A, "B, C"}`, 1, "A|B, C", false},
		{`["A, B", "NULL"]`, 1, "A, B|NULL", false},
		{"{A, B, C}", 1, "A|A, B|B|B, C|C", false}, // as it was before quotes
		{"[A, B, C]", 1, "A|A, B|B, C|C", false},
	} {
		texts, hasNull := Shown(test.label, test.commas)
		slices.Sort(texts)
		if got := strings.Join(slices.Compact(texts), "|"); got != test.want || hasNull != test.hasNull {
			t.Errorf("Shown(%q, %d) = %q, %v; want %q, %v", test.label, test.commas, got, hasNull, test.want, test.hasNull)
		}
	}
}

// FuzzRead: no text ends in a panic, and what is read is written again as it was.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"", "*", "{A, B}", `{"A, B", NULL}`, "[1, 2) or NULL", `"x"`, "{,", "[)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l := Read(text)
		var again string
		switch l.Kind {
		case All:
			again = Everything
		case Some:
			return // NULL may stand anywhere in it
		case Span:
			if again = Range(l.Texts[0], l.Texts[1]); l.Open {
				again = Below(l.Texts[0], l.Texts[1])
			}
		case Least:
			again = From(l.Texts[0])
		case Most:
			if again = UpTo(l.Texts[0]); l.Open {
				again = Under(l.Texts[0])
			}
		case One:
			if again = l.Texts[0]; l.Quoted {
				again = quoted(again)
			}
		}
		if l.HasNull {
			again = WithNull(again)
		}
		if got := Read(again); got.Kind != l.Kind || !slices.Equal(got.Texts, l.Texts) || got.HasNull != l.HasNull || got.Open != l.Open {
			t.Errorf("Read(%q) = %+v, and Read(%q) = %+v", text, l, again, got)
		}
	})
}
