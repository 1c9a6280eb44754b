package jump

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// addRaised adds the table, and the labels of its values at the levels of the
// generalizations; it returns the columns g1, g2, … of the labels, and what joins them to
// the table.
func (in *jumpInput) addRaised(p *sqltext.Plan) (columns []sqltext.SQL, joins sqltext.SQL) {
	const table = sqltext.SQL("__skyline_input")
	p.Keep(table, "the table, read once", sqltext.Fill("SELECT * FROM {source} AS tbl", sqltext.Args{"source": in.source}))
	var above []call.ColumnLevel // level 0, which has no labels
	var keys []sqltext.SQL
	for i, name := range in.labelColumns() {
		l := in.labels[i]
		if l.Level == 0 {
			columns = append(columns, sqltext.TextOf(in.column(l.Name))+" AS "+name)
			continue
		}
		above, keys = append(above, l), append(keys, sqltext.Canonical(in.column(l.Name)))
		columns = append(columns, sqltext.Fill("{label} AS {name}", sqltext.Args{
			"label": sqltext.Bytewise(sqltext.Fill("l{i}.label", sqltext.Args{"i": sqltext.Int(int64(len(above)))})), "name": name,
		}))
	}
	if len(above) > 0 {
		release.AddLevelLabels(p, &people.Input{Call: in.call, Source: table}, in.hierarchies, above)
	}
	return columns, release.LeveledBy(keys)
}
