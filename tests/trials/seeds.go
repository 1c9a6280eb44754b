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

// Seeds returns the seeds of a test's random cases, which are independent of each other: the
// first few of [0, all), or all where everything is to run. With a seed in the environment
// as many others follow, which ones says the test's name and that seed: the first ones have
// found what they can, and are there so that what a test demands of them stays true.
func Seeds(t testing.TB, few, all int) iter.Seq[uint64] {
	t.Helper()
	if Slow() {
		few = all
	}
	from, to := few, few
	if seed := os.Getenv(SeedVariable); seed != "" && few < all {
		from, to = share(seed, t.Name(), few, all)
		sayHowToRepeat(t, seed)
	}
	return func(yield func(uint64) bool) {
		for i := range few {
			if !yield(uint64(i)) {
				return
			}
		}
		for i := from; i < to; i++ {
			if !yield(uint64(i)) {
				return
			}
		}
	}
}

// share returns one of the shares of [few, all), of few each: the last one ends
// where all do.
func share(seed, name string, few, all int) (from, to int) {
	size := min(max(1, few), all-few)
	shares := (all - few + size - 1) / size
	from = min(few+int(digest(seed, name)%uint64(shares))*size, all-size)
	return from, from + size
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
