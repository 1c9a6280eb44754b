package jump_test

import (
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
	"skyline/tests/worlds"
)

// The examples of the source. Where the groups of its tables cannot be seen in print,
// they are those with which all numbers of the text come out.

// people returns the groups that a text like "AB CD EF" names by letters.
func people(text string) (groups [][]int) {
	for word := range strings.FieldsSeq(text) {
		var group []int
		for _, letter := range word {
			group = append(group, int(letter-'A'))
		}
		groups = append(groups, group)
	}
	return groups
}

func allPeople(texts ...string) (groups [][][]int) {
	for _, text := range texts {
		groups = append(groups, people(text))
	}
	return groups
}

var half = worlds.AtMost(1, 2)

// Table 1: conditions flu, cold, cancer, headache and toothache are 0 to 4.
var (
	table1       = []int{0, 1, 2, 2, 3, 4}
	table1Groups = allPeople("AB CD EF", "ABC DEF", "ABCD EF")
)

// is fails unless a set has so many tables and its largest share is a fraction.
func is(t *testing.T, what string, set [][]int, tables int, share string) {
	t.Helper()
	if len(set) != tables || tables > 0 && worlds.Highest(set).RatString() != share {
		got := "none"
		if len(set) > 0 {
			got = worlds.Highest(set).RatString()
		}
		t.Errorf("%s has %d tables and a largest share of %s, want %d and %s", what, len(set), got, tables, share)
	}
}

func releases(t *testing.T, w *world, table []int, want int) {
	t.Helper()
	if got, path := w.Run(table); got != want {
		t.Errorf("%v releases %d by %v, want %d", w.strategy, got, path, want)
	}
}

func has(set [][]int, table []int) bool {
	return slices.ContainsFunc(set, func(t []int) bool { return slices.Equal(t, table) })
}

func TestTables1To4(t *testing.T) {
	two := worlds.Distinct(2)
	for _, p := range []worlds.Property{half, two} {
		w := newWorld(table1Groups, naive, nil, p)
		is(t, "per_2 of Table 1", w.Permutations(2, table1), 36, "1/3")
		set := w.Disclosure(2, table1)
		is(t, "Table 3", set, 4, "1")
		for _, person := range []int{2, 3} {
			if worlds.Marginals(set)[person][2] != 4 {
				t.Errorf("person %d does not surely have cancer", person)
			}
		}
		releases(t, w, table1, 2)
		// Table 2: t1 would have been released under g1, t2 not.
		t1, t2 := []int{2, 0, 1, 2, 3, 4}, []int{1, 0, 2, 2, 3, 4}
		if per := w.Permutations(2, table1); !has(per, t1) || !has(per, t2) || has(set, t1) || !has(set, t2) {
			t.Error("Table 2: t1 is to be in the permutation set only, t2 in the disclosure set too")
		}
		for _, s := range []strategy{safe, jumping} {
			w := newWorld(table1Groups, s, []int64{1, 1, 1}, p)
			releases(t, w, table1, 3)
			is(t, "ds_3", w.Disclosure(3, table1), 8, "1/2")
		}
	}
	// Table 4. Its permutation set under g2 satisfies two distinct values, not a largest
	// share of 1/2.
	t3 := []int{2, 2, 0, 1, 3, 4}
	w := newWorld(table1Groups, safe, nil, two)
	set := w.Disclosure(2, t3)
	is(t, "Table 4", set, 6, "1")
	if m := worlds.Marginals(set); m[0][2] != 6 || m[1][2] != 6 {
		t.Error("Table 4: Alice and Bob surely have cancer")
	}
	if !w.HoldsPermutation(2, t3) || newWorld(table1Groups, safe, nil, half).HoldsPermutation(2, t3) {
		t.Error("Table 4: p(per_2) is to hold for two values, not for 1/2")
	}
}

var (
	table10       = []int{0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 9, 9}
	table10Groups = allPeople("ABCD EFGHI JKLM NO", "AB CDEFG HIJKLM NO", "AB CD EFGH IJKLMNO")
)

