package release

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"skyline/engine/privacy"
	"skyline/sqlfuncs/words"
)

// ofSize are requirements that a table misses as one QI group for its few people only.
var ofSize = []string{"k_anonymity", "average_risk", "population_uniqueness"}

// Missed is which requirements a release candidate misses.
type Missed struct {
	texts   []string // a phrase for each
	instead []string // what to ask for instead
	ofSize  bool     // they are about the number of people only
}

// None reports whether it misses none.
func (m *Missed) None() bool { return len(m.texts) == 0 }

// letSuppression is what may be done where a table misses requirements and nobody is left out yet.
const letSuppression = ", or let suppression := 0.05 leave out up to 5 % of the people"

// String is what is missed, in words.
func (m *Missed) String() string {
	const most = 5
	texts := m.texts
	if rest := len(texts) - most; rest > 0 {
		texts = append(slices.Clone(texts[:most]), fmt.Sprintf("and %d more", rest))
	}
	return strings.Join(texts, "; ")
}

// weaker is what to ask for instead.
func (m *Missed) weaker() string { return words.List(m.instead, "") }

// Whole is the error for a table that misses them as one QI group; way is what may be done beside
// asking for less, or "".
func (m *Missed) Whole(way string) error {
	return fmt.Errorf("no release of the whole table satisfies privacy: even with everybody in one QI group it does not hold (%s); ask for %s%s", m, m.weaker(), way)
}

// notSearched is the error for a table that misses them as one QI group, where people have rows of several combinations
// of qi values: other releases of it may satisfy them, and splits begin with that group.
func (m *Missed) notSearched() error {
	return fmt.Errorf("no release is searched for, as people have rows of several combinations of qi values, and privacy does not hold with everybody in one QI group (%s); ask for %s, or leave people out in a query given as tbl, which suppression does not do here", m, m.weaker())
}

// MissedBy says which requirements a release candidate misses.
func MissedBy(ctx context.Context, release *privacy.Release, requirements []privacy.Requirement) (*Missed, error) {
	m := &Missed{ofSize: true}
	for _, r := range requirements {
		findings, err := r.Check(ctx, release)
		if err != nil {
			return nil, err
		}
		for i := range findings {
			f := &findings[i]
			if f.Holds {
				continue
			}
			m.ofSize = m.ofSize && slices.Contains(ofSize, f.Requirement)
			name := f.Requirement
			if f.Of != nil {
				name += " of " + f.Of.Name
			}
			if text := fmt.Sprintf("%s: %s, and is %s", name, words.RuleOf(f.Rule), Roughly(f.Achieved, f.Required)); !slices.Contains(m.texts, text) {
				m.texts = append(m.texts, text)
			}
			if weaker := words.Weaker(f.Requirement, strings.Contains(f.Rule, " >= ")); !slices.Contains(m.instead, weaker) {
				m.instead = append(m.instead, weaker)
			}
		}
	}
	return m, nil
}

// Roughly says on which side of its bound a number is, to one digit where that is beyond the
// bound: an error tells how far privacy is, but not the shares of a table that is not released.
func Roughly(achieved, required float64) string {
	low, high := toDigit(achieved, math.Floor), toDigit(achieved, math.Ceil)
	switch {
	case math.IsInf(achieved, 1):
		return ShortNumber(achieved)
	case achieved == required:
		return "at least " + ShortNumber(required)
	case low > required:
		return "at least " + ShortNumber(low)
	case achieved > required:
		return "more than " + ShortNumber(required)
	case high < required:
		return "at most " + ShortNumber(high)
	}
	return "less than " + ShortNumber(required)
}

// toDigit rounds a number that is not negative to its first digit, unless it has no other as
// it is written.
func toDigit(x float64, round func(float64) float64) float64 {
	if math.IsInf(x, 1) {
		return x
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', 5, 64), "e")
	first, _ := strconv.ParseFloat(digits, 64)
	x, _ = strconv.ParseFloat(fmt.Sprintf("%ge%s", round(first), exponent), 64)
	return x
}

// ShortNumber writes a number that is measured.
func ShortNumber(x float64) string {
	if math.IsInf(x, 1) {
		return "infinity"
	}
	return fmt.Sprintf("%.6g", x)
}
