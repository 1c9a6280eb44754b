package jump_test

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"skyline/engine/jump/joint"
)

// The algorithms of Liu et al., from their definitions: a table gives each person a
// value; sets of tables are listed, table by table. Generalizations are numbered from
// 1 as in the source; 0 is nothing.

// world has the people, the groups of each generalization and the algorithm, which
// the adversary knows too.
type world struct {
	groups   [][][]int // of each generalization, the people of each group
	strategy strategy
	jump     []int64 // of strategy jumping
	property property
	// whole, if set, takes the place of property: it decides on a set of tables, all with
	// the same generalization i.
	whole func(i int, set [][]int) bool
	// joint is that property for the engine.
	joint joint.Property
	// misprint follows Table 13 as printed, where line 10 has k[i] in the place of k[j].
	misprint bool
	// brief takes ds_1 for per_1 without listing it, which TestFirstTwo makes sure of.
	brief bool

	satisfied map[string]bool // of disclosure sets, by generalization and signature
	permuted  map[string]bool // of permutation sets
}

type strategy int

const (
	naive strategy = iota
	safe
	jumping
)

func (s strategy) String() string { return [...]string{"naive", "safe", "jump"}[s] }

// property decides for one person who has values so many times among the tables.
type property interface {
	of(counts []int) bool
	fmt.Stringer
}

// newWorld describes the world of a strategy.
func newWorld(groups [][][]int, s strategy, jump []int64, p property) *world {
	return &world{groups: groups, strategy: s, jump: jump, property: p, satisfied: map[string]bool{}, permuted: map[string]bool{}}
}

// signature is what generalization i of a table shows, with i: the multiset of values
// of each group.
func (w *world) signature(i int, table []int) []byte {
	text := append(make([]byte, 0, 48), byte('0'+i))
	for _, group := range w.groups[i-1] {
		first := len(text)
		for _, person := range group {
			text = append(text, byte('a'+table[person]))
		}
		slices.Sort(text[first:])
		text = append(text, '|')
	}
	return text
}

// permutations is Definition 1: all tables with the same generalization i.
func (w *world) permutations(i int, table []int) [][]int {
	set := [][]int{slices.Clone(table)}
	for _, group := range w.groups[i-1] {
		var values []int
		for _, person := range group {
			values = append(values, table[person])
		}
		deals := arrangements(values)
		next, all := make([][]int, 0, len(set)*len(deals)), make([]int, 0, len(set)*len(deals)*len(table))
		for _, t := range set {
			for _, deal := range deals {
				first := len(all)
				all = append(all, t...)
				next = append(next, all[first:])
				for at, person := range group {
					all[first+person] = deal[at]
				}
			}
		}
		set = next
	}
	for at, t := range set {
		set[at] = t[:len(table):len(table)]
	}
	return set
}

// arrangements lists all different orders of values.
func arrangements(values []int) (list [][]int) {
	rest := slices.Sorted(slices.Values(values))
	var order []int
	var next func()
	next = func() {
		if len(rest) == 0 {
			list = append(list, slices.Clone(order))
			return
		}
		for at, v := range rest {
			if at > 0 && rest[at-1] == v {
				continue
			}
			rest = slices.Delete(slices.Clone(rest), at, at+1)
			order = append(order, v)
			next()
			order = order[:len(order)-1]
			rest = slices.Insert(rest, at, v)
		}
	}
	next()
	return list
}

// holds is p of a set of tables, of some that have the same generalization i: for every
// person, over the tables.
func (w *world) holds(i int, set [][]int) bool {
	switch {
	case len(set) == 0:
		return false
	case w.whole != nil:
		return w.whole(i, set)
	}
	for _, counts := range marginals(set) {
		if !w.property.of(counts) {
			return false
		}
	}
	return true
}

// marginals counts in how many tables a person has a value.
func marginals(set [][]int) [][]int {
	counts := make([][]int, len(set[0]))
	for _, t := range set {
		for person, v := range t {
			for len(counts[person]) <= v {
				counts[person] = append(counts[person], 0)
			}
			counts[person][v]++
		}
	}
	return counts
}

// holdsPermutation is p(per_i). Permutation sets are not listed but for properties of
// the whole: everybody of a group has its values in equal shares, which
// TestPermutationSets makes sure of.
func (w *world) holdsPermutation(i int, table []int) bool {
	key := w.signature(i, table)
	known, ok := w.permuted[string(key)]
	if !ok {
		if w.whole != nil {
			known = w.holds(i, w.permutations(i, table))
		} else {
			known = w.holdsGroups(i, table)
		}
		w.permuted[string(key)] = known
	}
	return known
}

func (w *world) holdsGroups(i int, table []int) bool {
	for _, group := range w.groups[i-1] {
		counts := make([]int, 1+slices.Max(table))
		for _, person := range group {
			counts[table[person]]++
		}
		if !w.property.of(counts) {
			return false
		}
	}
	return true
}

// holdsDisclosure is p(ds_i).
func (w *world) holdsDisclosure(i int, table []int) bool {
	key := w.signature(i, table)
	known, ok := w.satisfied[string(key)]
	switch {
	case ok:
	case i == 1 && w.brief:
		return w.holdsPermutation(1, table)
	default:
		known = w.holds(i, w.disclosureSet(i, table))
		w.satisfied[string(key)] = known
	}
	return known
}

// disclosureSet is Definition 3: the tables of the permutation set that are evaluated
// at i; for strategy jumping, (i, 1) being in their path.
func (w *world) disclosureSet(i int, table []int) (set [][]int) {
	for _, t := range w.permutations(i, table) {
		if w.reaches(i, t) && (w.strategy != jumping || w.holdsPermutation(i, t)) {
			set = append(set, t)
		}
	}
	return set
}

