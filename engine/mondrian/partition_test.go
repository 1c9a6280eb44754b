package mondrian

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/engine/breach"
	"skyline/engine/cells"
	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
	"skyline/engine/privacy"
	"skyline/tests/trials"
)

func TestPartition(t *testing.T) {
	safe, splits, sets := 0, 0, 0
	for seed := range uint64(6000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		constraint := knowledge.Constraint(rng.IntN(3))
		columns, people := randomTable(rng, constraint)
		requirements := randomRequirements(rng, constraint)
		strategy := Strategy(rng.IntN(3))
		cells := cellsOf(t, constraint, columns, people)
		release, err := Partition(t.Context(), cells, Options{Strategy: strategy, Requirements: requirementsOf(requirements)})
		whole := oracle{constraint, [][]person{people}, people}
		if errors.Is(err, ErrUnsafe) {
			if whole.holds(requirements) {
				t.Fatalf("seed %d: the table is safe, and nothing was released", seed)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if !whole.holds(requirements) {
			t.Fatalf("seed %d: the table is not safe, and something was released", seed)
		}
		safe++
		splits += release.Len() - 1
		checkRelease(t, seed, release, cells, columns, people)
		after := oracle{constraint, groupsOf(release, people), people}
		if !after.holds(requirements) {
			t.Fatalf("seed %d: the release does not satisfy %v", seed, names(requirements))
		}
		if constraint == knowledge.SVPI {
			checkMinimal(t, seed, after, columns, requirements, floorOf(cells, requirements))
		}
		for i := range release.Len() {
			for d := range columns {
				if release.Region(i, d).Siblings != nil {
					sets++
				}
			}
		}
	}
	t.Logf("%d safe tables, %d splits, %d sets of siblings", safe, splits, sets)
	if safe < 1000 || splits < 1000 || sets < 100 {
		t.Fatalf("%d safe tables with %d splits and %d sets are too few to say anything", safe, splits, sets)
	}
}

// checkRelease makes sure that the groups' people, values and regions are those of
// the people whom the tree puts there, and that regions do not overlap, unless by labels of a
// hierarchy of which one is above the other.
func checkRelease(t *testing.T, seed uint64, release *Release, cells *Cells, columns []Column, people []person) {
	t.Helper()
	covered := make([]map[string]bool, release.Len())
	for i, members := range groupsOf(release, people) {
		g := release.Group(i)
		counts := map[string]int64{}
		for _, c := range g.Counts {
			counts[cells.Values[c.Value].Text] = c.N
		}
		want := map[string]int64{}
		for _, p := range members {
			for _, v := range p.values {
				want[v]++
			}
		}
		if g.People != int64(len(members)) || len(members) == 0 || cmp.Diff(want, counts) != "" {
			t.Fatalf("seed %d: group %d has %d people and values %v, want %d and %v", seed, i, g.People, counts, len(members), want)
		}
		covered[i] = region(release, columns, i)
		for _, p := range members {
			if !covered[i][fmt.Sprint(p.codes)] {
				t.Fatalf("seed %d: %v is not in the region of its group %d", seed, p.codes, i)
			}
		}
	}
	for i := range covered {
		for point := range covered[i] {
			for j := range i {
				if covered[j][point] && !nested(release, columns, i, j) {
					t.Fatalf("seed %d: groups %d and %d both cover %s", seed, i, j, point)
				}
			}
		}
	}
}

// nested reports whether two groups have different labels in a column with a hierarchy, of which
// one says more than the other.
func nested(release *Release, columns []Column, i, j int) bool {
	for d := range columns {
		if columns[d].Hierarchy == nil {
			continue
		}
		one, other := shownCodes(release, columns, i, d), shownCodes(release, columns, j, d)
		if len(one) > len(other) {
			one, other = other, one
		}
		outside := slices.ContainsFunc(one, func(code int32) bool { return !slices.Contains(other, code) })
		if !outside && len(one) < len(other) {
			return true
		}
		// A node that has one child only is not the same as that.
		if r, q := release.Region(i, d), release.Region(j, d); !outside && r.Node != q.Node {
			return true
		}
	}
	return false
}

// shownCodes lists the codes that a group's label says, in a column.
func shownCodes(release *Release, columns []Column, group, d int) []int32 {
	return codesOf(release.Region(group, d), &columns[d])
}

// codesOf lists the codes of a region of a column.
func codesOf(r Region, column *Column) []int32 {
	var codes []int32
	for code := range int32(column.Size) {
		isNull := column.HasNull && int(code) == column.Size-1
		below := func(node int32) bool {
			n, rank := column.Hierarchy.Node(node), column.Hierarchy.Rank(code)
			return rank >= n.First && rank <= n.Last
		}
		switch {
		case r.Siblings != nil:
			if slices.ContainsFunc(r.Siblings, below) {
				codes = append(codes, code)
			}
		case r.Node >= 0:
			if below(r.Node) {
				codes = append(codes, code)
			}
		case isNull && r.Null, !isNull && r.Low >= 0 && code >= r.Low && code <= r.High:
			codes = append(codes, code)
		}
	}
	return codes
}

// region lists the points that a group's region covers.
func region(release *Release, columns []Column, group int) map[string]bool {
	points := []string{""}
	for d := range columns {
		codes := shownCodes(release, columns, group, d)
		var next []string
		for _, p := range points {
			for _, code := range codes {
				next = append(next, strings.TrimSpace(p+" "+fmt.Sprint(code)))
			}
		}
		points = next
	}
	set := map[string]bool{}
	for _, p := range points {
		set["["+p+"]"] = true
	}
	return set
}

// floorOf returns how many people the requirements ask of a group by themselves.
func floorOf(cells *Cells, requirements []requirement) int {
	most := int64(0)
	for _, r := range requirements {
		most = max(most, r.Watch(cells.Whole()).Floor().People)
	}
	return int(most)
}

// checkMinimal tries every cut and every split by a hierarchy of every group, by
// definition.
func checkMinimal(t *testing.T, seed uint64, o oracle, columns []Column, requirements []requirement, floor int) {
	t.Helper()
	for i, members := range o.groups {
		for d := range columns {
			for _, parts := range allSplitsOf(members, o.people, d, &columns[d], floor) {
				finer := slices.Concat(o.groups[:i], parts, o.groups[i+1:])
				if (oracle{o.constraint, finer, o.people}).holds(requirements) {
					t.Fatalf("seed %d: group %d can be split along column %d", seed, i, d)
				}
			}
		}
	}
}

// allSplitsOf lists the ways to split a group along a column.
func allSplitsOf(members, people []person, d int, column *Column, floor int) [][][]person {
	splits := splitsOf(members, d, column)
	if column.Hierarchy == nil {
		return splits
	}
	return append(splits, siblingCutsOf(members, people, d, column, floor)...)
}

// siblingCutsOf lists the ways to cut a group between children of the lowest node that covers it,
// so that a set shows one side or it is one child.
func siblingCutsOf(members, people []person, d int, column *Column, floor int) [][][]person {
	tree := column.Hierarchy
	level := int64(0)
	at := func(p person, level int64) int32 { return tree.Ancestor(int32(p.codes[d]), level) }
	for slices.ContainsFunc(members, func(p person) bool { return at(p, level) != at(members[0], level) }) {
		level++
	}
	if level == 0 || column.Named == nil {
		return nil
	}
	// The children that there are, by the smallest value that each has.
	var all []int32
	for code := range int32(column.Size) {
		child := tree.Ancestor(code, level-1)
		if tree.Ancestor(code, level) == at(members[0], level) && !slices.Contains(all, child) {
			all = append(all, child)
		}
	}
	listed := func(child int32) bool {
		have := 0
		for _, p := range people {
			if at(p, 0) == child {
				have++
			}
		}
		return column.Named[child] && (level > 1 || have >= max(2, floor))
	}
	shown := func(part []person) bool {
		have := map[int32]bool{}
		can := true
		for _, p := range part {
			have[at(p, level-1)] = true
			can = can && listed(at(p, level-1))
		}
		return len(have) == 1 || can && len(have) < len(all)
	}
	var splits [][][]person
	for i := range all {
		var left, right []person
		for _, p := range members {
			if slices.Index(all, at(p, level-1)) <= i {
				left = append(left, p)
			} else {
				right = append(right, p)
			}
		}
		if len(left) > 0 && len(right) > 0 && (shown(left) || shown(right)) {
			splits = append(splits, [][]person{left, right})
		}
	}
	return splits
}

// splitsOf lists the ways to split a group along a column without a hierarchy, or at a node.
func splitsOf(members []person, d int, column *Column) [][][]person {
	if column.Hierarchy == nil {
		var splits [][][]person
		for at := range int64(column.Size) {
			var left, right []person
			for _, p := range members {
				if p.codes[d] <= at {
					left = append(left, p)
				} else {
					right = append(right, p)
				}
			}
			if len(left) > 0 && len(right) > 0 {
				splits = append(splits, [][]person{left, right})
			}
		}
		return splits
	}
	// The lowest level at which all members have the same label, and what they are
	// called a level below.
	tree := column.Hierarchy
	name := func(p person, level int64) string {
		if level == 0 {
			return fmt.Sprint("=", p.codes[d])
		}
		return fmt.Sprint(level, tree.Label(int32(p.codes[d]), level))
	}
	for level := int64(1); level <= tree.Height(); level++ {
		same := !slices.ContainsFunc(members, func(p person) bool { return name(p, level) != name(members[0], level) })
		if !same {
			continue
		}
		parts := map[string][]person{}
		var names []string
		for _, p := range members {
			below := name(p, level-1)
			if parts[below] == nil {
				names = append(names, below)
			}
			parts[below] = append(parts[below], p)
		}
		if len(parts) < 2 {
			return nil
		}
		// Any of them may stand, as long as one does; the others are one part.
		var splits [][][]person
		for stand := 1; stand < 1<<len(names); stand++ {
			var split [][]person
			var rest []person
			for i, n := range names {
				if stand>>i&1 == 1 {
					split = append(split, parts[n])
				} else {
					rest = append(rest, parts[n]...)
				}
			}
			if len(rest) > 0 {
				split = append(split, rest)
			}
			if len(split) > 1 {
				splits = append(splits, split)
			}
		}
		return splits
	}
	return nil
}

// TestSuppress leaves people out, and makes sure of what is promised: who looks the
// same is left out together, within the limit, the rest is safe; and that it is the
// same for any order of the people.
func TestSuppress(t *testing.T) {
	left, gaveUp := 0, 0
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		constraint := knowledge.Constraint(rng.IntN(3))
		columns, people := randomTable(rng, constraint)
		requirements := randomRequirements(rng, constraint)
		if (oracle{constraint, [][]person{people}, people}).holds(requirements) {
			continue
		}
		limit := int64(rng.IntN(len(people) + 1))
		cells := cellsOf(t, constraint, columns, people)
		n, ok, err := cells.Suppress(t.Context(), requirementsOf(requirements), limit)
		if err != nil {
			t.Fatal(err)
		}
		rng.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
		again := cellsOf(t, constraint, columns, people)
		if m, okAgain, _ := again.Suppress(t.Context(), requirementsOf(requirements), limit); m != n || ok != okAgain || cmp.Diff(cells.suppressed, again.suppressed) != "" {
			t.Fatalf("seed %d: %d people are left out, and %d in another order", seed, n, m)
		}
		if !ok {
			gaveUp++
			if _, err := Partition(t.Context(), cells, Options{Requirements: requirementsOf(requirements)}); n != 0 || !errors.Is(err, ErrUnsafe) {
				t.Fatalf("seed %d: %d people are left out of a table that stays unsafe, %v", seed, n, err)
			}
			continue
		}
		left++
		release, err := Partition(t.Context(), cells, Options{Requirements: requirementsOf(requirements)})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		groups := make([][]person, release.Len())
		var rest []person
		for _, p := range people {
			if at := place(release.Tree, p.codes); at >= 0 {
				groups[at] = append(groups[at], p)
				rest = append(rest, p)
			}
		}
		if int64(len(people)-len(rest)) != n || n > limit {
			t.Fatalf("seed %d: %d people are left out, of at most %d, and %d are said to be", seed, len(people)-len(rest), limit, n)
		}
		if !(oracle{constraint, groups, rest}).holds(requirements) {
			t.Fatalf("seed %d: the release does not satisfy %v", seed, names(requirements))
		}
	}
	if left < 100 || gaveUp < 100 {
		t.Fatalf("%d tables with people left out and %d without are too few to say anything", left, gaveUp)
	}
	t.Logf("%d tables with people left out, %d given up", left, gaveUp)
}

func TestPartitionIsTheSame(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		constraint := knowledge.Constraint(rng.IntN(3))
		columns, people := randomTable(rng, constraint)
		requirements := randomRequirements(rng, constraint)
		strategy := Strategy(rng.IntN(3))
		var first string
		for workers := range 4 {
			rng.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
			release, err := Partition(t.Context(), cellsOf(t, constraint, columns, people), Options{strategy, requirementsOf(requirements), workers})
			got := fmt.Sprint(err)
			for i := 0; err == nil && i < release.Len(); i++ {
				got += fmt.Sprint(*release.Group(i), " ")
				for d := range columns {
					got += fmt.Sprint(release.Region(i, d))
				}
			}
			if workers == 0 {
				first = got
			}
			if got != first {
				t.Fatalf("seed %d, %d workers: %s, want %s", seed, workers, got, first)
			}
		}
	}
}

