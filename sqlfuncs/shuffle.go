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

// The order of what is released must not say who is who. Where randomness is fresh, rows
// are ordered by random numbers. With a seed they are ordered by a keyed hash of **what is
// released of them**, never by what they were before:
//
//	Let R be the multiset of the released rows, and h the hash with the seed as its key. The
//	rows come in the order of h(row). Equal rows can change places, so the sequence is a
//	function of R and the seed alone. Hence, given R and the seed, it is independent of
//	which row is whose: to who knows both, the order says nothing.
//
// A hash of a row with its exact values, as an order, would be an answer to whoever tries
// seeds: with the right one, the exact values that he guesses give the order that he sees.
//
// Where values are permuted within groups, the rows without them are put in such an order,
// beside the values in one of their own. So the permuted table is a function of the seed, of
// the multiset of the rows without the values, and of those of the groups' values, which are
// what it says without a seed.

// orderScalar is __skyline_order(release, group): a number to order the rows of a release
// by: by their groups, and at random within each. The randomness is fresh and
// cryptographic.
func orderScalar() Scalar {
	return Scalar{
		Name:     "__skyline_order",
		Params:   []Type{{Kind: Bigint}, {Kind: Bigint}},
		Result:   Type{Kind: Bigint},
		Volatile: true,
		Call: func(args []Column, rows int) (Column, error) {
			numbers := make([]int64, rows)
			fresh := freshRandom()
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
				numbers[row] = release.order(args[1].Int64s[row], fresh.Uint64())
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

// shuffleScalars returns __skyline_shuffle(), a fresh random number, and __skyline_digest(key,
// row), the keyed hash of the text of what is released of a row. All of SHA-256 is
// compared, so that different rows have different places.
func shuffleScalars() []Scalar {
	shuffle := Scalar{
		Name:     "__skyline_shuffle",
		Result:   Type{Kind: Bigint},
		Volatile: true,
		Call: func(_ []Column, rows int) (Column, error) {
			numbers := make([]int64, rows)
			fresh := freshRandom()
			for row := range numbers {
				numbers[row] = int64(fresh.Uint64())
			}
			return Column{Len: rows, Int64s: numbers}, nil
		},
	}
	digest := Scalar{
		Name:   "__skyline_digest",
		Params: []Type{{Kind: Blob}, {Kind: Varchar}},
		Result: Type{Kind: Blob},
		Call: func(args []Column, rows int) (Column, error) {
			digests := make([]string, rows)
			var input []byte
			for row := range digests {
				if args[0].IsNull(row) || args[1].IsNull(row) {
					return Column{}, errNotKept
				}
				// All keys have one length.
				input = append(append(input[:0], args[0].Strings[row]...), args[1].Strings[row]...)
				sum := sha256.Sum256(input)
				digests[row] = string(sum[:])
			}
			return Column{Len: rows, Strings: digests}, nil
		},
	}
	return []Scalar{shuffle, digest}
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

// textOfRow is the text of some columns, given as for a list, of the rows of a SELECT. Their
// names are not in it. With a 0 in front, since the text of a row of one column is not
// the same in all versions of DuckDB.
func textOfRow(columns string) string { return "system.main.row(0, " + columns + ")::VARCHAR" }

// at is what the rows of a SELECT are ordered by so that they are in random order. row is
// the text of what is released of one.
func (r randomness) at(row string) string {
	if r.fresh() {
		return "system.main.__skyline_shuffle()"
	}
	return fmt.Sprintf("system.main.__skyline_digest(%s, %s)", r.key(), row)
}

// inOrder is a query whose rows, those of the release, come in random order, after what
// is to be ordered by first: "" or columns of it, with a comma behind them.
func (r randomness) inOrder(first, query string) string {
	return fmt.Sprintf("SELECT * EXCLUDE (__skyline_at) FROM (SELECT *, %s AS __skyline_at FROM (%s)) ORDER BY %s__skyline_at ASC",
		r.at(textOfRow("*COLUMNS(*)")), query, first)
}

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
