// Command rename gives the module another path, in every file that names it:
//
//	go run ./ext/bundle/rename example.org/somebody/skyline
//
// The go command fetches a module only by a path that begins with a host. Until
// Skyline has one, and whenever it moves, this is all there is to do.
package main

import (
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, "Gives the module another path, in every file that names it.\n\nusage: go run ./ext/bundle/rename MODULE")
		os.Exit(2)
	}
	changed, err := rename(".", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "rename:", err)
		os.Exit(1)
	}
	fmt.Printf("%d files changed\n", len(changed))
}

// rename gives the module in the folder root another path, and returns the files
// that it has changed. One that has the path already is left as it is.
//
// go.mod, which says what the path was, is written last: a run that was
// interrupted can be repeated.
func rename(root, module string) (changed []string, err error) {
	if module == "" {
		return nil, errors.New("MODULE must be a path that imports can begin with, such as example.org/somebody/skyline")
	}
	old, err := output(root, "list", "-m")
	if err != nil {
		return nil, err
	}
	// The go command says no to what cannot be a path.
	description, err := output(root, "mod", "edit", "-module="+module, "-print")
	if err != nil {
		return nil, err
	}
	was := strings.TrimSpace(string(old))
	if was == module {
		return nil, nil
	}
	names, err := names(root, was)
	if err != nil {
		return nil, err
	}
	all, err := files(root)
	if err != nil {
		return nil, err
	}
	for _, name := range all {
		if name == "go.mod" {
			continue
		}
		done, err := renameIn(filepath.Join(root, name), names, module)
		if err != nil {
			return nil, err
		}
		if done {
			changed = append(changed, name)
		}
	}
	return append(changed, "go.mod"), os.WriteFile(filepath.Join(root, "go.mod"), description, 0o644)
}

// output runs the go command.
func output(folder string, args ...string) ([]byte, error) {
	command := exec.Command("go", args...)
	command.Dir = folder
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}

// names matches what names a module: the path of a package, which goes on with
// one of the folders of root, or the bare path, where the linter's file and lines
// of a go.mod have it. The path by itself may be any word, as "skyline" is, and
// ext/skyline/demo.sql is something else. The odd groups are what stands before
// the path, the even ones what stands behind it.
func names(root, module string) (*regexp.Regexp, error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, regexp.QuoteMeta(e.Name()))
		}
	}
	path := regexp.QuoteMeta(module)
	return regexp.Compile(`(?m)` +
		`(^|[^\w./-])` + path + `(/(?:` + strings.Join(folders, "|") + `)\b)` +
		`|(\bmodule-path: |\blocal-prefixes: \[|\brequire |\breplace )` + path + `([\]=\s])`)
}

// without are folders of root that hold nothing of the module.
var without = []string{".git", ".bin", "build"}

// files returns the files of a module.
func files(root string) (names []string, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		// In another worktree of git, .git is a file.
		if slices.Contains(without, name) {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if entry.Type().IsRegular() {
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// renameIn renames in one file, and reports whether there was something to rename.
func renameIn(file string, names *regexp.Regexp, module string) (bool, error) {
	content, err := os.ReadFile(file)
	if err != nil || !names.Match(content) {
		return false, err
	}
	// "$" has a meaning in what replaces.
	content = names.ReplaceAll(content, []byte("${1}${3}"+strings.ReplaceAll(module, "$", "$$")+"${2}${4}"))
	if filepath.Ext(file) == ".go" {
		// Imports are in the order of their paths.
		if content, err = format.Source(content); err != nil {
			return false, fmt.Errorf("%s: %w", file, err)
		}
	}
	info, err := os.Stat(file)
	if err != nil {
		return false, err
	}
	return true, os.WriteFile(file, content, info.Mode())
}
