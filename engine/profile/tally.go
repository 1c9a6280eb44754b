package profile

import (
	"math"
	"math/big"
	"math/bits"

	"skyline/engine/risk"
)

// tally is what the sizes of groups add up to.
type tally struct {
	groups, smallest, unique int64
	people                   int64  // a person counts in each of their groups
	high, low                uint64 // Σ n·(n - 1), of 128 bits
}

// add adds a group of n people.
func (t *tally) add(n int64) {
	t.groups++
	t.people += n
	if n < t.smallest || t.groups == 1 {
		t.smallest = n
	}
	if n == 1 {
		t.unique++
		return
	}
	high, low := bits.Mul64(uint64(n), uint64(n-1))
	var carry uint64
	t.low, carry = bits.Add64(t.low, low, 0)
	t.high += high + carry
}

// sharing returns Σ n·(n - 1).
func (t *tally) sharing() *big.Int {
	x := new(big.Int).SetUint64(t.high)
	return x.Lsh(x, 64).Add(x, new(big.Int).SetUint64(t.low))
}

// subset returns the measures of a table of so many people, each of whom is in one group.
func (t *tally) subset(people int64) *Subset {
	return &Subset{
		Groups: t.groups, Smallest: t.smallest, Unique: t.unique,
		UniqueShare: ratio(t.unique, people), AverageRisk: ratio(t.groups, people), Distinction: ratio(t.groups, people),
		Separation: separation(t.sharing(), square(people), big.NewInt(people)),
	}
}

// bodies is what is counted for each person, where some have several groups.
type bodies struct {
	groups   []int32 // how many they have
	smallest []int32 // the size of the smallest
}

func newBodies(n int) *bodies {
	b := &bodies{make([]int32, n), make([]int32, n)}
	for i := range b.smallest {
		b.smallest[i] = math.MaxInt32
	}
	return b
}

// subset is subset for people in several groups, of whom t.unique are alone in one.
func (b *bodies) subset(t *tally) *Subset {
	people := int64(len(b.groups))
	own := new(big.Int)
	sizes := map[int64]int64{}
	for i, n := range b.groups {
		own.Add(own, square(int64(n)))
		sizes[int64(b.smallest[i])]++
	}
	return &Subset{
		Groups: t.groups, Smallest: t.smallest, Unique: t.unique,
		UniqueShare: ratio(t.unique, people), AverageRisk: risk.MeanInverse(sizes, people), Distinction: ratio(t.groups, t.people),
		Separation: separation(t.sharing(), square(t.people), own),
	}
}

// separation returns 1 - same / (all - own), NaN where there are no pairs.
func separation(same, all, own *big.Int) float64 {
	pairs := all.Sub(all, own)
	if pairs.Sign() == 0 {
		return math.NaN()
	}
	x, _ := new(big.Rat).SetFrac(same.Sub(pairs, same), pairs).Float64()
	return x
}

func square(n int64) *big.Int {
	x := big.NewInt(n)
	return x.Mul(x, x)
}

// ratio returns a quotient, correctly rounded, NaN where there is none.
func ratio(a, b int64) float64 {
	if b == 0 {
		return math.NaN()
	}
	x, _ := big.NewRat(a, b).Float64()
	return x
}
