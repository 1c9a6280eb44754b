package privacy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/tests/trials"
)

// resident is a person of a table with two sensitive columns, in a QI group.
type resident struct{ group, value, other int }

// tables have at most so many values of either column.
const valuesOfColumn, valuesOfOther = 3, 3

// columnOfResidents is the first column of tuples that are numbered value by value.
func columnOfResidents(known bool) *Column {
	c := &Column{Name: "value", Values: make([]partition.Value, valuesOfColumn)}
	for v := range c.Values {
		c.Values[v].Text = string(rune('a' + v))
	}
	for tuple := range valuesOfColumn * valuesOfOther {
		c.Of = append(c.Of, int32(tuple/valuesOfOther))
		if known {
			c.Known = append(c.Known, int32(tuple%valuesOfOther))
		}
	}
	return c
}

// counted groups people by a key, and counts what they have. It returns the keys, in their
// order.
func counted[K comparable](people []resident, values int, less func(a, b K) int, key func(resident) K, value func(resident) int) (*Release, []K) {
	counts := map[K][]int64{}
	var keys []K
	for _, p := range people {
		if counts[key(p)] == nil {
			counts[key(p)] = make([]int64, values)
			keys = append(keys, key(p))
		}
		counts[key(p)][value(p)]++
	}
	slices.SortFunc(keys, less)
	groups := make([]partition.Group, len(keys))
	for i, k := range keys {
		groups[i] = groupOf(counts[k]...)
		groups[i].Histogram = fmt.Sprint(k)
	}
	r := releaseOf(values, groups...)
	for v := range values {
		r.Table.Values[v].Text = string(rune('a' + v))
	}
	return r, keys
}

// ofTuples is the release candidate of people as the table has them.
func ofTuples(people []resident) (*Release, []int) {
	return counted(people, valuesOfColumn*valuesOfOther, func(a, b int) int { return a - b },
		func(p resident) int { return p.group }, func(p resident) int { return p.value*valuesOfOther + p.other })
}

// ofOne is that of the first column alone, whose quasi-identifiers the other is one of, if
// it is known.
func ofOne(people []resident, known bool) (*Release, [][2]int) {
	return counted(people, valuesOfColumn, func(a, b [2]int) int { return (a[0]-b[0])*valuesOfOther + a[1] - b[1] },
		func(p resident) [2]int {
			if known {
				return [2]int{p.group, p.other}
			}
			return [2]int{p.group, 0}
		}, func(p resident) int { return p.value })
}

func randomResidents(rng *rand.Rand, groups int) []resident {
	people := make([]resident, 1+rng.IntN(24))
	for i := range people {
		people[i] = resident{rng.IntN(groups), rng.IntN(valuesOfColumn), rng.IntN(valuesOfOther)}
		if rng.IntN(2) == 0 {
			people[i].other = people[i].value // one tells the other
		}
	}
	return people
}

func requirementsOnColumn(t *testing.T, rng *rand.Rand) []Requirement {
	t.Helper()
	c, err := breach.NewThreshold(0.4 + 0.6*rng.Float64())
	if err != nil {
		t.Fatal(err)
	}
	points := func(c breach.Threshold) []Point {
		return []Point{{Requirement: breach.Requirement{Point: knowledge.Point{L: int64(rng.IntN(2)), K: int64(rng.IntN(2)), M: int64(rng.IntN(2))}, C: c}, Threshold: 0.5}}
	}
	return []Requirement{
		DistinctDiversity(int64(1 + rng.IntN(3))), EntropyDiversity(1 + rng.Float64()), RecursiveDiversity(1+3*rng.Float64(), 2),
		MaxShare(0.3 + 0.7*rng.Float64()), TCloseness(rng.Float64()),
		&Skyline{Named: []ValuePoints{{Value: 1, Points: points(c)}}, Others: points(c)},
		Implications(int64(rng.IntN(2)), 0.4+0.6*rng.Float64()),
	}
}

