package joint

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"skyline/engine"
	"skyline/engine/jump/tables"
	"skyline/engine/knowledge"
)

func TestTooLarge(t *testing.T) {
	groups := [][]int{make([]int, 12), make([]int, 12)}
	for i := range 12 {
		groups[0][i] = i / 3
	}
	own := world{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}
	half := Marginal(tables.MaxShare{Share: big.NewRat(1, 2)})
	counts := signatureOf(own, groups[1], 4)
	p := &Problem{Values: 4, Groups: groups, Strategy: Naive, Property: half, Limit: 1e6}
	if got, want := p.Forecast(1, counts), 369600.0*13*2; got != want {
		t.Errorf("Forecast = %v, want %v", got, want)
	}
	safely := &Problem{Values: 4, Groups: groups, Strategy: Safe, Property: half, Limit: 1e6}
	if got, want := safely.Forecast(1, counts), p.Forecast(1, counts); got != want {
		t.Errorf("Forecast = %v, want %v: the first disclosure set is not listed", got, want)
	}
	if _, err := p.Disclosure(context.Background(), 1, counts); !errors.Is(err, ErrTooLarge) {
		t.Errorf("Disclosure = %v, want ErrTooLarge", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p = &Problem{Values: 4, Groups: groups, Strategy: Naive, Property: half, Limit: 1e9}
	if _, err := p.Disclosure(ctx, 1, counts); !errors.Is(err, context.Canceled) {
		t.Errorf("Disclosure = %v, want Canceled", err)
	}
	list, err := p.Disclosure(context.Background(), 1, counts)
	if err != nil {
		t.Fatal(err)
	}
	safe := implicationsOf(t, 2, big.NewRat(999, 1000))
	if _, err := safe.Holds(context.Background(), list, &Work{Limit: 1e6}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("Holds = %v, want ErrTooLarge", err)
	}
	if _, err := safe.Holds(ctx, list, &Work{Limit: 1e12}); !errors.Is(err, context.Canceled) {
		t.Errorf("Holds = %v, want Canceled", err)
	}
	many := &Problem{Values: 1, Groups: [][]int{make([]int, 256)}, Strategy: Safe, Property: half, Limit: 1e9}
	if _, err := many.Disclosure(context.Background(), 0, [][]int64{{256}}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("Disclosure of 256 people = %v, want ErrTooLarge", err)
	}
}

func TestShapes(t *testing.T) {
	half := Marginal(tables.MaxShare{Share: big.NewRat(1, 2)})
	back := func(j int, _, _ bool) int { return j }
	for name, test := range map[string]struct {
		problem Problem
		i       int
		counts  [][]int64
	}{
		"no generalizations":  {Problem{Values: 2, Strategy: Safe, Property: half}, 0, nil},
		"no strategy":         {Problem{Values: 2, Groups: [][]int{{0, 0}}, Property: half}, 0, [][]int64{{1, 1}}},
		"no property":         {Problem{Values: 2, Groups: [][]int{{0, 0}}, Strategy: Safe}, 0, [][]int64{{1, 1}}},
		"back":                {Problem{Values: 2, Groups: [][]int{{0, 0}}, Strategy: back, Property: half}, 0, [][]int64{{1, 1}}},
		"different people":    {Problem{Values: 2, Groups: [][]int{{0, 0}, {0}}, Strategy: Safe, Property: half}, 0, [][]int64{{1, 1}}},
		"negative group":      {Problem{Values: 2, Groups: [][]int{{0, -1}}, Strategy: Safe, Property: half}, 0, [][]int64{{1, 1}}},
		"large group number":  {Problem{Values: 2, Groups: [][]int{{0, 2}}, Strategy: Safe, Property: half}, 0, [][]int64{{1, 1}}},
		"no such one":         {Problem{Values: 2, Groups: [][]int{{0, 0}}, Strategy: Safe, Property: half}, 1, [][]int64{{1, 1}}},
		"negative one":        {Problem{Values: 2, Groups: [][]int{{0, 0}}, Strategy: Safe, Property: half}, -1, [][]int64{{1, 1}}},
		"groups of counts":    {Problem{Values: 2, Groups: [][]int{{0, 0}}, Strategy: Safe, Property: half}, 0, [][]int64{{1, 1}, {0, 0}}},
		"values of counts":    {Problem{Values: 2, Groups: [][]int{{0, 0}}, Strategy: Safe, Property: half}, 0, [][]int64{{1, 1, 0}}},
		"sum of counts":       {Problem{Values: 2, Groups: [][]int{{0, 0}}, Strategy: Safe, Property: half}, 0, [][]int64{{1, 2}}},
		"negative counts":     {Problem{Values: 2, Groups: [][]int{{0, 0}}, Strategy: Safe, Property: half}, 0, [][]int64{{3, -1}}},
		"negative values":     {Problem{Values: -1, Groups: [][]int{{0, 0}}, Strategy: Safe, Property: half}, 0, [][]int64{{}}},
		"counts that wrapped": {Problem{Values: 2, Groups: [][]int{{0, 0}}, Strategy: Safe, Property: half}, 0, [][]int64{{1 << 62, 1 << 62}}},
	} {
		test.problem.Limit = 1e6
		if _, err := test.problem.Disclosure(context.Background(), test.i, test.counts); !errors.Is(err, &engine.ParamError{Package: "joint"}) {
			t.Errorf("%s: Disclosure = %v, want a ParamError", name, err)
		}
		if f := test.problem.Forecast(test.i, test.counts); f < 1e300 {
			t.Errorf("%s: Forecast = %v", name, f)
		}
	}
	for _, rows := range [][][]int{{{0, 2}}, {{0, -1}}, {{0}, {0, 1}}} {
		if _, err := NewList(2, rows); !errors.Is(err, &engine.ParamError{Package: "joint"}) {
			t.Errorf("NewList(2, %v) = %v, want a ParamError", rows, err)
		}
	}
}

// TestNothing has nobody, or no tables.
func TestNothing(t *testing.T) {
	none := listOf(t, nil, 2)
	nobody := listOf(t, []world{{}}, 2)
	for _, p := range []Property{
		Marginal(tables.MaxShare{Share: big.NewRat(1, 2)}), implicationsOf(t, 1, big.NewRat(1, 2)),
		skylineOf(t, 2, 0, knowledge.Point{L: 1, K: 1, M: 1}, big.NewRat(1, 2)),
	} {
		if holds(t, p, none) {
			t.Errorf("%T holds for no tables", p)
		}
		if !holds(t, p, nobody) || !holdsGroups(t, p, nil) || !holdsGroups(t, p, [][]int64{{0, 0}}) {
			t.Errorf("%T does not hold for nobody", p)
		}
	}
}
