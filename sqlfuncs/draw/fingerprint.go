package draw

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math/bits"

	"skyline/sqlfuncs/host"
)

// fingerprint is the state of __skyline_fingerprint: the sum, modulo 2^256, of keyed
// hashes of a table's rows, which does not depend on their order.
//
// Two tables with the same sum would have the same draws. For whoever does not know the
// secret, the hashes of different rows are independent and uniform, so a sum of them with
// coefficients, not all 0, is 0 with a probability of 2^-256 times the largest power of 2
// that divides all of them. These are differences of how often the two tables have a
// row, less than 2^64: the probability is below 2^-192, whatever rows somebody chooses,
// and they see of sums no more than whether two draws are equal. (Bellare, Micciancio, “A
// new paradigm for collision-free hashing”, EUROCRYPT 1997, on sums of hashes that
// everybody can compute, need larger numbers.) An exclusive or would not do: rows that
// come twice would not count.
type fingerprint struct {
	sum  [4]uint64 // the lowest bits first
	rows uint64
	row  []byte // of the row that is hashed
}

// fingerprinted is what __skyline_fingerprint takes of a row. Where the seed is NULL rows
// are hashed with the secret; with one, of 8 bytes, everybody can compute it, and nobody who
// does not know the rows.
type fingerprinted struct {
	Seed   sql.Null[host.Bytes]
	Values []sql.Null[string]
}

// add adds a row. It is written so that no row is the beginning of another: so a hash of
// the secret and the row is as good as HMAC, which takes twice the time.
func (f *fingerprint) add(row *fingerprinted) error {
	key := rowSecret()
	if row.Seed.Valid {
		key = []byte(row.Seed.V)
	}
	b := append(f.row[:0], key...)
	b = binary.AppendUvarint(b, uint64(len(row.Values)))
	for _, v := range row.Values {
		if !v.Valid {
			b = append(b, 0)
			continue
		}
		b = binary.AppendUvarint(b, uint64(len(v.V))+1)
		b = append(b, v.V...)
	}
	f.row = b
	hash := sha256.Sum256(b)
	var number [4]uint64
	for i := range number {
		number[i] = binary.LittleEndian.Uint64(hash[8*i:])
	}
	f.plus(&number)
	f.rows++
	return nil
}

func (f *fingerprint) plus(number *[4]uint64) {
	carry := uint64(0)
	for i := range f.sum {
		f.sum[i], carry = bits.Add64(f.sum[i], number[i], carry)
	}
}

// FingerprintAggregate is __skyline_fingerprint(key, function, seed, values): the fingerprint
// of a table, whose rows come as lists of the texts of their values.
func FingerprintAggregate() host.Aggregate {
	return host.Folded("__skyline_fingerprint", func() *fingerprint { return new(fingerprint) }, (*fingerprint).add,
		func(into, from *fingerprint) error {
			into.plus(&from.sum)
			into.rows += from.rows
			return nil
		},
		func(f *fingerprint) (string, error) {
			return fmt.Sprintf("%016x%016x%016x%016x %d", f.sum[3], f.sum[2], f.sum[1], f.sum[0], f.rows), nil
		})
}
