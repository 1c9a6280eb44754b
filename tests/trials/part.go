package trials

import (
	"os"
	"testing"
)

// Part returns one in n of a test's cases, where each stands for itself: the first, and each
// n-th behind it. With a seed in the environment they begin elsewhere, so that over many runs
// all run; where everything is to run, all do.
func Part[T any](t testing.TB, n int, cases []T) []T {
	t.Helper()
	if Slow() {
		return cases
	}
	begin := 0
	if seed := os.Getenv(SeedVariable); seed != "" {
		begin = int(digest(seed, t.Name()) % uint64(n))
		sayHowToRepeat(t, seed)
	}
	var part []T
	for i := begin; i < len(cases); i += n {
		part = append(part, cases[i])
	}
	return part
}
