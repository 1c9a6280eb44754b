package check

import (
	"strings"
	"testing"

	"skyline/engine/breach"
	"skyline/sqlfuncs/host"
)

// No c of a call comes so close to a breach probability but by chance.
func TestExplainTooClose(t *testing.T) {
	got := host.Named("skyline_find", breach.ErrTooClose).Error()
	for _, want := range []string{"skyline_find: c must differ", "products of more than 262144 numbers", "take another c, a smaller m or smaller weights"} {
		if !strings.Contains(got, want) {
			t.Errorf("Named(ErrTooClose) = %q, want %q in it", got, want)
		}
	}
}
