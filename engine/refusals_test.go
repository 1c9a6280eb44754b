package engine_test

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/fulldomain"
	"skyline/engine/grid"
	"skyline/engine/hierarchy"
	"skyline/engine/jump"
	"skyline/engine/jump/beliefs"
	"skyline/engine/tree"
	"skyline/engine/utility"
)

// TestRefusals gives arguments out of their domain to packages whose own tests do not.
func TestRefusals(t *testing.T) {
	ctx := context.Background()
	half := beliefs.MaxShare{Share: big.NewRat(1, 2)}
	people, err := jump.New(2, [][]jump.Count{{{Value: 0, N: 1}, {Value: 1, N: 1}}}, [][]int32{{0}})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		call func() error
		want string
	}{
		"threshold": {
			func() error { _, err := breach.NewThreshold(1.5); return err },
			"breach: c must be in (0, 1], got 1.5",
		},
		"step": {
			func() error { _, err := grid.NewNumbers("-3"); return err },
			"grid: step must be a positive decimal number, got -3",
		},
		"counts of a jump": {
			func() error { _, err := jump.New(1, [][]jump.Count{{{Value: 1, N: 1}}}, nil); return err },
			"jump: counts must be of different values in 0..0, each of at least 1",
		},
		"cells of a jump": {
			func() error { _, err := jump.New(1, [][]jump.Count{nil}, nil); return err },
			"jump: counts must be of cells with people",
		},
		"groups of a jump": {
			func() error {
				_, err := jump.New(1, [][]jump.Count{{{Value: 0, N: 1}}}, [][]int32{{0, 0}})
				return err
			},
			"jump: groups must be one for each of 1 cells, got 2",
		},
		"no distances": {
			func() error {
				_, err := people.Publish(ctx, &jump.Algorithm{Strategy: jump.Jump, Property: half}, &jump.Options{})
				return err
			},
			"jump: Jump must be one distance for each of 1 generalizations, got 0",
		},
		"distance": {
			func() error {
				_, err := people.Publish(ctx, &jump.Algorithm{Strategy: jump.Jump, Jump: []int64{2}, Property: half}, &jump.Options{})
				return err
			},
			"jump: Jump must be of distances in 1..1, got 2",
		},
		"members": {
			func() error { _, err := tree.Generalized(2, [][]int32{{2}}); return err },
			"tree: members must be in 0..1",
		},
		"layout": {
			func() error {
				_, err := utility.New(utility.Layout{QI: 1}, nil, utility.Cells{}, utility.Cells{})
				return err
			},
			"utility: layout must be of 0 columns, got 1",
		},
	} {
		err := test.call()
		if param, ok := errors.AsType[*engine.ParamError](err); !ok || param.Error() != test.want {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}

// TestTooLargeSaysSize makes sure that callers learn what it would take.
func TestTooLargeSaysSize(t *testing.T) {
	_, ofHierarchy := hierarchy.New(1<<31, nil)
	trees := []*hierarchy.Tree{}
	for range 40 {
		tree, err := hierarchy.New(2, []hierarchy.Entry{{Value: 0, Level: 1, Label: "*"}, {Value: 1, Level: 1, Label: "*"}})
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	_, ofLattice := fulldomain.Search(context.Background(), nil, trees, fulldomain.Options{})
	ofJump := &jump.Undecided{Generalization: 2, Work: 1e12, Limit: 1e9}
	for want, err := range map[string]error{
		"jump: the disclosure set of generalization 2 takes about 1e+12 steps, and the limit is 1e+09": ofJump,
		"hierarchy: more than 2^31 values and entries: 2147483648 and 0":                               ofHierarchy,
		"fulldomain: too many generalizations: 1099511627776, limit 268435456":                         ofLattice,
	} {
		if !errors.Is(err, engine.ErrTooLarge) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
