package trials

import (
	"hash/fnv"
	"iter"
	"os"
	"testing"
)

// SeedVariable is the environment variable that says which share of the random cases a run
// takes, any text: .ci/run gives the commit's name, so that other cases run for each commit.
// Without it a run takes the first ones, always the same.
const SeedVariable = "SKYLINE_SEED"

// Seeds returns the seeds of a test's random cases, which are independent of each other: few
// of [0, all), or all where everything is to run. A quarter of the few are always the first
// ones; which others follows from the test's name and the environment.
func Seeds(t testing.TB, few, all int) iter.Seq[uint64] {
	t.Helper()
	if Slow() {
		few = all
	}
	fixed, from := few, few
	if seed := os.Getenv(SeedVariable); seed != "" && few < all {
		fixed = (few + 3) / 4
		from = first(seed, t.Name(), fixed, few, all)
		sayHowToRepeat(t, seed)
	}
	return func(yield func(uint64) bool) {
		for i := range few {
			seed := i
			if i >= fixed {
				seed = from + i - fixed
			}
			if !yield(uint64(seed)) {
				return
			}
		}
	}
}

// first returns the first seed behind the fixed ones: [fixed, all) is divided into shares as
// long as what is left of few, and the last one ends where all do.
func first(seed, name string, fixed, few, all int) int {
	size := few - fixed
	if size == 0 {
		return fixed
	}
	shares := (all - fixed + size - 1) / size
	return min(fixed+int(digest(seed, name)%uint64(shares))*size, all-size)
}

// Share reports whether a run takes what is named, of which it takes one in n: everything
// where everything is to run, and nothing without a seed.
func Share(name string, n uint64) bool {
	seed := os.Getenv(SeedVariable)
	return Slow() || seed != "" && digest(seed, name)%n == 0
}

func digest(seed, name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(seed + "\x00" + name))
	// The low bits of FNV follow from the low bits of what is hashed.
	x := h.Sum64()
	return x ^ x>>32
}

// sayHowToRepeat has a test that fails say which share it ran.
func sayHowToRepeat(t testing.TB, seed string) {
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("to repeat these cases: %s=%s go test -run '^%s$'", SeedVariable, seed, t.Name())
		}
	})
}
