package utility

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// UncoveredError reports people of the original whom no QI group's region
// contains, although nobody is suppressed.
type UncoveredError struct{ People int64 }

func (e *UncoveredError) Error() string {
	return fmt.Sprintf("utility: %d people of the original are in no region of the release", e.People)
}

// Divergence returns the Kullback-Leibler divergence, in nats, of the original
// from what the release says of the i-th sensitive column, from 0:
//
//	Σ_(x,s) p(x,s) · ln(p(x,s) / p*(x,s)),  p*(x,s) = p(x) · p*(s|x)
//
// where x are the quasi-identifiers, s is the sensitive value, p is the share of
// people in the original and p*(s|x) the share of s in the QI group whose region
// contains x. Where several do, it is the share in their union, that is, their
// mixture by size; where none does because people were suppressed, the share in
// the whole release.
//
// The result is at least 0, +Inf if somebody's value does not occur where they
// could be, and NaN without people. It is 0 exactly if every group's people have
// the original's distributions.
//
// Source: Chen, LeFevre, Ramakrishnan, "Adversarial-knowledge dimensions in data
// privacy", VLDB Journal 18 (2009), Sect. 8.4; with p(x) for p*(x), which are the
// same in a bucketized release.
//
// It takes a walk down the trie of boxes for each different x.
//
// Errors: *UncoveredError; that of ctx.
func (r *Release) Divergence(ctx context.Context, i int) (float64, error) {
	column, histogram := r.qi+i, &r.histograms[i]
	if r.people == 0 {
		return math.NaN(), nil
	}
	codes, n := r.original.Codes, r.original.N
	ids, count := tuples(codes[:r.qi], len(n))
	sizes, first := make([]int64, count), make([]int32, count)
	cells := map[[2]int32]int64{} // people by x and s
	for i, x := range ids {
		if sizes[x] == 0 {
			first[x] = int32(i)
		}
		sizes[x] += n[i]
		cells[[2]int32{x, codes[column][i]}] += n[i]
	}
	where, uncovered, err := r.locate(ctx, first, sizes)
	if err != nil {
		return 0, err
	}
	if uncovered > 0 && r.suppressed == 0 {
		return 0, &UncoveredError{uncovered}
	}
	terms := make([]float64, 0, len(cells))
	for cell, people := range cells {
		x, s := cell[0], cell[1]
		having, of := histogram.totals[s], r.released
		if len(where[x]) > 0 {
			having, of = 0, 0
			for _, g := range where[x] {
				having += histogram.groups[[2]int32{g, s}]
				of += r.groupSizes[g]
			}
		}
		if having == 0 {
			return math.Inf(1), nil
		}
		ratio := float64(people) / float64(sizes[x]) / (float64(having) / float64(of))
		terms = append(terms, float64(people)/float64(r.people)*math.Log(ratio))
	}
	return math.Max(0, ordered(terms)), nil
}

// locate returns the groups of each x, by one of its rows, and how many people
// have none.
func (r *Release) locate(ctx context.Context, rows []int32, sizes []int64) (where [][]int32, uncovered int64, err error) {
	where = make([][]int32, len(rows))
	for x, row := range rows {
		if x%256 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
		}
		for _, box := range r.boxes.find(r.original.Codes, int(row), nil) {
			where[x] = append(where[x], box.groups...)
		}
		slices.Sort(where[x])
		where[x] = slices.Compact(where[x])
		if len(where[x]) == 0 {
			uncovered += sizes[x]
		}
	}
	return where, uncovered, nil
}
