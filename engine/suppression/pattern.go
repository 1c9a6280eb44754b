package suppression

import (
	"cmp"
	"container/heap"
	"math/big"
	"math/bits"
	"slices"

	"skyline/engine/exact"
)

// pattern is a set of columns, a bit each.
type pattern uint64

// MaxColumns is how many columns a table may have.
const MaxColumns = 64

func (p pattern) has(d int) bool         { return p>>d&1 == 1 }
func (p pattern) within(of pattern) bool { return p&^of == 0 }
func (p pattern) size() int              { return bits.OnesCount64(uint64(p)) }
func allOf(columns int) pattern          { return pattern(1)<<columns - 1 }
func (p pattern) without(d int) pattern  { return p &^ (1 << d) }
func (p pattern) together(d int) pattern { return p | 1<<d }

// maxPatterns is how many patterns are tried of all.
const maxPatterns = 1 << 12

// weights are what a person's cells cost, by column: whole numbers, at least 1, in the same
// proportion as the importances. They are rounded where the cells of all people together would
// cost more than an int64 holds.
type weights []int64

func newWeights(importance []float64, columns int, people int64) weights {
	fractions, common := make([]*big.Rat, columns), big.NewInt(1)
	for d := range fractions {
		fractions[d] = big.NewRat(1, 1)
		if importance != nil {
			fractions[d] = exact.Simplest(importance[d])
		}
		denominator := fractions[d].Denom()
		shared := new(big.Int).GCD(nil, nil, common, denominator)
		common.Mul(common, new(big.Int).Quo(denominator, shared))
	}
	whole, sum := make([]*big.Int, columns), new(big.Int)
	for d, f := range fractions {
		whole[d] = new(big.Int).Mul(f.Num(), new(big.Int).Quo(common, f.Denom()))
		sum.Add(sum, whole[d])
	}
	sum.Mul(sum, big.NewInt(max(1, people)))
	shift := uint(max(0, sum.BitLen()-maxBits))
	w := make(weights, columns)
	for d := range w {
		w[d] = max(1, whole[d].Rsh(whole[d], shift).Int64())
	}
	return w
}

// maxBits is how long a number the cost of everything may be, without what rounding up to 1
// adds.
const maxBits = 61

// of returns what a pattern costs a person.
func (w weights) of(p pattern) int64 {
	sum := int64(0)
	for d, weight := range w {
		if p.has(d) {
			sum += weight
		}
	}
	return sum
}

// cheapest returns the cheapest patterns of the first columns, which are free, at most so many,
// in the order of their cost. They are found one after the other: the next of a pattern whose
// dearest column is the i-th cheapest are those with the next column beside it, or instead of it.
func (w weights) cheapest(free, most int) []pattern {
	order := make([]int, free)
	for d := range order {
		order[d] = d
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(w[a], w[b]) })
	patterns := []pattern{0}
	if len(order) == 0 {
		return patterns
	}
	first := pattern(0).together(order[0])
	next := frontier{{first, w.of(first), 0}}
	for len(next) > 0 && len(patterns) < most {
		p := heap.Pop(&next).(priced)
		patterns = append(patterns, p.pattern)
		if p.last+1 == len(order) {
			continue
		}
		for _, q := range []pattern{p.pattern, p.pattern.without(order[p.last])} {
			q = q.together(order[p.last+1])
			heap.Push(&next, priced{q, w.of(q), p.last + 1})
		}
	}
	return patterns
}

// priced is a pattern with its cost, and the place of its dearest column.
type priced struct {
	pattern pattern
	cost    int64
	last    int
}

// frontier is a heap of the patterns that come next.
type frontier []priced

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	a, b := &f[i], &f[j]
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.pattern.size(), b.pattern.size()), cmp.Compare(a.pattern, b.pattern)) < 0
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(priced)) }
func (f *frontier) Pop() any {
	last := len(*f) - 1
	x := (*f)[last]
	*f = (*f)[:last]
	return x
}
