package utility

import (
	"math/rand/v2"
	"testing"

	"skyline/tests/trials"
)

// TestMatches compares with a look at every row of the release for every person.
func TestMatches(t *testing.T) {
	kinds := map[int32]int{}
	for round := range trials.Number(300, 3000) {
		random := rand.New(rand.NewPCG(uint64(round), 2))
		people, release := randomRelease(random, round%3 == 0)
		u := encode(t, random, people, release)
		matches, err := u.Matches(t.Context())
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		of, sizes := u.Combinations()
		total := int64(0)
		for _, n := range sizes {
			total += n
		}
		if len(of) != len(release) || total != int64(len(release)) {
			t.Fatalf("round %d: combinations of %d rows with %d people, want %d", round, len(of), total, len(release))
		}
		for i, got := range matches {
			age, sex := u.columns[0].Values[u.original.Codes[0][i]], u.columns[1].Values[u.original.Codes[1][i]].Text
			years := int(age.Rank)
			if age.Null {
				years = nullAge
			}
			rows, labels := int64(0), map[[2]string]bool{}
			for _, r := range release {
				if r.age.has(years) && r.sex.has(sex) {
					rows++
					labels[[2]string{r.age.text, r.sex.text}] = true
				}
			}
			kind := min(got.Labels, 0)
			kinds[kind]++
			want := map[int]int32{0: NoMatch, 1: 0}
			if wanted, ok := want[len(labels)]; !ok && kind != SeveralMatch || ok && kind != wanted || got.Rows != rows {
				t.Fatalf("round %d: a person has %+v, want %d rows with %d combinations of labels", round, got, rows, len(labels))
			}
			if got.Labels >= 0 && sizes[got.Labels] != rows {
				t.Fatalf("round %d: the combination of a person has %d people, want %d", round, sizes[got.Labels], rows)
			}
		}
	}
	for _, kind := range []int32{NoMatch, SeveralMatch, 0} {
		if kinds[kind] < 50 {
			t.Errorf("%d people of kind %d, want 50 at least", kinds[kind], kind)
		}
	}
}
