package partition

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// encodeCounts returns the histogram of counts; the key "NULL" is the NULL value.
func encodeCounts(counts map[string]int64) string {
	var h []byte
	if n := counts["NULL"]; n > 0 {
		h = binary.AppendUvarint(append(h, 0), uint64(n))
	}
	var values []string
	for v, n := range counts {
		if v != "NULL" && n > 0 {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	for _, v := range values {
		h = binary.AppendUvarint(h, uint64(len(v)+1))
		h = append(h, v...)
		h = binary.AppendUvarint(h, uint64(counts[v]))
	}
	return string(h)
}

func build(t *testing.T, histograms []string) *Table {
	t.Helper()
	var b Builder
	for _, h := range histograms {
		if err := b.Add(h); err != nil {
			t.Fatal(err)
		}
	}
	return b.Table()
}

// looks returns how groups look to a value: shapes with the value's count, each
// with the first histogram that has it.
func looks(table *Table, value string) map[string]string {
	first := map[string]string{}
	for _, g := range table.Groups {
		shape, count := fmt.Sprint(g.People), int64(0)
		for _, c := range g.Counts {
			shape += fmt.Sprint(" ", c.N)
			if table.Values[c.Value].Text == value {
				count = c.N
			}
		}
		if count == 0 {
			continue
		}
		key := fmt.Sprint(shape, " / ", count)
		if h, ok := first[key]; !ok || g.Histogram < h {
			first[key] = g.Histogram
		}
	}
	return first
}

// TestSummaryKeepsLooks checks by definition that a summary loses nothing that a
// value can see, whatever the order and however it was merged.
func TestSummaryKeepsLooks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var histograms []string
		for range 1 + rng.IntN(200) {
			counts := map[string]int64{}
			for range 1 + rng.IntN(6) {
				counts[fmt.Sprint("v", rng.IntN(5))]++
			}
			histograms = append(histograms, encodeCounts(counts))
		}
		full := build(t, histograms)
		encoded := summarize(t, rng, histograms)
		var b Builder
		if err := b.AddSummary(encoded); err != nil {
			t.Fatal(err)
		}
		reduced := b.Table()
		if reduced.People != full.People {
			t.Fatalf("People = %d, want %d", reduced.People, full.People)
		}
		if len(reduced.Groups) > len(full.Groups) {
			t.Fatalf("%d groups of %d were kept", len(reduced.Groups), len(full.Groups))
		}
		for v := range 5 {
			value := fmt.Sprint("v", v)
			if diff := cmp.Diff(looks(full, value), looks(reduced, value)); diff != "" {
				t.Fatalf("looks of %s (-want +got):\n%s", value, diff)
			}
			if got, want := widestWithout(reduced, value), widestWithout(full, value); got != want {
				t.Fatalf("widest group without %s has %d values, want %d", value, got, want)
			}
		}
	}
}

// widestWithout returns the largest number of values but one, over all groups.
func widestWithout(table *Table, value string) int {
	most := 0
	for _, g := range table.Groups {
		others := 0
		for _, c := range g.Counts {
			if table.Values[c.Value].Text != value {
				others++
			}
		}
		most = max(most, others)
	}
	return most
}

// summarize adds histograms in a random order to summaries that it merges.
func summarize(t *testing.T, rng *rand.Rand, histograms []string) string {
	t.Helper()
	parts := make([]Summary, 1+rng.IntN(3))
	for _, i := range rng.Perm(len(histograms)) {
		if err := parts[rng.IntN(len(parts))].Add(histograms[i]); err != nil {
			t.Fatal(err)
		}
	}
	for i := range parts[1:] {
		if err := parts[0].Merge(&parts[1+i]); err != nil {
			t.Fatal(err)
		}
	}
	return string(parts[0].Encode())
}

// TestSummaryMergesEmpty: threads that saw no group merge as nothing.
func TestSummaryMergesEmpty(t *testing.T) {
	var a, b Summary
	if err := a.Merge(&b); err != nil {
		t.Fatal(err)
	}
	var builder Builder
	if err := builder.AddSummary(string(a.Encode())); err != nil {
		t.Fatal(err)
	}
	if table := builder.Table(); table.People != 0 || len(table.Groups) != 0 {
		t.Errorf("an empty summary has %+v", table)
	}
}

// FuzzHistogram feeds bytes to everything that decodes them: no panic, and what
// one accepts the other does too.
func FuzzHistogram(f *testing.F) {
	f.Add([]byte(encodeCounts(map[string]int64{"a": 2, "NULL": 1})), false)
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, true)
	f.Add([]byte{2, 'a'}, false)
	f.Fuzz(func(t *testing.T, data []byte, peopleCounted bool) {
		b, s := Builder{PeopleCounted: peopleCounted}, Summary{PeopleCounted: peopleCounted}
		errBuilder, errSummary := b.Add(string(data)), s.Add(string(data))
		if (errBuilder == nil) != (errSummary == nil) {
			t.Errorf("Builder.Add = %v, Summary.Add = %v", errBuilder, errSummary)
		}
		again := Builder{PeopleCounted: peopleCounted}
		if err := again.AddSummary(string(s.Encode())); errSummary == nil && err != nil {
			t.Errorf("AddSummary = %v", err)
		}
		_ = new(Builder).AddSummary(string(data))
	})
}
