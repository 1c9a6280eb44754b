package privacy

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/population"
	"skyline/tests/trials"
)

// group is a QI group by what the requirements of this file are defined by: f people of the
// table, and others of the population who are absent from it.
type sizes struct{ f, others int64 }

func (g sizes) population() int64 { return g.f + g.others }

// absentHere is the number of the value of who is absent, in tables made by tableOf.
const absentHere = 1

func tableOf(groups []sizes) *Release {
	r := &Release{Table: &partition.Table{Values: []partition.Value{{Text: "ill"}, {Text: partition.Absent}}}, Whole: make([]int64, 2)}
	for _, g := range groups {
		r.Table.Groups = append(r.Table.Groups, groupOf(g.f, g.others))
		r.Table.People += g.population()
		r.Whole[0], r.Whole[1] = r.Whole[0]+g.f, r.Whole[1]+g.others
	}
	return r
}

// definition is a requirement, written down again for a list of people.
type definition struct {
	name string
	make func(bound float64) Requirement
	// number returns what is bounded, nil where nobody is there.
	number func(groups []sizes) *big.Rat
	// atLeast says that the bound is from below.
	atLeast bool
	bounds  []float64
}

// perPerson is the mean over people of the table of what each is worth.
func perPerson(groups []sizes, worth func(g sizes) *big.Rat) *big.Rat {
	sum, n := new(big.Rat), int64(0)
	for _, g := range groups {
		for range g.f {
			sum.Add(sum, worth(g))
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return sum.Quo(sum, big.NewRat(n, 1))
}

// shares are bounds of which many are reached exactly.
var shares = append([]float64{0.2, 1.0 / 3, 0.4, 0.5, 2.0 / 3, 1}, []float64{0.1, 1.0 / 7, 1.0 / 6, 0.25, 0.3, 0.6, 0.75, 0.8}[:trials.Number(0, 8)]...)

func definitions() []definition {
	inPopulation := func(g sizes) *big.Rat { return big.NewRat(1, g.population()) }
	return []definition{
		{
			"average_risk", func(b float64) Requirement { return Among(absentHere, AverageRisk(b)) },
			func(groups []sizes) *big.Rat {
				return perPerson(groups, func(g sizes) *big.Rat { return big.NewRat(1, g.f) })
			}, false, shares,
		},
		{
			"k_map", func(b float64) Requirement { return KMap(int64(b), absentHere) },
			func(groups []sizes) *big.Rat {
				var least *big.Rat
				for _, g := range groups {
					if x := big.NewRat(g.population(), 1); g.f > 0 && (least == nil || x.Cmp(least) < 0) {
						least = x
					}
				}
				return least
			}, true,
			[]float64{1, 2, 3, 4, 5},
		},
		{
			"journalist_highest", func(b float64) Requirement { return JournalistHighestRisk(b, absentHere) },
			func(groups []sizes) *big.Rat {
				var most *big.Rat
				for _, g := range groups {
					if g.f > 0 && (most == nil || inPopulation(g).Cmp(most) > 0) {
						most = inPopulation(g)
					}
				}
				return most
			}, false, shares,
		},
		{
			"journalist_average", func(b float64) Requirement { return JournalistAverageRisk(b, absentHere) },
			func(groups []sizes) *big.Rat {
				ofTable := perPerson(groups, inPopulation)
				if ofTable == nil {
					return nil
				}
				// Of the population of the groups that the release shows, each is the target.
				sum, n := new(big.Rat), int64(0)
				for _, g := range groups {
					if g.f == 0 {
						continue
					}
					for range g.population() {
						sum.Add(sum, inPopulation(g))
						n++
					}
				}
				if sum.Quo(sum, big.NewRat(n, 1)); sum.Cmp(ofTable) > 0 {
					return sum
				}
				return ofTable
			}, false, shares,
		},
		{
			"population_uniqueness", func(b float64) Requirement { return PopulationUniqueness(b, absentHere) },
			func(groups []sizes) *big.Rat {
				return perPerson(groups, func(g sizes) *big.Rat {
					if g.population() == 1 {
						return big.NewRat(1, 1)
					}
					return new(big.Rat)
				})
			}, false, append([]float64{0}, shares...),
		},
	}
}

// holds decides by the fraction that a bound stands for.
func (d *definition) holds(groups []sizes, bound float64) bool {
	x := d.number(groups)
	if x == nil {
		return true
	}
	exactly := big.NewRat(0, 1)
	for q := int64(1); q <= 12; q++ { // the simplest one that rounds to it
		if p := math.Round(bound * float64(q)); p/float64(q) == bound {
			exactly = big.NewRat(int64(p), q)
			break
		}
	}
	if d.atLeast {
		return x.Cmp(exactly) >= 0
	}
	return x.Cmp(exactly) <= 0
}

// eachTable calls f with all tables of up to three groups (or four, where there is time), of up
// to f people and others each, in any order of the groups but one.
func eachTable(f, others int64, do func(groups []sizes)) {
	var all []sizes
	for i := range (f + 1) * (others + 1) {
		if g := (sizes{i % (f + 1), i / (f + 1)}); g.population() > 0 {
			all = append(all, g)
		}
	}
	var from func(groups []sizes, first int)
	from = func(groups []sizes, first int) {
		do(groups)
		if len(groups) == trials.Number(3, 4) {
			return
		}
		for i := first; i < len(all); i++ {
			from(append(slices.Clone(groups), all[i]), i)
		}
	}
	from(nil, 0)
}

func check(t *testing.T, r Requirement, release *Release) Finding {
	t.Helper()
	findings, err := r.Check(t.Context(), release)
	if err != nil || len(findings) != 1 {
		t.Fatalf("Check = %v, %v", findings, err)
	}
	return findings[0]
}

// TestByDefinition compares Check with the definitions, of all small tables and bounds; the
// guard with Check, for each group in the place of any two that it could fall into; and what
// is left without the groups that Violations names.
func TestByDefinition(t *testing.T) {
	checked := 0
	for _, d := range definitions() {
		for _, bound := range d.bounds {
			r := d.make(bound)
			eachTable(3, 2, func(groups []sizes) {
				checked++
				release := tableOf(groups)
				f, want := check(t, r, release), d.holds(groups, bound)
				number := math.NaN()
				if x := d.number(groups); x != nil {
					number, _ = x.Float64()
				}
				if f.Holds != want || f.Achieved != number && !(math.IsNaN(f.Achieved) && math.IsNaN(number)) {
					t.Fatalf("%s %v of %v: %v, %v, want %v, %v", d.name, bound, groups, f.Achieved, f.Holds, number, want)
				}
				named := map[int]bool{}
				if err := r.Violations(t.Context(), release, func(f Finding) { named[f.Group] = true }); err != nil || len(named) > 0 == want {
					t.Fatalf("%s %v of %v: %v are violations, %v", d.name, bound, groups, named, err)
				}
				var rest []sizes
				for i, g := range groups {
					if !named[i] {
						rest = append(rest, g)
					}
				}
				if !d.holds(rest, bound) {
					t.Fatalf("%s %v of %v: not without %v", d.name, bound, groups, named)
				}
				if len(groups) < 2 {
					return
				}
				// The last two groups are parts of one.
				last := len(groups) - 2
				whole := append(slices.Clone(groups[:last]), merged(groups[last], groups[last+1]))
				guard := r.Watch(&Whole{Values: 2})
				if !d.holds(whole, bound) {
					return
				}
				guard.Split(nil, tableOf(whole).Table.Groups)
				one, parts := tableOf(whole[last:]).Table.Groups, release.Table.Groups[last:]
				if got := guard.Allows(&one[0], parts); got != want {
					t.Fatalf("%s %v: from %v to %v: Allows = %v", d.name, bound, whole, groups, got)
				}
				guard.Split(&one[0], parts)
				// What replaces a group by itself changes nothing.
				if part := parts[:1]; guard.Coupled() && groups[last].f > 0 && guard.Allows(&part[0], part) != want {
					t.Fatalf("%s %v of %v: after a split, %v", d.name, bound, groups, !want)
				}
			})
		}
	}
	t.Logf("%d tables and bounds", checked)
}

func merged(a, b sizes) sizes { return sizes{a.f + b.f, a.others + b.others} }

// TestMergingKeeps: what holds does so with any two groups merged, for all small tables.
// What absorbs does so with a group merged that was left out.
func TestMergingKeeps(t *testing.T) {
	for _, d := range definitions() {
		for _, bound := range d.bounds {
			if r := d.make(bound); r.Merging(knowledge.SVPI) != Keeps {
				t.Fatalf("%s: %v", d.name, r.Merging(knowledge.SVPI))
			}
			eachTable(3, 2, func(groups []sizes) {
				holds := d.holds(groups, bound)
				for i := range groups {
					others := slices.Delete(slices.Clone(groups), i, i+1)
					for j := range others {
						together := slices.Clone(others)
						together[j] = merged(groups[i], others[j])
						if holds && !d.holds(together, bound) {
							t.Fatalf("%s %v holds for %v, and not for %v", d.name, bound, groups, together)
						}
						if d.name == "average_risk" && groups[i].f > 0 && others[j].f > 0 && d.holds(others, bound) && !d.holds(together, bound) {
							t.Fatalf("%s %v holds for %v, and not for %v", d.name, bound, others, together)
						}
					}
				}
			})
		}
	}
	if m := AverageRisk(0.1).Merging(knowledge.Multiset); m != Absorbs {
		t.Errorf("average_risk: %v", m)
	}
}

// TestEstimatesBreak: for each model there is a table that holds, and does not when its first
// two groups are one.
func TestEstimatesBreak(t *testing.T) {
	for _, c := range []struct {
		model string
		sizes []int64
	}{
		{population.Zayatz, []int64{3, 3, 2, 4, 1, 3, 4, 1, 1}},
		{population.Pitman, []int64{4, 5, 1, 1, 4, 1, 1, 1, 1, 1}},
		{population.SNB, []int64{2, 1, 1, 1, 1, 1, 4, 3, 2, 2, 1}},
		{population.Dankar, []int64{2, 1, 1, 1, 1, 1, 4, 3, 2, 2, 1}},
	} {
		var groups []sizes
		for _, n := range c.sizes {
			groups = append(groups, sizes{f: n})
		}
		const fraction = 0.3
		apart, together := tableOf(groups), tableOf(append([]sizes{merged(groups[0], groups[1])}, groups[2:]...))
		before := check(t, EstimatedUniqueness(fraction, c.model, 1), apart).Achieved
		r := EstimatedUniqueness(fraction, c.model, before)
		if after := check(t, r, together); !check(t, r, apart).Holds || after.Holds || !(after.Achieved > before) || r.Merging(knowledge.SVPI) != MayBreak {
			t.Errorf("%s: %v, merged %+v", c.model, before, after)
		}
	}
}

// TestEstimated compares with population_risk's number, in Check and in the guard.
func TestEstimated(t *testing.T) {
	for seed := range uint64(trials.Number(60, 300)) {
		rng := rand.New(rand.NewPCG(seed, 78))
		var groups []sizes
		for range 2 + rng.IntN(9) {
			groups = append(groups, sizes{f: 1 + rng.Int64N(1+rng.Int64N(4))})
		}
		model := population.UniqueShareModels()[rng.IntN(4)]
		fraction, share := []float64{0.02, 0.1, 0.4, 1}[rng.IntN(4)], []float64{0, 0.01, 0.1, 1}[rng.IntN(4)]
		counts, alone := []population.Size{}, 0
		for _, g := range groups {
			counts = append(counts, population.Size{People: g.f, Groups: 1})
			if g.f == 1 {
				alone++
			}
		}
		all, err := population.FromFraction(t.Context(), counts, fraction)
		if err != nil {
			t.Fatal(err)
		}
		want := math.NaN()
		for _, e := range all {
			if e.Measure == population.PopulationUniqueShare && (e.Model == model || e.Model == population.Known) {
				want = e.Value
			}
		}
		if alone == 0 {
			want = 0
		}
		r, release := EstimatedUniqueness(fraction, model, share), tableOf(groups)
		f := check(t, r, release)
		if f.Achieved != want && !(math.IsNaN(want) && math.IsNaN(f.Achieved)) || f.Holds != (want <= share) {
			t.Fatalf("%s %v of %v: %v, %v, want %v", model, fraction, groups, f.Achieved, f.Holds, want)
		}
		guard := r.Watch(&Whole{Values: 2})
		one := tableOf([]sizes{merged(groups[0], groups[1])}).Table.Groups
		guard.Split(nil, append(one, release.Table.Groups[2:]...))
		for range 2 { // the second answer is remembered
			if got := guard.Allows(&one[0], release.Table.Groups[:2]); got != f.Holds {
				t.Fatalf("%s %v of %v: Allows = %v", model, fraction, groups, got)
			}
		}
		kept, _, ok, err := Suppress(t.Context(), release, []Requirement{r}, 1<<40)
		if err != nil || !ok {
			t.Fatal(err)
		}
		for i, n := range kept {
			if n == 0 != (!f.Holds && groups[i].f == 1) {
				t.Fatalf("%s %v of %v: %v stay", model, fraction, groups, kept)
			}
		}
	}
}

// TestFewest: Suppress leaves out as few people as any choice of groups does that satisfies
// requirements on each group and the average risk.
func TestFewest(t *testing.T) {
	some := 0
	for seed := range uint64(trials.Number(500, 3000)) {
		rng := rand.New(rand.NewPCG(seed, 79))
		release := randomRelease(rng)
		for i := range release.Copies {
			release.Copies[i] = 1 + rng.Int64N(2)
		}
		requirements := []Requirement{AverageRisk(shares[rng.IntN(len(shares))])}
		for range rng.IntN(3) {
			requirements = append(requirements, []Requirement{
				KAnonymity(1 + rng.Int64N(6)), DistinctDiversity(1 + rng.Int64N(3)), MaxShare(0.4 + 0.6*rng.Float64()), EntropyDiversity(1 + rng.Float64()),
			}[rng.IntN(4)])
		}
		rng.Shuffle(len(requirements), func(i, j int) { requirements[i], requirements[j] = requirements[j], requirements[i] })
		// All numbers of copies are tried.
		best := int64(math.MaxInt64)
		stay := make([]int64, len(release.Table.Groups))
		for i := 0; i >= 0; {
			rest := &Release{Table: &partition.Table{Values: release.Table.Values}, Whole: release.Whole, Copies: []int64{}}
			people := int64(0)
			for i, n := range stay {
				people += (release.Copies[i] - n) * release.Table.Groups[i].People
				if n > 0 {
					rest.Table.Groups, rest.Copies = append(rest.Table.Groups, release.Table.Groups[i]), append(rest.Copies, n)
				}
			}
			if people < best && satisfies(t, rest, requirements) {
				best = people
			}
			for i = len(stay) - 1; i >= 0; i-- {
				if stay[i]++; stay[i] <= release.Copies[i] {
					break
				}
				stay[i] = 0
			}
		}
		kept, people, ok, err := Suppress(t.Context(), release, requirements, best)
		if err != nil || !ok || people != best {
			t.Fatalf("seed %d: %v, %v, %v, %v, want %d", seed, kept, people, ok, err, best)
		}
		if _, _, ok, _ := Suppress(t.Context(), release, requirements, best-1); ok {
			t.Fatalf("seed %d: fewer than %d people", seed, best)
		}
		if best > 0 && best < release.Table.People {
			some++
		}
	}
	if some < trials.Number(80, 500) {
		t.Fatalf("only %d tables", some)
	}
}

// TestFewestAlike: of groups of one size it does not matter in which order they come, or how
// their values are numbered, which of them go; and groups with one histogram may stand as one.
func TestFewestAlike(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 80))
		var histograms [][]int64
		for range 1 + rng.IntN(9) {
			n := rng.Int64N(3)
			histograms = append(histograms, []int64{n, 2 - n, rng.Int64N(2)})
		}
		left := func(order, numbers []int, together bool) map[string]int64 {
			r := &Release{Table: &partition.Table{Values: make([]partition.Value, 3)}, Whole: make([]int64, 3)}
			for v, number := range numbers {
				r.Table.Values[number].Text = string(rune('a' + v))
			}
			at := map[string]int{}
			var keys []string
			for _, i := range order {
				key := fmt.Sprint(histograms[i])
				if j, ok := at[key]; ok && together {
					r.Copies[j]++
					continue
				}
				at[key] = len(keys)
				keys = append(keys, key)
				counts := make([]int64, 3)
				for v, n := range histograms[i] {
					counts[numbers[v]] = n
				}
				r.Table.Groups, r.Copies = append(r.Table.Groups, groupOf(counts...)), append(r.Copies, 1)
			}
			kept, _, ok, err := Suppress(t.Context(), r, []Requirement{AverageRisk(0.4)}, 1<<40)
			if err != nil || !ok {
				t.Fatal(err)
			}
			left := map[string]int64{}
			for i, n := range kept {
				if n < r.Copies[i] {
					left[keys[i]] += r.Copies[i] - n
				}
			}
			return left
		}
		order := rng.Perm(len(histograms))
		want := fmt.Sprint(left(order, []int{0, 1, 2}, false))
		if got := fmt.Sprint(left(rng.Perm(len(histograms)), rng.Perm(3), true)); got != want {
			t.Fatalf("seed %d: %s go, or %s", seed, want, got)
		}
	}
}

