package engine_test

import (
	"errors"
	"fmt"
	"testing"

	"skyline/engine"
)

func TestParamError(t *testing.T) {
	e := engine.NewParamError("breach", "c", "in (0, 1]", 2)
	wrapped := fmt.Errorf("privacy: %w", e)
	if got, want := wrapped.Error(), "privacy: breach: c must be in (0, 1], got 2"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
	param, ok := errors.AsType[*engine.ParamError](wrapped)
	if !ok || param.Requirement() != "c must be in (0, 1], got 2" {
		t.Errorf("AsType = %v, %v", param, ok)
	}
	if got, want := engine.NewParamError("tree", "weights", "finite", nil).Error(), "tree: weights must be finite"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
	for _, test := range []struct {
		target error
		want   bool
	}{
		{&engine.ParamError{}, true},
		{&engine.ParamError{Package: "breach", Param: "c"}, true},
		{engine.NewParamError("breach", "c", "in (0, 1]", 2), true},
		{&engine.ParamError{Param: "k"}, false},
		{&engine.ParamError{Package: "disclosure", Param: "c"}, false},
		{engine.NewParamError("breach", "c", "in (0, 1]", 3), false},
		{engine.ErrTooLarge, false},
	} {
		if got := errors.Is(wrapped, test.target); got != test.want {
			t.Errorf("Is(%v) = %v", test.target, got)
		}
	}
}

func TestTooLarge(t *testing.T) {
	mine, other := engine.NewTooLarge("counting: too much work"), engine.NewTooLarge("counting: too much work")
	err := fmt.Errorf("%w: 5 steps, limit 4", mine)
	if !errors.Is(err, mine) || !errors.Is(err, engine.ErrTooLarge) || errors.Is(err, other) {
		t.Errorf("%v matches the wrong errors", err)
	}
	if got, want := err.Error(), "counting: too much work: 5 steps, limit 4"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
}
