package check

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// PrivacyMeasures is privacy_measures.
var PrivacyMeasures = &call.Function{
	Name:        "privacy_measures",
	Summary:     "How safe is a table as it stands? k, l, t, β, δ, re-identification risks and what else is commonly measured, in one result.",
	Questions:   []string{"What are its k, l, t, β, δ, re-identification risks?"},
	Description: "A row for each [measure](#measures-of-privacy_measures), in their order. Measures that are what a [requirement](#privacy-requirements) bounds have its name.",
	Params: []call.Param{
		call.ParamTable, call.ParamQI, reportSensitive, call.ParamPerson, call.ParamWeight, call.ParamValues,
		{Name: "population", Type: "VARCHAR", Default: "NULL", Doc: "the population that `tbl` is a sample of, named like `tbl`: a table with the same `qi` columns, generalized in the same way, and a row for each person; NULL: `tbl` itself, so that `k_map` is a lower bound, and journalist and marketer risks are upper bounds, on what they are in any population that contains `tbl`"},
		{Name: "risk_threshold", Type: "DOUBLE", Default: "0.2", Doc: "people whose risk is above this are at risk, in (0, 1]"},
		{Name: "public", Type: "VARCHAR", Default: "NULL", Doc: "a public table that contains everybody of `tbl`, named like it: the same `qi` columns, generalized in the same way, and a row for each person; NULL: no measures of presence"},
		{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "a table with the columns `attribute`, `value`, `level`, `label`, named like `tbl`, that has a [hierarchy](#hierarchies) of `sensitive`; NULL: no `t_closeness_hierarchical`"},
		{Name: "width", Type: "DOUBLE", Default: "NULL", Doc: "the width of the windows of `proximity`, from 0 on; NULL: no such measure"},
		call.ParamOtherSensitive, people.ParamMissing, call.ParamSuppressedRows,
	},
	Columns: []call.ResultColumn{
		{Name: "measure", Type: "VARCHAR", Doc: "the measure's name"},
		{Name: "attribute", Type: "VARCHAR", Doc: "the column that it is about; NULL: all of `qi`"},
		{Name: "value", Type: "DOUBLE", Doc: "its value; NULL where it is not defined, `inf` where no number is large enough"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
	},
	Example: `FROM privacy_measures('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS''),
                             (30, ''Flu''), (30, ''Cold''), (30, ''AIDS'')) t(age, disease)',
                    qi := ['age'], sensitive := 'disease')
WHERE measure IN ('people', 'qi_groups', 'k_anonymity', 'uniques', 'prosecutor_highest_risk', 'prosecutor_average_risk', 'distinct_diversity', 'max_share', 't_closeness', 'basic_beta')`,
	Notes: []string{
		"In an empty table `people`, `qi_groups`, `uniques` and `distinct_values` are 0 and every other measure is NULL.",
		"`t_closeness_ordered` is NULL where `sensitive` has a NULL, which has no place in an order, and for types other than numbers, dates, times, timestamps, intervals and ENUM (in the order of its definition).",
		"Where `person` is given, people are counted, wherever their rows are: f_j is the number of different people with a row in a group. A person's 1/f_j is the largest of their groups', means and shares are of people, and somebody is unique who is the only person of one of their groups. `k_anonymity` does not say how surely a row is the target's: that is r/n for somebody with r of the n rows of their group, 9/10 for 9 of 10 rows though two people share the group. The rows `row_highest_risk`, `row_average_risk` and `row_share_at_risk` are there where somebody has several rows.",
		"Where people have rows in several groups, `average_group_size` and `distinctness` count them in each, `marketer_risk` and `separation` are NULL (`quasi_identifier_profile` counts pairs of people), and `population` and `public` are refused. The values of somebody in a group are the set of those of their rows there.",
		"Where people have several values, a value's share is that of the people who have it, so that the shares do not add up to 1; how often somebody has the same value is not looked at, so that `'multiset'` differs from `'set'` only in that it allows repetition: there `max_share` is not the requirement, which counts occurrences. `entropy_diversity`, `recursive_diversity_l*` and the two `t_closeness` need one distribution and are NULL then.",
		"People of `population` are its rows; `person` and `weight` are about `tbl`. If a QI group has more people in `tbl` than in `population`, that is an error.",
		"Counts and quotients of counts are exact, then rounded once; `entropy_diversity`, `enhanced_beta` and the δs are within 1e-12, relatively.",
		"A last row `suppressed_rows` is there where rows show `*` in every `qi` column, beside others or left out: how many. See [Suppressed rows](#suppressed-rows).",
		"With `missing := 'any'` f_j is how many people match a person: see [Missing values](#missing-values). There are no groups, so that `qi_groups` and `average_group_size` are NULL, `distinctness` and `separation` are there for single columns only, in which NULL is a value, and `sensitive`, `population` and `public` must be NULL. `uniques` are people who match nobody else.",
		"In the words of ARX: `prosecutor_average_risk` is the average risk or success rate, `prosecutor_share_at_risk` the records at risk, `distinctness` the distinction.",
		"Differences from pycanon (1.3.6): it rounds `entropy_diversity` down to a whole number, and c up; for recursive diversity it sorts the counts upwards and so takes the *smallest* for r₁, which makes c too small; its t-closeness picks the ordered or the equal distance by the column's type, here both are given; its β for enhanced β-likeness is min(`basic_beta`, -ln of the smallest p), which also comes out where enhanced β-likeness holds for no β; its δ is `delta_disclosure_present`; its average re-identification risk is the mean of 1/f_j over groups, here (as in ARX and the literature) over people; it drops rows with a NULL in a `qi` column.",
	},
	NotPromised: "Each measure is a fact about the table, not a bound on what an adversary learns; for that see `skyline_check`.",
	Cost:        "one scan and one GROUP BY of the `qi` columns (and one of `population`); a GROUP BY of the counted groups for each `qi` column; one pass over the distinct histograms for each family of measures.",
	Source:      reportSources,
	Plan:        planPrivacyMeasures,
	Kernels:     []host.Kernel{reportKernel},
	Aggregates:  []host.Aggregate{sizeCountsAggregate(), histogramCountsAggregate()},
}

// reportSensitive is optional, unlike that of the functions on one value.
var reportSensitive = call.Param{Name: "sensitive", Type: call.TypeNames, Default: "NULL", Doc: "the sensitive column, or a [list of several](#several-sensitive-columns); NULL: no measures about one"}

// reportInput is the input of privacy_measures.
type reportInput struct {
	*people.Input
	population, public, hierarchies sqltext.SQL // what stands behind FROM, "" for none
}

// planPrivacyMeasures writes the statement: DuckDB groups the rows, and counts the groups by
// their sizes and histograms; the kernel measures them.
func planPrivacyMeasures(c *call.Call) (sqltext.SQL, error) {
	in := reportInput{}
	var err error
	if in.Input, err = people.NewInput(c); err != nil {
		return "", err
	}
	threshold, err := c.Threshold("risk_threshold")
	if err != nil {
		return "", err
	}
	if in.population, err = in.OtherTable("population"); err != nil {
		return "", err
	}
	if in.public, err = in.OtherTable("public"); err != nil {
		return "", err
	}
	if err := in.refuseBesideMatches(); err != nil {
		return "", err
	}
	if in.population == "" && in.public == "" {
		in.CountPeople()
	}
	if len(in.Sensitive) > 1 {
		return eachColumn{in: in.Input, own: []string{"width", "hierarchies"}}.planReports()
	}
	if in.hierarchies, err = c.Hierarchies(); err != nil {
		return "", err
	}
	spec := reportSpec{
		ValuesPerPerson: in.ValuesPerPerson, RiskThreshold: threshold, QI: in.QI, Sensitive: in.Sensitive, HasPublic: in.public != "", HasTree: in.hierarchies != "",
	}
	if spec.Width, err = in.width(); err != nil {
		return "", err
	}
	var p sqltext.Plan
	in.AddTypes(&p)
	in.AddGroups(&p, people.Reading{Twice: true, Counted: true})
	job := sqltext.Job{
		Function: c.Function.Name, Kernel: reportKernel.Name, Why: "the measures",
		Spec: spec,
		Data: []sqltext.Member{{Name: "sizes", Value: "x.sizes"}},
		From: sqltext.Fill("(SELECT __skyline_size_counts({key}, {function}, of, people, others, n) AS sizes FROM __skyline_sizes) AS x",
			sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name)}),
		Rows: "__skyline_measures",
	}
	in.addSizes(&p)
	if len(in.Sensitive) > 0 {
		in.addSensitive(&p, &job)
	}
	if in.MatchesAny {
		job.Data = append(job.Data, sqltext.Member{Name: "rows", Value: "y.rows"})
		job.From += ", " + in.AddMatchRows(&p, people.Groups, "0", "0") + " AS y"
	}
	if in.Anywhere {
		job.Data = append(job.Data, in.WholeMember())
	}
	p.Run(job)
	return p.Statement(sqltext.Fill(`
		SELECT measure, attribute, value, meaning
		FROM (
		    SELECT i, measure, attribute, value, meaning FROM __skyline_measures
		    UNION ALL
		    SELECT NULL, {suppressed}
		)
		ORDER BY i ASC NULLS LAST
	`, sqltext.Args{"suppressed": suppressedMeasure(in.Input)})), nil
}

