package privacy

import (
	"slices"
	"testing"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// TestLeastGroups: no group with fewer people than the reference says satisfies a requirement
// (sql/reference/thresholds.md), some with as many do, and the floor says the same. Every
// histogram of up to six people with four values is tried, beside a whole of each value.
func TestLeastGroups(t *testing.T) {
	for _, c := range []struct {
		name        string
		requirement *Local
		people      int64
	}{
		{"k-anonymity", KAnonymity(4), 4},
		{"distinct diversity", DistinctDiversity(3), 3},
		{"recursive diversity", RecursiveDiversity(3, 3), 3},
		{"entropy diversity", EntropyDiversity(2), 2},
		{"entropy diversity, rounded up", EntropyDiversity(2.1), 3},
		{"a share of 0.5", MaxShare(0.5), 3},
		{"a share of 0.6", MaxShare(0.6), 2},
		{"a share of 1/3", MaxShare(1.0 / 3), 4},
		{"certainty", MaxShare(1), 2},
		{"negations", negationsOf(1, 0.6), 3},
	} {
		whole := &Whole{Constraint: knowledge.SVPI, Group: groupOf(6, 6, 6, 6), Values: 4}
		guard := c.requirement.Watch(whole)
		if floor := guard.Floor(); max(floor.People, int64(floor.Values)) != c.people {
			t.Errorf("%s: the floor is %+v, want %d", c.name, floor, c.people)
		}
		least := int64(0)
		for _, g := range histograms(6, 4) {
			if guard.Allows(nil, []partition.Group{g}) && (least == 0 || g.People < least) {
				least = g.People
			}
		}
		if least != c.people {
			t.Errorf("%s: %d people may be a group, want %d", c.name, least, c.people)
		}
	}
}

// histograms are the groups of 1 to people people with up to so many values, more frequent
// ones first.
func histograms(people, values int64) (all []partition.Group) {
	var extend func(counts []int64, left int64)
	extend = func(counts []int64, left int64) {
		if len(counts) > 0 {
			all = append(all, groupOf(counts...))
		}
		if int64(len(counts)) == values {
			return
		}
		most := left
		if len(counts) > 0 {
			most = min(most, counts[len(counts)-1])
		}
		for n := int64(1); n <= most; n++ {
			extend(append(slices.Clip(counts), n), left-n)
		}
	}
	extend(nil, people)
	return all
}
