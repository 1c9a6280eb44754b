// Package countsort sorts numbers by small keys, in time proportional to numbers and keys:
// the keys are counted, and so it is known where each number goes (H. H. Seward, 1954).
package countsort

import "slices"

// Key is what numbers are sorted by.
type Key interface{ ~uint16 | ~int32 }

// Sort writes different numbers to into, which is as long, sorted by keys[number], each in
// 0..n-1, and reports whether it did: it does not where all keys are the same. Numbers
// with equal keys stay in order, so that sorting by the keys in turn, the last one first,
// sorts by all of them.
func Sort[K Key](into, numbers []int32, keys []K, n int) bool {
	if len(numbers) == 0 {
		return false
	}
	starts := make([]int32, n+1)
	if len(numbers) == len(keys) { // all of them: in the order of memory
		for _, k := range keys {
			starts[int(k)+1]++
		}
	} else {
		for _, i := range numbers {
			starts[int(keys[i])+1]++
		}
	}
	if int(starts[int(keys[numbers[0]])+1]) == len(numbers) {
		return false
	}
	for k := range n {
		starts[k+1] += starts[k]
	}
	for _, i := range numbers {
		k := keys[i]
		at := starts[k]
		starts[k] = at + 1
		into[at] = i
	}
	return true
}

// Buckets holds the numbers 0, 1, 2, … by their keys. Its zero value has none.
type Buckets struct {
	order  []int32
	starts []int32 // of the numbers with each key, and the end
}

// Fill makes the buckets those of keys[i] for each number i, all in 0..n-1. It reuses the
// memory of the buckets that there were.
func (b *Buckets) Fill(keys []int32, n int) {
	order := slices.Grow(b.order[:0], len(keys))[:len(keys)]
	starts := slices.Grow(b.starts[:0], n+2)[:n+2]
	clear(starts)
	for _, k := range keys {
		starts[k+2]++
	}
	for k := 2; k < len(starts); k++ {
		starts[k] += starts[k-1]
	}
	// What is at k+1 goes from the start of k to its end, the start of k+1.
	for i, k := range keys {
		at := starts[k+1]
		starts[k+1] = at + 1
		order[at] = int32(i)
	}
	b.order, b.starts = order, starts[:n+1]
}

// Of returns the numbers with a key, in ascending order. They are valid until the buckets
// are filled again.
func (b *Buckets) Of(key int32) []int32 {
	return b.order[b.starts[key]:b.starts[key+1]]
}