// suppressedMeasure is the row of privacy_measures on rows of which no quasi-identifier is shown,
// without its SELECT.
func suppressedMeasure(in *people.Input) sqltext.SQL {
	before, after := call.SuppressedSentence(in.Suppressed.Rule())
	return sqltext.Fill("'suppressed_rows', NULL, n::DOUBLE, concat({before}, n, {after}) FROM {suppressed}",
		sqltext.Args{"before": sqltext.Text(before), "after": sqltext.Text(after), "suppressed": in.Suppressed.Counted()})
}

// refuseBesideMatches is an error where the call asks for what needs QI groups, and there are none.
func (in *reportInput) refuseBesideMatches() error {
	if !in.MatchesAny {
		return nil
	}
	for _, param := range []string{"sensitive", "population", "public"} {
		if in.Call.Arguments[param] != nil {
			return in.Call.Errorf("%s must be NULL where missing is 'any': its measures are about QI groups, and there are none, since two rows that match a third need not match each other; use missing := 'category'", param)
		}
	}
	return nil
}

// addSizes adds __skyline_sizes: how many QI groups, or values of a quasi-identifier, have
// so many people, as __skyline_size_counts takes it.
func (in *reportInput) addSizes(p *sqltext.Plan) {
	groups := sqltext.Fill("SELECT n AS people, n AS population FROM {groups} WHERE n > 0", sqltext.Args{"groups": people.Groups})
	if in.population != "" {
		groups = in.Beside(in.population, "population")
	}
	parts := []sqltext.SQL{sqltext.Fill(`
		SELECT {of} AS of, {people} AS people, {others} AS others, count(*) AS n
		FROM ({groups})
		WHERE people > 0
		GROUP BY ALL
	`, sqltext.Args{"of": sqltext.Int(ofGroups), "people": people.Bigint("people"), "others": people.Bigint("population"), "groups": groups})}
	if in.public != "" {
		parts = append(parts, sqltext.Fill(`
			SELECT {of}, {people} AS people, {others} AS others, count(*)
			FROM ({groups})
			GROUP BY ALL
		`, sqltext.Args{"of": sqltext.Int(ofPublic), "people": people.Bigint("people"), "others": people.Bigint("public"), "groups": in.Beside(in.public, "public")}))
	}
	n, from := sqltext.SQL("sum(n)"), people.Groups+" WHERE n > 0"
	if in.Anywhere {
		n, from = "count(DISTINCT p)", people.RowsOfPeople
	}
	for i, key := range in.Keys() {
		parts = append(parts, sqltext.Fill(`
			SELECT {i}, {people} AS people, 0, count(*)
			FROM (SELECT {n} AS people FROM {groups} GROUP BY {key})
			GROUP BY ALL
		`, sqltext.Args{"i": sqltext.Int(int64(i)), "people": people.Bigint("people"), "n": n, "groups": from, "key": key}))
	}
	if in.Anywhere {
		parts = append(parts, in.sizesOfPersons())
	}
	p.With("__skyline_sizes", "how many QI groups there are of each size, in the table and beside it, and how many values of each quasi-identifier",
		sqltext.Join("\nUNION ALL\n", parts...))
}

