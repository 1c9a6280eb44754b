package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// target is a platform that bundles can be built for.
type target struct {
	goos, goarch string
	platform     string // as DuckDB calls it
	// exports is the linker's flag that leaves one symbol visible, the entry
	// point; {FILE} in it stands for a file that holds list.
	exports, list string
	// nameless are the linker's flags that keep what depends on where and when the
	// library is linked out of it.
	nameless string
}

const entryPoint = "skyline_init_c_api"

var targets = []target{linux("amd64"), linux("arm64"), darwin("amd64"), darwin("arm64")}

func linux(goarch string) target {
	return target{
		goos: "linux", goarch: goarch, platform: "linux_" + goarch,
		exports: "-Wl,--version-script={FILE}", list: "{ global: " + entryPoint + "; local: *; };\n",
		nameless: "-Wl,--build-id=none",
	}
}

func darwin(goarch string) target {
	return target{
		goos: "darwin", goarch: goarch, platform: "osx_" + goarch,
		exports: "-Wl,-exported_symbols_list,{FILE}", list: "_" + entryPoint + "\n",
		// The name is that of the file in a temporary folder otherwise.
		nameless: "-Wl,-install_name," + extensionFile,
	}
}

// buildTarget returns the target of a platform, or what go build builds for.
func buildTarget(platform string) (target, error) {
	out, err := command("go", "env", "GOOS", "GOARCH").Output()
	if err != nil {
		return target{}, fmt.Errorf("go env: %w", err)
	}
	system := strings.Fields(string(out))
	var known []string
	for _, t := range targets {
		if t.platform == platform || platform == "" && slices.Equal(system, []string{t.goos, t.goarch}) {
			return t, nil
		}
		known = append(known, t.platform)
	}
	if platform == "" {
		platform = strings.Join(system, "/")
	}
	return target{}, fmt.Errorf("no bundle can be built for %s; the platforms are %s", platform, strings.Join(known, ", "))
}

// command is one whose complaints reach the user.
func command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	return c
}

// build builds the shared object in a folder and returns its path. The same
// source, Go and C compiler make the same bytes, in whatever folders: paths and
// build ids, which depend on them, are left out.
func build(t target, folder string) (string, error) {
	list := filepath.Join(folder, "exports")
	if err := os.WriteFile(list, []byte(t.list), 0o644); err != nil {
		return "", err
	}
	library := filepath.Join(folder, "library")
	// The host's functions are called through stubs, and everything but the entry
	// point is hidden: another library of the process may have the same names.
	flags := fmt.Sprintf("-s -w -buildid= -extldflags '%s %s'", strings.ReplaceAll(t.exports, "{FILE}", list), t.nameless)
	c := command("go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", library, "skyline/ext/loadable")
	c.Env = append(os.Environ(), "CGO_ENABLED=1", "GOOS="+t.goos, "GOARCH="+t.goarch)
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("go build: %w (it needs a C compiler, and to be run inside the repository)", err)
	}
	return library, nil
}

// check makes sure that the library offers the entry point and nothing else, and
// that it needs nothing of DuckDB but the table that it is handed: the linker
// was told to let missing symbols pass. Only ELF files are looked into.
func check(library string) error {
	file, err := elf.Open(library)
	if _, other := errors.AsType[*elf.FormatError](err); other {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	if err != nil {
		return err
	}
	for _, s := range symbols {
		missing := s.Section == elf.SHN_UNDEF
		switch {
		case missing && strings.HasPrefix(s.Name, "duckdb_"):
			return fmt.Errorf("%s has no stub: declare it in ext/capi/duckdb.h and run go generate ./ext/loadable", s.Name)
		case missing && strings.HasPrefix(s.Name, "skyline"):
			return fmt.Errorf("%s is not defined", s.Name)
		case !missing && elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Name != entryPoint:
			return fmt.Errorf("the library exports %s, and must export %s only", s.Name, entryPoint)
		}
	}
	return nil
}
