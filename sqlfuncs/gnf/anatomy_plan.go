package gnf

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
)

// How the people of a table are put into groups.
type Grouping string

const (
	// anatomyGroups are those of Anatomy, by the combination of the right columns.
	anatomyGroups Grouping = "anatomy"
	// strictGroups keep people together who are equal on the left columns.
	strictGroups Grouping = "strict"
	// jointGroups are diverse in each right column for those who know the others. Who
	// fits nowhere has no group, and NULL in the right columns.
	jointGroups Grouping = "joint"
)

// AnatomyPlan writes the statement of a function that publishes a table in two
// sides which only groups connect. Step by step: DuckDB reads the columns of both
// sides, once, and counts the right side's values; the kernel makes the groups as a
// job and keeps them; each row takes a place in them, by its value (or, strict, its
// left side); each side is put in random order by itself.
//
// In the plan l1, l2, … are the columns of the left side and r1, r2, … those of the
// right; k1, k2, … are the texts of r1, r2, …, by which values are told apart.
//
// Names are qualified as in planBreach.
type AnatomyPlan struct {
	Call        *call.Call
	source      string   // what stands behind FROM
	left, right []string // SQL identifiers
	shown       []string // what the right columns are called in messages; nil: as they are
	Grouping    Grouping
	L           int64
	Random      call.Randomness
	// renumber gives the groups random numbers. Otherwise those of Anatomy follow from
	// the counts of the values, in every call.
	Renumber bool
	ctes     []string
}

func (p *AnatomyPlan) add(format string, args ...any) {
	p.ctes = append(p.ctes, fmt.Sprintf(format, args...))
}

func (p *AnatomyPlan) text(query string) string {
	if len(p.ctes) == 0 {
		return query
	}
	return "WITH RECURSIVE " + strings.Join(p.ctes, ",\n") + "\n" + query
}

// named selects the columns of a side by names, SQL identifiers.
func named(names []string, format string) []string {
	columns := oldtext.Numbered(len(names), format)
	for i, name := range names {
		columns[i] += " AS " + name
	}
	return columns
}

// Read adds the CTE __skyline_input, which has the columns of both sides. It is kept
// where it is read several times, so that all see the same rows.
func (p *AnatomyPlan) Read(kept bool) {
	var columns []string
	for i, name := range p.left {
		columns = append(columns, fmt.Sprintf("%s AS l%d", oldtext.OneForm("tbl."+name), i+1))
	}
	for i, name := range p.right {
		columns = append(columns, fmt.Sprintf("%s AS r%d", oldtext.OneForm("tbl."+name), i+1))
	}
	materialized := "NOT MATERIALIZED"
	if kept {
		materialized = "MATERIALIZED"
	}
	p.add("__skyline_input AS %s (SELECT %s FROM %s AS tbl)", materialized, strings.Join(columns, ", "), p.source)
}

// keyed adds k1, k2, … to the rows of a table.
func (p *AnatomyPlan) keyed(table string) string {
	keys := make([]string, len(p.right))
	for i := range keys {
		keys[i] = fmt.Sprintf("%s AS k%d", oldtext.Encoded(oldtext.TextOf(fmt.Sprintf("t.r%d", i+1))), i+1)
	}
	return fmt.Sprintf("(SELECT t.*, %s FROM %s AS t)", strings.Join(keys, ", "), table)
}

// count adds the CTE __skyline_values: the values k1, k2, … of the right side, how
// many people have each, n, and their numbers c in the order of their texts. v1 is a
// value, as it is told apart.
func (p *AnatomyPlan) count() {
	keys := oldtext.Listed(len(p.right), "k#")
	order := oldtext.Listed(len(p.right), "k# ASC NULLS LAST")
	p.add("__skyline_values AS MATERIALIZED (SELECT %[1]s, n, v1, system.main.row_number() OVER (ORDER BY %[2]s) - 1 AS c FROM (SELECT %[1]s, system.main.any_value(%[4]s) AS v1, system.main.count(*) AS n FROM %[3]s GROUP BY %[1]s))",
		keys, order, p.keyed("__skyline_input"), oldtext.Canonical("r1"))
}

