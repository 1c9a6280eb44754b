package check

import (
	"cmp"
	"database/sql"
	"math/bits"
	"slices"
	"strings"

	"skyline/engine/exact"
	"skyline/engine/partition"
	"skyline/engine/sentences"
	"skyline/sqlfuncs/host"
)

// knownGroup is what __skyline_known_groups takes of a QI group: its number, and those of its people
// whom sentences name.
type knownGroup struct {
	G         int64
	Histogram host.Bytes
	People    []sql.Null[string]
}

// knownGroups is the state of __skyline_known_groups: the QI groups that sentences are about, and
// what matters of the others.
type knownGroups struct {
	named  []namedGroup
	values map[sql.Null[string]]bool // of the table
	logs   []float64                 // of each group, of how many ways there are to hand out its values
	people int64
	other  likeliest // of groups that sentences are not about
}

// namedGroup is a QI group in which sentences name somebody.
type namedGroup struct {
	g      int64
	people []string
	counts []valueCount
}

// valueCount is how many people of a group have a value.
type valueCount struct {
	value  sql.Null[string]
	people int64
}

// likeliest is the largest share of a value in a group; people is 0 if there are no groups.
type likeliest struct {
	g              int64
	value          sql.Null[string]
	having, people int64
}

// isBefore reports whether a share is larger than another; of equal ones, whether its group is the
// first, or its value.
func (a *likeliest) isBefore(b *likeliest) bool {
	if b.people == 0 || a.people == 0 {
		return a.people > 0
	}
	high, low := bits.Mul64(uint64(a.having), uint64(b.people))
	other, otherLow := bits.Mul64(uint64(b.having), uint64(a.people))
	switch {
	case high != other:
		return high > other
	case low != otherLow:
		return low > otherLow
	case a.g != b.g:
		return a.g < b.g
	}
	return compareValues(a.value, b.value) < 0
}

// compareValues is the order of the texts of values, NULL last.
func compareValues(a, b sql.Null[string]) int {
	switch {
	case a.Valid && b.Valid:
		return strings.Compare(a.V, b.V)
	case a.Valid:
		return -1
	case b.Valid:
		return 1
	}
	return 0
}

// knownGroupsAggregate is __skyline_known_groups(key, function, g, histogram, people): the QI
// groups, kept for kernels to read.
func knownGroupsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_known_groups", func() *knownGroups { return &knownGroups{values: map[sql.Null[string]]bool{}} }, (*knownGroups).add, (*knownGroups).merge)
}

func (k *knownGroups) add(row *knownGroup) error {
	group := namedGroup{g: row.G}
	for _, name := range row.People {
		group.people = append(group.people, strings.Clone(name.V))
	}
	var counts []int64
	err := partition.Entries(string(row.Histogram), func(text string, isNull bool, n int64) error {
		if n < 1 || n > partition.MaxPeople-k.people {
			return partition.ErrTooManyPeople
		}
		k.people += n
		value := sql.Null[string]{V: text, Valid: !isNull}
		if !k.values[value] {
			value.V = strings.Clone(text)
			k.values[value] = true
		}
		counts = append(counts, n)
		group.counts = append(group.counts, valueCount{value, n})
		return nil
	})
	if err != nil {
		return err
	}
	k.logs = append(k.logs, sentences.LogTables(counts))
	if group.people != nil {
		for i := range group.counts {
			group.counts[i].value.V = strings.Clone(group.counts[i].value.V)
		}
		k.named = append(k.named, group)
		return nil
	}
	people := int64(0)
	for _, n := range counts {
		people += n
	}
	for _, c := range group.counts {
		if l := (likeliest{row.G, c.value, c.people, people}); l.isBefore(&k.other) {
			l.value.V = strings.Clone(l.value.V)
			k.other = l
		}
	}
	return nil
}

func (k *knownGroups) merge(from *knownGroups) error {
	if from.people > partition.MaxPeople-k.people {
		return partition.ErrTooManyPeople
	}
	k.people += from.people
	k.named, k.logs = append(k.named, from.named...), append(k.logs, from.logs...)
	for value := range from.values {
		k.values[value] = true
	}
	if from.other.isBefore(&k.other) {
		k.other = from.other
	}
	return nil
}

// logTables is the logarithm of how many tables agree with the release. It is the same in
// whichever order the groups came.
func (k *knownGroups) logTables() float64 {
	logs := slices.Clone(k.logs)
	slices.Sort(logs)
	var sum exact.Sum
	for _, x := range logs {
		sum.Add(x)
	}
	return sum.Value()
}

// inOrder are the groups that sentences are about, in their order.
func (k *knownGroups) inOrder() []namedGroup {
	named := slices.Clone(k.named)
	slices.SortFunc(named, func(a, b namedGroup) int { return cmp.Compare(a.g, b.g) })
	return named
}
