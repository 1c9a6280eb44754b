package main

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"

	"skyline/sqlfuncs"
	"skyline/tests/trials"
)

// module is what the bundle is built from, relative to the module's root.
var module = []string{"go.mod", "go.sum", "engine", "ext", "sql", "sqlfuncs"}

// TestSameBytes: two builds, from copies of the module in folders of different
// names, make the same file. The second compiles everything anew.
func TestSameBytes(t *testing.T) {
	trials.OnlySlow(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	var sums [2][sha256.Size]byte
	for i, name := range []string{"copy", "another copy/in a longer path"} {
		folder := filepath.Join(t.TempDir(), name)
		for _, part := range module {
			copyTo(t, filepath.Join(folder, part), filepath.Join(root, part))
		}
		if i > 0 {
			t.Setenv("GOCACHE", t.TempDir())
		}
		t.Chdir(folder)
		path := filepath.Join(t.TempDir(), extensionFile)
		if err := bundle(path, "", sqlfuncs.Version); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = sha256.Sum256(content)
	}
	if sums[0] != sums[1] {
		t.Errorf("two builds of the same source have the checksums %x and %x", sums[0], sums[1])
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
