package vectors

import "testing"

// Load reads vectors for a test, with BreachCases, SkylineCases, GuardianCases,
// DisclosureCases, JumpCases or PresenceCases.
func Load[T any](t testing.TB, read func() ([]T, error)) []T {
	t.Helper()
	cases, err := read()
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("there are no vectors")
	}
	return cases
}
