package mondrian

import (
	"cmp"
	"slices"

	"skyline/engine/releases"
)

// histograms counts values by two numbers.
type histograms struct{ entries []histogramEntry }

type histogramEntry struct {
	a, b, value int32
	n           int64
}

func (h *histograms) reset() { h.entries = h.entries[:0] }

func (h *histograms) add(a, b, value int32, n int64) {
	if n > 0 {
		h.entries = append(h.entries, histogramEntry{a, b, value, n})
	}
}

// each calls f for each pair of numbers, in their order, with what has been counted.
func (h *histograms) each(f func(a, b int32, counts []releases.Count, people int64)) {
	slices.SortFunc(h.entries, func(x, y histogramEntry) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(x.value, y.value))
	})
	for begin := 0; begin < len(h.entries); {
		first, people := h.entries[begin], int64(0)
		var counts []releases.Count
		for ; begin < len(h.entries) && h.entries[begin].a == first.a && h.entries[begin].b == first.b; begin++ {
			e := h.entries[begin]
			if n := len(counts); n > 0 && counts[n-1].Value == e.value {
				counts[n-1].People += e.n
			} else {
				counts = append(counts, releases.Count{Value: e.value, People: e.n})
			}
			people += e.n
		}
		f(first.a, first.b, counts, people)
	}
}
