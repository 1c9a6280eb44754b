package disclosure

import (
	"context"
	"encoding/binary"
	"math/big"
	"sync"

	"skyline/engine/breach"
)

// Running watches (c,k)-safety over a release candidate whose QI groups are split
// one by one: the maximum disclosure for k basic implications is below c.
//
// It keeps a tree over the different profiles of the groups, with how many groups
// have each. So a split costs O(k² log D) for D profiles, and a candidate split
// O(k² log k) for each of its parts: what the rest of the groups can do, O(k² log D),
// is found once for all candidates of a group. (The paper proposes to keep what it
// has computed of each group, and goes over all groups for each change.)
//
// Source: Martin et al., ICDE 2007, Definition 13; Sect. 3.3.2.
type Running struct {
	k         int
	threshold breach.Threshold
	groups    *tree
	numbers   map[string]int // of profiles, as leaves
	free      []int          // leaves without a profile

	mutex sync.Mutex
	rests map[int]*node
	memos sync.Pool
}

// NewRunning watches a release candidate that has no groups yet.
func NewRunning(k int, c breach.Threshold) *Running {
	w := &Running{k: max(0, k), threshold: c, groups: newTree(nil), numbers: map[string]int{}, free: []int{0}, rests: map[int]*node{}}
	w.memos.New = func() any { return newMinimizer(w.k) }
	return w
}

// Allows reports whether the maximum disclosure would be below c if parts took the
// place of group, of which they are all; group is nil for the first groups. Copies
// of a group are that many parts; of the group, one is split. It may be called from
// several goroutines at once, but not during Split.
//
// Parts that are no groups of people with one value each are not allowed.
func (w *Running) Allows(group *Group, parts []Group) bool {
	return w.allows(func() *node { return w.rest(group) }, parts)
}

// AllowsInstead is Allows for several groups whose place parts would take.
func (w *Running) AllowsInstead(groups, parts []Group) bool {
	return w.allows(func() *node {
		taken := map[int]int64{}
		for i := range groups {
			if number, ok := w.numbers[w.key(&groups[i])]; ok {
				taken[number]++
			}
		}
		return w.groups.withoutAll(taken)
	}, parts)
}

// allows decides about parts beside the rest of the groups.
func (w *Running) allows(rest func() *node, parts []Group) bool {
	m := w.memos.Get().(*minimizer)
	defer w.memos.Put(m)
	var p profile
	for i := range parts {
		// Whoever has none of k values of k+1 has the last one.
		if p.read(&parts[i], w.k) != nil || p.width <= w.k+1 {
			return false
		}
	}
	all := rest()
	if all != nil && all.narrowest <= w.k+1 {
		return false
	}
	for i := range parts {
		// Of one part, before what it does with others.
		x := w.part(m, &parts[i])
		if !w.safe(m, x) {
			return false
		}
		all = union(all, x)
	}
	return w.safe(m, all)
}

// part returns the node of a part, which has been read before without an error.
func (w *Running) part(m *minimizer, g *Group) *node {
	l, _ := m.leafOf(g, -1)
	return newNode(l)
}

func (w *Running) safe(m *minimizer, x *node) bool {
	if x == nil {
		return true
	}
	q := question{
		certain: x.narrowest <= w.k+1,
		ratio:   x.with[w.k],
		traced:  func() *big.Rat { return (&tracer{m, map[*profile][][]int{}}).ratio(x.trace(nil, w.k, true)) },
		smallest: func(ctx context.Context) (*big.Rat, error) {
			all, err := exactly(ctx, w.k, contenders(w.k, func(f func(p *profile, copies int64)) {
				x.eachLeaf(func(l *leaf) { f(l.profile, l.copies) })
			}))
			if err != nil {
				return nil, err
			}
			return all.with[w.k], nil
		},
	}
	safe, err := q.isSafe(context.Background(), w.threshold)
	return safe && err == nil
}

// rest returns the groups without one copy of a group.
func (w *Running) rest(group *Group) *node {
	if group == nil {
		return w.groups.root()
	}
	number, ok := w.numbers[w.key(group)]
	if !ok {
		return w.groups.root()
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	rest, ok := w.rests[number]
	if !ok {
		rest = w.groups.without(number)
		w.rests[number] = rest
	}
	return rest
}

// key tells profiles apart.
func (w *Running) key(g *Group) string {
	key := make([]byte, 0, 64)
	key = binary.AppendUvarint(key, uint64(g.People))
	for _, n := range g.Counts[:min(w.k+1, len(g.Counts))] {
		key = binary.AppendUvarint(key, uint64(n))
	}
	return string(key)
}

// Split records that parts have taken the place of group, or are the first groups.
func (w *Running) Split(group *Group, parts []Group) {
	if group == nil {
		w.SplitInstead(nil, parts)
		return
	}
	w.SplitInstead([]Group{*group}, parts)
}

// SplitInstead is Split for several groups.
func (w *Running) SplitInstead(groups, parts []Group) {
	clear(w.rests)
	for i := range groups {
		w.take(&groups[i])
	}
	for i := range parts {
		w.add(&parts[i])
	}
}

// take takes one copy of a group out.
func (w *Running) take(group *Group) {
	key := w.key(group)
	number, ok := w.numbers[key]
	if !ok {
		return
	}
	x := w.groups.leaf(number)
	rest := x.copied(x.leaf.copies - 1)
	if rest == nil {
		delete(w.numbers, key)
		w.free = append(w.free, number)
	}
	w.groups.set(number, rest)
}

func (w *Running) add(g *Group) {
	m := w.memos.Get().(*minimizer)
	defer w.memos.Put(m)
	key := w.key(g)
	if number, ok := w.numbers[key]; ok {
		x := w.groups.leaf(number)
		w.groups.set(number, x.copied(x.leaf.copies+g.Copies))
		return
	}
	l, err := m.leafOf(g, -1)
	if err != nil {
		return
	}
	if len(w.free) == 0 {
		size := w.groups.size()
		w.groups.grow()
		for i := 2*size - 1; i >= size; i-- {
			w.free = append(w.free, i)
		}
	}
	number := w.free[len(w.free)-1]
	w.free = w.free[:len(w.free)-1]
	w.numbers[key] = number
	w.groups.set(number, newNode(l))
}
