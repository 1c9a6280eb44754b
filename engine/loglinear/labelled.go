package loglinear

import (
	"math"

	"skyline/engine/exact"
)

// Run is the places First, …, Last of values in an order.
type Run struct{ First, Last int32 }

// Labelled is one published table whose rows have labels, each of which stands for several values:
// one of them is a person's, all alike and independently of the other columns.
type Labelled struct {
	// Columns are the numbers of the labels, by attribute and row, and Counts the people of each row.
	Columns [][]int32
	Counts  []int64
	// Order has the values of each attribute in an order in which labels have few runs, and Labels
	// what each label stands for.
	Order  [][]int32
	Labels [][][]Run
}

// Count returns how many people are expected to satisfy all predicates:
//
//	Σ n(row) · Π |label ∩ allowed| / |label|
//
// over the rows, and the attributes that are asked for; where values count, the sum of those of the
// label ∩ allowed stands in the place of their number. A label that stands for no value counts for
// nobody. It is NaN for a predicate on an attribute that there is not.
//
// It takes a pass over the values and labels of each attribute of the query, and over the rows.
// Source: the uniform assumption of Xiao, Tao, "Anatomy: simple and effective privacy
// preservation", VLDB 2006, Sect. 1.1.
func (t *Labelled) Count(query []Predicate) float64 {
	shares := make([][]float64, len(query))
	for k, p := range query {
		if p.Attribute < 0 || p.Attribute >= len(t.Columns) {
			return math.NaN()
		}
		shares[k] = t.shares(p)
	}
	var total exact.Sum
	for row, n := range t.Counts {
		expected := float64(n)
		for k, p := range query {
			expected *= shares[k][t.Columns[p.Attribute][row]]
		}
		total.Add(expected)
	}
	return total.Value()
}

// shares are, by label, what one of its values counts on average.
func (t *Labelled) shares(p Predicate) []float64 {
	before := make([]float64, len(t.Order[p.Attribute])+1) // what the values before a place count
	for at, v := range t.Order[p.Attribute] {
		before[at+1] = before[at] + p.of(v)
	}
	shares := make([]float64, len(t.Labels[p.Attribute]))
	for label, runs := range t.Labels[p.Attribute] {
		var asked float64
		var all int32
		for _, r := range runs {
			asked += before[r.Last+1] - before[r.First]
			all += r.Last + 1 - r.First
		}
		if all > 0 {
			shares[label] = asked / float64(all)
		}
	}
	return shares
}
