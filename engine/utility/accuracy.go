package utility

import (
	"context"

	"skyline/engine/tree"
)

// Accuracy is how well decision trees tell the target of exact rows.
type Accuracy struct {
	// Release and Original are the shares of people whose target is predicted by a
	// tree that was trained on the release, and on the original.
	Release, Original float64
	// Baseline is the share of people who have the most frequent target of the
	// original.
	Baseline float64
	// People is how many were tested.
	People int64
}

// Accuracy returns the accuracy of trees for the target. The features are the
// quasi-identifiers and the sensitive columns. A number's label counts as the
// midpoint of its interval or the mean of its values, any other label as each of
// its values in equal parts, and NULL among numbers is unknown.
//
// With test cells, exact rows coded as in the original, each tree is trained on
// all rows and tested on those. Without, it is a tenfold cross validation: the
// original is split at random into ten parts, each of which is tested with trees
// trained on the rest. The two tables have no key in common, so the rows to leave
// out of the release are found through the regions: see link. Where regions
// overlap or people are suppressed, it may be that rows of others are left out in
// the place of theirs, which are narrower. The release itself has been made of all
// people, those tested included; the regions may follow them a little.
//
// Equal seeds give equal results. Without people to test the shares are NaN.
//
// Errors: test cells that do not fit the columns; that of ctx.
func (r *Release) Accuracy(ctx context.Context, test *Cells, seed uint64) (Accuracy, error) {
	features, err := r.features()
	if err != nil {
		return Accuracy{}, err
	}
	c := classifier{features: features, classes: len(r.columns[r.target].Values)}
	var right, tested [2]int64
	original, examined, err := r.examine(ctx, test, seed, func(training [2]weighted, of weighted) error {
		for i := range training {
			x, y, err := c.run(ctx, training[i], of)
			if err != nil {
				return err
			}
			right[i] += x
			tested[i] += y
		}
		return nil
	})
	if err != nil {
		return Accuracy{}, err
	}
	return Accuracy{
		Release:  float64(right[0]) / float64(tested[0]),
		Original: float64(right[1]) / float64(tested[1]),
		Baseline: baseline(original, examined, c.classes),
		People:   tested[1],
	}, nil
}

// baseline returns how many of the examined have the most frequent class.
func baseline(original, examined sample, classes int) float64 {
	counts := make([]int64, classes)
	for i, class := range original.classes {
		counts[class] += original.n[i]
	}
	best := int32(0)
	for class := range counts {
		if counts[class] > counts[best] {
			best = int32(class)
		}
	}
	having, all := int64(0), int64(0)
	for i, class := range examined.classes {
		all += examined.n[i]
		if class == best {
			having += examined.n[i]
		}
	}
	return float64(having) / float64(all)
}

type classifier struct {
	features []tree.Feature
	classes  int
}

// run trains a tree and returns how many of those tested it tells right.
func (c *classifier) run(ctx context.Context, training, test weighted) (right, tested int64, err error) {
	weights := make([]float64, len(training.people))
	for i, n := range training.people {
		weights[i] = float64(n)
	}
	rows := tree.Rows{Codes: training.codes, Classes: training.classes, Weights: weights}
	t, err := tree.Train(ctx, c.features, rows, c.classes)
	if err != nil {
		return 0, 0, err
	}
	codes := make([]int32, len(c.features))
	for i, n := range test.people {
		if n == 0 {
			continue
		}
		tested += n
		for f := range codes {
			codes[f] = test.codes[f][i]
		}
		if t.Predict(codes) == test.classes[i] {
			right += n
		}
	}
	return right, tested, nil
}
