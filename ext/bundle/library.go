package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"strings"

	"skyline/sqlfuncs"
)

// loadable is the package that is built. It has its full name, so that one can build in
// any folder of the module.
var loadable = path.Join(path.Dir(reflect.TypeFor[sqlfuncs.Family]().PkgPath()), "ext/loadable")

// supplies are files for linkers: what to leave visible, and, as zig has none of
// Apple's, which libraries of macOS hold the few names that Go's runtime mentions.
//
//go:embed supplies
var supplies embed.FS

// compiler says how C is compiled and linked, for cgo.
type compiler struct {
	environment []string
	tag         string // for go build
	linked      string // flags for the linker, beside the platform's
}

// system is the compiler of this machine, or the one in CC. What it makes needs the C
// library that it links, or a newer one.
func system(p platform) compiler {
	return compiler{environment: []string{"GOOS=" + p.goos, "GOARCH=" + p.goarch}}
}

// zig is the compiler for a platform that need not be this one. What it makes depends
// neither on this machine's compiler nor on its libraries.
func zig(program string, p platform) compiler {
	c := compiler{
		environment: []string{
			"CC=" + program + " cc -target " + p.target, "GOOS=" + p.goos, "GOARCH=" + p.goarch,
			"CGO_CFLAGS=-O2", // and not -g: what it would add would be stripped
		},
		// With it, package capi does not ask for what zig's linker calls otherwise.
		tag: "zig",
	}
	switch p.goos {
	case "linux":
		c.environment = append(c.environment, "CGO_LDFLAGS=-Wl,-z,undefs")
	case "darwin":
		c.linked = "-L{FOLDER}/macos -F{FOLDER}/macos"
	}
	return c
}

// command is one whose complaints reach the user.
func command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	return c
}

// extension builds the file for a platform, with its footer: the same bytes from the same
// source, Go and C compiler, in whatever folder.
func extension(p platform, c compiler, version string) (content []byte, err error) {
	folder, err := os.MkdirTemp("", "skyline-bundle-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	library, err := build(p, c, folder)
	if err != nil {
		return nil, err
	}
	if err := check(library); err != nil {
		return nil, err
	}
	footer, err := metadata{platform: p.name, version: version}.footer()
	if err != nil {
		return nil, err
	}
	content, err = os.ReadFile(library)
	return append(content, footer...), err
}

// build builds the shared object in a folder and returns its path.
func build(p platform, c compiler, folder string) (string, error) {
	files, err := fs.Sub(supplies, "supplies")
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(folder, files); err != nil {
		return "", err
	}
	library := filepath.Join(folder, "library")
	// The host's functions are called through stubs, and everything but the entry point is
	// hidden: another library of the process may have the same names. -s is Go's flag for
	// its own linker; the C compiler's is told as well.
	linked := strings.ReplaceAll(strings.TrimSpace(p.linked+" "+c.linked), "{FOLDER}", folder)
	flags := fmt.Sprintf("-s -w -buildid= -extldflags '-Wl,-s %s'", linked)
	args := []string{"build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", library}
	if c.tag != "" {
		args = append(args, "-tags="+c.tag) // not an empty one: GOFLAGS may have others
	}
	b := command("go", append(args, loadable)...)
	b.Env = append(append(os.Environ(), "CGO_ENABLED=1"), c.environment...)
	if err := b.Run(); err != nil {
		return "", fmt.Errorf("go build: %w (it needs a C compiler, and to be run inside the repository)", err)
	}
	return library, nil
}
