package main

import (
	"math/big"
	"testing"
)

// binomial is Pr[at least k of four], each with probability p/q.
func binomial(k, p, q int64) *big.Rat {
	const n = 4
	sum := new(big.Rat)
	for i := k; i <= n; i++ {
		term := new(big.Int).Binomial(n, i)
		term.Mul(term, new(big.Int).Exp(big.NewInt(p), big.NewInt(i), nil))
		term.Mul(term, new(big.Int).Exp(big.NewInt(q-p), big.NewInt(n-i), nil))
		sum.Add(sum, new(big.Rat).SetFrac(term, new(big.Int).Exp(big.NewInt(q), big.NewInt(n), nil)))
	}
	return sum
}

// The enumeration of reconstructions agrees with what can be worked out by hand: the rules
// about one cell of each of four people are binomial, and the release is matched with the
// product of its weights.
func TestToyChances(t *testing.T) {
	quarter, threeQuarters := share{1, 4}, share{3, 4}
	equal := func(table [][]string) bool {
		for i, row := range table {
			for c := range row {
				if row[c] != toyPeople[i][c] {
					return false
				}
			}
		}
		return true
	}
	events := []toyEvent{
		toyRule{2, 0, "US", "M"}.holds(quarter, threeQuarters),
		toyRule{2, 0, "Ca", "M"}.holds(quarter, threeQuarters),
		toyRule{0, 2, "M", "US"}.holds(quarter, threeQuarters),
		toyRule{1, 0, "Si", "F"}.holds(share{1, 8}, threeQuarters),
		equal,
	}
	for _, test := range []struct {
		name    string
		release *toyRelease
		want    []*big.Rat
	}{
		{"sets", &toySets, []*big.Rat{binomial(2, 1, 2), binomial(2, 1, 2), binomial(3, 1, 2), binomial(1, 1, 3), big.NewRat(1, 16*16*81*16)}},
		{"pdfs", &toyPDFs, []*big.Rat{binomial(2, 3, 4), binomial(2, 1, 4), binomial(3, 3, 4), binomial(1, 1, 4), big.NewRat(27*27*4*27, 256*256*256*256)}},
	} {
		parts, total := test.release.chances(events)
		for i, want := range test.want {
			if got := big.NewRat(parts[i], total); got.Cmp(want) != 0 {
				t.Errorf("%s, event %d: %s, want %s", test.name, i, got, want)
			}
		}
	}
}

// What the text says of T.
func TestToyPeople(t *testing.T) {
	if both, left := (toyRule{0, 2, "M", "US"}).count(toyPeople); both != 3 || left != 4 {
		t.Errorf("M ⇒ US: %d of %d, want 3 of 4", both, left)
	}
	for release, of := range []*toyRelease{&toySets, &toyPDFs} {
		for group := range of {
			for c, chances := range of[group] {
				counts, total := map[string]int64{}, int64(0)
				for _, person := range toyPeople[4*group : 4*group+4] {
					counts[person[c]]++
				}
				for _, chance := range chances {
					total += chance.parts
				}
				for _, chance := range chances {
					if n := counts[chance.value]; n == 0 || release == 1 && n*total != 4*chance.parts {
						t.Errorf("release %d, group %d, %s: %d people have %s, %d parts of %d", release, group, toyColumns[c], n, chance.value, chance.parts, total)
					}
				}
				if len(chances) != len(counts) {
					t.Errorf("release %d, group %d, %s: %d values, want %d", release, group, toyColumns[c], len(chances), len(counts))
				}
			}
		}
	}
}
