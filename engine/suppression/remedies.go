package suppression

import (
	"container/heap"
	"math/big"
	"slices"
)

// remedy is what may be suppressed of people who match too few.
type remedy struct {
	of      int32
	pattern pattern
	won     int64 // matches that all who lack some win
	cost    int64
}

// before reports whether a remedy wins more for what it costs.
func (r *remedy) before(s *remedy) bool {
	byRatio := new(big.Int).Mul(big.NewInt(r.won), big.NewInt(s.cost)).Cmp(new(big.Int).Mul(big.NewInt(s.won), big.NewInt(r.cost)))
	switch {
	case byRatio != 0:
		return byRatio > 0
	case r.cost != s.cost:
		return r.cost < s.cost
	}
	return r.of < s.of
}

// remedies is a heap of them, the best first.
type remedies []remedy

func (r remedies) Len() int           { return len(r) }
func (r remedies) Less(i, j int) bool { return r[i].before(&r[j]) }
func (r remedies) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *remedies) Push(x any)        { *r = append(*r, x.(remedy)) }
func (r *remedies) Pop() any {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	return x
}

// fix suppresses cells of people who match too few, until all of them match enough.
func (m *matchingSearch) fix(few []int32) error {
	var next remedies
	for _, i := range few {
		r, err := m.remedy(i, few)
		if err != nil {
			return err
		}
		next = append(next, r)
	}
	heap.Init(&next)
	for len(next) > 0 {
		r := next[0]
		if m.isServed(r.of) {
			heap.Pop(&next)
			continue
		}
		// Since it was looked at, others may have won what it would win.
		now, err := m.remedy(r.of, few)
		if err != nil {
			return err
		}
		if next[0] = now; now != r {
			heap.Fix(&next, 0)
			if next[0] != now {
				continue
			}
		}
		heap.Pop(&next)
		if err := m.set(now.of, now.pattern|m.alike[now.of].nulls); err != nil {
			return err
		}
		few = slices.DeleteFunc(few, m.isServed)
	}
	return nil
}

// remedy returns the cheapest remedy for people who match too few; of several that wins most.
func (m *matchingSearch) remedy(i int32, few []int32) (remedy, error) {
	if err := m.scan(i, func(int32, pattern) {}); err != nil {
		return remedy{}, err
	}
	// What is suppressed already others may need.
	suppressed := m.nulls[i] &^ m.alike[i].nulls
	patterns := m.cheapest(i, suppressed, allOf(m.columns))
	won, err := m.won(i, few, patterns)
	best := 0
	for n := range patterns {
		if won[n] > won[best] {
			best = n
		}
	}
	p := patterns[best]
	return remedy{i, p, won[best], m.weights.of(p&^suppressed) * m.alike[i].people}, err
}
