package gnf

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// What becomes of columns that no rule names, in gnf_table. Columns in attributes and
// tables are named, too.

// readOthers reads the parameter of that name.
func (p *gnfTablePlan) readOthers() error {
	others, err := release.ReadOthers(p.call)
	if err != nil || !p.table.rest && p.table.position == 0 {
		return err
	}
	p.looks, p.in.dropped = others == "error", others == "drop"
	if p.in.dropped && p.table.rest && p.table.attributes.Empty() {
		return p.call.Errorf("others must not be 'drop' for this table_no: no rule names any of its columns; use another table_no, or name columns in attributes")
	}
	return nil
}

// guardLeft adds the guard that something is left of a sub-table of one column.
func (p *gnfTablePlan) guardLeft() {
	if p.in.dropped && p.table.position > 0 {
		p.Guard("__skyline_left_over", "a rule names the column", sqltext.Fill(`
			SELECT CASE WHEN count(*) > 1 THEN {fail} ELSE true END AS ok
			FROM (DESCRIBE FROM {unknown})
		`, sqltext.Args{
			"fail":    p.call.Fail("others must not be 'drop' for this table_no: no rule names its column; use another table_no"),
			"unknown": p.unknown(),
		}))
	}
}

// markedColumn is a column beside the one of a sub-table of method 'single'.
const markedColumn = sqltext.SQL("__skyline_marked")

// marked is a sub-table of one column, and markedColumn.
func (p *gnfTablePlan) marked() sqltext.SQL {
	return "(SELECT *, 0 AS " + markedColumn + " FROM (" + p.in.selected(p.table) + "))"
}

// unknown is marked without a column that the call names. Names are folded as DuckDB does.
func (p *gnfTablePlan) unknown() sqltext.SQL {
	known := make([]string, len(p.in.names))
	for i, name := range p.in.names {
		known[i] = call.Folded(name)
	}
	return sqltext.Fill(`
		(
		    SELECT COLUMNS(lambda name: NOT list_contains({known}, translate(name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')))
		    FROM {marked}
		)`, sqltext.Args{"known": sqltext.Texts(known), "marked": p.marked()})
}

// allowed is what stands behind FROM for the rows with their groups, once nobody is
// singled out.
func (p *gnfTablePlan) allowed(seated sqltext.SQL) sqltext.SQL {
	if !p.looks {
		return seated
	}
	p.guardOthers(p.untouchedInGroups())
	return sqltext.Fill("(SELECT t.* FROM {seated} AS t, {guard} AS guard WHERE guard.ok)", sqltext.Args{"seated": seated, "guard": "__skyline_untouched"})
}

// untouched is about the rows of a sub-table that is published as it is: one group.
func (p *gnfTablePlan) untouched() *release.Untouched {
	u := &release.Untouched{Groups: []string{"0"}, Rows: func(source string) string { return source }}
	if p.table.position > 0 {
		u.Columns, u.Source, u.Roles = string(p.unknown()), string(p.marked()), []string{string(markedColumn)}
		u.Own = u.Roles
		return u
	}
	u.Source, u.Roles = "("+string(p.in.selected(p.table))+")", texts(sqltext.Idents(p.in.namesOf(p.table.attributes)))
	u.Columns, u.Own = u.Source, u.Roles
	return u
}

// untouchedInGroups is about the rows of a sub-table whose right side is shuffled.
func (p *gnfTablePlan) untouchedInGroups() *release.Untouched {
	u := &release.Untouched{
		Columns: "(" + string(p.in.selected(p.table)) + ")", Source: string(seatedName),
		Roles: texts(sqltext.Idents(p.in.namesOf(p.table.attributes))), Groups: []string{"x.__skyline_g"},
	}
	u.Own = append(slices.Clone(u.Roles), "__skyline_g")
	u.Rows = func(source string) string {
		return "(SELECT UNNEST(t.l1), t.g AS __skyline_g FROM " + source + " AS t)"
	}
	return u
}
