package presence

import (
	"errors"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

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
	zero := new(big.Int)
	for i := range g.weights {
		g.weights[i] = zero
	}
}

// columnShares is the distribution of a column's values in a group, as fractions of whole
// numbers.
type columnShares interface {
	weight(code int32) *big.Int
	// word is weight as a word, where it fits.
	word(code int32) (weight uint64, ok bool)
	total() *big.Int
}

// multiply sets the weights of a group to the products of the shares of all columns.
func (in *existenceInput) multiply(g *projectedGroup, shares []columnShares) {
	g.scale = big.NewInt(1)
	for _, s := range shares {
		g.scale.Mul(g.scale, s.total())
	}
	in.products = slices.Grow(in.products[:0], len(g.weights))[:len(g.weights)]
	for i := range g.weights {
		if row := g.begin + i; i > 0 && in.sameCell(row-1, row) {
			g.weights[i] = g.weights[i-1]
		} else {
			g.weights[i] = &in.products[i]
			in.product(g.weights[i], shares, row)
		}
	}
}

// product sets w to the product of the shares of a row's values. Nearly all products fit in
// a word.
func (in *existenceInput) product(w *big.Int, shares []columnShares, row int) {
	word := uint64(1)
	for i, s := range shares {
		share, ok := s.word(in.codes[i+1][row])
		high, low := bits.Mul64(word, share)
		if high != 0 || !ok {
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
type optimalLikelihoods struct {
	in     *existenceInput
	counts []*countedShares // by column
	shares []columnShares   // the same
}

func newOptimalLikelihoods(in *existenceInput) *optimalLikelihoods {
	o := &optimalLikelihoods{in: in}
	for i := range in.columns {
		if i+1 < len(in.texts) { // an empty table has no columns
			o.counts = append(o.counts, &countedShares{of: make([]int64, len(in.texts[i+1]))})
			o.shares = append(o.shares, o.counts[i])
		}
	}
	return o
}

func (o *optimalLikelihoods) weigh(g *projectedGroup) bool {
	if g.present == 0 {
		without(g)
		return true
	}
	o.count(g, 1)
	o.in.multiply(g, o.shares)
	o.count(g, -1)
	return true
}

// count adds those present of a group to the counts, or takes them away.
func (o *optimalLikelihoods) count(g *projectedGroup, sign int64) {
	for i, c := range o.counts {
		c.people += sign * g.present
		for row := g.begin; row < g.end; row++ {
			if o.in.isThere[row] {
				c.of[o.in.codes[i+1][row]] += sign * o.in.people[row]
			}
		}
	}
}

// countedShares are how many of some people have each value, by its code.
type countedShares struct {
	of     []int64
	people int64
	sum    big.Int
}

func (c *countedShares) weight(code int32) *big.Int     { return big.NewInt(c.of[code]) }
func (c *countedShares) word(code int32) (uint64, bool) { return uint64(c.of[code]), true }
func (c *countedShares) total() *big.Int                { return c.sum.SetInt64(c.people) }

// uniformLikelihoods are those of generalizations that say which values a cell may be, and
// no more: of the values that a group's people have, each is as likely.
type uniformLikelihoods struct{ in *existenceInput }

func (u *uniformLikelihoods) weigh(g *projectedGroup) bool {
	one := big.NewInt(1)
	for i := range g.weights {
		g.weights[i] = one
	}
	g.scale = big.NewInt(1)
	for i := range u.in.columns {
		different := map[int32]bool{}
		for row := g.begin; row < g.end; row++ {
			different[u.in.codes[i+1][row]] = true
		}
		g.scale.Mul(g.scale, big.NewInt(int64(len(different))))
	}
	return true
}

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
	for _, code := range codes[g.begin:g.end] {
		if l.whole[code] == nil {
			if _, ok := at[code]; !ok {
				at[code] = len(values)
				values = append(values, l.values[code])
			}
		}
	}
	var numerators []*big.Int
	numerators, g.scale = exact.Common(values)
	for i, code := range codes[g.begin:g.end] {
		if l.whole[code] != nil {
			g.weights[i] = new(big.Int).Mul(l.whole[code], g.scale)
		} else {
			g.weights[i] = numerators[at[code]]
		}
	}
	return true
}
