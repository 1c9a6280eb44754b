package refusal_test

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/hierarchy"
	"skyline/engine/mondrian"
	"skyline/engine/privacy"
	"skyline/engine/refusal"
	"skyline/tests/worlds"
)

// TestHierarchy: seven people of three towns, which are a country, are released as the country
// or as its towns. All tables are put to the algorithm, and those put together that look the same: the
// posteriors are the shares of their tables.
func TestHierarchy(t *testing.T) {
	const values = 3
	towns := []int64{0, 0, 1, 1, 1, 2, 2}
	tree, err := hierarchy.New(3, []hierarchy.Entry{{Value: 0, Level: 1, Label: "country"}, {Value: 1, Level: 1, Label: "country"}, {Value: 2, Level: 1, Label: "country"}})
	if err != nil {
		t.Fatal(err)
	}
	type release struct {
		tables    [][]int
		posterior [][]*big.Rat
		values    []int // of the posterior
	}
	seen := map[string]*release{}
	requirements := []privacy.Requirement{privacy.MaxShare(2. / 3), privacy.DistinctDiversity(2)}
	table := make([]int, len(towns))
	refused := 0
	for number := range 2187 {
		var builder cells.Builder
		for person, town := range towns {
			table[person] = number % values
			number /= values
			if err := builder.Add([]int64{town}, string([]byte{2, byte('a' + table[person]), 1})); err != nil {
				t.Fatal(err)
			}
		}
		counted, err := builder.Cells([]int{3})
		if err != nil {
			t.Fatal(err)
		}
		prepared, err := mondrian.NewCells(counted, []mondrian.Column{{Size: 3, Hierarchy: tree}})
		if err != nil {
			t.Fatal(err)
		}
		whole := counted.Whole()
		r, err := mondrian.PartitionPublic(t.Context(), prepared, mondrian.Options{Strategy: mondrian.Median, Requirements: requirements}, nil)
		if errors.Is(err, mondrian.ErrUnsafe) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if r.Len() > 1 {
			if r.Refused(0) != nil {
				t.Fatalf("table %v: towns are released, and have a candidate", table)
			}
			continue
		}
		key := fmt.Sprint((&worlds.Mondrian{Values: values}).Counts([]int{0, 1, 2, 3, 4, 5, 6}, table))
		if seen[key] == nil {
			counter, err := refusal.New(requirements, whole)
			if err != nil {
				t.Fatal(err)
			}
			posterior, err := counter.Posterior(t.Context(), r.Group(0), r.Refused(0).Parts, limit)
			if err != nil {
				t.Fatal(err)
			}
			seen[key] = &release{posterior: posterior}
			for _, count := range r.Group(0).Counts {
				seen[key].values = append(seen[key].values, valueOf(table, count.Value))
			}
		}
		seen[key].tables = append(seen[key].tables, append([]int(nil), table...))
	}
	for key, r := range seen {
		shares := worlds.Shares(r.tables, values)
		for person, town := range towns {
			for i, value := range r.values {
				if got, want := r.posterior[town][i], shares[person][value]; got.Cmp(want) != 0 {
					t.Errorf("counts %s: P(person %d, value %d) = %v, want %v", key, person, value, got, want)
				}
				refused++
			}
		}
	}
	if refused == 0 {
		t.Error("nothing is refused")
	}
}
