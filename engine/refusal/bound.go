package refusal

import (
	"math"
	"math/big"

	"skyline/engine/partition"
)

// Where a group is too large to be counted, what is refused is mostly so rare that it is
// known from single values. Let y_s be how many people of the first of two parts have the value s,
// all assignments being as likely, and E_s that a requirement on each value refuses y_s: it is
// below lo_s (L_s) or above hi_s (U_s). With pairs bounded from above,
//
//	P(refused) ≥ Σ P(E_s) − Σ_{s<t} P(E_s and E_t)
//	E[y_s if refused] ≤ Σ_t E[y_s if E_t] + a·P(a part lacks values)
//
// so that their quotient, by a, bounds the posterior of a person of the first part, of a
// people; and likewise for the second. Given y_t the other values are divided in proportion, so
// the terms are sums over one number. For pairs,
//
//   - P(U_s and U_t) ≤ P(U_s)·P(U_t), as P(L_s and L_t): the y are negatively associated;
//   - the fewer of the first part are left when y_s is known, the smaller is y_t. So
//     P(U_s and L_t) ≤ P(U_s)·P(L_t | y_s = k) + P(y_s > k) for any k. It is taken
//     so large that the second term is below a 2^-40 of P(U_s).
//
// And fewer than ℓ values in a part is that all are of some ℓ-1, for each choice of those at
// most as likely as of the most frequent ones.
//
// Sums are of float64 numbers with exponents of their own (scaled), none of them negative; the
// relative errors are those of factorials, below n·2^-53, and of as many steps. slack is more.
//
// Negative association: Joag-Dev, Proschan, "Negative association of random variables with
// applications", Annals of Statistics 11 (1983), Sect. 3.1.
const (
	slack = 1e-6
	// maxBound is the most people of a group for whom it is done: 16 bytes for each are needed.
	maxBound = 10_000_000
)

// Bound returns bounds from above of what Posterior returns: the smaller one of the value's
// count in the group by the size of the part, and, for two parts and requirements
// on sizes, single values and numbers of values, that of bound.go. It takes time proportional
// to the people times the square of how many values may be refused.
//
// Errors: ErrNever, *engine.ParamError.
func (c *Counter) Bound(group *partition.Group, parts []int64) ([][]*big.Rat, error) {
	if err := check(group, parts); err != nil {
		return nil, err
	}
	t, possible := c.table(group, parts)
	if !possible || areEqual(parts) {
		return shares(group, parts), nil
	}
	if t.isFree() {
		return nil, ErrNever
	}
	tails := t.bound()
	bounds := make([][]*big.Rat, len(parts))
	for j, n := range parts {
		for place, count := range group.Counts {
			p := big.NewRat(min(count.N, n), n)
			if tails != nil && tails[j][place] < 1 {
				if own := new(big.Rat).SetFloat64(tails[j][place]); own.Cmp(p) < 0 {
					p = own
				}
			}
			bounds[j] = append(bounds[j], p)
		}
	}
	return bounds, nil
}

// tail is what is known of the y_s that are refused.
type tail struct {
	people       int64  // who have the value
	low, high    int64  // the least and the largest that is allowed
	lower, upper scaled // P(L_s), P(U_s)
	// of, by part, is how many of its people have the value, and others how many have another
	// one, on average if E_s, times P(E_s).
	of, others [2]scaled
	far        int64 // k: y_s is larger in a 2^-40 of U_s at most
}

