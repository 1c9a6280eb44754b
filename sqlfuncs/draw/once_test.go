package draw

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// null stands for NULL in rows of texts.
const null = "\x00NULL"

// update adds rows to a fingerprint, as DuckDB hands them over.
func update(t *testing.T, f any, rows ...[]string) {
	t.Helper()
	var lists host.Column
	lists.Elem = &host.Column{}
	for _, row := range rows {
		for _, text := range row {
			lists.Elem.Null = append(lists.Elem.Null, text == null)
			lists.Elem.Strings = append(lists.Elem.Strings, text)
			lists.Elem.Len++
		}
		lists.Len++
		lists.Ends = append(lists.Ends, lists.Elem.Len)
	}
	if err := FingerprintAggregate().Update(f, []host.Column{
		{Len: len(rows), Strings: slices.Repeat([]string{"anatomize"}, len(rows))},
		{Len: len(rows), Strings: make([]string, len(rows)), Null: slices.Repeat([]bool{true}, len(rows))},
		lists,
	}, 0, len(rows)); err != nil {
		t.Fatal(err)
	}
}

// fingerprinting returns that of a table.
func fingerprinting(t *testing.T, rows ...[]string) string {
	t.Helper()
	f := FingerprintAggregate().New()
	update(t, f, rows...)
	return finished(t, f)
}

func finished(t *testing.T, f any) string {
	t.Helper()
	text, err := FingerprintAggregate().Finalize(f)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestFingerprintTellsTablesApart compares tables that are easily taken for each other.
// Two have the same fingerprint by chance with a probability below 2^-192.
func TestFingerprintTellsTablesApart(t *testing.T) {
	t.Parallel()
	tables := [][][]string{
		nil,
		{{}},
		{{}, {}},
		{{null}},
		{{""}},
		{{"NULL"}},
		{{null}, {null}},
		{{"a"}},
		{{"a"}, {"a"}}, // an exclusive or would not see the second
		{{"a"}, {"a"}, {"a"}},
		{{"a", "b"}},
		{{"b", "a"}},
		{{"ab", ""}},
		{{"", "ab"}},
		{{"ab", null}},
		{{"a"}, {"b"}},
		{{"a", "b"}, {"c", "d"}},
		{{"a", "d"}, {"c", "b"}}, // with the same columns
		{{strings.Repeat("a", 127)}},
		{{strings.Repeat("a", 128)}}, // where its length takes another byte
		{{"\x01a"}},
		{{"a", "\x02b"}},
	}
	seen := map[string]int{}
	for i, table := range tables {
		f := fingerprinting(t, table...)
		if other, ok := seen[f]; ok {
			t.Errorf("%q and %q have the same fingerprint", tables[other], table)
		}
		seen[f] = i
	}
}

// TestFingerprintIsOfTheMultiset has the same rows come in any order, in any number of
// states that are combined in any order.
func TestFingerprintIsOfTheMultiset(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	rows := make([][]string, 300)
	for i := range rows {
		rows[i] = []string{strings.Repeat("x", i%7), []string{"a", "b", null}[i%3]}
	}
	want := fingerprinting(t, rows...)
	for range 20 {
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		states := make([]any, 1+rng.IntN(5))
		for i := range states {
			states[i] = FingerprintAggregate().New()
		}
		for _, row := range rows {
			update(t, states[rng.IntN(len(states))], row)
		}
		for len(states) > 1 {
			if err := FingerprintAggregate().Combine(states[0], states[1]); err != nil {
				t.Fatal(err)
			}
			states = append(states[:1], states[2:]...)
		}
		if got := finished(t, states[0]); got != want {
			t.Fatalf("rows in another order have the fingerprint %s, want %s", got, want)
		}
	}
}

// TestFingerprintCarries adds numbers whose sums are known.
func TestFingerprintCarries(t *testing.T) {
	t.Parallel()
	most := ^uint64(0)
	for _, test := range []struct{ x, y, want [4]uint64 }{
		{[4]uint64{1}, [4]uint64{2}, [4]uint64{3}},
		{[4]uint64{most}, [4]uint64{1}, [4]uint64{0, 1}},
		{[4]uint64{most, most, most}, [4]uint64{1}, [4]uint64{0, 0, 0, 1}},
		{[4]uint64{most, most, most, most}, [4]uint64{1}, [4]uint64{}},
	} {
		f := &fingerprint{sum: test.x}
		if f.plus(&test.y); f.sum != test.want {
			t.Errorf("%x + %x = %x, want %x", test.x, test.y, f.sum, test.want)
		}
	}
}

// TestKeyOfCall makes sure that the plan of a call has the same key as its like only.
func TestKeyOfCall(t *testing.T) {
	t.Parallel()
	cte := func(function, arguments string) sqltext.SQL {
		var p sqltext.Plan
		Randomness{once: true}.Bind(&p, &call.Call{Function: &call.Function{Name: function}, JSON: arguments}, "t")
		return p.Statement("SELECT 1")
	}
	const arguments = `{"tbl":"t","l":2,"seed":"once"}`
	first := cte("anatomize", arguments)
	if again := cte("anatomize", arguments); again != first {
		t.Errorf("an equal call has the key %s, want %s", again, first)
	}
	for _, other := range []sqltext.SQL{
		cte("gnf_table", arguments),
		cte("anatomize", strings.Replace(arguments, "2", "3", 1)),
		cte("anatomize", strings.Replace(arguments, `"t"`, `"u"`, 1)),
	} {
		if other == first {
			t.Errorf("another call has the key %s, too", other)
		}
	}
	for _, r := range []Randomness{{}, Seeded(0)} {
		var p sqltext.Plan
		if r.Bind(&p, &call.Call{Function: &call.Function{}}, "t"); p.Has(keyName) {
			t.Errorf("%+v reads tables", r)
		}
	}
}

// TestKeyed compares what follows from whole numbers with the definition, the first eight
// bytes of a SHA-256 of numbers of eight bytes each: they are those of earlier versions.
// Computed by sha256sum: printf '\x07\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0' | sha256sum.
func TestKeyed(t *testing.T) {
	t.Parallel()
	if got, want := Number("\x07\x00\x00\x00\x00\x00\x00\x00", 1, 2), uint64(0x964fbfc93ea574ef); got != want {
		t.Errorf("keyed(7, 1, 2) = %#x, want %#x", got, want)
	}
	if got, want := Seeded(-2).Key(), sqltext.SQL(`'\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF'::BLOB`); got != want {
		t.Errorf("the key of -2 is %s, want %s", got, want)
	}
}
