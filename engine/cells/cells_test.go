package cells

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// row is people who agree on all columns and the sensitive value.
type row struct {
	codes []int64
	value string // "" for NULL: of people, where they have several values
	n     int64
}

func (r *row) histogram() string {
	if r.value == "" {
		return "\x00" + string(rune(r.n))
	}
	return string(rune(1+len(r.value))) + r.value + string(rune(r.n))
}

// TestBuilder gathers rows in parts, and adds up what the cells say of them.
func TestBuilder(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		constraint := knowledge.Constraint(rng.IntN(3))
		sizes := []int{1 + rng.IntN(4), 1 + rng.IntN(4)}
		type key struct {
			first, second int64
			value         string
		}
		want, people, values := map[key]int64{}, int64(0), map[string]int64{}
		builders := make([]Builder, 3)
		for i := range builders {
			builders[i].Constraint = constraint
		}
		for range rng.IntN(2 * chunkCells / 100) {
			r := row{[]int64{rng.Int64N(int64(sizes[0])), rng.Int64N(int64(sizes[1]))}, []string{"", "a", "b", "bc"}[rng.IntN(4)], 1 + rng.Int64N(9)}
			if err := builders[rng.IntN(3)].Add(r.codes, r.histogram()); err != nil {
				t.Fatal(err)
			}
			want[key{r.codes[0], r.codes[1], r.value}] += r.n
			if r.value == "" || constraint == knowledge.SVPI {
				people += r.n
			}
			if r.value != "" || constraint == knowledge.SVPI {
				values[r.value] += r.n
			}
		}
		for i := range builders[1:] {
			if err := builders[0].Merge(&builders[1+i]); err != nil {
				t.Fatal(err)
			}
		}
		c, err := builders[0].Cells(sizes)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range c.N {
			value := ""
			if c.Value[i] != OfPeople {
				value = c.Values[c.Value[i]].Text
			}
			want[key{int64(c.Codes[0][i]), int64(c.Codes[1][i]), value}] -= n
		}
		for k, n := range want {
			if n != 0 {
				t.Fatalf("seed %d: %v is missing %d times", seed, k, n)
			}
		}
		whole := c.Whole()
		if whole.Group.People != people || whole.Values != len(values) || len(whole.Group.Counts) != len(values) {
			t.Fatalf("seed %d: %+v, want %d people, values %v", seed, whole, people, values)
		}
		for _, count := range whole.Group.Counts {
			if v := c.Values[count.Value]; values[v.Text] != count.N {
				t.Fatalf("seed %d: %v occurs %d times, want %d", seed, v, count.N, values[v.Text])
			}
		}
		if !slices.IsSortedFunc(c.Values, func(a, b partition.Value) int { return slices.Compare([]byte(a.Text), []byte(b.Text)) }) {
			t.Fatalf("seed %d: values %v are not in order", seed, c.Values)
		}
		for number, v := range c.Values {
			if got, ok := c.Number(v.Text); !v.Null && (!ok || int(got) != number) {
				t.Fatalf("seed %d: Number(%q) = %d, %v", seed, v.Text, got, ok)
			}
		}
		if _, ok := c.Number("no such value"); ok {
			t.Fatal("a value that is not there has a number")
		}
	}
}

func TestErrors(t *testing.T) {
	b := Builder{}
	for name, err := range map[string]error{
		"no error":       b.Add([]int64{1, 2}, "\x02a\x01"),
		"fewer codes":    b.Add([]int64{1}, "\x02a\x01"),
		"negative code":  b.Add([]int64{-1, 0}, "\x02a\x01"),
		"too large code": b.Add([]int64{1 << 31, 0}, "\x02a\x01"),
		"malformed":      b.Add([]int64{0, 0}, "\x02"),
		"other columns":  b.Merge(&Builder{columns: 1, chunks: []*chunk{{}}}),
		"nothing":        b.Merge(&Builder{}),
	} {
		wanted := error(&engine.ParamError{Package: "cells"})
		switch name {
		case "no error", "nothing":
			wanted = nil
		case "malformed":
			wanted = partition.ErrMalformed
		}
		if !errors.Is(err, wanted) {
			t.Errorf("%s: %v, want %v", name, err, wanted)
		}
	}
	c := Builder{}
	if err := c.Add([]int64{1, 2}, "\x02a\x01"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Cells([]int{2, 2}); !errors.Is(err, &engine.ParamError{Package: "cells"}) {
		t.Errorf("Cells of a code beyond the size: %v", err)
	}
	if _, err := c.Cells([]int{2}); !errors.Is(err, &engine.ParamError{Package: "cells"}) {
		t.Errorf("Cells of other columns: %v", err)
	}
	empty := Builder{}
	if cells, err := empty.Cells([]int{0, 0}); err != nil || cells.Whole().Group.People != 0 {
		t.Errorf("Cells of nothing: %v, %v", cells, err)
	}
}

// TestKnow: cells know the values of a larger table, which is a group in their numbers.
func TestKnow(t *testing.T) {
	for _, test := range []struct {
		constraint knowledge.Constraint
		people     int64
		counts     []partition.Count
		values     []partition.Value
	}{
		// NULL is a value of its own, or says how many people there are.
		{knowledge.SVPI, 9, []partition.Count{{Value: 1, N: 4}, {Value: 0, N: 3}, {Value: 2, N: 2}}, []partition.Value{{Null: true}, {Text: "a"}, {Text: "bc"}}},
		{knowledge.Set, 3, []partition.Count{{Value: 0, N: 4}, {Value: 1, N: 2}}, []partition.Value{{Text: "a"}, {Text: "bc"}}},
	} {
		b := Builder{Constraint: test.constraint}
		part, whole := row{nil, "bc", 1}, row{nil, "", 3}
		for _, err := range []error{b.Add([]int64{0}, part.histogram()), b.Know(whole.histogram() + "\x02a\x04\x03bc\x02")} {
			if err != nil {
				t.Fatal(err)
			}
		}
		c, err := b.Cells([]int{1})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.GroupOf(whole.histogram() + "\x02a\x04\x03bc\x02")
		if err != nil || got.People != test.people || !slices.Equal(got.Counts, test.counts) || !slices.Equal(c.Values, test.values) {
			t.Errorf("%v: %v, %v of %v; want %v of %v", test.constraint, got, err, c.Values, test.counts, test.values)
		}
		if c.Total.Of(int32(len(c.Values)-1)) != 1 || len(c.Total.Counts) != 1 {
			t.Errorf("%v: the cells are of %v, want of one person's value", test.constraint, c.Total)
		}
		var param *engine.ParamError
		if _, err := c.GroupOf("\x02x\x01"); !errors.As(err, &param) {
			t.Errorf("%v: of a value that is not known: %v", test.constraint, err)
		}
	}
}
