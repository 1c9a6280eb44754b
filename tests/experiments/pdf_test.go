package main

import "testing"

// Every figure is what it was found to be, and those that are not the printed ones, nor
// cut off, have a reason.
func TestPDFPaper(t *testing.T) {
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
	found := find(t, tiny(t, 2000), "pdf_fig3")
	if got, want := len(found.tables[0].rows), 2*2*len(pdfKinds); got != want {
		t.Errorf("%d rows, want %d", got, want)
	}
	if got := len(found.figures); got != 4 {
		t.Errorf("%d plots, want 4", got)
	}
}
