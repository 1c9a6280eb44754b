package trials

import (
	"slices"
	"strconv"
	"testing"
)

// TestSeeds: the first cases always run, and over many runs all do.
func TestSeeds(t *testing.T) {
	t.Setenv(Variable, "")
	for _, c := range []struct{ few, all, more int }{{12, 100, 12}, {1, 1, 0}, {1, 9, 1}, {5, 6, 1}, {100, 100, 0}, {0, 3, 1}} {
		seen := map[uint64]bool{}
		for run := range 2000 {
			t.Setenv(SeedVariable, strconv.Itoa(run))
			got := slices.Collect(Seeds(t, c.few, c.all))
			if len(got) != c.few+c.more || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
				t.Fatalf("%d of %d: %v", c.few, c.all, got)
			}
			for i, seed := range got {
				if i < c.few && seed != uint64(i) || seed >= uint64(c.all) {
					t.Fatalf("%d of %d: %v", c.few, c.all, got)
				}
				seen[seed] = true
			}
		}
		if len(seen) != c.all {
			t.Errorf("%d of %d: %d ran", c.few, c.all, len(seen))
		}
		t.Setenv(SeedVariable, "")
		if got := slices.Collect(Seeds(t, c.few, c.all)); len(got) != c.few || c.few > 0 && got[c.few-1] != uint64(c.few)-1 {
			t.Errorf("without a seed, %d of %d: %v", c.few, c.all, got)
		}
	}
	t.Setenv(Variable, "1")
	t.Setenv(SeedVariable, "x")
	if got := slices.Collect(Seeds(t, 3, 7)); !slices.Equal(got, []uint64{0, 1, 2, 3, 4, 5, 6}) {
		t.Errorf("everything: %v", got)
	}
}

// TestPart: one in n, other ones each time until all have run; everything.
func TestPart(t *testing.T) {
	t.Setenv(Variable, "")
	t.Setenv(SeedVariable, "")
	cases := []int{0, 1, 2, 3, 4, 5, 6}
	if got := Part(t, 3, cases); !slices.Equal(got, []int{0, 3, 6}) {
		t.Errorf("without a seed: %v", got)
	}
	seen := map[int]bool{}
	for run := range 100 {
		t.Setenv(SeedVariable, strconv.Itoa(run))
		got := Part(t, 3, cases)
		if len(got) < 2 || !slices.Equal(got, Part(t, 3, cases)) {
			t.Errorf("seed %d: %v", run, got)
		}
		for _, c := range got {
			seen[c] = true
		}
	}
	t.Setenv(Variable, "1")
	if got := Part(t, 3, cases); len(seen) != len(cases) || !slices.Equal(got, cases) {
		t.Errorf("%d of %d have run, and where all should, %v", len(seen), len(cases), got)
	}
}

// TestShare: one in n, another one each time; everything, or nothing.
func TestShare(t *testing.T) {
	t.Setenv(Variable, "")
	t.Setenv(SeedVariable, "")
	if Share("a", 1) {
		t.Error("a share without a seed")
	}
	taken := 0
	for run := range 3000 {
		t.Setenv(SeedVariable, strconv.Itoa(run))
		if Share("a", 5) {
			taken++
		}
	}
	if taken < 450 || taken > 750 {
		t.Errorf("%d of 3000 runs took one in five", taken)
	}
	t.Setenv(Variable, "1")
	if !Share("a", 1000) {
		t.Error("everything lacks something")
	}
}
