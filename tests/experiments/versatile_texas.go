package main

import (
	"context"
	"fmt"
	"math"
)

// versatileTexas is Fig. 4 to 10.
func versatileTexas(ctx context.Context, l *lab) (*section, error) {
	rows := pick(l, texasRows, 2000)
	if err := l.makeTexas(ctx, rows, texasWidth); err != nil {
		return nil, err
	}
	rules := pick(l, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, []int{1, 5, 9})
	lefts := pick(l, []int{1, 2, 3, 5, 7, 9}, []int{1, 3, 9})
	diversities := pick(l, []int{5, 10, 15, 20}, []int{5, 20})
	dimensions := pick(l, []int{2, 4, 6, 8, 10}, []int{2, 4})
	shares := pick(l, []float64{0.3, 0.4, 0.5, 0.6, 0.7}, []float64{0.3, 0.7})

	base := along{
		methods:  []string{single, gd, uad},
		setting:  func(int) setting { return setting{rules: 5, lhs: 3, l: 10, allow: 10} },
		workload: func(int) workload { return workload{4, 0.4} },
	}
	byRules := base
	byRules.x, byRules.xs = "rules", floats(rules)
	byRules.setting = func(i int) setting { return setting{rules: rules[i], lhs: 3, l: 10, allow: 10} }
	fig4, fig5, fig6 := byRules, byRules, byRules
	fig4.name, fig4.title, fig4.measure, fig4.methods = "gnf_fig4", "Fig. 4: running time on discharges", bySeconds, []string{gd, uad}
	fig5.name, fig5.title = "gnf_fig5", "Fig. 5: KL divergence on discharges"
	fig6.name, fig6.title, fig6.measure = "gnf_fig6", "Fig. 6: relative error on discharges", byError

	fig7, fig8 := base, base
	fig7.name, fig7.title, fig7.measure = "gnf_fig7", "Fig. 7: relative error on discharges", byError
	fig7.x, fig7.xs = "query dimension", floats(dimensions)
	fig7.workload = func(i int) workload { return workload{dimensions[i], 0.4} }
	fig8.name, fig8.title, fig8.measure = "gnf_fig8", "Fig. 8: relative error on discharges", byError
	fig8.x, fig8.xs = "share of values", shares
	fig8.workload = func(i int) workload { return workload{4, shares[i]} }

	fig9 := base
	fig9.name, fig9.title = "gnf_fig9", "Fig. 9: KL divergence on discharges"
	fig9.x, fig9.xs = "attributes on the left", floats(lefts)
	fig9.setting = func(i int) setting { return setting{rules: 5, lhs: lefts[i], l: 10, allow: 10} }
	fig9error := fig9
	fig9error.name, fig9error.title, fig9error.measure = "gnf_fig9_error", "Fig. 9: relative error on discharges", byError

	fig10 := base
	fig10.name, fig10.title, fig10.measure, fig10.methods = "gnf_fig10", "Fig. 10: relative error on discharges", byError, []string{single, uad}
	fig10.x, fig10.xs = "ℓ", floats(diversities)
	// The rules are the same for every ℓ.
	fig10.setting = func(i int) setting { return setting{rules: 5, lhs: 3, l: diversities[i], allow: 20} }
	fig10kl := fig10
	fig10kl.name, fig10kl.title, fig10kl.measure = "gnf_fig10_kl", "Fig. 10: KL divergence on discharges", byKL

	v := &versatile{
		table: "texas", attributes: texasColumns(texasWidth), sets: pick(l, 3, 1), queries: pick(l, 300, 20),
		figures: []along{fig4, fig5, fig6, fig7, fig8, fig9, fig9error, fig10, fig10kl},
	}
	if err := v.run(ctx, l); err != nil {
		return nil, err
	}
	found := &section{notes: []string{
		fmt.Sprintf("%s synthetic discharges with the 18 attributes and the domain sizes of Table 5b, drawn by a seeded generator: this is not the Texas data, so shapes are compared, not numbers. ", count(int64(rows))) +
			"Unless varied: five rules with three attributes on the left, ℓ = 10, queries over four attributes, 40 % of the values of each. " + v.notes(),
	}}
	v.drawAll(found)
	v.claimOnTexas(found)
	return found, nil
}

// claimOnTexas states the claims of Sect. 6.3.
func (v *versatile) claimOnTexas(found *section) {
	for _, a := range v.figures {
		last := len(a.xs) - 1
		switch a.name {
		case "gnf_fig4":
			found.claim("GD requires a matter of weeks on the large data", v.show(a, last), v.mean(a, gd, last) > 86400)
		case "gnf_fig5", "gnf_fig6", "gnf_fig7", "gnf_fig8":
			better, most := true, 0.0
			for i := range a.xs {
				share := v.mean(a, uad, i) / v.mean(a, single, i)
				better, most = better && share < 1, max(most, share)
			}
			found.claim("UAD outperforms single-attribute publishing: "+a.title+" by "+a.x,
				fmt.Sprintf("%s; %s; UAD has at most %.0f %% of what single has", v.show(a, 0), v.show(a, last), 100*most), better)
		case "gnf_fig9", "gnf_fig9_error":
			v.claimFlat(found, a, 3, "the number of attributes on the left has barely any influence from 3 on: ")
		default:
			v.claimFlat(found, a, a.xs[0], "the utility of UAD is not significantly affected by ℓ: ")
		}
	}
}

// claimFlat claims that UAD does not change by more than a tenth of what single has,
// from a point of a figure on.
func (v *versatile) claimFlat(found *section, a along, from float64, says string) {
	low, high := math.Inf(1), 0.0
	for i, x := range a.xs {
		if x >= from {
			low, high = min(low, v.mean(a, uad, i)), max(high, v.mean(a, uad, i))
		}
	}
	ofSingle := v.mean(a, single, 0)
	found.claim(says+a.title, fmt.Sprintf("uad is between %.3f and %.3f, where single has %.3f", low, high, ofSingle), high-low <= 0.1*ofSingle)
}
