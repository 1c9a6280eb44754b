package profile

import (
	"encoding/binary"
	"math"
	"slices"

	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/tables"
)

// Forecast returns about how many elementary steps Count takes at least, one being a
// product and a sum of short integers (some 50 ns). It is made from the margins alone: a
// group of e has as many sorted counts as its size has partitions into d numbers, about
//
//	(n + d(d+1)/4)^(d−1) / (d!·(d−1)!)
//
// each worth a few products of polynomials; a group of i is worth as much for its groups
// of e.
//
// What it takes in addition if some classes may go wrong, Count forecasts itself when it
// knows so.
func (c Chain) Forecast(p tables.MaxShare) float64 {
	if c.check() != nil {
		return 0
	}
	steps := 0.0
	possible := c.possible(p)
	shapes := make(map[string]bool)
	for _, g := range c {
		d := len(g.Counts)
		units, cells := unitsOf(g)
		steps += blockSteps(outer(g).sizes, d) + float64(cells*d)*(2+float64(len(c))/8)
		if !possible {
			continue
		}
		for _, u := range units {
			if u.whole {
				continue
			}
			classes := partitions(u.people, float64(d))
			steps += classes
			if key := keyOf(u.sizes); !shapes[key] {
				shapes[key] = true
				steps += classes * blockSteps(u.sizes, d)
			}
		}
	}
	return steps
}

// enumerationSteps forecasts the enumeration of a group's classes: they are the matrices
// with its value counts and the sizes of its units as margins, about
//
//	Πᵣ C(sᵣ+d−1, d−1) · Πᵥ C(cᵥ+m−1, m−1) / C(n+md−1, md−1)
//
// (Good's estimate), of which those that differ by values with equal counts are one.
func enumerationSteps(units []unit, counts []int64) float64 {
	classes := 1.0
	if len(units) > 1 {
		classes = max(1, classesOf(units, counts))
	}
	steps := classes * classSteps(len(units), len(counts))
	for _, u := range units {
		if u.whole {
			steps += min(classes, partitions(u.people, float64(len(counts)))) * blockSteps(u.sizes, len(counts))
		}
	}
	return steps
}

// classSteps is what enumerating a class takes.
func classSteps(units, values int) float64 { return float64(10 + units*(2+values)) }

// classesOf is Good's estimate, less what equal counts save.
func classesOf(units []unit, counts []int64) float64 {
	d, m := float64(len(counts)), float64(len(units))
	n, log := 0.0, 0.0
	for _, u := range units {
		n += float64(u.people)
		log += combinatorics.LogBinomial(float64(u.people)+d-1, d-1)
	}
	sorted := slices.Clone(counts)
	slices.SortFunc(sorted, descending)
	for v := 0; v < len(sorted); {
		run := v
		for run < len(sorted) && sorted[run] == sorted[v] {
			run++
		}
		length, columns := float64(run-v), combinatorics.LogBinomial(float64(sorted[v])+m-1, m-1)
		v = run
		// Multisets of columns in the place of sequences.
		log += combinatorics.LogBinomial(math.Exp(columns)+length-1, length)
	}
	return math.Exp(log - combinatorics.LogBinomial(n+m*d-1, m*d-1))
}

// partitions is about how many multisets of d numbers have sum n.
func partitions(n int64, d float64) float64 {
	all := (d - 1) * math.Log(float64(n)+d*(d+1)/4)
	return max(1, math.Exp(all-combinatorics.LogFactorial(d)-combinatorics.LogFactorial(d-1)))
}

// keyOf returns a text that no other numbers have.
func keyOf(numbers []int64) string {
	var text []byte
	for _, n := range numbers {
		text = binary.AppendVarint(text, n)
	}
	return string(text)
}
