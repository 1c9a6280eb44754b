package tests

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

var rewriteFlag = flag.Bool("rewrite", false, "write what queries return into the .test files, for review")

// Second is where the scripts of tests/rest begin: in the order of their names, each of
// the two packages runs about half of the work.
const Second = "sql/skyline/p"

// RunScripts runs the scripts below sql, each on a fresh database in memory, from one
// name on up to another, without that; "" stands for no end. The folder of the package
// tests is given as it is from where the test runs.
func RunScripts(t *testing.T, folder, from, to string) {
	for _, name := range scripts(t, folder) {
		if name < from || to != "" && name >= to {
			continue
		}
		t.Run(strings.TrimPrefix(name, "sql/"), func(t *testing.T) {
			if path.Ext(name) == ".test_slow" && !trials.Slow() {
				t.Skip("slow; run it with " + trials.Variable + "=1")
			}
			t.Parallel()
			runFile(t, folder, name)
		})
	}
}

// scripts returns the names of the script files, with slashes, relative to the folder
// of this package.
func scripts(t *testing.T, folder string) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS(folder), "sql", func(name string, entry fs.DirEntry, err error) error {
		if ext := path.Ext(name); err == nil && !entry.IsDir() && (ext == ".test" || ext == ".test_slow") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Fatal("there are no scripts below sql")
	}
	return names
}

func runFile(t *testing.T, folder, name string) {
	t.Helper()
	file := filepath.Join(folder, filepath.FromSlash(name))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := parse("tests/"+name, string(text))
	if err != nil {
		t.Fatal(err)
	}
	r := runner{db: sqltest.Open(t, ""), variables: variables(t), rewrite: *rewriteFlag}
	failures, replacements, err := r.run(t.Context(), s)
	for _, failure := range failures {
		t.Error(failure)
	}
	if err != nil && !errors.Is(err, errSkip) {
		t.Fatal(err)
	}
	if len(replacements) > 0 {
		if err := os.WriteFile(file, []byte(s.rewritten(replacements)), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d records rewritten", name, len(replacements))
	}
	if err != nil && len(failures) == 0 {
		t.Skip(err)
	}
}

// variables returns what {TMP}, {DATA} and {VECTORS} stand for. The last two are
// folders beside the repository, and "" where it was copied without them.
// {SKYLINE} qualifies the functions' names, which need it only where they were
// loaded.
func variables(t *testing.T) map[string]string {
	slow := ""
	if trials.Slow() {
		slow = "yes"
	}
	return map[string]string{
		"TMP": filepath.ToSlash(t.TempDir()), "DATA": sqltest.Shared("data"), "VECTORS": sqltest.Shared("vectors"),
		"SKYLINE": "", "NESTING": "yes", "PROVOKE": provoke, "SLOW": slow,
	}
}

// provoke is not empty in a build with the tag provoke.
var provoke string
