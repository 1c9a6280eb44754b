package risk

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"skyline/engine/hierarchy"
	"skyline/engine/partition"
)

// moved is the earth mover's distance from its definition: the least cost of moving group
// to whole, which have the same sum, where a unit from i to j costs cost(i, j). As long as
// there is a way on which moving otherwise costs less, it is taken (Klein's algorithm).
func moved(group, whole []int64, cost func(i, j int) int64) int64 {
	m := len(group)
	flow := make([][]int64, m)
	for i := range flow {
		flow[i] = make([]int64, m)
	}
	// Any way to begin with.
	left, need := slices.Clone(group), slices.Clone(whole)
	for i := range m {
		for j := range m {
			n := min(left[i], need[j])
			flow[i][j] += n
			left[i] -= n
			need[j] -= n
		}
	}
	for {
		// Of two flows from i to j and from a to b, one may go to b and the other to j; longer
		// rounds of them are found by Bellman and Ford on the sources.
		distance, via := make([]int64, 2*m), make([]int, 2*m)
		last := -1
		for range 2 * m {
			last = -1
			for i := range m {
				for j := range m {
					if d := distance[i] + cost(i, j); d < distance[m+j] {
						distance[m+j], via[m+j], last = d, i, m+j
					}
					if flow[i][j] > 0 && distance[m+j]-cost(i, j) < distance[i] {
						distance[i], via[i], last = distance[m+j]-cost(i, j), m+j, i
					}
				}
			}
		}
		if last < 0 {
			break
		}
		for range 2 * m {
			last = via[last]
		}
		n, at := int64(math.MaxInt64), last
		for {
			if from := via[at]; from >= m {
				n = min(n, flow[at][from-m])
			}
			if at = via[at]; at == last {
				break
			}
		}
		for {
			if from := via[at]; from >= m {
				flow[at][from-m] -= n
			} else {
				flow[from][at-m] += n
			}
			if at = via[at]; at == last {
				break
			}
		}
	}
	total := int64(0)
	for i := range m {
		for j := range m {
			total += flow[i][j] * cost(i, j)
		}
	}
	return total
}

// smallTree is a tree over m values, from random labels that nest.
func smallTree(t *testing.T, rng *rand.Rand, m int) (tree *hierarchy.Tree, level func(i, j int) int64) {
	t.Helper()
	height := 1 + rng.IntN(3)
	labels := make([][]int, m) // by value and level
	var entries []hierarchy.Entry
	parents := make([]map[int]int, height)
	for l := range parents {
		parents[l] = map[int]int{}
	}
	for v := range m {
		at := v
		for l := range height {
			if _, ok := parents[l][at]; !ok {
				parents[l][at] = rng.IntN(1 + m/(l+2))
			}
			at = parents[l][at]
			labels[v] = append(labels[v], at)
			entries = append(entries, hierarchy.Entry{Value: int32(v), Level: int64(l + 1), Label: strconv.Itoa(at)})
		}
	}
	tree, err := hierarchy.New(m, entries)
	if err != nil {
		t.Fatal(err)
	}
	return tree, func(i, j int) int64 {
		if i == j {
			return 0
		}
		for l := range height {
			if labels[i][l] == labels[j][l] {
				return int64(l + 1)
			}
		}
		return int64(height + 1) // the root that is added
	}
}

// byNodes is the paper's sum over the inner nodes of a tree: for each, its level times what
// moves between its children. It returns it in units of 1/(n·N).
func byNodes(tree *hierarchy.Tree, group, whole []int64, n, total int64) int64 {
	cost := int64(0)
	var extra func(node int32) int64
	extra = func(node int32) int64 {
		at := tree.Node(node)
		if at.Level == 0 {
			v := tree.Value(node)
			return group[v]*total - whole[v]*n
		}
		more, less := int64(0), int64(0)
		for _, child := range at.Children {
			x := extra(child)
			more += max(x, 0)
			less += max(-x, 0)
		}
		cost += at.Level * min(more, less)
		return more - less
	}
	extra(tree.Ancestor(0, tree.Height()))
	return cost
}

