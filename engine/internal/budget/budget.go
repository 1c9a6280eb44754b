// Package budget holds computations to an amount of work.
package budget

import (
	"context"
	"fmt"

	"skyline/engine"
)

// ErrTooLarge says that something takes more work than is allowed. It matches
// engine.ErrTooLarge.
var ErrTooLarge = engine.NewTooLarge("budget: too much work")

// Budget is how many steps a computation may take, of about a nanosecond each, and how many
// it has taken. It also looks at the context. It must not be used by several goroutines at
// once.
type Budget struct {
	ctx           context.Context
	limit         float64
	spent, looked float64
}

// New returns a budget of so many steps.
func New(ctx context.Context, limit float64) *Budget { return &Budget{ctx: ctx, limit: limit} }

// lookEvery is after how many steps the context is looked at: some milliseconds.
const lookEvery = 1e6

// Spend accounts for steps that are about to be taken.
//
// Errors: ErrTooLarge if there have been too many, the context's.
func (b *Budget) Spend(steps float64) error {
	if b.spent += steps; !(b.spent <= b.limit) {
		return fmt.Errorf("%w: more than %.1e steps", ErrTooLarge, b.limit)
	}
	if b.spent >= b.looked {
		b.looked = b.spent + lookEvery
		return b.ctx.Err()
	}
	return nil
}

// Spent returns how many steps were taken.
func (b *Budget) Spent() float64 { return b.spent }

// Allows returns an error if a forecast exceeds what is left.
//
// Errors: ErrTooLarge.
func (b *Budget) Allows(forecast float64) error {
	if left := b.limit - b.spent; !(forecast <= left) {
		return fmt.Errorf("%w: about %.1e steps, limit %.1e", ErrTooLarge, forecast, left)
	}
	return nil
}

// Limit returns how many steps may be taken in all.
func (b *Budget) Limit() float64 { return b.limit }
