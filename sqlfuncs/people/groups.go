package people

import (
	"skyline/sqlfuncs/sqltext"
)

// Groups is the CTE of the counted QI groups that AddGroups adds.
const Groups = sqltext.SQL("__skyline_groups")

// Reading is what a plan reads of the QI groups.
type Reading struct {
	// Twice says that they are read a second time, such as to name some.
	Twice bool
	// Counted says that the plan reads the number of people of each QI group, as
	// n, and takes of each person's values that they occur, not how often. Without
	// a sensitive column it reads no histograms.
	Counted bool
	// Persons says that it reads who is in them, of Input.Persons.
	Persons bool
}

// personsName is the CTE of people who have one row.
const personsName = sqltext.SQL("__skyline_persons")

// AddGroups adds the CTEs that count, for each QI group, its people and sensitive values:
// Groups has q1…qk and the histogram h; where groups of earlier releases are given, a row for each combination with e1…ej. Where people may have several
// values, NULL counts the people in it.
func (in *Input) AddGroups(p *sqltext.Plan, r Reading) {
	switch {
	case in.TakesLists():
		in.addGroupsOfLists(p, r)
	case in.ValuesPerPerson == Rows:
		in.addGroupsOfRows(p, r)
	case in.Anywhere:
		in.addGroupsAnywhere(p, r)
	case in.ValuesPerPerson != One:
		in.addGroupsOfPeople(p, r)
	case in.Person != "":
		in.addGroupsOfPersons(p, r)
	case in.Weight != "":
		in.addGroups(p, r, in.Rows(in.guardWeight(p)), in.WeightOfRow(in.table))
	default:
		in.addGroups(p, r, in.Rows(""), "1")
	}
}

// addGroups adds Groups over rows: from has the keys, s, and what n, how often it counts, is
// made of.
func (in *Input) addGroups(p *sqltext.Plan, r Reading, from, n sqltext.SQL) {
	if in.Public != "" {
		in.addGroupsOfPublic(p, from, n)
		return
	}
	columns := in.CellKeys()
	if !r.Counted || len(in.Sensitive) > 0 {
		columns = append(columns, in.histogram(sqltext.Counted("s"), n)+" AS h")
	}
	if r.Counted {
		people := sqltext.SQL("")
		switch {
		case in.Anywhere:
			people = " FILTER (WHERE s IS NULL OR kind = 'one')"
		case in.ValuesPerPerson != One:
			people = " FILTER (WHERE s IS NULL)"
		}
		columns = append(columns, "sum("+n+")"+people+" AS n")
	}
	query := sqltext.Fill(`
		SELECT {columns}
		FROM ({from})
		GROUP BY {keys}
	`, sqltext.Args{"columns": sqltext.List(columns), "from": from, "keys": sqltext.List(in.CellKeys())})
	const why = "the QI groups: their people, and how often each sensitive value occurs"
	if r.Twice {
		p.Keep(Groups, why, query)
	} else {
		p.With(Groups, why, query)
	}
}

// addGroupsOfPersons makes sure that each person has one row.
func (in *Input) addGroupsOfPersons(p *sqltext.Plan, r Reading) {
	firsts := sqltext.Map(in.CellKeys(), func(_ int, key sqltext.SQL) sqltext.SQL { return "first(" + key + ") AS " + key })
	// DuckDB's aggregates take nested values for others that are equal to them.
	firsts = append(firsts, "first("+sqltext.Canonical("s")+") AS s")
	add := p.With
	if r.Persons {
		add = p.Keep
	}
	add(personsName, "each person's row, and how many there are", sqltext.Fill(`
		SELECT p, {firsts}, count(*) AS c
		FROM ({rows})
		GROUP BY p
	`, sqltext.Args{"firsts": sqltext.List(firsts), "rows": in.Rows("")}))
	several := "person must have one row each, and somebody has several; keep one row a person in a query given as " + in.table
	if !in.OnlyOne && in.Call.Function.Param("values_per_person") != nil {
		several = "person must have one row each when values_per_person is 'one', and somebody has several; " + in.wayOfSeveral()
	}
	one := sqltext.Fill("CASE WHEN p IS NULL THEN {null} WHEN c > 1 THEN {several} ELSE 1 END",
		sqltext.Args{"null": in.NullPerson(), "several": in.Fail(several)})
	in.addGroups(p, r, "SELECT * FROM "+personsName, one)
}

