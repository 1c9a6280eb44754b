package report

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/cubes"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
)

// reportCall is a call of release_report.
type reportCall struct {
	*evidenceCall
	original sqltext.SQL // what stands behind FROM, "" for none
	recipe   sqltext.SQL // likewise
	page     pageSpec
	prices   bool            // whether the page shows what other requirements cost
	given    *planning.Given // the plan, nil for none
}

func readReport(c *call.Call) (*reportCall, error) {
	if c.Arguments[cubes.ParamCube.Name] != nil {
		return nil, c.Errorf("output must be 'page' where cube is given: a table of counts has no groups of people")
	}
	e, err := readEvidence(c)
	if err != nil {
		return nil, err
	}
	r := &reportCall{evidenceCall: e}
	if _, err := c.Choice(call.ParamOutput, outputPage, outputFigures, outputSummary); err != nil {
		return nil, err
	}
	if r.original, err = c.OptionalSource("original"); err != nil {
		return nil, err
	}
	if r.original != "" {
		r.original = c.HavingRoles("original", r.original, call.Role{Param: "qi", Columns: e.qi}, call.RoleOf("person", e.person), call.RoleOf("weight", e.weight))
	}
	title, made, show, err := readPage(c)
	if err != nil {
		return nil, err
	}
	var ok bool
	if r.prices, ok = c.Arguments["prices"].(bool); !ok {
		return nil, c.Errorf("prices must be true or false, got %s", call.Show(c.Arguments["prices"]))
	}
	r.prices = r.prices && c.Arguments["privacy"] != nil
	if r.given, err = planning.ReadGiven(c); err != nil {
		return nil, err
	}
	checks, lack := checkStatements(c)
	r.page = pageSpec{
		Title: title, MadeBy: made, ShowValues: show, Version: call.Version, Evidence: e.spec, Person: e.person, Weight: e.weight,
		Checks: checks, ChecksLack: lack, Required: c.Arguments["privacy"] != nil, Public: r.given != nil && r.given.Split == "public",
	}
	return r, r.readRecord()
}

// readPage reads what every page has: its title, how the release was made, and whether it shows values.
func readPage(c *call.Call) (title, made string, show bool, err error) {
	title, named, err := c.OptionalText("title", "a text")
	if err != nil {
		return "", "", false, err
	}
	if !named {
		title = "Release report"
	}
	if made, _, err = c.OptionalText("made_by", "a text"); err != nil {
		return "", "", false, err
	}
	show, ok := c.Arguments["show_values"].(bool)
	if !ok {
		err = c.Errorf("show_values must be true or false, got %s", call.Show(c.Arguments["show_values"]))
	}
	return title, made, show, err
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
			{Name: "rows", Value: "(SELECT list(x ORDER BY i ASC) FROM (SELECT * EXCLUDE (l, k, m) FROM __skyline_evidence) AS x)"},
			{Name: "duckdb", Value: "version()"},
			{Name: "columns", Value: sqltext.Fill(`
				(
				    SELECT list(struct_pack(name := column_name, type := {type}))
				    FROM (DESCRIBE SELECT * FROM {source} AS tbl)
				)`, sqltext.Args{"type": sqltext.WithoutLabels("column_type"), "source": r.suppressed.Whole()})},
		},
	}
	people.AddFingerprint(p, r.Call, "__skyline_fingerprint", r.suppressed.Whole())
	job.Data = append(job.Data, sqltext.Member{Name: "fingerprint", Value: "(SELECT fingerprint FROM __skyline_fingerprint)"})
	if r.page.Evidence.Any {
		job.Data = append(job.Data, measuredRisks)
	}
	r.addWorst(&job)
	r.addFrequencies(p, &job)
	r.addRecipe(&job)
	if err := r.addAttacks(p, &job); err != nil {
		return err
	}
	return r.addShown(p, &job)
}

// addShown adds what pictures show, and runs the job.
func (r *reportCall) addShown(p *sqltext.Plan, job *sqltext.Job) error {
	r.addSizes(p, job)
	addLosses(p, job)
	if err := r.addRequirements(p, job); err != nil {
		return err
	}
	if err := r.addSurface(p, job); err != nil {
		return err
	}
	r.addPrices(p, job)
	p.Run(*job)
	return nil
}

// addLosses adds what the columns lost, where that is known.
func addLosses(p *sqltext.Plan, job *sqltext.Job) {
	if p.Has("__skyline_utility") {
		job.Data = append(job.Data, sqltext.Member{Name: "losses", Value: "(SELECT list(x) FROM __skyline_utility AS x WHERE measure = 'ncp' AND isfinite(value))"})
	}
}