// TestColumnByDefinition: what is required of one of two columns is what is required of a
// table that has only this one, in which the other is a quasi-identifier where it is known.
func TestColumnByDefinition(t *testing.T) {
	trials.Long(t)
	violations := map[bool]int{}
	for seed := range trials.Seeds(t, 300, 10000) {
		rng := rand.New(rand.NewPCG(seed, 41))
		people := randomResidents(rng, 3)
		known := rng.IntN(2) == 0
		column := columnOfResidents(known)
		release, groups := ofTuples(people)
		plain, of := ofOne(people, known)
		group := func(i int) int { // of the tuples' release, that of the plain one
			if i < 0 {
				return i
			}
			return slices.Index(groups, of[i][0])
		}
		for _, requirement := range requirementsOnColumn(t, rng) {
			r := OfColumn(column, requirement)
			want, err := requirement.Check(t.Context(), plain)
			got, err2 := r.Check(t.Context(), release)
			if err != nil || err2 != nil || len(got) != len(want) {
				t.Fatalf("seed %d: Check = %v, %v, want %v, %v", seed, got, err2, want, err)
			}
			for i := range want {
				w, g := want[i], got[i]
				if g.Achieved != w.Achieved || g.Holds != w.Holds || g.Value != w.Value || g.Group != group(w.Group) || g.Of != column {
					t.Fatalf("seed %d, known %v: Check = %+v, want %+v", seed, known, g, w)
				}
			}
			_, isSkyline := requirement.(*Skyline)
			type about struct {
				group, part int
				value       int32
			}
			key := func(f Finding, group int) about {
				if isSkyline {
					return about{group, f.part, f.Value}
				}
				return about{group, f.part, -1}
			}
			worst := map[about]Finding{}
			if err := requirement.Violations(t.Context(), plain, func(f Finding) {
				k := key(f, group(f.Group))
				if old, ok := worst[k]; !ok || (f.Achieved-f.Required)*(f.Achieved-f.Required) > (old.Achieved-old.Required)*(old.Achieved-old.Required) {
					worst[k] = f
				}
			}); err != nil {
				t.Fatal(err)
			}
			found := 0
			if err := r.Violations(t.Context(), release, func(f Finding) {
				found++
				w, ok := worst[key(f, f.Group)]
				if !ok || f.Achieved != w.Achieved || f.Holds || f.Value != w.Value || f.Of != column {
					t.Fatalf("seed %d, known %v: violation %+v, want %+v", seed, known, f, w)
				}
				meets(t, seed, people, known, groups, r, requirement, release, f)
			}); err != nil || found != len(worst) {
				t.Fatalf("seed %d: %d violations, %v, want %d", seed, found, err, len(worst))
			}
			violations[known] += found
			alone(t, seed, people, known, groups, r, requirement, release)
			splits(t, seed, rng, people, known, column, requirement)
		}
	}
	if violations[true] < 1000 || violations[false] < 1000 {
		t.Fatalf("only %v violations", violations)
	}
}

// meets asks about the group of a violation and another as one, in all ways.
func meets(t *testing.T, seed uint64, people []resident, known bool, groups []int, r, requirement Requirement, release *Release, f Finding) {
	t.Helper()
	for _, with := range groups {
		in := []int{groups[f.Group], with}
		one := slices.Clone(people)
		of := map[string]int64{fmt.Sprint(in[0]): 1, fmt.Sprint(in[1]): 1}
		knownOf := map[int]bool{}
		for i, p := range one {
			if p.group == in[0] {
				knownOf[p.other] = true
			}
			if slices.Contains(in, p.group) {
				one[i].group = 9
			}
		}
		tuples, numbers := ofTuples(one)
		merged := tuples.Table.Groups[slices.Index(numbers, 9)]
		merged.Histogram = "merged"
		got, err := r.Meets(release, &f, NewMerged(release, &merged, of))
		if err != nil {
			t.Fatal(err)
		}
		plain, keys := ofOne(one, known)
		want := true
		_, isSkyline := requirement.(*Skyline)
		if err := requirement.Violations(t.Context(), plain, func(v Finding) {
			k := keys[v.Group]
			if k[0] == 9 && (!known || knownOf[k[1]]) && v.part == f.part && (!isSkyline || v.Value == f.Value) {
				want = false
			}
		}); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Fatalf("seed %d, known %v: %+v of groups %v as one: Meets = %v, want %v", seed, known, f, in, got, want)
		}
	}
}

// alone makes each group a release candidate.
func alone(t *testing.T, seed uint64, people []resident, known bool, groups []int, r, requirement Requirement, release *Release) {
	t.Helper()
	var got, want []int
	if err := r.Alone(t.Context(), release, func(g int) { got = append(got, groups[g]) }); err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		plain, _ := ofOne(slices.DeleteFunc(slices.Clone(people), func(p resident) bool { return p.group != g }), known)
		if !satisfies(t, plain, []Requirement{requirement}) {
			want = append(want, g)
		}
	}
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Fatalf("seed %d, known %v: Alone = %v, want %v", seed, known, got, want)
	}
}

