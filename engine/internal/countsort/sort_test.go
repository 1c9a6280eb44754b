package countsort

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSort compares with a stable sort.
func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 500 {
		n := 1 + r.IntN(20)
		keys := make([]int32, r.IntN(30))
		for i := range keys {
			keys[i] = r.Int32N(int32(n))
		}
		var numbers []int32 // some of them, in any order
		for _, i := range r.Perm(len(keys)) {
			if r.IntN(4) > 0 {
				numbers = append(numbers, int32(i))
			}
		}
		want := slices.Clone(numbers)
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(keys[a], keys[b]) })
		got := make([]int32, len(numbers))
		same := !slices.ContainsFunc(numbers, func(i int32) bool { return keys[i] != keys[numbers[0]] })
		switch {
		case Sort(got, numbers, keys, n) == same:
			t.Fatalf("Sort(%v) by %v = %v", numbers, keys, same)
		case !same && !slices.Equal(got, want):
			t.Fatalf("Sort(%v) by %v = %v, want %v", numbers, keys, got, want)
		}
		short := make([]uint16, len(keys))
		for i, k := range keys {
			short[i] = uint16(k)
		}
		if Sort(got, numbers, short, n) && !slices.Equal(got, want) {
			t.Fatalf("Sort(%v) by %v = %v, want %v", numbers, short, got, want)
		}
	}
}

// TestSortAllKeys sorts by keys up to the largest of 16 bits.
func TestSortAllKeys(t *testing.T) {
	keys := []uint16{65535, 0, 65534}
	got := make([]int32, 3)
	if !Sort(got, []int32{0, 1, 2}, keys, 1<<16) || !slices.Equal(got, []int32{1, 2, 0}) {
		t.Errorf("Sort() = %v, want 1 2 0", got)
	}
}

// TestBuckets fills the same buckets with more and fewer keys.
func TestBuckets(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var b Buckets
	for range 500 {
		n := r.IntN(20)
		var keys []int32
		if n > 0 {
			keys = make([]int32, r.IntN(40))
		}
		for i := range keys {
			keys[i] = r.Int32N(int32(n))
		}
		b.Fill(keys, n)
		for k := range int32(n) {
			var want []int32
			for i, key := range keys {
				if key == k {
					want = append(want, int32(i))
				}
			}
			if got := b.Of(k); !slices.Equal(got, want) {
				t.Fatalf("Of(%d) of %v = %v, want %v", k, keys, got, want)
			}
		}
	}
}
