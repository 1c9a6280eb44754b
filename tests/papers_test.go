package tests

import (
	"database/sql"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skyline/tests/internal/papers"
	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"

	"github.com/google/go-cmp/cmp"
)

// papersDir has a page for each of the papers.
var papersDir = filepath.Join("..", "sql", "papers")

// TestPapers compares the pages with what package papers says. -rewrite writes them anew, for
// review.
func TestPapers(t *testing.T) {
	got, want := readPages(t, papersDir), papers.Pages()
	if *rewriteFlag {
		rewritePages(t, papersDir, got, want)
		return
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("sql/papers (-as it is, +as it should be); go test ./tests -run TestPapers -rewrite writes it, for review:\n%s", diff)
	}
}

// TestPapersStatements runs what the pages show, and compares what it returns.
func TestPapersStatements(t *testing.T) {
	trials.Long(t)
	for _, paper := range papers.All() {
		t.Run(paper.Page, func(t *testing.T) {
			t.Parallel()
			db := openDB(t, "")
			sqltest.Exec(t, db, paper.Tables)
			for _, item := range paper.Items {
				if item.IsCommand() {
					continue
				}
				got, err := oneValue(db, item.Statement)
				if err != nil {
					t.Errorf("%s: %v\n%s", item.Name, err, item.Statement)
					continue
				}
				if !returned(got, item.Returns) {
					t.Errorf("%s: %v, should be %s\n%s", item.Name, got, item.Returns, item.Statement)
				}
			}
		})
	}
}

// oneValue returns the only value of a query.
func oneValue(db *sql.DB, query string) (value any, err error) {
	rows, err := db.Query(query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		if err := rows.Scan(&value); err != nil {
			return nil, err
		}
		n++
	}
	if rows.Err() == nil && n != 1 {
		return nil, fmt.Errorf("%d rows, not one", n)
	}
	return value, rows.Err()
}

// returned says whether a value is what a page says: a double next to the fraction, or the
// same text.
func returned(value any, want string) bool {
	x, isDouble := value.(float64)
	if fraction, isNumber := new(big.Rat).SetString(want); isDouble && isNumber {
		return sqltest.Rounds(x, fraction)
	}
	return fmt.Sprint(value) == want
}

// TestPapersComplete makes sure that what a paper numbers is on its page, and that nothing of
// it is left blank.
func TestPapersComplete(t *testing.T) {
	for _, paper := range papers.All() {
		entries := paper.Entries()
		isThere := map[string]bool{}
		names := map[string]bool{}
		for _, item := range paper.Items {
			if names[item.Name] {
				t.Errorf("%s: %s is there twice", paper.Page, item.Name)
			}
			names[item.Name], isThere[item.Entry()] = true, true
			if !slices.Contains(entries, item.Entry()) {
				t.Errorf("%s has no %s", paper.Page, item.Entry())
			}
			isBlank := item.Says == "" || item.Statement == "" || len(item.HeldBy) == 0
			if isBlank || (item.Returns == "") != (item.Experiment() != "") {
				t.Errorf("%s: something of %s is blank, or an experiment returns something", paper.Page, item.Name)
			}
		}
		for _, entry := range entries {
			if !isThere[entry] {
				t.Errorf("%s: %s is missing", paper.Page, entry)
			}
		}
	}
}

// TestPapersHeldBy makes sure that the tests are there, and the experiments.
func TestPapersHeldBy(t *testing.T) {
	functions := map[string]map[string]bool{} // of a folder
	for _, paper := range papers.All() {
		for _, item := range paper.Items {
			for _, test := range item.HeldBy {
				folder, function, isGo := strings.Cut(test, " ")
				if _, err := os.Stat(filepath.Join("..", folder)); err != nil {
					t.Errorf("%s, %s: %v", paper.Page, item.Name, err)
				}
				if isGo && functions[folder] == nil {
					functions[folder] = testsOf(t, folder)
				}
				if isGo && !functions[folder][function] {
					t.Errorf("%s, %s: %s has no %s", paper.Page, item.Name, folder, function)
				}
			}
			if name := item.Experiment(); name != "" {
				page, err := os.ReadFile(filepath.Join("experiments", "results", name+".md"))
				if err != nil || !strings.Contains(string(page), " "+name+"`: ") {
					t.Errorf("%s, %s: there are no results of %s: %v", paper.Page, item.Name, item.Statement, err)
				}
			}
		}
	}
}

var testFunction = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)

// testsOf returns the tests of a package, by their names.
func testsOf(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(folder), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range testFunction.FindAllStringSubmatch(string(text), -1) {
			found[match[1]] = true
		}
	}
	return found
}
