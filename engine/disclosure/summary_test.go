package disclosure

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/engine"
	"skyline/engine/partition"
)

// encode writes a histogram of values a, b, …, the last one NULL if that is so.
func encode(counts []int, null bool) string {
	var b []byte
	if null && counts[len(counts)-1] > 0 {
		b = binary.AppendUvarint(append(b, 0), uint64(counts[len(counts)-1]))
		counts = counts[:len(counts)-1]
	}
	for v, n := range counts {
		if n > 0 {
			b = append(b, 2, byte('a'+v))
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	return string(b)
}

// TestSummary compares with groups gathered by definition, in any order and in parts.
func TestSummary(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 12))
		k, null := rng.Int64N(4), rng.IntN(2) == 0
		var histograms []string
		want := map[string]*Group{}
		listed := map[string][]string{}
		for range rng.IntN(60) {
			counts := randomGroups(rng, 1, 4, 4)[0]
			h := encode(counts, null)
			histograms = append(histograms, h)
			g := seen([][]int{counts})[0]
			g.Counts = g.Counts[:min(int64(len(g.Counts)), k+1)]
			key := fmt.Sprint(g.People, g.Counts)
			if want[key] == nil {
				g.Copies = 0
				want[key] = &g
			}
			want[key].Copies++
			listed[key] = append(listed[key], h)
		}
		var groups []Group
		for key, g := range want {
			slices.Sort(listed[key])
			for i, h := range listed[key] {
				last := len(g.Histograms) - 1
				switch {
				case last >= 0 && g.Histograms[last].Histogram == h:
					g.Histograms[last].N++
				case int64(i) < k+2:
					g.Histograms = append(g.Histograms, Copy{h, 1})
				}
			}
			groups = append(groups, *g)
		}
		slices.SortFunc(groups, func(a, b Group) int { return compareGroups(&a, &b, int(k)) })
		rng.Shuffle(len(histograms), func(i, j int) { histograms[i], histograms[j] = histograms[j], histograms[i] })
		parts := []*Summary{NewSummary(k), NewSummary(k), NewSummary(k)}
		for _, h := range histograms {
			if err := parts[rng.IntN(3)].Add(h); err != nil {
				t.Fatal(err)
			}
		}
		for _, p := range parts[1:] {
			if err := parts[0].Merge(p); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(groups, append([]Group(nil), parts[0].Groups()...)); diff != "" {
			t.Fatalf("seed %d: k = %d (-want +got)\n%s", seed, k, diff)
		}
	}
}

func TestSummaryErrors(t *testing.T) {
	s := NewSummary(1)
	if err := s.Add("\x02"); !errors.Is(err, partition.ErrMalformed) {
		t.Errorf("Add = %v, want ErrMalformed", err)
	}
	most := string(binary.AppendUvarint([]byte{2, 'a'}, partition.MaxPeople))
	if err := s.Add(most); err != nil {
		t.Error(err)
	}
	if err := s.Add(most); !errors.Is(err, partition.ErrTooManyPeople) {
		t.Errorf("Add = %v, want ErrTooManyPeople", err)
	}
	other := NewSummary(1)
	if err := other.Add(encode([]int{1}, false)); err != nil {
		t.Error(err)
	}
	if err := s.Merge(other); !errors.Is(err, partition.ErrTooManyPeople) {
		t.Errorf("Merge = %v, want ErrTooManyPeople", err)
	}
	if err := s.Merge(NewSummary(2)); !errors.Is(err, &engine.ParamError{Package: "disclosure", Param: "other"}) {
		t.Errorf("Merge = %v, want a ParamError", err)
	}
}

// FuzzSummary: what is no histogram is an error, and what is can be measured.
func FuzzSummary(f *testing.F) {
	f.Add(encode([]int{3, 2, 1}, true), encode([]int{1, 1}, false), uint8(2))
	f.Add("\x02", "", uint8(0))
	f.Fuzz(func(t *testing.T, one, two string, k uint8) {
		s := NewSummary(int64(k))
		for _, h := range []string{one, two, one} {
			if err := s.Add(h); err != nil && !errors.Is(err, partition.ErrMalformed) && !errors.Is(err, partition.ErrTooManyPeople) {
				t.Fatal(err)
			}
		}
		if _, err := Measure(t.Context(), s.Groups(), min(int(k), 8), half(t), 1); err != nil {
			t.Fatal(err)
		}
	})
}
