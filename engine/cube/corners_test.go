package cube_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/cube"
	"skyline/tests/trials"
)

// TestByCorners compares with all corners, where some unknowns need not be whole: with each choice of the whole ones, a sum is
// least and largest where as many ends of ranges are reached as there are unknowns.
func TestByCorners(t *testing.T) {
	broken, none := 0, 0
	for seed := range trials.Seeds(t, 150, 20000) {
		rng := rand.New(rand.NewPCG(seed, 42))
		s := random(rng)
		n := min(len(s.Unknowns), 3)
		s.Unknowns = s.Unknowns[:n]
		for j := range s.Unknowns {
			s.Unknowns[j].Whole = rng.IntN(4) == 0
		}
		for i := range s.Sums {
			terms := s.Sums[i].Terms[:0]
			for _, term := range s.Sums[i].Terms {
				if int(term.Unknown) < n {
					terms = append(terms, term)
				}
			}
			s.Sums[i].Terms = terms
		}
		targets := append(each(n), randomTerms(rng, n, []int64{1, -1, 2}))
		c := &corners{s: s, targets: targets, least: make([]*big.Rat, n+1), largest: make([]*big.Rat, n+1)}
		c.choose(0, nil)
		all, err := s.Bounds(t.Context(), targets, 1e8)
		if _, ok := errors.AsType[*cube.Contradiction](err); ok != (c.least[0] == nil) || err != nil && !ok {
			t.Fatalf("seed %d: %v, want bounds %v: %+v", seed, err, c.least, s)
		}
		if err != nil {
			none++
			continue
		}
		for i, b := range all {
			if !b.Exact || b.Least.Cmp(c.least[i]) != 0 || b.Largest.Cmp(c.largest[i]) != 0 {
				t.Fatalf("seed %d: target %v in [%v, %v], exact: %v, want [%v, %v]: %+v", seed, targets[i], b.Least, b.Largest, b.Exact, c.least[i], c.largest[i], s)
			}
			if !b.Least.IsInt() {
				broken++
			}
		}
	}
	if broken < 3 || none < 10 {
		t.Errorf("%d least values are not whole, %d systems contradict themselves: too few", broken, none)
	}
}

type corners struct {
	s              *cube.System
	targets        [][]cube.Term
	least, largest []*big.Rat
}

// A line is Σ a·x = b.
type line struct {
	a []*big.Rat
	b *big.Rat
}

func (c *corners) line(terms []cube.Term, b int64) line {
	l := line{b: big.NewRat(b, 1)}
	for range c.s.Unknowns {
		l.a = append(l.a, new(big.Rat))
	}
	for _, t := range terms {
		l.a[t.Unknown].SetInt64(t.Times)
	}
	return l
}

// choose gives each whole unknown each of its values, and then looks at all corners.
func (c *corners) choose(j int, lines []line) {
	if j == len(c.s.Unknowns) {
		var others []line
		for k, u := range c.s.Unknowns {
			if !u.Whole {
				others = append(others, c.line(each(k + 1)[k], u.Least), c.line(each(k + 1)[k], u.Largest))
			}
		}
		for _, sum := range c.s.Sums {
			if !sum.NoLeast {
				others = append(others, c.line(sum.Terms, sum.Least))
			}
			if !sum.NoLargest {
				others = append(others, c.line(sum.Terms, sum.Largest))
			}
		}
		c.corner(lines, others)
		return
	}
	if u := c.s.Unknowns[j]; u.Whole {
		for x := u.Least; x <= u.Largest; x++ {
			c.choose(j+1, append(slices.Clip(lines), c.line(each(j + 1)[j], x)))
		}
		return
	}
	c.choose(j+1, lines)
}

// corner adds lines until there are as many as unknowns, and looks at where they cross.
func (c *corners) corner(lines, others []line) {
	n := len(c.s.Unknowns)
	if len(lines) == n {
		if x := cross(lines); x != nil {
			c.look(x)
		}
		return
	}
	for i := range others {
		c.corner(append(slices.Clip(lines), others[i]), others[i+1:])
	}
}

// cross solves as many equations as unknowns; nil if there is not one solution.
func cross(lines []line) []*big.Rat {
	n := len(lines)
	m := make([][]*big.Rat, n)
	for i, l := range lines {
		for _, a := range append(l.a[:n:n], l.b) {
			m[i] = append(m[i], new(big.Rat).Set(a))
		}
	}
	for j := range n {
		at := j
		for at < n && m[at][j].Sign() == 0 {
			at++
		}
		if at == n {
			return nil
		}
		m[j], m[at] = m[at], m[j]
		for i := range n {
			if i == j || m[i][j].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Quo(m[i][j], m[j][j])
			for k := range m[i] {
				m[i][k].Sub(m[i][k], new(big.Rat).Mul(f, m[j][k]))
			}
		}
	}
	x := make([]*big.Rat, n)
	for j := range x {
		x[j] = new(big.Rat).Quo(m[j][n], m[j][j])
	}
	return x
}

// look notes the targets of a table that agrees.
func (c *corners) look(x []*big.Rat) {
	at := func(terms []cube.Term) *big.Rat {
		v := new(big.Rat)
		for _, t := range terms {
			v.Add(v, new(big.Rat).Mul(big.NewRat(t.Times, 1), x[t.Unknown]))
		}
		return v
	}
	in := func(v *big.Rat, r cube.Range) bool {
		return (r.NoLeast || v.Cmp(big.NewRat(r.Least, 1)) >= 0) && (r.NoLargest || v.Cmp(big.NewRat(r.Largest, 1)) <= 0)
	}
	for j, u := range c.s.Unknowns {
		if !in(x[j], u.Range) {
			return
		}
	}
	for _, sum := range c.s.Sums {
		if !in(at(sum.Terms), sum.Range) {
			return
		}
	}
	for i, terms := range c.targets {
		v := at(terms)
		if c.least[i] == nil || v.Cmp(c.least[i]) < 0 {
			c.least[i] = v
		}
		if c.largest[i] == nil || v.Cmp(c.largest[i]) > 0 {
			c.largest[i] = v
		}
	}
}
