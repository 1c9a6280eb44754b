package tests

import (
	"testing"

	"skyline/tests/internal/page"
)

// TestReadme runs the SQL of README.md on the tables of `skyline demo`, as it says, and
// compares what stands under it. -rewrite writes that.
func TestReadme(t *testing.T) {
	page.Check(t, openDemo(t), "../README.md", *rewriteFlag)
}
