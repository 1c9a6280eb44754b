package risk

import (
	"context"
	"math"
	"math/big"
	"slices"

	"skyline/engine/partition"
)

// Numbers are sensitive values that are numbers. They may be used by several goroutines at
// once.
type Numbers struct {
	ranks []int32    // of values, by their numbers; -1 of those that are no numbers
	at    []*big.Rat // by rank
	// The number of a rank is the least one and so many times unit. Where all of them are
	// small they are in small, too.
	steps []*big.Int
	small []int64
	unit  *big.Rat
}

// maxSmall bounds what is squared and added up in words of 64 bits and their products, and
// the number of people for whom it is.
const maxSmall = 1 << 31

// NewNumbers returns the numbers of values, nil for one that is none.
func NewNumbers(values []*big.Rat) *Numbers {
	x := &Numbers{ranks: make([]int32, len(values)), unit: big.NewRat(1, 1)}
	var order []int
	denominator := big.NewInt(1)
	for v, number := range values {
		x.ranks[v] = -1
		if number == nil {
			continue
		}
		order = append(order, v)
		// The least common multiple.
		common := new(big.Int).GCD(nil, nil, denominator, number.Denom())
		denominator = new(big.Int).Mul(denominator, common.Quo(number.Denom(), common))
	}
	slices.SortStableFunc(order, func(a, b int) int { return values[a].Cmp(values[b]) })
	for rank, v := range order {
		x.ranks[v] = int32(rank)
		x.at = append(x.at, values[v])
	}
	divisor := new(big.Int)
	for _, number := range x.at {
		step := new(big.Rat).Sub(number, x.at[0])
		step.Mul(step, new(big.Rat).SetInt(denominator))
		x.steps = append(x.steps, step.Num())
		divisor.GCD(nil, nil, divisor, step.Num())
	}
	if divisor.Sign() == 0 {
		divisor.SetInt64(1)
	}
	isSmall := true
	for _, step := range x.steps {
		step.Quo(step, divisor)
		isSmall = isSmall && step.IsInt64() && step.Int64() < maxSmall
	}
	x.unit.SetFrac(divisor, denominator)
	if isSmall {
		for _, step := range x.steps {
			x.small = append(x.small, step.Int64())
		}
	}
	return x
}

// Windows are the windows of a width over numbers: closed intervals [a, a+width], wherever
// they begin.
type Windows struct {
	numbers *Numbers
	last    []int32 // by rank: the last one within a window that begins there
}

// Windows returns those of a width that is not negative. It takes time in proportion to the
// number of values.
func (x *Numbers) Windows(width *big.Rat) *Windows {
	w := &Windows{x, make([]int32, len(x.at))}
	last := 0
	for first := range x.at {
		end := new(big.Rat).Add(x.at[first], width)
		for last+1 < len(x.at) && x.at[last+1].Cmp(end) <= 0 {
			last++
		}
		w.last[first] = int32(last)
	}
	return w
}

// Most returns how many people of a group have their numbers within one window, at most.
// A value that is no number is in a window of its own. It takes O(e·log e) time for a group
// with e values.
func (w *Windows) Most(g *partition.Group) int64 {
	if len(g.Counts) == 0 {
		return 0
	}
	var few [16]partition.Count
	counts := ranked(few[:0], g, w.numbers.ranks)
	most, within, next := int64(0), int64(0), 0
	for i, c := range counts {
		if c.Value < 0 {
			most = max(most, c.N)
			next = i + 1
			continue
		}
		for ; next < len(counts) && counts[next].Value <= w.last[c.Value]; next++ {
			within += counts[next].N
		}
		most = max(most, within)
		within -= c.N
	}
	return most
}

// Proximity returns the largest share of the people of a QI group who have their numbers
// within one window: the least α for which no window holds more. It is in (0, 1], correctly
// rounded, and 0 of nobody. Every person must have one value.
//
// Source: Li, Tao, Xiao, "Preservation of Proximity Privacy in Publishing Numerical Sensitive
// Data", SIGMOD (2008). Their windows of absolute (ε,m)-anonymity are [x-ε, x+ε] for the
// values x of the group: see privacy.Proximity.
//
// Errors: that of ctx.
func (r *Release) Proximity(ctx context.Context, w *Windows) (float64, error) {
	worst := share{0, 1}
	err := r.each(ctx, func(g *partition.Group) {
		if s := (share{w.Most(g), g.People}); worst.less(s) {
			worst = s
		}
	})
	return quotient(worst.n, worst.of), err
}

