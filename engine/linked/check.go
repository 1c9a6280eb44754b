package linked

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"skyline/engine"
	"skyline/engine/internal/budget"
)

// ErrTooLarge says that there are too many sets of known rows. It matches engine.ErrTooLarge.
var ErrTooLarge = budget.ErrTooLarge

// StepsError is an ErrTooLarge of more steps than are allowed.
type StepsError struct {
	Steps float64 // as many are enough
	err   error
}

func (e *StepsError) Error() string { return e.err.Error() }

// Unwrap makes it an ErrTooLarge.
func (e *StepsError) Unwrap() error { return e.err }

// ChoicesError is an ErrTooLarge of sums that do not fit into 64 bits.
type ChoicesError struct {
	Rows int32 // of somebody
	Most int32 // how many rows can be known at most
}

func (e *ChoicesError) Error() string {
	return fmt.Sprintf("linked: too many ways to choose more than %d of %d rows", e.Most, e.Rows)
}

// Unwrap makes it an ErrTooLarge.
func (e *ChoicesError) Unwrap() error { return ErrTooLarge }

// Query is what Check is asked.
type Query struct {
	Known    int  // how many rows of a person are known at most, from 0
	Values   bool // whether rows have sensitive values
	Row      bool // whether the values of known rows are known, too
	Only     bool // whether one value is asked about, Value
	Value    int32
	MaxSteps float64 // of about a nanosecond each
}

// Share is a part of a whole, as a fraction; 0 of 0 where nobody is looked at.
type Share struct{ Part, Whole uint64 }

// Float64 returns the nearest number; 0 for 0 of 0.
func (s Share) Float64() float64 {
	if s.Part == 0 {
		return 0
	}
	f, _ := new(big.Rat).SetFrac(new(big.Int).SetUint64(s.Part), new(big.Int).SetUint64(s.Whole)).Float64()
	return f
}

// Below reports whether s is less than c, exactly; 0 of 0 is 0.
func (s Share) Below(c *big.Rat) bool {
	if s.Part == 0 {
		return c.Sign() > 0
	}
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(s.Part), new(big.Int).SetUint64(s.Whole)).Cmp(c) < 0
}

// Exceeds reports whether s is more than o. 0 of 0 is less than any share.
func (s Share) Exceeds(o Share) bool {
	if s.Whole == 0 || o.Whole == 0 {
		return s.Whole > 0
	}
	high, low := bits.Mul64(s.Part, o.Whole)
	otherHigh, otherLow := bits.Mul64(o.Part, s.Whole)
	return high > otherHigh || high == otherHigh && low > otherLow
}

func (s Share) isOne() bool { return s.Part == s.Whole && s.Whole > 0 }

// Case is what somebody knows who knows most.
type Case struct {
	Own        int32 // of the target
	Rows       []Row // the known ones; Value is -1 where it is not known
	Candidates int64
	Value      int32 // the sensitive value that is likeliest; 0 for the least candidates
}

// Level is what is told to who knows as many rows.
type Level struct {
	K       int64    // the least number of candidates; 0 where there is nobody
	Alone   Case     // a case of so few
	Unicity *big.Rat // the chance that a random person is the only candidate

	OfKnown, Anywhere          Share // of a value
	WorstOfKnown, MostAnywhere Case  // cases of so much, where that is more than 0 of 0
}

// Result is what Check finds.
type Result struct {
	People int64
	Rows   int     // the most rows of a person
	Levels []Level // by how many rows are known, from 0
	All    Level   // of whole records
}

// Check returns what records tell to who knows 0, 1, 2, …, q.Known rows of somebody, and to
// who knows all rows. The order of records and of their rows does not matter. Of several worst
// cases it names one, the same each time. Rows are sorted in place.
//
// It takes time proportional to the sets of at most q.Known rows of each record that more than
// one record contains, as far as that is not known without looking at each; with values, times
// the values of a record. How much that is, is counted beforehand.
//
// Errors: ErrTooLarge, as *StepsError, with a forecast, or *ChoicesError; *engine.ParamError; the context's.
func Check(ctx context.Context, records []Record, q Query) (*Result, error) {
	if q.Known < 0 {
		return nil, engine.NewParamError("linked", "Known", "at least 0", q.Known)
	}
	t, err := newTable(records, &q)
	if err != nil {
		return nil, err
	}
	result := &Result{People: t.people, Rows: int(t.longest), Levels: make([]Level, q.Known+1), All: t.whole(&q)}
	depth := min(q.Known, int(t.longest))
	s := newSearch(ctx, t, &q, depth)
	if err := s.forecast(); err != nil {
		return nil, err
	}
	if err := s.run(); err != nil {
		return nil, err
	}
	copy(result.Levels, s.levels)
	// Who knows at most n rows may know fewer; k and the chance to be alone do that by themselves.
	for n := 1; n <= q.Known; n++ {
		level, before := &result.Levels[n], &result.Levels[n-1]
		if level.K == 0 || before.K <= level.K {
			level.K, level.Alone = before.K, before.Alone
		}
		if !level.OfKnown.Exceeds(before.OfKnown) {
			level.OfKnown, level.WorstOfKnown = before.OfKnown, before.WorstOfKnown
		}
		if !level.Anywhere.Exceeds(before.Anywhere) {
			level.Anywhere, level.MostAnywhere = before.Anywhere, before.MostAnywhere
		}
	}
	for n := range result.Levels {
		result.Levels[n].Unicity = s.unicity(n)
	}
	return result, nil
}

// choose returns the binomial coefficient, and whether it is below 2^62.
func choose(n, k int32) (uint64, bool) {
	if k < 0 || k > n {
		return 0, true
	}
	k = min(k, n-k)
	c := uint64(1)
	for i := uint64(1); i <= uint64(k); i++ {
		high, low := bits.Mul64(c, uint64(n)-uint64(k)+i)
		if high >= i {
			return 0, false
		}
		c, _ = bits.Div64(high, low, i)
		if c >= math.MaxInt64/2 {
			return 0, false
		}
	}
	return c, true
}
