package utility

import (
	"context"
	"math"

	"skyline/engine/exact"
	"skyline/engine/tree"
)

// Regression is how well regression trees tell the target of exact rows, which is a number.
type Regression struct {
	// Release and Original are the mean absolute errors of a tree that was trained on the release,
	// and on the original; Baseline is that of the mean of the original.
	Release, Original, Baseline float64
	// ReleaseR2 and OriginalR2 are by how much the squared errors of the trees are less than those of
	// the mean, as a share of these:
	//
	//	R² = 1 - Σ(y - ŷ)² / Σ(y - ȳ)²
	//
	// At most 1; below 0 where the mean is better; NaN where everybody tested is at the mean.
	ReleaseR2, OriginalR2 float64
	// OriginalR2Error is the standard error of OriginalR2, by how much the squared error of the tree
	// is less than that of the mean for each person tested.
	OriginalR2Error float64
	// People is how many were tested.
	People int64
}

// Numbers returns how many different numbers a column of the original has.
func (r *Release) Numbers(column int) int {
	c := &r.columns[column]
	numbers := map[float64]bool{}
	for i, v := range c.Values {
		if c.Occurs[i] && isNumber(&v) {
			numbers[v.Position] = true
		}
	}
	return len(numbers)
}

// isNumber reports whether a value is a number, and finite.
func isNumber(v *Value) bool {
	return !v.Null && !math.IsNaN(v.Position) && !math.IsInf(v.Position, 0)
}

// Regression returns how well regression trees predict the target. Features, training and testing are
// those of Accuracy. Whose target is not a finite number is neither trained on nor tested.
//
// Equal seeds give equal results. Without people to test the numbers are NaN.
//
// Errors: test cells that do not fit the columns; that of ctx.
func (r *Release) Regression(ctx context.Context, test *Cells, seed uint64) (Regression, error) {
	features, err := r.features()
	if err != nil {
		return Regression{}, err
	}
	positions := r.columns[r.target].positions()
	numbers := func(s weighted) (targets, weights []float64) {
		targets, weights = make([]float64, len(s.classes)), make([]float64, len(s.classes))
		for i, class := range s.classes {
			if y := positions[class]; !math.IsNaN(y) {
				targets[i], weights[i] = y, float64(s.people[i])
			}
		}
		return targets, weights
	}
	middle := r.original.mean(r.target, positions)
	var people float64
	var absolute, squared [3]exact.Sum // of the release, the original, the mean
	var gained exact.Sum               // squares of what the original's tree gains
	_, _, err = r.examine(ctx, test, seed, func(training [2]weighted, tested weighted) error {
		targets, weights := numbers(tested)
		add := func(of, i int, said float64) {
			d := math.Abs(targets[i] - said)
			absolute[of].Add(weights[i] * d)
			squared[of].Add(weights[i] * float64(d*d))
		}
		for i, w := range weights {
			people += w
			if w > 0 {
				add(2, i, middle)
			}
		}
		for of, t := range training {
			y, w := numbers(t)
			trained, err := tree.TrainRegression(ctx, features, tree.Rows{Codes: t.codes, Weights: w}, y)
			if err != nil {
				return err
			}
			codes := make([]int32, len(features))
			for i := range targets {
				if weights[i] == 0 {
					continue
				}
				for f := range codes {
					codes[f] = tested.codes[f][i]
				}
				said := trained.PredictNumber(codes)
				add(of, i, said)
				if of == 1 {
					byMean, byTree := targets[i]-middle, targets[i]-said
					gain := float64(byMean*byMean) - float64(byTree*byTree)
					gained.Add(weights[i] * float64(gain*gain))
				}
			}
		}
		return nil
	})
	if err != nil {
		return Regression{}, err
	}
	gain := squared[2].Value() - squared[1].Value()
	spread := max(0, gained.Value()-float64(gain*gain)/people) * people / (people - 1)
	share := func(of int) float64 {
		if squared[2].Value() == 0 {
			return math.NaN()
		}
		return 1 - squared[of].Value()/squared[2].Value()
	}
	return Regression{
		Release: absolute[0].Value() / people, Original: absolute[1].Value() / people, Baseline: absolute[2].Value() / people,
		ReleaseR2: share(0), OriginalR2: share(1), OriginalR2Error: math.Sqrt(spread) / squared[2].Value(), People: int64(people),
	}, nil
}
