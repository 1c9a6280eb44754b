package report

import (
	"skyline/engine/disclosure"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/evidence"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/utility"
)

// add adds __skyline_evidence, the rows of release_evidence, with i for their order.
func (e *evidenceCall) add(p *sqltext.Plan) error {
	job := sqltext.Job{
		Function: e.Function.Name, Kernel: evidenceKernel.Name, Why: "the evidence, in numbers and in words",
		Spec: e.spec, Rows: "__skyline_evidence",
	}
	for _, add := range []func(*sqltext.Plan, *sqltext.Job) error{e.addRisks, e.addLinking, e.addInference, e.addUtility} {
		if err := add(p, &job); err != nil {
			return err
		}
	}
	p.Run(job)
	return nil
}

// ask keeps what a function answers as a CTE.
func (e *evidenceCall) ask(p *sqltext.Plan, name sqltext.SQL, why string, f *call.Function, arguments map[string]any, columns sqltext.SQL) error {
	relation, err := e.Nested(f, arguments)
	if err == nil {
		p.Keep(name, why, sqltext.Fill("SELECT {columns} FROM {relation}", sqltext.Args{"columns": columns, "relation": relation}))
	}
	return err
}

// listOf is a member of the data: all rows of a CTE.
func listOf(member string, cte sqltext.SQL) sqltext.Member {
	return sqltext.Member{Name: member, Value: sqltext.Fill("(SELECT list(x) FROM {cte} AS x)", sqltext.Args{"cte": cte})}
}

// addRisks adds what is measured of sizes of groups, and whom other columns and exact values
// single out.
func (e *evidenceCall) addRisks(p *sqltext.Plan, job *sqltext.Job) error {
	if err := e.askRisks(p); err != nil {
		return err
	}
	if e.spec.Fraction {
		err := e.ask(p, "__skyline_population", "what the release says of the population", evidence.PopulationRisk,
			e.of(map[string]any{"fraction": e.Arguments["fraction"]}), "measure, model, value, reason")
		if err != nil {
			return err
		}
		job.Data = append(job.Data, listOf("estimates", "__skyline_population"))
	}
	labels := map[string]any{"privacy": map[string]any{"k_anonymity": number(1)}}
	if e.spec.Original && len(e.qi) <= check.MostOfOriginal {
		labels["original"], labels["hierarchies"] = e.Arguments["original"], e.Arguments["hierarchies"]
		labels["exact_values"] = number(people.MostShown)
	}
	err := e.ask(p, "__skyline_singled_out", "whom other columns, and exact values in labels, single out", check.ReleaseCheck,
		e.of(labels),
		"requirement, coalesce(attribute, '') AS attribute, achieved, rule, holds")
	job.Data = append(job.Data,
		measuredRisks, listOf("singled_out", "__skyline_singled_out"))
	return err
}

// measuredRisks are the measures of the release, for a kernel.
var measuredRisks = sqltext.Member{Name: "risks", Value: "(SELECT list(x) FROM __skyline_risks AS x WHERE isfinite(value))"}

// askRisks keeps the measures of the release as __skyline_risks.
func (e *evidenceCall) askRisks(p *sqltext.Plan) error {
	more := map[string]any{"population": e.Arguments["population"]}
	if e.spec.Limit.Risk > 0 {
		more["risk_threshold"] = number(e.spec.Limit.Risk)
	}
	if e.spec.Any {
		more["sensitive"] = nil // whose measures are about QI groups
	}
	return e.ask(p, "__skyline_risks", "the measures of the release", check.PrivacyMeasures, e.of(more), "measure, attribute, value")
}