// addRequirements adds what the release achieves of what was asked for.
func (r *reportCall) addRequirements(p *sqltext.Plan, job *sqltext.Job) error {
	if !r.page.Required {
		return nil
	}
	// Columns without a role are in the evidence, and so is what nothing was required of.
	err := r.ask(p, "__skyline_requirements", "what the release achieves of each requirement", check.ReleaseCheck,
		r.required(map[string]any{"other_columns": "keep"}),
		"requirement, required::VARCHAR AS required, achieved::VARCHAR AS achieved, holds, rule, attribute, meaning")
	job.Data = append(job.Data, sqltext.Member{Name: "requirements", Value: "(SELECT list(x) FROM (SELECT * EXCLUDE (meaning) FROM __skyline_requirements) AS x WHERE required IS NOT NULL)"},
		sqltext.Member{Name: "summary", Value: "(SELECT meaning FROM __skyline_requirements WHERE requirement = 'summary')"})
	return err
}

// required is the arguments of release_check on what was asked for, with some more, and a summary.
func (r *reportCall) required(more map[string]any) map[string]any {
	arguments := r.of(more)
	arguments["privacy"], arguments["absent_values"] = r.Arguments["privacy"], r.Arguments["absent_values"]
	if !r.page.Evidence.Any { // a summary is about QI groups
		arguments["output"] = "summary"
	}
	return arguments
}

// The box of knowledge points that pictures show.
const (
	maxL = 2
	maxK = 10
	maxM = 10
)

// addSurface adds the worst breach probability of all values at each point of a box.
func (r *reportCall) addSurface(p *sqltext.Plan, job *sqltext.Job) error {
	if len(r.sensitive) == 0 || r.page.Evidence.Any {
		return nil
	}
	err := r.ask(p, "__skyline_surface", "how sure somebody becomes at each point of a box", check.SkylineSurface,
		r.of(map[string]any{"max_l": whole(maxL), "max_k": whole(maxK), "max_m": whole(maxM)}), "value, l, k, m, breach")
	job.Data = append(job.Data, sqltext.Member{Name: "surface", Value: `
			(
			    SELECT list(x) FROM (SELECT l, k, m, max(breach) AS breach FROM __skyline_surface GROUP BY ALL) AS x
			)`})
	return err
}

// addWorst adds the worst case of somebody who knows as much as is asked about.
func (r *reportCall) addWorst(job *sqltext.Job) {
	if len(r.sensitive) == 0 || r.page.Evidence.Any {
		return
	}
	job.Data = append(job.Data, sqltext.Member{Name: "worst", Value: sqltext.Fill(`
		(
		    SELECT struct_pack(attribute := attribute, breach := breach, people := people, holders := holders, value := {value}, "group" := {group})
		    FROM __skyline_breaches
		    WHERE people IS NOT NULL
		    ORDER BY informed DESC, breach DESC, value ASC NULLS LAST
		    LIMIT 1
		)`, sqltext.Args{"value": r.shown("value"), "group": r.shown("target_group")})})
}

// shown is the text of a value where values may be shown, and NULL elsewhere.
func (r *reportCall) shown(value sqltext.SQL) sqltext.SQL {
	if !r.page.ShowValues {
		return "NULL::VARCHAR"
	}
	return sqltext.Fill("coalesce({value}::VARCHAR, 'NULL')", sqltext.Args{"value": value})
}

// addSizes adds how many groups have so many people, in the release and in the original. Where NULL
// is any value there are no groups.
func (r *reportCall) addSizes(p *sqltext.Plan, job *sqltext.Job) {
	if r.page.Evidence.Any {
		return
	}
	for _, of := range []struct{ source, cte, member, which sqltext.SQL }{
		{r.source, "__skyline_page_sizes", "sizes", "the release"}, {r.original, "__skyline_page_sizes_before", "sizes_before", "the original"},
	} {
		if of.source == "" {
			continue
		}
		p.Keep(of.cte, "how many QI groups of "+string(of.which)+" have so many people", r.sizes(of.source))
		job.Data = append(job.Data, sqltext.Member{Name: string(of.member), Value: "(SELECT list(x ORDER BY people ASC) FROM " + of.cte + " AS x)"})
	}
}

func (r *reportCall) sizes(source sqltext.SQL) sqltext.SQL {
	keys := sqltext.Map(r.qi, func(_ int, name string) sqltext.SQL { return sqltext.Canonical("tbl." + sqltext.Ident(name)) })
	return sqltext.Fill(`
		SELECT people, count(*) AS groups
		FROM (
		    SELECT {people} AS people
		    FROM {source} AS tbl
		    GROUP BY {keys}
		)
		WHERE people > 0
		GROUP BY people
	`, sqltext.Args{"people": r.people(), "source": source, "keys": sqltext.List(keys)})
}

