package sqlfuncs

import "strings"

// AnatomyPlan returns the statement of an anatomyPlan, for tests of what no public
// function asks for by itself: plain, or with groups.
func AnatomyPlan(source string, left, right []string, kind string, l int64, seed string) string {
	p := &anatomyPlan{call: &Call{function: &Function{Name: "test"}}, grouping: grouping(kind), l: l, seed: seed, renumber: true}
	query := "SELECT " + strings.Join(append(quoted(left), quoted(right)...), ", ") + " FROM " + source
	if kind == "plain" {
		return p.plain(query)
	}
	p.wholeRows(query, right)
	return p.relation(right)
}
