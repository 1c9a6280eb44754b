package definitions

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
)

// subTable is a table of a published schema. With a right attribute it is bucketized:
// all its other attributes are on the left.
type subTable struct {
	attributes []string
	rhs        string
}

// parts turns a bucketized relation, in which the right attribute is permuted within
// groups, into what it tells: the left attributes with the group's number, and the
// right attribute with it. The group's column takes the given name, which should differ
// from other tables' unless they share their groups.
func parts(t publishedTable, group, rhs, name string) []publishedTable {
	left := slices.DeleteFunc(slices.Clone(t.attributes), func(a string) bool { return a == rhs || a == group })
	tables := []publishedTable{t.project(append([]string{group}, left...)), t.project([]string{group, rhs})}
	for i := range tables {
		tables[i].attributes[0] = name
	}
	return tables
}

// flaw is something that a publisher may do wrong.
type flaw int

const (
	flawless      flaw = iota
	orderKept          // rows come in the order of the original, except for right parts
	bucketsShared      // one partition, with the same numbers, serves all tables
	notEnforced        // no table is bucketized
	notRefused         // the right side of a rule may be too frequent
	oneSided           // who is left over when buckets are made stays out of that table only
)

// publisher publishes tables such that no right attribute's value has more than a
// share 1/l in its bucket. Buckets depend on nothing but that attribute and chance;
// each table has its own.
type publisher struct {
	l    int
	flaw flaw
	rng  *rand.Rand
}

// publish returns false if it cannot be done.
func (p publisher) publish(original publishedTable, schema []subTable) ([]publishedTable, bool) {
	bucketized := 0
	for _, s := range schema {
		if s.rhs != "" {
			bucketized++
		}
	}
	if p.flaw == bucketsShared && bucketized < 2 {
		return nil, false
	}
	var release []publishedTable
	var common []int
	for i, s := range schema {
		t := original.project(s.attributes)
		if p.flaw == orderKept {
			t = t.with("row", func(row int) string { return fmt.Sprint(row) })
		}
		if s.rhs == "" || p.flaw == notEnforced {
			release = append(release, t)
			continue
		}
		values := original.column(s.rhs)
		buckets := common
		if buckets == nil {
			order := p.rng.Perm(len(values))
			buckets = anatomize(values, order, p.l, p.flaw == oneSided)
			if buckets == nil {
				return nil, false
			}
			p.merge(buckets)
		}
		if p.flaw == bucketsShared {
			common = buckets
			if !diverse(values, buckets, p.l) || slices.Max(buckets) == 0 {
				return nil, false
			}
		}
		name := fmt.Sprint("B", i)
		if p.flaw == bucketsShared {
			name = "B"
		}
		two := parts(t.with("group_id", func(row int) string { return fmt.Sprint(buckets[row]) }), "group_id", s.rhs, name)
		for i := range two {
			// Rows outside of all buckets are not there.
			two[i].rows = slices.DeleteFunc(two[i].rows, func(row []string) bool { return row[0] == "-1" })
		}
		release = append(release, two...)
	}
	if p.flaw == oneSided {
		return complete(release, len(original.rows))
	}
	return release, true
}

// merge makes one bucket of some: buckets of all sizes, with repeated values.
func (p publisher) merge(buckets []int) {
	if p.rng.IntN(3) > 0 {
		return
	}
	from, to := p.rng.IntN(1+slices.Max(buckets)), p.rng.IntN(1+slices.Max(buckets))
	for i, b := range buckets {
		if b == from {
			buckets[i] = to
		}
	}
}

// anatomize returns each person's bucket: it makes buckets of l people with different
// values, one of each of the l most frequent values left (the first in the alphabet of
// several), taking people in order, and puts those left over into the first buckets
// that lack their values; or leaves them out, with number -1. It returns nil if that
// fails.
func anatomize(values []string, order []int, l int, leaveOut bool) []int {
	waiting := map[string][]int{}
	for _, person := range order {
		waiting[values[person]] = append(waiting[values[person]], person)
	}
	buckets := slices.Repeat([]int{-1}, len(values))
	made := 0
	for ; len(waiting) >= l; made++ {
		frequent := slices.SortedFunc(maps.Keys(waiting), func(v, w string) int {
			if d := len(waiting[w]) - len(waiting[v]); d != 0 {
				return d
			}
			return slices.Compare([]byte(v), []byte(w))
		})
		for _, v := range frequent[:l] {
			buckets[waiting[v][0]] = made
			if waiting[v] = waiting[v][1:]; len(waiting[v]) == 0 {
				delete(waiting, v)
			}
		}
	}
	if made == 0 {
		return nil
	}
	if leaveOut {
		return buckets
	}
	for _, v := range slices.Sorted(maps.Keys(waiting)) {
		for _, person := range waiting[v] {
			holds := map[int]bool{}
			for other, b := range buckets {
				holds[b] = holds[b] || values[other] == v
			}
			at := 0
			for holds[at] {
				at++
			}
			if at >= made {
				return nil
			}
			buckets[person] = at
		}
	}
	return buckets
}

// diverse reports whether no value has more than a share 1/l in its bucket.
func diverse(values []string, buckets []int, l int) bool {
	size, count := map[int]int{}, map[string]int{}
	for i, b := range buckets {
		size[b]++
		count[fmt.Sprint(b, values[i])]++
	}
	for i, b := range buckets {
		if l*count[fmt.Sprint(b, values[i])] > size[b] {
			return false
		}
	}
	return true
}

// complete is what an adversary does with tables that lack rows: those missing belong
// to the people who are missing, and what they hold is the difference to a table that
// has them all. They make a bucket of their own. It returns false if that cannot be
// seen from single tables, or nobody is missing.
func complete(release []publishedTable, n int) ([]publishedTable, bool) {
	completed := slices.Clone(release)
	missing := false
	for i, t := range release {
		if len(t.rows) == n {
			continue
		}
		missing = true
		at := slices.IndexFunc(release, func(whole publishedTable) bool {
			return len(whole.rows) == n && !slices.ContainsFunc(t.attributes[1:], func(a string) bool { return !slices.Contains(whole.attributes, a) })
		})
		if at < 0 {
			return nil, false
		}
		rest := release[at].project(t.attributes[1:]).rows
		for _, row := range t.rows {
			same := slices.IndexFunc(rest, func(r []string) bool { return slices.Equal(r, row[1:]) })
			rest = slices.Delete(rest, same, same+1)
		}
		completed[i].rows = slices.Clone(t.rows)
		for _, row := range rest {
			completed[i].rows = append(completed[i].rows, append([]string{"missing"}, row...))
		}
	}
	return completed, missing
}

// column returns the values of an attribute.
func (t publishedTable) column(name string) []string {
	var values []string
	for _, row := range t.project([]string{name}).rows {
		values = append(values, row[0])
	}
	return values
}

// with adds a column.
func (t publishedTable) with(name string, value func(row int) string) publishedTable {
	more := publishedTable{attributes: append(slices.Clone(t.attributes), name)}
	for i, row := range t.rows {
		more.rows = append(more.rows, append(slices.Clone(row), value(i)))
	}
	return more
}
