package chart

import (
	"cmp"
	"math"
	"slices"
)

// Size is how often a size occurs.
type Size struct{ Size, Count int64 }

// Bin is how often sizes of First to Last occur together.
type Bin struct{ First, Last, Count int64 }

// mostBins is how many bars can be taken in at a glance.
const mostBins = 14

// Bins returns bins for sizes: one for each size where these are few; else bins of a width of
// 1, 2 or 5 times a power of ten, or, where the largest is many times the smallest, bins that
// get wider: 1, 2–4, 5–9, 10–19, 20–49, …, or whole powers of ten. No bin has sizes both below
// and above cut, which begins a bin of its own; 0 is no cut. The bins are in ascending
// order, and without gaps where they are ranges, from the smallest size that occurs to the
// largest. Sizes that are negative, or that do not occur, are left out.
func Bins(sizes []Size, cut int64) []Bin {
	sizes = merged(sizes)
	if len(sizes) <= mostBins {
		bins := make([]Bin, len(sizes))
		for i, s := range sizes {
			bins[i] = Bin{s.Size, s.Size, s.Count}
		}
		return bins
	}
	starts := binStarts(sizes[0].Size, sizes[len(sizes)-1].Size)
	if cut > sizes[0].Size && cut <= sizes[len(sizes)-1].Size {
		if at, found := slices.BinarySearch(starts, cut); !found {
			starts = slices.Insert(starts, at, cut)
		}
	}
	bins := make([]Bin, 0, len(starts))
	for i, start := range starts {
		last := sizes[len(sizes)-1].Size
		if i+1 < len(starts) {
			last = starts[i+1] - 1
		}
		bins = append(bins, Bin{First: start, Last: last})
	}
	for i, n := range Fill(bins, sizes) {
		bins[i].Count = n
	}
	for bins[0].Count == 0 {
		bins = bins[1:]
	}
	bins[0].First = sizes[0].Size
	return bins
}

// Fill returns how often these sizes occur in each of the bins, in which all of them must be.
func Fill(bins []Bin, sizes []Size) []int64 {
	counts := make([]int64, len(bins))
	for _, s := range merged(sizes) {
		at, _ := slices.BinarySearchFunc(bins, s.Size, func(b Bin, size int64) int { return cmp.Compare(b.Last, size) })
		counts[at] = plus(counts[at], s.Count)
	}
	return counts
}

// merged returns the sizes that occur, ascending, each once.
func merged(sizes []Size) []Size {
	kept := slices.DeleteFunc(slices.Clone(sizes), func(s Size) bool { return s.Size < 0 || s.Count <= 0 })
	slices.SortFunc(kept, func(a, b Size) int { return cmp.Compare(a.Size, b.Size) })
	out := kept[:0]
	for _, s := range kept {
		if n := len(out); n > 0 && out[n-1].Size == s.Size {
			out[n-1].Count = plus(out[n-1].Count, s.Count)
			continue
		}
		out = append(out, s)
	}
	return out
}

// manyTimes is how many times the smallest size the largest must be for bins that get wider.
const manyTimes = 20

// binStarts returns where bins begin that have all sizes from least to most.
func binStarts(least, most int64) []int64 {
	if most/max(least, 1) < manyTimes {
		width := niceStep(most-least+1, mostBins-1)
		starts := []int64{least / width * width}
		for last := starts[0]; last <= most-width; {
			last += width
			starts = append(starts, last)
		}
		return starts
	}
	for _, digits := range [][]int64{{1, 2, 5}, {1}} {
		if starts := wideningStarts(least, most, digits); len(starts) <= mostBins || len(digits) == 1 {
			return starts
		}
	}
	return nil // not reached
}

// wideningStarts returns 0 and these digits times the powers of ten, as far as least and most
// need them.
func wideningStarts(least, most int64, digits []int64) []int64 {
	starts := []int64{0}
	for power := int64(1); ; power *= 10 {
		for _, d := range digits {
			if d > most/power { // d·power > most
				return starts
			}
			if d*power <= least {
				starts = starts[:0]
			}
			starts = append(starts, d*power)
		}
		if power > math.MaxInt64/10 {
			return starts
		}
	}
}

// Total returns how many there are in bins.
func Total(bins []Bin) (n int64) {
	for _, b := range bins {
		n = plus(n, b.Count)
	}
	return n
}

// plus adds counts; what would be more than the largest number is that.
func plus(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
