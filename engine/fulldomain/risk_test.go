package fulldomain

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/population"
	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// groupsAt returns the QI groups of a generalization.
func (e *example) groupsAt(levels []int) [][]person {
	at := map[string]int{}
	var groups [][]person
	for _, p := range e.people {
		var labels []string
		for d, level := range levels {
			labels = append(labels, e.ladders[d][level][p.codes[d]])
		}
		key := strings.Join(labels, "|")
		if _, ok := at[key]; !ok {
			at[key] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[key]] = append(groups[at[key]], p)
	}
	return groups
}

// eachNode calls f with all levels.
func (e *example) eachNode(f func(levels []int)) {
	levels := make([]int, len(e.ladders))
	for d := 0; d >= 0; {
		f(levels)
		for d = len(levels) - 1; d >= 0; d-- {
			if levels[d]++; levels[d] < len(e.ladders[d]) {
				break
			}
			levels[d] = 0
		}
	}
}

// searched are the levels that a search returns, with how many people are left out.
func searched(t *testing.T, e *example, rng *rand.Rand, options Options) map[string]int64 {
	t.Helper()
	table, trees := e.cells(t, rng)
	options.Workers = rng.IntN(3)
	result, err := Search(t.Context(), table, trees, options)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int64{}
	for _, n := range result.Nodes {
		found[fmt.Sprint(n.Levels)] = n.Suppressed
	}
	return found
}

// agree compares a search for the safe generalizations, and one for the minimal ones, with
// how many people have to be left out for each, at most limit.
func (e *example) agree(t *testing.T, seed uint64, rng *rand.Rand, requirements []privacy.Requirement, limit int64, fewest func(groups [][]person) int64) (nodes, safe int) {
	t.Helper()
	want, all := map[string]int64{}, [][]int{}
	e.eachNode(func(levels []int) {
		nodes++
		if n := fewest(e.groupsAt(levels)); n <= limit {
			want[fmt.Sprint(levels)] = n
			all = append(all, slices.Clone(levels))
		}
	})
	options := Options{Requirements: requirements, Limit: limit, Which: Safe}
	if got := searched(t, e, rng, options); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("seed %d, limit %d: %v, want %v", seed, limit, got, want)
	}
	minimal := map[string]int64{}
	for _, levels := range all {
		if !slices.ContainsFunc(all, func(other []int) bool { return !slices.Equal(other, levels) && below(other, levels) }) {
			minimal[fmt.Sprint(levels)] = want[fmt.Sprint(levels)]
		}
	}
	options.Which = Minimal
	if got := searched(t, e, rng, options); fmt.Sprint(got) != fmt.Sprint(minimal) {
		t.Fatalf("seed %d, limit %d: minimal are %v, want %v", seed, limit, got, minimal)
	}
	return nodes, len(all)
}

// TestAverageRisk compares with a look at every node, and at all sets of groups that could be
// left out of it.
func TestAverageRisk(t *testing.T) {
	nodes, safe := 0, 0
	for seed := range trials.Seeds(t, 80, 1500) {
		rng := rand.New(rand.NewPCG(seed, 41))
		e := randomExample(rng)
		e.people = e.people[:min(len(e.people), 30)]
		hundredths, k, l := int64(5+rng.IntN(60)), int64(1+rng.IntN(4)), int64(rng.IntN(3))
		requirements := []privacy.Requirement{privacy.AverageRisk(float64(hundredths) / 100), privacy.KAnonymity(k)}
		if l > 0 {
			requirements = append(requirements, privacy.DistinctDiversity(l))
		}
		limit := int64(randomLimit(rng, e))
		n, s := e.agree(t, seed, rng, requirements, limit, func(groups [][]person) int64 {
			// What violates a requirement by itself must go. Of the others, that with fewer
			// groups of a size all have the same people: so many of each size are tried.
			out, sizes := int64(0), map[int64]int64{}
			for _, g := range groups {
				counts, _, _ := tallied(g)
				if int64(len(g)) < k || int64(len(counts)) < l {
					out += int64(len(g))
				} else {
					sizes[int64(len(g))]++
				}
			}
			var different []int64
			for size := range sizes {
				different = append(different, size)
			}
			best := int64(len(e.people)) - out
			var try func(i int, gone, stay, people int64)
			try = func(i int, gone, stay, people int64) {
				if i == len(different) {
					if gone < best && 100*stay <= hundredths*people {
						best = gone
					}
					return
				}
				size := different[i]
				for n := range sizes[size] + 1 {
					try(i+1, gone+n*size, stay+sizes[size]-n, people+(sizes[size]-n)*size)
				}
			}
			try(0, 0, 0, 0)
			return out + best
		})
		nodes, safe = nodes+n, safe+s
	}
	t.Logf("%d nodes, %d safe", nodes, safe)
	if safe < nodes/10 || safe > nodes*9/10 {
		t.Fatal("these say nothing")
	}
}

