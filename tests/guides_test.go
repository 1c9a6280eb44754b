package tests

import (
	"path/filepath"
	"testing"

	"skyline/tests/internal/page"
	"skyline/tests/trials"
)

// TestGuides runs the SQL of each guide on the tables of `skyline demo`, and compares what
// stands under it. -rewrite writes that.
func TestGuides(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	files, err := filepath.Glob("../sql/guides/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { page.Check(t, openDemo(t), file, *rewriteFlag) })
	}
}
