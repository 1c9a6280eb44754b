package vectors

import (
	"errors"
	"io/fs"
	"testing"
)

// Load reads vectors for a test, with BreachCases, SkylineCases, GuardianCases,
// DisclosureCases or JumpCases; where they are not beside the repository, it skips the
// test with that reason.
func Load[T any](t testing.TB, read func() ([]T, error)) []T {
	t.Helper()
	cases, err := read()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the vectors are not there: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return cases
}
