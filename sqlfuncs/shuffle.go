package sqlfuncs

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/bits"
	mathrand "math/rand/v2"
	"strconv"
	"strings"
)

// orderScalar is __skyline_order(release, group, key, row, copy): a number to order
// the rows of a release by: by their groups, and at random within each. Without a
// key the randomness is fresh and cryptographic. With one it is a keyed hash of
// what the row is, and which of several equal ones, so that the order does not
// depend on the one in which rows come.
func orderScalar() Scalar {
	return Scalar{
		Name:     "__skyline_order",
		Params:   []Type{{Kind: Bigint}, {Kind: Bigint}, {Kind: Blob}, {Kind: Bigint}, {Kind: Bigint}},
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
					random = keyed(args[2].Strings[row], args[3].Int64s[row], args[4].Int64s[row])
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

// shuffleScalar is __skyline_shuffle(key, row): a number to put rows in random order
// by, like that of __skyline_order.
func shuffleScalar() Scalar {
	return Scalar{
		Name:     "__skyline_shuffle",
		Params:   []Type{{Kind: Blob}, {Kind: Bigint}},
		Result:   Type{Kind: Bigint},
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			numbers := make([]int64, rows)
			fresh := freshRandom()
			for row := range numbers {
				if args[0].IsNull(row) {
					numbers[row] = int64(fresh.Uint64())
				} else {
					numbers[row] = int64(keyed(args[0].Strings[row], args[1].Int64s[row], 0))
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

// seededRandom is repeatable where there is a key.
func seededRandom(keys *Column, row int) *mathrand.ChaCha8 {
	if keys.IsNull(row) {
		return freshRandom()
	}
	return mathrand.NewChaCha8(sha256.Sum256([]byte(keys.Strings[row])))
}

// keyed is a number that follows from a key and what is to have one, and looks random
// to those who do not know the key.
func keyed(key string, of ...int64) uint64 {
	input := append(make([]byte, 0, 64), key...)
	for _, number := range of {
		input = binary.LittleEndian.AppendUint64(input, uint64(number))
	}
	sum := sha256.Sum256(input)
	return binary.LittleEndian.Uint64(sum[:])
}

// randomness is where what is random in a call comes from: fresh, unless there is a seed
// or the draw is made once.
type randomness struct {
	seed *int64 // for tests
	once bool   // for equal calls on equal tables in this process; see bound
}

// seed returns the parameter of that name.
func (c *Call) seed() (randomness, error) {
	switch v := c.arguments["seed"].(type) {
	case nil:
		return randomness{}, nil
	case string:
		if v == "once" {
			return randomness{once: true}, nil
		}
	case json.Number:
		if seed, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
			return randomness{seed: &seed}, nil
		}
	}
	return randomness{}, c.errorf("seed must be a whole number of 64 bits, 'once' or NULL, got %s", show(c.arguments["seed"]))
}

// fresh reports whether each statement draws anew.
func (r randomness) fresh() bool { return r.seed == nil && !r.once }

// key is an SQL expression, a BLOB: what the private functions make randomness of, NULL
// where it is fresh.
func (r randomness) key() string {
	switch {
	case r.once:
		return "(SELECT k.key FROM " + onceName + " AS k)"
	case r.seed != nil:
		var b strings.Builder
		for _, octet := range binary.LittleEndian.AppendUint64(nil, uint64(*r.seed)) {
			fmt.Fprintf(&b, `\x%02X`, octet)
		}
		return quoteText(b.String()) + "::BLOB"
	}
	return "NULL::BLOB"
}
