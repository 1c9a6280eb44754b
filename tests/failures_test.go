package tests

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestTableOfFailures: the tests and files that the table of README.md names are there, so that what
// it says is true of names at least.
func TestTableOfFailures(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	root := os.DirFS("..")
	var tests strings.Builder
	for _, folder := range []string{"engine", "sqlfuncs"} {
		err = errors.Join(err, fs.WalkDir(root, folder, func(name string, _ fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(name, "_test.go") {
				var source []byte
				source, err = fs.ReadFile(root, name)
				tests.Write(source)
			}
			return err
		}))
	}
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "## If this is wrong")
	names := regexp.MustCompile("`(Test[A-Za-z0-9]+)`").FindAllStringSubmatch(table, -1)
	if !found || len(names) < 40 {
		t.Fatalf("the table has %d names of tests", len(names))
	}
	for _, name := range names {
		if !strings.Contains(tests.String(), "\nfunc "+name[1]+"(t *testing.T)") {
			t.Errorf("there is no test %s in engine or sqlfuncs", name[1])
		}
	}
	for _, where := range regexp.MustCompile("`(\\w+)` in `((?:engine|sqlfuncs)/[a-z_/]+\\.go)`").FindAllStringSubmatch(table, -1) {
		source, err := fs.ReadFile(root, where[2])
		if err != nil || !regexp.MustCompile(`(?m)^func (\([^)]*\) )?`+where[1]+`\(`).Match(source) {
			t.Errorf("there is no %s in %s (%v)", where[1], where[2], err)
		}
	}
	for _, script := range regexp.MustCompile("`([a-z_]+/[a-z_]+\\.test)`").FindAllStringSubmatch(table, -1) {
		if _, err := fs.Stat(root, path.Join("tests/sql", script[1])); err != nil {
			t.Error(err)
		}
	}
}
