package release

import (
	"slices"

	"skyline/sqlfuncs/sqltext"
)

// Row is the name of a row of the table where a plan looks things up for it; no column has
// it.
const Row = sqltext.SQL("__skyline_row")

// RowKeys are the keys of columns of a row called Row.
func RowKeys(columns []string) []sqltext.SQL {
	return sqltext.Map(columns, func(_ int, name string) sqltext.SQL { return sqltext.Canonical(Row + "." + sqltext.Ident(name)) })
}

// Mapped is the CTE of the different keys q1…qk of the table's rows, behind them e1…ej of groups of earlier releases, and of
// their groups g in Release, NULL for who is left out. Rows find their groups by a join with it, which costs
// less than to place rows one by one that are like others.
const Mapped = sqltext.SQL("__skyline_mapped")

// AddMapped adds Mapped, behind Release. different stands behind FROM for rows x with the
// keys, each combination once, and with the further columns, which Mapped has as well; codes
// is the list by which Release places them.
//
// Release has one row, and DuckDB expects a thousand. Here it is told: it is to build the hash
// table of Mapped, when rows are joined with it. InPlaces leaves it at that: nor is there to
// be a hash table of the rows, when these are joined with labels, as it would be in another
// order then.
func (p *ReleasePlan) AddMapped(different, codes sqltext.SQL, further ...sqltext.SQL) {
	p.Keep(Mapped, "the different combinations of values, and their groups if they have one", sqltext.Fill(`
		SELECT {columns}, __skyline_place(rel.release, {codes}) AS g
		FROM {different}
		CROSS JOIN (SELECT release FROM {release} LIMIT 1) AS rel
	`, sqltext.Args{
		"columns": sqltext.List(sqltext.Prefixed("x", append(p.CellKeys(), further...))), "codes": codes, "different": different, "release": Release,
	}))
}

// different are the rows with different keys, x: where people are in several groups, a combination may
// have several rows. Each has the list by which the release of the plan places it: of numbers, if it
// has Values, or of codes.
func (p *ReleasePlan) different() (rows, list sqltext.SQL) {
	rows, list = coded, "codes"
	if p.Has(ValuesName) {
		rows, list = Numbered, "numbers"
	}
	if p.Apart {
		rows = sqltext.Fill("(SELECT DISTINCT {keys}, list_slice({list}, 1, {n}) AS {list} FROM {rows})",
			sqltext.Args{"keys": sqltext.List(p.Keys()), "list": list, "n": sqltext.Int(int64(len(p.QI))), "rows": rows})
	}
	return rows + " AS x", "x." + list
}

// AddOwnMapped is AddMapped for the table of the call, after AddCounted, or for what Numbered is of.
func (p *ReleasePlan) AddOwnMapped(further ...sqltext.SQL) {
	different, codes := p.different()
	p.AddMapped(different, codes, further...)
}

// InGroups is the SELECT of rows, as they stand behind FROM, and of their groups in a
// release, __skyline_g, NULL for who is left out.
func (p *ReleasePlan) InGroups(rows sqltext.SQL) sqltext.SQL {
	return p.inGroups(rows, Mapped, RowKeys(p.placedBy()))
}

// placedBy are the columns by which rows find their groups: a release may follow groups of earlier ones.
func (p *ReleasePlan) placedBy() []string { return append(slices.Clip(p.QI), p.Earlier...) }

// inGroups is InGroups by what stands behind FROM for Mapped, of rows called Row with keys.
func (p *ReleasePlan) inGroups(rows, mapped sqltext.SQL, rowKeys []sqltext.SQL) sqltext.SQL {
	keys := p.CellKeys()
	return sqltext.Fill(`
		SELECT {row}.*, m.g AS __skyline_g
		FROM {rows} AS {row} LEFT JOIN {mapped} AS m ON {same}
	`, sqltext.Args{
		"row": Row, "rows": rows, "mapped": mapped,
		"same": sqltext.Join(" AND ", sqltext.Map(rowKeys, func(i int, key sqltext.SQL) sqltext.SQL {
			return "m." + keys[i] + " IS NOT DISTINCT FROM " + key
		})...),
	})
}
