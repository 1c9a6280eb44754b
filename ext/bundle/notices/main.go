// Command notices writes ../THIRD_PARTY_NOTICES, the licences of what is compiled
// into the loadable extension and into the shell, from the modules themselves:
//
//	go generate ./ext/bundle
package main

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// file is where the notices are, relative to the folder of the builder.
const file = "THIRD_PARTY_NOTICES"

// The programs that are given to people, by their folders in the module, and as one reads
// of them in the notices.
var programs = []struct{ folder, name string }{
	{"./ext/loadable", "extension"},
	{"./ext/skyline", "shell"},
}

func main() {
	text, err := notices()
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

const head = `Third-party notices

Skyline's own licence is in LICENSE. What it is built with is compiled into its programs, under the licences
below: into the loadable extension ("extension"), and into the shell ("shell") and any Go program that imports
Skyline's package ext, which holds all that the shell holds of the database.

DuckDB brings third-party software of its own; its notices are in DuckDB's source, folder third_party.

`

// notices returns the text: what there is, and then each licence once, with what it is
// the licence of.
func notices() (string, error) {
	parts, err := components()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(head)
	var texts []string
	owners := map[string][]string{}
	for _, c := range parts {
		fmt.Fprintf(&b, "  %s (%s)\n", c.name, strings.Join(c.programs, ", "))
		found, err := c.licences()
		if err != nil {
			return "", err
		}
		for _, l := range found {
			if owners[l.text] == nil {
				texts = append(texts, l.text)
			}
			owners[l.text] = append(owners[l.text], c.name+": "+l.file)
		}
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(owners[text], "\n"), text)
	}
	return b.String(), nil
}

// component is something of somebody else's that is compiled into programs.
type component struct {
	name     string
	programs []string
	root     string
	folders  []string // those of its packages that are compiled
	kept     string   // the folder of added, where there is no module
}

// components returns Go's library, and the modules in the order of their paths, as they
// are for Linux on amd64; other platforms differ in the archive of DuckDB that they link.
func components() ([]*component, error) {
	out, err := exec.Command("go", "env", "GOROOT", "GOMOD").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	root, module, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	standard := &component{name: "Go's standard library and runtime", root: strings.TrimSpace(root)}
	byName := map[string]*component{}
	for _, program := range programs {
		standard.programs = append(standard.programs, program.name)
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}", program.folder)
		list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=1")
		list.Dir = filepath.Dir(module)
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("go list %s: %w", program.folder, err)
		}
		for line := range strings.Lines(string(out)) {
			fields := strings.Split(strings.TrimSpace(line), "\t")
			if len(fields) != 4 {
				continue // a package of the standard library, or of this module
			}
			name := fields[0] + " " + fields[1]
			c := byName[name]
			if c == nil {
				c = &component{name: name, root: fields[2]}
				byName[name] = c
			}
			if !slices.Contains(c.programs, program.name) {
				c.programs = append(c.programs, program.name)
			}
			c.folders = append(c.folders, fields[3])
		}
	}
	modules := make([]*component, 0, 1+len(byName))
	for _, c := range byName {
		modules = append(modules, c)
	}
	slices.SortFunc(modules, func(a, b *component) int { return strings.Compare(a.name, b.name) })
	return append(append([]*component{standard}, modules...), addedTo...), nil
}

// added is what the compiler of releases puts in. Its licences are kept here, as they are
// in its package.
//
//go:embed mingw-w64 zig
var added embed.FS

var addedTo = []*component{
	{name: "mingw-w64", programs: []string{"extension for Windows"}, kept: "mingw-w64"},
	{name: "zig", programs: []string{"extension"}, kept: "zig"},
}

// licence is a text that must go with a component.
type licence struct{ file, text string }

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|third.party)`)

// licences returns what lies in the component's root, and in the folders from there to
// each package that is compiled.
func (c *component) licences() ([]licence, error) {
	if c.kept != "" {
		return read(added, c.kept)
	}
	folders := []string{c.root}
	for _, folder := range c.folders {
		for ; folder != c.root && strings.HasPrefix(folder, c.root); folder = filepath.Dir(folder) {
			if !slices.Contains(folders, folder) {
				folders = append(folders, folder)
			}
		}
	}
	slices.Sort(folders)
	var found []licence
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if !licenceName.MatchString(entry.Name()) || strings.HasSuffix(entry.Name(), ".go") {
				continue
			}
			// A name of a folder is one of many licences.
			inside, err := filepath.Rel(c.root, filepath.Join(folder, entry.Name()))
			if err != nil {
				return nil, err
			}
			texts, err := read(os.DirFS(c.root), filepath.ToSlash(inside))
			if err != nil {
				return nil, err
			}
			found = append(found, texts...)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s has no licence in %s", c.name, c.root)
	}
	return found, nil
}

// read returns the text of a file, or of all files of a folder.
func read(files fs.FS, name string) (found []licence, err error) {
	err = fs.WalkDir(files, name, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, path)
		found = append(found, licence{path, tidy(string(content))})
		return err
	})
	return found, err
}

// tidy makes texts equal that differ in the ends of lines only.
func tidy(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(line, " \t\r\n") + "\n")
	}
	return strings.Trim(b.String(), "\n")
}
