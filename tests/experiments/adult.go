package main

import (
	"context"
	"fmt"

	"skyline/tests/internal/plots"
)

const (
	groupSize  = "average_group_size"
	divergence = "kl_divergence"
	groupCount = "groups"
	occupation = "occupation"
)

// adultUtility is Fig. 8.
func adultUtility(ctx context.Context, l *lab) (*section, error) {
	if err := l.load(ctx, "adult", adultFile, quickPeople); err != nil {
		return nil, err
	}
	qi, err := l.columns(ctx, "adult", occupation, "fold")
	if err != nil {
		return nil, err
	}
	none, base := point{c: 0.9}, point{l: 2, k: 6, m: 2, c: 0.9}
	amounts := pick(l, []int{0, 2, 4, 6, 8, 10, 12}, []int{0, 4, 12})
	ofL := pick(l, []int{0, 2, 4, 6, 8, 10, 11, 12}, amounts)
	each := func(p point) []sweep {
		return []sweep{{p, "l", ofL}, {p, "k", amounts}, {p, "m", amounts}}
	}
	s := study{
		table: "adult", sensitive: occupation, qi: qi, known: qi,
		further: fmt.Sprintf(", sensitive := %s", text(occupation)), sweeps: append(each(none), each(base)...),
	}
	outcomes, err := s.run(ctx, l)
	if err != nil {
		return nil, err
	}
	found := &section{notes: []string{
		"Adult, occupation (14 values) sensitive, every value at threshold 0.9; averages over the training sets of a tenfold cross validation with seeded folds. " +
			"The quasi-identifiers, and the x of the divergence, are all other 14 columns: the paper takes “t’s non-sensitive attribute values”, which include the class label. " +
			"Splits by information gain about occupation, bucketized. Divergence in nats. " +
			"Where not even the whole table as one QI group is safe (safe: no), the point is that of one group; skyline_anonymize itself refuses there.",
	}}
	for _, part := range []struct {
		sweeps          []sweep
		size, kl, title string
	}{
		{s.sweeps[:3], "fig8a", "fig8b", "one dimension"},
		{s.sweeps[3:], "fig8c", "fig8d", "around (2, 6, 2)"},
	} {
		sizes, divergences := curves(part.sweeps, outcomes, groupSize), curves(part.sweeps, outcomes, divergence)
		found.figures = append(found.figures,
			plots.Figure{Name: part.size, Title: "Fig. 8 " + part.size[4:] + ": average QI group size, " + part.title, X: "amount of knowledge", Y: "people", Log: true, Curves: sizes},
			plots.Figure{Name: part.kl, Title: "Fig. 8 " + part.kl[4:] + ": KL divergence, " + part.title, X: "amount of knowledge", Y: "nats", Curves: divergences})
		found.tables = append(found.tables, sheet(part.size+"_"+part.kl, "Fig. 8 "+part.size[4:]+", "+part.kl[4:]+": "+part.title,
			part.sweeps, outcomes, []string{groupCount, groupSize, divergence}, []int{1, 2, 3}))
		compareDimensions(found, sizes, divergences, amounts, part.title)
	}
	last := outcomes[s.sweeps[0].at(12)]
	found.claim("a single QI group where ℓ ≥ 12, “which may not even be safe”",
		fmt.Sprintf("ℓ = 12: %s groups on average, safe: %v", number(last.mean(groupCount), 1), last.safe), last.mean(groupCount) == 1)
	return found, nil
}

// compareDimensions states the paper's claims about three curves, of l, k and m,
// at the largest amount at which none is a single group.
func compareDimensions(found *section, sizes, divergences []plots.Curve, amounts []int, title string) {
	amount := float64(min(10, amounts[len(amounts)-2]))
	var size, more [3]float64
	for i := range sizes {
		size[i] = sizes[i].At(amount)
		more[i] = divergences[i].At(amount) - divergences[i].At(0)
	}
	found.claim(fmt.Sprintf("increasing k “does not incur much utility decrease” (%s)", title),
		fmt.Sprintf("0 to %g adds %.2f nats along k, %.2f along ℓ, %.2f along m", amount, more[1], more[0], more[2]), more[1] < more[0]/2)
	found.claim(fmt.Sprintf("increasing ℓ “usually incurs the largest amount” (%s)", title),
		fmt.Sprintf("average group size at %g: %.1f along ℓ, %.1f along m, %.1f along k", amount, size[0], size[2], size[1]),
		size[0] > size[1] && size[0] > size[2] && more[0] > more[1] && more[0] > more[2])
}
