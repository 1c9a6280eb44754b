package call

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

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
	call := sha256.Sum256([]byte(c.Function.Name + "\x00" + c.JSON))
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
	return fmt.Sprintf("(SELECT system.main.__skyline_fingerprint(%s, 'skyline', %s, v) FROM (SELECT system.main.list_value(*COLUMNS(*)) AS v FROM (SELECT %s FROM %s AS tbl)))",
		sqltext.PlanKey, key, oldtext.TextOf("COLUMNS(*)"), table)
}
