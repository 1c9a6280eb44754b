package sqlfuncs

import (
	"crypto/rand"
	"encoding/binary"
	"math"
)

// newHandle returns a number for a private function to know a value of ours by, that
// none has yet: who could guess it could take what somebody else's query has computed.
// It is random, has 63 bits and is not 0.
func newHandle(taken func(handle int64) bool) int64 {
	for {
		var random [8]byte
		_, _ = rand.Read(random[:]) // never fails
		handle := int64(binary.LittleEndian.Uint64(random[:]) & math.MaxInt64)
		if handle != 0 && !taken(handle) {
			return handle
		}
	}
}
