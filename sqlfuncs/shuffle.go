package sqlfuncs

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"math/bits"
	mathrand "math/rand/v2"
	"strconv"
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
						fresh = freshRandom()
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

// shuffleScalar is __skyline_shuffle(seed, row): a number to put rows in random order
// by, like that of __skyline_order.
func shuffleScalar() Scalar {
	return Scalar{
		Name:     "__skyline_shuffle",
		Params:   []Type{{Kind: Bigint}, {Kind: Bigint}},
		Result:   Type{Kind: Bigint},
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			numbers := make([]int64, rows)
			fresh := freshRandom()
			for row := range numbers {
				if args[0].IsNull(row) {
					numbers[row] = int64(fresh.Uint64())
				} else {
					numbers[row] = int64(keyed(args[0].Int64s[row], args[1].Int64s[row], 0))
				}
			}
			return Column{Len: rows, Int64s: numbers}, nil
		},
	}
}

func freshRandom() *mathrand.ChaCha8 {
	var seed [32]byte
	_, _ = rand.Read(seed[:]) // never fails
	return mathrand.NewChaCha8(seed)
}

// seededRandom is repeatable where there is a seed.
func seededRandom(seed int64, isNull bool) *mathrand.ChaCha8 {
	if isNull {
		return freshRandom()
	}
	return mathrand.NewChaCha8(sha256.Sum256(binary.LittleEndian.AppendUint64(nil, uint64(seed))))
}

// seed returns the parameter of that name as an SQL expression, NULL where none is
// given.
func (c *Call) seed() (string, error) {
	if c.arguments["seed"] == nil {
		return "NULL", nil
	}
	n, ok := c.arguments["seed"].(json.Number)
	if _, err := strconv.ParseInt(n.String(), 10, 64); !ok || err != nil {
		return "", c.errorf("seed must be a whole number of 64 bits or NULL, got %s", show(c.arguments["seed"]))
	}
	// A text, since DuckDB takes the sign of a number for an operator.
	return quoteText(n.String()), nil
}

// keyed is a number that follows from a seed and what is to have one, and looks random
// to those who do not know the seed.
func keyed(seed int64, of ...int64) uint64 {
	input := binary.LittleEndian.AppendUint64(make([]byte, 0, 32), uint64(seed))
	for _, number := range of {
		input = binary.LittleEndian.AppendUint64(input, uint64(number))
	}
	sum := sha256.Sum256(input)
	return binary.LittleEndian.Uint64(sum[:])
}
