package suppression

import (
	"context"
	"slices"

	"skyline/engine/matching"
)

// change is that people showed NULL elsewhere.
type change struct {
	of  int32
	was pattern
}

// shown is what some people show, if a pattern is suppressed beside, with how many they are to
// count.
func (m *matchingSearch) shown(of []int32, beside pattern, people func(i int32) int64) *matching.Table {
	t := &matching.Table{Codes: make([][]int32, m.columns), Missing: m.hidden, People: make([]int64, len(of))}
	for d := range t.Codes {
		t.Codes[d] = make([]int32, len(of))
		for n, i := range of {
			if t.Codes[d][n] = m.code(i, d); (m.nulls[i] | beside).has(d) {
				t.Codes[d][n] = m.hidden[d]
			}
		}
	}
	for n, i := range of {
		t.People[n] = people(i)
	}
	return t
}

// everybody is what all show.
func (m *matchingSearch) everybody() *matching.Table {
	all := make([]int32, len(m.alike))
	for i := range all {
		all[i] = int32(i)
	}
	return m.shown(all, 0, m.peopleAlike)
}

func (m *matchingSearch) peopleAlike(i int32) int64 { return m.alike[i].people }

// count counts matches anew.
func (m *matchingSearch) count(ctx context.Context) error {
	everybody := m.everybody()
	m.matches = make([][]int64, len(m.asked))
	for n, a := range m.asked {
		counted, err := matching.Count(ctx, only(everybody, a.columns))
		if err != nil {
			return err
		}
		m.matches[n] = make([]int64, len(counted))
		for i, c := range counted {
			m.matches[n][i] = c.People
		}
	}
	return nil
}

// only is some columns of a table.
func only(t *matching.Table, columns pattern) *matching.Table {
	some := &matching.Table{People: t.People}
	for d := range t.Codes {
		if columns.has(d) {
			some.Codes, some.Missing = append(some.Codes, t.Codes[d]), append(some.Missing, t.Missing[d])
		}
	}
	return some
}

// differences calls f for others and the columns in which both they and the people of i have
// values, own ones being all that are suppressed of i, and these differ.
func (m *matchingSearch) differences(i int32, nulls pattern, others []int32, f func(j int32, differ pattern)) error {
	n := len(others)
	if others == nil {
		n = len(m.alike)
	}
	if err := m.budget.Spend(float64(n) * float64(m.columns+len(m.asked))); err != nil {
		return err
	}
	own := m.codes[int(i)*m.columns : (int(i)+1)*m.columns]
	for at := range n {
		j := int32(at)
		if others != nil {
			j = others[at]
		}
		if j == i {
			continue
		}
		differ := pattern(0)
		for d, code := range m.codes[int(j)*m.columns : (int(j)+1)*m.columns] {
			if code != own[d] {
				differ |= 1 << d
			}
		}
		f(j, differ&^(nulls|m.nulls[j]))
	}
	return nil
}

// set shows NULL of people in some columns.
func (m *matchingSearch) set(i int32, nulls pattern) error {
	if m.nulls[i] == nulls {
		return nil
	}
	was := m.nulls[i]
	err := m.differences(i, 0, nil, func(j int32, differ pattern) {
		for n, a := range m.asked {
			differ := differ & a.columns
			sign := int64(0)
			if differ.within(nulls) {
				sign++
			}
			if differ.within(was) {
				sign--
			}
			m.matches[n][i] += sign * m.alike[j].people
			m.matches[n][j] += sign * m.alike[i].people
		}
	})
	if err != nil {
		return err
	}
	m.undo = append(m.undo, change{i, was})
	m.nulls[i] = nulls
	return nil
}

// takeBack takes back what is in undo.
func (m *matchingSearch) takeBack() error {
	for _, c := range slices.Backward(m.undo) {
		if err := m.set(c.of, c.was); err != nil {
			return err
		}
	}
	return nil
}
