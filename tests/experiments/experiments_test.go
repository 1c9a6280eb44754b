package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// tiny are the settings of a run on few people.
func tiny(t *testing.T, people int) settings {
	t.Helper()
	return settings{quick: true, data: sqltest.Data(t), people: people, progress: t.Output()}
}

// all skips a test of an experiment that takes some seconds, unless everything is to run.
// .ci/full runs all experiments quickly, too.
func all(t *testing.T) {
	t.Helper()
	trials.OnlySlow(t)
}

// find runs an experiment and returns what it found.
func find(t *testing.T, s settings, name string) *section {
	t.Helper()
	chosen, err := choose([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	found, err := runOne(t.Context(), s, chosen[0])
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// wantClaims fails for claims that begin with one of some texts and do not hold,
// and for texts that no claim begins with.
func wantClaims(t *testing.T, found *section, texts ...string) {
	t.Helper()
	for _, text := range texts {
		seen := false
		for _, c := range found.claims {
			if strings.HasPrefix(c.paper, text) {
				seen = true
				if !c.agrees {
					t.Errorf("%s: %s does not agree", c.paper, c.ours)
				}
			}
		}
		if !seen {
			t.Errorf("no claim begins with %q", text)
		}
	}
}

func TestTable3(t *testing.T) {
	all(t)
	wantClaims(t, find(t, tiny(t, 3000), "table3"), "value-centric is much better")
}

func TestTable2(t *testing.T) {
	trials.Long(t)
	wantClaims(t, find(t, tiny(t, 3000), "table2"), "(3, 6)-diversity is (4, 0, 0)", "a diverse release")
}

// Where a release is made for more knowledge, its groups are larger on average.
// Greedy splits need not obey that between neighbouring points; between these they do.
func TestFig8(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 1000), "fig8")
	wantClaims(t, found, "a single QI group where ℓ ≥ 12")
	for _, f := range found.figures {
		if strings.HasPrefix(f.Name, "fig8") {
			for _, c := range f.Curves {
				for i := range len(c.Y) - 1 {
					if c.Y[i+1] < c.Y[i] {
						t.Errorf("%s, %s: %g at %g, less than %g at %g", f.Title, c.Label, c.Y[i+1], c.X[i+1], c.Y[i], c.X[i])
					}
				}
			}
		}
	}
}

func TestFig9(t *testing.T) {
	all(t)
	wantClaims(t, find(t, tiny(t, 3000), "fig9"), "increasing k does not affect accuracy much", "increasing ℓ incurs the largest")
}

func TestQuality(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 3000), "quality")
	if got := len(found.tables[0].rows); got != 8 {
		t.Errorf("%d rows, want 8: what is given and three splits for two k", got)
	}
}

func TestCells(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 300), "cells")
	if got := len(found.tables[0].rows); got != 36 {
		t.Errorf("%d rows, want 36: three methods and three k for two tables and two sets of columns", got)
	}
}

// TestMatchAll: by hand, for k = 2. Of three rows (0, 0), (0, 1) and (1, 2) none matches another.
// The first two differ in one cell, the second. Each loses it; the third then differs in one
// cell, the first, from both.
func TestMatchAll(t *testing.T) {
	all := [][]int{{0, 0}, {0, 1}, {1, 2}}
	m := matchAll(all, 2, false)
	if cells, small, alone := m.count(all, 2); cells != 3 || small != 1 || alone != 0 {
		t.Errorf("%d cells, %d people in small groups, %d alone; want 3, 1, 0: %v", cells, small, alone, m.rows)
	}
}

// TestChanging makes three releases of some people in each way of changing.
func TestChanging(t *testing.T) {
	all(t)
	wantClaims(t, find(t, tiny(t, 600), "changing"), "a tenth leaves", "everybody is there")
}

// TestCubes: who knows more computes more; a protected table is shown to be safe, and two of them together may not be. That
// no number is wrong that follows, the experiment sees itself.
func TestCubes(t *testing.T) {
	trials.Long(t)
	found := find(t, tiny(t, 5000), "cubes")
	for _, row := range found.tables[0].rows {
		var n [4]int
		for i := range n {
			var err error
			if n[i], err = strconv.Atoi(row[2+i]); err != nil {
				t.Fatal(err)
			}
		}
		if n[0] < n[3] || n[3] < n[2] || n[2] < n[1] || n[3] == 0 {
			t.Errorf("%s: of %d masked cells %v follow", row[0], n[0], n[1:])
		}
	}
	for _, row := range found.tables[1].rows {
		if row[8] != "0" {
			t.Errorf("%s: %s cells are not shown to be safe", row[0], row[8])
		}
	}
	if alone, both := found.tables[2].rows[0], found.tables[2].rows[1]; alone[2] != "0" || both[2] == "0" {
		t.Errorf("a protected table has %s unsafe cells, two of them %s; want 0, and some", alone[2], both[2])
	}
}