// addLinking adds what links rows to people, or to rows of another release. Where NULL is any
// value, whose rows match can be said of people with one row each.
func (e *evidenceCall) addLinking(p *sqltext.Plan, job *sqltext.Job) error {
	if e.spec.Any && e.person != "" {
		return nil
	}
	columns := make([]any, 0, len(e.linking()))
	for _, name := range e.linking() {
		columns = append(columns, name)
	}
	arguments := e.of(map[string]any{"columns": columns, "max_size": number(float64(e.spec.MaxSize))})
	subsets, err := e.Nested(evidence.QuasiIdentifierProfile, arguments)
	if e.suppressed.Drops() {
		subsets, err = e.NestedOn(e.source, evidence.QuasiIdentifierProfile, arguments)
	}
	if err != nil {
		return err
	}
	p.Keep("__skyline_subsets", "whom few columns single out", sqltext.Fill("SELECT len(columns) AS size, unique_people FROM {subsets}", sqltext.Args{"subsets": subsets}))
	alone := e.alone("")
	if e.spec.Any {
		if alone, err = e.unmatched(columns); err != nil {
			return err
		}
	}
	p.Keep("__skyline_alone", "people who are the only ones with all columns", alone)
	job.Data = append(job.Data,
		sqltext.Member{Name: "subsets", Value: "(SELECT list(x) FROM (SELECT size, max(unique_people) AS unique_people FROM __skyline_subsets GROUP BY size) AS x)"},
		sqltext.Member{Name: "alone", Value: "(SELECT n FROM __skyline_alone)"})
	if e.other != "" {
		p.Keep("__skyline_matching", "people who are the only ones with all columns in both releases", e.alone(e.other))
		job.Data = append(job.Data, sqltext.Member{Name: "matching", Value: "(SELECT n FROM __skyline_matching)"})
	}
	return nil
}

// unmatched counts people whose row matches nobody else's in the columns, where NULL is any value.
func (e *evidenceCall) unmatched(columns []any) (sqltext.SQL, error) {
	measures, err := e.NestedOn(e.source, check.PrivacyMeasures, e.of(map[string]any{"qi": columns, "sensitive": nil, "suppressed_rows": "count"}))
	return sqltext.Fill("SELECT value::BIGINT AS n FROM {measures} WHERE measure = 'uniques'", sqltext.Args{"measures": measures}), err
}

// alone counts people whose combination of all columns nobody else has, neither in the release
// nor, where it is there as well, in another one. The two are put one behind the other and
// grouped, as in privacy_measures.
func (e *evidenceCall) alone(other sqltext.SQL) sqltext.SQL {
	columns := sqltext.Map(e.linking(), func(_ int, name string) sqltext.SQL { return sqltext.Canonical("tbl." + sqltext.Ident(name)) })
	keys := sqltext.Numbered(len(columns), "q#")
	named := sqltext.Map(columns, func(i int, column sqltext.SQL) sqltext.SQL { return column + " AS " + keys[i] })
	who, count, people := sqltext.SQL("1"), sqltext.SQL("count(*)"), sqltext.SQL("count(*)")
	switch {
	case e.person != "":
		who, count, people = sqltext.Canonical("tbl."+sqltext.Ident(e.person)), "count(DISTINCT p)", "count(DISTINCT p)"
	case e.weight != "":
		who, count = e.weightOfRow(), "sum(p)"
	}
	rows, both := sqltext.Fill("SELECT {named}, {who} AS p, true AS here FROM {source} AS tbl", sqltext.Args{"named": sqltext.List(named), "who": who, "source": e.source}), sqltext.SQL("")
	if other != "" {
		rows += sqltext.Fill(" UNION ALL SELECT {columns}, {who}, false FROM {other} AS tbl", sqltext.Args{"columns": sqltext.List(columns), "who": who, "other": other})
		both = sqltext.Fill(" AND {count} FILTER (WHERE NOT here) = 1", sqltext.Args{"count": count})
	}
	return sqltext.Fill(`
		SELECT {people} AS n
		FROM (
		    SELECT min(p) FILTER (WHERE here) AS p
		    FROM ({rows})
		    GROUP BY {keys}
		    HAVING {count} FILTER (WHERE here) = 1{both}
		)
	`, sqltext.Args{"people": people, "rows": rows, "keys": sqltext.List(keys), "count": count, "both": both})
}

