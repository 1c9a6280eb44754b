package engine_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestReadme makes sure that README.md lists each package once, and above all packages
// that import it. Tests may import what they like; but what is for tests only, nothing
// else imports.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, floors, _ := strings.Cut(string(text), "## The floors of the house")
	var listed []string
	for _, match := range regexp.MustCompile("(?m)^- `([a-z/]+)`: ").FindAllStringSubmatch(floors, -1) {
		listed = append(listed, match[1])
	}
	imports := map[string][]string{} // by package, those of the engine
	err = filepath.WalkDir(".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		of := packageName(path.Dir(filepath.ToSlash(name)))
		imports[of] = append(imports[of], "")
		for _, i := range file.Imports {
			if rest, ok := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "skyline/engine"); ok {
				imports[of] = append(imports[of], packageName(strings.TrimPrefix(rest, "/")))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, all := range imports {
		at := slices.Index(listed, name)
		if at < 0 || slices.Contains(listed[at+1:], name) {
			t.Errorf("%s is not listed once", name)
		}
		for _, other := range all {
			if other != "" && slices.Index(listed, other) >= at {
				t.Errorf("%s imports %s, which is not above it", name, other)
			}
			if forTests := []string{"internal/bruteforce", "internal/dynprog", "internal/paperdata", "internal/vectors"}; slices.Contains(forTests, other) && !slices.Contains(forTests, name) {
				t.Errorf("%s imports %s, which is for tests only", name, other)
			}
		}
	}
	for _, name := range listed {
		if imports[name] == nil {
			t.Errorf("there is no package %s", name)
		}
	}
}

// packageName returns how README.md calls the package of a folder.
func packageName(folder string) string {
	if folder == "." || folder == "" {
		return "engine"
	}
	return folder
}
