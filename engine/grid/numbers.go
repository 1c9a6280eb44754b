package grid

import (
	"math"
	"math/big"
	"strconv"

	"skyline/engine"
)

// Numbers is the grid of the multiples of a step.
type Numbers struct {
	step     *big.Rat
	decimals int
}

// NewNumbers returns the grid of a step, a decimal number as SQL or JSON writes it.
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
	return &Numbers{r, decimals}, nil
}

// Decimals returns how many decimals the step has, and so the points.
func (g *Numbers) Decimals() int { return g.decimals }

// Down returns the largest multiple that is at most a number.
func (g *Numbers) Down(number string) (string, bool) { return g.round(number, 0) }

// Up returns the smallest multiple that is at least a number.
func (g *Numbers) Up(number string) (string, bool) { return g.round(number, 1) }

func (g *Numbers) round(number string, up int64) (string, bool) {
	x, ok := new(big.Rat).SetString(number)
	if !ok {
		return "", false
	}
	multiple, rest := x.Quo(x, g.step).Num(), new(big.Int)
	multiple, rest = new(big.Int).DivMod(multiple, x.Denom(), rest) // rounds down
	if rest.Sign() == 0 {
		return number, true
	}
	multiple.Add(multiple, big.NewInt(up))
	return x.Mul(x.SetInt(multiple), g.step).FloatString(g.decimals), true
}
