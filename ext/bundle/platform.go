package main

import (
	"fmt"
	"slices"
	"strings"
)

// platform is one that extensions are built for.
type platform struct {
	name         string // as DuckDB calls it
	goos, goarch string
	// target is what zig calls it, with the oldest system that the file must run on.
	target string
	// wheel is what Python calls it: the same oldest system.
	wheel string
	// linked are the linker's flags; {FOLDER} in them is a folder that holds supplies.
	linked string
}

const entryPoint = "skyline_init_c_api"

// platforms are all that there are files for. Those of musl are missing: Go's runtime
// in a shared object needs thread-local storage of a kind that musl gives only to what
// a program is started with. So is Windows on arm64, for which DuckDB's Python and Node
// have no package either.
var platforms = []platform{
	{"linux_amd64", "linux", "amd64", "x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64.manylinux2014_x86_64", linkedELF},
	{"linux_arm64", "linux", "arm64", "aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64.manylinux2014_aarch64", linkedELF},
	{"windows_amd64", "windows", "amd64", "x86_64-windows-gnu", "win_amd64", ""},
	{"osx_arm64", "darwin", "arm64", "aarch64-macos.12.0", "macosx_12_0_arm64", linkedMachO},
	{"osx_amd64", "darwin", "amd64", "x86_64-macos.12.0", "macosx_12_0_x86_64", linkedMachO},
}

// What the linker is told. One symbol is left visible, the entry point, where the linker
// can do that: zig's for macOS cannot, and there names of one library do not meet those
// of another. Names that depend on where and when a library is linked are left out.
const (
	linkedELF   = "-Wl,--version-script={FOLDER}/elf.map -Wl,--build-id=none"
	linkedMachO = "-Wl,-exported_symbols_list,{FOLDER}/macho.list -Wl,-install_name," + extensionFile
)

// asked returns the platform of a name, or the one that go builds for if there is no name.
func asked(name string) (platform, error) {
	if name == "" {
		return here()
	}
	for _, p := range platforms {
		if p.name == name {
			return p, nil
		}
	}
	return platform{}, fmt.Errorf("-platform %s: there is no such platform; the platforms are %s", name, names())
}

// here returns the platform that go builds for without being told.
func here() (platform, error) {
	out, err := command("go", "env", "GOOS", "GOARCH").Output()
	if err != nil {
		return platform{}, fmt.Errorf("go env: %w", err)
	}
	name := strings.Fields(string(out))
	for _, p := range platforms {
		if slices.Equal(name, []string{p.goos, p.goarch}) {
			return p, nil
		}
	}
	return platform{}, fmt.Errorf("no extension can be built for %s; the platforms are %s", strings.Join(name, "/"), names())
}

// chosen returns the platforms of a list such as "linux_amd64,osx_arm64", all if it is empty.
func chosen(list string) ([]platform, error) {
	if list == "" {
		return platforms, nil
	}
	wanted := map[string]bool{}
	for name := range strings.SplitSeq(list, ",") {
		wanted[strings.TrimSpace(name)] = true
	}
	var found []platform
	for _, p := range platforms {
		if wanted[p.name] {
			found = append(found, p)
		}
	}
	if len(found) < len(wanted) {
		return nil, fmt.Errorf("-only %s: there is no such platform; the platforms are %s", list, names())
	}
	return found, nil
}

func names() string {
	var all []string
	for _, p := range platforms {
		all = append(all, p.name)
	}
	return strings.Join(all, ", ")
}
