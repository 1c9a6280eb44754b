package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestOrder: archives of the same files are the same, in whatever order they come.
func TestOrder(t *testing.T) {
	files := []file{{"a/b", []byte("1")}, {"a.b", []byte("#!/bin/sh\n")}, {"z", nil}, {"Z", []byte("2")}}
	turned := slices.Clone(files)
	slices.Reverse(turned)
	for name, pack := range map[string]func([]file) ([]byte, error){"zip": zipped, "tar": tarred} {
		one, err := pack(files)
		if err != nil {
			t.Fatal(err)
		}
		other, err := pack(turned)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one, other) {
			t.Errorf("%s: the order of files shows in the archive", name)
		}
	}
}

// TestSources: the version is put in, and what tools leave behind is not.
func TestSources(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{"METADATA": "Version: @VERSION@\n", "deep/er.py": "x = 1\n", "deep/__pycache__/er.pyc": "?"} {
		if err := write(filepath.Join(folder, filepath.FromSlash(name)), []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	files, err := sources(folder, "in", "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range sorted(files) {
		got = append(got, f.name+": "+string(f.content))
	}
	if want := []string{"in/METADATA: Version: 1.2.3\n", "in/deep/er.py: x = 1\n"}; !slices.Equal(got, want) {
		t.Errorf("sources() = %q, want %q", got, want)
	}
}

// TestWheel: a wheel's list has each of its files once, with its checksum and size, and
// only the list itself without.
func TestWheel(t *testing.T) {
	content := []byte("an extension")
	w, err := wheel(filepath.Join("..", ".."), platforms[0], "1.2.3", content)
	if err != nil {
		t.Fatal(err)
	}
	if want := "skyline_privacy-1.2.3-py3-none-" + platforms[0].wheel + ".whl"; w.name != want {
		t.Errorf("the wheel is called %s, want %s", w.name, want)
	}
	archive, err := zip.NewReader(bytes.NewReader(w.content), int64(len(w.content)))
	if err != nil {
		t.Fatal(err)
	}
	const info = "skyline_privacy-1.2.3.dist-info/"
	inside := map[string][]byte{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if inside[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(inside["skyline/"+extensionFile], content) {
		t.Error("the extension is not in the wheel")
	}
	if !strings.Contains(string(inside[info+"METADATA"]), "\nVersion: 1.2.3\n") {
		t.Error("METADATA has not the version")
	}
	lines, err := csv.NewReader(bytes.NewReader(inside[info+"RECORD"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != len(inside) {
		t.Errorf("RECORD has %d lines, want %d", len(lines), len(inside))
	}
	for _, line := range lines {
		file, ok := inside[line[0]]
		sum := sha256.Sum256(file)
		want := []string{"sha256=" + base64.RawURLEncoding.EncodeToString(sum[:]), strconv.Itoa(len(file))}
		if line[0] == info+"RECORD" {
			want = []string{"", ""}
		}
		if !ok || !slices.Equal(line[1:], want) {
			t.Errorf("RECORD has %q, want %q", line, want)
		}
	}
}

// TestReplace: only an earlier release is replaced, and nothing of it is left.
func TestReplace(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "dist")
	for _, files := range [][]file{{{"old", nil}, {sumsFile, nil}}, {{"new/one", []byte("1")}, {sumsFile, nil}}} {
		if err := replaceable(folder); err != nil {
			t.Fatal(err)
		}
		if err := replace(folder, files); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "old")); !os.IsNotExist(err) {
		t.Errorf("a file of the earlier release is left (%v)", err)
	}
	if got, err := os.ReadFile(filepath.Join(folder, "new", "one")); string(got) != "1" {
		t.Errorf("the file of the new one is %q (%v)", got, err)
	}
	if err := os.Remove(filepath.Join(folder, sumsFile)); err != nil {
		t.Fatal(err)
	}
	if err := replaceable(folder); err == nil || !strings.Contains(err.Error(), "-all") {
		t.Errorf("replaceable() = %v for a folder with something else in it", err)
	}
}
