package call

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"strconv"
	"strings"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
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

func FreshRandom() *mathrand.ChaCha8 {
	var seed [32]byte
	_, _ = rand.Read(seed[:]) // never fails
	return mathrand.NewChaCha8(seed)
}

// SeededRandom is repeatable where there is a key.
func SeededRandom(keys *host.Column, row int) *mathrand.ChaCha8 {
	if keys.IsNull(row) {
		return FreshRandom()
	}
	return mathrand.NewChaCha8(sha256.Sum256([]byte(keys.Strings[row])))
}

// Keyed is a number that follows from a key and what is to have one, and looks random
// to those who do not know the key.
func Keyed(key string, of ...int64) uint64 {
	input := append(make([]byte, 0, 64), key...)
	for _, number := range of {
		input = binary.LittleEndian.AppendUint64(input, uint64(number))
	}
	sum := sha256.Sum256(input)
	return binary.LittleEndian.Uint64(sum[:])
}

// Randomness is where what is random in a call comes from: fresh, unless there is a seed
// or the draw is made once.
type Randomness struct {
	Seed *int64 // for tests
	Once bool   // for equal calls on equal tables in this process; see bound
}

// Seed returns the parameter of that name.
func (c *Call) Seed() (Randomness, error) {
	switch v := c.Arguments["seed"].(type) {
	case nil:
		return Randomness{}, nil
	case string:
		if v == "once" {
			return Randomness{Once: true}, nil
		}
	case json.Number:
		if seed, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
			return Randomness{Seed: &seed}, nil
		}
	}
	return Randomness{}, c.Errorf("seed must be a whole number of 64 bits, 'once' or NULL, got %s", Show(c.Arguments["seed"]))
}

// Fresh reports whether each statement draws anew.
func (r Randomness) Fresh() bool { return r.Seed == nil && !r.Once }

// TextOfRow is the text of some columns, given as for a list, of the rows of a SELECT. Their
// names are not in it. With a 0 in front, since the text of a row of one column is not
// the same in all versions of DuckDB.
func TextOfRow(columns string) string { return "system.main.row(0, " + columns + ")::VARCHAR" }

// At is what the rows of a SELECT are ordered by so that they are in random order. row is
// the text of what is released of one.
func (r Randomness) At(row string) string {
	if r.Fresh() {
		return "system.main.__skyline_shuffle()"
	}
	return fmt.Sprintf("system.main.__skyline_digest(%s, %s)", r.Key(), row)
}

// InOrder is a query whose rows, those of the release, come in random order, after what
// is to be ordered by first: "" or columns of it, with a comma behind them.
func (r Randomness) InOrder(first, query string) string {
	return fmt.Sprintf("SELECT * EXCLUDE (__skyline_at) FROM (SELECT *, %s AS __skyline_at FROM (%s)) ORDER BY %s__skyline_at ASC",
		r.At(TextOfRow("*COLUMNS(*)")), query, first)
}

// Key is an SQL expression, a BLOB: what the private functions make randomness of, NULL
// where it is fresh.
func (r Randomness) Key() string {
	switch {
	case r.Once:
		return "(SELECT k.key FROM " + onceName + " AS k)"
	case r.Seed != nil:
		var b strings.Builder
		for _, octet := range binary.LittleEndian.AppendUint64(nil, uint64(*r.Seed)) {
			fmt.Fprintf(&b, `\x%02X`, octet)
		}
		return oldtext.QuoteText(b.String()) + "::BLOB"
	}
	return "NULL::BLOB"
}