// sizesOfPersons is the SELECT of the smallest group of each person, and of the group in which
// their share of the rows is the largest, as __skyline_size_counts takes them. Different shares
// of fewer than 2^26 rows are different DOUBLEs.
func (in *reportInput) sizesOfPersons() sqltext.SQL {
	keys := sqltext.List(in.Keys())
	return sqltext.Fill(`
		SELECT {smallest}, {least} AS people, 0, count(*)
		FROM ({persons})
		GROUP BY ALL
		UNION ALL
		SELECT {rows}, {own} AS people, {all} AS others, count(*)
		FROM ({persons})
		GROUP BY ALL
	`, sqltext.Args{
		"smallest": sqltext.Int(ofPersons), "rows": sqltext.Int(ofRows), "least": people.Bigint("least"), "own": people.Bigint("worst.r"), "all": people.Bigint("worst.n"),
		"persons": sqltext.Fill(`
			SELECT p, min(people) AS least, max(struct_pack(share := r::DOUBLE / n, n := n, r := r)) AS worst
			FROM (SELECT p, r, count(*) OVER (PARTITION BY {keys}) AS people, sum(r) OVER (PARTITION BY {keys}) AS n FROM {rows})
			GROUP BY p
		`, sqltext.Args{"keys": keys, "rows": people.RowsOfPeople}),
	})
}

// width returns the width of windows, nil for none.
func (in *reportInput) width() (*float64, error) {
	given := in.Call.Arguments["width"]
	if given == nil {
		return nil, nil
	}
	width := call.FloatOf(given)
	return &width, in.Call.CheckNumber("width", "a number from 0 on", given, func(x float64) bool { return x >= 0 })
}

// addSensitive adds the data on the sensitive values: the histograms, and, where each
// person has one value, the values in their own order, if they have one that is more than
// a convention, and their labels. What a cast cannot read back is left out; then there is no
// order.
func (in *reportInput) addSensitive(p *sqltext.Plan, job *sqltext.Job) {
	const different = sqltext.SQL("__skyline_different")
	p.Keep(different, "the different histograms, and how many QI groups have each",
		sqltext.Fill("SELECT h, count(*) AS n FROM {groups} WHERE n > 0 GROUP BY h", sqltext.Args{"groups": people.Groups}))
	job.Data = append(job.Data, sqltext.Member{Name: "histograms", Value: "y.histograms"})
	job.From += sqltext.Fill(", (SELECT __skyline_histogram_counts({key}, {function}, h, n) AS histograms FROM {different}) AS y",
		sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name), "different": different})
	if in.ValuesPerPerson == people.One {
		job.Data = append(job.Data, in.AddValueFacts(p, []people.Facts{{Order: true, Hierarchies: in.hierarchies}}, different))
	}
}
