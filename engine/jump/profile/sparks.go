package profile

import "math"

// sparks bounds, before any group of i is enumerated, which classes may go wrong. A class
// does only if for some group of e
//
//	τ < a · Π a of all others
//
// and the counts of a group of e, sorted, are at most those of its group of i, sorted: few
// records. Where no a is large enough for its own τ there is nothing to enumerate.
type sparks struct {
	least   float64   // τ that may be exceeded; +Inf for none
	others  []float64 // of each group: the product of the largest a of all others
	epsilon float64
}

// ceiling is what a group of e can be like at most.
type ceiling struct {
	highest float64   // a
	records []verdict // with a > τ, in floating point and nearly so
}

func (t *counting) sparks() (*sparks, error) {
	type place struct {
		shape  *shape
		counts string
	}
	known := make(map[place]*ceiling)
	var of []*ceiling // of each group of e
	var highest []float64
	s := &sparks{least: math.Inf(1)}
	groups := make([]float64, len(t.chain))
	for k := range t.chain {
		groups[k] = 1
		for _, u := range t.units[k] {
			if u.whole {
				continue
			}
			key := place{shape: t.library.shape(u), counts: keyOf(t.counts[k])}
			c := known[key]
			if c == nil {
				c = new(ceiling)
				if err := t.library.ceil(c, key.shape, t.counts[k], nil, u.people); err != nil {
					return nil, err
				}
				known[key] = c
			}
			of, highest = append(of, c), append(highest, c.highest)
			groups[k] *= c.highest
		}
	}
	s.epsilon = margin(len(of))
	s.others = others(groups)
	for k, rest := range others(highest) {
		for _, r := range of[k].records {
			if r.a*rest+tiny >= r.t*(1-s.epsilon) {
				s.least = min(s.least, r.t)
			}
		}
	}
	return s, nil
}

// ceil looks at all records of a shape with counts at most those given, both sorted,
// after the first ones.
func (l *library) ceil(c *ceiling, s *shape, most, first []int64, left int64) error {
	if err := l.budget.spend(1); err != nil {
		return err
	}
	if left == 0 {
		r, err := l.record(s, first)
		if err != nil {
			return err
		}
		c.highest = max(c.highest, r.a)
		if r.a >= r.t*(1-1e-9) {
			c.records = append(c.records, r.verdict)
		}
		return nil
	}
	k := len(first)
	if k == len(most) {
		return nil
	}
	bound := min(most[k], s.bound, left)
	if k > 0 {
		bound = min(bound, first[k-1])
	}
	// What is left must go into the values to come, none with more than this one.
	for n := bound; n > 0 && n*int64(len(most)-k) >= left; n-- {
		if err := l.ceil(c, s, most, append(first, n), left-n); err != nil {
			return err
		}
	}
	return nil
}

// floor is the least a of a class of group k that may matter.
func (s *sparks) floor(k int) float64 {
	if s.others[k] == 0 {
		return 0
	}
	return (s.least*(1-s.epsilon) - tiny) / s.others[k] * (1 - s.epsilon)
}
