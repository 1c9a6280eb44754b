package rules

import (
	"cmp"
	"context"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"

	"skyline/engine"
	"skyline/engine/attack"
	"skyline/engine/exact"
	"skyline/engine/internal/parallel"
	"skyline/engine/progress"
)

// Outcome is a rule, of the original or of a reconstruction, and what is to be expected of it.
type Outcome struct {
	// Rule has the counts of the original, of which it is one; else they are 0.
	Rule
	InOriginal bool
	// Probability is that of a reconstruction that respects the rule (Sect. IV-C), in [0, 1]. Low
	// and High are Wilson's interval for it, of the confidence IntervalConfidence; both are the
	// probability where it is exact.
	Probability, Low, High float64
	// Error is how far the confidence in a reconstruction is from that in the original, expected:
	// the rule's part of Eqn 5. A table that does not respect a rule counts as one with the least
	// confidence.
	Error float64
	// Exact says that all reconstructions were counted, as fractions; else it is the share of draws.
	Exact bool
}

// IntervalConfidence is that of the intervals.
const IntervalConfidence = 0.95

// Draws say how reconstructions are drawn where they cannot be counted.
type Draws struct {
	Number int // at least 1
	Random *rand.Rand
}

// ErrTooManyPeople says that a reconstruction would not fit into memory. It matches
// engine.ErrTooLarge.
var ErrTooManyPeople = engine.NewTooLarge("rules: too many people for a reconstruction")

// maxDrawn is how many values all reconstructions may have that are looked at at once: a gigabyte.
const maxDrawn = 1 << 28

// Compare returns the rules of the original, and those that reconstructions of a release may have
// beside them: of all possible ones where they can be counted, else of those that were drawn. The
// sum of their Errors is the expected distance of the two sets of rules, or the mean of the draws.
//
// The rules of the original come first, those of the largest confidence first; then the others,
// the likeliest first.
//
// A rule is counted, and exact, if it is open for at most 48 people of the release. That takes about
// the third power of these people, in products of whole numbers; what is beyond 20 million products
// in all is drawn. Each draw takes a random number for each person and column, and the time of Mine.
//
// Errors: those of Mine, of tables that do not fit each other, ErrTooManyPeople.
func Compare(ctx context.Context, original *Table, release *Release, of Thresholds, draws Draws) ([]Outcome, error) {
	if draws.Number < 1 {
		return nil, engine.NewParamError("rules", "Number", "at least 1", draws.Number)
	}
	mined, err := Mine(ctx, original, of)
	if err != nil {
		return nil, err
	}
	people, err := release.check(len(original.Codes))
	if err != nil {
		return nil, err
	}
	b, err := of.bounds(len(original.Codes))
	if err != nil {
		return nil, err
	}
	c := &comparison{release: release, people: people, bounds: b, places: map[string]int{}}
	c.least, _ = b.confidence.Float64()
	for _, rule := range mined {
		c.place(&rule, true)
	}
	if err := c.run(ctx, draws); err != nil {
		return nil, err
	}
	slices.SortStableFunc(c.found, func(a, b Outcome) int {
		if a.InOriginal != b.InOriginal {
			return map[bool]int{true: -1, false: 1}[a.InOriginal]
		}
		if a.InOriginal {
			return cmp.Or(cmp.Compare(b.Confidence(), a.Confidence()), cmp.Compare(b.Both, a.Both), a.compare(&b.Rule))
		}
		return cmp.Or(cmp.Compare(b.Probability, a.Probability), a.compare(&b.Rule))
	})
	return c.found, nil
}

// compare orders rules by their values.
func (r *Rule) compare(other *Rule) int {
	return cmp.Or(slices.Compare(r.Items, other.Items), cmp.Compare(r.Right, other.Right))
}

// comparison is what is found out of rules.
type comparison struct {
	release *Release
	people  int64
	bounds  *bounds
	least   float64 // the confidence
	found   []Outcome
	places  map[string]int // of rules in found
}

// place returns the place of a rule, which is added if it is not there.
func (c *comparison) place(rule *Rule, inOriginal bool) int {
	name := rule.name()
	at, ok := c.places[name]
	if !ok {
		at = len(c.found)
		c.places[name] = at
		c.found = append(c.found, Outcome{Rule: *rule, InOriginal: inOriginal})
		if !inOriginal {
			c.found[at].Both, c.found[at].Left = 0, 0
		}
	}
	return at
}

// reference is the confidence that a rule has in the original.
func (c *comparison) reference(o *Outcome) *big.Rat {
	if o.InOriginal {
		return new(big.Rat).SetFrac64(o.Both, o.Left)
	}
	return c.bounds.confidence
}

func (c *comparison) run(ctx context.Context, draws Draws) error {
	if c.people == 0 {
		for i := range c.found { // nobody respects anything
			c.setAbsent(&c.found[i])
		}
		return nil
	}
	if table, ok := c.release.sure(); ok {
		return c.set(ctx, table)
	}
	all, err := c.count(ctx)
	if err != nil || all {
		return err
	}
	return c.draw(ctx, draws)
}

