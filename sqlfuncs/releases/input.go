package releases

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// input is the people of several releases. In which group of which release each of them is, is
// said by columns of labels, groups; or it is found out, for releases that are there themselves.
type input struct {
	call              *call.Call
	source            sqltext.SQL // what stands behind FROM
	person, sensitive string
	groups            []string // the label columns, one for each release; none where there are releases
	releases          []released
	known             []string    // the columns of the table that the releases generalize, each once
	hierarchies       sqltext.SQL // what stands behind FROM, "" for none
}

// newInput reads the parameters that name tables and columns.
func newInput(c *call.Call) (*input, error) {
	in := &input{call: c}
	var err error
	if in.source, err = c.SourceOf("tbl"); err != nil {
		return nil, err
	}
	if in.person, err = c.Text("person", "the column that identifies the individual"); err != nil {
		return nil, err
	}
	if in.sensitive, err = c.OneSensitive(); err != nil {
		return nil, err
	}
	described := call.Role{Param: "groups"}
	switch {
	case c.Arguments["groups"] != nil && c.Arguments["releases"] != nil:
		return nil, c.Errorf("groups and releases exclude each other: who is in which group is either said or found out")
	case c.Arguments["releases"] != nil:
		if err := in.readReleases(); err != nil {
			return nil, err
		}
		described = call.Role{Param: "qi", Columns: in.known}
	case c.Arguments["qi"] != nil || c.Arguments["hierarchies"] != nil:
		return nil, c.Errorf("releases must be given with qi or hierarchies: the names of the released tables, such as releases := ['release_may', 'release_june']")
	case c.Arguments["groups"] == nil:
		return nil, c.Errorf("groups must be given: a column for each release with the label of each person's group, such as groups := ['may', 'june']; or the released tables, such as releases := ['release_may', 'release_june'] and qi")
	default:
		if in.groups, err = c.Columns("groups"); err != nil {
			return nil, err
		}
		described.Columns = in.groups
	}
	roles := []call.Role{described, call.RoleOf("person", in.person), call.RoleOf("sensitive", in.sensitive)}
	if err := c.Distinct(roles...); err != nil {
		return nil, err
	}
	in.source = c.HavingRoles("tbl", in.source, roles...)
	return in, nil
}

// column is a column of the table.
func (in *input) column(name string) sqltext.SQL { return "tbl." + sqltext.Ident(name) }

// names are those of the releases.
func (in *input) names() []string {
	if in.releases == nil {
		return in.groups
	}
	return in.namesOfReleases()
}

func (in *input) namesOfReleases() []string {
	names := make([]string, len(in.releases))
	for i := range in.releases {
		names[i] = in.releases[i].name
	}
	return names
}

// described are the columns of the table that say in which groups people are.
func (in *input) described() []string {
	if in.releases == nil {
		return in.groups
	}
	return in.known
}

// labels are g1, g2, …, these columns.
func (in *input) labels() []sqltext.SQL { return sqltext.Numbered(len(in.described()), "g#") }

// persons and counted are the CTEs that addPeople adds.
const (
	persons = sqltext.SQL("__skyline_persons")
	counted = sqltext.SQL("__skyline_counted")
)

// addPeople adds the people, the guard that there is nothing amiss with them, and how many there
// are: by their labels, their sensitive value, and whether they are counterfeits.
func (in *input) addPeople(p *sqltext.Plan) {
	labels := in.labels()
	columns := []sqltext.SQL{
		sqltext.Canonical(in.column(in.person)) + " AS p",
		sqltext.Canonical(in.column(in.sensitive)) + " AS s",
	}
	for i, name := range in.described() {
		columns = append(columns, sqltext.Canonical(in.column(name))+" AS "+labels[i])
	}
	present := sqltext.SQL("")
	if in.releases == nil {
		present = "WHERE " + sqltext.Join(" OR ", sqltext.Map(labels, func(_ int, label sqltext.SQL) sqltext.SQL { return label + " IS NOT NULL" })...)
	}
	p.Keep(persons, "the people; rows of one that are equal are one, and each without a person is a counterfeit of its own", sqltext.Fill(`
		SELECT p, s, {labels}, CASE WHEN p IS NULL THEN count(*) ELSE 1 END AS n
		FROM (
		    SELECT
		        {columns}
		    FROM {source} AS tbl
		)
		{present}
		GROUP BY p, s, {labels}
	`, sqltext.Args{"labels": sqltext.List(labels), "columns": sqltext.Join(",\n", columns...), "source": in.source, "present": present}))
	in.addGuard(p)
	texts := append(sqltext.Map(labels, func(_ int, label sqltext.SQL) sqltext.SQL { return sqltext.TextOf(label) }), people.ValueText(), "CASE WHEN counterfeit THEN 'counterfeit' END")
	p.With(counted, "how many of them have which labels and which value, as texts", sqltext.Fill(`
		SELECT list_value({texts}) AS v, n
		FROM (SELECT {labels}, s, p IS NULL AS counterfeit, sum(n)::BIGINT AS n FROM {persons} GROUP BY ALL)
	`, sqltext.Args{"texts": sqltext.List(texts), "labels": sqltext.List(labels), "persons": persons}))
}

// addGuard adds the guard that nobody has rows that differ, and that counterfeits are in one
// release.
func (in *input) addGuard(p *sqltext.Plan) {
	astray := "person must have one value and one group in each release, and the number of rows that say otherwise of somebody is "
	many, what := sqltext.SQL("p IS NULL"), in.call.Fail("person must not be NULL where releases are given, since nobody can tell which of their groups a counterfeit is in; say it by columns of labels, as groups")
	if in.releases == nil {
		present := sqltext.Map(in.labels(), func(_ int, label sqltext.SQL) sqltext.SQL { return "(" + label + " IS NOT NULL)::INT" })
		many += " AND " + sqltext.Join(" + ", present...) + " > 1"
		what = in.call.Fail("person must not be NULL where a row is in several releases, since a counterfeit is a row of one; give these people a name, or split the rows")
	} else {
		astray = "person must have one value and the same qi everywhere, and the number of rows that say otherwise of somebody is "
	}
	p.Guard("__skyline_agreeing", "the rows of each person agree, and a counterfeit is in one release", sqltext.Fill(`
		SELECT CASE WHEN astray > 0 THEN {astray} WHEN several > 0 THEN {what} ELSE true END AS ok
		FROM (
		    SELECT count(p) - count(DISTINCT p) AS astray, count(*) FILTER (WHERE {many}) AS several
		    FROM {persons}
		)
	`, sqltext.Args{
		"astray": in.call.FailCounted(astray, "astray", "; make the rows of each person agree in a query given as tbl"),
		"what":   what, "many": many, "persons": persons,
	}))
}

// groupsStruct is a list of labels as a STRUCT with a member for each release.
func (in *input) groupsStruct(list sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("struct_pack({members})", sqltext.Args{"members": sqltext.List(sqltext.Map(in.names(), func(i int, name string) sqltext.SQL {
		return sqltext.Fill("{name} := {element}", sqltext.Args{"name": sqltext.Ident(name), "element": sqltext.ListElement(list, sqltext.Int(int64(i+1)))})
	}))})
}
