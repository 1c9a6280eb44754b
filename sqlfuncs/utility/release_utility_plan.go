package utility

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// utilityPlan is the plan of a call of release_utility. The columns that are compared are
// numbered from 1: c1, c2, … in their own types, and x1, x2, … as texts.
//
//  1. The rows of each table are counted. The original has values, and the release labels,
//     each of which is known by its text from here on.
//  2. The texts are read, column by column: where values lie in the order of the column's
//     type, and as numbers if they are such; and where the values lie that labels name, as
//     34 or as the ends of [30, 39]. Only DuckDB can do that, since it knows the type.
//  3. The kernel gets the counted rows as texts, what was read of the texts, and the
//     hierarchies. It puts them together, and measures.
type utilityPlan struct {
	sqltext.Plan
	*utilityCall
	columns []string
}

func planReleaseUtility(c *call.Call) (sqltext.SQL, error) {
	p, err := newUtilityPlan(c)
	if err != nil {
		return "", err
	}
	p.addResult(utilityKernel.Name, "what the release costs", people.BoolToInt(p.spec.Target != ""))
	return p.Statement(sqltext.Fill(`
		SELECT measure, attribute, value, meaning
		FROM (
		    SELECT i, measure, value, attribute, meaning FROM __skyline_result
		    UNION ALL
		    SELECT NULL, 'suppressed_rows', n::DOUBLE, NULL, n || ' rows of the release show * in every column of qi.' FROM {suppressed}
		)
		ORDER BY i ASC NULLS LAST
	`, sqltext.Args{"suppressed": p.suppressed.Counted()})), nil
}

// newUtilityPlan begins a plan: it has the rows of the tables, and what their labels may be.
func newUtilityPlan(c *call.Call) (*utilityPlan, error) {
	u, err := readUtilityCall(c)
	if err != nil {
		return nil, err
	}
	p := &utilityPlan{utilityCall: u, columns: u.spec.names()}
	p.addRows("original", "the people of the original by their values", u.original)
	p.addRows("release", "the people of the release by their labels", u.release, u.groupColumn()...)
	if u.test != "" {
		p.addRows("test", "the people of the test table by their values", u.test)
	}
	for i := range p.columns {
		p.addReadings(sqltext.Int(int64(i + 1)))
	}
	return p, nil
}

// groupColumn is g, the column that tells the release's QI groups apart, where there is one.
func (u *utilityCall) groupColumn() []PairColumn {
	if u.groups == "" {
		return nil
	}
	return []PairColumn{{Name: "g", Value: "release." + sqltext.Ident(u.groups)}}
}

// addRows adds the CTE of the counted rows of a table, which has the parameter's name: c1, …,
// x1, … and n, how many people they stand for; and the texts of other columns.
func (p *utilityPlan) addRows(param, why string, source sqltext.SQL, beside ...PairColumn) {
	table := sqltext.Word(param)
	ofTable := func(name string) sqltext.SQL { return table + "." + sqltext.Ident(name) }
	keys := p.numbered("c#")
	shown := append(p.numbered("c#"), sqltext.Map(p.numbered("#"), func(_ int, number sqltext.SQL) sqltext.SQL {
		return sqltext.TextOf("c"+number) + " AS x" + number
	})...)
	from := sqltext.Map(p.columns, func(i int, name string) sqltext.SQL { return sqltext.Canonical(ofTable(name)) + " AS " + keys[i] })
	for _, b := range beside {
		keys, shown, from = append(keys, b.Name), append(shown, b.text()+" AS "+b.Name), append(from, b.canonical()+" AS "+b.Name)
	}
	if p.weight != "" {
		from = append(from, ofTable(p.weight)+" AS w")
	}
	of := people.Input{Call: p.Call, Weight: p.weight}
	p.Keep("__skyline_"+table, why, sqltext.Fill(`
		SELECT
		    {shown},
		    coalesce(TRY_CAST(n AS BIGINT), {too_many}) AS n
		FROM (
		    SELECT {keys}, {n} AS n
		    FROM (
		        SELECT
		            {from}
		        FROM {source} AS {table}
		    )
		    GROUP BY {keys}
		)
		WHERE n > 0
	`, sqltext.Args{
		"shown": sqltext.Join(",\n", shown...), "too_many": p.Fail(call.TooManyPeople(param)), "keys": sqltext.List(keys), "n": of.PeopleOf("w", param),
		"from": sqltext.Join(",\n", from...), "source": source, "table": table,
	}))
}

// addReadings adds what is read of a column.
func (p *utilityPlan) addReadings(number sqltext.SQL) {
	tables := []sqltext.SQL{"__skyline_original"}
	if p.test != "" {
		tables = append(tables, "__skyline_test")
	}
	AddReadings(&p.Plan, number, sqltext.Join(" UNION ALL ", sqltext.Map(tables, func(_ int, table sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("SELECT c{number} AS v, x{number} AS x FROM {table}", sqltext.Args{"number": number, "table": table})
	})...), sqltext.Fill("SELECT DISTINCT x{number} AS x FROM __skyline_release", sqltext.Args{"number": number}))
}

// addResult adds the rows of a kernel. Each of its tables is kept by an aggregate; it is told the types
// of so many columns, the last ones.
func (p *utilityPlan) addResult(kernel, why string, types int) {
	job := sqltext.Job{Function: p.Function.Name, Kernel: kernel, Rows: "__skyline_result", Why: why, Spec: p.spec}
	given := NewGiven(p.Call)
	given.Readings(len(p.columns))
	given.rows("original", "__skyline_original", p.numbered("x#"))
	given.rows("release", "__skyline_release", append(p.numbered("x#"), namesOf(p.groupColumn())...))
	if p.test != "" {
		given.rows("test", "__skyline_test", p.numbered("x#"))
	}
	given.Hierarchies(p.hierarchies)
	job.Data, job.From = given.Members, given.From()
	if types > 0 {
		job.Data = append(job.Data, sqltext.Member{Name: "types", Value: "t.types"})
		job.From += sqltext.Fill(",\n(SELECT list_value({types}) AS types) AS t", sqltext.Args{
			"types": sqltext.List(sqltext.Map(p.numbered("__skyline_values#")[len(p.columns)-types:], func(_ int, values sqltext.SQL) sqltext.SQL {
				return sqltext.Fill("(SELECT typeof(any_value(v)) FROM {values})", sqltext.Args{"values": values})
			})),
		})
	}
	p.Run(job)
}

func namesOf(columns []PairColumn) []sqltext.SQL {
	return sqltext.Map(columns, func(_ int, b PairColumn) sqltext.SQL { return b.Name })
}

// numbered returns a piece for each column, with its number from 1.
func (p *utilityPlan) numbered(piece sqltext.SQL) []sqltext.SQL {
	return sqltext.Numbered(len(p.columns), piece)
}
