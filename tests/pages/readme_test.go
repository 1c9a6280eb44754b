package pages

import (
	"bytes"
	"io/fs"
	"testing"
)

// TestReadmeIsShort keeps README.md to what a newcomer reads: one screen. What is
// longer has a page of its own.
func TestReadmeIsShort(t *testing.T) {
	const lines, size = 60, 6000
	text, err := fs.ReadFile(repository, "README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("\n")); n > lines || len(text) > size {
		t.Errorf("README.md has %d lines and %d bytes, more than %d and %d: give what is new a page of its own", n, len(text), lines, size)
	}
}
