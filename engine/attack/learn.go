package attack

import (
	"context"
	"fmt"

	"skyline/engine"
	"skyline/engine/internal/parallel"
	"skyline/engine/progress"
)

// Options say how long to learn.
type Options struct {
	// Limit is how many steps conditioning a group may take, at least 1: histograms that are part
	// of its, times its values. Groups that would take more are fitted.
	Limit   int64
	Rounds  int // at most
	Workers int
}

const (
	// smoothing is how many people more are counted for each value of an attribute, so that
	// nothing that has not been seen is impossible (Laplace).
	smoothing = 1.0
	// settled ends learning: no rate changes by more.
	settled = 1e-6
	// balanceRounds are enough to bring the weights of a group near its margins.
	balanceRounds = 20
)

// Learnt is what an attacker has learnt, and what he makes of each group.
type Learnt struct {
	release *Release
	people  *People
	groups  []group
	where   []member // by row of the people

	prior []float64   // by value: its share of the release
	rates [][]float64 // by attribute, [code·values + value]: P(code | value)

	Rounds        int   // that were gone through
	Exact, Fitted int64 // groups by how they are conditioned
}

// Learn learns rates from a release. groups has the group of each row of people, from 0.
//
// Rates start from the shares of each person's group, as if all people in it were equal. A round
// takes, for each group, the probabilities given its histogram and the rates; and then
//
//	P(r | s) = (Σ_i [r_i = r]·P(i has s) + 1) / (n_s + values of the attribute)
//
// where n_s is how many people of the release have s. Where all groups are conditioned exactly,
// no round makes the release less likely, times the rates themselves (expectation maximization
// with that prior). It ends when no rate moves by more than 1e-6, or with the last round.
//
// Errors: *engine.ParamError; ErrSizes; that of ctx.
func Learn(ctx context.Context, r *Release, p *People, groups []int32, o Options) (*Learnt, error) {
	if o.Limit < 1 || o.Rounds < 0 {
		return nil, engine.NewParamError("attack", "options", "of a limit of at least 1 and no less than 0 rounds", nil)
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	if err := p.check(r); err != nil {
		return nil, err
	}
	if len(groups) != len(p.N) {
		return nil, engine.NewParamError("attack", "groups", fmt.Sprintf("one for each of %d rows", len(p.N)), len(groups))
	}
	for _, g := range groups {
		if g < 0 || int(g) >= len(r.Histograms) {
			return nil, engine.NewParamError("attack", "groups", fmt.Sprintf("in 0..%d", len(r.Histograms)-1), g)
		}
	}
	l := &Learnt{release: r, people: p}
	if err := l.gather(groups); err != nil {
		return nil, err
	}
	for i := range l.groups {
		g := &l.groups[i]
		if g.plain() {
			l.Exact += g.times
			continue
		}
		most := o.Limit / int64(len(g.counts))
		if states := g.margins().states(most); states <= most {
			g.states = states
			l.Exact += g.times
		} else {
			l.Fitted += g.times
		}
	}
	l.countRates()
	for l.Rounds < o.Rounds {
		moved, err := l.round(ctx, o.Workers)
		if err != nil {
			return nil, err
		}
		l.Rounds++
		progress.Report(ctx, float64(l.Rounds), float64(o.Rounds))
		if moved <= settled {
			break
		}
	}
	return l, l.condition(ctx, o.Workers)
}

// round conditions all groups and counts the rates anew. It returns by how much one has moved
// at most.
func (l *Learnt) round(ctx context.Context, workers int) (float64, error) {
	if err := l.condition(ctx, workers); err != nil {
		return 0, err
	}
	old := l.rates
	l.countRates()
	moved := 0.0
	for a := range old {
		for i, rate := range l.rates[a] {
			moved = max(moved, rate-old[a][i], old[a][i]-rate)
		}
	}
	return moved, nil
}

// condition finds the probabilities in each group by the rates.
func (l *Learnt) condition(ctx context.Context, workers int) error {
	parallel.For(workers, len(l.groups), func(_, i int) {
		if ctx.Err() != nil {
			return
		}
		g := &l.groups[i]
		if g.plain() {
			return
		}
		m := g.margins()
		for j, known := range g.known {
			for s, value := range g.values {
				m.weights[j*len(g.values)+s] = l.weight(known, value)
			}
		}
		if g.states == 0 {
			m.fit(ctx, fitRounds)
			return
		}
		m.fit(ctx, balanceRounds)
		m.exact(g.states)
	})
	return ctx.Err()
}

// weight is Π P(r | s) over the attributes. What nobody of the release has says nothing.
func (l *Learnt) weight(known []int32, value int32) float64 {
	w := 1.0
	for a, code := range known {
		if code >= 0 {
			w *= l.rates[a][int(code)*l.release.Values+int(value)]
		}
	}
	return w
}

// countRates counts the rates by the probabilities of all people.
func (l *Learnt) countRates() {
	values := l.release.Values
	l.prior = make([]float64, values)
	l.rates = make([][]float64, len(l.release.Attributes))
	for a, codes := range l.release.Attributes {
		l.rates[a] = make([]float64, codes*values)
	}
	for i := range l.groups {
		g := &l.groups[i]
		for s, value := range g.values {
			l.prior[value] += float64(float64(g.times) * float64(g.counts[s]))
		}
		for j, known := range g.known {
			n := float64(g.times) * float64(g.people[j])
			for s, value := range g.values {
				p := float64(n * g.probabilities[j*len(g.values)+s])
				for a, code := range known {
					if code >= 0 {
						l.rates[a][int(code)*values+int(value)] += p
					}
				}
			}
		}
	}
	for a, codes := range l.release.Attributes {
		for i := range l.rates[a] {
			l.rates[a][i] = (l.rates[a][i] + smoothing) / (l.prior[i%values] + float64(smoothing*float64(codes)))
		}
	}
}
