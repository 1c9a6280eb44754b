package privacy

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/tests/trials"
)

// The definitions of requirements on sensitive values, as their sources have them, of people
// one by one. A value's number is its place in the order, too; tens are its number; and its
// labels are those of pairs, below one root.

// table is all people's values, by QI group.
type table [][]int

func (t table) all() []int { return slices.Concat(t...) }

func shareOf(people []int, value int) float64 {
	n := 0
	for _, v := range people {
		if v == value {
			n++
		}
	}
	return float64(n) / float64(len(people))
}

func distinctOf(people []int) []int {
	values := slices.Clone(people)
	slices.Sort(values)
	return slices.Compact(values)
}

// A definition decides about a group of a table, and is not sure where floats are too near.
type valueDefinition struct {
	name    string
	require *Local
	merging Merging
	// margin is how far a group is within its bound: below 0 it is beyond.
	margin func(t table, group []int) float64
	// strict says that a margin of 0 is beyond the bound.
	strict bool
}

const valuesOfTables = 4

// pairs is the tree of the values, two below each node of level 1.
func pairs(t *testing.T) *hierarchy.Tree {
	t.Helper()
	var entries []hierarchy.Entry
	for v := range int32(valuesOfTables) {
		entries = append(entries, hierarchy.Entry{Value: v, Level: 1, Label: fmt.Sprint(v / 2)}, hierarchy.Entry{Value: v, Level: 2, Label: "*"})
	}
	tree, err := hierarchy.New(valuesOfTables, entries)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func tens() (numbers []*big.Rat) {
	for v := range int64(valuesOfTables) {
		numbers = append(numbers, big.NewRat(10*v, 1))
	}
	return numbers
}

// orderedDistance moves what is too much in a value on to the next one.
func orderedDistance(t table, group []int) float64 {
	values := distinctOf(t.all())
	sum, carried := 0.0, 0.0
	for _, v := range values {
		carried += shareOf(group, v) - shareOf(t.all(), v)
		sum += math.Abs(carried)
	}
	return sum / math.Max(1, float64(len(values)-1))
}

// treeDistance moves within pairs, at half the cost of moving between them.
func treeDistance(t table, group []int) float64 {
	within, between := 0.0, 0.0
	for pair := range valuesOfTables / 2 {
		first := shareOf(group, 2*pair) - shareOf(t.all(), 2*pair)
		second := shareOf(group, 2*pair+1) - shareOf(t.all(), 2*pair+1)
		if first*second < 0 {
			within += math.Min(math.Abs(first), math.Abs(second))
		}
		between += math.Max(0, first+second)
	}
	return within/2 + between
}

// gains calls f for each value of the table, with its shares.
func gains(t table, group []int, f func(q, p float64) float64) float64 {
	worst := math.Inf(1)
	for _, v := range distinctOf(t.all()) {
		worst = math.Min(worst, f(shareOf(group, v), shareOf(t.all(), v)))
	}
	return worst
}

func withinWindow(group []int, width int) float64 {
	most := 0
	for start := -40; start <= 40; start++ {
		n := 0
		for _, v := range group {
			if 10*v >= start && 10*v <= start+width {
				n++
			}
		}
		most = max(most, n)
	}
	return float64(most) / float64(len(group))
}

func varianceOf(group []int) float64 {
	mean, sum := 0.0, 0.0
	for _, v := range group {
		mean += 10 * float64(v) / float64(len(group))
	}
	for _, v := range group {
		sum += (10*float64(v) - mean) * (10*float64(v) - mean) / float64(len(group))
	}
	return sum
}

// valueDefinitions are the requirements with some bound x from 0 to 1.
func valueDefinitions(t *testing.T, x float64) []valueDefinition {
	t.Helper()
	order, leaves := []int32{0, 1, 2, 3}, []int32{0, 1, 2, 3}
	beta, delta, share, least := 0.05+2*x, 0.05+2*x, 0.2+0.8*x, 1+150*x
	width := int(4*x) * 10
	return []valueDefinition{
		{"ordered", TClosenessOrdered(x, order), Keeps, func(t table, g []int) float64 { return x - orderedDistance(t, g) }, false},
		{"hierarchical", TClosenessHierarchical(x, pairs(t), leaves), Keeps, func(t table, g []int) float64 { return x - treeDistance(t, g) }, false},
		{"basic", BetaLikeness(beta, false), Keeps, func(t table, g []int) float64 {
			return gains(t, g, func(q, p float64) float64 { return beta - (q-p)/p })
		}, false},
		{"enhanced", BetaLikeness(beta, true), Keeps, func(t table, g []int) float64 {
			return gains(t, g, func(q, p float64) float64 {
				if q <= p {
					return math.Inf(1)
				}
				return math.Min(beta, -math.Log(p)) - (q-p)/p
			})
		}, false},
		{"disclosure", DeltaDisclosure(delta, false), Keeps, func(t table, g []int) float64 {
			return gains(t, g, func(q, p float64) float64 { return delta - math.Abs(math.Log(q/p)) })
		}, true},
		{"disclosure of present values", DeltaDisclosure(delta, true), MayBreak, func(t table, g []int) float64 {
			return gains(t, g, func(q, p float64) float64 {
				if q == 0 {
					return math.Inf(1)
				}
				return delta - math.Abs(math.Log(q/p))
			})
		}, true},
		{"proximity", Proximity(float64(width), share, tens()), Keeps, func(_ table, g []int) float64 { return share - withinWindow(g, width) }, false},
		{"variance", Variance(least, tens()), Keeps, func(_ table, g []int) float64 { return varianceOf(g) - least }, false},
	}
}

// tablesOf calls f for all tables of two QI groups with at least one person and at most so
// many each, in which the values of each are in order.
func tablesOf(people int, f func(t table)) {
	var groups [][]int
	var add func(group []int)
	add = func(group []int) {
		if len(group) > 0 {
			groups = append(groups, slices.Clone(group))
		}
		for v := 0; v < valuesOfTables && len(group) < people; v++ {
			if len(group) == 0 || v >= group[len(group)-1] {
				add(append(group, v))
			}
		}
	}
	add(nil)
	for i, a := range groups {
		for _, b := range groups[i:] {
			f(table{a, b})
		}
	}
}

// release is a table as a release candidate of the people it has.
func (t table) release() *Release {
	var groups []partition.Group
	for _, people := range t {
		counts := make([]int64, valuesOfTables)
		for _, v := range people {
			counts[v]++
		}
		groups = append(groups, groupOf(counts...))
	}
	return releaseOf(valuesOfTables, groups...)
}

// TestValuesByDefinition compares Violations, Check and Guard with the definitions: on all
// small tables, with bounds that are none of their numbers and such that are.
func TestValuesByDefinition(t *testing.T) {
	decided, near := 0, 0
	for _, x := range []float64{0.5, 0.75, 0.13}[:trials.Number(2, 3)] {
		definitions := valueDefinitions(t, x)
		tablesOf(4, func(small table) {
			r := small.release()
			whole := small.whole()
			for _, d := range definitions {
				violated := make([]bool, len(small))
				if err := d.require.Violations(t.Context(), r, func(f Finding) { violated[f.Group] = true }); err != nil {
					t.Fatal(err)
				}
				guard := d.require.Watch(whole)
				for i, group := range small {
					margin := d.margin(small, group)
					if math.Abs(margin) < 1e-9 {
						near++
						if d.strict != violated[i] {
							t.Fatalf("%s with %v: group %v of %v is at its bound, and violates it %v", d.name, x, group, small, violated[i])
						}
					} else if violated[i] != (margin < 0) {
						t.Fatalf("%s with %v: group %v of %v violates it %v, by %v within its bound", d.name, x, group, small, violated[i], margin)
					}
					decided++
					allows := guard.Allows(nil, []partition.Group{r.Table.Groups[i]})
					if allows == violated[i] {
						t.Fatalf("%s with %v: group %v of %v is allowed %v", d.name, x, group, small, allows)
					}
					g := &r.Table.Groups[i]
					if floor := guard.Floor(); allows && (g.People < floor.People || len(g.Counts) < floor.Values) {
						t.Fatalf("%s with %v: group %v is allowed below the floor %v", d.name, x, group, floor)
					}
				}
			}
		})
	}
	t.Logf("%d groups, %d at their bounds", decided, near)
	if near < 300 {
		t.Error("these are too few")
	}
}

func (t table) whole() *Whole {
	r := table{t.all()}.release()
	return &Whole{Group: r.Table.Groups[0], Values: valuesOfTables}
}

// TestValuesMerging: what two groups satisfy they do as one, on all small tables, where that
// is promised; and where it is not there is a counterexample.
func TestValuesMerging(t *testing.T) {
	broken := map[string]int{}
	for _, x := range []float64{0.3, 0.6}[:trials.Number(1, 2)] {
		for _, d := range valueDefinitions(t, x) {
			if d.require.Merging(knowledge.SVPI) != d.merging {
				t.Errorf("%s: Merging = %v, want %v", d.name, d.require.Merging(knowledge.SVPI), d.merging)
			}
			tablesOf(3, func(small table) {
				// Two more people, so that the two groups are not the whole table.
				for more := range valuesOfTables {
					large := append(slices.Clone(small), []int{more, 0})
					if satisfies(t, large[:2].of(large), []Requirement{d.require}) && !satisfies(t, table{large[:2].all()}.of(large), []Requirement{d.require}) {
						broken[d.name]++
					}
				}
			})
			if d.merging == Keeps && broken[d.name] > 0 {
				t.Errorf("%s is broken by merging, for %d tables", d.name, broken[d.name])
			}
		}
	}
	t.Log("broken by merging:", broken)
	if broken["disclosure of present values"] == 0 {
		t.Error("disclosure of present values is never broken by merging")
	}
}

// of is a release candidate of some groups of a table, measured by all of it.
func (t table) of(all table) *Release {
	r := t.release()
	r.Whole = all.release().Whole
	return r
}

// TestDisclosureMerging is a counterexample by hand for the values that groups have: p is
// 1/2 of either of two values. In the first group, the one has 2/3 and the other 1/3: ln of
// 4/3 and 2/3, within 0.5. The second lacks the second value, q of the first is 1: ln 2 is
// not. With three values it is: p is 1/3 each in a table of 12; q of the first group is (0,
// 1/2, 1/2), ln 1.5 = 0.41, and of the second (1/3, 1/3, 1/3). Together, 4 with the first
// group's and 3 with the second's, the first value has 1/7: ln(3/7) = -0.85.
func TestDisclosureMerging(t *testing.T) {
	first, second := groupOf(0, 2, 2), groupOf(1, 1, 1)
	rest, merged := groupOf(3, 1, 1), groupOf(1, 3, 3)
	whole := releaseOf(3, first, second, rest).Whole
	if !slices.Equal(whole, []int64{4, 4, 4}) {
		t.Fatal(whole)
	}
	required := DeltaDisclosure(0.5, true)
	for _, c := range []struct {
		group partition.Group
		want  bool
	}{{first, true}, {second, true}, {merged, false}} {
		r := releaseOf(3, c.group)
		r.Whole = whole
		if got := satisfies(t, r, []Requirement{required}); got != c.want {
			t.Errorf("%v holds %v", c.group.Counts, got)
		}
	}
}

// TestCentredWindows: (ε,m)-anonymity with windows around the values of a group only is
// broken by merging, where Proximity is not: with ε = 10 and m = 3/2, {0, 20} holds for
// halves in [-10, 10] and [10, 30], and {10, 90, 90…} too; together [0, 20] around 10 has
// more. Proximity with the width 20 does not hold for {0, 20} in the first place.
func TestCentredWindows(t *testing.T) {
	centred := func(group []int, radius int) float64 {
		most := 0
		for _, x := range group {
			n := 0
			for _, y := range group {
				if y >= x-radius && y <= x+radius {
					n++
				}
			}
			most = max(most, n)
		}
		return float64(most) / float64(len(group))
	}
	first, second := []int{0, 0, 20, 20}, []int{10, 90}
	apart, together := math.Max(centred(first, 10), centred(second, 10)), centred(slices.Concat(first, second), 10)
	if apart != 0.5 || math.Abs(together-5.0/6) > 1e-15 {
		t.Errorf("around values: %v apart, %v together", apart, together)
	}
	numbers := []*big.Rat{big.NewRat(0, 1), big.NewRat(10, 1), big.NewRat(20, 1), big.NewRat(90, 1)}
	required := Proximity(20, 0.6, numbers)
	if satisfies(t, releaseOf(4, groupOf(2, 0, 2), groupOf(0, 1, 0, 1)), []Requirement{required}) {
		t.Error("a window of 20 with everybody is allowed")
	}
	// What Proximity promises of windows around values, and what promises it.
	rng := rand.New(rand.NewPCG(5, 6))
	implied := 0
	for range 2000 {
		counts := []int64{rng.Int64N(3), rng.Int64N(3), rng.Int64N(3), 1 + rng.Int64N(3)}
		var people []int
		for v, n := range counts {
			for range n {
				people = append(people, []int{0, 10, 20, 90}[v])
			}
		}
		holds := satisfies(t, releaseOf(4, groupOf(counts...)), []Requirement{required})
		if holds && centred(people, 10) >= 0.6 || !holds && centred(people, 20) < 0.6 {
			t.Fatalf("%v: holds %v, around values %v and %v", counts, holds, centred(people, 10), centred(people, 20))
		}
		if holds {
			implied++
		}
	}
	if implied < 100 {
		t.Error("these are too few")
	}
}

// TestValueBoundaries puts groups at their bounds, which floats cannot tell from them.
func TestValueBoundaries(t *testing.T) {
	const large = 1 << 50
	nulls := []*big.Rat{nil, big.NewRat(10, 1), big.NewRat(20, 1)}
	tenths := []*big.Rat{big.NewRat(1, 10), big.NewRat(2, 10), big.NewRat(3, 10)}
	for _, c := range []struct {
		name        string
		requirement *Local
		groups      []partition.Group // the first is asked about
		want        bool
	}{
		{"a gain of beta", BetaLikeness(0.2, false), []partition.Group{groupOf(6*large, 4*large), groupOf(4*large, 6*large)}, true},
		{"a gain above beta by one of 2^54", BetaLikeness(0.2, false), []partition.Group{groupOf(6*large+1, 4*large-1), groupOf(4*large-1, 6*large+1)}, false},
		// p = 1/2: -ln p = 0.693…, so that q <= 0.846….
		{"a gain below -ln p", BetaLikeness(1, true), []partition.Group{groupOf(84, 16), groupOf(16, 84)}, true},
		{"a gain above -ln p", BetaLikeness(1, true), []partition.Group{groupOf(85, 15), groupOf(15, 85)}, false},
		{"a gain above -ln p that basic allows", BetaLikeness(1, false), []partition.Group{groupOf(85, 15), groupOf(15, 85)}, true},
		{"all have the one value", BetaLikeness(0.001, true), []partition.Group{groupOf(5), groupOf(3)}, true},
		{"a share as in the table", DeltaDisclosure(1e-9, false), []partition.Group{groupOf(3, 2), groupOf(6, 4)}, true},
		{"a value that a group lacks", DeltaDisclosure(100, false), []partition.Group{groupOf(3), groupOf(6, 4)}, false},
		{"a value that a group lacks, allowed", DeltaDisclosure(100, true), []partition.Group{groupOf(3), groupOf(6, 4)}, true},
		// p is 1/4 and 3/4, q/p is 6/5 and 14/15, and ln(6/5) = 0.18232155679395462621….
		{"delta above a logarithm", DeltaDisclosure(0.1823215567939547, false), []partition.Group{groupOf(3, 7), groupOf(22, 68)}, true},
		{"delta below a logarithm", DeltaDisclosure(0.1823215567939545, false), []partition.Group{groupOf(3, 7), groupOf(22, 68)}, false},
		{"a window of 0", Proximity(0, 0.51, tenths), []partition.Group{groupOf(1, 1)}, true},
		{"a share at the limit", Proximity(0, 0.5, tenths), []partition.Group{groupOf(large, large)}, false},
		{"a share below the limit by one of 2^51", Proximity(0, 0.5, tenths), []partition.Group{groupOf(large, large, 1)}, true},
		{"a window of a tenth, closed", Proximity(0.1, 0.51, tenths), []partition.Group{groupOf(1, 1)}, false},
		{"a window of less", Proximity(math.Nextafter(0.1, 0), 0.51, tenths), []partition.Group{groupOf(1, 1)}, true},
		{"NULL is far from all", Proximity(1000, 0.51, nulls), []partition.Group{groupOf(2, 1, 1)}, true},
		{"NULL is a value", Proximity(0, 0.51, nulls), []partition.Group{groupOf(3, 1, 1)}, false},
		{"the variance", Variance(25, nulls), []partition.Group{groupOf(7, 1, 1)}, true},
		{"more than the variance", Variance(math.Nextafter(25, 26), nulls), []partition.Group{groupOf(7, 1, 1)}, false},
		{"no numbers", Variance(1e-300, nulls), []partition.Group{groupOf(7)}, false},
		// Σ(x-mean)²/n of 0.1 and 0.2 is 0.0025.
		{"the variance of tenths", Variance(0.0025, tenths), []partition.Group{groupOf(large, large)}, true},
		{"the variance of tenths, uneven by one of 2^50", Variance(0.0025, tenths), []partition.Group{groupOf(large, large+1)}, false},
	} {
		values := 3
		r := releaseOf(values, c.groups[0])
		r.Whole = releaseOf(values, c.groups...).Whole
		findings, err := c.requirement.Check(t.Context(), r)
		if err != nil || findings[0].Holds != c.want {
			t.Errorf("%s: Check = %+v, %v, want %v", c.name, findings, err, c.want)
		}
		guard := c.requirement.OfPart(r.Whole).Watch(&Whole{Group: c.groups[0], Values: values})
		if guard.Allows(nil, c.groups[:1]) != c.want {
			t.Errorf("%s: of a part it holds %v", c.name, !c.want)
		}
	}
}

// TestOrderOfWhatIsLeft: where people are left out, the order is that of the values which
// are left: of four without the third it has three places, a distance of 1/2 apart.
func TestOrderOfWhatIsLeft(t *testing.T) {
	required := TClosenessOrdered(0.3, []int32{0, 1, 2, 3})
	for _, c := range []struct {
		groups []partition.Group
		want   float64
	}{
		// (9 + 7 + 2)/13 by 3, and (2 + 1)/4 by 2.
		{[]partition.Group{groupOf(4), groupOf(0, 2, 0, 2), groupOf(0, 0, 5)}, 6.0 / 13},
		{[]partition.Group{groupOf(4), groupOf(0, 2, 0, 2)}, 3.0 / 8},
	} {
		findings, err := required.Check(t.Context(), releaseOf(4, c.groups...))
		if err != nil || math.Abs(findings[0].Achieved-c.want) > 1e-15 {
			t.Errorf("Check = %+v, %v, want %v", findings, err, c.want)
		}
	}
}