// TestDistancesByDefinition compares both distances with the least cost of moving, and that
// along a tree with the paper's formula: of all groups with up to two people of each of three
// values, and of random ones.
func TestDistancesByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	check := func(group, rest []int64) {
		m := len(group)
		whole, g := slices.Clone(rest), partition.Group{}
		n, total := int64(0), int64(0)
		for v, c := range group {
			whole[v] += c
			n += c
			total += whole[v]
			if c > 0 {
				g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: c})
			}
		}
		if n == 0 {
			return
		}
		var supply, demand []int64
		for v := range m {
			supply, demand = append(supply, group[v]*total), append(demand, whole[v]*n)
		}
		order := make([]int32, m)
		place := make([]int64, m) // among the values that occur
		for i, v := range rng.Perm(m) {
			order[i] = int32(v)
		}
		occur := int64(0)
		for _, v := range order {
			place[v] = occur
			if whole[v] > 0 {
				occur++
			}
		}
		ordered, ok := NewOrderedDistance(whole, order)
		if !ok {
			t.Fatal("no order")
		}
		want := big.NewRat(moved(supply, demand, func(i, j int) int64 { return max(place[i]-place[j], place[j]-place[i]) }), n*total*max(1, occur-1))
		if got := ordered.Of(&g); got.Compare(want) != 0 {
			t.Fatalf("ordered distance of %v in %v: %v, want %v", group, whole, got.Float(), want)
		}
		tree, level := smallTree(t, rng, m)
		leaves := make([]int32, m)
		for v := range leaves {
			leaves[v] = int32(v)
		}
		along, ok := NewTreeDistance(whole, tree, leaves)
		if !ok {
			t.Fatal("no tree")
		}
		cost := moved(supply, demand, level)
		if nodes := byNodes(tree, group, whole, n, total); nodes != cost {
			t.Fatalf("the paper's formula for %v in %v: %d, by moving %d", group, whole, nodes, cost)
		}
		want = big.NewRat(cost, n*total*tree.Height())
		if got := along.Of(&g); got.Compare(want) != 0 {
			t.Fatalf("hierarchical distance of %v in %v: %v, want %v", group, whole, got.Float(), want)
		}
	}
	digits := func(code, base, n int) (counts []int64) {
		for range n {
			counts = append(counts, int64(code%base))
			code /= base
		}
		return counts
	}
	for a := range 27 {
		for b := range 27 {
			check(digits(a, 3, 3), digits(b, 3, 3))
		}
	}
	for range 1500 {
		m := 1 + rng.IntN(7)
		group, rest := make([]int64, m), make([]int64, m)
		for v := range m {
			group[v], rest[v] = rng.Int64N(4), rng.Int64N(5)
		}
		check(group, rest)
	}
}

// TestTreeExample: three values below a, three below b, three below c; a and b below x, c
// below y. The whole table has each once, and the group those of a. So 1/3 of it goes to b,
// over level 2, and 1/3 to c, over the root at level 3: (1/3)·(2/3) + (1/3)·1 = 5/9.
func TestTreeExample(t *testing.T) {
	var entries []hierarchy.Entry
	for v := range int32(9) {
		entries = append(entries, hierarchy.Entry{Value: v, Level: 1, Label: "abc"[v/3 : v/3+1]}, hierarchy.Entry{Value: v, Level: 2, Label: "xxy"[v/3 : v/3+1]})
	}
	tree, err := hierarchy.New(9, entries)
	if err != nil {
		t.Fatal(err)
	}
	whole := slices.Repeat([]int64{1}, 9)
	d, ok := NewTreeDistance(whole, tree, []int32{0, 1, 2, 3, 4, 5, 6, 7, 8})
	g := partition.Group{People: 3, Counts: []partition.Count{{Value: 0, N: 1}, {Value: 1, N: 1}, {Value: 2, N: 1}}}
	if !ok || d.Of(&g).Compare(big.NewRat(5, 9)) != 0 {
		t.Errorf("distance %v, want 5/9", d.Of(&g).Float())
	}
	if _, ok := NewTreeDistance(whole, tree, []int32{0, 1, 2, 3, 4, 5, 6, 7, -1}); ok {
		t.Error("a value that is not in the tree has a place")
	}
}

