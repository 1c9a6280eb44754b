package releases

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/tests/trials"
)

// TestOrders counts cores in each order: the worlds are the same, and so are the people of each class, whose sum over all
// classes is the cell's people in each world. It counts with more primes than the bound asks for, too.
func TestOrders(t *testing.T) {
	steps := budget.New(t.Context(), math.Inf(1))
	for seed := range trials.Seeds(t, 150, 3000) {
		r := rand.New(rand.NewPCG(seed, 24))
		values := 2 + r.IntN(4)
		c := coreOf(randomPeople(r, 2+r.IntN(2), values), values)
		if len(c.cells) == 0 {
			continue
		}
		_, sizes := c.classes()
		primes := primesFor(c.bound())
		var first *counted
		for _, o := range orders {
			l, err := newLayers(t.Context(), c, o, math.MaxInt)
			if err != nil {
				t.Fatal(err)
			}
			for _, more := range []int{0, 1} {
				all, err := l.add(primes+more, steps)
				if err != nil {
					t.Fatal(err)
				}
				if first == nil {
					first = all
				}
				if all.worlds.Cmp(first.worlds) != 0 {
					t.Fatalf("seed %d, order %d: %v worlds, want %v", seed, o, all.worlds, first.worlds)
				}
				for i, row := range all.people {
					sum := new(big.Int)
					for class, n := range row {
						if sum.Add(sum, n); n.Cmp(first.people[i][class]) != 0 {
							t.Fatalf("seed %d, order %d: %v people of class %d, want %v", seed, o, n, class, first.people[i][class])
						}
					}
					if want := new(big.Int).Mul(all.worlds, big.NewInt(c.cells[i].people)); sum.Cmp(want) != 0 || len(row) != len(sizes) {
						t.Fatalf("seed %d, order %d: %v people, want %v", seed, o, sum, want)
					}
				}
			}
		}
	}
}

// TestBoundOfCounts has two cells of two people and a group of both: in a core of one release the worlds are as many as they can be,
// and so are their people.
func TestBoundOfCounts(t *testing.T) {
	c := &core{
		values: []int32{0, 1},
		cells:  []coreCell{{people: 2, groups: []int32{0}}, {people: 2, groups: []int32{0}}},
		groups: []coreGroup{{cells: []int32{0, 1}, counts: []int64{2, 2}}},
	}
	// 4!/(2!·2!) worlds; two people of a cell have a value of the only class in each of them.
	if bound := c.bound(); bound.Cmp(big.NewInt(12)) < 0 {
		t.Errorf("at most %v, but 6 worlds have 12 people of a cell", bound)
	}
}

// TestClasses has two values of a core that each group has equally often, and two that are like them in one group only.
func TestClasses(t *testing.T) {
	c := &core{
		values: []int32{0, 1, 2, 3},
		cells:  []coreCell{{people: 2, groups: []int32{0, 1}}, {people: 2, groups: []int32{0}}, {people: 2, groups: []int32{1}}},
		groups: []coreGroup{{cells: []int32{0, 1}, counts: []int64{1, 1, 1, 1}}, {release: 1, cells: []int32{0, 2}, counts: []int64{1, 2, 1, 0}}},
	}
	of, sizes := c.classes()
	if of[0] != of[2] || of[0] == of[1] || of[3] == of[0] || of[3] == of[1] || len(sizes) != 3 || sizes[of[0]] != 2 {
		t.Errorf("classes %v of %v values", of, sizes)
	}
}

// TestFewerStates makes sure that states which differ by the order of values of a class are one: six values that occur
// once in each of two groups, and one that occurs more often in one of them.
func TestFewerStates(t *testing.T) {
	c := &core{
		values: []int32{0, 1, 2, 3, 4, 5, 6},
		cells:  []coreCell{{people: 4, groups: []int32{0, 1}}, {people: 4, groups: []int32{0}}, {people: 4, groups: []int32{1}}},
		groups: []coreGroup{{cells: []int32{0, 1}, counts: []int64{1, 1, 1, 1, 1, 1, 2}}, {release: 1, cells: []int32{0, 2}, counts: []int64{2, 1, 1, 1, 1, 1, 1}}},
	}
	var states [2]int
	for i := range states {
		h := newChooser(c, byCells)
		b := newBuilder(h, budget.New(t.Context(), math.Inf(1)))
		if i == 1 {
			b.class = nil
		}
		for p := b.next(); p != none; p = b.next() {
			if err := b.step(p); err != nil {
				t.Fatal(err)
			}
			if b.left[b.places[p].cell] == 0 {
				states[i] += b.states.len()
			}
		}
	}
	if 2*states[0] > states[1] {
		t.Errorf("%d states between cells, and %d if values of a class are told apart", states[0], states[1])
	}
}
