package main

import (
	"math"
	"testing"

	"skyline/tests/trials"
)

// Every figure is what it was found to be, and those that are not the printed ones, nor
// cut off, have a reason.
func TestPDFPaper(t *testing.T) {
	trials.Long(t)
	found := find(t, settings{quick: true, progress: t.Output()}, "pdf_paper")
	figures := pdfFigures()
	rows := found.tables[3].rows
	if len(rows) != len(figures) {
		t.Fatalf("%d rows, want %d", len(rows), len(figures))
	}
	for at, f := range figures {
		if rows[at][2] != f.here {
			t.Errorf("%s: %s, want %s", f.of, rows[at][2], f.here)
		}
		if differs := rows[at][3] == "no"; differs != (f.why != "") {
			t.Errorf("%s: printed %q, here %q, because %q", f.of, f.printed, f.here, f.why)
		}
	}
	wantClaims(t, found, "Table VI:")
}

func TestAgreement(t *testing.T) {
	for _, test := range []struct{ printed, here, want string }{
		{"0.68", "11/16", "cut off"},
		{"0.69", "11/16", "yes"},
		{"0.67", "11/16", "no"},
		{"0.70", "11/16", "no"},
		{"0.75", "3/4", "yes"},
		{"472", "472733756/1000000", "cut off"},
		{"1345", "29546", "no"},
		{"3/16", "3/16", "yes"},
		{"3/16", "9/16", "no"},
		{"true", "false", "no"},
	} {
		if got := agreement(test.printed, test.here); got != test.want {
			t.Errorf("agreement(%s, %s) = %s, want %s", test.printed, test.here, got, test.want)
		}
	}
}

// Fig. 3 fails by itself where a KL cost is not that of Eqn 1, or rises towards the pdfs.
func TestPDFAnonymity(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 2000), "pdf_fig3")
	if got, want := len(found.tables[0].rows), 2*2*len(pdfKinds); got != want {
		t.Errorf("%d rows, want %d", got, want)
	}
	if got := len(found.figures); got != 4 {
		t.Errorf("%d plots, want 4", got)
	}
}

// Fig. 4 fails by itself where presence_check does not confirm a release, or a method that
// may only be better is worse.
func TestPresenceUtility(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 2000), "presence_fig4")
	if got := len(found.figures); got != 8 {
		t.Errorf("%d plots, want 8", got)
	}
	for _, sheet := range found.tables {
		if len(sheet.rows) == 0 {
			t.Errorf("%s is empty", sheet.name)
		}
	}
}

func TestPresenceCost(t *testing.T) {
	all(t)
	found := find(t, settings{quick: true, progress: t.Output()}, "presence_cost")
	if got := len(found.tables[0].rows); got != 4 {
		t.Errorf("%d sizes, want 10 to 10,000", got)
	}
}

// Spearman's correlation does not look at distances, and equal numbers share a rank.
func TestRankCorrelation(t *testing.T) {
	for _, test := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 30}, []float64{4, 5, 6}, 1},
		{[]float64{1, 2, 30}, []float64{6, 5, 4}, -1},
		{[]float64{1, 2, 2, 3}, []float64{1, 2, 3, 4}, 0.9486832980505138}, // 4.5 / √(4.5 · 5)
	} {
		if got := rankCorrelation(test.x, test.y); math.Abs(got-test.want) > 1e-15 {
			t.Errorf("rankCorrelation(%v, %v) = %v, want %v", test.x, test.y, got, test.want)
		}
	}
}

// The private table has the paper's numbers, and more of the old than of the young.
func TestLoadPresence(t *testing.T) {
	trials.Long(t)
	s := tiny(t, 0)
	s.quick = false
	l := testLab(t, s)
	if err := l.loadPresence(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantRow(t, l, "everybody", "count(*) = 45222 AND count(*) FILTER (present) = 1957")
	wantRow(t, l, "everybody", "avg(present::INTEGER) FILTER (age >= '55') > 5 * avg(present::INTEGER) FILTER (age < '35')")
	wantRow(t, l, "everybody", "count(DISTINCT age) = 10")
}
