package people

import (
	"errors"
	"math"

	"skyline/engine/partition"
	"skyline/engine/profile"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// HashedRows is the state of __skyline_hashed_rows: rows as codes of the hashes of their
// texts, for plans that do not know how many columns there are. Two texts of a column are
// taken for one where 63 bits of their hashes agree: among a million different ones with a
// probability of less than one in ten million. A number is 8 bytes, and read several times
// faster than a text.
type HashedRows struct {
	dictionaries []hashCodes
	codes        [][]int32 // by column
	people       []int64   // how many have each row; nil: one
	rows         int
	total        int64
}

// hashedRow is what __skyline_hashed_rows takes.
type hashedRow struct {
	Hashes []int64
	N      int64
}

// HashesOf are the hashes that __skyline_hashed_rows takes of a list of texts.
func HashesOf(texts sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("list_transform({texts}, lambda x: (hash(x) >> 1)::BIGINT)", sqltext.Args{"texts": texts})
}

// HashOf is the hash of a column's value: of its text, or of the value itself, of a type
// whose values are equal exactly if their texts are.
func HashOf(column sqltext.SQL) sqltext.SQL { return HashOfKey(sqltext.Canonical(column)) }

// HashOfKey is HashOf for a canonical value.
func HashOfKey(key sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("(hash({key}) >> 1)::BIGINT", sqltext.Args{"key": key})
}

// HashedRowsAggregate is __skyline_hashed_rows(key, function, hashes, n): rows that n people
// have, kept for kernels to read.
func HashedRowsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_hashed_rows", func() *HashedRows { return new(HashedRows) }, (*HashedRows).add, (*HashedRows).merge)
}

// shape makes the columns.
func (r *HashedRows) shape(columns int) error {
	if r.codes == nil {
		r.codes, r.dictionaries = make([][]int32, columns), make([]hashCodes, columns)
	}
	if len(r.codes) != columns {
		return errors.New("rows must have the same columns")
	}
	return nil
}

func (r *HashedRows) add(row *hashedRow) error {
	if err := r.shape(len(row.Hashes)); err != nil {
		return err
	}
	for i, hash := range row.Hashes {
		r.codes[i] = append(r.codes[i], r.dictionaries[i].code(hash))
	}
	return r.grow(row.N)
}

// grow notes how many people have a row. The engine numbers rows by an int32.
func (r *HashedRows) grow(n int64) error {
	if r.rows == math.MaxInt32 {
		return errors.New("tbl must have at most 2147483647 different rows; name fewer columns")
	}
	if n < 1 || n > partition.MaxPeople-r.total {
		return partition.ErrTooManyPeople
	}
	if n > 1 && r.people == nil {
		r.people = make([]int64, r.rows, max(r.rows, 1))
		for i := range r.people {
			r.people[i] = 1
		}
	}
	if r.people != nil {
		r.people = append(r.people, n)
	}
	r.rows++
	r.total += n
	return nil
}

func (r *HashedRows) merge(from *HashedRows) error {
	if from.codes == nil {
		return nil
	}
	if err := r.shape(len(from.codes)); err != nil {
		return err
	}
	for i := range from.codes {
		codes := make([]int32, len(from.dictionaries[i].hashes))
		for code, hash := range from.dictionaries[i].hashes {
			codes[code] = r.dictionaries[i].code(hash)
		}
		for _, code := range from.codes[i] {
			r.codes[i] = append(r.codes[i], codes[code])
		}
	}
	for row := range from.rows {
		n := int64(1)
		if from.people != nil {
			n = from.people[row]
		}
		if err := r.grow(n); err != nil {
			return err
		}
	}
	return nil
}

// Table is the rows for the engine. If persons, the first column is whose each row is.
func (r *HashedRows) Table(persons bool) *profile.Table {
	if persons && len(r.codes) > 0 {
		return profile.NewTableOfPersons(r.codes[1:], r.codes[0])
	}
	return profile.NewTableOfRows(r.codes, r.people, r.rows)
}

// hashCodes are the codes of hashes, from 0. It is a table with open addressing: a code is at
// its hash, or behind it.
type hashCodes struct {
	hashes []int64 // by code
	slots  []int32 // 1 + a code, 0 for none; a power of two of them
}

func (d *hashCodes) code(hash int64) int32 {
	if 2*len(d.hashes) >= len(d.slots) {
		d.grow()
	}
	mask := len(d.slots) - 1
	for at := int(hash) & mask; ; at = (at + 1) & mask {
		switch code := d.slots[at] - 1; {
		case code < 0:
			code = int32(len(d.hashes))
			d.hashes = append(d.hashes, hash)
			d.slots[at] = code + 1
			return code
		case d.hashes[code] == hash:
			return code
		}
	}
}

// grow makes room for twice as many.
func (d *hashCodes) grow() {
	d.slots = make([]int32, max(16, 2*len(d.slots)))
	mask := len(d.slots) - 1
	for code, hash := range d.hashes {
		at := int(hash) & mask
		for d.slots[at] != 0 {
			at = (at + 1) & mask
		}
		d.slots[at] = int32(code) + 1
	}
}
