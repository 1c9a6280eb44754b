package pages

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	shellFence = regexp.MustCompile("^ *```(?:sh|bash|shell)$")
	anyFence   = regexp.MustCompile("^ *```")
	oneSpan    = regexp.MustCompile("`([^`]+)`")
	goCommand  = regexp.MustCompile(`\bgo (?:test|run|build|vet|generate|list)\b[^;&]*`)
	// A word of a command, in quotes or not.
	word = regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)
	// A function that go test can run.
	testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`)
)

// BrokenCommands returns, for each go command on a page of root that names what is not there,
// page and command: a folder or file, or a test, benchmark or fuzz target that no file in
// these folders has. Commands are those in code, in sentences and in blocks of sh.
func BrokenCommands(root fs.FS) (broken []string, err error) {
	texts, err := readPages(root)
	if err != nil {
		return nil, err
	}
	for _, page := range slices.Sorted(maps.Keys(texts)) {
		for _, command := range commands(texts[page]) {
			if !runs(root, command) {
				broken = append(broken, fmt.Sprintf("%s: %s", page, command))
			}
		}
	}
	return broken, nil
}

// commands returns the go commands of a page.
func commands(text string) (found []string) {
	inBlock, isShell := false, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case anyFence.MatchString(line):
			inBlock, isShell = !inBlock, !inBlock && shellFence.MatchString(line)
		case isShell:
			line, _, _ = strings.Cut(line, " #")
			found = append(found, goCommand.FindAllString(line, -1)...)
		case !inBlock:
			for _, span := range oneSpan.FindAllStringSubmatch(line, -1) {
				// In a table a bar needs a backslash.
				found = append(found, goCommand.FindAllString(strings.ReplaceAll(span[1], `\|`, "|"), -1)...)
			}
		}
	}
	for i := range found {
		found[i] = strings.TrimSpace(found[i])
	}
	return found
}

// runs says whether what a command names is there.
func runs(root fs.FS, command string) bool {
	words := word.FindAllString(command, -1)
	var folders, patterns []string
	recursive := false
	for i, w := range words {
		switch {
		case strings.HasPrefix(w, "./"):
			name, all := strings.CutSuffix(w, "...")
			name = path.Clean(name)
			if _, err := fs.Stat(root, name); err != nil {
				return false
			}
			recursive = recursive || all
			folders = append(folders, name)
		case (w == "-run" || w == "-bench" || w == "-fuzz") && i+1 < len(words):
			patterns = append(patterns, strings.Trim(words[i+1], `'"`))
		}
	}
	for _, pattern := range patterns {
		first, _, _ := strings.Cut(pattern, "/")
		matches, err := regexp.Compile(first)
		if err != nil || first != "^$" && !slices.ContainsFunc(testFunctions(root, folders, recursive), matches.MatchString) {
			return false
		}
	}
	return true
}

// testFunctions returns what go test can run in some folders, and below them if it is to.
func testFunctions(root fs.FS, folders []string, recursive bool) (names []string) {
	for _, folder := range folders {
		_ = fs.WalkDir(root, folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() {
				if name != folder && !recursive {
					return fs.SkipDir
				}
				return nil
			}
			if !strings.HasSuffix(name, "_test.go") {
				return nil
			}
			text, err := fs.ReadFile(root, name)
			for _, match := range testFunction.FindAllStringSubmatch(string(text), -1) {
				names = append(names, match[1])
			}
			return err
		})
	}
	return names
}
