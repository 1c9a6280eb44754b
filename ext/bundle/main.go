// Command bundle builds the loadable extension, one file that DuckDB's LOAD
// takes:
//
//	go run ./ext/bundle [-o FILE] [-platform NAME] [-version TEXT]
//
// Beside it goes THIRD_PARTY_NOTICES, which must be handed on with it. One file
// serves every DuckDB from 1.4 on. It is built for the platform of this
// machine; for another, CC must be a C compiler for it.
package main

import (
	"crypto/sha256"
	_ "embed" // for the notices
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"skyline/sqlfuncs"
)

func main() {
	output := flag.String("o", filepath.Join("build", "skyline.duckdb_extension"), "the `FILE` to write")
	platform := flag.String("platform", "", "the `NAME` that DuckDB has for the platform; this machine's, if it is not given")
	version := flag.String("version", sqlfuncs.Version, "the version that the file says it has: a `TEXT`, such as a commit")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "Builds the extension that DuckDB's LOAD takes.\n\nusage: go run ./ext/bundle [-o FILE] [-platform NAME] [-version TEXT]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := bundle(*output, *platform, *version); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

// extensionFile is what the file must be called: DuckDB takes the name of the
// entry point from it.
const extensionFile = "skyline.duckdb_extension"

// notices are the licences of what is compiled into the extension.
//
//go:generate go run ./notices
//go:embed THIRD_PARTY_NOTICES
var notices []byte

func bundle(output, platform, version string) (err error) {
	if filepath.Base(output) != extensionFile {
		return fmt.Errorf("-o %s: the file must be called %s, as DuckDB takes the extension's name from it", output, extensionFile)
	}
	target, err := buildTarget(platform)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "skyline-bundle-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	library, err := build(target, folder)
	if err != nil {
		return err
	}
	if err := check(library); err != nil {
		return err
	}
	footer, err := metadata{platform: target.platform, version: version}.footer()
	if err != nil {
		return err
	}
	content, err := os.ReadFile(library)
	if err != nil {
		return err
	}
	content = append(content, footer...)
	if err := write(output, content); err != nil {
		return err
	}
	if err := write(filepath.Join(filepath.Dir(output), "THIRD_PARTY_NOTICES"), notices); err != nil {
		return err
	}
	fmt.Printf("%s: Skyline %s for %s, %.1f MB, SHA-256 %x\n", output, version, target.platform, float64(len(content))/1e6, sha256.Sum256(content))
	return nil
}

// write makes a file, at once: a host that has loaded the old file keeps it, and
// nobody sees half a file.
func write(output string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil {
		return err
	}
	part := output + ".part"
	if err := os.WriteFile(part, content, 0o644); err != nil {
		return err
	}
	return os.Rename(part, output)
}
