package pages

import (
	"io/fs"
	"strings"
	"testing"
)

// TestDependencies makes sure that the page for contributors says what each module is for
// that go.mod asks for, and names no other.
func TestDependencies(t *testing.T) {
	read := func(name string) string {
		text, err := fs.ReadFile(repository, name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, section, found := strings.Cut(read(".ci/README.md"), "\n## Dependencies\n")
	if !found {
		t.Fatal("the page has no section Dependencies")
	}
	direct := map[string]bool{}
	for line := range strings.Lines(read("go.mod")) {
		if fields := strings.Fields(line); strings.HasPrefix(line, "\t") && len(fields) == 2 {
			direct[fields[0]] = true
			if !strings.Contains(section, "`"+fields[0]+"`") {
				t.Errorf("the page does not say what %s is for", fields[0])
			}
		}
	}
	for line := range strings.Lines(section) {
		cell, isRow := strings.CutPrefix(line, "| `")
		cell, _, _ = strings.Cut(cell, "|")
		for i, name := range strings.Split(cell, "`") {
			if isRow && i%2 == 0 && strings.Contains(name, "/") && !direct[name] {
				t.Errorf("the page names %s, which go.mod does not ask for", name)
			}
		}
	}
}
