package utility

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// dates is a column of three days, NULL and a value that looks like a label.
func dates() *Column {
	c := &Column{
		Values: []Value{
			{Text: "2024-01-01", Rank: 10, Position: 1},
			{Text: "2024-01-05", Rank: 20, Position: 5},
			{Text: "[x, y]", Rank: 25, Position: 6},
			{Text: "2024-02-01", Rank: 30, Position: 32},
			{Text: "*2", Rank: 40, Position: 33},
			{Null: true, Position: math.NaN()},
		},
		Occurs: []bool{true, true, true, true, false, true},
		Hierarchy: []Node{
			{Value: "2024-01-01", Level: 1, Label: "January"},
			{Value: "2024-01-05", Level: 1, Label: "January"},
			{Value: "2024-01-31", Level: 1, Label: "January"},
			{Value: "2024-02-01", Level: 1, Label: "February"},
			{Null: true, Level: 1, Label: "unknown"},
			{Null: true, Level: 2, Label: "unknown"},
			{Value: "2024-01-01", Level: 2, Label: "2024"},
			{Value: "2024-02-01", Level: 2, Label: "2024"},
			{Value: "2024-01-01", Level: 3, Label: "2024"},
			{Value: "2024-02-01", Level: 3, Label: "2024"},
			{Value: "2024-01-01", Level: 4, Label: "[x, y]"},
		},
	}
	return c
}

// TestLabels: how each form of a label is read, by the rules of prepare.
func TestLabels(t *testing.T) {
	for _, test := range []struct {
		label Label
		kind  kind
		want  []int32 // nil: it matches nothing
		level int
	}{
		{Label{Text: "2024-01-05"}, single, []int32{1}, 0},
		{Label{Text: "2024-1-5", Rank: new(int64(20))}, single, []int32{1}, 0},
		{Label{Null: true}, single, []int32{5}, 0},
		{Label{Text: "[x, y]", Low: &End{10, 1}, High: &End{30, 32}}, single, []int32{2}, 0}, // the value wins
		{Label{Text: "*"}, all, []int32{0, 1, 2, 3, 4, 5}, 0},
		{Label{Text: "January", Rank: new(int64(30))}, node, []int32{0, 1}, 1}, // the hierarchy wins
		{Label{Text: "2024"}, node, []int32{0, 3}, 2},                          // the lower of equals
		{Label{Text: "unknown"}, node, []int32{5}, 1},
		{Label{Text: "i", Low: &End{15, 3}, High: &End{30, 32}}, interval, []int32{1, 2, 3}, 0},
		{Label{Text: "i", Low: &End{15, 3}, High: &End{21, 9}, OrNull: true}, interval, []int32{1, 5}, 0},
		{Label{Text: "2024-01-05 or NULL", Low: &End{20, 5}, High: &End{20, 5}, OrNull: true}, interval, []int32{1, 5}, 0},
		{Label{Text: "2024-01-06 or NULL", Low: &End{21, 6}, High: &End{21, 6}, OrNull: true}, 0, nil, 0}, // no value
		{Label{Text: "i", Low: &End{31, 3}, High: &End{32, 9}}, interval, []int32{}, 0},
		{Label{Text: "i", Low: &End{30, 3}, High: &End{10, 9}}, 0, nil, 0}, // upside down
		{Label{Text: "i", Low: &End{30, 3}}, 0, nil, 0},
		{Label{Text: "{2024-01-01, NULL}"}, set, []int32{0, 5}, 0},
		{Label{Text: "{[x, y], 2024-02-01, 2024-01-01}"}, set, []int32{0, 2, 3}, 0},
		{Label{Text: "{2024-01-01}"}, 0, nil, 0}, // one value is its own label
		{Label{Text: "{2024-01-01, ?}"}, 0, nil, 0},
		{Label{Text: "{}"}, 0, nil, 0},
		{Label{Text: "{"}, 0, nil, 0},
		{Label{Text: "March"}, 0, nil, 0},
		{Label{Text: "2024-01-31", Position: 31}, single, []int32{}, 0}, // a value of the hierarchy alone
	} {
		c := dates()
		c.Labels = []Label{test.label}
		c.prepare()
		r := &c.regions[0]
		if c.unknown[0] != (test.want == nil) {
			t.Errorf("%+v: unknown is %v", test.label, c.unknown[0])
			continue
		}
		if got := r.values(); test.want != nil && (!slices.Equal(got, test.want) || r.kind != test.kind || r.level != test.level) {
			t.Errorf("%+v: kind %d, level %d, values %v; want %d, %d, %v", test.label, r.kind, r.level, got, test.kind, test.level, test.want)
		}
		for v := range int32(len(c.Values)) {
			if test.want != nil && r.contains(v) != slices.Contains(test.want, v) {
				t.Errorf("%+v: contains(%d) is %v", test.label, v, r.contains(v))
			}
		}
	}
	c := &Column{Labels: []Label{{Null: true}}}
	if c.prepare(); !c.unknown[0] {
		t.Error("NULL where the original has none: it is known")
	}
	c.Hierarchy = []Node{{Null: true, Level: 1, Label: "any"}}
	if c.prepare(); c.unknown[0] || len(c.regions[0].values()) > 0 || !math.IsNaN(c.position(&c.regions[0])) {
		t.Errorf("NULL where the hierarchy alone has it: %+v", c.regions[0])
	}
	c = dates()
	c.Labels = []Label{{Text: "2024-01-31", Position: 31}}
	c.prepare()
	r := &c.regions[0]
	ncp, generalized := c.penalty(r)
	if level, ok := c.level(r); c.position(r) != 31 || ncp != 0 || generalized != 0 || level != 0 || !ok {
		t.Errorf("a value of the hierarchy alone: position %v, losses %v, %v, level %v", c.position(r), ncp, generalized, level)
	}
}

