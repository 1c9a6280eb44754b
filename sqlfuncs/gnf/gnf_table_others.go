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
		return p.call.Errorf("other_columns must not be 'drop' for this table_no: no rule names any of its columns; use another table_no, or name columns in attributes")
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
			"fail":    p.call.Fail("other_columns must not be 'drop' for this table_no: no rule names its column; use another table_no"),
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

// refused adds the CTEs that end the query if columns that no rule names single people
// out, and returns the join with them: "" where nobody looks.
func (p *gnfTablePlan) refused(u *release.Untouched) sqltext.SQL {
	if !p.looks {
		return ""
	}
	return u.Refuse(&p.Plan, p.call, "that no rule names", "list the columns to publish in attributes")
}

// untouched is about the rows of a sub-table that is published as it is: one group.
func (p *gnfTablePlan) untouched() *release.Untouched {
	if p.table.position > 0 {
		roles := []sqltext.SQL{markedColumn}
		return &release.Untouched{Columns: p.unknown(), Source: p.marked(), Roles: roles, Own: roles, Groups: []sqltext.SQL{"0"}}
	}
	source, roles := "("+p.in.selected(p.table)+")", sqltext.Idents(p.in.namesOf(p.table.attributes))
	return &release.Untouched{Columns: source, Source: source, Roles: roles, Own: roles, Groups: []sqltext.SQL{"0"}}
}

// untouchedInGroups is about the rows of a sub-table whose right side is shuffled.
func (p *gnfTablePlan) untouchedInGroups() *release.Untouched {
	roles := sqltext.Idents(p.in.namesOf(p.table.attributes))
	return &release.Untouched{
		Columns: "(" + p.in.selected(p.table) + ")", Source: seatedName, Roles: roles,
		Rows: func(source, _ sqltext.SQL) sqltext.SQL {
			if p.isArranged() {
				return sqltext.Fill("(SELECT t.* EXCLUDE ({standing}), t.{standing}.group_id AS __skyline_g FROM {source} AS t)", sqltext.Args{"standing": standing, "source": source})
			}
			return sqltext.Fill("(SELECT UNNEST(t.l1), t.g AS __skyline_g FROM {source} AS t)", sqltext.Args{"source": source})
		},
		Own: append(slices.Clone(roles), "__skyline_g"), Groups: []sqltext.SQL{"x.__skyline_g"},
	}
}