// TestPopulation compares requirements on a population with a look at every node.
func TestPopulation(t *testing.T) {
	nodes, safe := 0, 0
	for seed := range trials.Seeds(t, 120, 2500) {
		rng := rand.New(rand.NewPCG(seed, 42))
		e := randomExample(rng)
		for e.constraint != knowledge.SVPI {
			e = randomExample(rng)
		}
		tenths := rng.IntN(11)
		for i := range e.people {
			if rng.IntN(10) < tenths {
				e.people[i].values = []string{partition.Absent}
			}
		}
		table, _ := e.cells(t, rng)
		absent := table.Absent()
		k, average, share := int64(1+rng.IntN(6)), int64(5+rng.IntN(60)), int64(rng.IntN(20))
		which := 1 + rng.IntN(15)
		all := []privacy.Requirement{
			privacy.KMap(k, absent), privacy.JournalistHighestRisk(1/float64(k), absent),
			privacy.JournalistAverageRisk(float64(average)/100, absent), privacy.PopulationUniqueness(float64(share)/100, absent),
		}
		var requirements []privacy.Requirement
		for i, r := range all {
			if which>>i&1 == 1 {
				requirements = append(requirements, r)
			}
		}
		n, s := e.agree(t, seed, rng, requirements, 0, func(groups [][]person) int64 {
			people, shown, there, alone, least := int64(0), int64(0), int64(0), int64(0), int64(1<<40)
			sum := new(big.Rat)
			for _, g := range groups {
				f := int64(len(slices.DeleteFunc(slices.Clone(g), isAbsent)))
				if f == 0 {
					continue
				}
				size := int64(len(g))
				people, shown, there, least = people+f, shown+1, there+size, min(least, size)
				sum.Add(sum, big.NewRat(f, size))
				if size == 1 {
					alone++
				}
			}
			holds := []bool{
				least >= k, least >= k,
				100*shown <= average*there && sum.Cmp(big.NewRat(average*people, 100)) <= 0, 100*alone <= share*people,
			}
			for i := range holds {
				if which>>i&1 == 1 && !holds[i] {
					return 1
				}
			}
			return 0
		})
		nodes, safe = nodes+n, safe+s
	}
	t.Logf("%d nodes, %d safe", nodes, safe)
	if safe < nodes/10 || safe > nodes*9/10 {
		t.Fatal("these say nothing")
	}
}

// TestEstimatedUniqueness: where merging may break a requirement every node is looked at. If
// an estimate is too large, all go who are alone.
func TestEstimatedUniqueness(t *testing.T) {
	trials.Long(t)
	nodes, safe, broken := 0, 0, 0
	for seed := range trials.Seeds(t, 60, 150) {
		rng := rand.New(rand.NewPCG(seed, 43))
		e := randomExample(rng)
		e.ladders, e.people = e.ladders[:min(2, len(e.ladders))], e.people[:min(len(e.people), 40)]
		for i := range e.people {
			e.people[i].codes = e.people[i].codes[:len(e.ladders)]
		}
		model := population.UniqueShareModels()[rng.IntN(4)]
		fraction, share := []float64{0.05, 0.2}[rng.IntN(2)], float64(rng.IntN(6))/100
		limit := int64(randomLimit(rng, e)) * int64(rng.IntN(2))
		known := map[string]int64{}
		estimated := func(groups [][]person) int64 {
			sizes := map[int64]int64{}
			for _, g := range groups {
				sizes[int64(len(g))]++
			}
			if sizes[1] == 0 {
				return 0
			}
			var counts []population.Size
			for size, n := range sizes {
				counts = append(counts, population.Size{People: size, Groups: n})
			}
			all, err := population.FromFraction(t.Context(), counts, fraction)
			if err != nil {
				t.Fatal(err)
			}
			for _, estimate := range all {
				if estimate.Measure == population.PopulationUniqueShare && estimate.Model == model && estimate.Value <= share {
					return 0
				}
			}
			return sizes[1]
		}
		fewest := func(groups [][]person) int64 {
			key := ""
			for _, g := range groups {
				key += fmt.Sprint(len(g), " ")
			}
			if _, ok := known[key]; !ok {
				known[key] = estimated(groups)
			}
			return known[key]
		}
		n, s := e.agree(t, seed, rng, []privacy.Requirement{privacy.EstimatedUniqueness(fraction, model, share)}, limit, fewest)
		nodes, safe = nodes+n, safe+s
		e.eachNode(func(levels []int) {
			if fewest(e.groupsAt(levels)) > 0 {
				return
			}
			for d := range levels {
				above := slices.Clone(levels)
				if above[d]++; above[d] < len(e.ladders[d]) && fewest(e.groupsAt(above)) > 0 {
					broken++
				}
			}
		})
	}
	t.Logf("%d nodes, %d safe; %d safe ones are below one that is not", nodes, safe, broken)
	if safe < nodes/10 || safe > nodes*19/20 || broken == 0 {
		t.Fatal("these say nothing")
	}
}