// TestLargeGroups: groups whose columns are looked at by several workers come out
// the same, and as the small ones of an equal table.
func TestLargeGroups(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(1, 4))
	columns := []Column{{Size: 300, HasNull: true}, {Size: 60, Hierarchy: intervals(t, 60)}, {Size: 5000}}
	people := make([]person, 3*largeGroup)
	for i := range people {
		for d := range columns {
			people[i].codes = append(people[i].codes, rng.Int64N(int64(columns[d].Size)))
		}
		people[i].values = []string{string(rune('a' + rng.IntN(8)))}
	}
	c, err := breach.NewThreshold(0.9)
	if err != nil {
		t.Fatal(err)
	}
	skyline := &privacy.Skyline{Others: []privacy.Point{{Requirement: breach.Requirement{Point: knowledge.Point{L: 1, K: 2, M: 1}, C: c}}}}
	for i, strategy := range []Strategy{InformationGain, Median, InformationLoss} {
		for j, requirements := range [][]privacy.Requirement{{privacy.KAnonymity(20), privacy.DistinctDiversity(3)}, {skyline}, {privacy.Implications(3, 0.8)}} {
			if i != j && !trials.Slow() {
				continue
			}
			var first *Release
			for _, workers := range []int{1, 5, 2}[:trials.Number(2, 3)] {
				release, err := Partition(t.Context(), cellsOf(t, knowledge.SVPI, columns, people), Options{strategy, requirements, workers})
				if err != nil {
					t.Fatal(err)
				}
				if first == nil {
					first = release
				}
				if release.Len() != first.Len() || release.Len() < 100 {
					t.Fatalf("strategy %d, %d workers: %d groups, want %d", strategy, workers, release.Len(), first.Len())
				}
				for i := range release.Len() {
					for d := range columns {
						if got, want := release.Region(i, d), first.Region(i, d); !reflect.DeepEqual(got, want) {
							t.Fatalf("strategy %d, %d workers: group %d covers %v of column %d, want %v", strategy, workers, i, got, d, want)
						}
					}
				}
			}
		}
	}
}

