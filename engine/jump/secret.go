package jump

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine"
	"skyline/engine/jump/beliefs"
	"skyline/engine/progress"
)

// Secret is a publisher who draws one of several algorithms, keeps secret which, and
// releases what it releases (Table 15 of the source). Everybody knows the list. All of them
// ask for the same property, Property or Joint as in Algorithm.
type Secret struct {
	Algorithms []Drawn
	Property   beliefs.Property
	Joint      Joint
}

// Drawn is an algorithm of the list.
type Drawn struct {
	Strategy Strategy
	// Order has the numbers of the generalizations that it tries, in this order, from 1. One
	// may come up twice.
	Order []int
	// Jump has the jump distance of each of Order; for the strategy Jump only.
	Jump []int64
	// Weight is how likely the algorithm is drawn, in proportion to the others.
	Weight *big.Int
}

// ErrNotReleased reports a release of a table that no algorithm makes.
var ErrNotReleased = errors.New("jump: no algorithm releases this generalization of the table")

// Secret returns what somebody believes who sees that g_released was released, or nothing
// where it is 0, and knows the list of algorithms, but not which one was drawn: each pair of
// an algorithm and a table with which it does the same is as likely as the algorithm. What
// is tried twice looks the same both times.
//
// Of safe algorithms this is safe: what is believed is a mixture of beliefs that satisfy
// the property, and so do mixtures of those, as all properties of single people here are
// such that sets of beliefs that have them are convex. Of others it need not be (Theorem 8).
//
// Cost: that of a disclosure set for each algorithm, but those that leave the same tables
// are counted once. The limit is for all of them together.
//
// Errors: *engine.ParamError, *Undecided, ErrNotReleased, those of ctx.
func (t *Table) Secret(ctx context.Context, secret *Secret, released int, o *Options) (*Belief, error) {
	n := t.Generalizations()
	if released < 0 || released > n {
		return nil, engine.NewParamError("jump", "released", fmt.Sprintf("in 0..%d", n), released)
	}
	if err := secret.check(n); err != nil {
		return nil, err
	}
	s := &secrets{Secret: secret, table: t, i: released, nothing: released == 0, options: o, at: map[string]int{}, components: map[string]*beliefs.Set{}}
	if s.nothing {
		s.table, s.i = t.withWhole(), n+1
	}
	s.signature = s.table.signature(s.i)
	if err := s.happens(ctx); err != nil {
		return nil, err
	}
	for k := range secret.Algorithms {
		if a := &secret.Algorithms[k]; a.Weight.Sign() > 0 {
			if err := s.add(progress.Part(ctx, k, len(secret.Algorithms)), a); err != nil {
				return nil, err
			}
		}
	}
	each, err := s.each()
	return &Belief{Released: released, Each: each}, err
}

// check makes sure that the list fits n generalizations.
func (s *Secret) check(n int) error {
	sum := new(big.Int)
	for k := range s.Algorithms {
		a := &s.Algorithms[k]
		if slices.ContainsFunc(a.Order, func(j int) bool { return j < 1 || j > n }) || len(a.Order) == 0 {
			return engine.NewParamError("jump", "Order", fmt.Sprintf("of numbers in 1..%d", n), nil)
		}
		if err := s.algorithm(a).check(len(a.Order)); err != nil {
			return err
		}
		if a.Weight == nil || a.Weight.Sign() < 0 {
			return engine.NewParamError("jump", "Weight", "at least 0", a.Weight)
		}
		sum.Add(sum, a.Weight)
	}
	if sum.Sign() == 0 {
		return engine.NewParamError("jump", "Weight", "above 0 for some algorithm", sum)
	}
	return nil
}

// algorithm is one of the list, for a table of the generalizations that it tries.
func (s *Secret) algorithm(a *Drawn) *Algorithm {
	return &Algorithm{Strategy: a.Strategy, Jump: a.Jump, Property: s.Property, Joint: s.Joint}
}

// tried returns the table with the generalizations of an order alone.
func (t *Table) tried(order []int) *Table {
	tried := *t
	tried.generalizations = make([]*generalization, len(order))
	for k, j := range order {
		tried.generalizations[k] = t.generalizations[j-1]
	}
	tried.finer = make([][]bool, len(order))
	for k, j := range order {
		tried.finer[k] = make([]bool, len(order))
		for l, i := range order {
			tried.finer[k][l] = t.finer[j-1][i-1]
		}
	}
	return &tried
}

// secrets are the sets of tables for which algorithms of a list do the same.
type secrets struct {
	*Secret
	table     *Table // with one more generalization, of everybody, if nothing was released
	i         int    // the generalization that was released, or that one
	nothing   bool
	signature []histogram
	options   *Options
	spent     float64 // of the limit
	// components are those of all views: the property is the same.
	components map[string]*beliefs.Set

	// at is the place of a set in beliefs, −1 if it is empty; its weight is that of all
	// algorithms that leave it.
	at      map[string]int
	beliefs []*belief
	weights []*big.Int
}

// happens makes sure that some algorithm does so with the table itself.
func (s *secrets) happens(ctx context.Context) error {
	err := ErrNotReleased
	for k := range s.Algorithms {
		a := &s.Algorithms[k]
		if a.Weight.Sign() == 0 {
			continue
		}
		does, undecided, failed := s.does(ctx, a)
		switch {
		case does || failed != nil:
			return failed
		case undecided != nil:
			err = undecided
		}
	}
	return err
}

