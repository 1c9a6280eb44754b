package jump

import (
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// addRaised adds the table, and the labels of its values at the levels of the
// generalizations; it returns the columns of the labels, and what joins them to the table.
func (in *jumpInput) addRaised(p *sqltext.Plan) (columns []sqltext.SQL, joins sqltext.SQL) {
	const table = sqltext.SQL("__skyline_input")
	p.Keep(table, "the table, read once", sqltext.Fill("SELECT * FROM {source} AS tbl", sqltext.Args{"source": in.source}))
	var above []call.ColumnLevel
	for _, l := range in.labels {
		if l.Level > 0 {
			above = append(above, l)
		}
	}
	in.addDomainLabels(p, above)
	domains, raised, aliases := sqltext.Numbered(len(above), "__skyline_w#"), sqltext.Numbered(len(above), "__skyline_raised#"), sqltext.Numbered(len(above), "l#")
	var lookups []sqltext.SQL
	for i, name := range in.labelColumns() {
		value := in.column(in.labels[i].Name)
		if in.labels[i].Level == 0 {
			columns = append(columns, sqltext.TextOf(value)+" AS "+name)
			continue
		}
		at := len(lookups) // among those above
		p.Keep(raised[at], "the labels of a column's values at a level", sqltext.Fill(`
			SELECT x.v, l.label
			FROM (SELECT DISTINCT {key} AS v FROM {table} AS tbl) AS x
			JOIN {domain} AS w ON w.t IS NOT DISTINCT FROM {text}
			JOIN __skyline_labels AS l ON l.i = {at} AND l.c = w.c
		`, sqltext.Args{
			"key": sqltext.Canonical(value), "table": table, "domain": domains[at],
			"text": sqltext.Encoded(sqltext.TextOf("x.v")), "at": sqltext.Int(int64(at)),
		}))
		columns = append(columns, sqltext.Bytewise(aliases[at]+".label")+" AS "+name)
		lookups = append(lookups, sqltext.Fill("LEFT JOIN {raised} AS {alias} ON {alias}.v IS NOT DISTINCT FROM {key}",
			sqltext.Args{"raised": raised[at], "alias": aliases[at], "key": sqltext.Canonical(value)}))
	}
	return columns, sqltext.Join("\n", lookups...)
}

func (in *jumpInput) addDomainLabels(p *sqltext.Plan, above []call.ColumnLevel) {
	if len(above) == 0 {
		return
	}
	of := &oldpeople.Input{Call: in.call, Source: "__skyline_input"}
	for _, l := range above {
		of.Qi = append(of.Qi, l.Name)
	}
	labels := &release.ReleasePlan{Input: of, Function: in.call.Function.Name, Hierarchies: string(in.hierarchies)}
	labels.DomainLabels(above)
	for _, cte := range labels.Ctes {
		name, query, _ := strings.Cut(cte, " AS ")
		if inner, ok := strings.CutPrefix(query, "MATERIALIZED ("); ok {
			p.Keep(sqltext.SQL(name), "labels", sqltext.SQL(strings.TrimSuffix(inner, ")")))
		} else {
			p.With(sqltext.SQL(name), "labels", sqltext.SQL(strings.TrimSuffix(strings.TrimPrefix(query, "("), ")")))
		}
	}
}
