// Package trials says how much tests do: few random cases where somebody runs
// `go test ./...`, nothing that takes seconds with -short, other cases for each commit with
// SKYLINE_SEED in the environment, as .ci/run does, and everything with SKYLINE_SLOW=1, as
// .ci/full does. What is decided is an amount of work, never a time, so that a busy machine
// runs the same cases.
package trials

import (
	"os"
	"testing"
)

// Variable is the environment variable that asks for everything.
const Variable = "SKYLINE_SLOW"

// Slow reports whether the tests are to run everything.
func Slow() bool { return os.Getenv(Variable) == "1" }

// Number returns the first number, or the second where everything is to run.
func Number(few, all int) int {
	if Slow() {
		return all
	}
	return few
}

// Long skips a test that takes seconds, with -short.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() && !Slow() {
		t.Skip("long; run it without -short")
	}
}

// OnlySlow skips a test unless everything is to run; where a run takes a share, it takes one
// such test in five.
func OnlySlow(t testing.TB) {
	t.Helper()
	if !Share(t.Name(), 5) {
		t.Skip("slow; run it with " + Variable + "=1")
	}
}
