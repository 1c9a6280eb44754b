package joint

import "context"

// listing goes through the tables of a permutation set of generalization i, person by
// person, and lists those with which the algorithm comes to i.
type listing struct {
	ctx     context.Context
	problem *Problem
	i       int
	// left is how many people of each group of i may still have each value, as in a
	// signature.
	left  []byte
	table []int
	// on are the generalizations before i that a way to i may depend on, and seen[j] the
	// signature of the table so far of those, nil of others.
	on   []int
	seen [][]byte
	list *List
}

// disclosureSet returns the tables with a signature of generalization i with which the
// algorithm comes to i.
func (p *Problem) disclosureSet(ctx context.Context, i int, key []byte) (*List, error) {
	on := p.decisive(i)
	if err := p.work.refuse(ctx, p.stepsOf(p.permutations(i, key, nil), on)); err != nil {
		return nil, err
	}
	people := len(p.Groups[i])
	l := &listing{
		ctx: ctx, problem: p, i: i, left: append([]byte(nil), key...), table: make([]int, people),
		on: on, seen: make([][]byte, i), list: newList(people, p.Values),
	}
	for _, j := range on {
		l.seen[j] = make([]byte, len(p.sizes[j])*p.Values)
	}
	if err := l.place(0); err != nil {
		return nil, err
	}
	l.list.close()
	return l.list, nil
}

// place goes through the values of the people from one on.
func (l *listing) place(person int) error {
	p := l.problem
	if person == len(l.table) {
		if err := p.work.Spend(l.ctx, l.stepsPerTable()); err != nil {
			return err
		}
		if reached, err := l.reaches(); !reached || err != nil {
			return err
		}
		l.list.add(l.table)
		return nil
	}
	group := p.Groups[l.i][person]
	left := l.left[group*p.Values : (group+1)*p.Values]
	for v, n := range left {
		if n == 0 {
			continue
		}
		left[v]--
		for _, j := range l.on {
			l.seen[j][p.Groups[j][person]*p.Values+v]++
		}
		l.table[person] = v
		if err := l.place(person + 1); err != nil {
			return err
		}
		for _, j := range l.on {
			l.seen[j][p.Groups[j][person]*p.Values+v]--
		}
		left[v]++
	}
	return nil
}

func (l *listing) stepsPerTable() float64 { return l.problem.stepsOf(1, l.on) }

// reaches reports whether the algorithm comes to i with the table.
func (l *listing) reaches() (bool, error) {
	p := l.problem
	for j := 0; ; {
		if j == l.i {
			return true, nil
		}
		m := p.moves[j].towards(l.i)
		next := m.neither
		if m.needsPermutation() {
			holds, err := p.permutationHolds(l.ctx, j, l.seen[j])
			if err != nil {
				return false, err
			}
			if holds {
				next = m.permutation
			}
			if holds && m.needsDisclosure() {
				if holds, err = p.disclosureHolds(l.ctx, j, l.seen[j]); err != nil {
					return false, err
				}
				if holds {
					next = m.both
				}
			}
		}
		if next == Stop {
			return false, nil
		}
		j = next
	}
}
