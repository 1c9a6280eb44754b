package main

import (
	_ "embed" // for the version of zig
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// zigLock pins the compiler of releases, by version and checksums, so that a release has
// the same bytes wherever it is built.
//
//go:embed zig.lock
var zigLock string

// zigVersion is what the lock pins.
var zigVersion = strings.TrimPrefix(strings.Fields(zigLock)[0], "ziglang==")

// findZig returns the program, the one of the PATH if it is of the version, and else one
// that it installs into a folder, as a package of Python's.
func findZig(folder string) (string, error) {
	if out, err := exec.Command("zig", "version").Output(); err == nil && strings.TrimSpace(string(out)) == zigVersion {
		return exec.LookPath("zig")
	}
	environment := filepath.Join(folder, "zig-"+zigVersion)
	if found := zigIn(environment); found != "" {
		return found, nil
	}
	if err := os.MkdirAll(environment, 0o755); err != nil {
		return "", err
	}
	lock := filepath.Join(environment, "zig.lock")
	if err := os.WriteFile(lock, []byte(zigLock), 0o644); err != nil {
		return "", err
	}
	for _, step := range [][]string{
		{"python3", "-m", "venv", environment},
		{
			filepath.Join(environment, "bin", "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
			"--only-binary=:all:", "--require-hashes", "-r", lock,
		},
	} {
		c := command(step[0], step[1:]...)
		c.Stdout = os.Stderr
		if err := c.Run(); err != nil {
			return "", fmt.Errorf("%s: %w (zig %s builds the files of all platforms; install it, or Python 3 with venv and pip)",
				strings.Join(step[:3], " "), err, zigVersion)
		}
	}
	if found := zigIn(environment); found != "" {
		return found, nil
	}
	return "", fmt.Errorf("the package in %s does not hold zig %s for %s/%s; put that program into the PATH", environment, zigVersion, runtime.GOOS, runtime.GOARCH)
}

// zigIn returns the program in an environment of Python's, "" if it is not there.
func zigIn(environment string) string {
	found, err := filepath.Glob(filepath.Join(environment, "lib", "python3*", "site-packages", "ziglang", "zig"))
	if err != nil || len(found) == 0 {
		return ""
	}
	program, err := filepath.Abs(found[0])
	if err != nil {
		return ""
	}
	if out, err := exec.Command(program, "version").Output(); err != nil || strings.TrimSpace(string(out)) != zigVersion {
		return ""
	}
	return program
}
