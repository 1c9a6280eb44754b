package joint

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/disclosure"
	"skyline/engine/internal/bitset"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// largePermutations returns a permutation set of more tables than a word has bits.
func largePermutations(rng *rand.Rand, most int) (list *List, counts [][]int64, values int) {
	for {
		people := 5 + rng.IntN(4)
		values = 2 + rng.IntN(4)
		own := make(world, people)
		for i := range own {
			own[i] = rng.IntN(values)
		}
		groups := randomGroups(rng, people, 1+rng.IntN(3))
		counts = signatureOf(own, groups, values)
		p := &Problem{Values: values, Groups: [][]int{groups}, Strategy: Safe, Property: &steps{}, Limit: 1e7}
		if n := p.Forecast(0, counts) / float64(people+1); n > float64(most) || bitset.Words(int(n)) < 2 {
			continue
		}
		list, _ = p.Disclosure(context.Background(), 0, counts)
		return list, counts, values
	}
}

// above returns a threshold a little above a probability, and that at it. What the
// engines round to a float64 is a fraction of few digits here.
func above(t *testing.T, p float64) (at breach.Threshold, next []breach.Threshold) {
	t.Helper()
	at, err := breach.NewThreshold(p)
	if err != nil {
		t.Fatal(err)
	}
	if c := p * (1 + 1e-9); c <= 1 {
		more, err := breach.NewThreshold(c)
		if err != nil {
			t.Fatal(err)
		}
		next = append(next, more)
	}
	return at, next
}

// TestLargePermutationSets compares with the maxima that the project computes elsewhere.
func TestLargePermutationSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	for range 500 {
		list, counts, values := largePermutations(rng, 2000)
		var release []disclosure.Group
		table := &partition.Table{Values: make([]partition.Value, values)}
		for _, of := range counts {
			g, err := groupOf(of)
			if err != nil {
				t.Fatal(err)
			}
			d := disclosure.Group{People: g.People, Copies: 1}
			for _, c := range g.Counts {
				d.Counts = append(d.Counts, c.N)
			}
			release, table.Groups, table.People = append(release, d), append(table.Groups, g), table.People+g.People
		}
		one := thresholdOf(t, big.NewRat(1, 1))
		k := rng.IntN(4)
		levels, err := disclosure.Measure(context.Background(), release, k, one, 1)
		if err != nil {
			t.Fatal(err)
		}
		at, next := above(t, levels[k].Implications)
		if p, _ := NewImplications(k, at); holds(t, p, list) {
			t.Fatalf("%v: safe for %d implications at %v", counts, k, levels[k].Implications)
		}
		for _, c := range next {
			if p, _ := NewImplications(k, c); !holds(t, p, list) {
				t.Fatalf("%v: not safe for %d implications above %v", counts, k, levels[k].Implications)
			}
		}
		prepared, err := breach.NewRelease(table, knowledge.SVPI)
		if err != nil {
			t.Fatal(err)
		}
		sigma := rng.IntN(values)
		point := knowledge.Point{L: rng.Int64N(3), K: rng.Int64N(3), M: rng.Int64N(4)}
		found, err := prepared.Check(context.Background(), int32(sigma), []breach.Requirement{{Point: point, C: one}})
		if err != nil {
			t.Fatal(err)
		}
		if found[0].Breach == 0 {
			continue
		}
		at, next = above(t, found[0].Breach)
		skyline := func(c breach.Threshold) Property {
			s, err := NewSkyline(values, []breach.ValueRequirements{{Value: int32(sigma), Requirements: []breach.Requirement{{Point: point, C: c}}}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		if holds(t, skyline(at), list) {
			t.Fatalf("%v: %d safe at %+v at %v", counts, sigma, point, found[0].Breach)
		}
		for _, c := range next {
			if !holds(t, skyline(c), list) {
				t.Fatalf("%v: %d not safe at %+v above %v", counts, sigma, point, found[0].Breach)
			}
		}
	}
}

// TestLargeParts compares parts of them with all knowledge of up to one thing of each
// kind, and with two simple implications to the atom in question, table by table.
func TestLargeParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for range 25 {
		list, _, values := largePermutations(rng, 300)
		var rows [][]int
		for i := range list.Len() {
			if rng.IntN(4) > 0 {
				rows = append(rows, list.Table(i))
			}
		}
		part, err := NewList(values, rows)
		if err != nil {
			t.Fatal(err)
		}
		if part.Len() != len(rows) {
			t.Fatalf("Len = %d, want %d", part.Len(), len(rows))
		}
		sigma := rng.IntN(values)
		want := oneOfEach(rows, values, sigma)
		for _, c := range thresholds(want) {
			if got := holds(t, skylineOf(t, values, sigma, knowledge.Point{L: 1, K: 1, M: 1}, c), part); got != (want.Cmp(c) < 0) {
				t.Fatalf("%v: safe for %d below %v = %v, the breach probability is %v", rows, sigma, c, got, want)
			}
		}
		want = twoToTheAtom(rows, values)
		for _, c := range thresholds(want) {
			if got := holds(t, implicationsOf(t, 2, c), part); got != (want.Cmp(c) < 0) {
				t.Fatalf("%v: safe for 2 implications below %v = %v, the maximum is %v", rows, c, got, want)
			}
		}
	}
}

// oneOfEach is the breach probability of a value for at most one of each kind; −1 stands
// for none, and for a value that nobody has.
func oneOfEach(rows [][]int, values, sigma int) *big.Rat {
	best := new(big.Rat)
	people := len(rows[0])
	for t := range people {
		for x := -1; x < values; x++ {
			for u := -1; u < people; u++ {
				for v := -1; v < people; v++ {
					if x == sigma || u == t || v == t || u >= 0 && u == v {
						continue
					}
					// By the value of u at once.
					has, all := make([]int64, values), make([]int64, values)
					for _, row := range rows {
						if row[t] == x || v >= 0 && row[v] == sigma && row[t] != sigma {
							continue
						}
						y := 0
						if u >= 0 {
							y = row[u]
						}
						all[y]++
						if row[t] == sigma {
							has[y]++
						}
					}
					for y := range values {
						if has[y] > 0 && big.NewRat(has[y], all[y]).Cmp(best) > 0 {
							best.SetFrac64(has[y], all[y])
						}
					}
				}
			}
		}
	}
	return best
}

// twoToTheAtom is the largest probability of an atom, given that each of two others
// implies it.
func twoToTheAtom(rows [][]int, values int) *big.Rat {
	best := new(big.Rat)
	atoms := len(rows[0]) * values
	is := func(row []int, atom int) bool { return row[atom/values] == atom%values }
	for target := range atoms {
		for a := range atoms {
			for b := range a + 1 {
				var with, all int64
				for _, row := range rows {
					if is(row, target) {
						with++
						all++
					} else if !is(row, a) && !is(row, b) {
						all++
					}
				}
				if with > 0 && big.NewRat(with, all).Cmp(best) > 0 {
					best.SetFrac64(with, all)
				}
			}
		}
	}
	return best
}
