package sqlfuncs

import (
	"fmt"
	"strings"
)

// How the people of a table are put into groups.
type grouping string

const (
	// anatomyGroups are those of Anatomy, by the combination of the right columns.
	anatomyGroups grouping = "anatomy"
	// strictGroups keep people together who are equal on the left columns.
	strictGroups grouping = "strict"
	// jointGroups are diverse in each right column for those who know the others. Who
	// fits nowhere has no group, and NULL in the right columns.
	jointGroups grouping = "joint"
)

// anatomyPlan writes the statement of a function that publishes a table in two
// sides which only groups connect. Step by step: DuckDB reads the columns of both
// sides, once, and counts the right side's values; the kernel makes the groups as a
// job and keeps them; each row takes a place in them, by its value (or, strict, its
// left side); each side is put in random order by itself.
//
// In the plan l1, l2, … are the columns of the left side and r1, r2, … those of the
// right; k1, k2, … are the texts of r1, r2, …, by which values are told apart.
//
// Names are qualified as in planBreach.
type anatomyPlan struct {
	call        *Call
	source      string   // what stands behind FROM
	left, right []string // SQL identifiers
	shown       []string // what the right columns are called in messages; nil: as they are
	grouping    grouping
	l           int64
	random      randomness
	// renumber gives the groups random numbers. Otherwise those of Anatomy follow from
	// the counts of the values, in every call.
	renumber bool
	ctes     []string
}

func (p *anatomyPlan) add(format string, args ...any) {
	p.ctes = append(p.ctes, fmt.Sprintf(format, args...))
}

func (p *anatomyPlan) text(query string) string {
	if len(p.ctes) == 0 {
		return query
	}
	return "WITH RECURSIVE " + strings.Join(p.ctes, ",\n") + "\n" + query
}

// numbered is a list of columns x1, x2, …, written by a format of their number.
func numbered(n int, format string) []string {
	columns := make([]string, n)
	for i := range columns {
		columns[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i+1))
	}
	return columns
}

func listed(n int, format string) string { return strings.Join(numbered(n, format), ", ") }

// named selects the columns of a side by names, SQL identifiers.
func named(names []string, format string) []string {
	columns := numbered(len(names), format)
	for i, name := range names {
		columns[i] += " AS " + name
	}
	return columns
}

// read adds the CTE __skyline_input, which has the columns of both sides. It is kept
// where it is read several times, so that all see the same rows.
func (p *anatomyPlan) read(kept bool) {
	var columns []string
	for i, name := range p.left {
		columns = append(columns, fmt.Sprintf("%s AS l%d", oneForm("tbl."+name), i+1))
	}
	for i, name := range p.right {
		columns = append(columns, fmt.Sprintf("%s AS r%d", oneForm("tbl."+name), i+1))
	}
	materialized := "NOT MATERIALIZED"
	if kept {
		materialized = "MATERIALIZED"
	}
	p.add("__skyline_input AS %s (SELECT %s FROM %s AS tbl)", materialized, strings.Join(columns, ", "), p.source)
}

// keyed adds k1, k2, … to the rows of a table.
func (p *anatomyPlan) keyed(table string) string {
	keys := make([]string, len(p.right))
	for i := range keys {
		keys[i] = fmt.Sprintf("%s AS k%d", encoded(textOf(fmt.Sprintf("t.r%d", i+1))), i+1)
	}
	return fmt.Sprintf("(SELECT t.*, %s FROM %s AS t)", strings.Join(keys, ", "), table)
}

// count adds the CTE __skyline_values: the values k1, k2, … of the right side, how
// many people have each, n, and their numbers c in the order of their texts. v1 is a
// value, as it is told apart.
func (p *anatomyPlan) count() {
	keys := listed(len(p.right), "k#")
	order := listed(len(p.right), "k# ASC NULLS LAST")
	p.add("__skyline_values AS MATERIALIZED (SELECT %[1]s, n, v1, system.main.row_number() OVER (ORDER BY %[2]s) - 1 AS c FROM (SELECT %[1]s, system.main.any_value(%[4]s) AS v1, system.main.count(*) AS n FROM %[3]s GROUP BY %[1]s))",
		keys, order, p.keyed("__skyline_input"), canonical("r1"))
}

