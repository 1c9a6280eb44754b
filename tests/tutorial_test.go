package tests

import (
	"path/filepath"
	"testing"

	"skyline/tests/internal/page"
	"skyline/tests/trials"
)

// TestTutorial types what the tutorial and the guides say, and compares what stands under it with what it
// returns. -rewrite writes that, for review; then read the sentences that speak of numbers.
func TestTutorial(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	for _, name := range []string{"tutorial.md", "counts.md"} {
		page.Check(t, openDB(t, ""), filepath.Join("..", "sql", name), *rewriteFlag)
	}
}