func TestTable10(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	w := newWorld(table10Groups, jumping, []int64{2, 2, 2}, half)
	is(t, "per_3", w.Permutations(3, table10), 30_240, "1/2")
	fail, withI := 0, 0
	classes := map[string]bool{}
	one := newWorld(table10Groups, jumping, []int64{1, 1, 1}, half)
	for _, u := range w.Permutations(3, table10) {
		if w.HoldsPermutation(1, u) {
			continue
		}
		fail++
		withI += boolInt(u[8] == 6)
		if class := w.Key(2, u); w.HoldsPermutation(2, u) && !classes[class] {
			classes[class] = true
			if share := worlds.Highest(one.Disclosure(2, u)).RatString(); share != "1" && share != "2/3" {
				t.Errorf("a disclosure set under g2 has a largest share of %s, want 1 or 2/3", share)
			}
		}
	}
	if fail != 7776 || withI != 4320 || len(classes) != 9 {
		t.Errorf("%d tables fail g1, %d with I = C6, in %d classes of g2, want 7,776, 4,320, 9", fail, withI, len(classes))
	}
	is(t, "ds_3 by jumps of 2", w.Disclosure(3, table10), 4320, "1/2")
	is(t, "ds_3 without", one.Disclosure(3, table10), 7776, "5/9")
	if one.HoldsPermutation(1, table10) || one.HoldsPermutation(2, table10) {
		t.Error("p(per_1) or p(per_2) is true")
	}
	releases(t, w, table10, 3)
}

// Table 11: C0 to C9 are 1 to 10, S is 0; the first two functions are the same on both
// sides.
var (
	table11      = []int{1, 2, 3, 4, 5, 0, 0, 6, 7, 8, 9, 10}
	table11Left  = allPeople("ABC DE FG HI JKL", "ABCD EF GH IJKL", "ABCDEFGHIJKL", "ABCDEFG HIJKL")
	table11Right = allPeople("ABC DE FG HI JKL", "ABCD EF GH IJKL", "ABCDE FG HIJKL", "ABCDEF GHIJKL", "ABCDEFGHIJKL")
)

func TestTable11Left(t *testing.T) {
	w := newWorld(table11Left, jumping, []int64{2, 2, 2, 2}, half)
	releases(t, w, table11, 4)
	is(t, "ds_4 by jumps of 2", w.Disclosure(4, table11), 5*120*120, "2/5")
	// E to H are known, their values being C4, S, S and C5.
	two := w.Disclosure(2, table11)
	m := worlds.Marginals(two)
	if n := len(two); m[4][5] != n || m[5][0] != n || m[6][0] != n || m[7][6] != n {
		t.Error("ds_2 is to tell E, F, G and H")
	}
	releases(t, newWorld(table11Left, jumping, []int64{3, 3, 3, 3}, half), table11, 0)
}

// TestTable11Right looks at the places of S only: all other values are different, so
// that for each place of S there are as many tables, which algorithms treat alike.
func TestTable11Right(t *testing.T) {
	projected := slices.Clone(table11)
	for person, v := range projected {
		projected[person] = min(v, 1)
	}
	for _, test := range []struct {
		jump     int64
		released int
	}{{2, 0}, {3, 5}} {
		w := newWorld(table11Right, jumping, slices.Repeat([]int64{test.jump}, 5), nil)
		w.Whole = func(i int, set [][]int) bool { return sharedOut(w.Groups[i-1], set, half) }
		releases(t, w, projected, test.released)
		if test.jump == 3 {
			// A, B, C, J, K and L have S in 2 of 9.
			set := w.Disclosure(5, projected)
			var times []int
			for _, counts := range worlds.Marginals(set) {
				times = append(times, counts[0])
			}
			if want := []int{2, 2, 2, 1, 1, 1, 1, 1, 1, 2, 2, 2}; len(set) != 9 || !slices.Equal(times, want) {
				t.Errorf("ds_5: %v of %d, want %v of 9", times, len(set), want)
			}
		} else if set := w.Disclosure(4, projected); len(set) != 1 || !slices.Equal(set[0], projected) {
			t.Errorf("ds_4 has S at %v, want F and G", set)
		}
	}
	// The left side comes out the same.
	w := newWorld(table11Left, jumping, []int64{2, 2, 2, 2}, nil)
	w.Whole = func(i int, set [][]int) bool { return sharedOut(w.Groups[i-1], set, half) }
	releases(t, w, projected, 4)
	if got, want := len(w.Disclosure(4, projected)), 5; got != want {
		t.Errorf("ds_4 has S at %d pairs of places, want %d", got, want)
	}
}

