package rest

import (
	"testing"

	"skyline/tests"
)

// TestSQL runs the second half of the scripts.
func TestSQL(t *testing.T) { tests.RunScripts(t, "..", tests.Second, "") }
