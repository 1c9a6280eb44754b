package utility

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPlaces compares with every label of every group, by its ends, for regions that lie apart
// and that do not.
func TestPlaces(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		const values = 8
		columns := make([]Column, 1+rng.IntN(2))
		ends := make([][][2]int64, len(columns))
		for c := range columns {
			for v := range int64(values) {
				columns[c].Values = append(columns[c].Values, Value{Text: fmt.Sprint(v), Rank: v, Position: float64(v)})
			}
			for range 1 + rng.IntN(4) {
				low := rng.Int64N(values)
				high := low + rng.Int64N(values-low)
				if l := (Label{Text: fmt.Sprintf("[%d, %d]", low, high), Low: &End{low, float64(low)}, High: &End{high, float64(high)}}); !slices.ContainsFunc(columns[c].Labels, func(other Label) bool { return other.Text == l.Text }) {
					columns[c].Labels, ends[c] = append(columns[c].Labels, l), append(ends[c], [2]int64{low, high})
				}
			}
		}
		original, release := Cells{}, Cells{}
		for c := range columns {
			var of, labels []int32
			for range 20 {
				of = append(of, rng.Int32N(values))
			}
			for range 5 {
				labels = append(labels, rng.Int32N(int32(len(columns[c].Labels))))
			}
			original.Codes, release.Codes = append(original.Codes, of), append(release.Codes, labels)
		}
		original.N, release.N = slices.Repeat([]int64{1}, 20), slices.Repeat([]int64{1}, 5)
		r, err := New(Layout{QI: len(columns), Nulls: NullsAreValues}, columns, original, release)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]int32, 20)
		for i := range want {
			groups := map[int32]bool{}
			for row, group := range r.GroupOf() {
				inside := true
				for c := range columns {
					end, code := ends[c][release.Codes[c][row]], int64(original.Codes[c][i])
					inside = inside && end[0] <= code && code <= end[1]
				}
				if inside {
					groups[group] = true
				}
			}
			want[i] = Nowhere
			for group := range groups {
				if want[i] = group; len(groups) > 1 {
					want[i] = Several
				}
			}
		}
		got, err := r.Places(t.Context())
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d: Places() = %v, %v, want %v", seed, got, err, want)
		}
		searched := make([]int32, 20)
		if err := r.search(t.Context(), searched); err != nil || !slices.Equal(searched, want) {
			t.Fatalf("seed %d: search() = %v, %v, want %v", seed, searched, err, want)
		}
	}
}
