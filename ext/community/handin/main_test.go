package main

import (
	"strings"
	"testing"

	"skyline/sqlfuncs"
)

func TestDescriptor(t *testing.T) {
	d, err := described("some-owner/sky.line", "one,two-three")
	if err != nil {
		t.Fatal(err)
	}
	d.Commit = "0123456789abcdef0123456789abcdef01234567"
	text, err := d.write()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"extension:\n  name: skyline\n",
		"\n  version: " + sqlfuncs.Version + "\n",
		"\n  maintainers:\n    - one\n    - two-three\n\nrepo:\n  github: some-owner/sky.line\n  ref: 0123456789abcdef0123456789abcdef01234567\n\ndocs:\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the descriptor does not have %q:\n%s", want, text)
		}
	}
}

func TestDescribedRefuses(t *testing.T) {
	for _, c := range []struct{ repository, maintainers, flag string }{
		{"", "one", "-repository"},
		{"owner", "one", "-repository"},
		{"owner/", "one", "-repository"},
		{"owner/name/more", "one", "-repository"},
		{"https://github.com/owner/name", "one", "-repository"},
		{"owner/name", "", "-maintainers"},
		{"owner/name", "one, two", "-maintainers"},
		{"owner/name", "one,", "-maintainers"},
		{"owner/name", "one\n  - two", "-maintainers"},
	} {
		if _, err := described(c.repository, c.maintainers); err == nil || !strings.HasPrefix(err.Error(), c.flag) {
			t.Errorf("%q, %q: %v", c.repository, c.maintainers, err)
		}
	}
}
