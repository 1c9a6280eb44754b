package jump

import (
	"fmt"
	"slices"

	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// labelled is the CTE of the people, which addPeople adds: p, the person; s, the sensitive
// value; g1, g2, …, the labels.
const labelled = sqltext.SQL("__skyline_labelled")

// labelColumns are g1, g2, ….
func (in *jumpInput) labelColumns() []sqltext.SQL { return sqltext.Numbered(len(in.labels), "g#") }

// cell is the list of a row's labels, which tells its cell.
func (in *jumpInput) cell() sqltext.SQL {
	texts := sqltext.Map(in.labelColumns(), func(_ int, label sqltext.SQL) sqltext.SQL { return sqltext.TextOf(label) })
	return sqltext.List(texts)
}

// addPeople adds the people, of a table that is read once, and the guard that there is
// nothing amiss with them.
func (in *jumpInput) addPeople(p *sqltext.Plan) {
	source, joins := in.source, sqltext.SQL("")
	var columns []sqltext.SQL
	if in.hierarchies == "" {
		for i, name := range in.labelColumns() {
			columns = append(columns, sqltext.Canonical(in.column(in.labels[i].Name))+" AS "+name)
		}
	} else {
		columns, joins = in.addRaised(p)
		source = "__skyline_input"
	}
	p.Keep(labelled, "the people: each one's sensitive value, and the labels of the groups", sqltext.Fill(`
		SELECT
		    {person} AS p,
		    {sensitive} AS s,
		    {labels}
		FROM {source} AS tbl
		{joins}
	`, sqltext.Args{
		"person": in.column(in.person), "sensitive": sqltext.OneForm(in.column(in.sensitive)),
		"labels": sqltext.Join(",\n", columns...), "source": source, "joins": joins,
	}))
	in.addGuard(p)
}

// column is a column of the table.
func (in *jumpInput) column(name string) sqltext.SQL { return "tbl." + sqltext.Ident(name) }

// addGuard adds the guard that each person has one row, and a group in every
// generalization.
func (in *jumpInput) addGuard(p *sqltext.Plan) {
	c := in.call
	unlabelled := sqltext.Map(in.labelColumns(), func(i int, label sqltext.SQL) sqltext.SQL {
		name := sqltext.Ident(in.labels[i].Name)
		message := fmt.Sprintf("generalizations must put every person in a group, and %s is NULL for somebody; give those people a label of their own, or leave them out", name)
		if in.hierarchies != "" {
			message = fmt.Sprintf("hierarchies must have a label for every value of %s at level %d, and somebody's is NULL; hierarchy_check shows more", name, in.labels[i].Level)
		}
		return sqltext.Fill("WHEN count(*) FILTER (WHERE {label} IS NULL) > 0 THEN {fail}", sqltext.Args{"label": label, "fail": c.Fail(message)})
	})
	p.Guard("__skyline_assigned", "each person has one row, and a group in every generalization", sqltext.Fill(`
		SELECT CASE
		    WHEN count(*) FILTER (WHERE p IS NULL) > 0 THEN {null}
		    WHEN count(DISTINCT {person}) < count(*) THEN {several}
		    {unlabelled}
		    ELSE true
		END AS ok
		FROM {labelled}
	`, sqltext.Args{
		"null":    c.Fail("person must not be NULL; filter such rows in a query given as tbl"),
		"several": c.Fail("person must have one row each, and somebody has several; keep one row a person in a query given as tbl"),
		"person":  sqltext.Canonical("p"), "unlabelled": sqltext.Join("\n", unlabelled...), "labelled": labelled,
	}))
}

// run runs a kernel over the cells of people who agree in all labels, each with the
// histogram of its sensitive values, and over the points of a skyline.
func (in *jumpInput) run(p *sqltext.Plan, job sqltext.Job, more ...sqltext.Member) {
	skyline, spec := in.spec.Property.Skyline, in.spec
	if skyline.NamesValues() {
		in.addTypes(p)
	}
	points, data := skyline.Give(p, in.call)
	spec.Points = points
	job.Function, job.Spec = in.call.Function.Name, spec
	job.Data = slices.Concat([]sqltext.Member{{Name: "cells", Value: "x.cells"}}, more, data)
	p.With("__skyline_alike", "the cells: people who agree in all labels, and how often each sensitive value occurs", sqltext.Fill(`
		SELECT {labels}, __skyline_histogram({key}, {value}, 1) AS h
		FROM {labelled}
		GROUP BY {labels}
	`, sqltext.Args{"labels": sqltext.List(in.labelColumns()), "key": sqltext.PlanKey, "value": sqltext.Counted("s"), "labelled": labelled}))
	integers, texts := people.IntegersAndTexts(in.labelColumns())
	job.From = sqltext.Fill("(SELECT __skyline_gather_histograms({key}, {function}, list_value({integers}), list_value({texts}), h) AS cells FROM __skyline_alike) AS x", sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(job.Function), "integers": sqltext.List(integers), "texts": sqltext.List(texts),
	})
	p.Run(job)
}

// addTypes adds the type of the sensitive column, unless the plan has it.
func (in *jumpInput) addTypes(p *sqltext.Plan) {
	if !p.Has(people.Types) {
		people.AddTypesOf(p, []sqltext.SQL{"s"}, labelled)
	}
}

// addSteps runs the kernel of the evaluations that lead to a release.
func (in *jumpInput) addSteps(p *sqltext.Plan, more ...sqltext.Member) {
	in.run(p, sqltext.Job{Kernel: stepsKernel.Name, Why: "the sets of tables that are evaluated", Rows: "__skyline_evaluations"}, more...)
}

// planBeliefs returns the statement of a function with a row for each person and value
// that the kernel found possible.
func (in *jumpInput) planBeliefs(kernel, why string) sqltext.SQL {
	var p sqltext.Plan
	in.addPeople(&p)
	in.run(&p, sqltext.Job{Kernel: kernel, Why: why, Rows: "__skyline_beliefs"})
	in.addTypes(&p)
	p.Keep("__skyline_possible", "the sensitive values, by their texts t", sqltext.Fill(`
		SELECT x.t, {value} AS v
		FROM (
		    SELECT t, first(s) AS s
		    FROM (SELECT {canonical} AS s, {text} AS t FROM {labelled})
		    GROUP BY t
		) AS x CROSS JOIN {types} AS own
	`, sqltext.Args{
		"value": in.call.InOwnType("x.s", "own.s"), "canonical": sqltext.Canonical("s"), "text": people.ValueText(), "labelled": labelled, "types": people.Types,
	}))
	return p.Statement(sqltext.Fill(`
		SELECT x.p AS person, v.v AS value, r.probability
		FROM (SELECT p, list_value({cell}) AS cell FROM {labelled}) AS x
		JOIN __skyline_beliefs AS r ON r.cell = x.cell
		JOIN __skyline_possible AS v ON v.t IS NOT DISTINCT FROM r.value
		ORDER BY x.p ASC NULLS LAST, r.probability DESC, v.t ASC NULLS LAST
	`, sqltext.Args{"cell": in.cell(), "labelled": labelled}))
}