func TestBesideEarlier(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 300), "earlier")
	for _, row := range found.tables[0].rows {
		if row[3] == "looked at" && row[8] != "0" {
			t.Errorf("%v: somebody is more than half sure of", row)
		}
	}
}

func TestParts(t *testing.T) {
	all(t)
	wantClaims(t, find(t, tiny(t, 3000), "parts"), "Adult, seven quasi-identifiers", "40,000 synthetic people")
}

func TestSplits(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 200), "splits")
	if got := len(found.tables[2].rows); got != 21 {
		t.Errorf("%d rows, want 21: three splits of five tables, two of them with hierarchies too", got)
	}
	for _, row := range found.tables[0].rows {
		if row[0] == "accuracy" {
			continue
		}
		if x, err := strconv.ParseFloat(row[3], 64); err != nil || x < 1 {
			t.Errorf("%s of %s is %s of the best", row[0], row[1], row[3])
		}
	}
}

// TestLevels makes a release of each table; what was before was of more people.
func TestLevels(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 200), "levels")
	if got := len(found.tables[0].rows); got != len(leveledBefore) {
		t.Errorf("%d rows, want %d", got, len(leveledBefore))
	}
	for _, row := range found.tables[1].rows {
		if x, err := strconv.ParseFloat(row[3], 64); err != nil || x < 0 || x > 100 {
			t.Errorf("%s of %s has lost %s %%", row[1], row[0], row[3])
		}
	}
}

// The synthetic data has the distribution that it is said to have.
func TestPeople(t *testing.T) {
	l, err := openLab(t.Context(), settings{quick: true, progress: t.Output()}, filepath.Join(t.TempDir(), "lab.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := l.close(); err != nil {
			t.Error(err)
		}
	}()
	if err := l.exec(t.Context(), peopleOf(20_000)); err != nil {
		t.Fatal(err)
	}
	for _, rule := range []string{
		"count(*) = 20000", "count(DISTINCT zipcode) = 9", "bool_and(salary BETWEEN 20000 AND 150000)",
		"bool_and(CASE WHEN salary >= 75000 THEN commission = 0 ELSE commission BETWEEN 10000 AND 75000 END)",
		"bool_and(age BETWEEN 20 AND 80)", "bool_and(house_value BETWEEN zipcode * 50000 AND zipcode * 150000)",
		"abs(avg(salary) - 85000) < 1000", "abs(corr(salary, age)) < 0.03", "abs(corr(zipcode, education)) < 0.03",
	} {
		var ok bool
		if err := l.row(t.Context(), "SELECT "+rule+" FROM people", &ok); err != nil {
			t.Fatal(err)
		}
		if !ok {
			t.Errorf("not %s", rule)
		}
	}
}

func TestPage(t *testing.T) {
	all(t)
	s, out := tiny(t, 500), t.TempDir()
	if err := runAll(t.Context(), s, out, []string{"table2", "fig9"}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"table2.md", "table2.csv", "fig9.md", "fig9.csv", "fig9.svg"} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s is missing or empty: %v", name, err)
		}
	}
}

func TestMissing(t *testing.T) {
	s := settings{quick: true, data: filepath.Join(t.TempDir(), "nowhere"), progress: t.Output()}
	for _, test := range []struct{ name, want string }{
		{"fig8", "fig8 needs the data file " + filepath.Join(s.data, adultFile)},
		{"fig9", "say with -data where it is"},
		{"fig10", `there is no experiment "fig10", only fig7, table2`},
	} {
		err := runAll(context.Background(), s, t.TempDir(), []string{test.name})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// TestKindOf: statements of a kind differ in literals alone.
func TestKindOf(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"SELECT 1, 'it''s' FROM t_1", "SELECT 20.5,\n\t'x' FROM t_2", true},
		{"FROM f(['a', 'b'], {'k': [1, 2]})", "FROM f(['c'], {'k': [3]})", true},
		{"FROM f(k := MAP {'a': 1, 'b': 2})", "FROM f(k := MAP {'a': 1})", true},
		{"SELECT a FROM t", "SELECT b FROM t", false},
		{"FROM f('t', split := 'x')", "FROM f('t')", false},
	} {
		if same := kindOf(test.a) == kindOf(test.b); same != test.same {
			t.Errorf("%q and %q are %q and %q: of a kind %t, want %t", test.a, test.b, kindOf(test.a), kindOf(test.b), same, test.same)
		}
	}
}

// TestStatements: the page of statements has each experiment, and pages link to it. That it
// has what is run now is seen by .ci/full, which makes it anew.
func TestStatements(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("results", "statements.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range experiments {
		if !strings.Contains(string(page), "\n## "+e.name+"\n") {
			t.Errorf("statements.md has no section %s", e.name)
		}
		of, err := os.ReadFile(filepath.Join("results", e.name+".md"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(of), "[The statements](statements.md#"+e.name+")") {
			t.Errorf("%s.md does not link to its statements", e.name)
		}
	}
}
