package call

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"strings"
	"sync"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// seed := 'once' binds a draw to the statement and the data: its key is a keyed hash of
// the function's name, the call's arguments, and a fingerprint of each table that the
// call reads. So a view that is looked at twice shows one draw, and a call that differs
// in an argument or a row has a draw that has nothing to do with it: two draws from one
// key, of tables that differ in a row, could be compared row by row.
//
// The key is not to be guessed, since who knows it can undo a shuffle. So a secret goes
// into it that the process makes at first use, and that nothing shows or keeps.

// onceSecret is the secret of this process.
var onceSecret = sync.OnceValue(func() []byte {
	secret := make([]byte, sha256.Size)
	_, _ = rand.Read(secret) // never fails
	return secret
})

// rowSecret is the secret that rows are hashed with, one of its own.
var rowSecret = sync.OnceValue(func() []byte { return hashOf(onceSecret(), "rows") })

// hashOf is the keyed hash of some texts, with their lengths.
func hashOf(key []byte, texts ...string) []byte {
	mac := hmac.New(sha256.New, key)
	for _, text := range texts {
		mac.Write(binary.AppendUvarint(nil, uint64(len(text))))
		mac.Write([]byte(text))
	}
	return mac.Sum(nil)
}

// onceName is the CTE of the key.
const onceName = "__skyline_key"

// Bound returns the CTE of the key of a call with seed := 'once' that reads some tables,
// as they stand behind FROM; none for other calls. A table that is not materialized is
// read once more.
func (r Randomness) Bound(c *Call, tables ...string) []string {
	if !r.Once {
		return nil
	}
	parts := make([]string, 0, 2*len(tables))
	for _, table := range tables {
		// Which columns there are is for DuckDB to say, as in gatherCTE.
		parts = append(parts,
			fmt.Sprintf("(SELECT system.main.to_json(system.main.list(system.main.struct_pack(name := column_name, type := column_type)))::VARCHAR FROM (DESCRIBE SELECT * FROM %s AS tbl))", table),
			tableFingerprint("NULL::BLOB", table))
	}
	call := sha256.Sum256([]byte(c.Function.Name + "\x00" + c.json))
	return []string{fmt.Sprintf("%s AS MATERIALIZED (SELECT system.main.__skyline_key(NULL::BLOB, %s, system.main.list_value(%s)) AS key)",
		onceName, oldtext.QuoteText(hex.EncodeToString(call[:])), strings.Join(parts, ", "))}
}

// drawnName is the CTE of the key of a draw that is more than an order.
const drawnName = "__skyline_drawn"

// Drawn returns the CTE of the key of a draw by a seed that takes people into groups by what
// is not released, of a table: none where there is no seed. An order can follow from what
// is released (see orderScalar), but such a draw cannot: with the seed as its key, who knows
// it would see for each value of a person whether it leads to his group. So the whole table
// goes into the key. To try a guess takes one for all that is not known of the table at
// once, of which there are as many as ways to give people of groups their values.
func (r Randomness) Drawn(table string) []string {
	if r.Seed == nil {
		return nil
	}
	return []string{fmt.Sprintf("%s AS MATERIALIZED (SELECT system.main.__skyline_key(%s, 'drawn', system.main.list_value(%s)) AS key)",
		drawnName, r.Key(), tableFingerprint(r.Key(), table))}
}

// DrawKey is key for such a draw.
func (r Randomness) DrawKey() string {
	if r.Seed == nil {
		return r.Key()
	}
	return "(SELECT k.key FROM " + drawnName + " AS k)"
}

// tableFingerprint is the fingerprint of a table by a key, by the secret where it is NULL.
func tableFingerprint(key, table string) string {
	return fmt.Sprintf("(SELECT system.main.__skyline_fingerprint(%s, %s, v) FROM (SELECT system.main.list_value(*COLUMNS(*)) AS v FROM (SELECT %s FROM %s AS tbl)))",
		sqltext.PlanKey, key, oldtext.TextOf("COLUMNS(*)"), table)
}