// group adds the CTE __skyline_groups, whose one row has the number of the groups
// that the kernel keeps. drawn says that people will take their places.
func (p *anatomyPlan) group(drawn bool) {
	key := randomness{}.key()
	if drawn {
		p.ctes = append(p.ctes, p.random.drawn("__skyline_input")...)
		key = p.random.drawKey()
	}
	names := p.right
	if p.shown != nil {
		names = p.shown
	}
	none := "system.main.list_value()::BIGINT[]"
	codes, class, value, n := none, none, none, none
	from := "(SELECT coalesce(system.main.list(n ORDER BY c ASC), " + none + ") AS counts FROM __skyline_values) AS v"
	switch p.grouping {
	case strictGroups:
		left, own := listed(len(p.left), "l#"), listed(len(p.left), canonical("l#")+" AS l#")
		p.add("__skyline_classes AS MATERIALIZED (SELECT %s, system.main.row_number() OVER (ORDER BY %s) - 1 AS c FROM (SELECT DISTINCT %s FROM __skyline_input))",
			left, listed(len(p.left), "l# ASC NULLS LAST"), own)
		p.add("__skyline_cells AS (SELECT a.c AS class, b.c AS value, x.n FROM (SELECT %[1]s, %[2]s, system.main.count(*) AS n FROM (SELECT %[6]s, %[2]s FROM %[3]s) GROUP BY %[1]s, %[2]s) AS x JOIN __skyline_classes AS a ON %[4]s JOIN __skyline_values AS b ON %[5]s)",
			left, listed(len(p.right), "k#"), p.keyed("__skyline_input"), same(len(p.left), "a.l#", "x.l#"), same(len(p.right), "b.k#", "x.k#"), own)
		class, value, n = "x.class", "x.value", "x.n"
		from += " CROSS JOIN (SELECT system.main.list(class) AS class, system.main.list(value) AS value, system.main.list(n) AS n FROM __skyline_cells) AS x"
	case jointGroups:
		codes = "x.codes"
		from += fmt.Sprintf(" CROSS JOIN (SELECT system.main.flatten(system.main.list(codes ORDER BY c ASC)) AS codes FROM (SELECT c, system.main.list_value(%s) AS codes FROM __skyline_values)) AS x",
			listed(len(p.right), "system.main.dense_rank() OVER (ORDER BY k# ASC NULLS LAST) - 1"))
	case anatomyGroups:
		// The counts are all there is to know.
	}
	p.add("__skyline_job AS (SELECT system.main.__skyline_groups_start(%s, %s, %s, %d, %s, %t, %t, v.counts, %s, %s, %s, %s) AS job, false AS done FROM %s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
		quoteText(p.call.function.Name), quoteText(strings.Join(names, ", ")), quoteText(string(p.grouping)), p.l, key, p.renumber, drawn, codes, class, value, n, from)
	p.add("__skyline_groups AS MATERIALIZED (SELECT UNNEST(system.main.__skyline_groups_rows(job), recursive := true) FROM __skyline_job WHERE done)")
}

// same is the condition that columns of two tables are equal, or both NULL.
func same(n int, one, other string) string {
	return strings.Join(numbered(n, one+" IS NOT DISTINCT FROM "+other), " AND ")
}

// place adds the CTE __skyline_placed: the input and its groups g. Where randomness is
// fresh a row takes any free place of its value, since these are in random order. With a
// key the rows of a value are numbered by a keyed hash of what they are: rows that are equal
// can take each other's places.
func (p *anatomyPlan) place() {
	dictionary, by := "__skyline_values", same(len(p.right), "v.k#", "i.k#")
	if p.grouping == strictGroups {
		dictionary, by = "__skyline_classes", same(len(p.left), "v.l#", canonical("i.l#"))
	}
	rows := fmt.Sprintf("SELECT i.*, v.c AS c FROM %s AS i LEFT JOIN %s AS v ON %s", p.keyed("__skyline_input"), dictionary, by)
	number := "NULL::BIGINT"
	if !p.random.fresh() && p.grouping != strictGroups {
		all := textOfRow(strings.Join(append(numbered(len(p.left), "i.l#"), numbered(len(p.right), "i.k#")...), ", "))
		rows = fmt.Sprintf("SELECT i.*, system.main.row_number() OVER (PARTITION BY i.c ORDER BY i.h ASC) - 1 AS number FROM (SELECT i.*, system.main.__skyline_digest(%s, %s) AS h FROM (%s) AS i) AS i", p.random.drawKey(), all, rows)
		number = "x.number"
	}
	columns := append(numbered(len(p.left), "x.l#"), numbered(len(p.right), "x.r#")...)
	// Materialized, so that nobody takes two places.
	p.add("__skyline_placed AS MATERIALIZED (SELECT %s, system.main.__skyline_seat(g.groups, x.c, %s) AS g FROM (%s) AS x CROSS JOIN __skyline_groups AS g)",
		strings.Join(columns, ", "), number, rows)
}