// sharedOut is a largest share where value 1 stands for as many different values as
// there are in a group: each is a person's equally likely.
func sharedOut(groups [][]int, set [][]int, p worlds.MaxShare) bool {
	for _, group := range groups {
		others := 0
		for _, person := range group {
			others += set[0][person]
		}
		for _, person := range group {
			counts := []int{0, 0}
			for _, t := range set {
				counts[t[person]]++
			}
			var all []int
			for range others {
				all = append(all, counts[1])
			}
			if !p.Of(append(all, counts[0]*max(others, 1))) {
				return false
			}
		}
	}
	return true
}

// Table 12 as printed does not show Proposition 2: already p(per_2) is false. In the
// replacement g2 is used again, and released then.
var (
	table12                  = []int{0, 1, 2, 3, 4, 2, 2}
	table12Groups            = allPeople("AB CDE FG", "AB CDEFG", "ABCDE FG", "AB CDEFG")
	table12Replacement       = []int{0, 0, 1, 2, 1, 3, 1}
	table12ReplacementGroups = allPeople("ABCEG DF", "AG BCD EF", "ABDFG CE", "AG BCD EF")
)

func TestTable12(t *testing.T) {
	ones := []int64{1, 1, 1, 1}
	for _, s := range []strategy{safe, jumping} {
		w := newWorld(table12Groups, s, ones, half)
		releases(t, w, table12, 0)
		if w.HoldsPermutation(2, table12) {
			t.Error("p(per_2) is true")
		}
	}
	w := newWorld(table12Groups, safe, nil, half)
	is(t, "ds_2", w.Disclosure(2, table12), 40, "3/5")
	// S_2 of the text, where D and E have C3 and C does not, satisfies p(per_3).
	if !w.HoldsPermutation(3, []int{0, 1, 3, 2, 2, 2, 4}) {
		t.Error("p(per_3) is false for S_2")
	}

	w = newWorld(table12ReplacementGroups, jumping, ones, half)
	releases(t, w, table12Replacement, 4)
	is(t, "ds_2", w.Disclosure(2, table12Replacement), 12, "2/3")
	if w.HoldsPermutation(3, table12Replacement) {
		t.Error("p(per_3) is true")
	}
	is(t, "ds of g2 used again", w.Disclosure(4, table12Replacement), 8, "1/2")
	releases(t, newWorld(table12ReplacementGroups[:3], jumping, ones[:3], half), table12Replacement, 0)
}

// Table 13 of the source, line 10, has k[i] in the place of k[j].
func TestTable13(t *testing.T) {
	w := newWorld([][][]int{{{0, 1, 3}, {2, 4}}, {{0, 1, 4}, {2, 3}}, {{0, 2, 3, 4}, {1}}, {{0, 1, 2, 3, 4}}}, jumping, []int64{1, 2, 3, 4}, half)
	table := []int{0, 1, 3, 2, 3}
	releases(t, w, table, 4)
	is(t, "ds_2", w.Disclosure(2, table), 6, "2/3")
	is(t, "ds_4", w.Disclosure(4, table), 24, "1/2")
	if got := releasedAsPrinted(w, table); got != 0 {
		t.Errorf("as printed, Table 13 releases g%d, want nothing", got)
	}
}

