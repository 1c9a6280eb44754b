package sqlfuncs

// AnatomyPlan returns the statement of an anatomyPlan, for tests of what no public
// function asks for by itself.
func AnatomyPlan(source string, left, right []string, kind string, l int64, seed string, renumber, table bool) string {
	p := &anatomyPlan{
		call: &Call{function: &Function{Name: "test"}}, source: source, left: left, right: right,
		grouping: grouping(kind), l: l, seed: seed, renumber: renumber,
	}
	if table {
		return p.table()
	}
	return p.relation()
}
