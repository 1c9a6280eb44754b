package centre

import (
	"cmp"
	"math/big"
	"slices"

	"skyline/engine"
)

// Numbers are the different values of a column, in ascending order. They may be read by
// several goroutines at once.
type Numbers struct {
	scaled []*big.Int // nil for what is no number
	scale  *big.Int   // by which they are multiplied, so that they are whole
}

// NewNumbers reads decimal numbers as SQL writes them, such as 12.50 or 1e-07, which must
// be in ascending order; "" stands for what is no number.
//
// Errors: *engine.ParamError.
func NewNumbers(texts []string) (*Numbers, error) {
	fractions := make([]*big.Rat, len(texts))
	digits := 0
	for i, text := range texts {
		if text == "" {
			continue
		}
		x, ok := new(big.Rat).SetString(text)
		if !ok {
			return nil, engine.NewParamError("centre", "texts", "decimal numbers", nil)
		}
		n, isDecimal := x.FloatPrec()
		if !isDecimal {
			return nil, engine.NewParamError("centre", "texts", "decimal numbers", nil)
		}
		fractions[i], digits = x, max(digits, n)
	}
	c := &Numbers{make([]*big.Int, len(texts)), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)}
	for i, x := range fractions {
		if x != nil {
			scaled := new(big.Int).Mul(x.Num(), c.scale)
			c.scaled[i] = scaled.Quo(scaled, x.Denom())
		}
	}
	return c, nil
}

// Count is how many people have a value, which is told by its place in Numbers.
type Count struct {
	Value int32
	N     int64
}

// Mean returns
//
//	Σ nᵢ·xᵢ / Σ nᵢ
//
// over the numbers of people, each value any number of times; nil where nobody has a
// number.
func (c *Numbers) Mean(counts []Count) *big.Rat {
	sum, people, product := new(big.Int), new(big.Int), new(big.Int)
	for _, k := range counts {
		if x := c.scaled[k.Value]; x != nil {
			n := big.NewInt(k.N)
			sum.Add(sum, product.Mul(x, n))
			people.Add(people, n)
		}
	}
	if people.Sign() == 0 {
		return nil
	}
	return new(big.Rat).SetFrac(sum, people.Mul(people, c.scale))
}

// Median returns the number of the person in the middle, when all are in order, or the mean
// of the two in the middle; nil where nobody has a number. It puts the counts in order.
func (c *Numbers) Median(counts []Count) *big.Rat {
	slices.SortFunc(counts, func(a, b Count) int { return cmp.Compare(a.Value, b.Value) })
	people := new(big.Int)
	for _, k := range counts {
		if c.scaled[k.Value] != nil {
			people.Add(people, big.NewInt(k.N))
		}
	}
	var lower, upper *big.Int
	twice, n := new(big.Int), new(big.Int)
	for _, k := range counts {
		x := c.scaled[k.Value]
		if x == nil || k.N == 0 {
			continue
		}
		// twice as many people as have this number or a smaller one
		twice.Add(twice, n.Lsh(big.NewInt(k.N), 1))
		if lower == nil && twice.Cmp(people) >= 0 {
			lower = x
		}
		if upper == nil && twice.Cmp(people) > 0 {
			upper = x
		}
	}
	if upper == nil {
		return nil
	}
	return new(big.Rat).SetFrac(new(big.Int).Add(lower, upper), new(big.Int).Lsh(c.scale, 1))
}

// Middle returns half the sum of two decimal numbers; ok is false where one is none.
func Middle(low, high string) (middle *big.Rat, ok bool) {
	x, ok1 := new(big.Rat).SetString(low)
	y, ok2 := new(big.Rat).SetString(high)
	if !ok1 || !ok2 {
		return nil, false
	}
	x.Add(x, y)
	return x.Quo(x, big.NewRat(2, 1)), true
}
