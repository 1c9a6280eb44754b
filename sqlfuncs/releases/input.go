package releases

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// input is the people of several releases.
type input struct {
	call              *call.Call
	source            sqltext.SQL // what stands behind FROM
	person, sensitive string
	groups            []string // the label columns, one for each release
}

// newInput reads the parameters that name the table and its columns.
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
	if c.Arguments["groups"] == nil {
		return nil, c.Errorf("groups must be given: a column for each release with the label of each person's group, such as groups := ['may', 'june']")
	}
	if in.groups, err = c.Columns("groups"); err != nil {
		return nil, err
	}
	roles := []call.Role{{Param: "groups", Columns: in.groups}, call.RoleOf("person", in.person), call.RoleOf("sensitive", in.sensitive)}
	if err := c.Distinct(roles...); err != nil {
		return nil, err
	}
	in.source = c.HavingRoles("tbl", in.source, roles...)
	return in, nil
}

// column is a column of the table.
func (in *input) column(name string) sqltext.SQL { return "tbl." + sqltext.Ident(name) }

// names are those of the releases.
func (in *input) names() []string { return in.groups }

// labels are g1, g2, …, the labels of the groups.
func (in *input) labels() []sqltext.SQL { return sqltext.Numbered(len(in.groups), "g#") }

// persons and counted are the CTEs that addCells adds.
const (
	persons = sqltext.SQL("__skyline_persons")
	counted = sqltext.SQL("__skyline_counted")
)

// addCells adds the counted people: by their labels, their sensitive value, and whether they are
// counterfeits; and the guard that there is nothing amiss with them.
func (in *input) addCells(p *sqltext.Plan) {
	labels := in.labels()
	columns := []sqltext.SQL{
		sqltext.Canonical(in.column(in.person)) + " AS p",
		sqltext.Canonical(in.column(in.sensitive)) + " AS s",
	}
	for i, name := range in.groups {
		columns = append(columns, sqltext.Canonical(in.column(name))+" AS "+labels[i])
	}
	p.Keep(persons, "the people who are in some release; rows of one that are equal are one, and each without a person is a counterfeit of its own", sqltext.Fill(`
		SELECT p, s, {labels}, CASE WHEN p IS NULL THEN count(*) ELSE 1 END AS n
		FROM (
		    SELECT
		        {columns}
		    FROM {source} AS tbl
		)
		WHERE {present}
		GROUP BY p, s, {labels}
	`, sqltext.Args{
		"labels": sqltext.List(labels), "columns": sqltext.Join(",\n", columns...), "source": in.source,
		"present": sqltext.Join(" OR ", sqltext.Map(labels, func(_ int, label sqltext.SQL) sqltext.SQL { return label + " IS NOT NULL" })...),
	}))
	in.addGuard(p)
	texts := append(sqltext.Map(labels, func(_ int, label sqltext.SQL) sqltext.SQL { return sqltext.TextOf(label) }), people.ValueText(), "CASE WHEN counterfeit THEN 'counterfeit' END")
	p.With(counted, "how many of them have which labels and which value, as texts", sqltext.Fill(`
		SELECT list_value({texts}) AS v, n
		FROM (SELECT {labels}, s, p IS NULL AS counterfeit, sum(n)::BIGINT AS n FROM {persons} GROUP BY ALL)
	`, sqltext.Args{"texts": sqltext.List(texts), "labels": sqltext.List(labels), "persons": persons}))
}

// gathered is what stands behind FROM for the counted people, kept for the kernel: x.cells.
func gathered(c *call.Call) sqltext.SQL {
	return sqltext.Fill("(SELECT __skyline_gather({key}, {function}, v, n) AS cells FROM {counted}) AS x",
		sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name), "counted": counted})
}

// addGuard adds the guard that nobody has rows that differ, and that counterfeits are in one
// release.
func (in *input) addGuard(p *sqltext.Plan) {
	present := sqltext.Map(in.labels(), func(_ int, label sqltext.SQL) sqltext.SQL { return "(" + label + " IS NOT NULL)::INT" })
	p.Guard("__skyline_agreeing", "the rows of each person agree, and a counterfeit is in one release", sqltext.Fill(`
		SELECT CASE WHEN astray > 0 THEN {astray} WHEN counterfeits > 0 THEN {counterfeits} ELSE true END AS ok
		FROM (SELECT
		    count(p) - count(DISTINCT p) AS astray,
		    count(*) FILTER (WHERE p IS NULL AND {present} > 1) AS counterfeits
		FROM {persons})
	`, sqltext.Args{
		"astray":       in.call.FailCounted("person must have one value and one group in each release, and the number of rows that say otherwise of somebody is ", "astray", "; make the rows of each person agree in a query given as tbl"),
		"counterfeits": in.call.Fail("person must not be NULL where a row is in several releases, since a counterfeit is a row of one; give these people a name, or split the rows"),
		"present":      sqltext.Join(" + ", present...), "persons": persons,
	}))
}

// groupsStruct is a list of labels as a STRUCT with a member for each release.
func (in *input) groupsStruct(list sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("struct_pack({members})", sqltext.Args{"members": sqltext.List(sqltext.Map(in.names(), func(i int, name string) sqltext.SQL {
		return sqltext.Fill("{name} := list_extract({list}, {i})", sqltext.Args{"name": sqltext.Ident(name), "list": list, "i": sqltext.Int(int64(i + 1))})
	}))})
}
