package hierarchy

import (
	"fmt"
	"testing"
)

// BenchmarkNew builds the tree of a million values under ten times fewer nodes a
// level, as of masked prefixes.
func BenchmarkNew(b *testing.B) {
	const values, height = 1_000_000, 6
	labels := make([]string, 0, values*10/9)
	var entries []Entry
	size := 1
	for level := int64(1); level <= height; level++ {
		size *= 10
		for v := range int32(values) {
			if int(v)%size == 0 {
				labels = append(labels, fmt.Sprint(int(v)/size, "*"))
			}
			entries = append(entries, Entry{v, level, labels[len(labels)-1]})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(values, entries); err != nil {
			b.Fatal(err)
		}
	}
}
