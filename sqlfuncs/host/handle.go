package host

import (
	"crypto/rand"
	"encoding/binary"
	"math"
)

// RandomNumber returns a number that nobody can guess.
func RandomNumber() uint64 {
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	return binary.LittleEndian.Uint64(random[:])
}

// newHandle returns a number for a private function to know a value of ours by, that
// none has yet: who could guess it could take what somebody else's query has computed.
// It is random, has 63 bits and is not 0.
func newHandle(taken func(handle int64) bool) int64 {
	for {
		handle := int64(RandomNumber() & math.MaxInt64)
		if handle != 0 && !taken(handle) {
			return handle
		}
	}
}
