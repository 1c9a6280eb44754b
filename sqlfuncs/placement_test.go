package sqlfuncs

import "testing"

// TestPlacementServed: a release has served when all rows and columns have been asked for.
func TestPlacementServed(t *testing.T) {
	p := &placement{regions: make([][]shownRegion, 2)}
	p.rowsLeft.Store(3000)
	p.columnsLeft.Store(2)
	p.column(0)
	p.rowsLeft.Add(-2048)
	p.column(1)
	if p.served() {
		t.Error("with rows left it has served")
	}
	p.rowsLeft.Add(-952)
	if !p.served() {
		t.Error("with nothing left it has not served")
	}
}