// wayOfSeveral says what can be done where somebody has several rows.
func (in *Input) wayOfSeveral() string {
	if in.takesRows() {
		return "use 'rows' where each row has a value of its own, 'set' or 'multiset' where all rows of a person are in one QI group, or keep one row a person"
	}
	return "keep one row a person; use 'set' or 'multiset' where all rows of a person are in one QI group; or ask for nothing that looks further than one group, such as k_anonymity alone, for which " + countAnywhere
}

// countAnywhere says which functions take people with rows in several QI groups.
const countAnywhere = "release_check, privacy_measures, skyline_anonymize and generalize count people in each of their groups"

// Persons is the CTE of the people p with their keys, where AddGroups makes one: where there
// is a column of who they are.
func (in *Input) Persons() sqltext.SQL {
	if in.ValuesPerPerson != One {
		return "__skyline_people"
	}
	return personsName
}

// NullPerson ends the query where a row is nobody's.
func (in *Input) NullPerson() sqltext.SQL {
	return in.Fail("person must not be NULL; filter such rows in a query given as " + in.table)
}

// addGroupsOfPeople counts the values of people who may have several. A NULL says
// that a row adds none; the person counts all the same.
func (in *Input) addGroupsOfPeople(p *sqltext.Plan, r Reading) {
	keys := sqltext.List(in.Keys())
	p.Keep("__skyline_cells", "how often each person has each sensitive value", sqltext.Fill(`
		SELECT p, {keys}, {value} AS s, count(*) AS c
		FROM ({rows})
		GROUP BY ALL
	`, sqltext.Args{"keys": keys, "value": ValueText(), "rows": in.Rows("")}))
	p.Keep("__skyline_people", "the people, each in a QI group", sqltext.Fill("SELECT DISTINCT p, {keys} FROM __skyline_cells", sqltext.Args{"keys": keys}))
	p.With("__skyline_astray", "how many people are in several QI groups",
		"SELECT count(*) AS n FROM (SELECT p FROM __skyline_people GROUP BY p HAVING count(*) > 1)")
	rows := ""
	if in.takesRows() {
		rows = "use values_per_person := 'rows', "
	}
	n := sqltext.SQL("c")
	switch {
	case in.ValuesPerPerson == Set:
		n = sqltext.Fill("CASE WHEN c > 1 THEN {twice} ELSE c END", sqltext.Args{
			"twice": in.Fail("sensitive must not have the same value twice for a person when values_per_person is 'set'; use 'multiset', or SELECT DISTINCT in a query given as " + in.table),
		})
	case r.Counted:
		n = "1"
	}
	in.addGroups(p, r, sqltext.Fill(`
		SELECT {keys}, s, {n} AS c FROM __skyline_cells WHERE s IS NOT NULL
		UNION ALL
		SELECT {keys}, NULL, CASE WHEN p IS NULL THEN {null} WHEN astray.n > 0 THEN {astray} ELSE 1 END
		FROM __skyline_people, __skyline_astray AS astray
	`, sqltext.Args{
		"keys": keys, "n": n, "null": in.NullPerson(),
		"astray": in.Call.FailCounted("person must stand in one QI group each, and the number of people in several is ", "astray.n", "; "+rows+"make the qi columns agree for each person, or keep one row a person. What is asked here is computed for people in one group each; "+countAnywhere+" where privacy is k_anonymity, a diversity, max_share, t_closeness, or one of the other requirements on the values of a group"),
	}), "c")
}
