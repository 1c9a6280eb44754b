package draw

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"strconv"

	"skyline/sqlfuncs/call"
)

// Randomness is where what is random in a call comes from: fresh, unless there is a seed
// or the draw is made once.
type Randomness struct {
	seed *int64 // for tests
	once bool   // for equal calls on equal tables in this process; see Bind
}

// Seeded returns randomness that follows from a seed.
func Seeded(seed int64) Randomness { return Randomness{seed: &seed} }

// Read reads the parameter seed.
func Read(c *call.Call) (Randomness, error) {
	switch v := c.Arguments["seed"].(type) {
	case nil:
		return Randomness{}, nil
	case string:
		if v == "once" {
			return Randomness{once: true}, nil
		}
	case json.Number:
		if seed, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
			return Seeded(seed), nil
		}
	}
	return Randomness{}, c.Errorf("seed must be a whole number of 64 bits, 'once' or NULL, got %s", call.Show(c.Arguments["seed"]))
}

// IsFresh reports whether each statement draws anew.
func (r Randomness) IsFresh() bool { return r.seed == nil && !r.once }

// IsOnce reports whether the draw is made once for equal calls on equal tables, which Bind
// reads, so that they must be read once.
func (r Randomness) IsOnce() bool { return r.once }

// Part returns randomness of its own for a part of a release that is drawn by a call of its
// own, by its number. By the same seed, groups and orders of two parts would tell which of
// their rows are of one person. A draw that is made once is of the call, of which the number
// is an argument.
func (r Randomness) Part(number int64) Randomness {
	if r.seed == nil {
		return r
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "'%d'%d", *r.seed, number))
	return Seeded(int64(binary.LittleEndian.Uint64(sum[:])))
}

// Fresh returns cryptographic randomness that nobody can repeat.
func Fresh() *mathrand.ChaCha8 {
	var seed [32]byte
	_, _ = rand.Read(seed[:]) // never fails
	return mathrand.NewChaCha8(seed)
}

// Keyed returns randomness that is repeatable where there is a key, and fresh where it is
// nil.
func Keyed(key []byte) *mathrand.ChaCha8 {
	if key == nil {
		return Fresh()
	}
	return mathrand.NewChaCha8(sha256.Sum256(key))
}

// Number is a number that follows from a key and what is to have one, and looks random
// to those who do not know the key.
func Number(key string, of ...int64) uint64 {
	input := append(make([]byte, 0, 64), key...)
	for _, number := range of {
		input = binary.LittleEndian.AppendUint64(input, uint64(number))
	}
	sum := sha256.Sum256(input)
	return binary.LittleEndian.Uint64(sum[:])
}
