package releases_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/releases"
	"skyline/tests/trials"
)

// TestDefinition compares with all worlds: all small villages, then random ones.
func TestDefinition(t *testing.T) {
	tested := 0
	check := func(v *village) {
		tested++
		compare(t, v)
	}
	for _, of := range []struct {
		people, inReleases, groups, values int
		absent                             bool
	}{{1, 2, 2, 2, true}, {2, 2, 2, 2, true}, {3, 2, 2, 2, true}, {4, 2, 2, 2, false}, {4, 2, 2, 2, true}, {2, 3, 2, 2, true}, {3, 3, 2, 2, false}, {3, 2, 2, 3, true}} {
		allVillages(of.people, of.inReleases, of.groups, of.values, of.absent, check)
	}
	if trials.Slow() {
		allVillages(5, 2, 2, 2, true, check)
		allVillages(4, 3, 2, 2, false, check)
		allVillages(4, 2, 2, 3, false, check)
	}
	for i := range found {
		check(&found[i])
	}
	r := rand.New(rand.NewPCG(24, 1))
	for range trials.Number(800, 20000) {
		check(randomVillage(r, 3+r.IntN(6), 1+r.IntN(3), 2+r.IntN(2), 2+r.IntN(3), r.IntN(2) == 0))
	}
	t.Log(tested, "villages")
}

// compare compares shares and verdicts of a village with the definition, without a limit and with none allowed.
func compare(t *testing.T, v *village) {
	t.Helper()
	truth := v.probabilities()
	table, cellOf := v.table()
	exact, err := releases.Shares(t.Context(), table, math.Inf(1))
	if err != nil {
		t.Fatal(err)
	}
	bounds, err := releases.Shares(t.Context(), table, 0)
	if err != nil {
		t.Fatal(err)
	}
	for person, row := range truth {
		for value, p := range row {
			if low, high := shareOf(exact[cellOf[person]], value); low.Cmp(p) != 0 || high.Cmp(p) != 0 {
				t.Fatalf("%+v: P(%d has %d) is in [%v, %v], want %v", *v, person, value, low, high, p)
			}
			if low, high := shareOf(bounds[cellOf[person]], value); low.Cmp(p) > 0 || high.Cmp(p) < 0 {
				t.Fatalf("%+v: P(%d has %d) is in [%v, %v], but it is %v", *v, person, value, low, high, p)
			}
		}
	}
	for _, threshold := range []*big.Rat{big.NewRat(1, 2), big.NewRat(2, 3), big.NewRat(1, 1)} {
		for _, limit := range []float64{math.Inf(1), 0} {
			verdicts, err := releases.Check(t.Context(), table, threshold, limit)
			if err != nil {
				t.Fatal(err)
			}
			for value, got := range verdicts {
				if problem := wrong(got, truth, cellOf, table, value, threshold, limit > 0); problem != "" {
					t.Fatalf("%+v, limit %v: %v: %+v", *v, limit, problem, got)
				}
			}
		}
	}
}

// shareOf returns the bounds of a value.
func shareOf(shares releases.CellShares, value int) (low, high *big.Rat) {
	for _, s := range shares {
		if int(s.Value) == value {
			return s.Low, s.High
		}
	}
	return new(big.Rat), new(big.Rat)
}

// wrong says what is wrong with a verdict, by all probabilities.
func wrong(v releases.Verdict, truth [][]*big.Rat, cellOf []int, table *releases.Table, value int, threshold *big.Rat, exact bool) string {
	largest, atRisk, first := new(big.Rat), int64(0), math.MaxInt
	for person, row := range truth {
		if row[value].Cmp(largest) > 0 {
			largest, first = row[value], math.MaxInt
		}
		if row[value].Cmp(largest) == 0 {
			first = min(first, cellOf[person])
		}
		if row[value].Cmp(threshold) >= 0 {
			atRisk++
		}
	}
	people := int64(len(truth))
	if share := largestShare(table, value); v.Low.Cmp(share) < 0 {
		return fmt.Sprintf("a group has a share of %v", share)
	}
	switch {
	case int(v.Value) != value:
		return "another value"
	case v.Low.Cmp(largest) > 0 || v.High.Cmp(largest) < 0:
		return fmt.Sprintf("the largest is %v", largest)
	case v.People > atRisk || v.People+v.Undecided < atRisk:
		return fmt.Sprintf("%d are at risk", atRisk)
	case exact && (v.Low.Cmp(v.High) != 0 || v.People != atRisk || v.Undecided != 0 || v.Exact != people):
		return fmt.Sprintf("not exact: %d are at risk", atRisk)
	case exact && int(v.Cell) != first:
		return fmt.Sprintf("another cell than %d", first)
	}
	if len(v.Steps) == 0 {
		return ""
	}
	last := v.Steps[len(v.Steps)-1]
	if last.Cell != v.Cell || int(last.Value) != value {
		return "the steps end elsewhere"
	}
	for i := range len(v.Steps) - 1 {
		if follow(table, slices.Delete(slices.Clone(v.Steps), i, i+1)) == "" {
			return fmt.Sprintf("step %d is not needed", i)
		}
	}
	return follow(table, v.Steps)
}

// largestShare is the largest share of a group's people who have a value: one of them has it with that probability, or a larger one.
func largestShare(t *releases.Table, value int) *big.Rat {
	largest := new(big.Rat)
	for r := range t.Releases {
		having, people := map[int32]int64{}, map[int32]int64{}
		for _, cell := range t.Cells {
			g := cell.Groups[r]
			if g == releases.Absent {
				continue
			}
			people[g] += cell.People()
			for _, c := range cell.Counts {
				if int(c.Value) == value {
					having[g] += c.People
				}
			}
		}
		for g, n := range having {
			if share := big.NewRat(n, people[g]); share.Cmp(largest) > 0 {
				largest = share
			}
		}
	}
	return largest
}

// found are villages with which something was wrong once, or is if a line of the code is left out.
var found = []village{
	{ // what bounds make known of a cell was lost when the rest was counted
		values: 3,
		groups: [][]int{{2, 0}, {0, 0}, {0, -1}, {-1, 1}, {1, 1}, {0, -1}, {2, 1}, {1, 0}, {-1, 0}, {2, 0}},
		has:    []int{0, 2, 1, 0, 1, 0, 0, 0, 0, 1},
	},
	{ // a step of three releases, of which one is not taken away
		values: 3,
		groups: [][]int{{-1, 0, 1}, {1, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {1, 1, 1}, {0, 1, -1}, {-1, 0, 0}, {0, 1, 1}, {0, 1, 0}},
		has:    []int{1, 0, 2, 1, 2, 1, 0, 0, 1},
	},
	{ // sums of three releases that have no two colours
		values: 2,
		groups: [][]int{{1, -1, 1}, {2, 2, 2}, {2, -1, -1}, {0, 2, -1}, {-1, 1, 1}, {1, 1, -1}, {-1, -1, 0}, {-1, 1, 0}},
		has:    []int{1, 1, 0, 0, 0, 0, 0, 1},
	},
	{ // what cancels on the side of a bridge is not needed
		values: 2,
		groups: [][]int{{0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1}, {0, 1, 0}, {1, 1, 0}, {0, 1, -1}, {1, 1, 0}, {0, 0, 0}},
		has:    []int{1, 0, 0, 0, 1, 1, 0, 0, 0},
	},
}
