package people

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// People who have a value in each of their rows: values_per_person := 'rows'.

// PartsOfRows is the CTE that AddGroups adds for Rows: how many rows c a person p has in a QI
// group, a row for each.
const PartsOfRows = sqltext.SQL("__skyline_parts")

// takesRows is whether the function counts Rows.
func (in *Input) takesRows() bool {
	p := in.Call.Function.Param("values_per_person")
	return p != nil && *p == call.ParamValuesOrRows
}

// checkRows refuses Rows where a function does not count it, or the call cannot have it.
func (in *Input) checkRows() error {
	c := in.Call
	switch {
	case !in.takesRows():
		return c.Errorf("values_per_person := 'rows' is for skyline_check, skyline_find and skyline_surface; here it must be 'one', 'set' or 'multiset'")
	case in.Person == "":
		return c.Errorf("%s, whose rows are counted", in.personMissing())
	case c.Arguments["relations"] != nil:
		return c.Errorf("relations must not be given for values_per_person := 'rows': anybody can be a relative there; leave it out, or use 'one', 'set' or 'multiset'")
	}
	return nil
}

// addGroupsOfRows counts the rows of each QI group, and those of each person in it.
func (in *Input) addGroupsOfRows(p *sqltext.Plan, r Reading) {
	keys := sqltext.List(in.Keys())
	p.Keep(PartsOfRows, "how many rows each person has in each QI group", sqltext.Fill(`
		SELECT p, {keys}, CASE WHEN p IS NULL THEN {null} ELSE count(*) END AS c
		FROM ({rows})
		GROUP BY p, {keys}
	`, sqltext.Args{"keys": keys, "rows": in.Rows(""), "null": in.NullPerson()}))
	in.addGroups(p, r, in.Rows(""), "1")
}
