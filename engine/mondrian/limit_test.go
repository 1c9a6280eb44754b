package mondrian

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/knowledge"
	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// limitOf returns some of a column's limits, and for each value of the column the name of its
// block by either; nil where there is no limit.
func randomLimits(rng *rand.Rand, c *Column) (finest, coarsest []string) {
	hasFinest, hasCoarsest := rng.IntN(2) == 0, rng.IntN(2) == 0
	fine, coarse := make([]int32, c.Size), make([]int32, c.Size)
	if c.Hierarchy != nil {
		low := rng.Int64N(c.Hierarchy.Height() + 1)
		high := low + rng.Int64N(c.Hierarchy.Height()+1-low)
		c.Finest, c.Coarsest = &Limit{Level: low}, &Limit{Level: high}
		for v := range int32(c.Size) {
			// A node is told by what is called the same at its level.
			name := func(level int64) string {
				if level == 0 {
					return fmt.Sprint("=", v)
				}
				return c.Hierarchy.Label(v, level)
			}
			finest, coarsest = append(finest, name(low)), append(coarsest, name(high))
		}
	} else {
		for code := 1; code < c.Size; code++ {
			fine[code], coarse[code] = fine[code-1], coarse[code-1]
			if rng.IntN(2) == 0 {
				fine[code]++
				if rng.IntN(2) == 0 {
					coarse[code]++
				}
			}
		}
		c.Finest, c.Coarsest = &Limit{Blocks: fine}, &Limit{Blocks: coarse}
		for code := range c.Size {
			finest, coarsest = append(finest, fmt.Sprint(fine[code])), append(coarsest, fmt.Sprint(coarse[code]))
		}
	}
	if !hasFinest {
		c.Finest, finest = nil, nil
	}
	if !hasCoarsest {
		c.Coarsest, coarsest = nil, nil
	}
	return finest, coarsest
}

