package main

import (
	"os"
	"path/filepath"
	"testing"

	"skyline/sqlfuncs"
	"skyline/tests/trials"
)

// module is what a release is built from, relative to the module's root.
var module = []string{"go.mod", "go.sum", "LICENSE", "README.md", "engine", "ext", "sql", "sqlfuncs"}

// TestSameBytes: two releases, from copies of the module in folders of different names,
// have the same files. The second compiles everything anew. One platform is enough here: to
// compile what zig brings for the others takes minutes, and whoever makes a release compares all.
func TestSameBytes(t *testing.T) {
	trials.OnlySlow(t)
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	program, err := findZig(filepath.Join(root, "build"))
	if err != nil {
		t.Fatal(err)
	}
	one, err := chosen("linux_amd64")
	if err != nil {
		t.Fatal(err)
	}
	var sums [2]string
	for i, name := range []string{"copy", "another copy/in a longer path"} {
		folder := filepath.Join(t.TempDir(), name)
		for _, part := range module {
			copyTo(t, filepath.Join(folder, part), filepath.Join(root, part))
		}
		if i > 0 {
			t.Setenv("GOCACHE", t.TempDir())
			t.Setenv("ZIG_GLOBAL_CACHE_DIR", t.TempDir())
		}
		t.Chdir(folder)
		files, err := artifacts(folder, program, sqlfuncs.Version, one)
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = string(checksums(files))
	}
	if sums[0] != sums[1] {
		t.Errorf("two builds of the same source have the checksums\n%s\nand\n%s", sums[0], sums[1])
	}
}

// copyTo copies a file or a folder.
func copyTo(t *testing.T, to, from string) {
	t.Helper()
	info, err := os.Stat(from)
	if err != nil {
		t.Fatal(err)
	}
	if info.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else {
		var content []byte
		if content, err = os.ReadFile(from); err == nil {
			if err = os.MkdirAll(filepath.Dir(to), 0o755); err == nil {
				err = os.WriteFile(to, content, 0o644)
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
