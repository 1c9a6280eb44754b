package profile

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"skyline/engine"
)

// ErrSeveral reports that somebody has several rows.
var ErrSeveral = errors.New("profile: somebody has several rows")

// MaxDISColumns is how many columns DISScores takes: its exponent is above 0 up to there.
const MaxDISColumns = 27

// InPairs returns how many people share what they have in all columns with exactly one other.
//
// It takes O(rows) for each column.
//
// Errors: ErrSeveral.
func (t *Table) InPairs() (int64, error) {
	if t.persons != nil {
		return 0, ErrSeveral
	}
	pairs, begin := int64(0), int32(0)
	columns := make([]int, len(t.columns))
	for i := range columns {
		columns[i] = i
	}
	all := t.Alike(columns...)
	for _, end := range all.ends {
		n := int64(0)
		for _, row := range all.rows[begin:end] {
			if t.people == nil {
				n++
			} else {
				n += t.people[row]
			}
		}
		if n == 2 {
			pairs++
		}
		begin = end
	}
	return 2 * pairs, nil
}

// DISScores returns the DIS-SUDA scores of people who are alone in a sample, in their order: how
// likely it is, by data intrusion simulation, that a match of each with somebody outside is right.
// Of a person with the SUDA score s it is
//
//	f·A / (f·A + (1 − f)·P),  A = s^Q · Σ_t t^−Q,  Q = 1 + (8 − n)/20
//
// f is the sampling fraction, in (0, 1], P how many people share all n columns with exactly one
// other, and the sum is over the scores t of all. 1 where P is 0 or f is 1. Scores that are
// multiples of others by one factor have the same result.
//
// For the U people who are alone, simulation says that a match is right with the probability
//
//	DIS = U·f / (U·f + P·(1 − f))
//
// and the scores keep that: the odds against, 1/p − 1, add up to P·(1 − f)/f over all people here,
// which is U times those of DIS.
//
// Source: Skinner, Elliot, "A Measure of Disclosure Risk for Microdata", JRSS B 64(4) (2002), for
// DIS; Elliot, Manning, "Using DIS to modify the classification of special uniques" (2003), for the
// idea to spread it by scores. How is that of suda2 of the R package sdcMicro, which writes it as
// 1/(1 + (U/DIS − U)/A). The Q there is fitted to data; with more than 27 columns it is not above 0,
// so that higher scores would have lower risks.
//
// It takes O(people), and a power for each different score. A sum is of the different scores in
// rising order: it does not depend on that of the people.
//
// Errors: *engine.ParamError.
func DISScores(scores []float64, pairs int64, fraction float64, columns int) ([]float64, error) {
	if !(fraction > 0 && fraction <= 1) {
		return nil, engine.NewParamError("profile", "fraction", "in (0, 1]", fraction)
	}
	if columns < 1 || columns > MaxDISColumns {
		return nil, engine.NewParamError("profile", "columns", fmt.Sprintf("in 1..%d", MaxDISColumns), columns)
	}
	having := map[float64]int{}
	for _, s := range scores {
		if !(s > 0) || math.IsInf(s, 0) {
			return nil, engine.NewParamError("profile", "scores", "positive numbers", s)
		}
		having[s]++
	}
	q := 1 + float64(8-columns)/20
	sum := 0.0
	for _, s := range slices.Sorted(maps.Keys(having)) {
		sum += float64(float64(having[s]) * math.Pow(s, -q))
	}
	against := float64((1 - fraction) * float64(pairs))
	all := make([]float64, len(scores))
	for i, s := range scores {
		odds := float64(fraction * float64(math.Pow(s, q)*sum))
		all[i] = odds / (odds + against)
	}
	return all, nil
}
