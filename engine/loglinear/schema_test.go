package loglinear

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestAcyclicExamples(t *testing.T) {
	for _, test := range []struct {
		name string
		sets [][]int
		want bool
	}{
		{"nothing", nil, true},
		{"one", [][]int{{0, 1}}, true},
		{"chain", [][]int{{0, 1}, {1, 2}, {2, 3}}, true},
		{"triangle", [][]int{{0, 1}, {1, 2}, {0, 2}}, false},
		{"filled triangle", [][]int{{0, 1}, {1, 2}, {0, 2}, {0, 1, 2}}, true},
		{"square beside a single", [][]int{{0, 1}, {1, 2}, {2, 3}, {0, 3}, {4}}, false},
		{"apart", [][]int{{0}, {1}, {2}}, true},
		{"twice", [][]int{{0, 1}, {1, 0}}, true},
		{"empty", [][]int{{}, {0}}, true},
	} {
		if _, got := Acyclic(test.sets); got != test.want {
			t.Errorf("%s: Acyclic(%v) = %t, want %t", test.name, test.sets, got, test.want)
		}
	}
}

// A hypergraph is acyclic exactly if its graph is chordal and each clique of the
// graph is within a set (Beeri, Fagin, Maier, Yannakakis 1983, Theorem 3.4).
func chordalAndConformal(sets [][]int, attributes int) bool {
	near := make([]uint, attributes)
	var masks []uint
	for _, s := range sets {
		mask := uint(0)
		for _, a := range s {
			mask |= 1 << a
		}
		masks = append(masks, mask)
		for _, a := range s {
			near[a] |= mask &^ (1 << a)
		}
	}
	for some := range uint(1) << attributes {
		clique, cycle := true, bits.OnesCount(some) >= 4
		for a := range attributes {
			if some>>a&1 == 1 {
				degree := bits.OnesCount(near[a] & some)
				clique = clique && degree == bits.OnesCount(some)-1
				cycle = cycle && degree == 2
			}
		}
		// Two disjoint cycles of induced degree 2 need six attributes and contain
		// no cycle of four; they count as chordless only if connected.
		if cycle && connected(near, some) {
			return false
		}
		if clique && bits.OnesCount(some) > 1 && !slices.ContainsFunc(masks, func(m uint) bool { return some&^m == 0 }) {
			return false
		}
	}
	return true
}

func connected(near []uint, some uint) bool {
	reached := some & -some
	for grown := true; grown; {
		grown = false
		for a := range near {
			if reached>>a&1 == 1 && near[a]&some&^reached != 0 {
				reached |= near[a] & some
				grown = true
			}
		}
	}
	return reached == some
}

func TestAcyclicAgainstGraph(t *testing.T) {
	var acyclic int
	for seed := range uint64(20000) {
		r := rand.New(rand.NewPCG(seed, 2))
		attributes := 1 + r.IntN(6)
		sets := make([][]int, 1+r.IntN(6))
		for i := range sets {
			sets[i] = r.Perm(attributes)[:1+r.IntN(min(4, attributes))]
		}
		tree, ok := Acyclic(sets)
		if want := chordalAndConformal(sets, attributes); ok != want {
			t.Fatalf("seed %d: Acyclic(%v) = %t, want %t", seed, sets, ok, want)
		}
		plain := make([]shape, len(sets))
		for i, s := range sets {
			plain[i].attributes = union(s)
		}
		if core := slices.ContainsFunc(decompose(plain), func(s step) bool { return s.isCore() }); core == ok {
			t.Fatalf("seed %d: a core of %v: %t, acyclic: %t", seed, sets, core, ok)
		}
		if !ok {
			continue
		}
		acyclic++
		for i := range sets {
			for j := range sets {
				common := intersection(plain[i].attributes, plain[j].attributes)
				if i != j && len(common) > 0 && !joined(tree, i, j, -1, common) {
					t.Fatalf("seed %d: %v and %v are not joined by %v", seed, sets[i], sets[j], tree)
				}
			}
		}
	}
	if acyclic < 5000 || acyclic > 19000 {
		t.Errorf("%d of 20000 are acyclic", acyclic)
	}
}

// joined reports whether the path from i to j, not over an edge twice, keeps what
// is common.
func joined(tree []Edge, i, j, over int, common []int) bool {
	if i == j {
		return true
	}
	for e, edge := range tree {
		if e == over || edge.A != i && edge.B != i || !within(common, edge.Separator) {
			continue
		}
		if joined(tree, edge.A+edge.B-i, j, e, common) {
			return true
		}
	}
	return false
}