// group adds the CTE __skyline_groups, whose one row has the number of the groups
// that the kernel keeps. drawn says that people will take their places.
func (p *AnatomyPlan) group(drawn bool) {
	key := call.Randomness{}.Key()
	if drawn {
		p.ctes = append(p.ctes, p.Random.Drawn("__skyline_input")...)
		key = p.Random.DrawKey()
	}
	names := p.right
	if p.shown != nil {
		names = p.shown
	}
	none := "system.main.list_value()::BIGINT[]"
	codes, class, value, n := none, none, none, none
	from := "(SELECT coalesce(system.main.list(n ORDER BY c ASC), " + none + ") AS counts FROM __skyline_values) AS v"
	switch p.Grouping {
	case strictGroups:
		left, own := oldtext.Listed(len(p.left), "l#"), oldtext.Listed(len(p.left), oldtext.Canonical("l#")+" AS l#")
		p.add("__skyline_classes AS MATERIALIZED (SELECT %s, system.main.row_number() OVER (ORDER BY %s) - 1 AS c FROM (SELECT DISTINCT %s FROM __skyline_input))",
			left, oldtext.Listed(len(p.left), "l# ASC NULLS LAST"), own)
		p.add("__skyline_cells AS (SELECT a.c AS class, b.c AS value, x.n FROM (SELECT %[1]s, %[2]s, system.main.count(*) AS n FROM (SELECT %[6]s, %[2]s FROM %[3]s) GROUP BY %[1]s, %[2]s) AS x JOIN __skyline_classes AS a ON %[4]s JOIN __skyline_values AS b ON %[5]s)",
			left, oldtext.Listed(len(p.right), "k#"), p.keyed("__skyline_input"), same(len(p.left), "a.l#", "x.l#"), same(len(p.right), "b.k#", "x.k#"), own)
		class, value, n = "x.class", "x.value", "x.n"
		from += " CROSS JOIN (SELECT system.main.list(class) AS class, system.main.list(value) AS value, system.main.list(n) AS n FROM __skyline_cells) AS x"
	case jointGroups:
		codes = "x.codes"
		from += fmt.Sprintf(" CROSS JOIN (SELECT system.main.flatten(system.main.list(codes ORDER BY c ASC)) AS codes FROM (SELECT c, system.main.list_value(%s) AS codes FROM __skyline_values)) AS x",
			oldtext.Listed(len(p.right), "system.main.dense_rank() OVER (ORDER BY k# ASC NULLS LAST) - 1"))
	case anatomyGroups:
		// The counts are all there is to know.
	}
	p.add("__skyline_job AS (SELECT system.main.__skyline_groups_start(%s, %s, %s, %d, %s, %t, %t, v.counts, %s, %s, %s, %s) AS job, false AS done FROM %s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
		oldtext.QuoteText(p.Call.Function.Name), oldtext.QuoteText(strings.Join(names, ", ")), oldtext.QuoteText(string(p.Grouping)), p.L, key, p.Renumber, drawn, codes, class, value, n, from)
	p.add("__skyline_groups AS MATERIALIZED (SELECT UNNEST(system.main.__skyline_groups_rows(job), recursive := true) FROM __skyline_job WHERE done)")
}

// same is the condition that columns of two tables are equal, or both NULL.
func same(n int, one, other string) string {
	return strings.Join(oldtext.Numbered(n, one+" IS NOT DISTINCT FROM "+other), " AND ")
}

// place adds the CTE __skyline_placed: the input and its groups g. Where randomness is
// fresh a row takes any free place of its value, since these are in random order. With a
// key the rows of a value are numbered by a keyed hash of what they are: rows that are equal
// can take each other's places.
func (p *AnatomyPlan) place() {
	dictionary, by := "__skyline_values", same(len(p.right), "v.k#", "i.k#")
	if p.Grouping == strictGroups {
		dictionary, by = "__skyline_classes", same(len(p.left), "v.l#", oldtext.Canonical("i.l#"))
	}
	rows := fmt.Sprintf("SELECT i.*, v.c AS c FROM %s AS i LEFT JOIN %s AS v ON %s", p.keyed("__skyline_input"), dictionary, by)
	number := "NULL::BIGINT"
	if !p.Random.Fresh() && p.Grouping != strictGroups {
		all := call.TextOfRow(strings.Join(append(oldtext.Numbered(len(p.left), "i.l#"), oldtext.Numbered(len(p.right), "i.k#")...), ", "))
		rows = fmt.Sprintf("SELECT i.*, system.main.row_number() OVER (PARTITION BY i.c ORDER BY i.h ASC) - 1 AS number FROM (SELECT i.*, system.main.__skyline_digest(%s, %s) AS h FROM (%s) AS i) AS i", p.Random.DrawKey(), all, rows)
		number = "x.number"
	}
	columns := append(oldtext.Numbered(len(p.left), "x.l#"), oldtext.Numbered(len(p.right), "x.r#")...)
	// Materialized, so that nobody takes two places.
	p.add("__skyline_placed AS MATERIALIZED (SELECT %s, system.main.__skyline_seat(g.groups, x.c, %s) AS g FROM (%s) AS x CROSS JOIN __skyline_groups AS g)",
		strings.Join(columns, ", "), number, rows)
}

// bind adds the CTE of the key, if there is one to be made, of a table that has been read.
func (p *AnatomyPlan) bind(table string) {
	p.ctes = append(p.ctes, p.Random.Bound(p.Call, table)...)
}

