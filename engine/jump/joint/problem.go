package joint

import (
	"context"
	"fmt"

	"skyline/engine"
)

// maxCount is how many people and values a problem may have, so that a count is a byte:
// more than tables can be listed for.
const maxCount = 255

// Problem is a k-jump algorithm on small tables: generalizations in the order in which it
// tries them, and where it goes from each. It remembers what it has found out about
// signatures, O(1) of memory for each that it has met; it must not be changed after its
// first use, copied, or used by several goroutines at once.
type Problem struct {
	// Values is how many sensitive values there are: 0 to Values-1. People and values are
	// at most 255 each.
	Values int
	// Groups[j][person] is the group of a person in generalization j, from 0 on.
	Groups   [][]int
	Strategy Strategy
	Property Property
	// Limit bounds the steps of all questions together, see Work.
	Limit float64

	work     Work
	moves    []move
	sizes    [][]int // of the groups of each generalization
	verdicts []map[string]verdict
}

// verdict is what is known of a signature.
type verdict struct {
	permutation, disclosure           bool
	permutationKnown, disclosureKnown bool
}

// prepare checks the problem when it is first used.
//
// Errors: *engine.ParamError, ErrTooLarge.
func (p *Problem) prepare() error {
	if p.verdicts != nil {
		return nil
	}
	if len(p.Groups) == 0 || p.Values < 0 || p.Strategy == nil || p.Property == nil {
		return engine.NewParamError("joint", "Problem", "of at least one generalization, values, a strategy and a property", nil)
	}
	people := len(p.Groups[0])
	if max(people, p.Values) > maxCount {
		return fmt.Errorf("%w: %d people and %d values, limit %d", ErrTooLarge, people, p.Values, maxCount)
	}
	var moves []move
	var sizes [][]int
	for j, groups := range p.Groups {
		if len(groups) != people {
			return engine.NewParamError("joint", "Groups", fmt.Sprintf("of %d people in each generalization", people), fmt.Sprintf("%d in number %d", len(groups), j))
		}
		count := 0
		for _, g := range groups {
			if g < 0 || g >= people {
				return engine.NewParamError("joint", "Groups", "numbered below the number of people", nil)
			}
			count = max(count, g+1)
		}
		of := make([]int, count)
		for _, g := range groups {
			of[g]++
		}
		m := moveOf(p.Strategy, j)
		for _, next := range []int{m.neither, m.permutation, m.both} {
			if next != Stop && next <= j {
				return engine.NewParamError("joint", "Strategy", "one that leads to later generalizations only", fmt.Sprintf("a step from %d to %d", j, next))
			}
		}
		moves, sizes = append(moves, m), append(sizes, of)
	}
	p.work, p.moves, p.sizes = Work{Limit: p.Limit}, moves, sizes
	p.verdicts = make([]map[string]verdict, len(p.Groups))
	for j := range p.verdicts {
		p.verdicts[j] = map[string]verdict{}
	}
	return nil
}

// signature checks counts of the groups of a generalization, and returns them as the
// key of the signature: the count of value v in group g is byte g·Values+v.
//
// Errors: *engine.ParamError, ErrTooLarge.
func (p *Problem) signature(i int, counts [][]int64) ([]byte, error) {
	if err := p.prepare(); err != nil {
		return nil, err
	}
	if i < 0 || i >= len(p.Groups) || len(counts) != len(p.sizes[i]) {
		return nil, engine.NewParamError("joint", "counts", "those of the groups of a generalization", fmt.Sprintf("%d for number %d", len(counts), i))
	}
	key := make([]byte, 0, len(counts)*p.Values)
	for g, of := range counts {
		people, err := sum(of)
		if err != nil || len(of) != p.Values || people != int64(p.sizes[i][g]) {
			return nil, engine.NewParamError("joint", "counts", fmt.Sprintf("those of %d values and of the people of each group", p.Values), nil)
		}
		for _, n := range of {
			key = append(key, byte(n))
		}
	}
	return key, nil
}

// Disclosure returns the disclosure set of tables with a signature of generalization i:
// counts[g][v] is how many people of group g have value v. It consists of those tables of
// the permutation set with which the algorithm comes to i.
//
// It lists the permutation set, and those of the signatures of earlier generalizations
// whose disclosure sets the way of some table depends on, each once.
//
// Errors: *engine.ParamError, ErrTooLarge, those of ctx.
func (p *Problem) Disclosure(ctx context.Context, i int, counts [][]int64) (*List, error) {
	key, err := p.signature(i, counts)
	if err != nil {
		return nil, err
	}
	return p.disclosureSet(ctx, i, key)
}

// Holds reports whether a permutation set, and whether the disclosure set in it, has the
// property.
//
// Errors: those of Disclosure.
func (p *Problem) Holds(ctx context.Context, i int, counts [][]int64) (permutation, disclosure bool, err error) {
	key, err := p.signature(i, counts)
	if err != nil {
		return false, false, err
	}
	if permutation, err = p.permutationHolds(ctx, i, key); err != nil {
		return false, false, err
	}
	disclosure, err = p.disclosureHolds(ctx, i, key)
	return permutation, disclosure, err
}

func (p *Problem) permutationHolds(ctx context.Context, j int, key []byte) (bool, error) {
	known := p.verdicts[j][string(key)]
	if known.permutationKnown {
		return known.permutation, nil
	}
	counts := make([][]int64, len(p.sizes[j]))
	for g := range counts {
		counts[g] = make([]int64, p.Values)
		for v := range counts[g] {
			counts[g][v] = int64(key[g*p.Values+v])
		}
	}
	if err := p.work.Spend(ctx, float64(len(key))); err != nil {
		return false, err
	}
	holds, err := p.Property.HoldsGroups(ctx, counts)
	if err != nil {
		return false, err
	}
	known.permutation, known.permutationKnown = holds, true
	// No part of a permutation set is safer (Property), and every way begins with the
	// first generalization.
	if !holds || j == 0 {
		known.disclosure, known.disclosureKnown = holds, true
	}
	p.verdicts[j][string(key)] = known
	return holds, nil
}

func (p *Problem) disclosureHolds(ctx context.Context, j int, key []byte) (bool, error) {
	if ok, err := p.permutationHolds(ctx, j, key); !ok || err != nil {
		return false, err
	}
	known := p.verdicts[j][string(key)]
	if known.disclosureKnown {
		return known.disclosure, nil
	}
	list, err := p.disclosureSet(ctx, j, key)
	if err != nil {
		return false, err
	}
	holds, err := p.Property.Holds(ctx, list, &p.work)
	if err != nil {
		return false, err
	}
	known.disclosure, known.disclosureKnown = holds, true
	p.verdicts[j][string(key)] = known
	return holds, nil
}