// TestNearTies: sums of quotients next to their bound, where no float64 and no 64 bits tell.
func TestNearTies(t *testing.T) {
	undecided := 0
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 81))
		var groups []sizes
		for range 1 + rng.IntN(6) {
			f := 1 + rng.Int64N(1<<rng.IntN(30))
			groups = append(groups, sizes{f, rng.Int64N(1 << rng.IntN(40))})
		}
		groups = append(groups, groups[:rng.IntN(len(groups))]...)
		sum, n := new(big.Rat), int64(0)
		tally := &journalistRisk{bound: newRatio(1), absent: absentHere, matches: map[int64]int64{}}
		gone := sizes{3, 4}
		tally.add(&tableOf([]sizes{gone}).Table.Groups[0], 2)
		for _, g := range groups {
			sum.Add(sum, big.NewRat(g.f, g.population()))
			n += g.f
			tally.add(&tableOf([]sizes{g}).Table.Groups[0], 1)
		}
		tally.add(&tableOf([]sizes{gone}).Table.Groups[0], -2)
		mean := new(big.Rat).Quo(sum, big.NewRat(n, 1))
		tiny := big.NewRat(1, 1<<62)
		tiny.Mul(tiny, tiny)
		for sign := range 3 {
			tally.bound = ratio{Rat: new(big.Rat).Add(mean, new(big.Rat).Mul(tiny, big.NewRat(int64(sign-1), 1)))}
			if tally.sum.compare(new(big.Rat).Mul(tally.bound.Rat, big.NewRat(n, 1))) == 0 {
				undecided++
			}
			first := tally.bound.covers(tally.groups, tally.population)
			if got, want := tally.with(nil, nil), first && sign >= 1; got != want {
				t.Fatalf("seed %d: %v at %d: %v", seed, groups, sign-1, got)
			}
		}
	}
	if undecided < 1000 {
		t.Fatalf("only %d are undecided by 64 bits", undecided)
	}
}

// TestRatios: numbers that do not fit are compared all the same.
func TestRatios(t *testing.T) {
	for _, c := range []struct {
		bound     float64
		part, all int64
		want      bool
	}{
		{1.0 / 3, 1 << 60, 3 << 59, false},
		{1.0 / 3, 1 << 59, 3 << 59, true},
		{1.0 / 3, 1<<59 + 1, 3 << 59, false},
		{1e-300, 1, 1 << 61, false},
		{1e-300, 0, 5, true},
		{1, 0, 0, true},
		{0, 0, 0, true},
		{0, 1, 1 << 61, false},
	} {
		if r := newRatio(c.bound); r.covers(c.part, c.all) != c.want {
			t.Errorf("%d/%d <= %v: %v", c.part, c.all, c.bound, !c.want)
		}
	}
}
