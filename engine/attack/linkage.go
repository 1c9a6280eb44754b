package attack

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"skyline/engine"
)

// Link is what people of the original find of themselves in the release: the rows that can be
// theirs.
type Link struct {
	People int64
	Rows   int64 // how many rows match
	// Labels is the combination of labels that all these rows have, by a number from 0; negative:
	// none matches, or rows with several.
	Labels int32
}

// Linkage says how people of the original can be linked with rows of the release.
type Linkage struct {
	One, Several, None int64 // people with so many rows that match
	Fewest             int64 // the fewest rows that match anybody, of those with some
	// Correct is the share of the people who are linked with their own row, if each is linked
	// with one of the rows that match, drawn at random; NaN if the two tables do not tell.
	Correct float64
}

// Links counts links. combinations has how many people of the release have each combination of
// labels.
//
// Whoever is in the release is linked correctly with probability 1 / rows that match. Where each
// combination of labels matches its own people and no others, so is one of its people, as can be
// expected, whoever of the original they are: Correct is the number of combinations by that of
// people. Where they overlap, it is Σ 1/rows by the people, if all are in the release. Otherwise,
// and where a row matches nobody, it is not known whose row is whose.
//
// Errors: *engine.ParamError.
func Links(links []Link, combinations []int64) (Linkage, error) {
	released := int64(0)
	for _, n := range combinations {
		if n < 1 || n > maxPeople-released {
			return Linkage{}, engine.NewParamError("attack", "combinations", "at least 1, and in all at most 2^52", n)
		}
		released += n
	}
	var l Linkage
	people, several := int64(0), false
	of := make([]int64, len(combinations)) // people of the original
	byRows := map[int64]int64{}
	for _, link := range links {
		if link.People < 1 || link.People > maxPeople-people || link.Rows < 0 || link.Rows > released || int(link.Labels) >= len(combinations) {
			return Linkage{}, engine.NewParamError("attack", "links", fmt.Sprintf("of people with at most %d rows", released), link.Rows)
		}
		people += link.People
		switch link.Rows {
		case 0:
			l.None += link.People
			continue
		case 1:
			l.One += link.People
		default:
			l.Several += link.People
		}
		byRows[link.Rows] += link.People
		if link.Labels >= 0 {
			of[link.Labels] += link.People
		} else {
			several = true
		}
		if l.Fewest == 0 || link.Rows < l.Fewest {
			l.Fewest = link.Rows
		}
	}
	l.Correct = math.NaN()
	switch {
	case people == 0:
	case !several:
		if fits(of, combinations) {
			l.Correct = float64(len(combinations)) / float64(people)
		}
	case l.None == 0 && people == released:
		l.Correct = expected(byRows) / float64(people)
	}
	return l, nil
}

// fits reports whether each combination has people of the original for all its rows.
func fits(of, combinations []int64) bool {
	for i, rows := range combinations {
		if of[i] < rows {
			return false
		}
	}
	return true
}

// expected is Σ people/rows, in an order of its own.
func expected(byRows map[int64]int64) float64 {
	sum := 0.0
	for _, n := range slices.Sorted(maps.Keys(byRows)) {
		sum += float64(byRows[n]) / float64(n)
	}
	return sum
}
