package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"skyline/tests/internal/plots"
)

// sample has a measure for each of some rule sets.
type sample []float64

func (s sample) mean() float64 {
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return sum / float64(len(s))
}

// deviation is the standard deviation between rule sets, doubt that of the mean.
func (s sample) deviation() float64 {
	mean, sum := s.mean(), 0.0
	for _, x := range s {
		sum += (x - mean) * (x - mean)
	}
	return math.Sqrt(sum / float64(max(len(s)-1, 1)))
}

func (s sample) doubt() float64 { return s.deviation() / math.Sqrt(float64(len(s))) }

// finite returns what is not infinite, as a divergence may be.
func (s sample) finite() sample {
	return slices.DeleteFunc(slices.Clone(s), func(x float64) bool { return math.IsInf(x, 0) })
}

// cells are the mean and the deviation for a table.
func (s sample) cells() (mean, deviation string) {
	finite := s.finite()
	mean, deviation = number(finite.mean(), 3), number(finite.deviation(), 3)
	switch infinite := len(s) - len(finite); infinite {
	case 0:
	case len(s):
		mean, deviation = "∞", ""
	default:
		mean += fmt.Sprintf(" (%d × ∞)", infinite)
	}
	return mean, deviation
}

// setting is what rules are drawn by: how many, and with how many attributes on the
// left; l of the ℓ-diversity that protects them; and the l that every right side must
// allow, which is no smaller.
type setting struct{ rules, lhs, l, allow int }

// trial is a method in a setting.
type trial struct {
	method string
	setting
}

// trialOf has one setting for all that single publishes: it does without rules.
func trialOf(method string, s setting) trial {
	if method == single {
		s = setting{l: 2}
	}
	return trial{method, s}
}

// measure is one of what results have.
type measure int

const (
	byKL measure = iota
	byError
	bySeconds
)

// results are the measures of a trial.
type results struct {
	kl, seconds sample
	errors      map[workload]sample
}

// along is a measure of some methods along an axis.
type along struct {
	name, title, x string
	xs             []float64
	methods        []string
	measure        measure
	setting        func(i int) setting // at xs[i]
	workload       func(i int) workload
}

// versatile publishes a table with several methods in several settings, and has
// workloads answered.
type versatile struct {
	table      string
	attributes []string
	sets       int // of rules
	queries    int // of each workload, for each set
	figures    []along
	order      []trial
	wanted     map[trial][]workload
	found      map[trial]*results
}

// run does what the figures need, for each rule set. All methods have the same rules
// and answer the same queries.
func (v *versatile) run(ctx context.Context, l *lab) error {
	v.plan()
	allowed := map[int][]string{}
	for set := range v.sets {
		l.say("rule set %d of %d", set+1, v.sets)
		for _, t := range v.order {
			p := publication{table: v.table, method: t.method, diversity: t.l, seed: set}
			if t.rules > 0 {
				var err error
				if allowed[t.allow] == nil {
					if allowed[t.allow], err = l.protectable(ctx, v.table, v.attributes, t.allow); err != nil {
						return err
					}
				}
				p.rules = drawRules(set, t.rules, t.lhs, v.attributes, allowed[t.allow])
			}
			if err := v.try(ctx, l, t, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// plan lists trials, each once, and the workloads for them.
func (v *versatile) plan() {
	v.wanted, v.found = map[trial][]workload{}, map[trial]*results{}
	for _, a := range v.figures {
		for i := range a.xs {
			for _, method := range a.methods {
				t := trialOf(method, a.setting(i))
				if v.found[t] == nil {
					v.order, v.found[t] = append(v.order, t), &results{errors: map[workload]sample{}}
				}
				if w := a.workload(i); a.measure == byError && !slices.Contains(v.wanted[t], w) {
					v.wanted[t] = append(v.wanted[t], w)
				}
			}
		}
	}
}

func (v *versatile) try(ctx context.Context, l *lab, t trial, p publication) error {
	done, err := l.publish(ctx, p)
	if err != nil {
		return err
	}
	r := v.found[t]
	r.kl, r.seconds = append(r.kl, done.kl), append(r.seconds, done.took().Seconds())
	for _, w := range v.wanted[t] {
		relative, err := l.answer(ctx, p, done, w, v.queries)
		if err != nil {
			return err
		}
		r.errors[w] = append(r.errors[w], relative)
	}
	return nil
}

// values returns what a figure shows of a method at its point i.
func (v *versatile) values(a along, method string, i int) sample {
	r := v.found[trialOf(method, a.setting(i))]
	switch a.measure {
	case byKL:
		return r.kl
	case byError:
		return r.errors[a.workload(i)]
	default:
		return r.seconds
	}
}

// mean returns the mean of a method at a figure's point i.
func (v *versatile) mean(a along, method string, i int) float64 { return v.values(a, method, i).mean() }

// show writes the means of all methods at a figure's point i.
func (v *versatile) show(a along, i int) string {
	shown := fmt.Sprintf("%s %g:", a.x, a.xs[i])
	for _, method := range a.methods {
		mean, _ := v.values(a, method, i).cells()
		shown += " " + method + " " + mean
	}
	return shown
}

// draw returns the plot of a figure, and its table.
func (v *versatile) draw(a along) (plots.Figure, *table) {
	f := plots.Figure{Name: a.name, Title: a.title, X: a.x, Y: map[measure]string{byKL: "nats", byError: "relative error", bySeconds: "seconds"}[a.measure], Log: a.measure == bySeconds}
	header := []string{a.x}
	for _, method := range a.methods {
		header = append(header, method, "±")
		c := plots.Curve{Label: method}
		for i, x := range a.xs {
			if values := v.values(a, method, i).finite(); len(values) > 0 {
				c.Add(x, values.mean())
				c.Doubt = append(c.Doubt, values.doubt())
			}
		}
		if len(c.X) > 0 {
			f.Curves = append(f.Curves, c)
		}
	}
	t := newTable(a.name, a.title, header...)
	for i, x := range a.xs {
		row := []string{fmt.Sprintf("%g", x)}
		for _, method := range a.methods {
			mean, deviation := v.values(a, method, i).cells()
			row = append(row, mean, deviation)
		}
		t.add(row...)
	}
	return f, t
}

// drawAll adds plots and tables to a section.
func (v *versatile) drawAll(found *section) {
	for _, a := range v.figures {
		f, t := v.draw(a)
		found.figures, found.tables = append(found.figures, f), append(found.tables, t)
	}
}

// notes says what the numbers are means of.
func (v *versatile) notes() string {
	return fmt.Sprintf("Means over %d rule sets, the same for all methods; sets with more rules contain those with fewer. ± is the standard deviation between rule sets, a bar the standard error of the mean. "+
		"Divergences are in nats; relative errors are those of %s random COUNT queries for each rule set. Seconds are those of gnf_decompose, which measures the divergence, too, and of gnf_table for each table.", v.sets, count(int64(v.queries)))
}

// floats are the xs of whole numbers.
func floats(list []int) []float64 {
	xs := make([]float64, len(list))
	for i, x := range list {
		xs[i] = float64(x)
	}
	return xs
}
