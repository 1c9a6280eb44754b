package suppression

import (
	"cmp"
	"context"
	"slices"

	"skyline/engine/cells"
)

// SuppressOrLeaveOut is Suppress where up to limit people may be left out of the release, if that
// loses less: somebody who is left out loses all cells, as somebody of whom nothing is shown does,
// and those who would have to look like them lose none. It returns how many are left out. People
// who are alike are left out together.
//
// Those of whom most is suppressed are tried first, of them the fewest: one, two, four and so on,
// up to the limit. So the release costs at most what that of Suppress does; it need not cost the
// least.
//
// It takes as long as Suppress for each of these tries, of which there are as many as the limit has
// binary digits, and one.
//
// Errors: those of Suppress.
func SuppressOrLeaveOut(ctx context.Context, c *cells.Cells, options Options, limit int64) (*Release, int64, error) {
	best, err := Suppress(ctx, c, options)
	if err != nil || limit <= 0 {
		return best, 0, err
	}
	weights := newWeights(options.Importance, len(c.Sizes), c.Total.People)
	least, left := best.cost(weights), int64(0)
	if least == 0 {
		return best, 0, nil
	}
	out := leaving(best, weights)
	for tried, wanted := 0, 1; tried < len(out.order); wanted *= 2 {
		for tried < min(wanted, len(out.order)) && out.leave(tried, limit) {
			tried++
		}
		if tried < min(wanted, len(out.order)) {
			out.order = out.order[:tried] // no more may be left out
		}
		if tried == 0 || out.lost >= least {
			break
		}
		release, err := Suppress(ctx, out.without(c), options)
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		if err != nil {
			continue // the rest is not safe
		}
		if cost := out.lost + release.cost(weights); cost < least {
			best, least, left = release, cost, out.people
		}
	}
	return best, left, nil
}

// leavers are people who may be left out, in the order in which they are tried, and those who are.
type leavers struct {
	*table
	weights weights
	order   []int32
	keys    map[string]bool // of those who are left out, by their codes
	people  int64
	lost    int64 // what their cells cost
}

// leaving returns the people of a release some of whose cells are suppressed.
func leaving(r *Release, w weights) *leavers {
	l := &leavers{table: r.table, weights: w, keys: map[string]bool{}}
	costs := make([]int64, len(r.of))
	for i := range r.of {
		if costs[i] = r.costOf(int32(i), w); costs[i] > 0 {
			l.order = append(l.order, int32(i))
		}
	}
	slices.SortStableFunc(l.order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(costs[b], costs[a]), cmp.Compare(l.alike[a].people, l.alike[b].people))
	})
	return l
}

// leave leaves out the n-th, if so many people may be.
func (l *leavers) leave(n int, limit int64) bool {
	i := l.order[n]
	a := &l.alike[i]
	if a.people > limit-l.people {
		return false
	}
	l.people += a.people
	l.lost += l.weights.of(allOf(l.columns)&^a.nulls) * a.people
	l.keys[string(l.key(nil, i, 0))] = true
	return true
}

// without is the table without those who are left out.
func (l *leavers) without(c *cells.Cells) *cells.Cells {
	rest := &cells.Cells{Constraint: c.Constraint, Values: c.Values, Sizes: c.Sizes, Codes: make([][]int32, len(c.Codes))}
	var key []byte
	for i := range c.N {
		key = key[:0]
		for d, codes := range c.Codes {
			key = appendCode(key, int64(l.codesOf[d][codes[i]]))
		}
		if l.keys[string(key)] {
			continue
		}
		for d, codes := range c.Codes {
			rest.Codes[d] = append(rest.Codes[d], codes[i])
		}
		rest.Value, rest.N = append(rest.Value, c.Value[i]), append(rest.N, c.N[i])
	}
	rest.Total = rest.Count()
	return rest
}

// costOf returns what is suppressed of each of people who are alike.
func (r *Release) costOf(i int32, w weights) int64 {
	return w.of(r.groups[r.of[i]].nulls &^ r.table.alike[i].nulls)
}

// cost returns what the suppressed cells cost.
func (r *Release) cost(w weights) int64 {
	sum := int64(0)
	for i := range r.of {
		sum += r.costOf(int32(i), w) * r.table.alike[i].people
	}
	return sum
}
