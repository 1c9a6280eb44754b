package breach

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/internal/bruteforce"
	"skyline/engine/internal/dynprog"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

var constraints = []knowledge.Constraint{knowledge.SVPI, knowledge.Set, knowledge.Multiset}

// encode returns the histogram of a group as the SQL aggregate makes it.
func encode(c knowledge.Constraint, people int, counts map[string]int) string {
	var h []byte
	if c != knowledge.SVPI {
		h = binary.AppendUvarint(h, 0)
		h = binary.AppendUvarint(h, uint64(people))
	}
	var values []string
	for v := range counts {
		values = append(values, v)
	}
	slices.Sort(values)
	for _, v := range values {
		if counts[v] == 0 {
			continue
		}
		h = binary.AppendUvarint(h, uint64(len(v)+1))
		h = append(h, v...)
		h = binary.AppendUvarint(h, uint64(counts[v]))
	}
	return string(h)
}

// release makes a Release of groups, in any order, and finds σ in it (-1: nowhere).
func release(t testing.TB, c knowledge.Constraint, groups []bruteforce.Group, sigma string) (*Release, int32) {
	t.Helper()
	b := partition.Builder{PeopleCounted: c != knowledge.SVPI}
	for _, g := range groups {
		if err := b.Add(encode(c, g.People, g.Counts)); err != nil {
			t.Fatalf("Add(%v) = %v", g, err)
		}
	}
	r, err := NewRelease(b.Table(), c)
	if err != nil {
		t.Fatalf("NewRelease(%v) = %v", groups, err)
	}
	value, ok := b.Number(sigma)
	if !ok {
		value = -1
	}
	return r, value
}

// dpGroups returns the groups as the dynamic program takes them.
func dpGroups(groups []bruteforce.Group, sigma string) []dynprog.Group {
	var out []dynprog.Group
	for _, g := range groups {
		d := dynprog.Group{People: int64(g.People), Sigma: int64(g.Counts[sigma])}
		for v, n := range g.Counts {
			if v != sigma && n > 0 {
				d.Others = append(d.Others, int64(n))
			}
		}
		out = append(out, d)
	}
	return out
}

// randomGroups returns groups with a reconstruction: up to people people each.
func randomGroups(rng *rand.Rand, c knowledge.Constraint, groups, people, values int) []bruteforce.Group {
	out := make([]bruteforce.Group, groups)
	for i := range out {
		g := bruteforce.Group{People: 1 + rng.IntN(people), Counts: map[string]int{}}
		switch c {
		case knowledge.SVPI:
			for range g.People {
				g.Counts[valueName(rng.IntN(values))]++
			}
		case knowledge.Set:
			for v := range values {
				if n := rng.IntN(g.People + 1); n > 0 && rng.IntN(2) == 0 {
					g.Counts[valueName(v)] = n
				}
			}
		case knowledge.Multiset:
			for range rng.IntN(g.People + 2) {
				g.Counts[valueName(rng.IntN(values))]++
			}
		}
		out[i] = g
	}
	return out
}

func valueName(v int) string { return fmt.Sprintf("v%d", v) }

// half is the threshold 1/2.
func half(t testing.TB) Threshold {
	t.Helper()
	c, err := NewThreshold(0.5)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
