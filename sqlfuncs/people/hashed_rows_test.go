package people

import (
	"math/rand/v2"
	"testing"
)

// TestHashedRowsMerge: rows that are added to several states, which are merged, are coded so
// that two rows have the same code exactly where they have the same hash, and keep their people.
func TestHashedRowsMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 50 {
		all := new(HashedRows)
		var rows []hashedRow
		for range 3 {
			part := new(HashedRows)
			for range rng.IntN(60) {
				row := hashedRow{Hashes: []int64{rng.Int64N(40) << 40, rng.Int64N(3)}, N: 1 + rng.Int64N(2)*rng.Int64N(2)}
				if err := part.add(&row); err != nil {
					t.Fatal(err)
				}
				rows = append(rows, row)
			}
			if err := all.merge(part); err != nil {
				t.Fatal(err)
			}
		}
		if all.rows != len(rows) {
			t.Fatalf("%d rows, want %d", all.rows, len(rows))
		}
		for i, a := range rows {
			if n := all.people; n == nil && a.N != 1 || n != nil && n[i] != a.N {
				t.Fatalf("row %d has not %d people", i, a.N)
			}
			for j, b := range rows {
				for c := range a.Hashes {
					if (a.Hashes[c] == b.Hashes[c]) != (all.codes[c][i] == all.codes[c][j]) {
						t.Fatalf("column %d of rows %d and %d", c, i, j)
					}
				}
			}
		}
	}
	if err := new(HashedRows).add(&hashedRow{N: 0}); err == nil {
		t.Error("a row of nobody is no error")
	}
	r := new(HashedRows)
	if r.add(&hashedRow{Hashes: []int64{1}, N: 1}) != nil || r.add(&hashedRow{Hashes: []int64{1, 2}, N: 1}) == nil {
		t.Error("rows of different lengths are no error")
	}
}
