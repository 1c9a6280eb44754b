package sqlfuncs

import (
	"fmt"
	"strings"
)

// How the people of a table are put into groups.
type grouping string

const (
	// plainTable makes no groups.
	plainTable grouping = "plain"
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
	source      string // what stands behind FROM
	left, right []string
	grouping    grouping
	l           int64
	seed        string // an SQL expression
	// renumber gives the groups random numbers. Otherwise those of Anatomy follow from
	// the counts of the values, in every call.
	renumber bool
	ctes     []string
}

func (p *anatomyPlan) add(format string, args ...any) {
	p.ctes = append(p.ctes, fmt.Sprintf(format, args...))
}

func (p *anatomyPlan) text(query string) string {
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

// named selects the columns of a side by their users' names.
func named(names []string, format string) []string {
	columns := numbered(len(names), format)
	for i, name := range names {
		columns[i] += " AS " + quoteIdentifier(name)
	}
	return columns
}

// read adds the CTE __skyline_input, which has the columns of both sides. It is kept
// where it is read several times, so that all see the same rows.
func (p *anatomyPlan) read(kept bool) {
	var columns []string
	for i, name := range p.left {
		columns = append(columns, fmt.Sprintf("tbl.%s AS l%d", quoteIdentifier(name), i+1))
	}
	for i, name := range p.right {
		columns = append(columns, fmt.Sprintf("tbl.%s AS r%d", quoteIdentifier(name), i+1))
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
// value in its own type. What DuckDB holds for equal has different forms: it is of
// the form of its text.
func (p *anatomyPlan) count() {
	keys := listed(len(p.right), "k#")
	order := listed(len(p.right), "k# ASC NULLS LAST")
	value := fmt.Sprintf("CASE WHEN system.main.typeof(v1) IN ('FLOAT', 'DOUBLE', 'INTERVAL') THEN %s ELSE v1 END", castLike(decoded("k1"), "v1"))
	p.add("__skyline_values AS MATERIALIZED (SELECT %[1]s, n, %[2]s AS v1, system.main.row_number() OVER (ORDER BY %[3]s) - 1 AS c FROM (SELECT %[1]s, system.main.any_value(r1) AS v1, system.main.count(*) AS n FROM %[4]s GROUP BY %[1]s))",
		keys, value, order, p.keyed("__skyline_input"))
}

// group adds the CTE __skyline_groups, whose one row has the number of the groups
// that the kernel keeps. drawn says that people will take their places.
func (p *anatomyPlan) group(drawn bool) {
	names := make([]string, len(p.right))
	for i, name := range p.right {
		names[i] = quoteIdentifier(name)
	}
	none := "system.main.list_value()::BIGINT[]"
	codes, class, value, n := none, none, none, none
	from := "(SELECT coalesce(system.main.list(n ORDER BY c ASC), " + none + ") AS counts FROM __skyline_values) AS v"
	switch p.grouping {
	case strictGroups:
		left := listed(len(p.left), "l#")
		p.add("__skyline_classes AS MATERIALIZED (SELECT %s, system.main.row_number() OVER (ORDER BY %s) - 1 AS c FROM (SELECT DISTINCT %s FROM __skyline_input))",
			left, listed(len(p.left), "l# ASC NULLS LAST"), left)
		p.add("__skyline_cells AS (SELECT a.c AS class, b.c AS value, x.n FROM (SELECT %[1]s, %[2]s, system.main.count(*) AS n FROM %[3]s GROUP BY %[1]s, %[2]s) AS x JOIN __skyline_classes AS a ON %[4]s JOIN __skyline_values AS b ON %[5]s)",
			left, listed(len(p.right), "k#"), p.keyed("__skyline_input"), same(len(p.left), "a.l#", "x.l#"), same(len(p.right), "b.k#", "x.k#"))
		class, value, n = "x.class", "x.value", "x.n"
		from += " CROSS JOIN (SELECT system.main.list(class) AS class, system.main.list(value) AS value, system.main.list(n) AS n FROM __skyline_cells) AS x"
	case jointGroups:
		codes = "x.codes"
		from += fmt.Sprintf(" CROSS JOIN (SELECT system.main.flatten(system.main.list(codes ORDER BY c ASC)) AS codes FROM (SELECT c, system.main.list_value(%s) AS codes FROM __skyline_values)) AS x",
			listed(len(p.right), "system.main.dense_rank() OVER (ORDER BY k# ASC NULLS LAST) - 1"))
	case plainTable, anatomyGroups:
		// The counts are all there is to know.
	}
	p.add("__skyline_job AS (SELECT system.main.__skyline_groups_start(%s, %s, %s, %d, %s::BIGINT, %t, %t, v.counts, %s, %s, %s, %s) AS job, false AS done FROM %s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
		quoteText(p.call.function.Name), quoteText(strings.Join(names, ", ")), quoteText(string(p.grouping)), p.l, p.seed, p.renumber, drawn, codes, class, value, n, from)
	p.add("__skyline_groups AS MATERIALIZED (SELECT UNNEST(system.main.__skyline_groups_rows(job), recursive := true) FROM __skyline_job WHERE done)")
}

// same is the condition that columns of two tables are equal, or both NULL.
func same(n int, one, other string) string {
	return strings.Join(numbered(n, one+" IS NOT DISTINCT FROM "+other), " AND ")
}

// place adds the CTE __skyline_placed: the input and its groups g. Without a seed a
// row takes any free place of its value, since these are in random order. With one the
// rows of a value are numbered by a keyed hash of what they are: rows that are equal
// can take each other's places.
func (p *anatomyPlan) place() {
	dictionary, by := "__skyline_values", same(len(p.right), "v.k#", "i.k#")
	if p.grouping == strictGroups {
		dictionary, by = "__skyline_classes", same(len(p.left), "v.l#", "i.l#")
	}
	rows := fmt.Sprintf("SELECT i.*, v.c AS c FROM %s AS i LEFT JOIN %s AS v ON %s", p.keyed("__skyline_input"), dictionary, by)
	number := "NULL::BIGINT"
	if p.seed != "NULL" && p.grouping != strictGroups {
		all := strings.Join(append(numbered(len(p.left), "i.l#"), numbered(len(p.right), "i.k#")...), ", ")
		rows = fmt.Sprintf("SELECT i.*, system.main.row_number() OVER (PARTITION BY i.c ORDER BY i.h ASC) - 1 AS number FROM (SELECT i.*, %s AS h FROM (%s) AS i) AS i", p.shuffled(all), rows)
		number = "x.number"
	}
	columns := append(numbered(len(p.left), "x.l#"), numbered(len(p.right), "x.r#")...)
	// Materialized, so that nobody takes two places.
	p.add("__skyline_placed AS MATERIALIZED (SELECT %s, system.main.__skyline_seat(g.groups, x.c, %s) AS g FROM (%s) AS x CROSS JOIN __skyline_groups AS g)",
		strings.Join(columns, ", "), number, rows)
}

// shuffled is a number to order rows by at random, which with a seed depends on what
// is in some columns.
func (p *anatomyPlan) shuffled(columns string) string {
	row := "0"
	if p.seed != "NULL" && columns != "" {
		row = "(system.main.hash(" + columns + ") >> 1)::BIGINT"
	}
	return fmt.Sprintf("system.main.__skyline_shuffle(%s::BIGINT, %s)", p.seed, row)
}

// everything adds the CTEs up to the rows and their groups.
func (p *anatomyPlan) everything() {
	p.read(p.grouping != plainTable)
	if p.grouping == plainTable {
		return
	}
	p.count()
	p.group(true)
	p.place()
}

// table is the statement whose rows are the left side in random order and, unless the
// table is plain, group_id.
func (p *anatomyPlan) table() string {
	p.everything()
	columns, from, seen := named(p.left, "x.l#"), "__skyline_input", numbered(len(p.left), "x.l#")
	if p.grouping != plainTable {
		columns, from, seen = append(columns, "x.g AS group_id"), "__skyline_placed", append(seen, "x.g")
	}
	return p.text(fmt.Sprintf("SELECT %s FROM %s AS x ORDER BY %s ASC", strings.Join(columns, ", "), from, p.shuffled(strings.Join(seen, ", "))))
}

// relation is the statement whose rows are both sides and group_id, the right side
// permuted within each group: the rows of a group, in random order, stand beside its
// values, in their own. So each assignment is equally likely, and the order of rows
// says nothing.
func (p *anatomyPlan) relation() string {
	p.everything()
	order := func(columns []string) string {
		return "t.g ASC NULLS LAST, " + p.shuffled(strings.Join(append(columns, "t.g"), ", ")) + " ASC"
	}
	values := numbered(len(p.right), "t.r#")
	shown := numbered(len(p.right), "CASE WHEN t.g IS NOT NULL THEN t.r# END AS r#")
	columns := append(named(p.left, "x.l#"), named(p.right, "v.r#")...)
	return p.text(fmt.Sprintf("SELECT %s, x.g AS group_id FROM (SELECT t.* FROM __skyline_placed AS t ORDER BY %s) AS x POSITIONAL JOIN (SELECT %s FROM __skyline_placed AS t ORDER BY %s) AS v",
		strings.Join(columns, ", "), order(numbered(len(p.left), "t.l#")), strings.Join(shown, ", "), order(values)))
}

// values is the statement whose rows are the values of each group, of Anatomy and of
// one right column: group_id, value, count. No group has a value twice.
func (p *anatomyPlan) values() string {
	p.read(false)
	p.count()
	p.group(false)
	return p.text("SELECT x.g AS group_id, x.v1 AS value, 1::BIGINT AS count FROM (SELECT UNNEST(system.main.__skyline_seats(g.groups, v.c)) AS g, v.v1, v.o FROM (SELECT c, v1, system.main.row_number() OVER (ORDER BY v1 ASC NULLS LAST, c ASC) AS o FROM __skyline_values) AS v CROSS JOIN __skyline_groups AS g) AS x ORDER BY x.g ASC, x.o ASC")
}
