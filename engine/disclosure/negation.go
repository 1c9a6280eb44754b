package disclosure

import (
	"math/big"
	"math/bits"
)

// NegationWitness is worst-case knowledge of what somebody does not have: with the
// values of RuledOut, ranks by frequency, ruled out for one person of a copy of a
// Group, the adversary is as sure as can be that the person has the value of Rank.
type NegationWitness struct {
	Group, Copy int
	Rank        int
	RuledOut    []int
}

// negation is the worst group for a number of negated atoms: others of its people
// have neither the most frequent value nor one that is ruled out, and top have the
// first.
type negation struct {
	group       int // -1 for none
	others, top int64
}

// negationOf returns what k negated atoms leave in a group: the next k values ruled
// out for one person, c_1 people of c_1 + n − S_{k+1} have the most frequent one.
//
// That no k negated atoms, about anybody, tell more is shown by enumeration of them
// all, in TestDefinition.
func (p *profile) negationOf(group, k int) negation {
	return negation{group, p.people - p.sums[min(k+1, len(p.sums)-1)], p.top()}
}

// compare orders by others/top, the surest first.
func (x negation) compare(y negation) int {
	high, low := bits.Mul64(uint64(x.others), uint64(y.top))
	high2, low2 := bits.Mul64(uint64(y.others), uint64(x.top))
	switch {
	case high != high2:
		return 2*btoi(high > high2) - 1
	case low != low2:
		return 2*btoi(low > low2) - 1
	}
	return 0
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// disclosure returns c_1/(c_1 + others).
func (x negation) disclosure() float64 {
	return rounded(big.NewRat(x.others, x.top))
}

func (x negation) witness(p *profile, k int) *NegationWitness {
	w := &NegationWitness{Group: x.group}
	for rank := 1; rank <= k && rank < len(p.sums)-1; rank++ {
		w.RuledOut = append(w.RuledOut, rank)
	}
	return w
}
