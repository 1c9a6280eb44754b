package bitset

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSet compares with lists of what is in a set, at lengths around those of words.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	for _, n := range []int{0, 1, 5, 63, 64, 65, 127, 128, 200} {
		for range 20 {
			var sets [3]Set
			var has [3][]bool
			for k := range sets {
				sets[k], has[k] = New(n), make([]bool, n)
				for i := range n {
					if r.IntN(3) > 0 {
						sets[k].Add(i)
						has[k][i] = true
					}
				}
			}
			a, b, c := sets[0], sets[1], sets[2]
			count, both, minus, same := 0, 0, 0, true
			for i := range n {
				x, y, z := has[0][i], has[1][i], has[2][i]
				if a.Has(i) != x {
					t.Errorf("Has(%d) = %v", i, !x)
				}
				if x {
					count++
				}
				if x && y {
					both++
				}
				if x && !y {
					minus++
				}
				same = same && (!z || x == y)
			}
			if got := a.Count(); got != count {
				t.Errorf("Count() = %d, want %d of %d", got, count, n)
			}
			if got := a.CountAnd(b); got != both {
				t.Errorf("CountAnd() = %d, want %d of %d", got, both, n)
			}
			if got := c.SameAnd(a, b); got != same {
				t.Errorf("SameAnd() = %v, want %v of %d", got, same, n)
			}
			for begin := range Words(n) + 1 {
				var only []int
				a.Only([]Set{b, c}, begin, Words(n), func(i int) { only = append(only, i) })
				var want []int
				for i := begin * wordBits; i < n; i++ {
					if has[0][i] && !has[1][i] && !has[2][i] {
						want = append(want, i)
					}
				}
				if !slices.Equal(only, want) {
					t.Errorf("Only() from word %d has %v, want %v of %d", begin, only, want, n)
				}
			}
			to := All(n)
			if to.Count() != n || Words(n) != len(to) {
				t.Errorf("All(%d) has %d, in %d words", n, to.Count(), len(to))
			}
			if got := to.Minus(a, b); got != minus || to.Count() != minus || to.CountAnd(b) != 0 {
				t.Errorf("Minus() = %d, want %d of %d", got, minus, n)
			}
			if got := to.And(a, b); got != (both > 0) || to.Count() != both || to.CountAnd(b) != both {
				t.Errorf("And() = %v and has %d, want %d of %d", got, to.Count(), both, n)
			}
		}
	}
}
