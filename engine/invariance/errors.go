package invariance

import (
	"errors"
	"fmt"
)

// ErrUnsafe reports a release that is not what was asked for.
var ErrUnsafe = errors.New("invariance: the release is not m-invariant")

// ChangedError reports people whose value is not in their signature.
type ChangedError struct{ People int64 }

func (e *ChangedError) Error() string {
	return fmt.Sprintf("invariance: %d people have a value that is not in their signature", e.People)
}

// NarrowError reports people whose signature has fewer values than m.
type NarrowError struct {
	M, People int64
	Least     int64 // how many values the smallest of these signatures has
}

func (e *NarrowError) Error() string {
	return fmt.Sprintf("invariance: the signatures of %d people have fewer than %d values, the smallest %d", e.People, e.M, e.Least)
}

// IneligibleError reports that there are too many new people of some value: counterfeits would be needed for their sake,
// beside those that people who stay need.
type IneligibleError struct {
	M, People int64
	Values    int64 // how many different ones they have
	Count     int64 // how many of them have the value that most have
	// Waiting is how many of those with frequent values would have to wait for a later release, at least, so that the
	// others can be released.
	Waiting int64
	// MaxM is the largest m for which nobody has to wait; 1 says none.
	MaxM int64
}

// Error does not name the value.
func (e *IneligibleError) Error() string {
	return fmt.Sprintf("invariance: one of the %d values of %d new people is that of %d, too many for groups of %d values", e.Values, e.People, e.Count, e.M)
}

// RefusedError reports that there is no release without counterfeits.
type RefusedError struct{ Counterfeits int64 }

func (e *RefusedError) Error() string {
	return fmt.Sprintf("invariance: it takes %d counterfeits", e.Counterfeits)
}
