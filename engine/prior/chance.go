package prior

import (
	"context"
	"math/big"
)

// chance is the probability that somebody of a class has a value.
type chance interface {
	// float returns it, within the error that the package promises.
	float() float64
	// compare returns the sign of the chance minus a bound.
	//
	// Errors: ErrTooLarge where it is too near to tell, the context's.
	compare(ctx context.Context, bound *big.Rat) (int, error)
}

// known is a chance that is known exactly.
type known struct{ *big.Rat }

func (k known) float() float64 {
	x, _ := k.Float64()
	return x
}

func (k known) compare(_ context.Context, bound *big.Rat) (int, error) { return k.Cmp(bound), nil }

// multiple is a positive multiple of a chance.
type multiple struct {
	factor *big.Rat
	of     chance
}

// multiplied returns a positive multiple of a chance, which is a chance.
func multiplied(factor *big.Rat, of chance) chance {
	switch of := of.(type) {
	case known:
		return known{new(big.Rat).Mul(factor, of.Rat)}
	case multiple:
		return multiplied(new(big.Rat).Mul(factor, of.factor), of.of)
	}
	if factor.Cmp(one) == 0 {
		return of
	}
	return multiple{factor, of}
}

var one = big.NewRat(1, 1)

func (m multiple) float() float64 {
	factor, _ := m.factor.Float64()
	return min(factor*m.of.float(), 1)
}

func (m multiple) compare(ctx context.Context, bound *big.Rat) (int, error) {
	return m.of.compare(ctx, new(big.Rat).Quo(bound, m.factor))
}

// counted is a chance in (0, 1) that floats have counted.
type counted struct {
	in          *counting
	row, column int
	estimate    float64
}

func (c counted) float() float64 { return c.estimate }

// vanishing is more than underflow adds to the error of an estimate.
const vanishing = 1e-100

func (c counted) compare(ctx context.Context, bound *big.Rat) (int, error) {
	limit, _ := bound.Float64()
	// Rounding the bound adds 2^-53 of it.
	tolerance := float64(c.in.accuracy*max(c.estimate, limit)) + vanishing
	switch {
	case c.estimate > limit+tolerance:
		return 1, nil
	case c.estimate < limit-tolerance:
		return -1, nil
	}
	exactly, err := c.in.exactly(ctx, c.row)
	if err != nil {
		return 0, err
	}
	return exactly[c.column].Cmp(bound), nil
}
