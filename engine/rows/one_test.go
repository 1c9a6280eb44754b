package rows

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// TestOneRow says that people with one row each have the breach probabilities of one value a
// person, to the last digit.
func TestOneRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		table, profiles := &partition.Table{}, []Profile(nil)
		for v := range 6 {
			table.Values = append(table.Values, partition.Value{Text: fmt.Sprint(v)})
		}
		for g := range 1 + rng.IntN(12) {
			group := partition.Group{Histogram: fmt.Sprint(g)}
			for v := range 6 {
				if n := rng.Int64N(9); n > 0 && rng.IntN(3) > 0 {
					group.Counts = append(group.Counts, partition.Count{Value: int32(v), N: n})
					group.People += n
				}
			}
			if group.People == 0 {
				continue
			}
			partition.SortCounts(group.Counts)
			profiles = append(profiles, Profile{[]Part{{int32(len(table.Groups)), 1}}, group.People})
			table.Groups = append(table.Groups, group)
			table.People += group.People
		}
		r, err := NewRelease(table, profiles)
		if err != nil {
			t.Fatal(err)
		}
		one, err := breach.NewRelease(table, knowledge.SVPI)
		if err != nil {
			t.Fatal(err)
		}
		c, _ := breach.NewThreshold(0.5)
		var asked []breach.Requirement
		for range 12 {
			asked = append(asked, breach.Requirement{Point: knowledge.Point{L: rng.Int64N(4), K: rng.Int64N(6), M: rng.Int64N(6)}, C: c})
		}
		want, err := one.Check(context.Background(), 0, asked)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Check(context.Background(), 0, asked)
		if err != nil {
			t.Fatal(err)
		}
		if i := slices.IndexFunc(asked, func(q breach.Requirement) bool {
			i := slices.Index(asked, q)
			return got[i].Breach != want[i].Breach || got[i].Safe != want[i].Safe || got[i].Certain != want[i].Certain
		}); i >= 0 {
			t.Fatalf("at %+v: %+v, want %+v\n%+v", asked[i].Point, got[i], want[i], table.Groups)
		}
	}
}
