package jump

import (
	"context"

	"skyline/engine/jump/mask"
	"skyline/engine/jump/tables"
)

// view is a permutation set of g_i as somebody sees it who knows the algorithm: which
// tables of it get from g_1 to g_i? Those are its disclosure set.
type view struct {
	*evaluator
	i         int
	signature []histogram
	// status[j-1] is what is known of g_j, for j < i on the way of some tables.
	status []status

	// live are the generalizations on the way that some of the tables may pass and
	// others not, in ascending order.
	live []int
	// recursive are those of them that do not rule a table out that passes them: it
	// depends on the table's own disclosure set where it goes.
	recursive []int
	// gates are those of the others that all tables come by: to pass one is to be ruled
	// out.
	gates []int
	// arrives says that tables that pass none of them get to g_i.
	arrives bool
	// nested says that all of live are finer than g_i.
	nested bool
	// components are the components of terms that have been counted: lists of
	// generalizations have subsets in common, and parts of the people are alike.
	components map[string]*tables.Set

	// unclear says that the way depends on a disclosure set that all tables have in
	// common, and about which nothing can be said.
	unclear *Undecided
}

// status is what a permutation set says of an earlier generalization.
type status struct {
	live bool
	// next is where all tables go from there if it is not live; 0: they end there.
	next int
}

// view follows the tables of a permutation set from g_1.
func (e *evaluator) view(ctx context.Context, i int, signature []histogram) (*view, error) {
	v := &view{evaluator: e, i: i, signature: signature, status: make([]status, i), nested: true}
	reached := make([]bool, i+1)
	// ahead is the furthest that tables have got to: all come by g_j if it is j.
	ahead := 1
	reach := func(to int) {
		if to > 0 && to <= i {
			reached[to] = true
		}
		ahead = max(ahead, to)
	}
	reach(1)
	straight := 1 // where tables are that have passed no live one so far; 0: nowhere
	for j := 1; j < i; j++ {
		if !reached[j] {
			continue
		}
		s, err := v.statusOf(ctx, j)
		if err != nil {
			return nil, err
		}
		v.status[j-1] = s
		if straight == j {
			straight = s.next
			if s.live {
				straight = j + 1
			}
		}
		if !s.live {
			reach(s.next)
			continue
		}
		v.nested = v.nested && v.table.finer[j-1][i-1]
		if !v.rulesOut(j) {
			v.recursive = append(v.recursive, j)
			reach(v.next(j))
		} else if ahead == j {
			v.gates = append(v.gates, j)
		}
		v.live = append(v.live, j)
		reach(j + 1)
	}
	v.arrives = straight == i
	return v, nil
}

// statusOf says what is known of g_j.
func (v *view) statusOf(ctx context.Context, j int) (status, error) {
	t := v.table
	for _, gate := range v.gates {
		// Those that pass g_j pass the coarser gate, and have been ruled out there.
		if t.finer[j-1][gate-1] {
			return status{next: j + 1}, nil
		}
	}
	switch {
	case t.finer[v.i-1][j-1]:
		return v.statusOfCoarser(ctx, j)
	case t.finer[j-1][v.i-1]:
		for group := range v.signature {
			if group%256 == 0 && ctx.Err() != nil {
				return status{}, ctx.Err()
			}
			if v.component(group, j).Possible(v.algorithm.Property) == tables.No {
				return status{next: j + 1}, nil
			}
		}
	}
	return status{live: true}, nil
}

// statusOfCoarser is statusOf where g_i is finer than g_j: all tables have the same
// signature of g_j.
func (v *view) statusOfCoarser(ctx context.Context, j int) (status, error) {
	signature := v.table.coarser(v.signature, v.i, j)
	holds, err := v.permutes(ctx, signature)
	if err != nil || !holds {
		return status{next: j + 1}, err
	}
	next := v.next(j)
	if v.algorithm.Strategy == Naive || next > v.i {
		return status{}, nil // released there, or jumped over
	}
	verdict, undecided, err := v.settle(ctx, j, signature)
	switch {
	case err != nil:
		return status{}, err
	case undecided != nil:
		v.unclear = undecided
	case verdict == tables.Yes:
		return status{}, nil
	}
	return status{next: next}, nil
}

// rulesOut reports whether a table that gets to the live g_j and passes it is surely not
// in the disclosure set of g_i.
func (v *view) rulesOut(j int) bool {
	if v.algorithm.Strategy == Naive || v.next(j) > v.i || j == 1 {
		return true // ds_1 is the permutation set.
	}
	// So is the disclosure set of the first one that is live: seen from a finer g_j, those
	// before are not live, either.
	return len(v.live) == 0 && v.unclear == nil && v.table.finer[j-1][v.i-1] &&
		(v.algorithm.Strategy != Certified || v.inherits(j))
}

// inherits reports whether also the bounds that certify g_j find that no earlier
// generalization is live there, as they find it here. That they could is not enough: what
// the strategy cannot prove at g_j it does not release there.
func (v *view) inherits(j int) bool {
	for m := 1; m < j; m++ {
		if v.table.finer[v.i-1][m-1] {
			continue // settled for all tables
		}
		switch v.algorithm.Property.(type) {
		case tables.MaxShare, tables.Distinct: // where mask.Possible misses nothing
			if !v.table.finer[m-1][j-1] {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// component is a group of g_i made of groups of a finer g_j, each of which must satisfy
// the property.
func (v *view) component(group, j int) *mask.Component {
	f := &factor{groups: []int32{int32(group)}}
	v.fill(f, []int{j})
	return &f.Component
}
