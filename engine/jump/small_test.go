package jump

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// small is an instance with all tables of its people and values.
type small struct {
	groups [][]int32 // by generalization and person
	cellOf []int32
	all    [][]int32 // all tables
}

func (s *small) String() string { return fmt.Sprint(s.groups, " ", s.all[0]) }

// smallInstance draws an instance: of partitions of any kind, or of coarser and coarser
// ones, sometimes in another order.
func smallInstance(rng *rand.Rand) *small {
	s := &small{}
	people, n := 4+rng.IntN(5), 2+rng.IntN(4)
	of := make([]int32, people)
	crossing := []int{0, 0, 2, 10}[rng.IntN(4)] // tenths
	for x := range of {
		of[x] = int32(x / 2)
	}
	for range n {
		to, merged := rng.Perm(people), 1+rng.IntN(2)
		of = slices.Clone(of) // groups move as a whole
		for x, g := range of {
			of[x] = int32(to[g] / merged)
		}
		if rng.IntN(10) < crossing {
			across := make([]int32, people)
			for x := range across {
				across[x] = int32(rng.IntN(3))
			}
			s.groups = append(s.groups, across)
		} else {
			s.groups = append(s.groups, of)
		}
	}
	if rng.IntN(2) == 0 { // everybody in one group at last
		s.groups[n-1] = make([]int32, people)
	}
	if rng.IntN(6) == 0 {
		rng.Shuffle(n, func(a, b int) { s.groups[a], s.groups[b] = s.groups[b], s.groups[a] })
	}
	known := map[string]int32{}
	for x := range people {
		var key []int32
		for _, of := range s.groups {
			key = append(key, of[x])
		}
		if _, ok := known[fmt.Sprint(key)]; !ok {
			known[fmt.Sprint(key)] = int32(len(known))
		}
		s.cellOf = append(s.cellOf, known[fmt.Sprint(key)])
	}
	left := make([]int, 2+rng.IntN(3))
	for range people {
		left[rng.IntN(len(left))]++
	}
	s.list(left, nil)
	return s
}

func (s *small) list(left []int, table []int32) {
	if len(table) == len(s.cellOf) {
		s.all = append(s.all, slices.Clone(table))
		return
	}
	for v := range left {
		if left[v] > 0 {
			left[v]--
			s.list(left, append(table, int32(v)))
			left[v]++
		}
	}
}

// engine is the table for the engine.
func (s *small) engine(t *testing.T, table []int32) *Table {
	t.Helper()
	cells := int(slices.Max(s.cellOf)) + 1
	numbers := make([]map[int32]int64, cells)
	groups := make([][]int32, len(s.groups))
	for j := range groups {
		groups[j] = make([]int32, cells)
	}
	for x, c := range s.cellOf {
		if numbers[c] == nil {
			numbers[c] = map[int32]int64{}
		}
		numbers[c][table[x]]++
		for j, of := range s.groups {
			groups[j][c] = of[x]
		}
	}
	counts := make([][]Count, cells)
	for c, list := range numbers {
		for v, n := range list {
			counts[c] = append(counts[c], Count{v, n})
		}
	}
	e, err := New(5, counts, groups)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// publisher follows an algorithm on a small instance, by its definition.
type publisher struct {
	*small
	algorithm  *Algorithm
	signatures [][]string          // of a table, by generalization
	sets       []map[string][]int  // permutation sets
	permits    []map[string]bool   // verdicts of those
	verdicts   []map[string]bool   // of disclosure sets
	reached    []map[string][]int  // disclosure sets
	certified  func(j, u int) bool // what the certified strategy is about
}

func newPublisher(s *small, a *Algorithm) *publisher {
	w := &publisher{small: s, algorithm: a}
	w.signatures = make([][]string, len(s.all))
	for _, of := range s.groups {
		sets := map[string][]int{}
		for u, table := range s.all {
			rows := map[int32][]int32{}
			for x, v := range table {
				rows[of[x]] = append(rows[of[x]], v)
			}
			for _, row := range rows {
				slices.Sort(row)
			}
			text := fmt.Sprint(rows)
			w.signatures[u] = append(w.signatures[u], text)
			sets[text] = append(sets[text], u)
		}
		w.sets = append(w.sets, sets)
		permits := map[string]bool{}
		for name, list := range sets {
			permits[name] = w.holds(list)
		}
		w.permits = append(w.permits, permits)
		w.verdicts = append(w.verdicts, map[string]bool{})
		w.reached = append(w.reached, map[string][]int{})
	}
	return w
}

// with counts in how many tables of a list a person has each value.
func (w *publisher) with(list []int, x int) []*big.Int {
	counts := make([]*big.Int, 5)
	for v := range counts {
		counts[v] = new(big.Int)
	}
	for _, u := range list {
		counts[w.all[u][x]].Add(counts[w.all[u][x]], big.NewInt(1))
	}
	return counts
}

func (w *publisher) holds(list []int) bool {
	for x := range w.cellOf {
		if !w.algorithm.Property.Holds(w.with(list, x)) {
			return false
		}
	}
	return len(list) > 0
}

// set is the disclosure set of g_i for table u.
func (w *publisher) set(i, u int) []int {
	name := w.signatures[u][i-1]
	list, ok := w.reached[i-1][name]
	if !ok {
		for _, t := range w.sets[i-1][name] {
			if w.gets(t, i) {
				list = append(list, t)
			}
		}
		w.reached[i-1][name] = list
	}
	return list
}

// gets reports whether table u gets to g_i.
func (w *publisher) gets(u, i int) bool {
	for j := 1; j <= i; {
		if j == i {
			return true
		}
		switch {
		case !w.permits[j-1][w.signatures[u][j-1]]:
			j++
		case w.passes(u, j):
			return false
		default:
			j = w.algorithm.next(j)
		}
	}
	return false
}

func (w *publisher) passes(u, j int) bool {
	if w.algorithm.Strategy == Certified {
		return w.certified(j, u)
	}
	name := w.signatures[u][j-1]
	verdict, ok := w.verdicts[j-1][name]
	if !ok {
		verdict = w.holds(w.set(j, u))
		w.verdicts[j-1][name] = verdict
	}
	return verdict
}
