package sqlfuncs

import (
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/gnf"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// AnatomyPlan returns the statement of an anatomyPlan, for tests of what no public
// function asks for by itself: plain, or with groups. seed is a whole number, or else
// randomness is fresh.
func AnatomyPlan(source string, left, right []string, kind string, l int64, seed string) string {
	p := &gnf.AnatomyPlan{Call: &call.Call{Function: &call.Function{Name: "test"}}, Grouping: gnf.Grouping(kind), L: l, Renumber: true}
	if number, err := strconv.ParseInt(strings.Trim(seed, "'"), 10, 64); err == nil {
		p.Random.Seed = &number
	}
	query := "SELECT " + strings.Join(append(oldtext.Quoted(left), oldtext.Quoted(right)...), ", ") + " FROM " + string(sqltext.User(source))
	if kind == "plain" {
		return sqltext.Finish(sqltext.SQL(p.Plain(query)), newSuffix())
	}
	p.WholeRows(query, right)
	p.Read(true)
	p.Seat()
	return sqltext.Finish(sqltext.SQL(p.Relation(right, "__skyline_placed")), newSuffix())
}
