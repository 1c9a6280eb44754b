package presence

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// groupsOfPublic are the QI groups that presence_anonymize makes.
var groupsOfPublic = call.Output{
	Names:       []string{outputGroups},
	Description: "A row for each QI group of the public table, as the release of the same arguments has them, for whoever makes it: how many people there are, what somebody who sees the release can infer, what the distributions cost and how far they are shifted, and the distributions. Groups with nobody present are among them; they are not in the release. Other columns are not looked at.",
	Columns: []call.ResultColumn{
		{Name: "group_id", Type: "BIGINT", Doc: "the QI group, from 1"},
		{Name: "size", Type: "BIGINT", Doc: "how many people of the public table it has"},
		{Name: "present", Type: "BIGINT", Doc: "how many of them are in the private table"},
		{Name: "existence_min", Type: "DOUBLE", Doc: "the smallest probability of any of them to be there"},
		{Name: "existence_max", Type: "DOUBLE", Doc: "the largest"},
		{Name: "kl_cost", Type: "DOUBLE", Doc: "the KL cost of the group's distributions (Eqn 1), in nats"},
		{Name: "shifts", Type: "MAP(VARCHAR, DOUBLE)", Doc: "how far each column is on its way from uniform, 0, to utility-optimal, 1"},
		{Name: "levels", Type: "MAP(VARCHAR, BIGINT)", Doc: "the level of each column in its hierarchy; NULL unless `recoding := 'full_domain'`"},
		{Name: call.ColumnsOfTable, Type: "MAP(VARCHAR, DOUBLE)", Doc: "each `qi` column: the distribution of the group's values"},
	},
	Example: `FROM presence_anonymize('(VALUES (20, ''F'', true), (22, ''F'', false), (24, ''M'', true), (31, ''M'', false),
                                 (33, ''M'', true), (35, ''F'', false)) t(age, sex, present)',
                         qi := ['age', 'sex'], present := 'present', delta_min := 0.2, delta_max := 0.8, recoding := 'multidimensional', output := 'groups')`,
	Cost: "at most that of the release.",
	Plan: planGroupsOfPublic,
}

func planGroupsOfPublic(c *call.Call) (sqltext.SQL, error) {
	p, err := newPresencePlan(c)
	if err != nil {
		return "", err
	}
	if _, err := draw.Read(c); err != nil { // which says nothing here, as others does
		return "", err
	}
	if _, err := release.ReadOthers(c); err != nil {
		return "", err
	}
	for _, own := range c.Function.Columns {
		if call.ContainsName(p.QI, own.Name) {
			return "", c.Errorf("qi must not contain a column %s, which the result has itself; rename it in a query given as tbl", own.Name)
		}
	}
	p.addRelease()
	return p.Statement(sqltext.Fill(`
		SELECT s.g AS group_id, s.size, s.present, s.existence_min, s.existence_max, s.kl_cost,
		    map({names}, s.shifts) AS shifts,
		    CASE WHEN s.levels IS NOT NULL THEN map({names}, s.levels) END AS levels,
		    {pdfs_of_columns}
		FROM (SELECT levels, UNNEST(groups, recursive := true) FROM {found}) AS s JOIN {pdfs} AS m ON m.g = s.g
		ORDER BY s.g
	`, sqltext.Args{
		"names": p.Names(), "found": presenceFound, "pdfs": pdfs,
		"pdfs_of_columns": sqltext.List(sqltext.Map(p.QI, func(i int, name string) sqltext.SQL {
			return "m.m" + sqltext.Int(int64(i)+1) + " AS " + sqltext.Ident(name)
		})),
	})), nil
}
