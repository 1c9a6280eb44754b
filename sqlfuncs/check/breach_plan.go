package check

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// breachQuery is what differs between the functions on breach probabilities: their columns
// and joins are written in terms of r, the kernel's rows, and t, the types.
type breachQuery struct {
	kernel, why           string
	maxPoints             int64      // of skyline_find
	named                 bool       // the kernel's rows name QI groups
	relations             *relations // of skyline_check, nil for none
	columns, joins, order sqltext.SQL
	meaning               sqltext.SQL // of a row of these columns, as r; "" for none
}

// planBreach returns the statement of a function over counted QI groups. Step by
// step: DuckDB groups the rows and counts sensitive values (one scan); an
// aggregate reduces the groups to those that can matter; the kernel runs as a
// job; its rows are given their types and put in order.
func planBreach(in *people.Input, points *people.Skyline, q breachQuery) sqltext.SQL {
	function := in.Call.Function.Name
	var p sqltext.Plan
	in.AddTypes(&p)
	given, data := points.Give(&p, in.Call)
	in.AddGroups(&p, people.Reading{Twice: q.named, Persons: q.relations != nil})
	counted, from := countedGroups(&p, in)
	data = append(data, counted)
	if q.relations != nil {
		q.relations.add(&p)
		member, relatives := q.relations.member()
		data, from = append(data, member), from+" CROSS JOIN "+relatives
	}
	p.Run(sqltext.Job{
		Function: function, Kernel: q.kernel, Why: q.why,
		Spec: breachSpec{ValuesPerPerson: in.ValuesPerPerson, Named: &points.NamedValues, MaxPoints: q.maxPoints, Points: given},
		Data: data, From: from,
		Rows: "__skyline_rows",
	})
	if q.named {
		addNames(&p, in, q.relations != nil || in.ValuesPerPerson == people.Rows)
	}
	statement := p.Statement(sqltext.Fill(`
		SELECT {columns}
		FROM {rows}
		{joins}
		ORDER BY {order}
	`, sqltext.Args{"columns": q.columns, "rows": in.Readable("__skyline_rows"), "joins": q.joins, "order": q.order}))
	if q.meaning == "" {
		return statement
	}
	return WithMeaning(in.Call.Function, statement, q.meaning)
}

// countedGroups is what the kernel gets of the QI groups, and from what it is made.
func countedGroups(p *sqltext.Plan, in *people.Input) (sqltext.Member, sqltext.SQL) {
	if in.ValuesPerPerson == people.Rows {
		return recordsOf(p, in)
	}
	return sqltext.Member{Name: "groups", Value: "base64(x.groups)"},
		sqltext.Fill("(SELECT __skyline_summary({key}, {function}, {values}, h) AS groups FROM {groups}) AS x", sqltext.Args{
			"key": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name), "values": sqltext.Text(string(in.ValuesPerPerson)), "groups": people.Groups,
		})
}

// WithMeaning puts the column meaning among the columns of a statement. It goes around the
// statement since DuckDB computes all columns of a query with materialized CTEs, whoever
// selects them, but not those of a query around it. A result may have ten million sentences.
func WithMeaning(f *call.Function, statement, meaning sqltext.SQL) sqltext.SQL {
	var named []sqltext.SQL // those that do not depend on the arguments
	for _, c := range f.Columns {
		if c.Name != "meaning" && c.Name != call.ColumnsOfTable {
			named = append(named, sqltext.Ident(c.Name))
		}
	}
	columns := sqltext.Map(f.Columns, func(_ int, c call.ResultColumn) sqltext.SQL {
		switch c.Name {
		case "meaning":
			return meaning + " AS meaning"
		case call.ColumnsOfTable:
			return "r.* EXCLUDE (" + sqltext.List(named) + ")"
		}
		return "r." + sqltext.Ident(c.Name)
	})
	return sqltext.Fill(`
		SELECT {columns}
		FROM (
		    {statement}
		) AS r
	`, sqltext.Args{"columns": sqltext.List(columns), "statement": statement})
}

// addNames adds the CTE that names the QI groups of a kernel's witnesses: for each of their
// histograms, the first group that has it, in the order of the quasi-identifiers. It has one
// row, since a join for each role that a group has in a witness takes longer than to count a
// small table. Where groups are numbered, some are one QI group and no other.
func addNames(p *sqltext.Plan, in *people.Input, numbered bool) {
	named := []sqltext.SQL{sqltext.Fill(`
		SELECT r.target AS i, min(struct_pack({keys})) AS g
		FROM {groups} AS x JOIN __skyline_rows AS r ON x.h = r.histogram
		GROUP BY r.target`, sqltext.Args{"groups": people.Groups, "keys": namedKeys(in)})}
	if numbered {
		named = append(named, namedByNumber(in))
	}
	p.With("__skyline_witness_groups", "the QI groups that witnesses name, by their numbers, in the columns' own types", sqltext.Fill(`
		SELECT map(list(x.i ORDER BY x.i ASC), list({group} ORDER BY x.i ASC)) AS gs
		FROM (
		    SELECT i, UNNEST(g)
		    FROM (
		        {named}
		    )
		) AS x CROSS JOIN {types} AS t
	`, sqltext.Args{
		"group": in.GroupStruct("x"), "types": people.Types, "named": sqltext.Join("\nUNION ALL\n", named...),
	}))
}

// namedKeys are the keys of a QI group x, as members of a struct.
func namedKeys(in *people.Input) sqltext.SQL {
	return sqltext.List(sqltext.Map(in.Keys(), func(_ int, key sqltext.SQL) sqltext.SQL { return key + " := x." + key }))
}
