package release

import (
	"testing"
)

// TestPlacementServed: a release has served when all rows and columns have been asked for.
func TestPlacementServed(t *testing.T) {
	p := &Placement{Regions: make([][]ShownRegion, 2)}
	p.RowsLeft.Store(3000)
	p.columnsLeft.Store(2)
	p.column(0)
	p.RowsLeft.Add(-2048)
	p.column(1)
	if p.Served() {
		t.Error("with rows left it has served")
	}
	p.RowsLeft.Add(-952)
	if !p.Served() {
		t.Error("with nothing left it has not served")
	}
}
