package suppression

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"skyline/engine"
	"skyline/engine/cells"
	"skyline/engine/privacy"
)

// ErrUnsafe reports that not even the table with all cells suppressed is safe, but for those of
// strata.
var ErrUnsafe = errors.New("suppression: the table, or each of its strata, as one QI group does not satisfy the requirements")

// Options say how to suppress.
type Options struct {
	Requirements []privacy.Requirement
	// Null are the codes of NULL, by column, -1 for a column without.
	Null []int32
	// Importance is what a suppressed cell costs, by column: positive numbers; nil: 1 each.
	Importance []float64
	// Strata is how many of the columns, the last ones, are never suppressed: who differs in
	// them is never in one group.
	Strata int
	// Known is what somebody may know of a person who knows some of the columns only; nil:
	// nothing is required of that.
	Known *Known
}

// Suppress returns a release of the cells' table in which single cells are suppressed, so that
// all requirements hold, and what is required of what may be known.
//
// It is minimal, as far as requirements look at each QI group by itself, which all but
// skylines with relatives (m of 1 or more) and implications do. Of people of a QI group who
// would show the same with some more of their columns, it is not safe
//
//   - that all of them show these,
//   - nor that those of them who are alike do,
//
// which is to say that those who stay, or those who show more together with whom they
// would then look like, do not satisfy a requirement. With more than 12 columns that is so of
// one column more at a time, or as many more as leave one of the 4096 cheapest patterns.
// Where requirements look at several groups at once, a step may be refused because of a
// group that is there before it and not after: see breach.Running.
//
// With N combinations of codes and d columns it takes O(2^d·N) look-ups, 2^d at most 4096, and
// for each that could make a group O(V) for V sensitive values.
//
// Errors: *engine.ParamError, ErrUnsafe, those of ctx and of the requirements.
func Suppress(ctx context.Context, c *cells.Cells, options Options) (*Release, error) {
	if err := options.check(c); err != nil {
		return nil, err
	}
	t, err := newTable(ctx, c, options.Null)
	if err != nil {
		return nil, err
	}
	s := newSearch(ctx, c, t, &options)
	if !s.begin() {
		return nil, ErrUnsafe
	}
	if len(s.alike) == 0 {
		return s.release(), ctx.Err()
	}
	if err := s.run(); err != nil {
		return nil, err
	}
	holds, err := s.holds(c)
	if err != nil {
		return nil, err
	}
	if !holds {
		// Guards are made for groups that are split, and here groups gain people, too. What
		// they were wrong about is not released.
		s = newSearch(ctx, c, t, &options)
		s.begin()
	}
	return s.release(), nil
}

// holds reports whether the release satisfies the requirements, as their Check has it.
func (s *search) holds(c *cells.Cells) (bool, error) {
	release := privacy.WholeRelease(s.whole, c.Values)
	release.Table.Groups = nil
	for _, g := range s.sorted() {
		release.Table.Groups = append(release.Table.Groups, g.of)
	}
	for _, r := range s.requirements {
		findings, err := r.Check(s.ctx, release)
		if err != nil {
			return false, fmt.Errorf("suppression: %w", err)
		}
		if slices.ContainsFunc(findings, func(f privacy.Finding) bool { return !f.Holds }) {
			return false, nil
		}
	}
	return s.shares == nil || s.shares.count(s.groups), nil
}

func (o *Options) check(c *cells.Cells) error {
	columns := len(c.Sizes)
	if columns > MaxColumns {
		return engine.NewParamError("suppression", "columns", fmt.Sprintf("at most %d", MaxColumns), columns)
	}
	if o.Strata < 0 || o.Strata > columns {
		return engine.NewParamError("suppression", "Strata", fmt.Sprintf("at most the number of columns, %d", columns), o.Strata)
	}
	if o.Known != nil {
		if err := o.Known.check(columns - o.Strata); err != nil {
			return err
		}
	}
	if len(o.Null) != columns {
		return engine.NewParamError("suppression", "Null", fmt.Sprintf("one for each of %d columns", columns), len(o.Null))
	}
	for d, null := range o.Null {
		if null < -1 || int(null) >= c.Sizes[d] {
			return engine.NewParamError("suppression", "Null", "codes of the columns", nil)
		}
	}
	if o.Importance == nil {
		return nil
	}
	if len(o.Importance) != columns {
		return engine.NewParamError("suppression", "Importance", fmt.Sprintf("one for each of %d columns", columns), len(o.Importance))
	}
	for _, importance := range o.Importance {
		if !(importance > 0) || math.IsInf(importance, 0) {
			return engine.NewParamError("suppression", "Importance", "positive numbers", importance)
		}
	}
	return nil
}

// run makes the release, from the one in which everything is suppressed.
func (s *search) run() error {
	if err := s.raise(); err != nil {
		return err
	}
	if err := s.carve(); err != nil {
		return err
	}
	if err := s.restore(); err != nil {
		return err
	}
	for cost := s.cost(); cost > 0; {
		if err := s.exchange(); err != nil {
			return err
		}
		if err := s.raise(); err != nil {
			return err
		}
		if err := s.restore(); err != nil {
			return err
		}
		before := cost
		if cost = s.cost(); cost >= before {
			return nil
		}
	}
	return nil
}

// cost returns what the suppressed cells cost.
func (s *search) cost() int64 {
	sum := int64(0)
	for i := range s.alike {
		sum += s.weights.of(s.at[i].nulls&^s.alike[i].nulls) * s.alike[i].people
	}
	return sum
}

// restore shows cells again for as long as that is safe.
func (s *search) restore() error {
	for again := true; again; {
		if err := s.ctx.Err(); err != nil {
			return fmt.Errorf("suppression: %w", err)
		}
		if s.coupled {
			s.watch()
		}
		moves := s.moves
		for _, g := range s.sorted() {
			if err := s.showMore(g); err != nil {
				return err
			}
		}
		again = s.moves > moves
	}
	// What is interrupted finds nobody who could move.
	if err := s.ctx.Err(); err != nil {
		return fmt.Errorf("suppression: %w", err)
	}
	return nil
}

// showMore shows what may be shown of the people of a group.
func (s *search) showMore(g *group) error {
	if g.nulls == 0 {
		return nil
	}
	began := s.moves
	for _, p := range s.below(g.nulls) {
		if s.groups[g.key] != g {
			return nil // all have left
		}
		if err := s.show(g, p); err != nil {
			return err
		}
		for _, c := range s.classes(g, p) {
			if len(c.of) == 1 || s.isKnown(g, &c) {
				continue
			}
			for _, i := range c.of {
				if s.groups[c.key] != nil || s.alike[i].people >= s.floor.People {
					s.move(g, c.key, []int32{i})
				}
			}
		}
	}
	g.looked = began
	return nil
}

// below returns the patterns within another that are tried, the cheapest first.
func (s *search) below(p pattern) []pattern {
	var below []pattern
	for _, q := range s.patterns {
		if q != p && q.within(p) {
			below = append(below, q)
		}
	}
	if s.free <= 12 {
		return below
	}
	for d := range s.free {
		if q := p.without(d); p.has(d) && !slices.Contains(below, q) {
			below = append(below, q)
		}
	}
	return below
}
