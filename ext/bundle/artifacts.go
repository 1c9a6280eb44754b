package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"skyline/sqlfuncs"
)

// The files of a release that are not packages.
const (
	noticesFile = "THIRD_PARTY_NOTICES"
	sumsFile    = "SHA256SUMS"
)

// release writes everything that a release consists of into a folder, for the platforms
// that are asked for.
func release(folder string, chosen []platform) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if err := replaceable(folder); err != nil {
		return err
	}
	program, err := findZig(filepath.Join(root, "build"))
	if err != nil {
		return err
	}
	files, err := artifacts(root, program, sqlfuncs.Version, chosen)
	if err != nil {
		return err
	}
	sources, err := source(root, sqlfuncs.Version)
	if err != nil {
		return err
	}
	files = append(files, sources)
	if err := replace(folder, append(files, file{sumsFile, checksums(files)})); err != nil {
		return err
	}
	for _, f := range sorted(files) {
		fmt.Printf("%9d kB  %s\n", (len(f.content)+500)/1000, filepath.Join(folder, f.name))
	}
	return nil
}

// artifacts returns the files of a release that are built: the extensions, the packages
// that hold them, and what is said of all.
func artifacts(root, program, version string, chosen []platform) ([]file, error) {
	var extensions, files []file
	for _, p := range chosen {
		content, err := extension(p, zig(program, p), version)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		extensions = append(extensions, file{p.name + "/" + extensionFile, content})
		w, err := wheel(root, p, version, content)
		if err != nil {
			return nil, err
		}
		files = append(files, w)
	}
	for _, pack := range []func() (file, error){
		func() (file, error) { return nodePackage(root, version, extensions) },
		func() (file, error) { return dbtPackage(root, version) },
		func() (file, error) { return bill(version, extensions) },
	} {
		f, err := pack()
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return append(append(files, extensions...), file{noticesFile, notices}), nil
}

// moduleRoot returns the folder that go.mod is in.
func moduleRoot() (string, error) {
	out, err := command("go", "env", "GOMOD").Output()
	name := strings.TrimSpace(string(out))
	if err != nil || filepath.Base(name) != "go.mod" {
		return "", errors.Join(errors.New("releases are built inside of the repository"), err)
	}
	return filepath.Dir(name), nil
}

// checksums lists files as sha256sum does.
func checksums(files []file) []byte {
	var lines bytes.Buffer
	for _, f := range sorted(files) {
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(f.content), f.name)
	}
	return lines.Bytes()
}

// replaceable makes sure that nothing is in a folder but an earlier release.
func replaceable(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(folder, sumsFile)); err != nil {
		return fmt.Errorf("-all %s: the folder holds something else than a release; name one that is empty or does not exist", folder)
	}
	return nil
}

// replace puts files into a folder, in the place of all that was in it. It is the earlier
// release that stays where this fails before the end.
func replace(folder string, files []file) error {
	part := strings.TrimRight(folder, string(filepath.Separator)) + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	for _, f := range files {
		if err := write(filepath.Join(part, filepath.FromSlash(f.name)), f.content); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.Rename(part, folder)
}
