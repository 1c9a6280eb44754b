package releases

import (
	"math"
	"testing"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// TestBesideOf has specifications that no plan has: whatever calls the kernel, columns are those that there are.
func TestBesideOf(t *testing.T) {
	given := func(known []int, first int) *checkSpec {
		return &checkSpec{
			Given:    []given{{Columns: []string{"age"}, Known: known, First: first}},
			Cells:    host.Shared[*people.Gathered]{Value: &people.Gathered{}},
			Released: &host.Shared[*people.Gathered]{Value: &people.Gathered{}},
		}
	}
	for _, c := range []struct {
		name string
		spec *checkSpec
		ok   bool
	}{
		{"a column", given([]int{0}, 0), true},
		{"no known column", given(nil, 0), false},
		{"more known columns than columns", given([]int{0, 1}, 0), false},
		{"readings before the first", given([]int{0}, -1), false},
		{"readings behind the last", given([]int{0}, 1), false},
		{"a number that is too large to be added to", given([]int{0}, math.MaxInt), false},
	} {
		if _, err := c.spec.besideOf(&c.spec.Given[0], nil); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
