package suppression

import (
	"cmp"
	"slices"
)

// scan sets people and masks to how many differ from those of i, and where.
func (m *matchingSearch) scan(i int32, f func(j int32, differ pattern)) error {
	clear(m.people)
	m.masks = m.masks[:0]
	m.people[0], m.masks = m.alike[i].people, append(m.masks, 0)
	return m.differences(i, m.alike[i].nulls, nil, func(j int32, differ pattern) {
		if _, ok := m.people[differ]; !ok {
			m.masks = append(m.masks, differ)
		}
		m.people[differ] += m.alike[j].people
		f(j, differ)
	})
}

// suffices reports whether people match enough, of those that scan has found, where a pattern
// is suppressed.
func (m *matchingSearch) suffices(p pattern) bool {
	return !slices.ContainsFunc(m.asked, func(a asked) bool {
		n := int64(0)
		for _, differ := range m.masks {
			if (differ & a.columns).within(p) {
				if n += m.people[differ]; n >= a.people {
					return false
				}
			}
		}
		return true
	})
}

// cheapest returns the patterns of the least cost with which people match enough, of those that
// scan has found; they have at least some columns, and others at most.
func (m *matchingSearch) cheapest(i int32, least, most pattern) []pattern {
	var best []pattern
	for _, p := range m.patterns {
		if len(best) > 0 && m.weights.of(p) > m.weights.of(best[0]) {
			return best
		}
		if least.within(p) && p.within(most) && p&m.alike[i].nulls == 0 && m.suffices(p) {
			best = append(best, p)
		}
	}
	if len(best) > 0 {
		return best
	}
	// There are patterns beyond the listed ones: those who differ in the cheapest columns are
	// matched, one after the other.
	slices.SortFunc(m.masks, func(a, b pattern) int {
		if byCost := cmp.Compare(m.weights.of(a), m.weights.of(b)); byCost != 0 {
			return byCost
		}
		return cmp.Compare(int64(a), int64(b))
	})
	p := least
	for _, differ := range m.masks {
		if m.suffices(p) {
			break
		}
		if differ.within(most) {
			p |= differ
		}
	}
	return []pattern{p}
}
