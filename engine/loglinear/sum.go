package loglinear

import (
	"cmp"
	"math"
	"slices"

	"skyline/engine/exact"
)

// tally counts how often each count occurs. Entropies are sums over it, which
// makes them independent of how the counts were found.
type tally struct {
	small []int64 // by count
	large []countOf
}

type countOf struct{ count, times int64 }

const smallCounts = 1 << 12

func (t *tally) add(count, times int64) {
	if t.small == nil {
		t.small = make([]int64, smallCounts)
	}
	if count < smallCounts {
		t.small[count] += times
		return
	}
	t.large = append(t.large, countOf{count, times})
}

// merge brings the large counts in order, each once.
func (t *tally) merge() {
	slices.SortFunc(t.large, func(a, b countOf) int { return cmp.Compare(a.count, b.count) })
	merged := t.large[:0]
	for _, c := range t.large {
		if last := len(merged) - 1; last >= 0 && merged[last].count == c.count {
			merged[last].times += c.times
			continue
		}
		merged = append(merged, c)
	}
	t.large = merged
}

// entropy returns the entropy, in nats, of the distribution whose people, out of
// n, have the counts:
//
//	-Σ_c c/n · ln(c/n)
func (t *tally) entropy(n int64) float64 {
	t.merge()
	var s exact.Sum
	add := func(count, times int64) {
		s.Add(float64(times) * (float64(count) / float64(n)) * -math.Log(float64(count)/float64(n)))
	}
	for count, times := range t.small {
		if times != 0 {
			add(int64(count), times)
		}
	}
	for _, c := range t.large {
		if c.times != 0 {
			add(c.count, c.times)
		}
	}
	return max(0, s.Value())
}

func (t *tally) clone() *tally {
	return &tally{slices.Clone(t.small), slices.Clone(t.large)}
}