// Variance returns the least population variance of the numbers in a QI group,
//
//	min_j (1/f_j)·Σ (x - mean_j)²
//
// over the people who have one; it is 0 in a group in which nobody has. It is correctly
// rounded, and NaN of nobody. Every person must have one value.
//
// Errors: that of ctx.
func (r *Release) Variance(ctx context.Context, x *Numbers) (float64, error) {
	var least *moments
	err := r.each(ctx, func(g *partition.Group) {
		if m := x.moments(g); least == nil || m.less(least) {
			least = &m
		}
	})
	if least == nil {
		return math.NaN(), err
	}
	return least.variance(x.unit), err
}

// Variance returns that of a group, correctly rounded.
func (x *Numbers) Variance(g *partition.Group) float64 {
	m := x.moments(g)
	return m.variance(x.unit)
}

// LeastVariance is a bound on the variance in groups.
type LeastVariance struct {
	numbers *Numbers
	bound   *big.Rat // in squares of units
	near    float64
}

// LeastVariance returns the bound that variances be at least.
func (x *Numbers) LeastVariance(bound *big.Rat) *LeastVariance {
	square := new(big.Rat).Mul(x.unit, x.unit)
	l := &LeastVariance{numbers: x, bound: square.Quo(bound, square)}
	l.near, _ = l.bound.Float64()
	return l
}

// Holds decides whether the variance of a group is at least the bound, exactly. It takes
// time in proportion to the number of its values.
func (l *LeastVariance) Holds(g *partition.Group) bool {
	m := l.numbers.moments(g)
	if x := m.near(); math.Abs(x-l.near) > 1e-9*max(x, l.near) {
		return x > l.near
	}
	return m.fraction().Cmp(l.bound) >= 0
}

// moments say what the variance of a group is: n·Σx² - (Σx)² in squares of units, over n².
type moments struct {
	n     int64
	small wide
	large *big.Int // nil: it is small
}

func (x *Numbers) moments(g *partition.Group) moments {
	n := int64(0)
	for _, c := range g.Counts {
		if x.ranks[c.Value] >= 0 {
			n += c.N
		}
	}
	if x.small != nil && n < maxSmall {
		// Sums are below 2^62, those of squares below 2^93.
		sum, squares := int64(0), wide{}
		for _, c := range g.Counts {
			if rank := x.ranks[c.Value]; rank >= 0 {
				step := x.small[rank]
				sum += c.N * step
				squares = squares.plus(product(c.N, step, step))
			}
		}
		return moments{n: n, small: squares.times(n).minus(product(sum, sum))}
	}
	sum, squares := new(big.Int), new(big.Int)
	for _, c := range g.Counts {
		if rank := x.ranks[c.Value]; rank >= 0 {
			term := new(big.Int).Mul(big.NewInt(c.N), x.steps[rank])
			sum.Add(sum, term)
			squares.Add(squares, term.Mul(term, x.steps[rank]))
		}
	}
	return moments{n: n, large: squares.Sub(squares.Mul(squares, big.NewInt(n)), sum.Mul(sum, sum))}
}

// near returns the variance in squares of units, within 1e-14 of itself.
func (m *moments) near() float64 {
	if m.n == 0 {
		return 0
	}
	if m.large != nil {
		x, _ := m.fraction().Float64()
		return x
	}
	return m.small.near() / float64(m.n) / float64(m.n)
}

// fraction returns the variance in squares of units.
func (m *moments) fraction() *big.Rat {
	if m.n == 0 {
		return new(big.Rat)
	}
	numerator := m.large
	if numerator == nil {
		numerator = m.small.big()
	}
	n := big.NewInt(m.n)
	return new(big.Rat).SetFrac(numerator, n.Mul(n, n))
}

func (m *moments) less(other *moments) bool {
	if x, y := m.near(), other.near(); math.Abs(x-y) > 1e-9*max(x, y) {
		return x < y
	}
	return m.fraction().Cmp(other.fraction()) < 0
}

func (m *moments) variance(unit *big.Rat) float64 {
	v := m.fraction()
	v.Mul(v, unit)
	x, _ := v.Mul(v, unit).Float64()
	return x
}
