package sqlfuncs

import (
	"strconv"
	"strings"
)

// AnatomyPlan returns the statement of an anatomyPlan, for tests of what no public
// function asks for by itself: plain, or with groups. seed is a whole number, or else
// randomness is fresh.
func AnatomyPlan(source string, left, right []string, kind string, l int64, seed string) string {
	p := &anatomyPlan{call: &Call{function: &Function{Name: "test"}}, grouping: grouping(kind), l: l, renumber: true}
	if number, err := strconv.ParseInt(strings.Trim(seed, "'"), 10, 64); err == nil {
		p.random.seed = &number
	}
	query := "SELECT " + strings.Join(append(quoted(left), quoted(right)...), ", ") + " FROM " + source
	if kind == "plain" {
		return withSuffix(p.plain(query), newSuffix())
	}
	p.wholeRows(query, right)
	p.read(true)
	p.seat()
	return withSuffix(p.relation(right, "__skyline_placed"), newSuffix())
}