// bind adds the CTE of the key, if there is one to be made, of a table that has been read.
func (p *anatomyPlan) bind(table string) {
	p.ctes = append(p.ctes, p.random.bound(p.call, table)...)
}

// seat adds the CTEs between the rows and their groups.
func (p *anatomyPlan) seat() {
	p.count()
	p.group(true)
	p.place()
}

// table is the statement whose rows are the left side and group_id, in random order.
func (p *anatomyPlan) table() string {
	p.read(true)
	p.bind("__skyline_input")
	p.seat()
	return p.text(released(fmt.Sprintf("SELECT %s, x.g AS group_id FROM __skyline_placed AS x ORDER BY %s ASC",
		strings.Join(named(p.left, "x.l#"), ", "), p.random.at(textOfRow(listed(len(p.left), "x.l#")+", x.g")))))
}

// plain is the statement whose rows are those of a query, in random order.
func (p *anatomyPlan) plain(query string) string {
	return p.text(released(p.random.inOrder("", query)))
}

// wholeRows lets the left side be all columns of a query, whichever they are, and the
// right side some of them: the left side is one struct, with NULL in the place of the
// right side.
func (p *anatomyPlan) wholeRows(query string, right []string) {
	var nulls, values []string
	for i, name := range right {
		r := fmt.Sprintf("__skyline_r%d", i+1)
		nulls = append(nulls, fmt.Sprintf("CASE WHEN false THEN t.%[1]s END AS %[1]s", quoteIdentifier(name)))
		values = append(values, fmt.Sprintf("t.%s AS %s", quoteIdentifier(name), r))
		p.right = append(p.right, r)
	}
	p.shown = quoted(right)
	rights := strings.Join(p.right, ", ")
	p.left = []string{"__skyline_row"}
	p.source = fmt.Sprintf("(SELECT system.main.struct_pack(*COLUMNS(* EXCLUDE (%[1]s))) AS __skyline_row, %[1]s FROM (SELECT t.* REPLACE (%[2]s), %[3]s FROM (%[4]s) AS t))",
		rights, strings.Join(nulls, ", "), strings.Join(values, ", "), query)
}

// relation is the statement whose rows are those of placed, which are those of the query
// of wholeRows and their groups, and group_id, the right side permuted within each group:
// the rows of a group, in random order, stand beside its values, in their own. So each
// assignment is equally likely, and the order of rows says nothing.
func (p *anatomyPlan) relation(right []string, placed string) string {
	order := func(side string) string {
		return "t.g ASC NULLS LAST, " + p.random.at(textOfRow(side+", t.g")) + " ASC"
	}
	replaced := make([]string, len(right))
	for i, name := range right {
		replaced[i] = fmt.Sprintf("t.__skyline_r%d AS %s", i+1, quoteIdentifier(name))
	}
	return p.text(released(fmt.Sprintf("SELECT t.* EXCLUDE (%[1]s, __skyline_g) REPLACE (%[2]s), t.__skyline_g AS group_id FROM (SELECT UNNEST(x.l1), %[3]s, x.g AS __skyline_g FROM (SELECT t.* FROM %[7]s AS t ORDER BY %[4]s) AS x POSITIONAL JOIN (SELECT %[5]s FROM %[7]s AS t ORDER BY %[6]s) AS v) AS t",
		strings.Join(p.right, ", "), strings.Join(replaced, ", "), listed(len(right), "v.r# AS __skyline_r#"),
		order("t.l1"), listed(len(right), "CASE WHEN t.g IS NOT NULL THEN t.r# END AS r#"), order(listed(len(right), "t.r#")), placed)))
}

// values is the statement whose rows are the values of each group, of Anatomy and of
// one right column: group_id, value, count. No group has a value twice.
func (p *anatomyPlan) values() string {
	p.read(false)
	p.count()
	p.group(false)
	p.add("__skyline_kind AS (SELECT r1 FROM __skyline_input WHERE false UNION ALL SELECT NULL)")
	p.add("__skyline_shown AS (SELECT x.c, %s AS v1 FROM __skyline_values AS x CROSS JOIN __skyline_kind AS k)", p.call.inOwnType("x.v1", "k.r1"))
	return p.text("SELECT x.g AS group_id, " + plainEnum("x.v1") + " AS value, 1::BIGINT AS count FROM (SELECT UNNEST(system.main.__skyline_seats(g.groups, v.c)) AS g, v.v1, v.o FROM (SELECT c, v1, system.main.row_number() OVER (ORDER BY v1 ASC NULLS LAST, c ASC) AS o FROM __skyline_shown) AS v CROSS JOIN __skyline_groups AS g) AS x ORDER BY x.g ASC, x.o ASC")
}