// Seat adds the CTEs between the rows and their groups.
func (p *AnatomyPlan) Seat() {
	p.count()
	p.group(true)
	p.place()
}

// table is the statement whose rows are the left side and group_id, in random order.
func (p *AnatomyPlan) table() string {
	p.Read(true)
	p.bind("__skyline_input")
	p.Seat()
	return p.text(oldtext.Released(fmt.Sprintf("SELECT %s, x.g AS group_id FROM __skyline_placed AS x ORDER BY %s ASC",
		strings.Join(named(p.left, "x.l#"), ", "), p.Random.At(call.TextOfRow(oldtext.Listed(len(p.left), "x.l#")+", x.g")))))
}

// Plain is the statement whose rows are those of a query, in random order.
func (p *AnatomyPlan) Plain(query string) string {
	return p.text(oldtext.Released(p.Random.InOrder("", query)))
}

// WholeRows lets the left side be all columns of a query, whichever they are, and the
// right side some of them: the left side is one struct, with NULL in the place of the
// right side.
func (p *AnatomyPlan) WholeRows(query string, right []string) {
	var nulls, values []string
	for i, name := range right {
		r := fmt.Sprintf("__skyline_r%d", i+1)
		nulls = append(nulls, fmt.Sprintf("CASE WHEN false THEN t.%[1]s END AS %[1]s", oldtext.QuoteIdentifier(name)))
		values = append(values, fmt.Sprintf("t.%s AS %s", oldtext.QuoteIdentifier(name), r))
		p.right = append(p.right, r)
	}
	p.shown = oldtext.Quoted(right)
	rights := strings.Join(p.right, ", ")
	p.left = []string{"__skyline_row"}
	p.source = fmt.Sprintf("(SELECT system.main.struct_pack(*COLUMNS(* EXCLUDE (%[1]s))) AS __skyline_row, %[1]s FROM (SELECT t.* REPLACE (%[2]s), %[3]s FROM (%[4]s) AS t))",
		rights, strings.Join(nulls, ", "), strings.Join(values, ", "), query)
}

// Relation is the statement whose rows are those of placed, which are those of the query
// of wholeRows and their groups, and group_id, the right side permuted within each group:
// the rows of a group, in random order, stand beside its values, in their own. So each
// assignment is equally likely, and the order of rows says nothing.
func (p *AnatomyPlan) Relation(right []string, placed string) string {
	order := func(side string) string {
		return "t.g ASC NULLS LAST, " + p.Random.At(call.TextOfRow(side+", t.g")) + " ASC"
	}
	replaced := make([]string, len(right))
	for i, name := range right {
		replaced[i] = fmt.Sprintf("t.__skyline_r%d AS %s", i+1, oldtext.QuoteIdentifier(name))
	}
	return p.text(oldtext.Released(fmt.Sprintf("SELECT t.* EXCLUDE (%[1]s, __skyline_g) REPLACE (%[2]s), t.__skyline_g AS group_id FROM (SELECT UNNEST(x.l1), %[3]s, x.g AS __skyline_g FROM (SELECT t.* FROM %[7]s AS t ORDER BY %[4]s) AS x POSITIONAL JOIN (SELECT %[5]s FROM %[7]s AS t ORDER BY %[6]s) AS v) AS t",
		strings.Join(p.right, ", "), strings.Join(replaced, ", "), oldtext.Listed(len(right), "v.r# AS __skyline_r#"),
		order("t.l1"), oldtext.Listed(len(right), "CASE WHEN t.g IS NOT NULL THEN t.r# END AS r#"), order(oldtext.Listed(len(right), "t.r#")), placed)))
}

// values is the statement whose rows are the values of each group, of Anatomy and of
// one right column: group_id, value, count. No group has a value twice.
func (p *AnatomyPlan) values() string {
	p.Read(false)
	p.count()
	p.group(false)
	p.add("__skyline_kind AS (SELECT r1 FROM __skyline_input WHERE false UNION ALL SELECT NULL)")
	p.add("__skyline_shown AS (SELECT x.c, %s AS v1 FROM __skyline_values AS x CROSS JOIN __skyline_kind AS k)", p.Call.OldInOwnType("x.v1", "k.r1"))
	return p.text("SELECT x.g AS group_id, " + oldtext.PlainEnum("x.v1") + " AS value, 1::BIGINT AS count FROM (SELECT UNNEST(system.main.__skyline_seats(g.groups, v.c)) AS g, v.v1, v.o FROM (SELECT c, v1, system.main.row_number() OVER (ORDER BY v1 ASC NULLS LAST, c ASC) AS o FROM __skyline_shown) AS v CROSS JOIN __skyline_groups AS g) AS x ORDER BY x.g ASC, x.o ASC")
}
