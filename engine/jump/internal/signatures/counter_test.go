package signatures

import (
	"fmt"
	"hash/fnv"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
	"skyline/tests/trials"
)

// arbitrary steps anywhere, which depends on all that it may depend on.
func arbitrary(seed uint64, n int) step {
	return func(j int, counts [][]int64, set func() (*beliefs.Set, error)) (int, error) {
		var columns []string
		for v := range counts[0] {
			var column []int64
			for _, row := range counts {
				column = append(column, row[v])
			}
			columns = append(columns, strings.Trim(fmt.Sprint(column), "0 []"))
		}
		columns = slices.DeleteFunc(columns, func(c string) bool { return c == "" })
		slices.Sort(columns)
		hash := fnv.New64a()
		fmt.Fprint(hash, seed, j, columns)
		if hash.Sum64()%5 < 3 {
			s, err := set()
			if err != nil {
				return 0, err
			}
			fmt.Fprint(hash, s.Tables, highest(s))
		}
		return [...]int{Stop, j + 1, j + 1, min(j+2, n+1), n}[hash.Sum64()%5], nil
	}
}

// randomInstance has a few people, and how many of them have each value.
func randomInstance(rng *rand.Rand, most int) (*Instance, []int) {
	in := &Instance{}
	people := 1 + rng.IntN(most)
	for left := people; left > 0; {
		n := 1
		if rng.IntN(3) == 0 {
			n = 1 + rng.IntN(left)
		}
		in.Cells = append(in.Cells, int64(n))
		left -= n
	}
	n := 2 + rng.IntN(4)
	nested := rng.IntN(2) == 0
	for j := range n {
		labels := make([]int, len(in.Cells))
		groups := 1 + rng.IntN(len(labels))
		for c := range labels {
			labels[c] = rng.IntN(groups)
		}
		if j > 0 {
			before := in.Generalizations[j-1]
			merge := rng.Perm(len(labels))
			for c := range labels {
				if nested {
					labels[c] = merge[before[c]] % groups
				}
			}
			if rng.IntN(5) == 0 {
				labels = in.Generalizations[rng.IntN(j)] // reuse
				nested = false
			}
		}
		in.Generalizations = append(in.Generalizations, numbered(labels))
	}
	counts := make([]int, 1+rng.IntN(4))
	for range people {
		counts[rng.IntN(len(counts))]++
	}
	return in, counts
}

// random gives an instance an algorithm, and returns its name.
func (in *Instance) random(rng *rand.Rand) string {
	shares := []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 3), big.NewRat(2, 3), big.NewRat(1, 1)}
	properties := []beliefs.Property{
		beliefs.MaxShare{Share: shares[rng.IntN(len(shares))]},
		beliefs.Distinct{Values: int64(1 + rng.IntN(3))},
		beliefs.Recursive{C: big.NewRat(int64(1+rng.IntN(3)), 1), L: 2},
		beliefs.Recursive{C: big.NewRat(3, 2), L: 3},
		beliefs.Entropy{L: big.NewRat(int64(10+rng.IntN(15)), 10)},
	}
	p := properties[rng.IntN(len(properties))]
	n := len(in.Generalizations)
	k := make([]int, n)
	for j := range k {
		k[j] = 1 + rng.IntN(3)
	}
	in.First, in.After = p.HoldsGroup, 2
	switch rng.IntN(5) {
	case 0:
		in.Step = naive(p)
		return fmt.Sprintf("naive %v", p)
	case 1:
		in.Step = safe(p)
		return fmt.Sprintf("safe %v", p)
	case 2:
		in.After, in.Step = rng.IntN(n+1), arbitrary(rng.Uint64(), n)
		if in.After == 1 {
			in.After = n
		}
		return fmt.Sprintf("arbitrary, after %v %v", p, in.After)
	case 3:
		in.Step = jump(p, 1)
		return fmt.Sprintf("jump %v %v", p, 1)
	}
	in.Step = jump(p, k...)
	return fmt.Sprintf("jump %v %v", p, k)
}

// TestDisclosure compares all disclosure sets of tiny instances with those that are listed
// by definition.
func TestDisclosure(t *testing.T) {
	sets, instances := 0, trials.Number(500, 4000)
	for seed := range instances {
		rng := rand.New(rand.NewPCG(3, uint64(seed)))
		most := 6
		if seed%20 == 0 {
			most = 7
		}
		in, counts := randomInstance(rng, most)
		name := in.random(rng)
		w := newWorld(t, in, counts)
		for i := 2; i <= len(in.Generalizations); i++ {
			classes := w.Classes(i, w.all)
			rng.Shuffle(len(classes), func(a, b int) { classes[a], classes[b] = classes[b], classes[a] })
			for _, class := range classes[:min(len(classes), 10)] {
				got, err := in.upTo(i).Disclosure(w.signature(i, class[0], len(counts)), budget.New(t.Context(), 1e12))
				if err != nil {
					t.Fatal(err)
				}
				sets++
				if d := different(got, w.believed(w.Disclosure(i, class[0]), len(counts))); d != "" {
					t.Fatalf("seed %d, %s, cells %v, generalizations %v: Disclosure(%d) of %v: %s",
						seed, name, in.Cells, in.Generalizations, i, class[0], d)
				}
			}
		}
	}
	t.Logf("%d disclosure sets of %d instances", sets, instances)
}