var (
	table17       = []int{0, 0, 0, 1, 2, 3, 4, 5, 6}
	table17Groups = allPeople("AB CDEFGHI", "AC BDEFGHI", "BC ADEFGHI", "ABC DEFGHI", "ABCDEFGHI")
)

// subsetAlgorithms are those of Table 16: the naive strategy on each subset of two
// generalizations or more, each equally likely. The bits of masks are the subsets.
func subsetAlgorithms(n int) (masks []int, list []worlds.Drawn) {
	for mask := range 1 << n {
		if bits.OnesCount(uint(mask)) < 2 {
			continue
		}
		var order []int
		for j := range n {
			if mask>>j&1 == 1 {
				order = append(order, j+1)
			}
		}
		masks = append(masks, mask)
		list = append(list, worlds.Drawn{Order: order, Algorithm: worlds.Naive})
	}
	for k := range list {
		list[k].Probability = big.NewRat(1, int64(len(list)))
	}
	return masks, list
}

// TestTables15To18 has the figures of Table 18, as they are: of {g4, g5} it prints 2/3. The
// mean over the 15 subsets that g5 can have been released from takes them to be equally
// likely, as the text does.
func TestTables15To18(t *testing.T) {
	trials.Long(t)
	one := big.NewRat(1, 1)
	for _, test := range []struct {
		property        worlds.Property
		last, withFirst string // of A, B and C under {g4, g5}, of C under {g1, g4, g5}
		posterior, mean string
	}{
		{half, "13/19", "1/7", "17/23", "115/133"},
		{worlds.Distinct(2), "1", "1", "9/11", "33/35"},
	} {
		want := map[int][3]string{
			0b10001: {"1", "1", "1/7"}, 0b10010: {"1", "1/7", "1"}, 0b10100: {"1/7", "1", "1"},
			0b11000: {test.last, test.last, test.last},
			0b11001: {"1", "1", test.withFirst}, 0b11010: {"1", test.withFirst, "1"}, 0b11100: {test.withFirst, "1", "1"},
		}
		masks, list := subsetAlgorithms(5)
		if len(list) != 26 {
			t.Fatalf("%d subsets, want 26", len(list))
		}
		mean, possible := worlds.Zeros(3, 1), 0
		for k, drawn := range list {
			drawn.Probability = one
			got := worlds.Secret(table17Groups, test.property, []worlds.Drawn{drawn}, 5, table17)
			if got == nil {
				continue
			}
			possible++
			of, ok := want[masks[k]]
			if !ok {
				of = [3]string{"1", "1", "1"}
			}
			for person := range 3 {
				share := got.Shares[person][0]
				if share.RatString() != of[person] {
					t.Errorf("%v, subset %b: person %d has C0 with %v, want %s", test.property, masks[k], person, share, of[person])
				}
				mean[person][0].Add(mean[person][0], share)
			}
		}
		if possible != 15 {
			t.Errorf("%d subsets release g5, want 15", possible)
		}
		secret := worlds.Secret(table17Groups, test.property, list, 5, table17)
		for person := range 3 {
			average := mean[person][0].Quo(mean[person][0], big.NewRat(15, 1))
			if got := secret.Shares[person][0].RatString(); got != test.posterior || average.RatString() != test.mean {
				t.Errorf("%v: person %d has C0 with %s, on the mean %s, want %s and %s", test.property, person, got, average, test.posterior, test.mean)
			}
		}
		if secret.Holds(half) {
			t.Errorf("%v: nobody is believed to have C0 with more than 1/2", test.property)
		}
	}
}

// TestDiscernibility: the text has g1, g2 and g3 better than g4; it is the other way.
func TestDiscernibility(t *testing.T) {
	var measure []int
	for _, groups := range table17Groups {
		sum := 0
		for _, group := range groups {
			sum += len(group) * len(group)
		}
		measure = append(measure, sum)
	}
	if want := []int{53, 53, 53, 45, 81}; !slices.Equal(measure, want) {
		t.Errorf("%v, want %v", measure, want)
	}
}
