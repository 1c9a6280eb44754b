package main

import (
	"context"
	"fmt"

	"skyline/tests/internal/plots"
)

// sweep varies one dimension of knowledge, the others being those of a base.
type sweep struct {
	base      point
	dimension string // "l", "k" or "m"
	amounts   []int
}

// at returns the point with an amount of the dimension.
func (s sweep) at(amount int) point {
	p := s.base
	switch s.dimension {
	case "l":
		p.l = amount
	case "k":
		p.k = amount
	default:
		p.m = amount
	}
	return p
}

// label names the curve as in the paper's figures: (L, 0, 0).
func (s sweep) label() string {
	switch b := s.base; s.dimension {
	case "l":
		return fmt.Sprintf("(L, %d, %d)", b.k, b.m)
	case "k":
		return fmt.Sprintf("(%d, K, %d)", b.l, b.m)
	default:
		return fmt.Sprintf("(%d, %d, M)", b.l, b.k)
	}
}

// outcome adds up the measures of the releases for one point over the folds.
type outcome struct {
	sums   map[string]float64
	safe   bool // every one of them is
	trials int
}

// mean returns the average of a measure.
func (o *outcome) mean(measure string) float64 { return o.sums[measure] / float64(o.trials) }

// study makes releases at every point of some sweeps.
type study struct {
	table, sensitive string
	qi               []string // what releases are split by
	known            []string // what utility is measured over
	further          string   // arguments of release_utility
	sweeps           []sweep
}

// run returns the averages over the folds at each point.
func (s *study) run(ctx context.Context, l *lab) (map[point]*outcome, error) {
	outcomes := map[point]*outcome{}
	var points []point
	for _, sweep := range s.sweeps {
		for _, amount := range sweep.amounts {
			p := sweep.at(amount)
			if outcomes[p] == nil {
				outcomes[p] = &outcome{sums: map[string]float64{}, safe: true}
				points = append(points, p)
			}
		}
	}
	err := l.eachFold(ctx, s.table, func() error {
		for _, p := range points {
			safe, err := l.anonymize(ctx, s.qi, s.sensitive, skyline(p))
			if err != nil {
				return err
			}
			measures, err := l.utility(ctx, s.known, s.further)
			if err != nil {
				return err
			}
			o := outcomes[p]
			o.trials++
			o.safe = o.safe && safe
			for name, value := range measures {
				o.sums[name] += value
			}
		}
		return nil
	})
	return outcomes, err
}

// curves returns a measure along some sweeps.
func curves(sweeps []sweep, outcomes map[point]*outcome, measure string) []plots.Curve {
	list := make([]plots.Curve, len(sweeps))
	for i, s := range sweeps {
		list[i].Label = s.label()
		for _, amount := range s.amounts {
			list[i].Add(float64(amount), outcomes[s.at(amount)].mean(measure))
		}
	}
	return list
}

// sheet lists measures at each point of some sweeps.
func sheet(name, caption string, sweeps []sweep, outcomes map[point]*outcome, measures []string, decimals []int) *table {
	t := newTable(name, caption, append([]string{"curve", "amount", "(ℓ, k, m)", "safe"}, measures...)...)
	for _, s := range sweeps {
		for _, amount := range s.amounts {
			p := s.at(amount)
			o := outcomes[p]
			row := []string{s.label(), fmt.Sprint(amount), p.String(), map[bool]string{true: "yes", false: "no"}[o.safe]}
			for i, measure := range measures {
				row = append(row, number(o.mean(measure), decimals[i]))
			}
			t.add(row...)
		}
	}
	return t
}
