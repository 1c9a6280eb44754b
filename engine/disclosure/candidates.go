package disclosure

import (
	"cmp"
	"container/heap"
	"slices"
)

// Which groups can matter. Say that of k atoms beside A a group takes h, in the part
// of A's group or in that of another; call the two with their h roles. Then of the
// other groups at most k−h take atoms, and if the group is not A's, one more has A.
// So where a group in a role is not among the k−h+2 groups (k−h+1 for A's) whose
// numbers in that role are smallest, one of those is free to take its place, and
// nothing becomes larger. That makes one group less that is out of its role's list,
// and nobody else moves: after finitely many exchanges everybody is on a list. The
// k−h+2 also do where one more group is left out, or takes A by itself.
//
// All the groups with m(h) for some h on their list, or m(h+1)·n/c_1 for A, are at
// most (k+1)(k+2), however many groups there are; most are on many lists.
//
// Rounding costs no more than it does elsewhere: who is on a list by rounding is as
// good as who should be, within the rounding errors of h factors.
type roles struct {
	k     int
	lists []list // 0..k−1: m(1)..m(k); then A's m(1)..m(k+1), scaled
}

// list keeps the groups with the smallest numbers, up to a number of groups in all,
// as a heap with the largest at its top.
type list struct {
	of      []Group // nil: ties are broken by position
	k       int
	most    int64
	total   int64
	members []member
}

type member struct {
	number float64
	group  int
	copies int64
}

func newRoles(groups []Group, k int) *roles {
	r := &roles{k: k}
	for h := 1; h <= k; h++ {
		r.lists = append(r.lists, list{of: groups, k: k, most: int64(k - h + 2)})
	}
	for h := range k + 1 {
		r.lists = append(r.lists, list{of: groups, k: k, most: int64(k - h + 1)})
	}
	return r
}

// offer puts a group on the lists that it belongs on so far.
func (r *roles) offer(l *leaf) {
	for role := range r.lists {
		if r.plays(l, role) {
			r.lists[role].offer(member{r.number(l, role), l.group, l.copies})
		}
	}
}

// plays reports whether a group may need a role: with as many atoms as it has values
// its number is 0, and more of them are for nothing.
func (r *roles) plays(l *leaf, role int) bool { return r.atoms(role) <= l.width }

// number returns that of a group in a role.
func (r *roles) number(l *leaf, role int) float64 {
	if role < r.k {
		return l.minimums[role+1]
	}
	return l.minimums[role-r.k+1] * (float64(l.people) / float64(l.top()))
}

// atoms returns how many of a group's most frequent values its number depends on.
func (r *roles) atoms(role int) int {
	if role < r.k {
		return role + 1
	}
	return role - r.k + 1
}

// merge offers what is on the lists of others.
func (r *roles) merge(other *roles) {
	for i := range r.lists {
		for _, m := range other.lists[i].members {
			r.lists[i].offer(m)
		}
	}
}

// groups returns whoever is on a list, in canonical order.
func (r *roles) groups() []int {
	var groups []int
	for i := range r.lists {
		for _, m := range r.lists[i].members {
			groups = append(groups, m.group)
		}
	}
	slices.Sort(groups)
	groups = slices.Compact(groups)
	of := r.lists[0].of
	slices.SortStableFunc(groups, func(x, y int) int { return compareGroups(&of[x], &of[y], r.k) })
	return groups
}

func (l *list) compare(x, y member) int {
	if c := cmp.Compare(x.number, y.number); c != 0 {
		return c
	}
	if l.of != nil {
		if c := compareGroups(&l.of[x.group], &l.of[y.group], l.k); c != 0 {
			return c
		}
	}
	return cmp.Compare(x.group, y.group)
}

func (l *list) offer(m member) {
	if l.total >= l.most && l.compare(m, l.members[0]) > 0 {
		return
	}
	heap.Push(l, m)
	l.total += min(m.copies, l.most)
	for {
		last := min(l.members[0].copies, l.most)
		if l.total-last < l.most {
			return
		}
		heap.Pop(l)
		l.total -= last
	}
}

// Len implements heap.Interface.
func (l *list) Len() int { return len(l.members) }

// Less implements heap.Interface: the largest comes first.
func (l *list) Less(i, j int) bool { return l.compare(l.members[i], l.members[j]) > 0 }

// Swap implements heap.Interface.
func (l *list) Swap(i, j int) { l.members[i], l.members[j] = l.members[j], l.members[i] }

// Push implements heap.Interface.
func (l *list) Push(x any) { l.members = append(l.members, x.(member)) }

// Pop implements heap.Interface.
func (l *list) Pop() any {
	last := l.members[len(l.members)-1]
	l.members = l.members[:len(l.members)-1]
	return last
}