// intervals is the hierarchy of tens, and of thirties.
func intervals(t *testing.T, size int) *hierarchy.Tree {
	t.Helper()
	var entries []hierarchy.Entry
	for v := range size {
		entries = append(entries,
			hierarchy.Entry{Value: int32(v), Level: 1, Label: fmt.Sprint(v / 10)}, hierarchy.Entry{Value: int32(v), Level: 2, Label: fmt.Sprint(v / 30)})
	}
	tree, err := hierarchy.New(size, entries)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// FuzzCells gives a builder codes and histograms of any bytes: it says what is
// wrong, or the cells can be partitioned.
func FuzzCells(f *testing.F) {
	f.Add([]byte("\x02a\x01"), int64(0), int64(1), uint8(0))
	f.Add([]byte("\x00\x05\x02a\x01\x02b\x04"), int64(3), int64(0), uint8(1))
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\x7f"), int64(-1), int64(1<<40), uint8(2))
	f.Fuzz(func(t *testing.T, histogram []byte, first, second int64, constraint uint8) {
		b := cells.Builder{Constraint: knowledge.Constraint(constraint % 3)}
		other := cells.Builder{Constraint: b.Constraint}
		for i := range int64(3) {
			if b.Add([]int64{first, i}, string(histogram)) != nil || other.Add([]int64{i, second}, string(histogram)) != nil {
				return
			}
		}
		if b.Merge(&other) != nil {
			return
		}
		table, err := newCells(&b, []Column{{Size: 5, HasNull: true}, {Size: 4, Numbers: []float64{0, 1, 4, 9}}})
		if err != nil {
			return
		}
		release, err := Partition(t.Context(), table, Options{Strategy: Median, Requirements: []privacy.Requirement{privacy.MaxShare(0.9)}, Workers: 2})
		if err != nil && !errors.Is(err, ErrUnsafe) {
			t.Fatal(err)
		}
		for i := 0; err == nil && i < release.Len(); i++ {
			release.Region(i, 0)
			release.Members(i, 1)
		}
	})
}

// TestInformationOfMany: entropies of as many people as there may be stay whole numbers.
func TestInformationOfMany(t *testing.T) {
	const n = 1 << 61
	m := newInformation(n)
	// Two halves have one bit a person; three quarters and one, 2 − 3/4·log2 3.
	if got, want := m.entropy([]int64{n / 2, n / 2}, -1), math.Ldexp(n, m.shift); math.Abs(float64(got)/want-1) > 1e-12 {
		t.Errorf("the entropy of two halves is %d, want %v", got, want)
	}
	if got, want := m.entropy([]int64{n / 4 * 3, n / 4}, -1), math.Ldexp(n, m.shift)*(2-0.75*math.Log2(3)); math.Abs(float64(got)/want-1) > 1e-12 {
		t.Errorf("the entropy of three quarters and one is %d, want %v", got, want)
	}
}

// place is the group of a person with these codes.
func place(tree *Tree, codes []int64) int {
	var group [1]int64
	tree.Places(codes, group[:])
	return int(group[0])
}
