package grid

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"skyline/engine"
)

// Numbers is the grid of the multiples of a step, counted from a base.
type Numbers struct {
	step, base *big.Rat
	decimals   int
}

// NewNumbers returns the grid of a step, counted from 0: a decimal number as SQL or JSON writes it.
//
// Errors: *engine.ParamError for what is no number, not positive or beyond a float64.
func NewNumbers(step string) (*Numbers, error) {
	if x, err := strconv.ParseFloat(step, 64); err != nil || !(x > 0) || math.IsInf(x, 0) {
		return nil, engine.NewParamError("grid", "step", "a positive decimal number", step)
	}
	r, ok := new(big.Rat).SetString(step)
	if !ok {
		return nil, engine.NewParamError("grid", "step", "a positive decimal number", step)
	}
	decimals, exact := r.FloatPrec()
	if !exact {
		return nil, engine.NewParamError("grid", "step", "a positive decimal number", step)
	}
	return &Numbers{r, new(big.Rat), decimals}, nil
}

// From returns the grid of the same step that is counted from another number, which is a
// point of it: of step 10 from 5, the points are …, −5, 5, 15, ….
//
// Errors: *engine.ParamError for what is no number, or one that a float64 takes for 0 or
// for infinity.
func (g *Numbers) From(base string) (*Numbers, error) {
	x, err := strconv.ParseFloat(base, 64)
	digits, _, _ := strings.Cut(strings.ToLower(base), "e")
	// What float64 has no number for may have more digits than there is room for.
	small := x == 0 && strings.ContainsAny(digits, "123456789abcdef_x")
	if err != nil || small || math.IsInf(x, 0) || math.IsNaN(x) {
		return nil, engine.NewParamError("grid", "base", "a decimal number", base)
	}
	if r, ok := new(big.Rat).SetString(base); ok {
		if decimals, exact := r.FloatPrec(); exact {
			return &Numbers{g.step, r, max(g.decimals, decimals)}, nil
		}
	}
	return nil, engine.NewParamError("grid", "base", "a decimal number", base)
}

// Decimals returns how many decimals the points have.
func (g *Numbers) Decimals() int { return g.decimals }

// Down returns the largest point that is at most a number.
func (g *Numbers) Down(number string) (string, bool) { return g.round(number, 0) }

// Up returns the smallest point that is at least a number.
func (g *Numbers) Up(number string) (string, bool) { return g.round(number, 1) }

func (g *Numbers) round(number string, up int64) (string, bool) {
	x, ok := new(big.Rat).SetString(number)
	if !ok {
		return "", false
	}
	x.Sub(x, g.base)
	multiple, rest := x.Quo(x, g.step).Num(), new(big.Int)
	multiple, rest = new(big.Int).DivMod(multiple, x.Denom(), rest) // rounds down
	if rest.Sign() == 0 {
		return number, true
	}
	multiple.Add(multiple, big.NewInt(up))
	x.Mul(x.SetInt(multiple), g.step)
	return x.Add(x, g.base).FloatString(g.decimals), true
}
