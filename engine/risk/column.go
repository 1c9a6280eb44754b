package risk

import "math/big"

// ValueCount says that so many values of a column, or combinations of values of
// several, have so many people each.
type ValueCount struct{ People, Values int64 }

// Attribute is how far a set of columns tells people apart.
type Attribute struct {
	Values       int64   // the number of distinct values
	Distinctness float64 // values / people
	// Separation is the share of pairs of people that differ:
	//
	//	1 - Σ_v c_v·(c_v - 1) / (n·(n - 1))
	//
	// Separates says whether there is a pair at all.
	Separation float64
	Separates  bool
}

// Describe returns distinctness and separation of columns whose values have
// these counts. Both are in [0, 1] and correctly rounded. The counts add up to
// at least 1 and at most 2^61 people.
//
// Source: Motwani and Xu, "Efficient Algorithms for Masking and Finding
// Quasi-Identifiers", VLDB workshop on Management of Uncertain Data (2007): the
// distinct ratio and the separation ratio.
func Describe(counts []ValueCount) Attribute {
	var a Attribute
	people := int64(0)
	same := new(big.Int) // ordered pairs
	for _, c := range counts {
		a.Values += c.Values
		people += c.People * c.Values
		same.Add(same, product(c.People, c.People-1, c.Values).big())
	}
	a.Distinctness = quotient(a.Values, people)
	if a.Separates = people > 1; a.Separates {
		pairs := product(people, people-1).big()
		different := new(big.Int).Sub(pairs, same)
		a.Separation, _ = new(big.Rat).SetFrac(different, pairs).Float64()
	}
	return a
}
