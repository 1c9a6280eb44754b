package people

import (
	"fmt"
	"strings"
	"testing"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/hierarchy"
	"skyline/engine/matching"
	"skyline/sqlfuncs/host"
)

// No c of a call comes so close to a breach probability but by chance.
func TestExplainTooClose(t *testing.T) {
	got := host.Named("skyline_find", breach.ErrTooClose).Error()
	for _, want := range []string{"skyline_find: c must differ", "products of more than 262144 numbers", "take another c, a smaller m or smaller weights"} {
		if !strings.Contains(got, want) {
			t.Errorf("the error is %q, want %q in it", got, want)
		}
	}
}

// Users are told what a parameter must be, and not in which package that is known.
func TestExplainParamError(t *testing.T) {
	err := fmt.Errorf("privacy: %w", engine.NewParamError("disclosure", "k", "in 0..200", 300))
	if got, want := host.Named("release_check", err).Error(), "release_check: k must be in 0..200, got 300"; got != want {
		t.Errorf("the error is %q, want %q", got, want)
	}
	err = fmt.Errorf("suppression: %w", fmt.Errorf("%w: 131072 rows of 131072 patterns", matching.ErrTooLarge))
	if got, want := host.Named("release_check", err).Error(), "release_check: qi must have fewer combinations of missing values where missing is 'any': 131072 rows of 131072 patterns, and at most 2^32 together are looked up; make columns coarser, name fewer, or use missing := 'category'"; got != want {
		t.Errorf("the error is %q, want %q", got, want)
	}
	err = fmt.Errorf("%w: 2147483648 and 0", hierarchy.ErrTooLarge)
	if got, want := ExplainHierarchy(nil, "age", err).Error(), `hierarchies must have fewer than 2^31 values and entries together for "age"`; got != want {
		t.Errorf("the error is %q, want %q", got, want)
	}
}
