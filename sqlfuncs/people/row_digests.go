package people

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"skyline/sqlfuncs/host"
)

// rowDigests is the state of __skyline_row_digests: how often each row occurs, by the
// SHA-256 of its texts. What it returns is a hash over all of them in order. A sum of the
// digests would be cheaper, but whoever may choose the rows finds others with the same sum
// (Wagner, “A generalized birthday problem”, CRYPTO 2002).
type rowDigests struct {
	// The digests by their first byte: so few are moved, or sorted, at a time.
	parts [256][]countedDigest
	row   []byte // of the row that is hashed
}

type countedDigest struct {
	digest [sha256.Size]byte
	rows   int64
}

// digestedRow is what __skyline_row_digests takes: a row, and how often it occurs. It may
// come several times.
type digestedRow struct {
	Values []sql.Null[string]
	Rows   int64
}

// add adds a row: each text behind its length, so that no two rows are written alike.
func (d *rowDigests) add(row *digestedRow) error {
	b := d.row[:0]
	for _, v := range row.Values {
		if !v.Valid {
			b = append(b, '-')
			continue
		}
		b = strconv.AppendInt(b, int64(len(v.V)), 10)
		b = append(b, ':')
		b = append(b, v.V...)
	}
	d.row = b
	digest := sha256.Sum256(b)
	part := &d.parts[digest[0]]
	*part = append(*part, countedDigest{digest, row.Rows})
	return nil
}

func (d *rowDigests) merge(from *rowDigests) error {
	for i := range d.parts {
		d.parts[i] = append(d.parts[i], from.parts[i]...)
	}
	return nil
}

// counted sorts digests, and puts equal ones together.
func counted(digests []countedDigest) []countedDigest {
	slices.SortFunc(digests, func(a, b countedDigest) int {
		if c := cmp.Compare(binary.BigEndian.Uint64(a.digest[:]), binary.BigEndian.Uint64(b.digest[:])); c != 0 {
			return c
		}
		return bytes.Compare(a.digest[:], b.digest[:])
	})
	n := 0
	for _, d := range digests {
		if n > 0 && digests[n-1].digest == d.digest {
			digests[n-1].rows += d.rows
			continue
		}
		digests[n] = d
		n++
	}
	return digests[:n]
}

// result is the number of rows, and the hash of a line for each different row: its digest
// and how often it occurs, in the order of the digests.
func (d *rowDigests) result() (string, error) {
	hash, rows := sha256.New(), int64(0)
	var line []byte
	for i := range d.parts {
		for _, one := range counted(d.parts[i]) {
			rows += one.rows
			line = append(hex.AppendEncode(line[:0], one.digest[:]), ' ')
			line = append(strconv.AppendInt(line, one.rows, 10), '\n')
			hash.Write(line)
		}
	}
	return fmt.Sprintf("%d %x", rows, hash.Sum(nil)), nil
}

// RowDigestsAggregate is __skyline_row_digests(key, function, values, rows): how many rows there
// are, and a hash of them that does not depend on their order.
func RowDigestsAggregate() host.Aggregate {
	return host.Folded("__skyline_row_digests", func() *rowDigests { return new(rowDigests) }, (*rowDigests).add, (*rowDigests).merge, (*rowDigests).result)
}
