package breach

import (
	"cmp"
	"slices"
	"sync"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// Running watches skyline points over a release candidate whose QI groups are
// split one by one: the safety test of SkylineAnonymize (Fig. 4).
//
// For each value, each l among its points, it keeps the groups that no other
// dominates. A group that one of those dominates cannot lower any of the five
// statistics of any point, so most splits cost a comparison for each value of
// their parts, however many points there are; the others cost a glance at the
// undominated groups for each point.
//
// Groups that have been split stay among those watched, as in the paper. For
// SVPI that changes nothing, since no group is safer than its parts (Theorem 3).
// In the multi-value cases the parts may be the safer ones; there the test is on
// the safe side, and a release may be less detailed than it could be.
type Running struct {
	rules  *Release // the constraint; its table is empty
	values [][]level
	trials sync.Pool
}

// level holds the points of a value at one l, and the groups to watch for them.
type level struct {
	l          int64
	points     []Requirement
	candidates []candidate
	// rough are the statistics of the points over the candidates.
	rough []rough
	// refused are candidates that were refused by themselves, without those that are
	// as bad as another: what is as bad as one of them is refused too, since the
	// watched groups only become more.
	refused *refusals
}

// ValueRequirements are the requirements on one sensitive value.
type ValueRequirements struct {
	Value        int32
	Requirements []Requirement
}

// NewRunning watches requirements on a table that has no groups yet. Named
// requirements are of the values they name; others are of every value that is not
// named, numbers 0 to values-1. people bounds the number of people.
//
// Of the points of a value, those that another implies are left out.
func NewRunning(constraint knowledge.Constraint, values int, people int64, named []ValueRequirements, others []Requirement) *Running {
	table := &partition.Table{Values: make([]partition.Value, values), People: people}
	w := &Running{
		rules:  &Release{table: table, constraint: constraint},
		values: make([][]level, values),
	}
	hasOwn := make([]bool, values)
	for _, v := range named {
		if v.Value >= 0 && int(v.Value) < values {
			hasOwn[v.Value] = true
			w.values[v.Value] = w.levels(v.Requirements)
		}
	}
	shared := w.levels(others)
	for v := range w.values {
		if !hasOwn[v] {
			w.values[v] = slices.Clone(shared)
		}
		for i := range w.values[v] {
			level := &w.values[v][i]
			level.rough = slices.Repeat([]rough{roughNone}, len(level.points))
			level.refused = &refusals{}
		}
	}
	return w
}

// levels orders points by l, without those that another implies.
func (w *Running) levels(requirements []Requirement) []level {
	points := make([]Requirement, len(requirements))
	for i, q := range requirements {
		points[i] = Requirement{w.rules.clamp(q.Point), q.C, q.Budget}
	}
	// What implies a point comes before it.
	slices.SortFunc(points, func(a, b Requirement) int {
		return cmp.Or(cmp.Compare(b.Point.L, a.Point.L), cmp.Compare(b.Point.K, a.Point.K), cmp.Compare(b.Point.M, a.Point.M), b.C.compare(a.C))
	})
	var levels []level
	var kept []Requirement
	for _, q := range points {
		implied := slices.ContainsFunc(kept, func(p Requirement) bool {
			return q.Budget == nil && p.Point.Dominates(q.Point) && p.C.compare(q.C) >= 0
		})
		if implied {
			continue
		}
		kept = append(kept, q)
		if n := len(levels); n == 0 || levels[n-1].l != q.Point.L {
			levels = append(levels, level{l: q.Point.L})
		}
		last := &levels[len(levels)-1]
		last.points = append(last.points, q)
	}
	return levels
}

// trial is the memory of one call.
type trial struct {
	parts Release
	table partition.Table
	fresh []candidate
	// missed is the value that was missed last.
	missed int32
}

func (w *Running) trial(groups []partition.Group) *trial {
	t, _ := w.trials.Get().(*trial)
	if t == nil {
		t = &trial{parts: Release{constraint: w.rules.constraint}}
		t.parts.table = &t.table
	}
	t.table.Groups = groups
	return t
}

// Allows reports whether all requirements would still hold if groups were added.
// It may be called from several goroutines at once, but not during Add.
//
// Errors: ErrSet, ErrTooClose.
func (w *Running) Allows(groups []partition.Group) (bool, error) {
	t := w.trial(groups)
	defer w.trials.Put(t)
	if err := t.parts.accumulate(); err != nil {
		return false, err
	}
	// The value that was missed last is likely to be missed again.
	for g := range groups {
		rank := rankOf(&groups[g], t.missed)
		if rank < 0 {
			continue
		}
		if allowed, err := w.allowsValue(t, g, rank); !allowed {
			return false, err
		}
	}
	for g := range groups {
		for rank, count := range groups[g].Counts {
			if count.Value == t.missed {
				continue
			}
			if allowed, err := w.allowsValue(t, g, rank); !allowed {
				t.missed = count.Value
				return false, err
			}
		}
	}
	return true, nil
}

// allowsValue decides for the value at a rank of a group, together with what the
// other groups have of it. Where two groups have it, it is decided twice.
// It is false with an error.
func (w *Running) allowsValue(t *trial, g, rank int) (bool, error) {
	value := t.table.Groups[g].Counts[rank].Value
	for i := range w.values[value] {
		level := &w.values[value][i]
		c := t.at(g, rank, level.l)
		if w.isDominated(&c, level.candidates) {
			continue
		}
		if w.isRefused(&c, level) {
			return false, nil
		}
		t.fresh = append(t.fresh[:0], c)
		for other := range t.table.Groups {
			if other == g {
				continue
			}
			if r := rankOf(&t.table.Groups[other], value); r >= 0 {
				t.fresh = append(t.fresh, t.at(other, r, level.l))
			}
		}
		allowed, err := w.allowsFresh(t.fresh, level)
		if allowed {
			continue
		}
		alone := false
		if err == nil && len(t.fresh) > 1 {
			alone, err = w.allowsFresh(t.fresh[:1], level)
		}
		if err == nil && !alone {
			w.refuse(&c, level)
		}
		return false, err
	}
	return true, nil
}

// allowsFresh decides for candidates beside those that are watched. It is false with an
// error.
func (w *Running) allowsFresh(fresh []candidate, level *level) (bool, error) {
	// The point that was missed last is likely to be missed again.
	last := int(level.refused.last.Load())
	for n := range level.points {
		i := (last + n) % len(level.points)
		q := &level.points[i]
		s := level.rough[i]
		for j := range fresh {
			s.include(w.rules.constraint, &fresh[j], q.Point)
		}
		safe, sure := s.roughlyWithin(q.Point, q)
		if !sure {
			statistics := w.rules.gather(slices.Concat(level.candidates, fresh), q.Point)
			var err error
			if safe, err = w.rules.isWithin(&statistics, q.Point, q); err != nil {
				return false, err
			}
		}
		if !safe {
			level.refused.last.Store(int32(i))
			return false, nil
		}
	}
	return true, nil
}

// at returns the candidate of a group for the value at a rank.
func (t *trial) at(g, rank int, l int64) candidate {
	group := &t.table.Groups[g]
	return t.parts.at(&place{
		n: group.People, c: group.Counts[rank].N, sums: t.parts.offsets[g],
		group: int32(g), rank: int32(rank), width: int32(len(group.Counts)),
	}, l)
}

func rankOf(g *partition.Group, value int32) int {
	return slices.IndexFunc(g.Counts, func(c partition.Count) bool { return c.Value == value })
}

func (w *Running) isDominated(c *candidate, by []candidate) bool {
	for i := range by {
		if w.rules.dominates(&by[i], c) {
			return true
		}
	}
	return false
}

// Add adds groups to those watched. They must not change afterwards.
//
// Errors: ErrSet.
func (w *Running) Add(groups []partition.Group) error {
	t := w.trial(groups)
	defer w.trials.Put(t)
	if err := t.parts.accumulate(); err != nil {
		return err
	}
	for g := range groups {
		for rank, count := range groups[g].Counts {
			levels := w.values[count.Value]
			for i := range levels {
				w.watch(&levels[i], t.at(g, rank, levels[i].l))
			}
		}
	}
	return nil
}

// watch puts a candidate in the place of those that it dominates.
func (w *Running) watch(level *level, c candidate) {
	if w.isDominated(&c, level.candidates) {
		return
	}
	kept := make([]candidate, 0, len(level.candidates)+1)
	for i := range level.candidates {
		if !w.rules.dominates(&c, &level.candidates[i]) {
			kept = append(kept, level.candidates[i])
		}
	}
	level.candidates = append(kept, c)
	for i := range level.points {
		level.rough[i].include(w.rules.constraint, &c, level.points[i].Point)
	}
}
