package tests

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

var rewriteFlag = flag.Bool("rewrite", false, "write what queries return into the .test files, for review")

// TestSQL runs the scripts below sql, each on a fresh database in memory: with -short only
// those that are named for a function, or one of its outputs.
func TestSQL(t *testing.T) {
	functions := " "
	for _, f := range sqlfuncs.Functions() {
		functions += f.Name + " "
		for _, o := range f.Outputs {
			functions += f.Name + "_" + o.Names[0] + " "
		}
	}
	for _, name := range scripts(t) {
		t.Run(strings.TrimPrefix(name, "sql/"), func(t *testing.T) {
			if path.Ext(name) == ".test_slow" {
				trials.OnlySlow(t)
			}
			if !strings.Contains(functions, " "+strings.TrimSuffix(path.Base(name), ".test")+" ") {
				trials.Long(t)
			}
			t.Parallel()
			runFile(t, name)
		})
	}
}

// The names of scripts are used as patterns of go test -run and by other hosts.
func TestScriptNames(t *testing.T) {
	for _, name := range scripts(t) {
		plain := strings.IndexFunc(name, func(r rune) bool {
			return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789_/.", r)
		}) < 0
		if !plain || slices.Contains(strings.Split(name, "/"), "..") {
			t.Errorf("%s: use lower case letters, digits and _ in names of scripts", name)
		}
	}
}

// scripts returns the names of the script files, with slashes, relative to this folder.
func scripts(t *testing.T) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS("."), "sql", func(name string, entry fs.DirEntry, err error) error {
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

func runFile(t *testing.T, name string) {
	t.Helper()
	file := filepath.FromSlash(name)
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

// variables returns what {NAME} in a script stands for; what is not there is "".
// {SKYLINE} qualifies the functions' names, which need it only where they were
// loaded.
func variables(t *testing.T) map[string]string {
	slow := ""
	if trials.Slow() {
		slow = "yes"
	}
	return map[string]string{
		"TMP": filepath.ToSlash(t.TempDir()), "DATA": sqltest.Data(t),
		"SKYLINE": "", "NESTING": "yes", "PROVOKE": provoke, "SLOW": slow,
	}
}

// provoke is not empty in a build with the tag provoke.
var provoke string