// splits splits the table again and again, and compares what a guard allows with Check.
func splits(t *testing.T, seed uint64, rng *rand.Rand, people []resident, known bool, column *Column, requirement Requirement) {
	t.Helper()
	people = slices.Clone(people)
	for i := range people {
		people[i].group = 0
	}
	holds := func(people []resident) bool {
		plain, _ := ofOne(people, known)
		return satisfies(t, plain, []Requirement{requirement})
	}
	release, _ := ofTuples(people)
	whole := release.Table.Groups[0]
	guard := OfColumn(column, requirement).Watch(&Whole{Group: whole, Values: len(release.Whole)})
	got := guard.Allows(nil, []partition.Group{whole})
	if got != holds(people) {
		t.Fatalf("seed %d, known %v: Allows the whole = %v of %v", seed, known, got, people)
	}
	if !got {
		return
	}
	floor := guard.Floor()
	guard.Split(nil, []partition.Group{whole})
	for next := 1; next < 8; next++ {
		from := people[rng.IntN(len(people))].group
		proposed := slices.Clone(people)
		left := 0
		for i, p := range proposed {
			if p.group == from && rng.IntN(2) == 0 {
				proposed[i].group = next
			} else if p.group == from {
				left++
			}
		}
		before, had := ofTuples(people)
		after, have := ofTuples(proposed)
		at := slices.Index(have, next)
		if at < 0 || left == 0 {
			continue
		}
		parts := []partition.Group{after.Table.Groups[slices.Index(have, from)], after.Table.Groups[at]}
		group := before.Table.Groups[slices.Index(had, from)]
		got := guard.Allows(&group, parts)
		if got != holds(proposed) {
			t.Fatalf("seed %d, known %v: Allows = %v of %v, from %v", seed, known, got, proposed, people)
		}
		if !got {
			continue
		}
		for _, part := range parts {
			if part.People < floor.People || len(part.Counts) < floor.Values {
				t.Fatalf("seed %d: %v is allowed, below the floor %v", seed, part, floor)
			}
		}
		guard.Split(&group, parts)
		people = proposed
	}
}

// TestColumnMerging: what is kept when QI groups are merged, on all pairs of groups of a few
// people; and that a group absorbs no other where the other column is known.
func TestColumnMerging(t *testing.T) {
	for _, known := range []bool{false, true} {
		column := columnOfResidents(known)
		absorbs, keeps := true, true
		r := OfColumn(column, DistinctDiversity(2))
		for n := range 1 << 8 { // four people, of either value in both columns
			people := make([]resident, 4)
			for i := range people {
				people[i] = resident{i / 2, n >> (2 * i) & 1, n >> (2*i + 1) & 1}
			}
			merged := slices.Clone(people)
			merged[2].group, merged[3].group = 0, 0
			holds := func(of []resident) bool {
				release, _ := ofTuples(of)
				return satisfies(t, release, []Requirement{r})
			}
			keeps = keeps && (!holds(people) || holds(merged))
			absorbs = absorbs && (!holds(people[:2]) || holds(merged))
		}
		if !keeps || absorbs == known {
			t.Errorf("known %v: keeps %v, absorbs %v", known, keeps, absorbs)
		}
		want := Absorbs
		if known {
			want = Keeps
		}
		if got := r.Merging(knowledge.SVPI); got != want {
			t.Errorf("known %v: Merging = %v, want %v", known, got, want)
		}
	}
	if got := OfColumn(columnOfResidents(true), &Skyline{}).Merging(knowledge.Multiset); got != MayBreak {
		t.Errorf("Merging of multisets = %v", got)
	}
}

// TestSuppressColumns: what stays satisfies the requirements on all columns, and who asks for
// nobody to be left out gets what Check says.
func TestSuppressColumns(t *testing.T) {
	left := 0
	for seed := range trials.Seeds(t, 500, 10000) {
		rng := rand.New(rand.NewPCG(seed, 42))
		people := randomResidents(rng, 4)
		column := columnOfResidents(rng.IntN(2) == 0)
		release, groups := ofTuples(people)
		requirements := []Requirement{KAnonymity(2)}
		for _, r := range requirementsOnColumn(t, rng)[:1+rng.IntN(7)] {
			requirements = append(requirements, OfColumn(column, r))
		}
		kept, suppressed, ok, err := Suppress(t.Context(), release, requirements, int64(len(people)))
		if err != nil || !ok {
			t.Fatalf("seed %d: %v, %v", seed, ok, err)
		}
		stay := slices.DeleteFunc(slices.Clone(people), func(p resident) bool { return kept[slices.Index(groups, p.group)] == 0 })
		if int64(len(people)-len(stay)) != suppressed {
			t.Fatalf("seed %d: %d people left out of %d, %d stay", seed, suppressed, len(people), len(stay))
		}
		rest, _ := ofTuples(stay)
		if !satisfies(t, rest, requirements) {
			t.Fatalf("seed %d: %v do not satisfy the requirements", seed, stay)
		}
		if _, _, ok, _ := Suppress(t.Context(), release, requirements, 0); ok != satisfies(t, release, requirements) {
			t.Fatalf("seed %d: without leaving anybody out: %v", seed, ok)
		}
		if suppressed > 0 && len(stay) > 0 {
			left++
		}
	}
	if left < 20 {
		t.Fatalf("some were left out %d times only", left)
	}
}
