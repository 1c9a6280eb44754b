package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"text/template"

	"skyline/ext/community"
	"skyline/sqlfuncs"
)

// descriptor is what the template leaves open.
type descriptor struct {
	Repository  string   // OWNER/NAME on GitHub
	Maintainers []string // accounts there
	Commit      string   // the one that DuckDB builds
}

// Version is that of the functions.
func (*descriptor) Version() string { return sqlfuncs.Version }

// write fills in the template.
func (d *descriptor) write() ([]byte, error) {
	t, err := template.New("description.yml").Parse(community.Description)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = t.Execute(&text, d)
	return text.Bytes(), err
}

// checkedOut returns the top folder of the clone and its commit, if the commit has all that
// is there.
func checkedOut() (root, commit string, err error) {
	root, err = git("rev-parse", "--show-toplevel")
	if err != nil {
		return "", "", err
	}
	changed, err := git("status", "--porcelain")
	if err != nil {
		return "", "", err
	}
	if changed != "" {
		return "", "", errors.New("there are changes that are not committed, and DuckDB builds a commit: commit or stash them")
	}
	commit, err = git("rev-parse", "HEAD")
	return filepath.FromSlash(root), commit, err
}

func git(arguments ...string) (string, error) {
	out, err := exec.Command("git", arguments...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", strings.Join(arguments, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
