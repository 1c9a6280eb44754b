package loglinear

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"skyline/engine"
	"skyline/engine/exact"
	"skyline/engine/progress"
)

// Workload describes random COUNT queries: each asks for the people whose values
// in Dimension attributes are in given sets. The attributes are drawn without
// replacement, all alike; of an attribute's values a random set of Selectivity
// times their number, rounded, but at least one.
//
// Source: Jin, Zhang, Zhang, Das, "Versatile publishing for privacy preservation", KDD
// 2010, Sect. 6.1, where Dimension is qd and Selectivity is p.
type Workload struct {
	Dimension   int
	Selectivity float64
	Queries     int
}

// Check returns an error unless queries of so many attributes can be drawn.
//
// Errors: *engine.ParamError.
func (w Workload) Check(attributes int) error {
	switch {
	case w.Dimension < 1 || w.Dimension > attributes:
		return engine.NewParamError("loglinear", "dimension", fmt.Sprintf("in 1..%d, the number of attributes", attributes), fmt.Sprint(w.Dimension))
	case !(w.Selectivity > 0 && w.Selectivity <= 1):
		return engine.NewParamError("loglinear", "selectivity", "in (0, 1]", fmt.Sprint(w.Selectivity))
	case w.Queries < 1:
		return engine.NewParamError("loglinear", "queries", "at least 1", fmt.Sprint(w.Queries))
	}
	return nil
}

// Query draws a query of attributes that have so many values each.
func (w Workload) Query(random *rand.Rand, sizes []int) []Predicate {
	query := make([]Predicate, w.Dimension)
	for k, a := range random.Perm(len(sizes))[:w.Dimension] {
		allowed := make([]bool, sizes[a])
		wanted := max(1, int(math.Round(w.Selectivity*float64(sizes[a]))))
		// Each value is taken with the share of those that are wanted yet among those
		// to come, which makes all sets alike.
		for v := range allowed {
			if random.IntN(sizes[a]-v) < wanted {
				allowed[v] = true
				wanted--
			}
		}
		query[k] = Predicate{a, allowed}
	}
	return query
}

// Errors are the relative errors of the answers to a workload.
type Errors struct {
	Relative []float64 // sorted
	// Redrawn is how many queries were drawn and not asked, because nobody in the
	// original satisfies them.
	Redrawn int
}

// maxRedrawn bounds the queries that are drawn for one that is asked.
const maxRedrawn = 1000

// Estimate answers queries: a *Model, or a *Labelled.
type Estimate interface {
	// Count returns how many people are expected to satisfy all predicates.
	Count(query []Predicate) float64
}

// Errors draws queries, answers them from an estimate and returns
//
//	|actual - estimated| / actual
//
// where actual is the number of people of the original who satisfy the query. A
// query that nobody satisfies has no relative error; another is drawn in its place,
// a thousand times at most, after which there is one less.
//
// Each query takes a pass over the cells and over the tables that it is about.
//
// Errors: *engine.ParamError; that of ctx.
func (w Workload) Errors(ctx context.Context, original *Cells, m Estimate, random *rand.Rand) (Errors, error) {
	if err := w.Check(len(original.Sizes)); err != nil {
		return Errors{}, err
	}
	var e Errors
	if original.People() == 0 {
		return e, nil
	}
	for i := range w.Queries {
		progress.Report(ctx, float64(i), float64(w.Queries))
		for range maxRedrawn {
			if err := ctx.Err(); err != nil {
				return Errors{}, err
			}
			query := w.Query(random, original.Sizes)
			actual := original.Count(query)
			if actual == 0 {
				e.Redrawn++
				continue
			}
			e.Relative = append(e.Relative, math.Abs(float64(actual)-m.Count(query))/float64(actual))
			break
		}
	}
	slices.Sort(e.Relative)
	return e, nil
}

// Mean returns the mean relative error, NaN without queries.
func (e *Errors) Mean() float64 {
	var s exact.Sum
	for _, x := range e.Relative {
		s.Add(x)
	}
	return s.Value() / float64(len(e.Relative))
}

// Quantile returns the relative error at a share of the sorted errors, interpolated
// linearly between two neighbours, NaN without queries.
func (e *Errors) Quantile(share float64) float64 {
	n := len(e.Relative)
	if n == 0 || !(share >= 0 && share <= 1) {
		return math.NaN()
	}
	at := float64(share * float64(n-1))
	low := int(at)
	high := min(low+1, n-1)
	return e.Relative[low] + float64((at-float64(low))*(e.Relative[high]-e.Relative[low]))
}

// Count returns how many people satisfy all predicates.
func (c *Cells) Count(query []Predicate) int64 {
	rows := len(c.Counts)
	var total int64
	var block [1024]int32 // rows that satisfy the predicates so far
	for from := 0; from < rows; from += len(block) {
		left := block[:min(len(block), rows-from)]
		for i := range left {
			left[i] = int32(from + i)
		}
		for _, p := range query {
			column := c.Columns[p.Attribute]
			kept := 0
			for _, i := range left {
				left[kept] = i
				if v := column[i]; int(v) < len(p.Allowed) && p.Allowed[v] {
					kept++
				}
			}
			left = left[:kept]
		}
		for _, i := range left {
			total += c.Counts[i]
		}
	}
	return total
}
