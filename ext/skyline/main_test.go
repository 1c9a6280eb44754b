package main

import (
	"os"
	"testing"
)

// asShell is set in the environment of the copies of the test program that are
// to be the shell.
const asShell = "SKYLINE_TEST_AS_SHELL"

func TestMain(m *testing.M) {
	if os.Getenv(asShell) != "" {
		main()
	}
	os.Exit(m.Run())
}
