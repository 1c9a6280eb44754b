package gnf

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/sqltext"
)

// AnatomyStatement returns the statement of an anatomyPlan, for tests of what no public
// function asks for by itself: plain, or with groups.
func AnatomyStatement(source string, left, right []string, kind string, l int64, random draw.Randomness) string {
	p := &anatomyPlan{call: &call.Call{Function: &call.Function{Name: "test"}}, grouping: grouping(kind), l: l, random: random, renumber: true}
	query := sqltext.Fill("SELECT {columns} FROM {source}", sqltext.Args{
		"columns": sqltext.List(sqltext.Idents(append(append([]string{}, left...), right...))), "source": sqltext.User(source),
	})
	return sqltext.Finish(p.ofKind(kind, query, right), "_0123456789abcdef")
}

func (p *anatomyPlan) ofKind(kind string, query sqltext.SQL, right []string) sqltext.SQL {
	if kind == "plain" {
		return p.shuffled(query)
	}
	return p.permuted(query, right, false)(seatedName)
}
