package gnf

import (
	"fmt"
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/release"
)

// What becomes of columns that no rule names, in gnf_table. Columns in attributes and
// tables are named, too.

// readOthers reads the parameter of that name.
func (p *gnfTablePlan) readOthers() error {
	others, err := release.ReadOthers(p.gnfInput.call)
	if err != nil || !p.table.rest && p.table.position == 0 {
		return err
	}
	p.looks = others == "error"
	if p.dropped = others == "drop"; p.dropped && p.table.rest && p.table.attributes.Empty() {
		return p.gnfInput.call.Errorf("others must not be 'drop' for this table_no: no rule names any of its columns; use another table_no, or name columns in attributes")
	}
	return nil
}

// refuseDropped adds a guard that something is left of a sub-table of one column.
func (p *gnfTablePlan) refuseDropped() {
	if p.dropped && p.table.position > 0 {
		p.guard("__skyline_dropped", fmt.Sprintf("SELECT CASE WHEN system.main.count(*) > 1 THEN %s ELSE true END AS ok FROM (DESCRIBE FROM %s)",
			p.gnfInput.call.OldFail("others must not be 'drop' for this table_no: no rule names its column; use another table_no"), p.unknown()))
	}
}

// markedColumn is a column beside the one of a sub-table of method 'single'.
const markedColumn = "__skyline_marked"

// marked is a sub-table of one column, and markedColumn.
func (p *gnfTablePlan) marked() string {
	return "(SELECT *, 0 AS " + markedColumn + " FROM (" + p.selected(p.table) + "))"
}

// unknown is marked without a column that the call names. Names are folded as DuckDB does.
func (p *gnfTablePlan) unknown() string {
	known := make([]string, len(p.names))
	for i, name := range p.names {
		known[i] = call.Folded(name)
	}
	return fmt.Sprintf("(SELECT COLUMNS(lambda name: NOT system.main.list_contains(%s::VARCHAR[], system.main.translate(name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))) FROM %s)",
		oldtext.ListOfTexts(known), p.marked())
}

// untouched is about the rows of a sub-table that is published as it is: one group.
func (p *gnfTablePlan) untouched() *release.OldUntouched {
	u := &release.OldUntouched{Groups: []string{"0"}, Rows: func(source string) string { return source }}
	if p.table.position > 0 {
		u.Columns, u.Source, u.Roles = p.unknown(), p.marked(), []string{markedColumn}
		u.Own = u.Roles
		return u
	}
	u.Source, u.Roles = "("+p.selected(p.table)+")", oldtext.Quoted(p.namesOf(p.table.attributes))
	u.Columns, u.Own = u.Source, u.Roles
	return u
}

// untouchedInGroups is about the rows of a sub-table whose right side is shuffled.
func (p *gnfTablePlan) untouchedInGroups() *release.OldUntouched {
	u := &release.OldUntouched{Columns: "(" + p.selected(p.table) + ")", Source: "__skyline_placed", Roles: oldtext.Quoted(p.namesOf(p.table.attributes)), Groups: []string{"x.__skyline_g"}}
	u.Own = append(slices.Clone(u.Roles), "__skyline_g")
	u.Rows = func(source string) string {
		return "(SELECT UNNEST(t.l1), t.g AS __skyline_g FROM " + source + " AS t)"
	}
	return u
}

// refuseOthers adds the CTE __skyline_untouched.
func (p *gnfTablePlan) refuseOthers(u *release.OldUntouched) {
	p.ctes = append(append(p.ctes, u.Ctes()...), release.OldRefusal(p.gnfInput.call, "that no rule names", "list the columns to publish in attributes"))
}
