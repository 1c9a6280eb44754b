package linked

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"skyline/engine"
)

// visits are people with some rows of a few thousand different ones.
func visits(people, rows int, items int32) []Record {
	r := rand.New(rand.NewPCG(5, 6))
	records := make([]Record, people)
	for i := range records {
		records[i] = Record{People: 1}
		for range 1 + r.IntN(rows) {
			item := r.Int32N(items)
			records[i].Rows = append(records[i].Rows, Row{item * item / items, r.Int32N(20)})
		}
	}
	return records
}

// TestForecast makes sure that a search takes no more steps than forecast, by the first bound
// and by each probe, and that probes come closer.
func TestForecast(t *testing.T) {
	for _, q := range []Query{{Known: 4}, {Known: 4, Values: true}, {Known: 3, Values: true, Row: true}} {
		table, err := newTable(visits(300, 9, 300), &q)
		if err != nil {
			t.Fatal(err)
		}
		s := newSearch(t.Context(), table, &q, q.Known)
		forecasts := []float64{s.bound(q.Known)}
		for depth := 2; depth < q.Known; depth++ {
			p := newSearch(t.Context(), table, &q, depth)
			p.probe = &probe{of: s}
			if err := p.each(); err != nil {
				t.Fatal(err)
			}
			if bound := p.bound(depth); p.budget.Spent() > bound {
				t.Errorf("%+v: a probe to %d rows took %g steps, at most %g were forecast", q, depth, p.budget.Spent(), bound)
			}
			forecasts = append(forecasts, p.probe.above+p.probe.below)
		}
		if err := s.run(); err != nil {
			t.Fatal(err)
		}
		for i, steps := range forecasts {
			if s.budget.Spent() > steps || i > 0 && steps >= forecasts[i-1] {
				t.Errorf("%+v: %g steps, forecasts %g", q, s.budget.Spent(), forecasts)
			}
		}
	}
}

// TestTooLarge is refused by a forecast, or since numbers would not fit; the same with few
// enough steps by a probe is not.
func TestTooLarge(t *testing.T) {
	for _, c := range []struct {
		known, rows int
		steps       float64
	}{{4, 9, 5e4}, {2, 9, 5e4}, {1, 9, 1e4}, {30, 200, 1e300}} {
		if _, err := Check(t.Context(), visits(300, c.rows, 300), Query{Known: c.known, MaxSteps: c.steps}); !errors.Is(err, engine.ErrTooLarge) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestInterrupt ends a search that was not yet begun.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Check(ctx, visits(300, 9, 300), Query{Known: 4, MaxSteps: 1e18}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestParameters refuses records that are none.
func TestParameters(t *testing.T) {
	one := []Row{{0, 0}}
	for _, r := range []Record{{People: 0, Rows: one}, {People: 1 << 31, Rows: one}, {People: 1}, {People: 1, Rows: []Row{{0, -1}}}, {People: 1, Rows: []Row{{0, MaxValues}}}} {
		if _, err := Check(t.Context(), []Record{r}, Query{Values: true, MaxSteps: 1e9}); !errors.Is(err, &engine.ParamError{Package: "linked"}) {
			t.Errorf("%+v: %v", r, err)
		}
	}
	if _, err := Check(t.Context(), nil, Query{Known: -1}); !errors.Is(err, &engine.ParamError{Param: "Known"}) {
		t.Error(err)
	}
}

func BenchmarkCheck(b *testing.B) {
	records := visits(300_000, 19, 600)
	for _, q := range []Query{{Known: 2}, {Known: 2, Values: true}, {Known: 2, Values: true, Row: true}} {
		q.MaxSteps = 1e18
		b.Run(fmt.Sprintf("values=%v/row=%v", q.Values, q.Row), func(b *testing.B) {
			for b.Loop() {
				if _, err := Check(b.Context(), records, q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
