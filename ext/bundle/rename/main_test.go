package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// TestRename: what names the module is renamed, and what looks like it is not. The
// module is called plane, as this file is renamed with the module that it is of.
func TestRename(t *testing.T) {
	root := t.TempDir()
	before := map[string]string{
		"go.mod":    "module plane\n\ngo 1.26.0\n",
		"ext/in.go": "// Package ext is plane/ext.\npackage ext\n\nimport (\n\t\"fmt\"\n\t_ \"plane/sql\"\n)\n\nvar _ = fmt.Sprint(\"../ext/plane/demo.sql\", \"plane/sqlite\")\n",
		"sql/in.go": "package sql\n",
		"lint.yml":  "module-path: plane\nlocal-prefixes: [plane]\ndeny: [{pkg: plane/sql$}, {pkg: plane/ext}]\nname: plane\n",
		"page.md":   "`plane/ext`: replace plane => ../plane-0.1.0, INSTALL plane; plane/plane.duckdb_extension\n",
		"build/x":   "plane/ext",
		".git":      "plane/ext",
	}
	after := map[string]string{
		"go.mod":    "module example.org/somebody/plane\n\ngo 1.26.0\n",
		"ext/in.go": "// Package ext is example.org/somebody/plane/ext.\npackage ext\n\nimport (\n\t_ \"example.org/somebody/plane/sql\"\n\t\"fmt\"\n)\n\nvar _ = fmt.Sprint(\"../ext/plane/demo.sql\", \"plane/sqlite\")\n",
		"lint.yml":  "module-path: example.org/somebody/plane\nlocal-prefixes: [example.org/somebody/plane]\ndeny: [{pkg: example.org/somebody/plane/sql$}, {pkg: example.org/somebody/plane/ext}]\nname: plane\n",
		"page.md":   "`example.org/somebody/plane/ext`: replace example.org/somebody/plane => ../plane-0.1.0, INSTALL plane; plane/plane.duckdb_extension\n",
	}
	for name, text := range before {
		write(t, filepath.Join(root, name), text)
	}
	changed, err := rename(root, "example.org/somebody/plane")
	slices.Sort(changed)
	if want := slices.Sorted(maps.Keys(after)); err != nil || !slices.Equal(changed, want) {
		t.Errorf("rename changes %q, error %v; want %q", changed, err, want)
	}
	for name, was := range before {
		want, ok := after[name]
		if !ok {
			want = was
		}
		if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(got) != want {
			t.Errorf("%s is, error %v:\n%s\nwant:\n%s", name, err, got, want)
		}
	}
	if changed, err := rename(root, "example.org/somebody/plane"); err != nil || len(changed) > 0 {
		t.Errorf("once more, rename changes %q, error %v", changed, err)
	}
	for _, bad := range []string{"", "example.org/some body", "/plane"} {
		if changed, err := rename(root, bad); err == nil || len(changed) > 0 {
			t.Errorf("rename to %q changes %q, and is no error", bad, changed)
		}
	}
}

// TestRenameModule: a copy of this module under another path is one that builds,
// that is formatted, and whose tests on names pass; renamed back, it is what it was.
func TestRenameModule(t *testing.T) {
	trials.OnlySlow(t)
	const elsewhere = "example.org/somebody/skyline"
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	was := contents(t, root)
	folder := t.TempDir()
	for name, text := range was {
		write(t, filepath.Join(folder, name), text)
	}
	first, err := output(root, "list", "-m")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rename(folder, elsewhere); err != nil {
		t.Fatal(err)
	}
	// All of it is compiled, to be looked at once: nothing is optimized.
	const plainly = "-gcflags=" + elsewhere + "/...=-N -l"
	for _, command := range [][]string{
		{"go", "vet", plainly, "./..."},
		{"go", "test", plainly, "-short", "./engine", "./sqlfuncs/sqltext", "./ext/bundle/...", "./tests/pages"},
	} {
		run(t, folder, command...)
	}
	if out := run(t, folder, "gofmt", "-l", "."); out != "" {
		t.Errorf("not formatted: %s", out)
	}
	if _, err := rename(folder, strings.TrimSpace(string(first))); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, folder); !maps.Equal(got, was) {
		for name := range was {
			if got[name] != was[name] {
				t.Errorf("%s is not what it was before it was renamed and renamed back", name)
			}
		}
	}
}

// run returns what a command says that must end well. Tests that it runs are not slow ones,
// nor a share of these: this one would run itself, again and again.
func run(t *testing.T, folder string, command ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), command[0], command[1:]...)
	c.Dir = folder
	c.Env = append(os.Environ(), trials.Variable+"=", trials.SeedVariable+"=")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", command, err, out)
	}
	return string(out)
}

func contents(t *testing.T, root string) map[string]string {
	t.Helper()
	all, err := files(root)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, name := range all {
		content, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		found[name] = string(content)
	}
	return found
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
