package people

import (
	"skyline/sqlfuncs/sqltext"
)

// People who may have several values, all of which stand in one row, in a list: such a row
// is a person, or as many as its weight says, who have the same values. So a table of counts
// can be of such people too.

// TakesLists is whether the sensitive column must be one of lists.
func (in *Input) TakesLists() bool { return in.ValuesPerPerson != One && in.Person == "" }

// RefuseLists is an error where the sensitive column must be one of lists, for functions that
// release its values: requirements are about releases that do not tell which values are of
// one person.
func (in *Input) RefuseLists() error {
	if !in.TakesLists() {
		return nil
	}
	return in.Call.Errorf("%s; a released list would tell which values are of one person, so UNNEST lists, with a column of who has them, in a query given as tbl", in.personMissing())
}

// GuardLists adds a guard that the sensitive column is one of lists where it must be, and
// returns the join with it, "" elsewhere.
func (in *Input) GuardLists(p *sqltext.Plan) sqltext.SQL {
	if !in.TakesLists() {
		return ""
	}
	p.Guard("__skyline_lists", "a person's values are a list", sqltext.Fill("SELECT CASE WHEN {is_list} THEN true ELSE {fail} END AS ok FROM {types}", sqltext.Args{
		"is_list": sqltext.IsList("l"), "types": Types,
		"fail": in.Call.Refused(in.Fail(in.personMissing() + "; or sensitive must be a LIST column, with all values of a row's people")),
	}))
	return " JOIN __skyline_lists ON __skyline_lists.ok"
}

// addGroupsOfLists counts the values of people in lists. A NULL in a list, and NULL for a
// list, add none; the people count all the same, as NULL.
func (in *Input) addGroupsOfLists(p *sqltext.Plan, r Reading) {
	rows := in.Rows(in.GuardLists(p) + in.guardWeight(p))
	people := sqltext.SQL("1")
	if in.Weight != "" {
		people = in.WeightOfRow(in.table)
	}
	// The texts of values tell them apart. list_distinct leaves NULL out.
	values := sqltext.Fill("list_transform(s, lambda x: {text})", sqltext.Args{"text": sqltext.TextOf("x")})
	if in.ValuesPerPerson == Set || r.Counted {
		values = "list_distinct(" + values + ")"
	} else {
		values = "list_filter(" + values + ", lambda x: x IS NOT NULL)"
	}
	in.addGroups(p, r, sqltext.Fill(`
		SELECT {keys}, UNNEST(list_append({values}, NULL)) AS s, {people} AS c
		FROM ({rows})
	`, sqltext.Args{"keys": sqltext.List(in.Keys()), "values": values, "people": people, "rows": rows}), "c")
}
