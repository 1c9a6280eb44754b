package hierarchy

import (
	"fmt"
	"strings"

	"skyline/engine"
)

// ErrTooLarge reports a domain or a hierarchy that does not fit: values and
// entries together must be less than 2^31.
var ErrTooLarge = engine.NewTooLarge("hierarchy: more than 2^31 values and entries")

// Error says, in numbers, everything that keeps entries from being a hierarchy.
type Error struct {
	Values int // the size of the domain

	OutOfRange    int // entries whose value is not of the domain
	BadLevels     int // entries whose level is below 1 or above MaxLevel
	WithoutPath   int // values without any entry
	MissingLevels int // values that have some of the levels 1..height, not all
	TwoLabels     int // values that have several labels at one level
	// TwoParents counts the nodes whose values have several labels at the next
	// level. Levels at which a value has several labels are not looked at for it.
	TwoParents int
}

// Error implements error.
func (e *Error) Error() string {
	var problems []string
	for _, p := range []struct {
		n    int
		what string
	}{
		{e.OutOfRange, "entries of values outside the domain"},
		{e.BadLevels, fmt.Sprintf("entries with a level below 1 or above %d", MaxLevel)},
		{e.WithoutPath, fmt.Sprintf("of %d values without a path", e.Values)},
		{e.MissingLevels, fmt.Sprintf("of %d values with levels missing", e.Values)},
		{e.TwoLabels, fmt.Sprintf("of %d values with several labels at one level", e.Values)},
		{e.TwoParents, "labels with several parents"},
	} {
		if p.n > 0 {
			problems = append(problems, fmt.Sprint(p.n, " ", p.what))
		}
	}
	return "hierarchy: " + strings.Join(problems, ", ")
}
