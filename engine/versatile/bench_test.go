package versatile

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"skyline/engine/guardian"
	"skyline/engine/loglinear"
)

// texas makes a table with the domains of the source's Table 5b, of which the
// values are skewed and depend on each other.
func texas(people int) *loglinear.Cells {
	r := rand.New(rand.NewPCG(20, 10))
	sizes := []int{323, 2, 1581, 241, 22, 5, 3391, 3488, 3881, 4193, 4251, 1708, 24, 396, 297, 6, 15000, 17432}
	c := &loglinear.Cells{Sizes: sizes, Counts: slices.Repeat([]int64{1}, people)}
	for range sizes {
		c.Columns = append(c.Columns, make([]int32, people))
	}
	for i := range people {
		kind := r.Float64()
		for a, size := range sizes {
			x := kind
			if r.IntN(2) == 0 {
				x = r.Float64()
			}
			c.Columns[a][i] = int32(x * x * float64(size))
		}
	}
	c.Sort()
	return c
}

// texasRules draws rules of three attributes on the left, which a release can keep,
// and of which GDWithoutData says what is wanted.
func texasRules(c *loglinear.Cells, n int, l int64, decided bool) []guardian.Rule {
	all := everyAttribute(c)
	var right []int
	for _, a := range all {
		rule := guardian.Rule{LHS: guardian.SetOf((a + 1) % len(all)), RHS: a}
		if _, err := newMeasured(c, []guardian.Rule{rule}, l, 1); err == nil {
			right = append(right, a)
		}
	}
	for seed := uint64(0); ; seed++ {
		r := rand.New(rand.NewPCG(seed, 5))
		var rules []guardian.Rule
		for len(rules) < n {
			rule := guardian.Rule{RHS: right[r.IntN(len(right))]}
			for rule.LHS.Len() < 3 {
				if a := r.IntN(len(all)); a != rule.RHS {
					rule.LHS = rule.LHS.With(a)
				}
			}
			rules = append(rules, rule)
		}
		if _, ok := guardian.GDWithoutData(guardian.SetOf(all...), rules); ok == decided {
			return rules
		}
	}
}

func everyAttribute(c *loglinear.Cells) []int {
	var all []int
	for a := range c.Sizes {
		all = append(all, a)
	}
	return all
}

// BenchmarkDecompose decomposes a table of the size of the source's second one.
// Where GD is not decided by the rules alone it measures schemas.
func BenchmarkDecompose(b *testing.B) {
	c := texas(177_148)
	for _, n := range []int{9, 15} {
		for _, decided := range []bool{true, false} {
			rules := texasRules(c, n, 5, decided)
			for _, m := range []struct {
				name   string
				method Method
			}{{"uad", UtilityAware}, {"gd", Guardian}} {
				b.Run(fmt.Sprintf("%s/rules=%d/decided=%t", m.name, n, decided), func(b *testing.B) {
					for b.Loop() {
						release, err := Decompose(context.Background(), c, rules, 5, m.method, runtime.GOMAXPROCS(0))
						if err != nil {
							b.Fatal(err)
						}
						b.ReportMetric(release.Divergence.KL, "KL")
					}
				})
			}
		}
	}
}
