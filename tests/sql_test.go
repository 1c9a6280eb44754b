package tests

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skyline/ext"
)

var (
	rewriteFlag = flag.Bool("rewrite", false, "write what queries return into the .test files, for review")
	slowFlag    = flag.Bool("slow", false, "run the .test_slow files too")
)

// TestSQL runs every script below sql, each on a fresh database in memory.
func TestSQL(t *testing.T) {
	for _, name := range scripts(t) {
		t.Run(strings.TrimPrefix(name, "sql/"), func(t *testing.T) {
			if path.Ext(name) == ".test_slow" && !*slowFlag {
				t.Skip("slow; run it with -slow")
			}
			t.Parallel()
			runFile(t, name)
		})
	}
}

// scripts returns the names of the script files, with slashes, relative to this
// folder.
func scripts(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir("sql", func(name string, entry fs.DirEntry, err error) error {
		if ext := filepath.Ext(name); err == nil && !entry.IsDir() && (ext == ".test" || ext == ".test_slow") {
			names = append(names, filepath.ToSlash(name))
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
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	s, err := parse("tests/"+name, string(text))
	if err != nil {
		t.Fatal(err)
	}
	r := runner{db: openDB(t, ""), variables: variables(t), rewrite: *rewriteFlag}
	failures, replacements, err := r.run(t.Context(), s)
	for _, failure := range failures {
		t.Error(failure)
	}
	if errors.Is(err, errSkip) && len(failures) == 0 {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(replacements) > 0 {
		if err := os.WriteFile(filepath.FromSlash(name), []byte(s.rewritten(replacements)), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d records rewritten", name, len(replacements))
	}
}

// openDB opens a database with Skyline's functions, on at most one connection
// unless the test says otherwise.
func openDB(t testing.TB, dsn string) *sql.DB {
	t.Helper()
	connector, err := ext.NewConnector(dsn)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// exec runs statements that must succeed.
func exec(t testing.TB, db *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.ExecContext(context.Background(), statement); err != nil {
			t.Fatalf("%v\n%s", err, statement)
		}
	}
}

// variables returns what {TMP}, {DATA} and {VECTORS} stand for. The last two are
// folders beside the repository, and "" where it was copied without them.
// {SKYLINE} qualifies the functions' names, which need it only where they were
// loaded.
func variables(t *testing.T) map[string]string {
	return map[string]string{
		"TMP": filepath.ToSlash(t.TempDir()), "DATA": shared("data"), "VECTORS": shared("vectors"),
		"SKYLINE": "", "NESTING": "yes", "PROVOKE": provoke,
	}
}

// provoke is not empty in a build with the tag provoke.
var provoke string

// shared returns the path of a folder beside the repository, or "".
func shared(name string) string {
	dir, err := filepath.Abs(filepath.Join("..", "..", "shared", name))
	if err != nil {
		return ""
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return ""
	}
	return filepath.ToSlash(dir)
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