// FuzzParseSet: what is read is written the same again, by two or more values.
func FuzzParseSet(f *testing.F) {
	for _, seed := range []string{"{a, b}", "{a, b, NULL}", "{a, b, a, b}", "{, , }", "{}", "{a", "", "{a, b, c}", "{{a, }}"} {
		f.Add(seed)
	}
	names := []string{"a", "b", "a, b", "", "{a", "}", "c, a", "x"}
	texts := map[string]int32{}
	for i, name := range names {
		texts[name] = int32(i)
	}
	const null = 8
	f.Fuzz(func(t *testing.T, text string) {
		list, ok := parseSet(text, texts, null, 1)
		if !ok {
			return
		}
		elements := make([]string, len(list))
		for i, v := range list {
			elements[i] = "NULL"
			if v != null {
				elements[i] = names[v]
			}
		}
		if got := "{" + strings.Join(elements, separator) + "}"; got != text || len(list) < 2 {
			t.Errorf("parseSet(%q) = %v, which is %q", text, list, got)
		}
	})
}

// TestSuppressed: where a release has more NULLs in a column than its original, cells are
// suppressed, and NULL counts as "*"; elsewhere it is a value.
func TestSuppressed(t *testing.T) {
	ages := func(null bool) Column {
		c := Column{Values: []Value{{Text: "20", Rank: 20, Position: 20}, {Text: "30", Rank: 30, Position: 30}}}
		if null {
			c.Values = append(c.Values, Value{Null: true, Position: math.NaN()})
		}
		for _, v := range c.Values {
			l := Label{Text: v.Text, Null: v.Null, Position: v.Position}
			if rank := v.Rank; !v.Null {
				l.Rank = &rank
			}
			c.Labels = append(c.Labels, l)
		}
		if !null {
			c.Labels = append(c.Labels, Label{Null: true, Position: math.NaN()})
		}
		return c
	}
	for _, test := range []struct {
		column            Column
		original, release []int64 // people of 20, 30 and NULL
		ncp               float64
	}{
		{ages(false), []int64{2, 2, 0}, []int64{2, 1, 1}, 0.25},
		{ages(true), []int64{2, 1, 1}, []int64{2, 1, 1}, 0},
		{ages(true), []int64{2, 1, 1}, []int64{2, 0, 2}, 0.5}, // nobody can tell which is which
		{ages(true), []int64{2, 1, 1}, []int64{2, 0, 1}, 0.25},
	} {
		cells := func(people []int64) Cells {
			c := Cells{Codes: [][]int32{nil}}
			for code, n := range people {
				if n > 0 {
					c.Codes[0], c.N = append(c.Codes[0], int32(code)), append(c.N, n)
				}
			}
			return c
		}
		r, err := New(Layout{QI: 1}, []Column{test.column}, cells(test.original), cells(test.release))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Loss(0).NCP; got != test.ncp {
			t.Errorf("%v of %v: NCP %v, want %v", test.release, test.original, got, test.ncp)
		}
	}
}
