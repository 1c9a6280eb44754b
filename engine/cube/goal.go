package cube

import "math/big"

// A goal is a variable of a block whose least and largest value are wanted.
type goal struct {
	v        int32
	integral bool
	// outer are certain bounds, seen the least and the largest value in tables that agree; nil where there is none yet.
	outer, seen [2]*fraction
	exact       [2]bool
}

// see notes that there is a table in which the value is f.
func (g *goal) see(f fraction) {
	if g.seen[0] == nil || f.cmp(*g.seen[0]) < 0 {
		g.seen[0] = &f
	}
	if g.seen[1] == nil || f.cmp(*g.seen[1]) > 0 {
		g.seen[1] = &f
	}
}

// reached reports whether a table that agrees is at an outer bound.
func (g *goal) reached(side int) bool {
	return g.outer[side] != nil && g.seen[side] != nil && g.outer[side].cmp(*g.seen[side]) == 0
}

// narrow notes a certain bound.
func (g *goal) narrow(side int, f fraction) {
	if g.integral {
		f = (&search{up: side == 1, integral: true}).rounded(f)
	}
	if o := g.outer[side]; o == nil || side == 0 && f.cmp(*o) > 0 || side == 1 && f.cmp(*o) < 0 {
		g.outer[side] = &f
	}
}

// rat returns a bound as a number, nil for none.
func (g *goal) rat(side int) *big.Rat {
	if f := g.outer[side]; f != nil {
		return f.rat()
	}
	return nil
}
