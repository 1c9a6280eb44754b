package suppression

import (
	"cmp"
	"slices"
)

// maxChosen is how many cells have been compared when choices are no more made again, and
// maxDependent how many people may lack matches without a choice that is.
const (
	maxChosen    = 1e10
	maxDependent = 16
)

// byCost returns whose cells are suppressed, the dearest first.
func (m *matchingSearch) byCost() []int32 {
	var of []int32
	for i := range m.alike {
		if m.nulls[i] != m.alike[i].nulls {
			of = append(of, int32(i))
		}
	}
	slices.SortStableFunc(of, func(a, b int32) int { return cmp.Compare(m.cost(b), m.cost(a)) })
	return of
}

// cost is what is suppressed of people who are alike.
func (m *matchingSearch) cost(i int32) int64 {
	return m.weights.of(m.nulls[i]&^m.alike[i].nulls) * m.alike[i].people
}

// restore shows cells of people again, as far as everybody still matches enough.
func (m *matchingSearch) restore(i int32) error {
	suppressed := m.nulls[i] &^ m.alike[i].nulls
	if suppressed == 0 {
		return nil
	}
	needed := pattern(0) // by others
	err := m.scan(i, func(j int32, differ pattern) {
		for n, a := range m.asked {
			if own := differ & a.columns; own.within(suppressed) && m.matches[n][j]-m.alike[i].people < a.people {
				needed |= own
			}
		}
	})
	if err != nil {
		return err
	}
	return m.set(i, m.cheapest(i, needed, suppressed)[0]|m.alike[i].nulls)
}

// choose shows all cells of people, and suppresses those of others who then match too few before
// theirs. It reports whether that costs less; if not, all is as it was.
func (m *matchingSearch) choose(i int32) (bool, error) {
	before := m.cost(i)
	if before == 0 || m.budget.Spent() > maxChosen {
		return false, nil
	}
	m.undo = m.undo[:0]
	if err := m.set(i, m.alike[i].nulls); err != nil {
		return false, err
	}
	few := m.few()
	others := slices.DeleteFunc(slices.Clone(few), func(j int32) bool { return j == i })
	var changed []int32
	if len(few) > maxDependent {
		return false, m.takeBack()
	}
	for _, of := range [][]int32{others, {i}} {
		of = slices.DeleteFunc(of, m.isServed)
		for _, j := range of {
			before += m.costBefore(j, i)
			changed = append(changed, j)
		}
		if err := m.fix(of); err != nil {
			return false, err
		}
	}
	after := int64(0)
	for _, j := range changed {
		after += m.cost(j)
	}
	if after < before {
		return true, nil
	}
	return false, m.takeBack()
}

// costBefore is what is suppressed of others than i.
func (m *matchingSearch) costBefore(j, i int32) int64 {
	if j == i {
		return 0
	}
	return m.cost(j)
}