// TestLimits partitions tables whose columns have limits, and compares with what limits mean:
// no group has people of two coarsest blocks, and people of one finest block are told apart by
// no column that has it; who is left out are whole blocks, and no more than have to be; the
// release satisfies the requirements; and no group has a split left that the limits allow.
func TestLimits(t *testing.T) {
	seen := map[string]int{}
	for seed := range trials.Seeds(t, 4000, 40000) {
		rng := rand.New(rand.NewPCG(seed, 31))
		constraint := knowledge.Constraint(rng.IntN(3))
		columns, people := randomTable(rng, constraint)
		finest, coarsest := make([][]string, len(columns)), make([][]string, len(columns))
		for d := range columns {
			finest[d], coarsest[d] = randomLimits(rng, &columns[d])
		}
		requirements := randomRequirements(rng, constraint)
		blockOf := func(p person) string {
			name := ""
			for d := range columns {
				if coarsest[d] != nil {
					name += fmt.Sprint(d, coarsest[d][p.codes[d]], ";")
				}
			}
			return name
		}
		blocks := map[string][]person{}
		for _, p := range people {
			blocks[blockOf(p)] = append(blocks[blockOf(p)], p)
		}
		cells := cellsOf(t, constraint, columns, people)
		limit := rng.Int64N(int64(len(people)))
		left, err := cells.LeaveOut(t.Context(), requirementsOf(requirements), limit)
		if err != nil {
			t.Fatal(err)
		}
		if privacy.Apart(requirementsOf(requirements)) {
			want := int64(0)
			for _, b := range blocks {
				if !(oracle{constraint, [][]person{b}, people}).holds(requirements) {
					want += int64(len(b))
				}
			}
			if left != want {
				t.Fatalf("seed %d: %d people have to go, want %d", seed, left, want)
			}
			seen["counted"]++
		}
		options := Options{Strategy: Strategy(rng.IntN(3)), Requirements: requirementsOf(requirements), Workers: 1 + rng.IntN(2)}
		release, err := Partition(t.Context(), cells, options)
		if left > limit {
			if !errors.Is(err, ErrUnsafe) {
				t.Fatalf("seed %d: %d people have to go, %d may, and %v", seed, left, limit, err)
			}
			seen["refused"]++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		o := oracle{constraint: constraint, groups: make([][]person, release.Len())}
		gone := map[string]bool{}
		for _, p := range people {
			if at := place(release.Tree, p.codes); at >= 0 {
				o.groups[at] = append(o.groups[at], p)
				o.people = append(o.people, p)
			} else {
				gone[blockOf(p)] = true
			}
		}
		if int64(len(people)-len(o.people)) != left {
			t.Fatalf("seed %d: %d people are left out, and %d are said to be", seed, len(people)-len(o.people), left)
		}
		if !o.holds(requirements) {
			t.Fatalf("seed %d: the release does not satisfy %v", seed, names(requirements))
		}
		for i, g := range o.groups {
			for _, p := range g {
				if blockOf(p) != blockOf(g[0]) || gone[blockOf(p)] {
					t.Fatalf("seed %d: group %d has people of two blocks, or of one that is left out", seed, i)
				}
			}
			for d := range columns {
				checkShown(t, seed, release, &columns[d], i, d)
			}
		}
		for _, p := range o.people {
			for _, q := range o.people {
				same := true
				for d := range columns {
					same = same && (p.codes[d] == q.codes[d] || finest[d] != nil && finest[d][p.codes[d]] == finest[d][q.codes[d]])
				}
				if same && place(release.Tree, p.codes) != place(release.Tree, q.codes) {
					t.Fatalf("seed %d: people of one finest block are in two groups", seed)
				}
			}
		}
		if constraint == knowledge.SVPI {
			seen["splits"] += checkMinimalWithin(t, seed, o, columns, finest, requirements, floorOf(cells, requirements))
		}
		seen["released"]++
		if left > 0 {
			seen["with people left out"]++
		}
	}
	t.Log(seen)
	if min(seen["released"], seen["refused"], seen["counted"], seen["with people left out"]) < 200 {
		t.Error("too few to say anything")
	}
}

// checkShown makes sure that a group's labels keep the limits.
func checkShown(t *testing.T, seed uint64, release *Release, column *Column, group, d int) {
	t.Helper()
	for _, r := range []Region{release.Region(group, d), release.Extents(d).Region(group)} {
		if column.Hierarchy != nil {
			level := int64(0)
			if r.Node >= 0 {
				level = column.Hierarchy.Node(r.Node).Level
			}
			if r.Siblings != nil && column.Finest != nil && level <= column.Finest.Level {
				t.Fatalf("seed %d: group %d is shown at the level below %d", seed, group, level)
			}
			if column.Finest != nil && level < column.Finest.Level || column.Coarsest != nil && level > column.Coarsest.Level {
				t.Fatalf("seed %d: group %d is shown at level %d", seed, group, level)
			}
			continue
		}
		if column.Coarsest == nil {
			continue
		}
		blocks := column.Coarsest.Blocks
		if r.Low >= 0 && blocks[r.Low] != blocks[r.High] || r.Null && r.Low >= 0 && blocks[r.Low] != blocks[column.Size-1] {
			t.Fatalf("seed %d: group %d covers several blocks", seed, group)
		}
	}
}

// checkMinimalWithin tries every split that the limits allow, and returns how many.
func checkMinimalWithin(t *testing.T, seed uint64, o oracle, columns []Column, finest [][]string, requirements []requirement, floor int) int {
	t.Helper()
	tried := 0
	for i, members := range o.groups {
		for d := range columns {
			for _, parts := range allSplitsOf(members, o.people, d, &columns[d], floor) {
				partOf, torn := map[string]int{}, false
				for j, part := range parts {
					for _, p := range part {
						if finest[d] != nil {
							before, ok := partOf[finest[d][p.codes[d]]]
							torn = torn || ok && before != j
							partOf[finest[d][p.codes[d]]] = j
						}
					}
				}
				if torn {
					continue
				}
				tried++
				finer := slices.Concat(o.groups[:i], parts, o.groups[i+1:])
				if (oracle{o.constraint, finer, o.people}).holds(requirements) {
					t.Fatalf("seed %d: group %d can be split along column %d", seed, i, d)
				}
			}
		}
	}
	return tried
}

// TestWeights: weights that are all the same change nothing; and of two columns of equal codes
// that with the larger weight is cut first, by any strategy.
func TestWeights(t *testing.T) {
	for seed := range trials.Seeds(t, 300, 3000) {
		rng := rand.New(rand.NewPCG(seed, 32))
		columns, people := randomTable(rng, knowledge.SVPI)
		requirements := randomRequirements(rng, knowledge.SVPI)
		options := Options{Strategy: Strategy(rng.IntN(3)), Requirements: requirementsOf(requirements)}
		weight := []float64{1, 3, 0.1}[rng.IntN(3)]
		equal := slices.Clone(columns)
		for d := range equal {
			equal[d].Weight = weight
		}
		want, err := Partition(t.Context(), cellsOf(t, knowledge.SVPI, columns, people), options)
		got, errEqual := Partition(t.Context(), cellsOf(t, knowledge.SVPI, equal, people), options)
		if !errors.Is(errEqual, err) {
			t.Fatalf("seed %d: %v, want %v", seed, errEqual, err)
		}
		for _, p := range people {
			if err == nil && place(got.Tree, p.codes) != place(want.Tree, p.codes) {
				t.Fatalf("seed %d: weights of %v change the release", seed, weight)
			}
		}
	}
	// Twins agree on both columns. Only one cut is possible, along either.
	for _, strategy := range []Strategy{InformationGain, Median, InformationLoss} {
		for first := range 2 {
			columns := []Column{{Size: 4}, {Size: 4}}
			columns[first].Weight, columns[1-first].Weight = 1, 2
			var people []person
			for code := range int64(4) {
				people = append(people, person{[]int64{code, code}, []string{string(rune('a' + code/2))}})
			}
			release, err := Partition(t.Context(), cellsOf(t, knowledge.SVPI, columns, people), Options{Strategy: strategy, Requirements: []privacy.Requirement{privacy.KAnonymity(2)}})
			if err != nil {
				t.Fatal(err)
			}
			if dim := int(release.Tree.nodes[0].dim); dim != 1-first {
				t.Errorf("strategy %d: column %d is cut, of weight 1", strategy, dim)
			}
		}
	}
}
