package suppression

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"skyline/engine"
	"skyline/engine/cells"
	"skyline/engine/internal/budget"
	"skyline/engine/partition"
)

// ErrTooLarge reports that so many people match too few others that SuppressMatching is refused.
var ErrTooLarge = engine.NewTooLarge("suppression: too many people match too few others")

// maxSteps is how many cells SuppressMatching compares at most: some minutes.
const maxSteps = 1e11

// SuppressMatching returns a release in which everybody matches at least k people, where NULL
// is any value: see package matching. k may be 0. With options.Known everybody matches so many in
// each of its subsets of the columns, too. options.Requirements are not looked at.
//
// Cells are suppressed of people who match too few, and of nobody else: of each as few as make
// that person match k, at the time. The cheapest for a person come first; of these, those that
// win most matches for all who lack some, as in greedy set cover. Then people for whom others have
// done enough get cells back, and single choices are made again where that costs less.
//
// It is minimal: no set of the suppressed cells of people who are alike can be shown again so
// that everybody still matches enough. It does not look for the fewest cells: k-1 people of whom
// nothing is shown match everybody, and so would do for a table of any size. That the definition
// allows; it protects nobody else.
//
// With N combinations of codes and d columns it takes O(2^d·N) look-ups, 2^d at most 4096, and for
// each combination of which cells are suppressed O(N·d) time, some times; with S subsets that may be
// known O(N·(d+S)).
//
// Errors: *engine.ParamError, ErrUnsafe, ErrTooLarge, those of ctx.
func SuppressMatching(ctx context.Context, c *cells.Cells, k int64, options Options) (*Release, error) {
	if err := options.check(c); err != nil {
		return nil, err
	}
	if options.Strata > 0 { // NULL would be each of them
		return nil, engine.NewParamError("suppression", "Strata", "0 where NULL is any value", options.Strata)
	}
	t, err := newTable(ctx, c, options.Null)
	if err != nil {
		return nil, err
	}
	needs := options.asked(t.columns, k)
	if len(t.alike) > 0 && slices.ContainsFunc(needs, func(a asked) bool { return c.Total.People < a.people }) {
		return nil, ErrUnsafe
	}
	m := &matchingSearch{
		table: t, asked: needs, mostLacking: partition.MaxPeople / max(1, c.Total.People) / int64(max(1, len(needs))), weights: newWeights(options.Importance, t.columns, c.Total.People),
		nulls: make([]pattern, len(t.alike)), budget: budget.New(ctx, maxSteps), people: map[pattern]int64{},
	}
	m.patterns = m.weights.cheapest(t.columns, maxPatterns)
	if err := m.run(ctx); errors.Is(err, budget.ErrTooLarge) {
		return nil, fmt.Errorf("%w: more than %.0e comparisons", ErrTooLarge, maxSteps)
	} else if err != nil {
		return nil, err
	}
	return releaseOf(ctx, c, t, &options, m.nulls), nil
}

// releaseOf groups people by what they show.
func releaseOf(ctx context.Context, c *cells.Cells, t *table, options *Options, nulls []pattern) *Release {
	s := newSearch(ctx, c, t, &Options{Null: options.Null})
	for i, p := range nulls {
		s.buffer = s.key(s.buffer[:0], int32(i), p)
		g := s.groups[string(s.buffer)]
		if g == nil {
			g = s.open(string(s.buffer))
		}
		g.members = append(g.members, int32(i))
		s.at[i] = g
	}
	for _, g := range s.groups {
		g.of = s.count(nil, g.members, nil)
	}
	return s.release()
}

// matchingSearch is a release in the making, by people who are alike.
type matchingSearch struct {
	*table
	asked []asked
	// mostLacking is what a lack of matches counts at most, so that sums stay small.
	mostLacking int64
	weights     weights
	patterns    []pattern
	budget      *budget.Budget

	nulls   []pattern // where they show NULL
	matches [][]int64 // how many people they match, by what is asked

	people map[pattern]int64 // by the columns in which they differ: of scan
	masks  []pattern         // its keys
	undo   []change          // what has been suppressed or shown since it was last emptied
}

func (m *matchingSearch) run(ctx context.Context) error {
	for i := range m.alike {
		m.nulls[i] = m.alike[i].nulls
	}
	if err := m.count(ctx); err != nil {
		return err
	}
	if err := m.cover(ctx); err != nil {
		return err
	}
	for again := true; again; {
		again = false
		for _, i := range m.byCost() {
			if err := m.restore(i); err != nil {
				return err
			}
		}
		for _, i := range m.byCost() {
			better, err := m.choose(i)
			if err != nil {
				return err
			}
			again = again || better
		}
	}
	return m.check(ctx)
}

// check makes sure that the release is what it is said to be, by another way than that by which
// it was made.
func (m *matchingSearch) check(ctx context.Context) error {
	if err := m.count(ctx); err != nil {
		return err
	}
	if len(m.few()) > 0 {
		return errors.New("suppression: somebody matches too few")
	}
	return nil
}
