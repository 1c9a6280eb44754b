package palm

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"skyline/engine/distribution"
	"skyline/engine/exact"
	"skyline/engine/internal/parallel"
	"skyline/engine/progress"
)

// ErrOutside reports a group whose people are not within the bounds before anything is
// shifted.
var ErrOutside = errors.New("palm: a QI group is not within the bounds")

// Method says how far distributions are shifted.
type Method int

const (
	// Uniform leaves them as they are: SPALM.
	Uniform Method = iota
	// Bounded shifts all columns of a group in equal steps, as long as Theorem 5
	// certifies the bounds: PPALM, Algorithms 1 and 3.
	Bounded
	// Stepwise shifts all columns of a group in equal steps, as long as its existence
	// probabilities are within the bounds: WPALM, Algorithms 1 and 2.
	Stepwise
	// Exact shifts each column by itself as far as the existence probabilities allow. A
	// group's KL cost is at most that of Bounded and Stepwise.
	Exact
)

// Group is a QI group of the public table, the people of which agree on all columns
// cell by cell.
type Group struct {
	// Codes are those of the cells, by column.
	Codes [][]int32
	// People is how many people of the public table each cell has, Present how many of
	// them are in the private one.
	People, Present []int64
	// Start is the distribution of each column at first; it gives all people of the group
	// the same positive likelihood.
	Start []distribution.Distribution
}

// Options say what is asked for.
type Options struct {
	Method Method
	// Low and High bound the existence probabilities, inclusively (Definition 3).
	Low, High float64
	// Steps is in how many equal steps a group becomes utility-optimal, the mxs of
	// Algorithm 1; at least 1. Exact goes on from where Stepwise stops.
	Steps int64
	// Workers is how many goroutines may work; 0 means 1. The result does not depend on it.
	Workers int
}

// Shifted is a QI group whose distributions have been shifted.
type Shifted struct {
	// Size is how many people of the public table the group has, Present how many of them
	// are in the private one.
	Size, Present int64
	// Distributions are those of its columns.
	Distributions []distribution.Distribution
	// Shifts say how far each column is from Start, 0, to utility-optimal, 1.
	Shifts []float64
	// Low and High are the smallest and the largest existence probability.
	Low, High float64
	// Cost is the KL cost of the group (Eqn 1), in nats.
	Cost float64
}

// Shift shifts the distributions of groups. Those that nobody is present in stay as
// they are.
//
// It takes, for each group, time proportional to its cells that differ in how often
// their values are present, some 10 to 30 times the steps, and with Exact some hundreds
// of times for each column.
//
// Errors: ErrOutside; those of ctx and of presence.NewSet.
func Shift(ctx context.Context, groups []Group, options Options) ([]Shifted, error) {
	bounds := newBounds(options.Low, options.High)
	shifted, errs := make([]Shifted, len(groups)), make([]error, len(groups))
	workers := max(1, options.Workers)
	solvers := make([]solver, workers)
	for i := range solvers {
		solvers[i] = solver{ctx: ctx, bounds: bounds, options: &options}
	}
	parallel.For(workers, len(groups), func(worker, i int) {
		if errs[i] = ctx.Err(); errs[i] == nil {
			progress.Report(ctx, float64(i), float64(len(groups)))
			shifted[i], errs[i] = solvers[worker].shift(&groups[i])
		}
	})
	for _, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("palm: %w", err)
		}
	}
	return shifted, nil
}

// bounds are those of existence probabilities.
type bounds struct {
	low, high           float64
	exactLow, exactHigh *big.Rat
}

func newBounds(low, high float64) *bounds {
	return &bounds{low, high, exact.Simplest(low), exact.Simplest(high)}
}
