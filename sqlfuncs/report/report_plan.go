package report

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/sqltext"
)

// reportCall is a call of release_report.
type reportCall struct {
	*evidenceCall
	original sqltext.SQL // what stands behind FROM, "" for none
	page     pageSpec
}

func readReport(c *call.Call) (*reportCall, error) {
	e, err := readEvidence(c)
	if err != nil {
		return nil, err
	}
	r := &reportCall{evidenceCall: e}
	if r.original, err = c.OptionalSource("original"); err != nil {
		return nil, err
	}
	if r.original != "" {
		r.original = c.HavingRoles("original", r.original, call.Role{Param: "qi", Columns: e.qi}, call.RoleOf("weight", e.weight))
	}
	title, named, err := c.OptionalText("title", "a text")
	if err != nil {
		return nil, err
	}
	if !named {
		title = "Release report"
	}
	show, ok := c.Arguments["show_values"].(bool)
	if !ok {
		return nil, c.Errorf("show_values must be true or false, got %s", call.Show(c.Arguments["show_values"]))
	}
	r.page = pageSpec{
		Title: title, ShowValues: show, Version: call.Version, Evidence: e.spec, Person: e.person, Weight: e.weight,
		Check: checkStatement(c), Required: c.Arguments["privacy"] != nil,
	}
	return r, nil
}

// add adds __skyline_page, which has one row: html.
func (r *reportCall) add(p *sqltext.Plan) error {
	if err := r.evidenceCall.add(p); err != nil {
		return err
	}
	job := sqltext.Job{
		Function: r.Function.Name, Kernel: reportKernel.Name, Why: "the page",
		Spec: r.page, Rows: "__skyline_page",
		Data: []sqltext.Member{
			{Name: "rows", Value: "(SELECT list(x ORDER BY i ASC) FROM __skyline_evidence AS x)"},
			{Name: "duckdb", Value: "version()"},
			{Name: "columns", Value: sqltext.Fill(`
				(
				    SELECT list(struct_pack(name := column_name, type := {type}))
				    FROM (DESCRIBE SELECT * FROM {source} AS tbl)
				)`, sqltext.Args{"type": sqltext.WithoutLabels("column_type"), "source": r.source})},
		},
	}
	r.addSizes(p, &job)
	r.addLosses(p, &job)
	if err := r.addRequirements(p, &job); err != nil {
		return err
	}
	if err := r.addSurface(p, &job); err != nil {
		return err
	}
	p.Run(job)
	return nil
}

// addRequirements adds what the release achieves of what was asked for.
func (r *reportCall) addRequirements(p *sqltext.Plan, job *sqltext.Job) error {
	if !r.page.Required {
		return nil
	}
	// Columns without a role and exact values are in the evidence.
	err := r.ask(p, "__skyline_requirements", "what the release achieves of each requirement", check.ReleaseCheck,
		r.of(map[string]any{"privacy": r.Arguments["privacy"], "absent": r.Arguments["absent"], "others": "keep"}),
		"requirement, required::VARCHAR AS required, achieved::VARCHAR AS achieved, holds, rule")
	job.Data = append(job.Data, sqltext.Member{Name: "requirements", Value: "(SELECT list(x) FROM __skyline_requirements AS x WHERE requirement <> 'exact_values')"})
	return err
}

// The box of knowledge points that pictures show.
const (
	maxL = 2
	maxK = 10
	maxM = 10
)

// addSurface adds the worst breach probability of all values at each point of a box, and the
// worst case of somebody who knows as much as is asked about.
func (r *reportCall) addSurface(p *sqltext.Plan, job *sqltext.Job) error {
	if r.sensitive == "" {
		return nil
	}
	err := r.ask(p, "__skyline_surface", "how sure somebody becomes at each point of a box", check.SkylineSurface,
		r.of(map[string]any{"max_l": whole(maxL), "max_k": whole(maxK), "max_m": whole(maxM)}), "value, l, k, m, breach")
	job.Data = append(job.Data,
		sqltext.Member{Name: "surface", Value: `
			(
			    SELECT list(x) FROM (SELECT l, k, m, max(breach) AS breach FROM __skyline_surface GROUP BY ALL) AS x
			)`},
		sqltext.Member{Name: "worst", Value: sqltext.Fill(`
			(
			    SELECT struct_pack(breach := breach, people := people, holders := holders, value := {value}, "group" := {group})
			    FROM __skyline_breaches
			    WHERE people IS NOT NULL
			    ORDER BY informed DESC, breach DESC, value ASC NULLS LAST
			    LIMIT 1
			)`, sqltext.Args{"value": r.shown("value"), "group": r.shown("target_group")})})
	return err
}

