package sqlfuncs

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	mathrand "math/rand/v2"
)

// shuffleScalar is __skyline_shuffle(seed, row, copy): a random number to order
// rows by. Without a seed it is fresh and cryptographic. With one it is a keyed
// hash of what the row is, and which of several equal ones, so that the order does
// not depend on the one in which rows come.
func shuffleScalar() Scalar {
	return Scalar{
		Name:     "__skyline_shuffle",
		Params:   []Type{{Kind: Bigint}, {Kind: Bigint}, {Kind: Bigint}},
		Result:   Type{Kind: Bigint},
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			numbers := make([]int64, rows)
			var fresh *mathrand.ChaCha8
			for row := range numbers {
				if !args[0].IsNull(row) {
					numbers[row] = keyed(args[0].Int64s[row], args[1].Int64s[row], args[2].Int64s[row])
					continue
				}
				if fresh == nil {
					var seed [32]byte
					_, _ = rand.Read(seed[:]) // never fails
					fresh = mathrand.NewChaCha8(seed)
				}
				numbers[row] = int64(fresh.Uint64())
			}
			return Column{Len: rows, Int64s: numbers}, nil
		},
	}
}

func keyed(seed, row, copies int64) int64 {
	var input [24]byte
	binary.LittleEndian.PutUint64(input[0:], uint64(seed))
	binary.LittleEndian.PutUint64(input[8:], uint64(row))
	binary.LittleEndian.PutUint64(input[16:], uint64(copies))
	sum := sha256.Sum256(input[:])
	return int64(binary.LittleEndian.Uint64(sum[:]))
}
