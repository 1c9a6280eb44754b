package mondrian

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// TestOtherColumns makes two releases by different columns, as tables are released in May by some and in June by others, the
// second with and without those of the first: all worlds of both are enumerated.
func TestOtherColumns(t *testing.T) {
	released, several, dangerous, follow := 0, 0, 0, 0
	for seed := range trials.Seeds(t, 1500, 40000) {
		rng := rand.New(rand.NewPCG(seed, 27))
		may := &bounded{bounds: map[string][]Bound{}}
		people := make([]person, 4+rng.IntN(6))
		columns := make([]Column, 3)
		for d := range columns {
			columns[d] = Column{Size: 2 + rng.IntN(4)}
		}
		for i := range people {
			for d := range columns {
				people[i].codes = append(people[i].codes, rng.Int64N(int64(columns[d].Size)))
			}
			people[i].values = []string{string(rune('a' + rng.IntN(3)))}
		}
		// The first column is in both releases, the second in the first of them, the third in the second.
		project := func(b *bounded, of ...int) {
			b.people = nil
			for _, p := range people {
				chosen := person{values: p.values}
				for _, d := range of {
					chosen.codes = append(chosen.codes, p.codes[d])
				}
				b.people = append(b.people, chosen)
			}
			for _, d := range of {
				b.columns = append(b.columns, columns[d])
			}
		}
		project(may, 0, 1)
		share := Bound{big.NewRat(int64(1+rng.IntN(3)), int64(3+rng.IntN(2)))}
		for _, v := range []string{"a", "b", "c"} {
			may.bounds[v] = []Bound{share}
		}
		alone := may.cells(t, rng.Perm(len(people)))
		alone.earlier = nil
		first, err := Partition(t.Context(), alone, may.options(rng, 1))
		if err != nil {
			continue
		}
		both := []int{0, 2}
		if seed%2 == 1 {
			both = []int{0, 1, 2}
		}
		june := &bounded{bounds: may.bounds, releases: [][]string{may.released(first)}, follow: seed%4 < 2}
		project(june, both...)
		options := june.options(rng, 1)
		second, err := Partition(t.Context(), june.cells(t, rng.Perm(len(people))), options)
		switch {
		case errors.Is(err, ErrUnsafe):
			continue
		case errors.Is(err, ErrEarlier):
			if june.holds(slices.Repeat([]string{"all"}, len(people))) {
				t.Fatalf("seed %d: refused, although the earlier release keeps the bounds", seed)
			}
			continue
		case err != nil:
			t.Fatalf("seed %d: %v", seed, err)
		}
		released++
		if second.Len() > 1 {
			several++
		}
		if second.Follows() {
			follow++
		}
		if !june.holds(june.released(second)) {
			t.Fatalf("seed %d: both releases exceed the bounds: %v with %v of %v, bound %v", seed, june.released(second), june.releases, people, share)
		}
		careless := *june
		careless.releases = nil
		table := careless.cells(t, rng.Perm(len(people)))
		table.earlier = nil
		if free, err := Partition(t.Context(), table, options); err == nil && !june.holds(june.released(free)) {
			dangerous++
		}
	}
	t.Logf("%d released, %d of them in several groups, %d along those of the first; without a look at the first release, %d would have exceeded the bounds", released, several, follow, dangerous)
	if several*10 < released || dangerous*20 < released || follow*30 < released {
		t.Error("hardly any release has several groups, or follows the first, or hardly any needed care")
	}
}

// TestFollow has pairs of an a and a b in May, and a cut that parts all of them. Where there are too many for the cut to be
// computed, the pairs are parted first, and then the cut is found in each part.
func TestFollow(t *testing.T) {
	const pairs = 5 * maxCutPieces
	b := &bounded{columns: []Column{{Size: 2}}, releases: [][]string{nil}, bounds: map[string][]Bound{}, follow: true}
	for i := range pairs {
		for side, v := range []string{"a", "b"} {
			b.people = append(b.people, person{codes: []int64{int64((side + i) % 2)}, values: []string{v}})
			b.releases[0] = append(b.releases[0], fmt.Sprintf("pair %02d", i))
		}
		b.bounds["a"] = []Bound{{big.NewRat(3, 5)}}
	}
	release, err := Partition(t.Context(), b.cells(t, rand.New(rand.NewPCG(1, 1)).Perm(len(b.people))), Options{Requirements: []privacy.Requirement{privacy.KAnonymity(4), privacy.MaxShare(0.6)}})
	if err != nil {
		t.Fatal(err)
	}
	// 60 pairs are halved to parts of 30, 15, and 7 or 8, of which each is cut into two groups.
	if !release.Follows() || release.Len() != 16 {
		t.Errorf("%d groups, along those of May: %t", release.Len(), release.Follows())
	}
	groups := b.released(release)
	for i := 0; i < len(groups); i += 2 {
		if groups[i] == groups[i+1] {
			t.Errorf("a pair is in one group, %s", groups[i])
		}
	}
}
