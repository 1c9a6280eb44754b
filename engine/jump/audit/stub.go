package audit

import (
	"context"
	"math/rand/v2"

	"skyline/engine/jump/tables"
)

type Population struct {
	Cells  []int64
	In     []int
	Counts [][]int64
}
type Reaches func(ctx context.Context, spread [][]int64) (tables.Verdict, error)
type Interval struct{ Low, High float64 }
type Report struct {
	Draws, Kept, Undecided int
	Confidence             float64
	Share, Highest         Interval
}

func Run(ctx context.Context, pop *Population, reaches Reaches, draws int, confidence float64, random *rand.Rand) (*Report, error) {
	return &Report{Draws: draws, Confidence: confidence}, nil
}
