package oldpeople

import (
	"skyline/engine/disclosure"
	"skyline/sqlfuncs/call"
)

// ReadPieces returns how many pieces of knowledge an adversary has.
func ReadPieces(c *call.Call, where string, v any) (int64, error) {
	if k, ok := call.WholeOf(v); ok && k <= disclosure.MaxK {
		return k, nil
	}
	return 0, c.Errorf("%s must be a whole number from 0 to %d, got %s", where, disclosure.MaxK, call.Show(v))
}
