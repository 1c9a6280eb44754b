package attack

import (
	"errors"
	"fmt"

	"skyline/engine"
)

// Count is how many people of a group have a value.
type Count struct {
	Value int32
	N     int64
}

// Release is what is published: of each group its histogram. A value is in it once, with at
// least one person.
type Release struct {
	Values     int       // how many sensitive values there are
	Attributes []int     // how many values each known attribute has
	Histograms [][]Count // by group
}

// People are counted people: those of a row agree on everything.
type People struct {
	Known [][]int32 // by attribute: the code of each row; -1: nobody of the release has it
	Value []int32   // the value that the people of each row have; -1: nobody of the release has it
	N     []int64   // how many they are, at least 1
}

// ErrSizes reports groups whose histograms count other people than there are.
var ErrSizes = errors.New("attack: groups must have as many people as their histograms count")

const maxPeople = 1 << 52

// check makes sure that nothing points outside.
func (p *People) check(r *Release) error {
	n := len(p.N)
	if len(p.Known) != len(r.Attributes) || len(p.Value) != n {
		return engine.NewParamError("attack", "people", fmt.Sprintf("of a value and %d attributes", len(r.Attributes)), nil)
	}
	for a, codes := range p.Known {
		if len(codes) != n {
			return engine.NewParamError("attack", "Known", fmt.Sprintf("one for each of %d rows", n), len(codes))
		}
		for _, code := range codes {
			if code < -1 || int(code) >= r.Attributes[a] {
				return engine.NewParamError("attack", "Known", fmt.Sprintf("in -1..%d", r.Attributes[a]-1), code)
			}
		}
	}
	total := int64(0)
	for i, n := range p.N {
		if p.Value[i] < -1 || int(p.Value[i]) >= r.Values {
			return engine.NewParamError("attack", "Value", fmt.Sprintf("in -1..%d", r.Values-1), p.Value[i])
		}
		if n < 1 || n > maxPeople-total {
			return engine.NewParamError("attack", "N", "at least 1, and in all at most 2^52", n)
		}
		total += n
	}
	return nil
}

// check makes sure that the histograms are such.
func (r *Release) check() error {
	for _, h := range r.Histograms {
		total, last := int64(0), int32(-1)
		for _, c := range h {
			if c.Value <= last || int(c.Value) >= r.Values || c.N < 1 || c.N > maxPeople-total {
				return engine.NewParamError("attack", "Histograms", "of ascending values with at least one person each", nil)
			}
			last = c.Value
			total += c.N
		}
	}
	return nil
}
