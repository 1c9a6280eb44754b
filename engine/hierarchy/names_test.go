package hierarchy

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// TestNamed compares the names of random trees with their definition: whatever has the name has
// the same values.
func TestNamed(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 9))
		size := 1 + rng.IntN(7)
		names := func() string { return []string{"a", "b", "c", "d", "e", "*"}[rng.IntN(6)] }
		parent := make([]int, size)
		label := map[[2]int]string{}
		var entries []Entry
		for v := range parent {
			parent[v] = rng.IntN(3)
			for level, p := range []int{parent[v], parent[v] / 2} {
				key := [2]int{level, p}
				if _, ok := label[key]; !ok {
					label[key] = names()
				}
				entries = append(entries, Entry{int32(v), int64(level + 1), label[key]})
			}
		}
		tree, err := New(size, entries)
		if err != nil {
			continue // a label with two parents
		}
		null := int32(rng.IntN(2) * size)
		null--
		var texts []string
		if rng.IntN(3) > 0 {
			for v := range size {
				texts = append(texts, []string{"a", "b", "v"}[rng.IntN(3)]+strconv.Itoa(rng.IntN(2)*(v+1)))
				texts[v] = []string{texts[v], names()}[rng.IntN(2)]
			}
		}
		got := tree.Named(texts, null)
		name := func(node int32) (string, bool) {
			if n := tree.Node(node); n.Level > 0 {
				return n.Label, n.Label != Everything
			}
			if value := tree.Value(node); texts != nil && value != null {
				return texts[value], true
			}
			return "", false
		}
		for i := range got {
			n := tree.Node(int32(i))
			text, want := name(int32(i))
			for j := range got {
				m := tree.Node(int32(j))
				if m.Level > 0 && m.Label == text && (n.Level == 0 || m.First != n.First || m.Last != n.Last) {
					want = false
				}
			}
			if got[i] != want {
				t.Fatalf("seed %d: node %d of %v, texts %v: named %v, want %v", seed, i, entries, texts, got[i], want)
			}
			seen[strconv.FormatBool(want)+strconv.FormatBool(n.Level == 0)]++
		}
	}
	for _, k := range []string{"truetrue", "truefalse", "falsetrue", "falsefalse"} {
		if seen[k] < 100 {
			t.Errorf("%v are too few to say anything", seen)
		}
	}
	if slices.Contains((&Tree{}).Named(nil, -1), true) {
		t.Error("a tree without nodes names one")
	}
}
