package releases_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/engine/releases"
)

func TestErrors(t *testing.T) {
	one := []releases.Count{{Value: 0, People: 1}}
	cell := func(groups ...int32) releases.Cell { return releases.Cell{Groups: groups, Counts: one} }
	for _, test := range []struct {
		table releases.Table
		want  string
	}{
		{releases.Table{}, "releases: Releases must be at least 1, got 0"},
		{releases.Table{Releases: 1, Values: -1}, "releases: Values must be in 0..2^31-1, got -1"},
		{releases.Table{Releases: 2, Values: 1, Cells: []releases.Cell{cell(0)}}, "releases: Groups must be one for each of 2 releases, got 1"},
		{releases.Table{Releases: 1, Values: 1, Cells: []releases.Cell{cell(-2)}}, "releases: Groups must be numbers from 0 on, or Absent, got -2"},
		{releases.Table{Releases: 1, Values: 1, Cells: []releases.Cell{cell(-1)}}, "releases: Groups must be of people who are in a release"},
		{releases.Table{Releases: 1, Values: 1, Cells: []releases.Cell{cell(0), cell(0)}}, "releases: Cells must be of different groups"},
		{releases.Table{Releases: 1, Values: 1, Cells: []releases.Cell{{Groups: []int32{0}}}}, "releases: Counts must be of cells with people"},
		{
			releases.Table{Releases: 1, Values: 1, Cells: []releases.Cell{{Groups: []int32{0}, Counts: []releases.Count{{Value: 1, People: 1}}}}},
			"releases: Counts must be of different values in 0..0, in increasing order, each of at least 1",
		},
		{
			releases.Table{Releases: 1, Values: 1, Cells: []releases.Cell{{Groups: []int32{0}, Counts: []releases.Count{{Value: 0, People: 1 << 31}}}}},
			"releases: Counts must be of fewer than 2^31 people together",
		},
	} {
		_, err := releases.Shares(t.Context(), &test.table, 0)
		if param, ok := errors.AsType[*engine.ParamError](err); !ok || param.Error() != test.want {
			t.Errorf("Shares: %v, want %s", err, test.want)
		}
		if _, err := releases.Check(t.Context(), &test.table, big.NewRat(1, 2), 0); err == nil {
			t.Errorf("Check accepts what Shares refuses: %s", test.want)
		}
	}
	for _, c := range []*big.Rat{nil, new(big.Rat), big.NewRat(3, 2)} {
		_, err := releases.Check(t.Context(), &releases.Table{Releases: 1}, c, 0)
		if param, ok := errors.AsType[*engine.ParamError](err); !ok || param.Param != "threshold" {
			t.Errorf("a threshold of %v: %v", c, err)
		}
	}
}

// TestNobody asks about a table without people, and about a value that nobody has.
func TestNobody(t *testing.T) {
	verdicts, err := releases.Check(t.Context(), &releases.Table{Releases: 2, Values: 2}, big.NewRat(1, 2), 0)
	if err != nil || len(verdicts) != 2 || verdicts[1].Cell != -1 || verdicts[1].High.Sign() != 0 || verdicts[1].Exact != 0 {
		t.Errorf("of nobody: %+v, %v", verdicts, err)
	}
	table := &releases.Table{Releases: 1, Values: 2, Cells: []releases.Cell{{Groups: []int32{7}, Counts: []releases.Count{{Value: 1, People: 3}}}}}
	verdicts, err = releases.Check(t.Context(), table, big.NewRat(1, 2), 0)
	if err != nil || verdicts[0].High.Sign() != 0 || verdicts[0].Exact != 3 || verdicts[0].Steps != nil || verdicts[1].People != 3 {
		t.Errorf("of a value that nobody has: %+v, %v", verdicts, err)
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	table := cycle(rand.New(rand.NewPCG(24, 4)), 8, 20, 3)
	if _, err := releases.Shares(ctx, table, math.Inf(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("after it was cancelled: %v", err)
	}
}
