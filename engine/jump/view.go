package jump

import (
	"context"

	"skyline/engine/jump/beliefs"
)

// view is a permutation set of g_i as somebody sees it who knows the algorithm: which
// tables of it get from g_1 to g_i? Those are its disclosure set.
//
// All of them start at g_1. Of most generalizations on the way it is known for all tables
// alike where they go from there; of the others, the live ones, some tables satisfy the
// property there (they pass) and some do not. Whoever fails goes on to the next one.
// Whoever passes is released there, jumped ahead, or, where that depends on the table's
// own disclosure set, either.
type view struct {
	*evaluator
	i         int
	signature []histogram
	// status[j-1] is what is known of g_j, for j < i on the way of some tables.
	status []status

	// live are the generalizations on the way that some of the tables may pass and
	// others not, in ascending order.
	live []int
	// recursive are those of live where it depends on the table's own disclosure set
	// whether it is released there or jumps ahead. To pass one of the others is to be
	// ruled out.
	recursive []int
	// gates are those of live that rule out whoever passes, and that all tables come by.
	gates []int
	// failersArrive says that tables that pass none of live get to g_i.
	failersArrive bool
	// nested says that all of live are finer than g_i.
	nested bool
	// blocked is set where the way depends on a disclosure set that all tables have in
	// common, and about which nothing can be said.
	blocked *Undecided

	// components are the components of terms that have been counted: lists of
	// generalizations have subsets in common, and parts of the people are alike.
	components map[string]*beliefs.Set
	// spent is about how much work that was.
	spent float64
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
	w := &walk{view: v, visited: make([]bool, i+1), failers: 1}
	w.come(1)
	for j := 1; j < i; j++ {
		if w.visited[j] {
			if err := w.pass(ctx, j); err != nil {
				return nil, err
			}
		}
	}
	v.failersArrive = w.failers == i
	return v, nil
}

// walk is the way of the tables of a view, as far as it has been followed.
type walk struct {
	*view
	visited []bool // the generalizations that some tables come to
	ahead   int    // the furthest of them: all tables come by g_j while it is j
	failers int    // where tables are that have passed no live one; 0: nowhere
}

// come notes that some tables come to a generalization.
func (w *walk) come(to int) {
	if to > 0 && to <= w.i {
		w.visited[to] = true
	}
	w.ahead = max(w.ahead, to)
}

// pass follows tables that are at g_j.
func (w *walk) pass(ctx context.Context, j int) error {
	s, err := w.statusOf(ctx, j)
	if err != nil {
		return err
	}
	w.status[j-1] = s
	if !s.live {
		if w.failers == j {
			w.failers = s.next
		}
		w.come(s.next)
		return nil
	}
	if w.failers == j {
		w.failers = j + 1
	}
	w.nested = w.nested && w.table.finer[j-1][w.i-1]
	switch {
	case !w.rulesOut(j):
		w.recursive = append(w.recursive, j)
		w.come(w.next(j))
	case w.ahead == j:
		w.gates = append(w.gates, j)
	}
	w.live = append(w.live, j)
	w.come(j + 1)
	return nil
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
	if t.finer[v.i-1][j-1] {
		return v.statusOfCoarser(ctx, j)
	}
	for k, f := range v.term([]int{j}, 1).factors {
		if k%256 == 0 && ctx.Err() != nil {
			return status{}, ctx.Err()
		}
		if f.Possible(v.ofPeople()) == beliefs.No {
			return status{next: j + 1}, nil
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
		v.blocked = undecided
	case verdict == beliefs.Yes:
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
	return len(v.live) == 0 && v.blocked == nil && v.table.finer[j-1][v.i-1] &&
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
		case beliefs.MaxShare, beliefs.Distinct: // where counting.Possible misses nothing
			if !v.table.finer[m-1][j-1] {
				return false
			}
		default:
			return false
		}
	}
	return true
}
