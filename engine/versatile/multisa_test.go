package versatile

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/tests/trials"
)

// TestMultiSA: the table has everything that a rule protects on its right side; the
// people of the group satisfy the constraints of App. B, and there are no more who
// do; the divergence is that of the definition.
func TestMultiSA(t *testing.T) {
	ctx := context.Background()
	runs := map[string]int{}
	for seed := range trials.Seeds(t, 1500, 4000) {
		r := rand.New(rand.NewPCG(seed, 8))
		o := randomOracle(r, 5)
		l := int64(2 + r.IntN(2))
		rules := o.randomRules(r, l)
		release, err := Decompose(ctx, o.cells(), rules, l, MultiSA, 1)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var right uint
		var guards []int
		for i, rule := range rules {
			right |= 1 << rule.RHS
			guards = append(guards, i)
		}
		table := release.Tables[0]
		if len(release.Tables) != 1 || bitsOf(table.Attributes) != o.all() || bitsOf(table.Right) != right || bitsOf(table.LHS) != o.all()&^right || !slices.Equal(table.Guards, guards) {
			t.Errorf("seed %d, rules %v: %+v", seed, rules, release)
		}
		published := view{set: o.all(), right: right}
		if right != 0 {
			m, err := newMeasured(o.cells(), rules, l, 1)
			if err != nil {
				t.Fatal(err)
			}
			if published.groups, err = m.together(ctx, members(right)); err != nil {
				t.Fatal(err)
			}
		}
		in := map[string]int64{} // the people of the group by their right sides
		out := map[string]int64{}
		for i, row := range o.rows {
			if right != 0 && published.groups[i] < 0 {
				out[o.write(row, right)]++
			} else {
				in[o.write(row, right)]++
			}
		}
		var suppressed int64
		for _, n := range out {
			suppressed += n
		}
		if release.Suppressed != suppressed || !o.separate(in, right, l) {
			t.Errorf("seed %d: %d suppressed, want %d; group %v", seed, release.Suppressed, suppressed, in)
		}
		if largest := o.largest(right, l); largest >= 0 && int64(len(o.rows))-suppressed != largest {
			t.Errorf("seed %d: a group of %d, want %d", seed, int64(len(o.rows))-suppressed, largest)
		} else if largest >= 0 {
			runs["largest"]++
		}
		// The fit is one step: there is one table.
		want, _ := o.divergence([]view{published}, 3)
		if got := release.Divergence.KL; got != want && !(math.Abs(got-want) <= equal) || !release.Divergence.Closed || release.Unknown {
			t.Errorf("seed %d: KL = %v, want %v", seed, got, want)
		}
		switch {
		case right == 0:
			runs["no rules"]++
		case suppressed == 0:
			runs["nobody suppressed"]++
		case math.IsInf(want, 1):
			runs["a value lost"]++
		default:
			runs["some suppressed"]++
		}
	}
	t.Log(runs)
	for _, kind := range []string{"no rules", "nobody suppressed", "a value lost", "some suppressed", "largest"} {
		if runs[kind] < 30 {
			t.Errorf("%d runs: %s", runs[kind], kind)
		}
	}
}

// write writes down the values of some attributes, - for others.
func (o *oracle) write(row []int, set uint) string {
	s := ""
	for a, v := range row {
		if has(set, a) {
			s += fmt.Sprint(v)
		} else {
			s += "-"
		}
	}
	return s
}

// separate reports whether, for each attribute of the right side and each value,
// among people who are alike in the other ones not more than one in l have it.
func (o *oracle) separate(in map[string]int64, right uint, l int64) bool {
	for _, a := range members(right) {
		totals := map[string]int64{}
		for x, n := range in {
			totals[x[:a]+x[a+1:]] += n
		}
		for x, n := range in {
			if n*l > totals[x[:a]+x[a+1:]] {
				return false
			}
		}
	}
	return true
}

// largest tries all groups, and returns the size of the largest one that keeps what
// is on the right apart; -1 if there are too many.
func (o *oracle) largest(right uint, l int64) int64 {
	counts := map[string]int64{}
	for _, row := range o.rows {
		counts[o.write(row, right)]++
	}
	var kinds []string
	groups := int64(1)
	for x, n := range counts {
		kinds = append(kinds, x)
		groups *= n + 1
		if groups > 2000 {
			return -1
		}
	}
	best := int64(0)
	in := map[string]int64{}
	var try func(i int, size int64)
	try = func(i int, size int64) {
		if i == len(kinds) {
			if size > best && o.separate(in, right, l) {
				best = size
			}
			return
		}
		for n := range counts[kinds[i]] + 1 {
			in[kinds[i]] = n
			try(i+1, size+n)
		}
	}
	try(0, 0)
	return best
}
