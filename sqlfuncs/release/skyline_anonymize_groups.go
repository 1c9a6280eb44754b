package release

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/sqltext"
)

// groupsPrefix begins outputs that are groups, shown in another way than by labels.
const groupsPrefix = outputGroups + "_"

// groupNames are the outputs that are groups: by labels, or as releases show them otherwise.
var groupNames = []string{outputGroups, groupsPrefix + outputBounds, groupsPrefix + outputMean, groupsPrefix + outputMedian, groupsPrefix + outputCentre}

// groupsOfRelease are the QI groups that skyline_anonymize makes.
var groupsOfRelease = call.Output{
	Names:       groupNames,
	Description: "A row for each QI group of the release of the same arguments, for whoever makes it: its number, how many people it has, and what it covers of each `qi` column, rounded as there; with `'groups_bounds'` as a STRUCT, with `'groups_mean'`, `'groups_median'` and `'groups_centre'` as a number. Other columns are not looked at. People who are left out (`suppression`) are a last row without a number. With `earlier_releases`, `not_computed` says where [the look at earlier releases](#beside-earlier-releases) stopped short.",
	Columns: []call.ResultColumn{
		{Name: "group_id", Type: "BIGINT", Doc: "the QI group, from 1, in the order of the groups' regions"},
		{Name: "size", Type: "BIGINT", Doc: "how many people it has"},
		{Name: call.ColumnsOfTable, Type: "VARCHAR", Doc: "each `qi` column, as in the release; with `earlier_releases`, `not_computed` (BIGINT) is the last one: how many splits of the group `privacy` allows that were refused, since it could not be computed what they tell beside the earlier releases"},
	},
	Example: `FROM skyline_anonymize('(VALUES (20, ''F''), (22, ''F''), (24, ''M''), (31, ''M''), (33, ''M''), (35, ''F'')) t(age, sex)',
                       qi := ['age', 'sex'], privacy := {'k_anonymity': 2}, output := 'groups')`,
	Cost: "at most that of the release.",
	Plan: planGroupsOfRelease,
}

// notComputed is a column of the result, with earlier releases.
const notComputed = "not_computed"

func planGroupsOfRelease(c *call.Call) (sqltext.SQL, error) {
	p, err := NewSplitPlan(c)
	if err != nil {
		return "", err
	}
	output, err := p.output()
	if err != nil {
		return "", err
	}
	if _, err := draw.Read(c); err != nil { // which says nothing here
		return "", err
	}
	names, further := []string{"group_id", "size"}, []sqltext.SQL(nil)
	if p.Earlier != nil {
		names, further = append(names, notComputed), []sqltext.SQL{sqltext.ListElement("(SELECT undecided FROM "+Release+")", "g") + " AS " + notComputed}
	}
	for _, own := range names {
		if call.ContainsName(p.QI, own) {
			return "", c.Errorf("qi must not contain a column %s, which the result has itself; rename it in a query given as tbl", own)
		}
	}
	if output != outputBucketized {
		p.countAnywhere()
	}
	p.addRelease()
	p.addRegions(output)
	return p.Statement(sqltext.Fill(`
		SELECT g AS group_id, size, {columns} FROM {regions}
		UNION ALL
		SELECT NULL, suppressed, {nulls} FROM {release} WHERE suppressed > 0
		ORDER BY group_id ASC NULLS LAST
	`, sqltext.Args{
		"columns": sqltext.List(append(sqltext.Map(p.QI, func(i int, name string) sqltext.SQL { return ShownColumn(i) + " AS " + sqltext.Ident(name) }), further...)),
		"nulls":   sqltext.List(sqltext.Numbered(len(p.QI)+len(further), "NULL")), "regions": Regions, "release": Release,
	})), nil
}
