package main

import (
	"path/filepath"
	"slices"
	"testing"

	"skyline/tests/trials"
)

// testLab is on a database of its own, in a file.
func testLab(t *testing.T, s settings) *lab {
	t.Helper()
	l, err := openLab(t.Context(), s, filepath.Join(t.TempDir(), "lab.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// wantRow fails unless a condition on a table holds.
func wantRow(t *testing.T, l *lab, table, condition string) {
	t.Helper()
	var ok bool
	if err := l.row(t.Context(), "SELECT "+condition+" FROM "+table, &ok); err != nil {
		t.Fatal(err)
	}
	if !ok {
		t.Errorf("%s: not %s", table, condition)
	}
}

// The discharges have the sizes and the dependencies that they are said to have.
func TestTexas(t *testing.T) {
	trials.Long(t)
	l := testLab(t, settings{progress: t.Output()})
	if err := l.makeTexas(t.Context(), texasRows, len(texasAttributes)); err != nil {
		t.Fatal(err)
	}
	wantRow(t, l, "texas", "count(*) = 177148")
	for _, a := range texasAttributes {
		var values, largest int
		if err := l.row(t.Context(), "SELECT count(DISTINCT "+a.name+"), max("+a.name+") FROM texas", &values, &largest); err != nil {
			t.Fatal(err)
		}
		if values < a.domain*99/100 || largest > a.domain {
			t.Errorf("%s has %d values up to %d, want nearly all of %d", a.name, values, largest, a.domain)
		}
	}
	// Each of these tells the other.
	for _, pair := range [][2]string{{"pat_zip", "county"}, {"hcfa_drg", "hcfa_mdc"}, {"and_md", "thcic"}, {"surgeon", "thcic"}} {
		wantRow(t, l, "(SELECT count(DISTINCT "+pair[1]+") AS n FROM texas GROUP BY "+pair[0]+")", "max(n) = 1")
	}
	for _, share := range []struct {
		attribute   string
		least, most float64
	}{{"thcic", 0.03, 0.05}, {"county", 0.1, 0.15}, {"hcfa_mdc", 0.1, 0.15}, {"diag1", 0.02, 0.05}} {
		var top float64
		if err := l.row(t.Context(), "SELECT max(n) / sum(n) FROM (SELECT count(*) AS n FROM texas GROUP BY "+share.attribute+")", &top); err != nil {
			t.Fatal(err)
		}
		if top < share.least || top > share.most {
			t.Errorf("the largest share of %s is %g, want %g to %g", share.attribute, top, share.least, share.most)
		}
	}
	if err := l.exec(t.Context(), "ALTER TABLE texas RENAME TO larger"); err != nil {
		t.Fatal(err)
	}
	if err := l.makeTexas(t.Context(), 1000, len(texasAttributes)); err != nil {
		t.Fatal(err)
	}
	wantRow(t, l, "(SELECT thcic, surgeon FROM texas EXCEPT ALL SELECT thcic, surgeon FROM (FROM larger LIMIT 1000))", "count(*) = 0")
}

func TestDrawRules(t *testing.T) {
	attributes, allowed := []string{"a", "b", "c", "d", "e", "f"}, []string{"b", "e"}
	for set := range 20 {
		rules := drawRules(set, 9, 3, attributes, allowed)
		for i, r := range rules {
			if len(r.lhs) != 3 || slices.Contains(r.lhs, r.rhs) || !slices.Contains(allowed, r.rhs) {
				t.Errorf("set %d: rule %v", set, r)
			}
			for _, other := range rules[:i] {
				if other.rhs == r.rhs && slices.Equal(other.lhs, r.lhs) {
					t.Errorf("set %d: %v twice", set, r)
				}
			}
		}
		for i, r := range drawRules(set, 4, 3, attributes, allowed) {
			if rules[i].rhs != r.rhs || !slices.Equal(rules[i].lhs, r.lhs) {
				t.Errorf("set %d: rule %d of 4 is %v, of 9 %v", set, i, r, rules[i])
			}
		}
	}
}

// The domains are those of Table 5a.
func TestGeneralizedAdult(t *testing.T) {
	all(t)
	s := tiny(t, 0)
	s.quick = false
	l := testLab(t, s)
	if err := l.loadGeneralizedAdult(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantRow(t, l, "people", "count(*) = 10000")
	for attribute, domain := range map[string]string{
		"age": "6", "country": "2", "education": "7", "marital_status": "7", "occupation": "3", "income": "2", "sex": "2",
	} {
		wantRow(t, l, "people", "count(DISTINCT "+attribute+") = "+domain)
	}
}

func TestVersatileAdult(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 2000), "gnf_adult")
	wantClaims(t, found, "for c > 1, GD and UAD outperform both multi-SA and single-attribute publishing: Fig. 1")
}

func TestVersatileTexas(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 0), "gnf_texas")
	wantClaims(t, found, "UAD outperforms single-attribute publishing: Fig. 5")
	for _, f := range found.figures {
		for _, c := range f.Curves {
			if len(c.X) != len(f.Curves[0].X) || len(c.Doubt) != len(c.X) {
				t.Errorf("%s: %s has %d points and %d bars, want %d", f.Name, c.Label, len(c.X), len(c.Doubt), len(f.Curves[0].X))
			}
		}
	}
}

func TestVersatileCost(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 0), "gnf_cost")
	if len(found.tables) != 2 || len(found.tables[0].rows) != 6 || len(found.tables[1].rows) != 4 {
		t.Errorf("tables %v", found.tables)
	}
}
