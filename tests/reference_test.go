package tests

import (
	"database/sql"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/tests/internal/page"
	"skyline/tests/trials"

	"github.com/google/go-cmp/cmp"
)

// referenceDir has the reference of the functions: a page for each family, a few about
// what concerns all functions, and an overview.
var referenceDir = filepath.Join("..", "sql", "reference")

// leavesSomething finds statements that later ones could see, in SQL on a page.
var leavesSomething = regexp.MustCompile(`(?m)^\s*(CREATE|INSERT|ATTACH|SET|RESET|PRAGMA|COPY|USE|LOAD|BEGIN)\b`)

// TestReference compares the pages of the reference with what the registry says and what
// the statements in it return. -rewrite writes them anew, for review.
func TestReference(t *testing.T) {
	trials.Long(t)
	want := map[string]string{}
	var db *sql.DB
	for _, p := range sqlfuncs.Reference() {
		plots := 0
		style := page.Style{Digits: 4, Plot: func(svg []byte) string {
			plots++
			name := fmt.Sprintf("img/%s-%d.svg", p.Name, plots)
			want[name] = string(svg)
			return name
		}}
		text := ""
		for _, part := range p.Parts {
			if db == nil {
				db = openDB(t, "")
			}
			text += style.Run(t, db, part)
			if leavesSomething.MatchString(part) {
				db = nil // as each part stands for itself
			}
		}
		want[p.Name+".md"] = text
	}
	got := readPages(t, referenceDir)
	if *rewriteFlag {
		rewritePages(t, referenceDir, got, want)
		return
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("sql/reference (-as it is, +as it should be); go test ./tests -run TestReference -rewrite writes it, for review:\n%s", diff)
	}
}

// readPages returns the files of a folder of generated pages, by their names.
func readPages(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, pattern := range []string{"*.md", "img/*.svg"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			relative, err := filepath.Rel(dir, name)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.ToSlash(relative)] = string(text)
		}
	}
	return files
}

// rewritePages writes what is to be there, and removes what is not.
func rewritePages(t *testing.T, dir string, got, want map[string]string) {
	t.Helper()
	for name, text := range want {
		if got[name] == text {
			continue
		}
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name := range got {
		if _, wanted := want[name]; wanted {
			continue
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestQuestions makes sure that the overview leads to every function.
func TestQuestions(t *testing.T) {
	for _, family := range sqlfuncs.Families() {
		for _, f := range family.Functions {
			if len(f.Questions) == 0 {
				t.Errorf("%s answers no question", f.Name)
			}
		}
	}
}

// TestNothingTwice makes sure that what concerns several pages of the reference is said on
// one of them. Tables, which name the same parameters, and code are not looked at, nor are
// sources.
func TestNothingTwice(t *testing.T) {
	const long = 80 // characters of a sentence that says something
	first := map[string]string{}
	files := readPages(t, referenceDir)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Ext(name) != ".md" {
			continue
		}
		isCode := false
		for line := range strings.Lines(files[name]) {
			if strings.HasPrefix(line, "```") {
				isCode = !isCode
			}
			if isCode || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "<!--") || strings.HasPrefix(line, "**Source:**") {
				continue
			}
			for sentence := range strings.SplitSeq(strings.Trim(line, "- \n"), ". ") {
				if other, twice := first[sentence]; twice && other != name && len(sentence) > long {
					t.Errorf("%s and %s both say: %s", other, name, sentence)
				}
				first[sentence] = name
			}
		}
	}
}