// bound returns the bounds, by part and place, nil for none.
func (t *table) bound() [][]float64 {
	n := t.group.People
	if len(t.parts) != 2 || len(t.of.others) > 0 || n > maxBound {
		return nil
	}
	a := t.parts[0]
	f := newFactorials(n)
	var tails []tail
	var places []int
	sum, pairs := scaled{}, scaled{}
	for place := range t.group.Counts {
		low, high, ok := t.interval(place)
		if !ok {
			return nil
		}
		x := tailOf(f, n, a, t.group.Counts[place].N, low, high)
		if x.lower.m == 0 && x.upper.m == 0 {
			continue
		}
		sum = sum.plus(x.lower).plus(x.upper)
		for i := range tails {
			other := &tails[i]
			pairs = pairs.plus(x.upper.times(other.upper)).plus(x.lower.times(other.lower))
			pairs = pairs.plus(crossed(f, n, a, &x, other)).plus(crossed(f, n, a, other, &x))
		}
		tails, places = append(tails, x), append(places, place)
	}
	refused := sum.minus(pairs)
	if refused.below(sum.times(scale(0.5))) {
		return nil // pairs are not rare, and rounding would count
	}
	lacking := t.lacking(f)
	bounds := [][]float64{make([]float64, len(t.group.Counts)), make([]float64, len(t.group.Counts))}
	for place, count := range t.group.Counts {
		for j, size := range t.parts {
			total := lacking.times(scale(float64(size)))
			for i := range tails {
				total = total.plus(tails[i].having(n, j, places[i] == place, count.N))
			}
			bounds[j][place] = (1 + slack) * total.by(refused).by(scale(float64(size))).float()
		}
	}
	return bounds
}

// interval returns which y_s are allowed. It is not ok where these are no interval.
func (t *table) interval(place int) (low, high int64, ok bool) {
	count := t.group.Counts[place]
	least, most := max(0, count.N-t.parts[1]), min(count.N, t.parts[0])
	low, high = most+1, least-1
	for y := least; y <= most; y++ {
		if t.allows(0, count.Value, y) && t.allows(1, count.Value, count.N-y) {
			if low > most {
				low = y
			} else if high < y-1 {
				return 0, 0, false
			}
			high = y
		}
	}
	return low, high, low <= most
}

// tailOf returns the tails of y, of people of n, a of whom are in the first part.
func tailOf(f factorials, n, a, people, low, high int64) tail {
	x := tail{people: people, low: low, high: high}
	least, most := max(0, people-(n-a)), min(people, a)
	all := f.choose(n, a)
	p := func(y int64) scaled { return f.choose(people, y).times(f.choose(n-people, a-y)).by(all) }
	add := func(y int64, to *scaled) {
		w := p(y)
		*to = to.plus(w)
		for j, of := range []int64{y, people - y} {
			x.of[j] = x.of[j].plus(w.times(scale(float64(of))))
		}
		for j, others := range []int64{a - y, n - a - (people - y)} {
			x.others[j] = x.others[j].plus(w.times(scale(float64(others))))
		}
	}
	for y := low - 1; y >= least; y-- {
		add(y, &x.lower)
	}
	for y := most; y > high; y-- {
		add(y, &x.upper)
	}
	x.far = most
	var beyond scaled
	for ; x.far > high+1; x.far-- {
		if beyond = beyond.plus(p(x.far)); x.upper.times(scaled{0.5, -40}).below(beyond) {
			break
		}
	}
	return x
}

// crossed bounds P(U_s and L_t).
func crossed(f factorials, n, a int64, s, t *tail) scaled {
	if s.upper.m == 0 || t.lower.m == 0 {
		return scaled{}
	}
	n, a = n-s.people, a-s.far
	all, given := f.choose(n, a), scaled{}
	for y := min(t.low-1, t.people, a); y >= max(0, t.people-(n-a)); y-- {
		given = given.plus(f.choose(t.people, y).times(f.choose(n-t.people, a-y)).by(all))
	}
	return s.upper.times(given.plus(scale(math.Ldexp(1, -40))))
}

// lacking bounds the probability that some part has too few different values.
func (t *table) lacking(f factorials) scaled {
	total := scaled{}
	for j, n := range t.parts {
		if !t.lacks[j] {
			continue
		}
		top, ways := int64(0), scale(1)
		for i := range t.of.values - 1 {
			top += t.group.Counts[i].N
			ways = ways.times(scale(float64(len(t.group.Counts) - i))).by(scale(float64(i + 1)))
		}
		total = total.plus(ways.times(f.choose(top, n)).by(f.choose(t.group.People, n)))
	}
	return total
}

// having returns the expected number of people of a part who have a value, if this tail is
// refused: its own, or another one.
func (x *tail) having(n int64, part int, own bool, people int64) scaled {
	if own {
		return x.of[part]
	}
	return x.others[part].times(scale(float64(people))).by(scale(float64(n - x.people)))
}
