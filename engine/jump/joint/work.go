package joint

import (
	"context"
	"fmt"

	"skyline/engine"
)

// ErrTooLarge says that something takes more work than its limit allows.
var ErrTooLarge = engine.NewTooLarge("joint: too many tables to list and search")

// Work counts steps, of a few nanoseconds each, up to a limit: a person of a table that
// is listed, or up to 64 tables of a list in a search. Several questions may share it,
// one after the other.
type Work struct {
	Limit, Done float64
	// unseen is what was done since the context was looked at.
	unseen float64
}

// betweenLooks is how many steps are done before the context is looked at again.
const betweenLooks = 1 << 16

// Spend counts steps that are about to be done.
//
// Errors: ErrTooLarge, those of ctx.
func (w *Work) Spend(ctx context.Context, steps float64) error {
	w.Done += steps
	w.unseen += steps
	if !(w.Done <= w.Limit) {
		return fmt.Errorf("%w: more than %.3g steps", ErrTooLarge, w.Limit)
	}
	if w.unseen >= betweenLooks {
		w.unseen = 0
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("joint: %w", err)
		}
	}
	return nil
}

// refuse returns an error if so many steps are too many.
//
// Errors: ErrTooLarge, those of ctx.
func (w *Work) refuse(ctx context.Context, steps float64) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("joint: %w", err)
	}
	if !(w.Done+steps <= w.Limit) {
		return fmt.Errorf("%w: about %.3g steps, limit %.3g", ErrTooLarge, w.Done+steps, w.Limit)
	}
	return nil
}
