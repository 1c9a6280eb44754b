package jump

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"skyline/engine/jump/beliefs"
	"skyline/engine/jump/internal/counting"
)

// enclosures bound how likely a random table of the permutation set is to fail one
// generalization, which is finer than g_i. It fails if any group of g_i makes it fail, and
// groups are independent of each other: so each is looked at by itself, and what the
// others do is one number.
type enclosures struct {
	*term
	// of each group
	enclosures []*counting.Enclosure
	elsewhere  []counting.Interval // how likely any other group makes the table fail
	twin       []int               // the first group that is like it
	// efforts is what it takes to count the tables of the groups that are no twins of
	// others, ascending.
	efforts []effort
}

type effort struct {
	group int
	work  float64
}

// enclosuresOf prepares the enclosures of a list of generalizations, of which the coarsest
// decides. It returns nil if there are several, or if that is not finer than g_i.
func (v *view) enclosuresOf(list []int, p beliefs.MaxShare) *enclosures {
	coarsest := v.table.coarsest(list)
	if len(coarsest) != 1 || !v.table.finer[coarsest[0]-1][v.i-1] {
		return nil
	}
	e := &enclosures{term: v.term(coarsest, 1), enclosures: make([]*counting.Enclosure, len(v.signature))}
	first := map[string]int{}
	for group := range v.signature {
		f := e.factor(group)
		key := fmt.Sprint(f.Cells, f.Counts)
		twin, ok := first[key]
		if !ok {
			twin, first[key] = group, group
			e.efforts = append(e.efforts, effort{group, f.Forecast(p)})
		}
		e.twin = append(e.twin, twin)
	}
	slices.SortStableFunc(e.efforts, func(a, b effort) int { return cmp.Compare(a.work, b.work) })
	return e
}

// factor is the part of the people in a group of g_i.
func (e *enclosures) factor(group int) *factor { return e.factors[e.of[group]] }

// enclose computes the bounds. The tables of groups are counted, those that take least
// first, while that takes at most limit: it returns of how many.
func (e *enclosures) enclose(ctx context.Context, p beliefs.MaxShare, limit float64) (counted int, err error) {
	left := limit
	for _, x := range e.efforts {
		allowed := -1.0
		if left -= x.work; left >= 0 {
			allowed = limit
			counted++
		}
		if e.enclosures[x.group], err = e.factor(x.group).Enclose(ctx, p, allowed); err != nil {
			return 0, err
		}
	}
	e.combine()
	return counted, nil
}

// refine narrows the bounds.
func (e *enclosures) refine(ctx context.Context) error {
	for _, x := range e.efforts {
		if err := e.enclosures[x.group].Refine(ctx); err != nil {
			return err
		}
	}
	e.combine()
	return nil
}

// combine works out what happens elsewhere.
func (e *enclosures) combine() {
	e.elsewhere = make([]counting.Interval, len(e.twin))
	var before, after counting.Interval
	for group, twin := range e.twin {
		e.enclosures[group] = e.enclosures[twin]
		e.elsewhere[group] = before
		before = counting.Either(before, e.enclosures[group].Fail)
	}
	for group := range slices.Backward(e.twin) {
		e.elsewhere[group] = counting.Either(e.elsewhere[group], after)
		after = counting.Either(after, e.enclosures[group].Fail)
	}
}

// fail is how likely a table is to fail.
func (e *enclosures) fail() counting.Interval {
	return counting.Either(e.enclosures[0].Fail, e.elsewhere[0])
}
