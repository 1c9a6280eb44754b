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
	// Sum, if it is given, asks for SUM and AVG beside COUNT.
	Sum *Summed
}

// Summed is an attribute whose numbers are added up.
type Summed struct {
	Attribute int
	Numbers   []float64 // by value, finite; NaN for NULL, which does not count
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
	case w.Sum != nil && (w.Sum.Attribute < 0 || w.Sum.Attribute >= attributes):
		return engine.NewParamError("loglinear", "sum", fmt.Sprintf("in 0..%d, an attribute", attributes-1), fmt.Sprint(w.Sum.Attribute))
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
		query[k] = Predicate{Attribute: a, Allowed: allowed}
	}
	return query
}

// Errors are the relative errors of the answers to a workload.
type Errors struct {
	Count Relative
	// Sum and Average are those of SUM and AVG, if they are asked for.
	Sum, Average Relative
	// Redrawn is how many queries were drawn and not asked, because nobody in the
	// original satisfies them, or because their SUM is 0.
	Redrawn int
}

// Relative are relative errors, sorted.
type Relative []float64

// maxRedrawn bounds the queries that are drawn for one that is asked.
const maxRedrawn = 1000

// Estimate answers queries: a *Model, or a *Labelled.
type Estimate interface {
	// Count returns how many people are expected to satisfy all predicates.
	Count(query []Predicate) float64
}

// Errors draws queries, answers them from an estimate and returns
//
//	|actual - estimated| / |actual|
//
// where actual is the number of people of the original who satisfy the query; with
// Sum, also the sum of their numbers, and their average. An estimate that knows of
// nobody with a number has no average; that counts as an error of 1. A query whose
// answer is 0 has no relative error; another is drawn in its place, a thousand
// times at most, after which there is one less.
//
// Each query takes a pass over the cells and over the tables that it is about, with
// Sum three times as many.
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
			if e.ask(original, m, w.Query(random, original.Sizes), w.Sum) {
				break
			}
			e.Redrawn++
		}
	}
	for _, errors := range []Relative{e.Count, e.Sum, e.Average} {
		slices.Sort(errors)
	}
	return e, nil
}

// ask adds the errors of a query, unless an answer is 0.
func (e *Errors) ask(original *Cells, m Estimate, query []Predicate, sum *Summed) bool {
	actual := original.Count(query)
	if actual == 0 {
		return false
	}
	if sum != nil {
		total, people := original.sum(query, sum)
		if total == 0 {
			return false
		}
		estimated, having := m.Count(sum.asked(query, true)), m.Count(sum.asked(query, false))
		e.Sum = append(e.Sum, relative(total, estimated))
		average := 1.0
		if having > 0 {
			average = relative(total/float64(people), estimated/having)
		}
		e.Average = append(e.Average, average)
	}
	e.Count = append(e.Count, relative(float64(actual), m.Count(query)))
	return true
}

func relative(actual, estimated float64) float64 {
	return math.Abs(actual-estimated) / math.Abs(actual)
}

// asked returns a query of those who have a number, each of whom counts that, or 1.
func (s *Summed) asked(query []Predicate, counts bool) []Predicate {
	of := Predicate{Attribute: s.Attribute, Allowed: make([]bool, len(s.Numbers))}
	for v, x := range s.Numbers {
		of.Allowed[v] = !math.IsNaN(x)
	}
	if counts {
		of.Counts = s.Numbers
	}
	out := []Predicate{}
	for _, p := range query {
		if p.Attribute != s.Attribute {
			out = append(out, p)
			continue
		}
		for v := range of.Allowed {
			of.Allowed[v] = of.Allowed[v] && v < len(p.Allowed) && p.Allowed[v]
		}
	}
	return append(out, of)
}

// Mean returns the mean relative error, NaN without queries.
func (e Relative) Mean() float64 {
	var s exact.Sum
	for _, x := range e {
		s.Add(x)
	}
	return s.Value() / float64(len(e))
}

// Quantile returns the relative error at a share of the sorted errors, interpolated
// linearly between two neighbours, NaN without queries.
func (e Relative) Quantile(share float64) float64 {
	n := len(e)
	if n == 0 || !(share >= 0 && share <= 1) {
		return math.NaN()
	}
	at := float64(share * float64(n-1))
	low := int(at)
	high := min(low+1, n-1)
	return e[low] + float64((at-float64(low))*(e[high]-e[low]))
}

// Count returns how many people satisfy all predicates.
func (c *Cells) Count(query []Predicate) int64 {
	var total int64
	c.satisfying(query, func(row int32) { total += c.Counts[row] })
	return total
}

// sum returns the sum of the numbers of those who satisfy all predicates, and how many of them have one.
func (c *Cells) sum(query []Predicate, of *Summed) (total float64, people int64) {
	var sum exact.Sum
	c.satisfying(query, func(row int32) {
		if x := of.Numbers[c.Columns[of.Attribute][row]]; !math.IsNaN(x) {
			sum.Add(float64(c.Counts[row]) * x)
			people += c.Counts[row]
		}
	})
	return sum.Value(), people
}

// satisfying calls each with the rows that satisfy all predicates.
func (c *Cells) satisfying(query []Predicate, each func(row int32)) {
	rows := len(c.Counts)
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
			each(i)
		}
	}
}
