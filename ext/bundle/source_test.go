package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/tests/trials"
)

// TestSource: the archive holds what is committed, and has the same bytes wherever
// and whenever that was committed.
func TestSource(t *testing.T) {
	var sums [2][sha256.Size]byte
	for i, date := range []string{"2001-02-03T04:05:06Z", "2020-02-03T04:05:06Z"} {
		root := t.TempDir()
		inRepository(t, root, date, "init", "-q")
		for name, content := range map[string]string{"a/b.txt": "b", "a.txt": "a", "run": "#!/bin/sh"} {
			writeFile(t, filepath.Join(root, name), content, 0o600)
		}
		inRepository(t, root, date, "add", ".")
		inRepository(t, root, date, "commit", "-q", "-m", date)
		writeFile(t, filepath.Join(root, "a.txt"), "changed since", 0o644)
		writeFile(t, filepath.Join(root, "new"), "not committed", 0o644)
		archive, err := source(root, "1.2.3")
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = sha256.Sum256(archive.content)
		var got []string
		each(t, archive, func(h *tar.Header, content string) {
			if !h.ModTime.Equal(made) || h.Uname != "" {
				t.Errorf("%s has a time or an owner: %+v", h.Name, h)
			}
			got = append(got, h.Name+" "+h.FileInfo().Mode().String()+" "+content)
		})
		want := []string{
			"skyline-1.2.3/a.txt -rw-r--r-- a",
			"skyline-1.2.3/a/b.txt -rw-r--r-- b",
			"skyline-1.2.3/run -rwxr-xr-x #!/bin/sh",
		}
		if !slices.Equal(got, want) {
			t.Errorf("the archive holds %q, want %q", got, want)
		}
	}
	if sums[0] != sums[1] {
		t.Error("the same files, committed at another time in another folder, make another archive")
	}
}

func TestSourceErrors(t *testing.T) {
	root := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(root))
	if _, err := source(root, "1.2.3"); err == nil || !strings.Contains(err.Error(), "needs git, and the repository") {
		t.Errorf("outside of a repository: %v", err)
	}
	inRepository(t, root, "2001-02-03T04:05:06Z", "init", "-q")
	if err := os.Symlink("/", filepath.Join(root, "link")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	inRepository(t, root, "2001-02-03T04:05:06Z", "add", ".")
	inRepository(t, root, "2001-02-03T04:05:06Z", "commit", "-q", "-m", "a link")
	if _, err := source(root, "1.2.3"); err == nil || !strings.Contains(err.Error(), "link is neither a file nor a folder") {
		t.Errorf("a link: %v", err)
	}
}

// TestSourceInProgram: a program in another folder uses the unpacked archive as
// ext/README.md says. The program is the example of package ext. No network is
// needed: go mod tidy would fetch what the tests of other modules need, so that
// go.sum is copied and go.mod completed by go test instead.
func TestSourceInProgram(t *testing.T) {
	trials.OnlySlow(t)
	archive, err := source("../..", sqlfuncs.Version)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.1f MB", float64(len(archive.content))/1e6)
	folder := t.TempDir()
	each(t, archive, func(h *tar.Header, content string) {
		writeFile(t, filepath.Join(folder, h.Name), content, h.FileInfo().Mode())
	})
	unpacked := filepath.Join(folder, "skyline-"+sqlfuncs.Version)
	program := filepath.Join(folder, "program")
	example, err := os.ReadFile(filepath.Join(unpacked, "ext", "example_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(program, "program_test.go"), string(example), 0o644)
	page, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "## A Go program")
	_, rest, _ := strings.Cut(section, "```sh\n")
	commands, _, found := strings.Cut(rest, "go mod tidy\n```")
	if !found || !strings.Contains(commands, "=../"+filepath.Base(unpacked)) {
		t.Fatalf("the page has no commands that name %s and end in go mod tidy, but %q", filepath.Base(unpacked), commands)
	}
	run := exec.CommandContext(t.Context(), "sh", "-e", "-c", commands+"cp ../"+filepath.Base(unpacked)+"/go.sum .; go test -mod=mod -v .")
	run.Dir = program
	run.Env = append(os.Environ(), "GOPROXY=off", "GONOSUMDB=*", trials.Variable+"=")
	out, err := run.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: Example ") {
		t.Errorf("%v\n%s", err, out)
	}
}

// each calls a function with each file of an archive.
func each(t *testing.T, archive file, see func(*tar.Header, string)) {
	t.Helper()
	plain, err := gzip.NewReader(bytes.NewReader(archive.content))
	if err != nil {
		t.Fatal(err)
	}
	for in := tar.NewReader(plain); ; {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		see(header, string(content))
	}
}

// inRepository runs git as somebody, at some time, whatever is configured here.
func inRepository(t *testing.T, root, date string, args ...string) {
	t.Helper()
	git := exec.CommandContext(t.Context(), "git", append([]string{"-C", root, "-c", "user.name=somebody", "-c", "user.email=somebody@example.org"}, args...)...)
	git.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

func writeFile(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
}
