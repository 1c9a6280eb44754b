// Package trials says how many random cases tests make: few where somebody runs
// `go test ./...`, and all of them with SKYLINE_SLOW=1 in the environment, as
// .ci/run does. What is decided is an amount of work, never a time, so that a busy
// machine runs the same cases.
package trials

import "os"

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
