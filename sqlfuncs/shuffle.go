package sqlfuncs

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	mathrand "math/rand/v2"
)

// orderScalar is __skyline_order(release, group, seed, row, copy): a number to order
// the rows of a release by: by their groups, and at random within each. Without a
// seed the randomness is fresh and cryptographic. With one it is a keyed hash of
// what the row is, and which of several equal ones, so that the order does not
// depend on the one in which rows come.
func orderScalar() Scalar {
	return Scalar{
		Name:     "__skyline_order",
		Params:   []Type{{Kind: Bigint}, {Kind: Bigint}, {Kind: Bigint}, {Kind: Bigint}, {Kind: Bigint}},
		Result:   Type{Kind: Bigint},
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			numbers := make([]int64, rows)
			var fresh *mathrand.ChaCha8
			var release *placement
			for row := range numbers {
				if args[0].IsNull(row) {
					return Column{}, errNotKept
				}
				if row == 0 || args[0].Int64s[row] != args[0].Int64s[row-1] {
					var err error
					if release, err = look[*placement](args[0].Int64s[row]); err != nil {
						return Column{}, err
					}
				}
				var random uint64
				if !args[2].IsNull(row) {
					random = keyed(args[2].Int64s[row], args[3].Int64s[row], args[4].Int64s[row])
				} else {
					if fresh == nil {
						var seed [32]byte
						_, _ = rand.Read(seed[:]) // never fails
						fresh = mathrand.NewChaCha8(seed)
					}
					random = fresh.Uint64()
				}
				numbers[row] = release.order(args[1].Int64s[row], random)
			}
			return Column{Len: rows, Int64s: numbers}, nil
		},
	}
}

// order puts a group's number before as many random bits as there is room for: the
// fewer the groups, the larger they may be, and the more bits there are. There are
// at least 31, for groups of a few people.
func (p *placement) order(group int64, random uint64) int64 {
	free := 63 - bits.Len(uint(len(p.sizes)))
	return group<<free | int64(random>>(64-free))
}

func keyed(seed, row, copies int64) uint64 {
	var input [24]byte
	binary.LittleEndian.PutUint64(input[0:], uint64(seed))
	binary.LittleEndian.PutUint64(input[8:], uint64(row))
	binary.LittleEndian.PutUint64(input[16:], uint64(copies))
	sum := sha256.Sum256(input[:])
	return binary.LittleEndian.Uint64(sum[:])
}
