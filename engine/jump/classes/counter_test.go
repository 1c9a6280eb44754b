package classes

import (
	"fmt"
	"hash/fnv"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/engine/jump/tables"
	"skyline/tests/trials"
)

// arbitrary steps anywhere, which depends on all that it may depend on.
func arbitrary(seed uint64, n int) step {
	return func(j int, counts [][]int64, set func() (*tables.Set, error)) (int, error) {
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
			fmt.Fprint(hash, s.Tables, s.Highest())
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
	n := 1 + rng.IntN(5)
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
		in.Generalizations = append(in.Generalizations, shuffled(rng, labels))
	}
	counts := make([]int, 1+rng.IntN(4))
	for range people {
		counts[rng.IntN(len(counts))]++
	}
	return in, counts
}

// shuffled numbers groups without gaps, in some order.
func shuffled(rng *rand.Rand, labels []int) []int {
	p := numbered(labels)
	names := rng.Perm(p.groups())
	for c, g := range p {
		p[c] = names[g]
	}
	return p
}

func randomStep(rng *rand.Rand, n int) (string, tables.Property, step) {
	shares := []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 3), big.NewRat(2, 3), big.NewRat(1, 1)}
	properties := []tables.Property{
		tables.MaxShare{Share: shares[rng.IntN(len(shares))]},
		tables.Distinct{Values: int64(1 + rng.IntN(3))},
		tables.Recursive{C: big.NewRat(int64(1+rng.IntN(3)), 1), L: 2},
		tables.Recursive{C: big.NewRat(3, 2), L: 3},
		tables.Entropy{L: big.NewRat(int64(10+rng.IntN(15)), 10)},
	}
	p := properties[rng.IntN(len(properties))]
	k := make([]int, n)
	for j := range k {
		k[j] = 1 + rng.IntN(3)
	}
	switch rng.IntN(5) {
	case 0:
		return fmt.Sprintf("naive %v", p), p, naive(p)
	case 1:
		return fmt.Sprintf("safe %v", p), p, safe(p)
	case 2:
		return "arbitrary", nil, arbitrary(rng.Uint64(), n)
	case 3:
		return fmt.Sprintf("jump %v %v", p, 1), p, jump(p, 1)
	}
	return fmt.Sprintf("jump %v %v", p, k), p, jump(p, k...)
}

// TestDisclosure compares all disclosure sets of tiny instances with those that are listed
// by definition.
func TestDisclosure(t *testing.T) {
	sets, instances := 0, trials.Number(1000, 4000)
	for seed := range instances {
		rng := rand.New(rand.NewPCG(3, uint64(seed)))
		most := 6
		if seed%20 == 0 {
			most = 7
		}
		in, counts := randomInstance(rng, most)
		name, p, step := randomStep(rng, len(in.Generalizations))
		in.Step = step
		if p != nil && seed%2 == 0 {
			in.First = p.HoldsGroup
		}
		in.Alike = p != nil && seed%3 > 0
		w := newWorld(t, in, counts)
		fresh := func() *Counter {
			c := New(in, 1e9)
			c.spare = rng.IntN(3) * 64
			if rng.IntN(3) == 0 {
				c.most = rng.Uint64N(100)
			}
			return c
		}
		c := fresh()
		for i := 1; i <= len(in.Generalizations); i++ {
			var texts []string
			for text := range w.sets[i-1] {
				texts = append(texts, text)
			}
			slices.Sort(texts)
			rng.Shuffle(len(texts), func(a, b int) { texts[a], texts[b] = texts[b], texts[a] })
			if rng.IntN(3) == 0 {
				c = fresh()
			}
			for _, text := range texts[:min(len(texts), 10)] {
				got, err := c.Disclosure(t.Context(), i, w.counts[i-1][text])
				if err != nil {
					t.Fatal(err)
				}
				sets++
				if d := different(got, w.disclosure(i, text)); d != "" {
					t.Fatalf("seed %d, %s, cells %v, generalizations %v: Disclosure(%d, %s): %s",
						seed, name, in.Cells, in.Generalizations, i, text, d)
				}
			}
		}
	}
	t.Logf("%d disclosure sets of %d instances", sets, instances)
}

// TestFirst compares disclosure sets of larger instances with those without First.
func TestFirst(t *testing.T) {
	for seed := range 150 {
		rng := rand.New(rand.NewPCG(8, uint64(seed)))
		people := 8 + rng.IntN(5)
		in, counts := sample(rng, seed%2 == 0, people, 2+rng.IntN(4), 3+rng.IntN(3), 2+rng.IntN(2), 1+rng.IntN(2))
		_, p, step := randomStep(rng, 3)
		if p == nil {
			continue
		}
		in.Step = step
		want, err := New(in, 1e7).Disclosure(t.Context(), 3, counts)
		if err != nil {
			t.Fatal(err)
		}
		in.First, in.Alike = p.HoldsGroup, true
		got, err := New(in, 1e7).Disclosure(t.Context(), 3, counts)
		if err != nil {
			t.Fatal(err)
		}
		if d := different(got, want); d != "" {
			t.Errorf("seed %d, %v, generalizations %v, counts %v: %s with First", seed, p, in.Generalizations, counts, d)
		}
	}
}