// does reports whether an algorithm does so with the table itself.
func (s *secrets) does(ctx context.Context, a *Drawn) (bool, *Undecided, error) {
	if !s.nothing && !slices.Contains(a.Order, s.i) {
		return false, nil, nil
	}
	e, err := s.table.tried(a.Order).Publish(ctx, s.algorithm(a), &Options{Limit: s.options.Limit})
	switch {
	case err != nil:
		return false, nil, err
	case e.Undecided != nil:
		return false, s.undecided(e.Undecided, a.Order), nil
	case e.Released == 0:
		return s.nothing, nil, nil
	}
	return a.Order[e.Released-1] == s.i, nil, nil
}

// undecided is what an algorithm that tries generalizations in an order leaves undecided: by
// the number of the generalization in the table, and by the work of all algorithms.
func (s *secrets) undecided(u *Undecided, order []int) *Undecided {
	all := *u
	all.Generalization = order[u.Generalization-1]
	all.Work, all.Limit = u.Work+s.spent, s.options.Limit
	return &all
}

// add adds the tables for which an algorithm does so.
func (s *secrets) add(ctx context.Context, a *Drawn) error {
	order := a.Order
	if s.nothing {
		order = append(slices.Clone(order), s.i)
	}
	left := &Options{Limit: s.options.Limit - s.spent, Without: s.options.Without}
	e := newEvaluator(s.table.tried(order), s.algorithm(a), left)
	e.toWhole = s.nothing
	for k, j := range order {
		if j != s.i {
			continue
		}
		v, err := e.view(ctx, k+1, s.signature)
		if err != nil {
			return err
		}
		v.components = s.components
		key := s.key(v, order)
		at, known := s.at[key]
		if !known {
			b, undecided, err := s.believed(ctx, v, a)
			if undecided != nil {
				return s.undecided(undecided, order)
			}
			if err != nil {
				return err
			}
			s.spent += v.spent
			at = s.keep(b, order)
			s.at[key] = at
		}
		if at >= 0 {
			s.weights[at].Add(s.weights[at], a.Weight)
		}
	}
	return nil
}

// key tells sets of tables apart. Where to pass anything earlier is to be ruled out, that
// is by what they pass none of; elsewhere it is by the way to the generalization. Whether
// bounds certify the set depends on the way as well.
func (s *secrets) key(v *view, order []int) string {
	a := v.algorithm
	if len(v.recursive) > 0 || v.blocked != nil || !v.failersArrive || a.Strategy == Certified {
		way := make([]int, v.i-1)
		for j := range way {
			way[j] = v.next(j + 1)
		}
		return fmt.Sprint(a.Strategy, order[:v.i], way)
	}
	passed := v.table.coarsest(v.live)
	for k, j := range passed {
		passed[k] = order[j-1]
	}
	slices.Sort(passed)
	return fmt.Sprint(a.Strategy == Naive, passed)
}

// keep keeps what is believed of people of the whole table, and returns its place, −1 for
// nothing.
func (s *secrets) keep(b *belief, order []int) int {
	if b == nil || b.isEmpty() {
		return -1
	}
	whole := *b
	whole.table, whole.i, whole.tells = s.table, s.i, make([]int, len(b.tells))
	for k, j := range b.tells {
		whole.tells[k] = order[j-1]
	}
	s.beliefs, s.weights = append(s.beliefs, &whole), append(s.weights, new(big.Int))
	return len(s.beliefs) - 1
}

// believed is the belief in the tables with which the algorithm gets to g_i and ends
// there; nil if there are none. The permutation set satisfies the property.
func (s *secrets) believed(ctx context.Context, v *view, a *Drawn) (*belief, *Undecided, error) {
	if !s.nothing && a.Strategy != Naive {
		found, err := v.decided(ctx)
		switch {
		case err != nil || found.undecided != nil:
			return nil, found.whyNot(), err
		case found.holds != beliefs.Yes:
			return nil, nil, nil
		case found.belief != nil && found.reason != Symmetric:
			return found.belief, nil, nil
		}
	}
	b, _, undecided, err := v.counted(ctx, v.options.Limit)
	if undecided == nil || err != nil || undecided == v.blocked || !v.isSymmetric() {
		return b, undecided, err
	}
	// Then beliefs are those of the permutation set, unless there is no such table.
	does, _, err := s.does(ctx, a)
	if does {
		return v.table.alike(v.i, v.signature), nil, nil
	}
	return nil, undecided, err
}

// each is that of Belief.
func (s *secrets) each() (func(yield func(cells []int32, values []int32, shares []*big.Rat) bool), error) {
	isOther := func(b *belief) bool { return !b.isAlike }
	if len(s.beliefs) == 1 || !slices.ContainsFunc(s.beliefs, isOther) {
		return s.beliefs[0].each, nil
	}
	for _, b := range s.beliefs {
		switch {
		case b.total != nil:
		case b.log10 > 0:
			b.total = product(b.signature)
		default: // nobody has counted how many are alike
			return nil, &Undecided{Generalization: s.i, Work: unfeasible, Limit: s.options.Limit}
		}
	}
	return s.mixed().each, nil
}

// mixed is the belief in the tables of all sets, each of which weighs as much as it is
// likely.
func (s *secrets) mixed() *belief {
	mixed := &belief{table: s.table, signature: s.signature, i: s.i}
	for _, b := range s.beliefs {
		mixed.tells = append(mixed.tells, b.tells...)
	}
	of := s.table.generalizations[s.i-1].of
	mixed.row = func(cell int32) []*big.Int {
		row := make([]*big.Int, len(s.signature[of[cell]]))
		for v := range row {
			row[v] = new(big.Int)
		}
		for k, b := range s.beliefs {
			for v, n := range b.counts(cell) {
				row[v].Add(row[v], new(big.Int).Mul(n, s.weights[k]))
			}
		}
		return row
	}
	return mixed
}