// KeyScalar is __skyline_key(seed, call, tables): the key of a draw. Where the seed is NULL,
// the secret goes into it.
func KeyScalar() host.Scalar {
	return host.Scalar{
		Name:   "__skyline_key",
		Params: []host.Type{{Kind: host.Blob}, {Kind: host.Varchar}, host.ListOf(host.Type{Kind: host.Varchar})},
		Result: host.Type{Kind: host.Blob},
		Call: func(args []host.Column, rows int) (host.Column, error) {
			keys := make([]string, rows)
			for row := range keys {
				if args[1].IsNull(row) || args[2].IsNull(row) {
					return host.Column{}, host.ErrNotKept
				}
				secret := onceSecret()
				if !args[0].IsNull(row) {
					secret = []byte(args[0].Strings[row])
				}
				keys[row] = string(hashOf(secret, append([]string{"key", args[1].Strings[row]}, host.TextsOf(&args[2], row)...)...))
			}
			return host.Column{Len: rows, Strings: keys}, nil
		},
	}
}

// fingerprint is the state of __skyline_fingerprint: the sum, modulo 2^256, of keyed
// hashes of a table's rows, which does not depend on their order.
//
// Two tables with the same sum would have the same draws. For whoever does not know the
// secret, the hashes of different rows are independent and uniform, so a sum of them with
// coefficients, not all 0, is 0 with a probability of 2^-256 times the largest power of 2
// that divides all of them. These are differences of how often the two tables have a
// row, less than 2^64: the probability is below 2^-192, whatever rows somebody chooses,
// and he sees of sums no more than whether two draws are equal. (Bellare, Micciancio, “A
// new paradigm for collision-free hashing”, EUROCRYPT 1997, on sums of hashes that
// everybody can compute, need larger numbers.) An exclusive or would not do: rows that
// come twice would not count.
type fingerprint struct {
	sum  [4]uint64 // the lowest bits first
	rows uint64
	row  []byte // of the row that is hashed
}

// add adds a row. It is written so that no row is the beginning of another: so a hash of
// the secret and the row is as good as HMAC, which takes twice the time.
func (f *fingerprint) add(key []byte, values *host.Column, first, last int) {
	b := append(f.row[:0], key...)
	b = binary.AppendUvarint(b, uint64(last-first))
	for i := first; i < last; i++ {
		if values.IsNull(i) {
			b = append(b, 0)
			continue
		}
		b = binary.AppendUvarint(b, uint64(len(values.Strings[i]))+1)
		b = append(b, values.Strings[i]...)
	}
	f.row = b
	hash := sha256.Sum256(b)
	var number [4]uint64
	for i := range number {
		number[i] = binary.LittleEndian.Uint64(hash[8*i:])
	}
	f.plus(&number)
	f.rows++
}

func (f *fingerprint) plus(number *[4]uint64) {
	carry := uint64(0)
	for i := range f.sum {
		f.sum[i], carry = bits.Add64(f.sum[i], number[i], carry)
	}
}

// FingerprintAggregate is __skyline_fingerprint(key, seed, values): the fingerprint of a
// table, whose rows come as lists of the texts of their values. Where the seed is NULL they
// are hashed with the secret; with one, of 8 bytes, everybody can compute it, and nobody who
// does not know the rows.
func FingerprintAggregate() host.Aggregate {
	return host.Aggregate{
		Name:   "__skyline_fingerprint",
		Params: []host.Type{{Kind: host.Blob}, host.ListOf(host.Type{Kind: host.Varchar})},
		Result: host.Type{Kind: host.Varchar},
		New:    func() any { return new(fingerprint) },
		Update: func(state any, args []host.Column, begin, end int) error {
			f := state.(*fingerprint)
			for row := begin; row < end; row++ {
				if args[1].IsNull(row) {
					return fmt.Errorf("__skyline_fingerprint: values must not be NULL")
				}
				key := rowSecret()
				if !args[0].IsNull(row) {
					key = []byte(args[0].Strings[row])
				}
				first, last := args[1].ListRange(row)
				f.add(key, args[1].Elem, first, last)
			}
			return nil
		},
		Combine: func(target, source any) error {
			t, s := target.(*fingerprint), source.(*fingerprint)
			t.plus(&s.sum)
			t.rows += s.rows
			return nil
		},
		Finalize: func(state any) (string, error) {
			f := state.(*fingerprint)
			return fmt.Sprintf("%016x%016x%016x%016x %d", f.sum[3], f.sum[2], f.sum[1], f.sum[0], f.rows), nil
		},
	}
}
