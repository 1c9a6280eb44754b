package draw

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
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

// keyName is the CTE of the key of a draw that is made once, drawnName that of one that is
// more than an order.
const (
	keyName   = sqltext.SQL("__skyline_key")
	drawnName = sqltext.SQL("__skyline_drawn")
)

// Bind adds the CTE of the key of a call with seed := 'once' that reads some tables,
// as they stand behind FROM; none for other calls. A table that is not materialized is
// read once more.
func (r Randomness) Bind(p *sqltext.Plan, c *call.Call, tables ...sqltext.SQL) {
	if !r.once {
		return
	}
	parts := make([]sqltext.SQL, 0, 2*len(tables))
	for _, table := range tables {
		// Which columns there are is for DuckDB to say, as in people.AddGathered.
		parts = append(parts,
			sqltext.Fill("(SELECT to_json(list(struct_pack(name := column_name, type := column_type)))::VARCHAR FROM (DESCRIBE SELECT * FROM {table} AS tbl))", sqltext.Args{"table": table}),
			fingerprintOf(c, "NULL::BLOB", table))
	}
	digest := sha256.Sum256([]byte(c.Function.Name + "\x00" + c.JSON + "\x00" + c.PlanFile))
	p.Keep(keyName, "the key of the draw: of the call, its tables and a secret of the process", sqltext.Fill(`
		SELECT __skyline_key(NULL::BLOB, {call}, list_value(
		    {tables}
		)) AS key
	`, sqltext.Args{"call": sqltext.Text(hex.EncodeToString(digest[:])), "tables": sqltext.Join(",\n", parts...)}))
}

// Key is an SQL expression, a BLOB: what the private functions make randomness of, NULL
// where it is fresh.
func (r Randomness) Key() sqltext.SQL {
	switch {
	case r.once:
		return "(SELECT k.key FROM " + keyName + " AS k)"
	case r.seed != nil:
		var b strings.Builder
		for _, octet := range binary.LittleEndian.AppendUint64(nil, uint64(*r.seed)) {
			fmt.Fprintf(&b, `\x%02X`, octet)
		}
		return sqltext.Text(b.String()) + "::BLOB"
	}
	return "NULL::BLOB"
}

// Draw adds the CTE of the key of a draw by a seed that takes people into groups by what
// is not released, of a table: none where there is no seed. An order can follow from what
// is released (see Scalars), but such a draw cannot: with the seed as its key, whoever
// knows it would see for each value of a person whether it leads to their group. So the whole table
// goes into the key. To try a guess takes one for all that is not known of the table at
// once, of which there are as many as ways to give people of groups their values.
func (r Randomness) Draw(p *sqltext.Plan, c *call.Call, table sqltext.SQL) {
	if r.seed == nil {
		return
	}
	p.Keep(drawnName, "the key of the draw: of the seed and the whole table",
		sqltext.Fill("SELECT __skyline_key({key}, 'drawn', list_value({table})) AS key", sqltext.Args{"key": r.Key(), "table": fingerprintOf(c, r.Key(), table)}))
}

// DrawKey is Key for such a draw.
func (r Randomness) DrawKey() sqltext.SQL {
	if r.seed == nil {
		return r.Key()
	}
	return "(SELECT k.key FROM " + drawnName + " AS k)"
}

// KeyData is a key as data of a kernel, for a member []byte.
func KeyData(key sqltext.SQL) sqltext.SQL { return "base64(" + key + ")" }

// fingerprintOf is the fingerprint of a table by a key, by the secret where it is NULL.
func fingerprintOf(c *call.Call, key, table sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("(SELECT __skyline_fingerprint({plan}, {function}, {key}, v) FROM (SELECT list_value(*COLUMNS(*)) AS v FROM (SELECT {texts} FROM {table} AS tbl)))",
		sqltext.Args{"plan": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name), "key": key, "texts": sqltext.TextOf("COLUMNS(*)"), "table": table})
}

// keyArgs are the arguments of __skyline_key.
type keyArgs struct {
	Seed   sql.Null[host.Bytes]
	Call   string
	Tables []string
}

// KeyScalar is __skyline_key(seed, call, tables): the key of a draw. Where the seed is NULL,
// the secret goes into it.
func KeyScalar() host.Scalar {
	return host.ScalarOf("__skyline_key", func(a *keyArgs) (host.Bytes, error) {
		secret := onceSecret()
		if a.Seed.Valid {
			secret = []byte(a.Seed.V)
		}
		return host.Bytes(hashOf(secret, append([]string{"key", a.Call}, a.Tables...)...)), nil
	})
}
