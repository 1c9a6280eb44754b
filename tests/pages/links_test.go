package pages

import (
	"os"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

var repository = os.DirFS("../..")

func TestLinks(t *testing.T) {
	broken, err := BrokenLinks(repository)
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range broken {
		t.Errorf("%s leads nowhere", link)
	}
}

func TestEveryPageIsReached(t *testing.T) {
	lost, err := Unreachable(repository)
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range lost {
		t.Errorf("no chain of links leads from README.md to %s", page)
	}
}

// TestCheckers makes sure that what is broken is found, and nothing else.
func TestCheckers(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	root := fstest.MapFS{
		"README.md": file("# A title: `code_x`, twice\n## Twice\n## Twice\n" +
			"[a](a/page.md) [b](a/page.md#one) ![c](c.svg \"title\") [d](#a-title-code_x-twice) [e](#twice-1) [f](https://example.org/x) [g](a) [![h](c.svg)](gone.svg)\n" +
			"[1](gone.md) [2](a/page.md#gone) [3](#twice-2) [4](c.svg#part) <img src=\"gone.png\"> [5](../outside.md)\n" +
			"`[code](gone)`\n```sh\n[code](gone)\n```\n"),
		"a/page.md":       file("<a id=\"one\"></a>\n[back](../README.md) [6](README.md)"),
		"a/lost.md":       file(""),
		"c.svg":           file("<svg/>"),
		"sqlfuncs/a/b.md": file("[a part of a page](gone)"),
		"build/x.md":      file("[not a page of ours](gone)"),
		".bin/x.md":       file("[not a page of ours](gone)"),
		".ci/README.md":   file("[7](gone)"),
		"b/README.md":     file("[reached by its folder](..)"),
		"a/folders.md":    file(""),
		"a/b/c/README.md": file("[to a folder](../../../b) [8](d)"),
	}
	broken, err := BrokenLinks(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		".ci/README.md: gone",
		"README.md: gone.svg", "README.md: gone.md", "README.md: a/page.md#gone", "README.md: #twice-2", "README.md: c.svg#part", "README.md: ../outside.md",
		"README.md: gone.png",
		"a/b/c/README.md: d",
		"a/page.md: README.md",
	}
	if diff := cmp.Diff(want, broken); diff != "" {
		t.Errorf("broken links (-want +got):\n%s", diff)
	}

	root["README.md"] = file("[a](a/page.md)")
	root["a/page.md"] = file("[b](b/c) [c](folders.md)")
	lost, err := Unreachable(root)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{".ci/README.md", "a/lost.md"}, lost); diff != "" {
		t.Errorf("pages out of reach (-want +got):\n%s", diff)
	}
}
