package sqlfuncs

import (
	"crypto/rand"
	"encoding/binary"
)

// PlanKey is a number that every plan passes to the private aggregates, and
// nobody else knows. Called with ORDER BY inside or with OVER, DuckDB may hand an
// aggregate one state for all rows and, behind it, whatever lies in memory; the
// C API cannot tell. Plans do not call them so, and other calls are refused by
// the key before a state is looked at.
var PlanKey = newPlanKey()

func newPlanKey() int64 {
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	return int64(binary.LittleEndian.Uint64(random[:]) >> 2)
}
