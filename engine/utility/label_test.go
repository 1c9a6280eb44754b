package utility

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/engine/label"
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
		{Label{Text: "[x, y]", Low: &End{10, 1}, High: &End{30, 32}}, node, []int32{0}, 4}, // the value would be in quotes
		{Label{Text: "*"}, all, []int32{0, 1, 2, 3, 4, 5}, 0},
		{Label{Text: "January", Rank: new(int64(30))}, node, []int32{0, 1}, 1}, // the hierarchy wins
		{Label{Text: "2024"}, node, []int32{0, 3}, 2},                          // the lower of equals
		{Label{Text: "unknown"}, node, []int32{5}, 1},
		{Label{Text: "[2024-01-03, 2024-02-01]", Low: &End{15, 3}, High: &End{30, 32}}, interval, []int32{1, 2, 3}, 0},
		{Label{Text: "[2024-01-03, 2024-01-09] or NULL", Low: &End{15, 3}, High: &End{21, 9}}, interval, []int32{1, 5}, 0},
		{Label{Text: "2024-01-05 or NULL", Low: &End{20, 5}, High: &End{20, 5}}, interval, []int32{1, 5}, 0},
		{Label{Text: "2024-01-06 or NULL", Low: &End{21, 6}, High: &End{21, 6}}, 0, nil, 0}, // no value
		{Label{Text: "[2024-02-02, 2024-02-03]", Low: &End{31, 3}, High: &End{32, 9}}, interval, []int32{}, 0},
		{Label{Text: "[2024-01-01, 2024-02-01)", Low: &End{10, 1}, High: &End{30, 32}}, interval, []int32{0, 1, 2}, 0},
		{Label{Text: ">= 2024-01-04", Low: &End{19, 4}}, interval, []int32{1, 2, 3, 4}, 0},
		{Label{Text: ">= 2024-01-05 or NULL", Low: &End{20, 5}}, interval, []int32{1, 2, 3, 4, 5}, 0},
		{Label{Text: "<= 2024-01-05", High: &End{20, 5}}, interval, []int32{0, 1}, 0},
		{Label{Text: "< 2024-01-05", High: &End{20, 5}}, interval, []int32{0}, 0},
		{Label{Text: "< x"}, 0, nil, 0},                                                           // no date
		{Label{Text: "[2024-02-01, 2024-01-01]", Low: &End{30, 3}, High: &End{10, 9}}, 0, nil, 0}, // upside down
		{Label{Text: "[2024-02-01, x]", Low: &End{30, 3}}, 0, nil, 0},
		{Label{Text: `"[x, y]"`}, single, []int32{2}, 0},
		{Label{Text: `"2024-1-5"`, Rank: new(int64(20))}, single, []int32{1}, 0},
		{Label{Text: `{2024-01-01, "[x, y]"}`}, set, []int32{0, 2}, 0},
		{Label{Text: `"[x, y]" or NULL`}, interval, []int32{2, 5}, 0},
		{Label{Text: `"2024-01-31"`, Position: 31}, single, []int32{}, 0},
		{Label{Text: "{2024-01-01, NULL}"}, set, []int32{0, 5}, 1},
		{Label{Text: "{[x, y], 2024-02-01, 2024-01-01}"}, set, []int32{0, 2, 3}, 0},
		{Label{Text: "{January, February}"}, set, []int32{0, 1, 3}, 2},
		{Label{Text: "{2024-02-01, January}"}, set, []int32{0, 1, 3}, 2},
		{Label{Text: "{January, NULL}"}, set, []int32{0, 1, 5}, 2},
		{Label{Text: "{January, 2024-01-05}"}, 0, nil, 0}, // which it has
		{Label{Text: "{February, unknown, NULL}"}, 0, nil, 0},
		{Label{Text: `{"[x, y]", 2024-02-01}`}, set, []int32{2, 3}, 0},
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

// texts is a column of values, and NULL behind them, with labels.
func texts(values, labels []string) *Column {
	c := &Column{Occurs: make([]bool, len(values)+1)}
	for i, text := range values {
		c.Values = append(c.Values, Value{Text: text, Rank: int64(10 * i), Position: math.NaN()})
	}
	c.Values = append(c.Values, Value{Null: true, Position: math.NaN()})
	for _, text := range labels {
		l := Label{Text: text}
		if said := label.Read(text); said.Kind == label.Span {
			end := func(text string) *End {
				at, ok := slices.BinarySearch(values, text)
				rank := int64(10 * at)
				if !ok {
					rank -= 5
				}
				return &End{rank, math.NaN()}
			}
			l.Low, l.High = end(said.Texts[0]), end(said.Texts[1])
		}
		c.Labels = append(c.Labels, l)
	}
	return c
}

