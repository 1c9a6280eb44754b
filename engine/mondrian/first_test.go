package mondrian

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/knowledge"
	"skyline/tests/trials"
)

// plainly returns the split of a group that find does: of all candidates of all columns,
// in their order, the first that is allowed.
func plainly(p *partitioner, o *open) choice {
	if o.group.Of(p.absent) == o.group.People {
		return choice{} // nobody whom a release would show
	}
	s := newSearch(p)
	var all []candidate
	for d := range p.cells.columns {
		all = append(all, s.candidates(o, d)...)
	}
	for len(all) > 0 {
		slices.SortFunc(all, candidate.compare)
		c := all[0]
		all = all[1:]
		if parts := s.parts(o, c); p.allows(o.group, parts) {
			return s.choose(c, parts)
		}
		if c.at == bySizes {
			if other, ok := s.safer(o, c); ok {
				all = append(all, other)
			}
		}
	}
	return choice{}
}

// comparePlainly partitions cells, and compares each split with the plain search's. It
// returns how many there were.
func comparePlainly(t *testing.T, seed uint64, p *partitioner) (splits int) {
	t.Helper()
	groups := p.cells.blocks(p.release.Tree)
	for i := 0; i < len(groups); i++ {
		o := groups[i]
		other := *o
		other.low, other.high = slices.Clone(o.low), slices.Clone(o.high)
		got, want := p.find(o, p.searches), plainly(p, &other)
		if got.found != want.found || got.found && (got.compare(want.candidate) != 0 || got.hasRest != want.hasRest || !slices.Equal(got.stand, want.stand)) {
			t.Fatalf("seed %d, strategy %d: a group of %d is split by %+v, want %+v", seed, p.strategy, o.group.People, got, want)
		}
		if got.found {
			splits++
			p.split(o.group, got.parts)
		}
		groups = append(groups, p.divide(groups[i:i+1], []choice{got})...)
	}
	return splits
}

// TestFind compares the search for splits with one without shortcuts.
func TestFind(t *testing.T) {
	splits := 0
	for seed := range trials.Seeds(t, 4000, 40000) {
		rng := rand.New(rand.NewPCG(seed, 41))
		constraint := knowledge.Constraint(rng.IntN(3))
		columns, people := randomTable(rng, constraint)
		requirements := randomRequirements(rng, constraint)
		if rng.IntN(4) == 0 {
			columns, people = randomPublic(rng)
			constraint = knowledge.SVPI
			requirements = randomRequirements(rng, constraint)
			requirements = hidden(cellsOf(t, constraint, columns, people).Absent(), 0, int64(40+rng.IntN(61)), requirements)
		} else if constraint == knowledge.SVPI && rng.IntN(3) == 0 {
			for i := range people {
				people[i].values = []string{""} // as without a sensitive column
			}
		}
		for d := range columns {
			columns[d].Weight = float64(rng.IntN(4))
			if rng.IntN(4) == 0 {
				randomLimits(rng, &columns[d])
			}
		}
		p := newPartitioner(t.Context(), cellsOf(t, constraint, columns, people), Options{
			Strategy: Strategy(rng.IntN(3)), Requirements: requirementsOf(requirements), Workers: 1 + rng.IntN(3),
		})
		splits += comparePlainly(t, seed, p)
	}
	if splits < 4000 {
		t.Errorf("%d splits are too few to say anything", splits)
	}
}

// TestFindInWideTables does so in tables whose cells nearly all differ, with values that
// are far apart, many alike, or NULL.
func TestFindInWideTables(t *testing.T) {
	for seed := range trials.Seeds(t, 12, 200) {
		rng := rand.New(rand.NewPCG(seed, 42))
		columns := make([]Column, 3+rng.IntN(8))
		for d := range columns {
			c := &columns[d]
			c.Size, c.HasNull = []int{2, 30, 700, 3000, 100_000}[rng.IntN(5)], rng.IntN(3) == 0
			c.Weight = float64(rng.IntN(3))
			switch rng.IntN(8) {
			case 0:
				c.Hierarchy = randomHierarchy(rng, min(c.Size, 3000))
				c.Size = min(c.Size, 3000)
				c.Named = randomNames(rng, c.Hierarchy)
			case 1, 2:
				for code := range c.Size {
					c.Numbers = append(c.Numbers, math.Pow(float64(code), 3))
				}
			case 3: // many at one place
				for code := range c.Size {
					c.Numbers = append(c.Numbers, float64(code/100))
				}
			case 4:
				randomLimits(rng, c)
			}
		}
		b := cells.Builder{}
		codes := make([]int64, len(columns))
		most := 1 + rng.IntN(2)*rng.IntN(30) // people in a cell
		for range 300 + rng.IntN(1200) {
			for d := range columns {
				codes[d] = int64(min(rng.IntN(columns[d].Size), rng.IntN(columns[d].Size)))
			}
			alike := slices.Repeat([]person{{values: []string{string(rune('a' + rng.IntN(1+int(seed%4))))}}}, 1+rng.IntN(most))
			if err := b.Add(slices.Clone(codes), histogram(true, alike)); err != nil {
				t.Fatal(err)
			}
		}
		table, err := newCells(&b, columns)
		if err != nil {
			t.Fatal(err)
		}
		p := newPartitioner(t.Context(), table, Options{
			Strategy: Strategy(seed % 3), Requirements: requirementsOf(randomRequirements(rng, knowledge.SVPI)), Workers: 1 + rng.IntN(3),
		})
		comparePlainly(t, seed, p)
	}
}