// people is how many people are in a group of rows of tbl.
func (r *reportCall) people() sqltext.SQL {
	switch {
	case r.person != "":
		return "count(DISTINCT " + sqltext.Canonical("tbl."+sqltext.Ident(r.person)) + ")"
	case r.weight != "":
		return people.Bigint("sum(" + r.weightOfRow() + ")")
	}
	return "count(*)"
}

// addFrequencies adds how often each column has each of its values, in the original and in the
// release, and how many people are in the original.
func (r *reportCall) addFrequencies(p *sqltext.Plan, job *sqltext.Job) {
	parts := []sqltext.SQL{r.frequencies(r.source, true)}
	if r.original != "" {
		parts = append(parts, r.frequencies(r.original, false))
		job.Data = append(job.Data, sqltext.Member{Name: "people_before", Value: sqltext.Fill("(SELECT coalesce({people}, 0) FROM {original} AS tbl)",
			sqltext.Args{"people": r.people(), "original": r.original})})
	}
	p.Keep("__skyline_frequencies", "how often each quasi-identifier has its values, after and before", sqltext.Join("\nUNION ALL\n", parts...))
	job.Data = append(job.Data, sqltext.Member{Name: "frequencies", Value: "(SELECT list(x) FROM __skyline_frequencies AS x)"})
}

// frequencies counts the values of all quasi-identifiers of a table in one scan. They are in
// the order of the first number in them, so that ages, ranges of ages and days are in theirs,
// then of their texts. Of very many, some beside each other are one bar, as high as the
// highest of them.
func (r *reportCall) frequencies(source sqltext.SQL, after bool) sqltext.SQL {
	keys := sqltext.Numbered(len(r.qi), "q#")
	label := sqltext.SQL("NULL::VARCHAR")
	if after && r.page.ShowValues {
		label = "coalesce(min(v), 'NULL')"
	}
	which, values, grouping, sets := make([]sqltext.SQL, len(keys)), make([]sqltext.SQL, len(keys)), make([]sqltext.SQL, len(keys)), make([]sqltext.SQL, len(keys))
	for i, key := range keys {
		number := sqltext.Int(int64(i))
		which[i] = "WHEN g" + number + " = 0 THEN " + number
		values[i] = "WHEN g" + number + " = 0 THEN " + key + "::VARCHAR"
		grouping[i] = "grouping(" + key + ") AS g" + number
		sets[i] = "(" + key + ")"
	}
	weight, n := sqltext.SQL("1"), sqltext.SQL("count(*)")
	if r.weight != "" {
		weight, n = r.weightOfRow(), people.Bigint("sum(w)")
	}
	return sqltext.Fill(`
		SELECT i, {after} AS after, different, list(n ORDER BY bar) AS people, list(label ORDER BY bar) AS labels
		FROM (
		    SELECT i, different, place * {most} // greatest(different, {most}) AS bar, max(n) AS n, {label} AS label
		    FROM (
		        SELECT i, v, n, count(*) OVER (PARTITION BY i) AS different,
		            row_number() OVER (PARTITION BY i ORDER BY TRY_CAST(regexp_extract(v, '-?[0-9]+([.][0-9]+)?') AS DOUBLE) ASC NULLS LAST, v ASC NULLS LAST) - 1 AS place
		        FROM (
		            SELECT
		                CASE
		                {which}
		                END AS i,
		                CASE
		                {values}
		                END AS v,
		                n
		            FROM (
		                SELECT {keys}, {grouping}, {people} AS n
		                FROM (SELECT {named}, {weight} AS w FROM {source} AS tbl)
		                GROUP BY GROUPING SETS ({sets})
		            )
		        )
		    )
		    GROUP BY i, different, bar
		)
		GROUP BY i, different
	`, sqltext.Args{
		"after": sqltext.Bool(after), "most": sqltext.Int(maxBars), "label": label, "people": n, "weight": weight, "source": source,
		"which": sqltext.Join("\n", which...), "values": sqltext.Join("\n", values...), "keys": sqltext.List(keys),
		"grouping": sqltext.List(grouping), "sets": sqltext.List(sets),
		"named": sqltext.List(sqltext.Map(r.qi, func(i int, name string) sqltext.SQL {
			return sqltext.Canonical("tbl."+sqltext.Ident(name)) + " AS " + keys[i]
		})),
	})
}

// maxBars is how many bars a picture gets at most; it puts them together further.
const maxBars = 1000
