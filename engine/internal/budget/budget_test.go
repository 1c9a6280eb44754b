package budget

import (
	"context"
	"errors"
	"math"
	"testing"

	"skyline/engine"
)

func TestBudget(t *testing.T) {
	b := New(t.Context(), 10)
	for range 10 {
		if err := b.Spend(1); err != nil {
			t.Fatal(err)
		}
	}
	err := b.Spend(1)
	if !errors.Is(err, ErrTooLarge) || !errors.Is(err, engine.ErrTooLarge) || err.Error() != "budget: too much work: more than 1.0e+01 steps" {
		t.Errorf("an eleventh step of ten: %v", err)
	}
	if b.Spent() != 11 {
		t.Errorf("%v steps were spent, want 11", b.Spent())
	}
}

func TestAllows(t *testing.T) {
	b := New(t.Context(), 10)
	if err := b.Spend(4); err != nil {
		t.Fatal(err)
	}
	for forecast, want := range map[float64]bool{0: true, 6: true, 6.5: false, math.Inf(1): false} {
		if err := b.Allows(forecast); (err == nil) != want || err != nil && !errors.Is(err, ErrTooLarge) {
			t.Errorf("%v of 6 steps: %v", forecast, err)
		}
	}
	if err := b.Allows(math.NaN()); err == nil {
		t.Error("no number of steps is allowed")
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := New(ctx, math.Inf(1))
	if err := b.Spend(1); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := b.Spend(2 * lookEvery); !errors.Is(err, context.Canceled) {
		t.Errorf("after it was cancelled: %v", err)
	}
}