// TestNumbersByDefinition compares windows and variances with their definitions: each begins
// at some value, or is left of one; and the mean of the squared differences.
func TestNumbersByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for trial := range 3000 {
		m := 1 + rng.IntN(6)
		values := make([]*big.Rat, m)
		scale := []int64{1, 10, 3, 1 << 40}[rng.IntN(4)]
		for v := range values {
			if rng.IntN(6) > 0 {
				values[v] = big.NewRat(rng.Int64N(20)-10, scale)
				if rng.IntN(8) == 0 { // beyond words of 64 bits
					values[v].Mul(values[v], new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 70)))
				}
			}
		}
		g := partition.Group{}
		var people []*big.Rat // nil: none
		for v := range values {
			n := rng.Int64N(4)
			if trial%7 == 0 {
				n <<= 33
			}
			if n > 0 {
				g.People += n
				g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: n})
				people = append(people, values[v])
			}
		}
		if g.People == 0 {
			continue
		}
		width := big.NewRat(rng.Int64N(12), scale)
		x := NewNumbers(values)
		if got, want := x.Windows(width).Most(&g), mostByDefinition(g.Counts, people, width); got != want {
			t.Fatalf("trial %d: the most within a window is %d, want %d, of %v with %v and width %v", trial, got, want, g.Counts, values, width)
		}
		want := varianceByDefinition(g.Counts, people)
		float, _ := want.Float64()
		same(t, "Variance", x.Variance(&g), float, 0)
		for _, c := range []struct {
			add  int64
			want bool
		}{{-1, true}, {0, true}, {1, false}} {
			bound := new(big.Rat).Add(want, new(big.Rat).SetFrac(big.NewInt(c.add), new(big.Int).Lsh(big.NewInt(1), 300)))
			if bound.Sign() > 0 && x.LeastVariance(bound).Holds(&g) != c.want {
				t.Fatalf("trial %d: a variance %d below its bound by a little holds %v", trial, c.add, !c.want)
			}
		}
	}
}

func mostByDefinition(counts []partition.Count, people []*big.Rat, width *big.Rat) int64 {
	most := int64(0)
	for i := range people {
		if people[i] == nil {
			most = max(most, counts[i].N)
			continue
		}
		end, within := new(big.Rat).Add(people[i], width), int64(0)
		for j := range people {
			if people[j] != nil && people[j].Cmp(people[i]) >= 0 && people[j].Cmp(end) <= 0 {
				within += counts[j].N
			}
		}
		most = max(most, within)
	}
	return most
}

func varianceByDefinition(counts []partition.Count, people []*big.Rat) *big.Rat {
	n, sum := new(big.Rat), new(big.Rat)
	each := func(f func(times, x *big.Rat)) {
		for i, x := range people {
			if x != nil {
				f(big.NewRat(counts[i].N, 1), x)
			}
		}
	}
	each(func(times, x *big.Rat) {
		n.Add(n, times)
		sum.Add(sum, new(big.Rat).Mul(times, x))
	})
	variance := new(big.Rat)
	if n.Sign() == 0 {
		return variance
	}
	mean := sum.Quo(sum, n)
	each(func(times, x *big.Rat) {
		d := new(big.Rat).Sub(x, mean)
		variance.Add(variance, times.Mul(times, d.Mul(d, d)))
	})
	return variance.Quo(variance, n)
}

// TestRanked: few ranks come in the same order as any, which are sorted.
func TestRanked(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 64))
	for range 1000 {
		m := 1 + rng.IntN(64)
		ranks, high := make([]int32, m), make([]int32, m)
		for v, rank := range rng.Perm(m) {
			ranks[v], high[v] = int32(rank), int32(rank+64)
		}
		g := &partition.Group{}
		for _, v := range rng.Perm(m)[:1+rng.IntN(m)] {
			g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: rng.Int64N(1 << 40)})
		}
		few, sorted := ranked(nil, g, ranks), ranked(nil, g, high)
		for i := range sorted {
			sorted[i].Value -= 64
		}
		if !slices.Equal(few, sorted) {
			t.Fatalf("%v, want %v", few, sorted)
		}
	}
}