// addInference adds how sure somebody can become of a sensitive value.
func (e *evidenceCall) addInference(p *sqltext.Plan, job *sqltext.Job) error {
	if len(e.sensitive) == 0 || e.spec.Any {
		return nil
	}
	point := func(l, k, m int64) map[string]any {
		return map[string]any{"l": whole(l), "k": whole(k), "m": whole(m), "c": number(e.spec.C)}
	}
	points := []any{point(0, 0, 0)}
	if e.spec.knowsMore() {
		points = append(points, point(e.spec.L, e.spec.K, e.spec.M))
	}
	err := e.ask(p, "__skyline_breaches", "how sure of each value somebody becomes who knows nothing else, and who knows so much", check.SkylineCheck,
		e.of(map[string]any{"skyline": points}), "attribute, value, (l > 0 OR k > 0 OR m > 0) AS informed, breach, safe, witness.target_people AS people, witness.target_having AS holders, witness.target_group AS target_group")
	if err != nil {
		return err
	}
	job.Data = append(job.Data, sqltext.Member{Name: "breaches", Value: `
		(
		    SELECT list(x) FROM (SELECT attribute, informed, max(breach) AS breach, bool_and(safe) AS safe FROM __skyline_breaches GROUP BY attribute, informed) AS x
		)`})
	if e.spec.Several {
		return nil
	}
	p.Keep("__skyline_gain", "by how much more of somebody's value is known than of anybody's in the table", e.gain())
	job.Data = append(job.Data, listOf("gains", "__skyline_gain"))
	err = e.ask(p, "__skyline_disclosure", "how sure somebody becomes with so many pieces of any knowledge", check.DisclosureCheck,
		e.of(map[string]any{"pieces": whole(min(e.spec.K, disclosure.MaxK)), "c": number(e.spec.C)}), "attribute, pieces, implications")
	job.Data = append(job.Data, listOf("disclosure", "__skyline_disclosure"))
	return err
}

// weightOfRow is a row's weight. One that cannot be is an error of the functions that are
// asked; here it must only not be one of DuckDB's, which has the number.
func (e *evidenceCall) weightOfRow() sqltext.SQL {
	return sqltext.Fill("coalesce(TRY_CAST(tbl.{weight} AS BIGINT), 0)", sqltext.Args{"weight": sqltext.Ident(e.weight)})
}

// gain is, for each sensitive column, the largest difference between a value's share in a QI
// group and in the release. The worst case of somebody who knows nothing else is where a
// value's share is largest.
func (e *evidenceCall) gain() sqltext.SQL {
	people := sqltext.SQL("1")
	if e.weight != "" {
		people = e.weightOfRow()
	}
	return sqltext.Join("\nUNION ALL\n", sqltext.Map(e.sensitive, func(_ int, name string) sqltext.SQL {
		value, found := sqltext.Canonical("tbl."+sqltext.Ident(name)), sqltext.Canonical("b.value")
		if len(e.sensitive) > 1 { // where values are texts
			value, found = sqltext.TextOf("tbl."+sqltext.Ident(name)), sqltext.Bytewise("b.value")
		}
		return sqltext.Fill(`
			SELECT {attribute} AS attribute, max((b.holders * s.people - s.n * b.people)::DOUBLE / (b.people * s.people)::DOUBLE) AS gain
			FROM __skyline_breaches AS b
			JOIN (
			    SELECT {value} AS v, sum({people}::HUGEINT) AS n, sum(sum({people}::HUGEINT)) OVER () AS people
			    FROM {source} AS tbl
			    GROUP BY v
			) AS s ON s.v IS NOT DISTINCT FROM {found}
			WHERE NOT b.informed AND b.attribute = {attribute}
		`, sqltext.Args{"attribute": sqltext.Text(name), "value": value, "people": people, "source": e.source, "found": found})
	})...)
}

// addUtility adds what the release costs.
func (e *evidenceCall) addUtility(p *sqltext.Plan, job *sqltext.Job) error {
	err := e.askUtility(p)
	if p.Has("__skyline_utility") {
		job.Data = append(job.Data, sqltext.Member{Name: "utility", Value: "(SELECT list(x) FROM __skyline_utility AS x WHERE isfinite(value))"})
	}
	return err
}

// askUtility keeps what the release costs as __skyline_utility, where that can be said.
func (e *evidenceCall) askUtility(p *sqltext.Plan) error {
	if e.Arguments["original"] == nil || e.spec.Several {
		return nil
	}
	return e.ask(p, "__skyline_utility", "what the release costs", utility.ReleaseUtility, map[string]any{
		"original": e.Arguments["original"], "release": e.Arguments["release"], "qi": e.Arguments["qi"],
		"hierarchies": e.Arguments["hierarchies"], "weight": e.Arguments["weight"], "groups": nil, "suppressed_rows": e.Arguments["suppressed_rows"],
	}, "measure, attribute, value")
}