// TestTextsThatLookLikeLabels: labels of values that look like labels, those of today and those of
// releases that were made before values were quoted. The last column is what they stand for, by
// hand: a value, or a set.
func TestTextsThatLookLikeLabels(t *testing.T) {
	values := []string{"*", "A", "A, B", "B", "NULL", "[A, B]", "a or NULL", "{A, B}", "{x, y}", "~"}
	values[9] = ">= 90" // a category; the order of these texts does not matter
	const null = 10
	for _, test := range []struct {
		label string
		exact bool
		want  []int32 // nil: it has several readings, or none
	}{
		{"*", false, []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		{">= 90", false, []int32{9}},
		{">= 90 or NULL", false, []int32{9, null}},
		{"{A, >= 90}", false, []int32{1, 9}},
		{">= 80", false, nil},
		{"*", true, []int32{0}},
		{`"*"`, false, []int32{0}},
		{`{A, "A, B"}`, false, []int32{1, 2}},
		{"{A, A, B}", false, []int32{1, 2}}, // once each: no other reading has different values
		{"{A, B}", false, []int32{1, 3}},
		{"{A, B}", true, []int32{7}},
		{`"{A, B}"`, false, []int32{7}},
		{"{x, y}", false, []int32{8}}, // a former label: x and y are no values
		{"{A, B, A, B}", false, nil},  // {A, B, "A, B"} in three ways
		{`{A, B, "NULL"}`, false, []int32{1, 3, 4}},
		{"{A, B, NULL}", false, []int32{1, 3, null}},
		{"a or NULL", false, []int32{6}}, // a former label: a is no value
		{`"a or NULL" or NULL`, false, []int32{6, null}},
		{"A or NULL", false, []int32{1, null}},
		{"[A, B]", false, []int32{1, 2, 3}},
		{"[A, B]", true, []int32{5}},
		{"[A, B, NULL]", false, []int32{2, 3, 4}}, // "B, NULL" is no value
		{"[A, B, [A, B]]", false, []int32{2, 3, 4, 5}},
		{`["A, B", NULL]`, false, nil},
		{`["A, B", "NULL"]`, false, []int32{2, 3, 4}},
	} {
		c := texts(values, []string{test.label})
		c.exact = test.exact
		c.prepare()
		if got := c.regions[0].values(); c.unknown[0] != (test.want == nil) || test.want != nil && !slices.Equal(got, test.want) {
			t.Errorf("%s, exact %v: %v, unknown %v; want %v", test.label, test.exact, got, c.unknown[0], test.want)
		}
	}
}

// TestWrittenLabels: labels of random sets of random nasty values stand for these sets, whatever
// else the column has.
func TestWrittenLabels(t *testing.T) {
	random := rand.New(rand.NewPCG(38, 2))
	pieces := []string{"A", "B", "C", ", ", " ", "{", "}", "[", "]", `"`, "NULL", " or NULL", "*", "\n"}
	for range 20_000 {
		var values []string
		for range 2 + random.IntN(8) {
			var b strings.Builder
			for range random.IntN(6) {
				b.WriteString(pieces[random.IntN(len(pieces))])
			}
			values = append(values, b.String())
		}
		slices.Sort(values)
		values = slices.Compact(values)
		var members []string
		var want []int32
		for i, v := range values {
			if random.IntN(2) == 0 {
				members, want = append(members, v), append(want, int32(i))
			}
		}
		hasNull := len(members) > 0 && random.IntN(3) == 0
		if hasNull {
			want = append(want, int32(len(values)))
		}
		var text string
		switch len(want) {
		case 0:
			continue
		case 1:
			text = label.Alone(members[0])
		default:
			text = label.Set(members, hasNull)
		}
		c := texts(values, []string{text})
		c.prepare()
		if got := c.regions[0].values(); c.unknown[0] || !slices.Equal(got, want) {
			t.Fatalf("%q of %q: %v, want %v", text, values, got, want)
		}
		if low, high := random.IntN(len(values)), random.IntN(len(values)); low < high {
			c = texts(values, []string{label.Range(values[low], values[high])})
			c.prepare()
			if got := c.regions[0].values(); c.unknown[0] || got[0] != int32(low) || len(got) != high-low+1 {
				t.Fatalf("%q of %q: %v, want %d to %d", c.Labels[0].Text, values, got, low, high)
			}
		}
	}
}

// TestExact: a column has values where each label is the text of a value, and of no more people
// than have it.
func TestExact(t *testing.T) {
	for _, test := range []struct {
		original, release []string
		nulls             Nulls
		want              bool
	}{
		{[]string{"*", "A", "B"}, []string{"*", "A", "B"}, NullsByCount, true},
		{[]string{"*", "A", "B"}, []string{"*", "A"}, NullsByCount, true},
		{[]string{"*", "A", "B"}, []string{"*", "*", "*"}, NullsByCount, false},
		{[]string{"*", "A", "B"}, []string{"*", "*", "*"}, NullsAreValues, true},
		{[]string{"*", "A", "B"}, []string{"A", "B", "C"}, NullsByCount, false},
		{[]string{"*", "A", "B"}, []string{"A", "B", "C"}, NullsAreValues, false},
	} {
		c := texts([]string{"*", "A", "B"}, []string{"*", "A", "B", "C"})
		c.Labels = c.Labels[:4]
		c.Hierarchy = []Node{{Value: "C", Level: 1, Label: "any"}}
		cells := func(texts []string) Cells {
			cells := Cells{Codes: [][]int32{nil}}
			for _, text := range texts {
				cells.Codes[0] = append(cells.Codes[0], int32(slices.Index([]string{"*", "A", "B", "C"}, text)))
				cells.N = append(cells.N, 1)
			}
			return cells
		}
		r, err := New(Layout{QI: 1, Nulls: test.nulls}, []Column{*c}, cells(test.original), cells(test.release))
		if err != nil {
			t.Fatal(err)
		}
		if r.columns[0].exact != test.want {
			t.Errorf("%v of %v: exact is %v", test.release, test.original, !test.want)
		}
	}
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
