package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"strings"

	"skyline/sqlfuncs"
)

// target is a platform that bundles can be built for.
type target struct {
	platform string // as DuckDB calls it
	// exports is the linker's flag that leaves one symbol visible, the entry
	// point; {FILE} in it stands for a file that holds list.
	exports, list string
	// nameless are the linker's flags that keep what depends on where and when the
	// library is linked out of it.
	nameless string
}

// loadable is the package that is built. It has its full name, so that one can build in
// any folder of the module.
var loadable = path.Join(path.Dir(reflect.TypeFor[sqlfuncs.Family]().PkgPath()), "ext/loadable")

const entryPoint = "skyline_init_c_api"

// targets are keyed by GOOS/GOARCH.
var targets = map[string]target{
	"linux/amd64":  linux("linux_amd64"),
	"linux/arm64":  linux("linux_arm64"),
	"darwin/amd64": darwin("osx_amd64"),
	"darwin/arm64": darwin("osx_arm64"),
}

func linux(platform string) target {
	return target{
		platform: platform,
		exports:  "-Wl,--version-script={FILE}", list: "{ global: " + entryPoint + "; local: *; };\n",
		nameless: "-Wl,--build-id=none",
	}
}

func darwin(platform string) target {
	return target{
		platform: platform,
		exports:  "-Wl,-exported_symbols_list,{FILE}", list: "_" + entryPoint + "\n",
		// The name is that of the file in a temporary folder otherwise.
		nameless: "-Wl,-install_name," + extensionFile,
	}
}

// buildTarget returns what go build builds for.
func buildTarget() (target, error) {
	out, err := command("go", "env", "GOOS", "GOARCH").Output()
	if err != nil {
		return target{}, fmt.Errorf("go env: %w", err)
	}
	name := strings.Join(strings.Fields(string(out)), "/")
	t, ok := targets[name]
	if !ok {
		return target{}, fmt.Errorf("no bundle can be built for %s; the platforms are linux and darwin, on amd64 and arm64", name)
	}
	return t, nil
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
	c := command("go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", library, loadable)
	c.Env = append(os.Environ(), "CGO_ENABLED=1")
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
