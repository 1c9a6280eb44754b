package main

import (
	"context"
	"fmt"

	"skyline/tests/internal/plots"
)

const (
	accuracy         = "classification_accuracy"
	accuracyOriginal = "classification_accuracy_original"
	hasNurs          = "has_nurs"
	class            = "class"
)

// nurseryAccuracy is Fig. 9.
func nurseryAccuracy(ctx context.Context, l *lab) (*section, error) {
	if err := l.load(ctx, "nursery", nurseryFile, quickPeople); err != nil {
		return nil, err
	}
	features, err := l.columns(ctx, "nursery", hasNurs, class, "fold")
	if err != nil {
		return nil, err
	}
	of := fmt.Sprintf(", sensitive := %s, target := %s, test := 'test'", text(hasNurs), text(class))
	none := point{c: 0.9}
	amounts := pick(l, []int{0, 1, 2, 3, 4, 6, 8, 10}, []int{0, 1, 3})
	sweeps := []sweep{{none, "l", []int{0, 1, 2, 3}}, {none, "k", amounts}, {none, "m", amounts}}
	s := study{table: "nursery", sensitive: hasNurs, qi: append([]string{class}, features...), known: features, further: of, sweeps: sweeps}
	outcomes, err := s.run(ctx, l)
	if err != nil {
		return nil, err
	}
	// Without the class among the columns that releases are split by.
	s.qi, s.sweeps = features, []sweep{{none, "l", []int{0}}}
	blind, err := s.run(ctx, l)
	if err != nil {
		return nil, err
	}
	removed, err := l.accuracyWithout(ctx, features)
	if err != nil {
		return nil, err
	}
	found := &section{notes: []string{
		"Nursery, has_nurs (5 values) sensitive, threshold 0.9; class predicted by a C4.5 tree trained on the bucketized release of nine tenths and tested on the last one, averages over ten folds. " +
			"As in the paper the class is one of the non-sensitive attributes, and so one that releases are split by; the tree predicts it from the others.",
	}}
	original := outcomes[none].mean(accuracyOriginal)
	all := curves(sweeps, outcomes, accuracy)
	flat := func(label string, y float64) plots.Curve {
		return plots.Curve{Label: label, X: []float64{0, float64(amounts[len(amounts)-1])}, Y: []float64{y, y}}
	}
	found.figures = []plots.Figure{{
		Name: "fig9", Title: "Fig. 9: accuracy on Nursery", X: "amount of knowledge", Y: "accuracy", Falling: true,
		Curves: append(all, flat("original", original), flat("has_nurs removed", removed)),
	}}
	t := newTable("fig9_ends", "Without protection", "data", "accuracy")
	t.add("original", number(original, 4))
	t.add("has_nurs removed", number(removed, 4))
	t.add("(0, 0, 0), split without the class", number(blind[none].mean(accuracy), 4))
	found.tables = []*table{sheet("fig9", "Accuracy by knowledge", sweeps, outcomes, []string{groupCount, groupSize, accuracy}, []int{1, 2, 4}), t}
	loss := make([]float64, len(all))
	for i := range all {
		loss[i] = all[i].At(0) - all[i].At(3)
	}
	losses := fmt.Sprintf("0 to 3 costs %.2f %% along ℓ, %.2f %% along m, %.2f %% along k", 100*loss[0], 100*loss[2], 100*loss[1])
	found.claim("increasing k does not affect accuracy much", losses, loss[1] < 0.02)
	found.claim("increasing ℓ incurs the largest accuracy loss", losses, loss[0] > loss[1] && loss[0] > loss[2])
	found.claim("ideally any release is at most as good as the original and at least as good as has_nurs removed",
		fmt.Sprintf("original %.4f, removed %.4f", original, removed), removed < original && within(all, removed-0.02, original+0.005))
	return found, nil
}

// within reports whether all curves are between two numbers.
func within(curves []plots.Curve, low, high float64) bool {
	for _, c := range curves {
		for _, y := range c.Y {
			if y < low || y > high {
				return false
			}
		}
	}
	return true
}

// accuracyWithout returns the accuracy on data without the sensitive attribute.
func (l *lab) accuracyWithout(ctx context.Context, features []string) (float64, error) {
	var o outcome
	o.sums = map[string]float64{}
	err := l.eachFold(ctx, "nursery", func() error {
		if err := l.exec(ctx, "CREATE OR REPLACE TABLE release AS SELECT *, 1 AS group_id FROM train"); err != nil {
			return err
		}
		measures, err := l.utility(ctx, features, fmt.Sprintf(", target := %s, test := 'test'", text(class)))
		o.trials++
		o.sums[accuracy] += measures[accuracyOriginal]
		return err
	})
	return o.mean(accuracy), err
}
