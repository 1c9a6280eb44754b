package versatile

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/engine/anatomy"
	"skyline/engine/guardian"
	"skyline/engine/loglinear"
)

// TestIneligible: the error is about the first rule whose right side has a value
// more often than one in l, whatever the method, and whether or not the rule has a
// guardian.
func TestIneligible(t *testing.T) {
	refused, kept, boundary := 0, 0, 0
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 6))
		o := randomOracle(r, 5)
		l := int64(2 + r.IntN(4))
		var rules []guardian.Rule
		for range 1 + r.IntN(4) {
			s := r.IntN(len(o.sizes))
			rules = append(rules, guardian.Rule{LHS: guardian.SetOf((s + 1 + r.IntN(len(o.sizes)-1)) % len(o.sizes)), RHS: s})
		}
		first := -1
		for i, rule := range rules {
			if first < 0 && !o.eligible(rule.RHS, l) {
				first = i
			}
			if n := int64(len(o.rows)); n%l == 0 && o.eligible(rule.RHS, l) && o.most(rule.RHS)*l == n {
				boundary++
			}
		}
		var schema []guardian.Table // in which no rule has a guardian
		for a := range o.sizes {
			schema = append(schema, guardian.Table{Attributes: guardian.SetOf(a), RHS: guardian.None})
		}
		for method := UtilityAware; method <= MultiSA+1; method++ {
			var err error
			if method > MultiSA {
				_, err = Evaluate(context.Background(), o.cells(), rules, l, schema, 1)
			} else {
				_, err = Decompose(context.Background(), o.cells(), rules, l, method, 1)
			}
			ineligible, ok := errors.AsType[*IneligibleError](err)
			switch {
			case first < 0 && err != nil:
				t.Errorf("seed %d, method %d: %v", seed, method, err)
			case first < 0:
				kept++
			case !ok || ineligible.Rule != first || !errors.Is(err, ineligible.Cause):
				t.Errorf("seed %d, method %d: error %v, want one about rule %d", seed, method, err, first+1)
			case ineligible.Cause.Count != o.most(rules[first].RHS) || ineligible.Cause.People != int64(len(o.rows)) || ineligible.Cause.L != l:
				t.Errorf("seed %d, method %d: %+v", seed, method, ineligible.Cause)
			default:
				refused++
			}
		}
	}
	t.Logf("%d refused, %d kept, %d at the boundary", refused, kept, boundary)
	if refused < 1000 || kept < 1000 || boundary < 100 {
		t.Error("that is too few")
	}
}

// most is the number of people with an attribute's most frequent value.
func (o *oracle) most(attribute int) int64 {
	counts := map[int]int64{}
	most := int64(0)
	for _, row := range o.rows {
		counts[row[attribute]]++
		most = max(most, counts[row[attribute]])
	}
	return most
}

// two is a table of two attributes that determine each other: two people have each
// value of three.
func two() *loglinear.Cells {
	return &loglinear.Cells{Columns: [][]int32{{0, 1, 2}, {0, 1, 2}}, Sizes: []int{3, 3}, Counts: []int64{2, 2, 2}}
}

func TestEdges(t *testing.T) {
	ctx := context.Background()
	rules := []guardian.Rule{{LHS: guardian.SetOf(0), RHS: 1}}
	for method := UtilityAware; method <= MultiSA; method++ {
		// As many people have a value as may, for l as large as the number of values.
		release, err := Decompose(ctx, two(), rules, 3, method, 1)
		if err != nil || len(release.Tables) == 0 {
			t.Errorf("method %d, l 3: %v", method, err)
		}
		// More than there are values, more than there are people.
		for _, l := range []int64{4, 7, 1 << 62} {
			_, err = Decompose(ctx, two(), rules, l, method, 1)
			if ineligible, ok := errors.AsType[*IneligibleError](err); !ok || ineligible.Rule != 0 || ineligible.Cause.MaxL() != 3 || ineligible.Cause.Values != 3 {
				t.Errorf("method %d, l %d: error %v", method, l, err)
			}
		}
		if _, err = Decompose(ctx, two(), rules, 1, method, 1); !errors.Is(err, &engine.ParamError{Package: "anatomy", Param: "l"}) {
			t.Errorf("method %d, l 1: error %v", method, err)
		}
		nobody := &loglinear.Cells{Columns: [][]int32{{}, {}}, Sizes: []int{3, 3}}
		if _, err = Decompose(ctx, nobody, rules, 2, method, 1); !errors.Is(err, anatomy.ErrNobody) {
			t.Errorf("method %d, nobody: error %v", method, err)
		}
		canceled, cancel := context.WithCancel(ctx)
		cancel()
		if _, err = Decompose(canceled, two(), rules, 2, method, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("method %d, canceled: error %v", method, err)
		}
	}
	// All have one value.
	same := &loglinear.Cells{Columns: [][]int32{{0}, {0}}, Sizes: []int{1, 1}, Counts: []int64{9}}
	_, err := Decompose(ctx, same, rules, 2, UtilityAware, 1)
	if want := "versatile: rule 1: anatomy: one of 1 values has 9 of 9 people, more than 1/2"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	// A table may shuffle what no rule protects, and then cannot be made either.
	shuffled := []guardian.Table{{Attributes: guardian.SetOf(0, 1), LHS: guardian.SetOf(0), RHS: 1}}
	_, err = Evaluate(ctx, same, nil, 2, shuffled, 1)
	if cause, ok := errors.AsType[*anatomy.IneligibleError](err); !ok || cause.Count != 9 {
		t.Errorf("error %v, want one about 9 people", err)
	}
	for _, rule := range []guardian.Rule{{LHS: guardian.SetOf(0), RHS: 2}, {LHS: guardian.SetOf(0, 2), RHS: 1}} {
		if _, err := Decompose(ctx, two(), []guardian.Rule{rule}, 2, MultiSA, 1); !errors.Is(err, &engine.ParamError{Package: "versatile", Param: "rules"}) {
			t.Errorf("rule %v: error %v", rule, err)
		}
	}
	if release, err := Decompose(ctx, same, nil, 2, UtilityAware, 1); err != nil || release.Divergence.KL != 0 || len(release.Tables) != 1 {
		t.Errorf("without rules: %+v, %v", release, err)
	}
}