// reaches reports whether a table comes to generalization i without release before.
func (w *world) reaches(i int, table []int) bool {
	for j := 1; j < i; {
		jump := int64(1)
		if w.strategy == jumping && w.holdsPermutation(j, table) {
			if jump = w.jump[j-1]; w.misprint {
				jump = w.jump[i-1]
			}
			if jump > int64(i-j) {
				return false // released, or jumped over i
			}
		}
		if _, released := w.step(j, table); released {
			return false
		}
		j += int(jump)
	}
	return true
}

// step evaluates a table at j: whether it is released, or else how far the algorithm
// jumps after p(per_j) without p(ds_j); 0 where it goes on to the next.
func (w *world) step(j int, table []int) (jump int64, released bool) {
	switch {
	case w.strategy == naive:
		return 0, w.holdsPermutation(j, table)
	case w.strategy == safe:
		return 0, w.holdsDisclosure(j, table)
	case w.holdsPermutation(j, table):
		return w.jump[j-1], w.holdsDisclosure(j, table)
	}
	return 0, false
}

// evaluated is an entry of an evaluation path: a generalization, its permutation set or
// disclosure set, and what the property says of that.
type evaluated struct {
	at         int
	disclosure bool
	holds      bool
}

// run runs the algorithm on a table.
func (w *world) run(table []int) (released int, path []evaluated) {
	for i := 1; i <= len(w.groups); {
		jump, done := w.step(i, table)
		switch w.strategy {
		case naive:
			path = append(path, evaluated{i, false, done})
		case safe:
			path = append(path, evaluated{i, true, done})
		case jumping:
			path = append(path, evaluated{i, false, jump > 0})
			if jump > 0 {
				path = append(path, evaluated{i, true, done})
			}
		}
		if done {
			return i, path
		}
		i += int(max(jump, 1))
	}
	return 0, path
}

// set returns the tables of an entry of a path.
func (w *world) set(e evaluated, table []int) [][]int {
	if e.disclosure {
		return w.disclosureSet(e.at, table)
	}
	return w.permutations(e.at, table)
}

// believed is what the adversary holds possible after a release, or after nothing was
// released if they know the multiset of values: the tables with which the algorithm
// does the same.
func (w *world) believed(table []int) (released int, set [][]int) {
	released, _ = w.run(table)
	all := arrangements(table)
	if released > 0 {
		all = w.permutations(released, table)
	}
	for _, t := range all {
		if r, _ := w.run(t); r == released {
			set = append(set, t)
		}
	}
	return released, set
}

// nothing is the share of all tables with the same multiset of values with which
// nothing is released.
func (w *world) nothing(table []int) *big.Rat {
	all, none := arrangements(table), int64(0)
	for _, t := range all {
		if released, _ := w.run(t); released == 0 {
			none++
		}
	}
	return big.NewRat(none, int64(len(all)))
}

// choiceOf is a subset of the generalizations, by bits from that of generalization 1, and
// the tables from which the naive strategy on it releases what was released.
type choiceOf struct {
	subset int
	set    [][]int
}

// choices lists the subsets of two generalizations or more from which one of them can
// have been released.
func (w *world) choices(released int, table []int) (all []choiceOf) {
	if !w.holdsPermutation(released, table) {
		return nil
	}
	earlier := make([]int, 0) // of each table: the subset of generalizations that hold before
	set := w.permutations(released, table)
	for _, t := range set {
		holding := 0
		for j := 1; j < released; j++ {
			holding |= boolInt(w.holdsPermutation(j, t)) << (j - 1)
		}
		earlier = append(earlier, holding)
	}
	for subset := range 1 << len(w.groups) {
		if bits.OnesCount(uint(subset)) < 2 || subset>>(released-1)&1 == 0 {
			continue
		}
		c := choiceOf{subset: subset}
		for at, t := range set {
			if subset&earlier[at] == 0 {
				c.set = append(c.set, t)
			}
		}
		if len(c.set) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// chosen is what the adversary believes in when a secret subset of generalizations,
// two of them at least, was published from by the naive strategy, and one of them was
// released: as the share of all pairs of a subset and a table that are possible, and
// as the mean over all subsets that are.
func (w *world) chosen(released int, table []int) (posterior, mean [][]*big.Rat) {
	values := 1 + slices.Max(table)
	mean = zeros(len(table), values)
	var pairs [][]int
	all := w.choices(released, table)
	if len(all) == 0 {
		return nil, nil
	}
	for _, c := range all {
		pairs = append(pairs, c.set...)
		add(mean, shares(c.set, values))
	}
	for _, row := range mean {
		for _, share := range row {
			share.Quo(share, big.NewRat(int64(len(all)), 1))
		}
	}
	return shares(pairs, values), mean
}

// shares are the shares of the values of each person.
func shares(set [][]int, values int) [][]*big.Rat {
	all := zeros(len(set[0]), values)
	for person, counts := range marginals(set) {
		for v, n := range counts {
			all[person][v].SetFrac64(int64(n), int64(len(set)))
		}
	}
	return all
}

func zeros(people, values int) [][]*big.Rat {
	all := make([][]*big.Rat, people)
	for i := range all {
		for range values {
			all[i] = append(all[i], new(big.Rat))
		}
	}
	return all
}

func add(to, what [][]*big.Rat) {
	for i, row := range what {
		for v, x := range row {
			to[i][v].Add(to[i][v], x)
		}
	}
}

// highest is the largest share of a value for anybody.
func highest(set [][]int) *big.Rat {
	most := 0
	for _, counts := range marginals(set) {
		most = max(most, slices.Max(counts))
	}
	return big.NewRat(int64(most), int64(len(set)))
}
