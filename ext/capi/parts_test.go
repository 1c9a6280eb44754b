package capi

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// TestFlood: nobody can choose values that make look-ups long. See testdata/flood.c.
func TestFlood(t *testing.T) {
	trials.Long(t)
	runParts(t, "flood")
}

// TestStates: a handle is that of one state, as long as it lives. See testdata/states.c.
func TestStates(t *testing.T) { runParts(t, "states") }

// runParts compiles a program of testdata, which includes the C parts, and runs it.
func runParts(t *testing.T, name string) {
	t.Helper()
	// Looked at, so that a result that is cached is not one of other sources.
	for _, pattern := range []string{"*.[ch]", "testdata/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			if _, err := os.Stat(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	compiler, err := exec.CommandContext(t.Context(), "go", "env", "CC").Output()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), name)
	arguments := append(strings.Fields(string(compiler)), "-std=gnu11", "-O2", "-Wall", "-Werror", "-pthread", "-o", program, filepath.Join("testdata", name+".c"))
	if output, err := exec.CommandContext(t.Context(), arguments[0], arguments[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if output, err := exec.CommandContext(t.Context(), program).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output[:min(len(output), 4000)])
	}
}
