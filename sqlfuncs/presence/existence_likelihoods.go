package presence

import (
	"cmp"
	"errors"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

	"skyline/engine/distribution"
	"skyline/engine/exact"
)

// likelihoodSource says where the likelihoods of people come from.
type likelihoodSource string

const (
	fromPresent likelihoodSource = "present" // the distributions of those present
	fromKinds   likelihoodSource = "uniform" // all values of a group are as likely
	fromRelease likelihoodSource = "release"
	fromColumn  likelihoodSource = "column" // of the table
)

// likelihoods say how likely a release makes the people of groups.
type likelihoods interface {
	// weigh sets the weights and the scale of a group whose rows are known. false: it does
	// not know the group, and somebody is present.
	weigh(g *projectedGroup) bool
}

// without gives everybody of a group where nobody is present a likelihood of 0.
func without(g *projectedGroup) {
	g.weights = make([]*big.Int, len(g.rows))
	for i := range g.weights {
		g.weights[i] = new(big.Int)
	}
}

// columnShares is the distribution of a column's values in a group, as fractions of whole
// numbers.
type columnShares interface {
	weight(code int32) *big.Int
	total() *big.Int
}

// multiply sets the weights of a group to the products of the shares of all columns.
func (in *existenceInput) multiply(g *projectedGroup, shares []columnShares) {
	g.scale = big.NewInt(1)
	for _, s := range shares {
		g.scale.Mul(g.scale, s.total())
	}
	g.weights = make([]*big.Int, len(g.rows))
	products := make([]big.Int, len(g.rows)) // together, as there are many groups
	for at, row := range g.rows {
		if at > 0 && in.sameCell(g.rows[at-1], row) {
			g.weights[at] = g.weights[at-1]
			continue
		}
		g.weights[at] = &products[at]
		in.product(&products[at], shares, row)
	}
}

// product sets w to the product of the shares of a row's values. Nearly all products fit in
// a word.
func (in *existenceInput) product(w *big.Int, shares []columnShares, row int) {
	word := uint64(1)
	for i, s := range shares {
		share := s.weight(in.codes[i+1][row])
		high, low := bits.Mul64(word, share.Uint64())
		if high != 0 || !share.IsUint64() {
			in.longProduct(w, shares, row)
			return
		}
		word = low
	}
	w.SetUint64(word)
}

func (in *existenceInput) longProduct(w *big.Int, shares []columnShares, row int) {
	w.SetInt64(1)
	for i, s := range shares {
		w.Mul(w, s.weight(in.codes[i+1][row]))
	}
}

// optimalLikelihoods are those of the utility-optimal distributions: the shares of the
// values of those present (Theorem 2).
type optimalLikelihoods struct{ in *existenceInput }

func (o *optimalLikelihoods) weigh(g *projectedGroup) bool {
	if g.present == 0 {
		without(g)
		return true
	}
	shares := make([]columnShares, o.in.columns)
	for i := range shares {
		shares[i] = &countedShares{distribution.Optimal(o.present(g, i)), new(big.Int)}
	}
	o.in.multiply(g, shares)
	return true
}

// uniformLikelihoods are those of generalizations that say which values a cell may be, and
// no more: of the values that a group's people have, each is as likely.
type uniformLikelihoods struct{ in *existenceInput }

func (u *uniformLikelihoods) weigh(g *projectedGroup) bool {
	g.weights = slices.Repeat([]*big.Int{big.NewInt(1)}, len(g.rows))
	g.scale = big.NewInt(1)
	for i := range u.in.columns {
		different := map[int32]bool{}
		for _, row := range g.rows {
			different[u.in.codes[i+1][row]] = true
		}
		g.scale.Mul(g.scale, big.NewInt(int64(len(different))))
	}
	return true
}

// present counts the values of those present in a column, in the order of their codes.
func (o *optimalLikelihoods) present(g *projectedGroup, column int) []distribution.Count {
	var counts []distribution.Count
	for _, row := range g.rows {
		if o.in.isThere[row] {
			counts = append(counts, distribution.Count{Code: o.in.codes[column+1][row], N: o.in.people[row]})
		}
	}
	slices.SortFunc(counts, func(a, b distribution.Count) int { return cmp.Compare(a.Code, b.Code) })
	merged := counts[:0]
	for _, c := range counts {
		if last := len(merged) - 1; last >= 0 && merged[last].Code == c.Code {
			merged[last].N += c.N
		} else {
			merged = append(merged, c)
		}
	}
	return merged
}

// countedShares are the shares of a distribution.
type countedShares struct {
	distribution.Distribution
	last *big.Int
}

func (c *countedShares) weight(code int32) *big.Int { return c.last.SetInt64(c.Weight(code)) }
func (c *countedShares) total() *big.Int            { return big.NewInt(c.Total) }

// givenLikelihoods are those of a column of the table.
type givenLikelihoods struct {
	in     *existenceInput
	values []float64  // by code
	whole  []*big.Int // by code; nil if it is no whole number
}

var errLikelihood = errors.New("likelihood must be a number of 0 or more for everybody, and not NULL, NaN or infinite; filter or fill such rows in a query given as tbl")

func newGivenLikelihoods(in *existenceInput) (*givenLikelihoods, error) {
	l := &givenLikelihoods{in: in}
	if len(in.texts) == 0 {
		return l, nil // an empty table
	}
	column := in.likelihoodColumn()
	for code, text := range in.texts[column] {
		x, err := strconv.ParseFloat(text, 64)
		if int32(code) == in.nulls[column] || err != nil || !(x >= 0) || math.IsInf(x, 1) {
			return nil, errLikelihood
		}
		// A whole number may have more digits than a float64.
		whole, ok := new(big.Int).SetString(text, 10)
		if !ok {
			whole = nil
		}
		l.values, l.whole = append(l.values, x), append(l.whole, whole)
	}
	return l, nil
}

// likelihoodColumn is the column of the likelihoods, where they are given.
func (in *existenceInput) likelihoodColumn() int { return in.columns + 1 }

func (l *givenLikelihoods) weigh(g *projectedGroup) bool {
	codes := l.in.codes[l.in.likelihoodColumn()]
	var values []float64
	at := map[int32]int{}
	for _, row := range g.rows {
		if code := codes[row]; l.whole[code] == nil {
			if _, ok := at[code]; !ok {
				at[code] = len(values)
				values = append(values, l.values[code])
			}
		}
	}
	var numerators []*big.Int
	numerators, g.scale = exact.Common(values)
	g.weights = make([]*big.Int, len(g.rows))
	for i, row := range g.rows {
		if code := codes[row]; l.whole[code] != nil {
			g.weights[i] = new(big.Int).Mul(l.whole[code], g.scale)
		} else {
			g.weights[i] = numerators[at[code]]
		}
	}
	return true
}
