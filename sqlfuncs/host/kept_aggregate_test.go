package host

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tally is a state: the numbers of each name.
type (
	tally   struct{ of map[string][]int64 }
	counted struct {
		Name string
		N    int64
	}
)

var errNegative = errors.New("n must not be negative")

func newTally() *tally { return &tally{of: map[string][]int64{}} }

func (t *tally) add(a *counted) error {
	if a.N < 0 {
		return errNegative
	}
	t.of[strings.Clone(a.Name)] = append(t.of[a.Name], a.N)
	return nil
}

func (t *tally) merge(from *tally) error {
	for name, numbers := range from.of {
		if len(t.of[name])+len(numbers) > 4 {
			return errors.New("too many")
		}
		t.of[name] = append(t.of[name], numbers...)
	}
	return nil
}

func keptTally() Aggregate {
	return Kept("__skyline_tally", newTally, (*tally).add, (*tally).merge)
}

func updateRows(t *testing.T, a Aggregate, state any, rows ...[]any) error {
	t.Helper()
	if len(rows) == 0 {
		return nil
	}
	return a.Update(state, columnsOf(a.Params, rows...), 0, len(rows))
}

func TestKept(t *testing.T) {
	a := keptTally()
	if got := shownType(Type{Kind: Struct, Fields: []Field{{"a", a.Params[0]}, {"b", a.Params[1]}, {"c", a.Params[2]}, {"d", a.Params[3]}}}); got != "STRUCT(a VARCHAR, b VARCHAR, c BIGINT, d DOUBLE)" || len(a.Params) != 4 || a.Result.Kind != Varchar {
		t.Errorf("Params = %s", got)
	}
	one, two, none := a.New(), a.New(), a.New()
	if err := errors.Join(updateRows(t, a, one, list("skyline_find", "x", 1, 0.5), list("skyline_find", "y", 2, nil)), updateRows(t, a, two, list("skyline_find", "x", 3, 0.5))); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(a.Combine(none, a.New()), a.Combine(none, one), a.Combine(none, two), a.Combine(none, a.New())); err != nil {
		t.Fatal(err)
	}
	number, err := a.Finalize(none)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Take[*tally](number)
	if err != nil || fmt.Sprint(got.of) != "map[x:[1 3] y:[2]]" {
		t.Errorf("kept %v, %v", got, err)
	}
	// Without rows it keeps an empty one.
	number, err = a.Finalize(a.New())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Take[*tally](number); err != nil || len(got.of) != 0 {
		t.Errorf("kept %v, %v of no rows", got, err)
	}
}

func TestKeptRefuses(t *testing.T) {
	a := keptTally()
	for want, row := range map[string][]any{
		"__skyline_tally: function must not be NULL":             list(nil, "x", 1, 0.5),
		"__skyline_tally: name must not be NULL":                 list("skyline_find", nil, 1, 0.5),
		"__skyline_tally: n must not be NULL":                    list("skyline_find", "x", nil, 0.5),
		"skyline_find: n must not be negative":                   list("skyline_find", "x", -1, 0.5),
		"__skyline_tally: only plans of Skyline can call this":   list("Flu: patient 7", "x", 1, 0.5),
		"__skyline_tally: only plans of Skyline can call this\n": list("", "x", 1, 0.5),
	} {
		if err := updateRows(t, a, a.New(), row); err == nil || err.Error() != strings.TrimSpace(want) {
			t.Errorf("Update = %v, want %s", err, want)
		}
	}
	one, two := a.New(), a.New()
	for _, s := range []any{one, two} {
		if err := updateRows(t, a, s, slices.Repeat([][]any{list("f", "x", 1, 0.5)}, 3)...); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Combine(one, two); err == nil || err.Error() != "f: too many" {
		t.Errorf("Combine = %v", err)
	}
}

func TestFolded(t *testing.T) {
	size := func(t *tally) (Bytes, error) {
		if len(t.of) == 0 {
			return "", errNegative
		}
		return Bytes(strconv.Itoa(len(t.of))), nil
	}
	a := Folded("__skyline_size", newTally, (*tally).add, (*tally).merge, size)
	if a.Result.Kind != Blob || len(a.Params) != 3 {
		t.Errorf("the result is %s of %d arguments", shownType(a.Result), len(a.Params))
	}
	s := a.New()
	if err := updateRows(t, a, s, list("f", "x", 1), list("f", "y", 1)); err != nil {
		t.Fatal(err)
	}
	if got, err := a.Finalize(s); got != "2" || err != nil {
		t.Errorf("Finalize = %q, %v", got, err)
	}
	if _, err := a.Finalize(a.New()); !errors.Is(err, errNegative) {
		t.Errorf("Finalize of no rows = %v", err)
	}
	text := Folded("__skyline_text", newTally, (*tally).add, (*tally).merge, func(*tally) (string, error) { return "", nil })
	if text.Result.Kind != Varchar {
		t.Errorf("the result of texts is %s", shownType(text.Result))
	}
}

func TestNamed(t *testing.T) {
	if err := Named("f", nil); err != nil {
		t.Errorf("Named(nil) = %v", err)
	}
	for text, want := range map[string]string{"x": "f: x", "f: x": "f: x", "g: x": "f: g: x", "f:x": "f: f:x"} {
		if got := Named("f", errors.New(text)); got.Error() != want {
			t.Errorf("Named(%q) = %q, want %q", text, got, want)
		}
	}
	for name, want := range map[string]bool{"skyline_find": true, "k2": true, "": false, "a b": false, "A": false, "é": false, strings.Repeat("a", 64): true, strings.Repeat("a", 65): false} {
		if isFunction(name) != want {
			t.Errorf("isFunction(%q) = %v", name, !want)
		}
	}
}

// BenchmarkKept adds rows to a state, which are counted only.
func BenchmarkKept(b *testing.B) {
	const rows = 2048
	type sum struct{ n int64 }
	add := func(s *sum, a *benchArgs) error { s.n += a.N + a.Codes[0] + a.Level.V; return nil }
	a := Kept("__skyline_sum", func() *sum { return new(sum) }, add, func(into, from *sum) error { into.n += from.n; return nil })
	var values [][]any
	for i := range rows {
		values = append(values, list("f", "one", list(i, 2, 3), "histogram", i, i, 0.5))
	}
	args := columnsOf(a.Params, values...)
	state := a.New()
	b.ReportAllocs()
	for b.Loop() {
		if err := a.Update(state, args, 0, rows); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
}