// setAbsent says that no reconstruction respects a rule.
func (c *comparison) setAbsent(o *Outcome) {
	away := new(big.Rat).Sub(c.reference(o), c.bounds.confidence)
	o.setExact(outcome{new(big.Rat), away.Abs(away)})
}

func (o *Outcome) setExact(of outcome) {
	o.Probability, _ = of.probability.Float64()
	o.Low, o.High, o.Exact = o.Probability, o.Probability, true
	o.Error, _ = of.error.Float64()
}

// set compares with a table, the only reconstruction.
func (c *comparison) set(ctx context.Context, table *Table) error {
	mined, err := mine(ctx, table, c.bounds, len(c.release.Counts), c.people)
	if err != nil {
		return err
	}
	for i := range c.found {
		c.setAbsent(&c.found[i])
	}
	for i := range mined {
		o := &c.found[c.place(&mined[i], false)]
		apart := new(big.Rat).SetFrac64(mined[i].Both, mined[i].Left)
		apart.Sub(apart, c.reference(o))
		o.setExact(outcome{big.NewRat(1, 1), apart.Abs(apart)})
	}
	return nil
}

// count counts what it can of the rules of the original. all says that it has counted every rule
// of every reconstruction.
func (c *comparison) count(ctx context.Context) (all bool, err error) {
	counting := newCounting(c.release, c.people, c.bounds)
	all = true
	for i := range c.found {
		o := &c.found[i]
		of, ok, err := counting.outcome(ctx, &o.Rule, c.reference(o))
		if err != nil {
			return false, err
		}
		if all = all && ok; ok {
			o.setExact(of)
		}
	}
	if !all {
		return false, nil
	}
	sets, ok := counting.candidates(ctx)
	if !ok {
		return false, ctx.Err()
	}
	var others []Outcome
	for _, set := range sets {
		rulesOf(set, c.bounds.Target, func(right int) {
			rule := Rule{Items: set, Right: right}
			if _, there := c.places[rule.name()]; there || err != nil || !all {
				return
			}
			var of outcome
			of, all, err = counting.outcome(ctx, &rule, c.bounds.confidence)
			if all && err == nil && of.probability.Sign() > 0 {
				o := Outcome{Rule: rule}
				o.setExact(of)
				others = append(others, o)
			}
		})
		if err != nil || !all {
			return false, err
		}
	}
	c.found = append(c.found, others...)
	return true, nil
}

// draw draws reconstructions for the rules that were not counted.
func (c *comparison) draw(ctx context.Context, draws Draws) error {
	atOnce := maxDrawn / int64(len(c.release.Of)) / c.people
	if atOnce == 0 {
		return ErrTooManyPeople
	}
	release, workers := c.release.sorted(), int(min(atOnce, int64(runtime.GOMAXPROCS(0))))
	tallies := map[int]*tally{} // by place
	for first := 0; first < draws.Number; first += workers {
		n := min(workers, draws.Number-first)
		seeds := make([][2]uint64, n)
		for i := range seeds {
			seeds[i] = [2]uint64{draws.Random.Uint64(), draws.Random.Uint64()}
		}
		found, failed := make([][]Rule, n), make([]error, n)
		parallel.For(n, n, func(_, i int) {
			random := rand.New(rand.NewPCG(seeds[i][0], seeds[i][1]))
			found[i], failed[i] = mine(ctx, release.draw(random, c.people), c.bounds, int(c.people), c.people)
		})
		if err := cmp.Or(failed...); err != nil {
			return err
		}
		for _, of := range found {
			for i := range of {
				at := c.place(&of[i], false)
				if tallies[at] == nil {
					tallies[at] = &tally{}
				}
				tallies[at].add(&of[i], &c.found[at])
			}
		}
		progress.Report(ctx, float64(first+n), float64(draws.Number))
	}
	c.setDrawn(tallies, int64(draws.Number))
	return nil
}

// tally is in how many draws a rule was respected, and how far its confidence was from the
// original's there, added up. For a rule that is not the original's, set by setDrawn, it is from
// the least confidence.
type tally struct {
	draws int64
	apart exact.Sum
}

func (t *tally) add(drawn *Rule, of *Outcome) {
	t.draws++
	apart := drawn.Confidence()
	if of.InOriginal {
		apart = max(apart-of.Confidence(), of.Confidence()-apart)
	}
	t.apart.Add(apart)
}

// setDrawn says what the draws have shown of the rules that were not counted.
func (c *comparison) setDrawn(tallies map[int]*tally, draws int64) {
	kept := c.found[:0]
	for at, o := range c.found {
		if o.Exact {
			kept = append(kept, o)
			continue
		}
		t := tallies[at]
		if t == nil {
			t = &tally{}
		}
		e := attack.Wilson(float64(t.draws), draws, IntervalConfidence)
		o.Probability, o.Low, o.High = e.Value, e.Low, e.High
		if o.InOriginal {
			t.apart.Add(float64(float64(draws-t.draws) * (o.Confidence() - c.least)))
		} else {
			t.apart.Add(-float64(float64(t.draws) * c.least))
		}
		o.Error = max(0, t.apart.Value()/float64(draws))
		kept = append(kept, o)
	}
	c.found = kept
}
