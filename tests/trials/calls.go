package trials

import (
	"os"
	"strconv"
	"testing"
)

// CallsVariable is the environment variable that asks a test of random calls for a number
// of them: more than .ci/run has time for.
const CallsVariable = "SKYLINE_CALLS"

// Calls is Number, or the number that the environment asks for.
func Calls(t testing.TB, few, all int) int {
	t.Helper()
	asked := os.Getenv(CallsVariable)
	if asked == "" {
		return Number(few, all)
	}
	n, err := strconv.Atoi(asked)
	if err != nil || n < 1 {
		t.Fatalf("%s must be a number of calls, got %q", CallsVariable, asked)
	}
	return n
}
