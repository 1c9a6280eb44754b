// Command bundle builds the loadable extension, one file that DuckDB's LOAD
// takes, and everything else that a release of Skyline consists of:
//
//	go run ./ext/bundle [-o FILE] [-platform …] [-version …]   the file for this machine
//	go run ./ext/bundle -all FOLDER [-only …]                  a release
//
// One file serves every DuckDB from 1.4 on. The first form uses this machine's C
// compiler, and what it makes needs this machine's C library or a newer one. With
// -platform that compiler makes it for another platform, where it can. A
// release is built by zig, for all platforms from one Linux machine, and has the
// same bytes wherever it is built from the same source: the extension for each
// platform, the packages for Python, Node and dbt, the notices, a bill of
// materials and the checksums of all.
package main

import (
	"crypto/sha256"
	_ "embed" // for the notices
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"skyline/sqlfuncs"
)

func main() {
	output := flag.String("o", filepath.Join("build", extensionFile), "the `FILE` to write, for this machine")
	platform := flag.String("platform", "", "with -o: the `PLATFORM` to build for, if it is not this machine's: CC must be a C compiler for it")
	version := flag.String("version", sqlfuncs.Version, "with -o: the version that the file says it has: a `TEXT`, such as a commit")
	folder := flag.String("all", "", "the `FOLDER` to write a release into")
	only := flag.String("only", "", "with -all: the `PLATFORMS` to build for, with commas between them, such as linux_amd64")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "Builds the extension that DuckDB's LOAD takes, or a release.\n\nusage: go run ./ext/bundle [-o FILE] [-platform PLATFORM] [-version TEXT]\n       go run ./ext/bundle -all FOLDER [-only PLATFORMS]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 || *only != "" && *folder == "" || *platform != "" && *folder != "" {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*output, *platform, *version, *folder, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

func run(output, platform, version, folder, only string) error {
	if folder == "" {
		return bundle(output, platform, version)
	}
	platforms, err := chosen(only)
	if err != nil {
		return err
	}
	return release(folder, platforms)
}

// extensionFile is what the file must be called: DuckDB takes the name of the
// entry point from it.
const extensionFile = "skyline.duckdb_extension"

// notices are the licences of what is compiled into the extension.
//
//go:generate go run ./notices
//go:embed THIRD_PARTY_NOTICES
var notices []byte

// bundle writes the extension, by this machine's compiler, and the notices beside it.
func bundle(output, platform, version string) error {
	if filepath.Base(output) != extensionFile {
		return fmt.Errorf("-o %s: the file must be called %s, as DuckDB takes the extension's name from it", output, extensionFile)
	}
	p, err := asked(platform)
	if err != nil {
		return err
	}
	content, err := extension(p, system(p), version)
	if err != nil {
		return err
	}
	if err := write(output, content); err != nil {
		return err
	}
	if err := write(filepath.Join(filepath.Dir(output), noticesFile), notices); err != nil {
		return err
	}
	fmt.Printf("%s: Skyline %s for %s, %.1f MB, SHA-256 %x\n", output, version, p.name, float64(len(content))/1e6, sha256.Sum256(content))
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
