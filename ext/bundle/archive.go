package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// file is one of an archive.
type file struct {
	name    string // with slashes
	content []byte
}

// made is when everything in an archive was made, the first time that zip knows: what
// archives hold must not depend on when they are written.
var made = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// sources returns the files of a folder, under a prefix, with the version in the place of
// "@VERSION@". What Python and Node leave behind is not among them.
func sources(folder, prefix, version string) ([]file, error) {
	var files []file
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains(leftBehind, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(folder, name)
		files = append(files, file{path.Join(prefix, filepath.ToSlash(inside)), bytes.ReplaceAll(content, []byte("@VERSION@"), []byte(version))})
		return err
	})
	return files, err
}

// leftBehind are folders that tools make.
var leftBehind = []string{"__pycache__", ".mypy_cache", ".pytest_cache", "node_modules", "target", "logs", "dbt_packages"}

// zipped returns an archive of files, in the order of their names.
func zipped(files []file) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range sorted(files) {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: made}
		header.SetMode(0o644)
		part, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := part.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// tarred returns a compressed archive of files, in the order of their names. Those that
// say by what they are run are programs.
func tarred(files []file) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, f := range sorted(files) {
		mode := int64(0o644)
		if bytes.HasPrefix(f.content, []byte("#!")) {
			mode = 0o755
		}
		if err := w.WriteHeader(&tar.Header{Name: f.name, Mode: mode, Size: int64(len(f.content)), ModTime: made}); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return cmp.Compare(a.name, b.name) })
}

// under returns files with a prefix to their names.
func under(prefix string, files []file) []file {
	moved := make([]file, len(files))
	for i, f := range files {
		moved[i] = file{path.Join(prefix, f.name), f.content}
	}
	return moved
}