// shown is the text of a value where values may be shown, and NULL elsewhere.
func (r *reportCall) shown(value sqltext.SQL) sqltext.SQL {
	if !r.page.ShowValues {
		return "NULL::VARCHAR"
	}
	return sqltext.Fill("coalesce({value}::VARCHAR, 'NULL')", sqltext.Args{"value": value})
}

// addSizes adds how many groups have so many people.
func (r *reportCall) addSizes(p *sqltext.Plan, job *sqltext.Job) {
	keys := sqltext.Map(r.qi, func(_ int, name string) sqltext.SQL { return sqltext.Canonical("tbl." + sqltext.Ident(name)) })
	p.Keep("__skyline_page_sizes", "how many QI groups have so many people", sqltext.Fill(`
		SELECT people, count(*) AS groups
		FROM (
		    SELECT {people} AS people
		    FROM {source} AS tbl
		    GROUP BY {keys}
		)
		WHERE people > 0
		GROUP BY people
	`, sqltext.Args{"people": r.people(r.person), "source": r.source, "keys": sqltext.List(keys)}))
	job.Data = append(job.Data, sqltext.Member{Name: "sizes", Value: "(SELECT list(x ORDER BY people ASC) FROM __skyline_page_sizes AS x)"})
}

// people is how many people are in a group of rows of tbl; person may be "".
func (r *reportCall) people(person string) sqltext.SQL {
	switch {
	case person != "":
		return "count(DISTINCT " + sqltext.Canonical("tbl."+sqltext.Ident(person)) + ")"
	case r.weight != "":
		return "sum(tbl." + sqltext.Ident(r.weight) + ")::BIGINT"
	}
	return "count(*)"
}

// addLosses adds, for each column, how often each of its values occurs, the most frequent
// ones first, in the original and in the release.
func (r *reportCall) addLosses(p *sqltext.Plan, job *sqltext.Job) {
	var parts []sqltext.SQL
	for i, name := range r.qi {
		if r.original != "" {
			parts = append(parts, r.frequencies(i, name, r.original, false))
		}
		parts = append(parts, r.frequencies(i, name, r.source, true))
	}
	p.Keep("__skyline_frequencies", "how often each quasi-identifier has its values, before and after", sqltext.Join("\nUNION ALL\n", parts...))
	job.Data = append(job.Data, sqltext.Member{Name: "frequencies", Value: "(SELECT list(x) FROM __skyline_frequencies AS x)"})
	if p.Has("__skyline_utility") {
		job.Data = append(job.Data, sqltext.Member{Name: "losses", Value: "(SELECT list(x) FROM __skyline_utility AS x WHERE measure = 'ncp' AND isfinite(value))"})
	}
	if r.original != "" {
		job.Data = append(job.Data, sqltext.Member{Name: "people_before", Value: sqltext.Fill("(SELECT {people} FROM {original} AS tbl)",
			sqltext.Args{"people": r.people(""), "original": r.original})})
	}
}

// frequencies are those of the i-th column in a table.
func (r *reportCall) frequencies(i int, name string, source sqltext.SQL, after bool) sqltext.SQL {
	label := sqltext.SQL("NULL::VARCHAR")
	if after {
		label = r.shown("v")
	}
	return sqltext.Fill(`
		SELECT
		    {i} AS i, {after} AS after, count(*) AS different,
		    list(n ORDER BY n DESC, v ASC NULLS LAST)[:{most}] AS people, list({label} ORDER BY n DESC, v ASC NULLS LAST)[:{most}] AS labels
		FROM (
		    SELECT {column} AS v, {people} AS n
		    FROM {source} AS tbl
		    GROUP BY v
		)
	`, sqltext.Args{
		"i": sqltext.Int(int64(i)), "after": sqltext.Bool(after), "most": sqltext.Int(maxBars), "label": label,
		"column": sqltext.Canonical("tbl." + sqltext.Ident(name)), "people": r.people(""), "source": source,
	})
}

// maxBars is how many values of a column a picture shows.
const maxBars = 30
