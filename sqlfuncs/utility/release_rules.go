package utility

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// ReleaseRules is release_rules.
var ReleaseRules = &call.Function{
	Name:        "release_rules",
	Summary:     "Which association rules of a table can still be found in a release, and which false ones?",
	Questions:   []string{"Which rules of a table can still be found in its release?"},
	Description: "Finds the rules of a table, such as “men are Americans”, and returns for each the probability that a table drawn from the release has it. Rules that only such tables have follow: these are false. A release of values is a table itself, and the probability is 0 or 1. Where the release has [labels](#labels-that-release_utility-understands) or distributions, a table is drawn from it: [below](#how-release_rules-draws).",
	Params: []call.Param{
		{Name: "original", Type: "VARCHAR", Doc: "the table before: [a name or a query](#what-names-a-table)"},
		{Name: "release", Type: "VARCHAR", Doc: "the release made of it, given likewise"},
		{Name: "columns", Type: "VARCHAR[]", Doc: "the columns of both tables that rules are about. In the release each has values, labels, or distributions as [`pdf_generalize`](#pdf_generalize) makes them"},
		{Name: "target", Type: "VARCHAR", Default: "NULL", Doc: "a further column, for class rules: it is on the right of each rule, and `columns` are on the left. NULL: association rules, with any of `columns` on the right"},
		{Name: "support", Type: "DOUBLE", Default: "0.01", Doc: "the least support, in (0, 1]: the share of people who have all values of a rule"},
		{Name: "confidence", Type: "DOUBLE", Default: "0.8", Doc: "the least confidence, in (0, 1]: among the people with the values on the left, the share with that on the right"},
		{Name: "longest", Type: "BIGINT", Default: "NULL", Doc: "the largest number of values on the left; NULL: any"},
		{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "a table `attribute, value, level, label`, where labels of the release come from one"},
		{Name: "draws", Type: "BIGINT", Default: "100", Doc: "how many tables are drawn where probabilities cannot be counted, from 1 to 100000"},
		draw.ParamSampleSeed,
		{Name: "weight", Type: "VARCHAR", Default: "NULL", Doc: call.ParamWeightOnly.Doc + "; of both tables"},
		{Name: "null_means", Type: "VARCHAR", Default: "'auto'", Doc: "what NULL is in the release, as in [`release_utility`](#release_utility): `'auto'`, `'value'` or `'suppressed'`"},
		call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "antecedent", Type: "VARCHAR", Doc: "the left side of the rule, as a condition in SQL", Data: true},
		{Name: "consequent", Type: "VARCHAR", Doc: "its right side", Data: true},
		{Name: "in_original", Type: "BOOLEAN", Doc: "whether the original has the rule; false: it is a false one"},
		{Name: "probability", Type: "DOUBLE", Doc: "the probability that a table drawn from the release has it"},
		{Name: "probability_low", Type: "DOUBLE", Doc: "the lower end of a 95 % confidence interval of `probability`; where `exact`, the probability"},
		{Name: "probability_high", Type: "DOUBLE", Doc: "the upper end"},
		{Name: "exact", Type: "BOOLEAN", Doc: "whether all tables that can be drawn were counted; false: `draws` were"},
		{Name: "error", Type: "DOUBLE", Doc: "by how much its confidence in a drawn table differs from the original's, on average, where a table without the rule counts as one with the least confidence; `sum(error)` is the distance of the two sets of rules"},
		{Name: "support", Type: "DOUBLE", Doc: "its support in the original; NULL for a false rule"},
		{Name: "confidence", Type: "DOUBLE", Doc: "its confidence in the original; NULL for a false rule"},
	},
	Example: `SELECT antecedent, consequent, in_original, probability, exact, error
FROM release_rules('(VALUES (''M'', ''US''), (''M'', ''US''), (''M'', ''US''), (''M'', ''Ca'')) t(sex, nation)',
                   '(VALUES (''M'', ''{Ca, US}''), (''M'', ''{Ca, US}''), (''M'', ''{Ca, US}''), (''M'', ''{Ca, US}'')) t(sex, nation)',
                   ['sex'], target := 'nation', support := 0.25, confidence := 0.75)`,
	Notes: []string{
		"Rules of the original come first, those of the largest confidence first; then the false ones, the likeliest first.",
		"A rule has one value on the right and at least one on the left, each of another column. NULL is a value like any other. Counts are compared with `support` and `confidence` as fractions: 4 of 5 people are a confidence of 0.8.",
		"False rules are all that a drawn table may have, where all rules could be counted; else those that the draws have shown.",
		"The distance grows with the number of rules, so it only compares releases of the same table with the same thresholds.",
	},
	NotPromised: "False rules that the draws have not shown are possible, with a small probability each.",
	Cost:        "one scan and GROUP BY of each table. Finding the rules of a table reads, for each set of values that has the support, its rows once for each further column; at most 500,000 sets. A probability is counted where a rule is open for at most 48 people of the release, in time of the third power of these; else each draw takes the time of finding the rules of a table.",
	Source:      "Nergiz, Cetintas, Akova, “Generalizations with probability distributions for data anonymization”, Purdue CSD TR 08-001 (2008), Sect. IV-C; the distance is Eqn 5, Sect. VI-A.",
	Plan:        planReleaseRules,
	Kernels:     []host.Kernel{rulesKernel},
}

// maxDraws bounds what is kept of draws.
const maxDraws = 100_000

// rulesCall is a call of release_rules.
type rulesCall struct {
	*Pair
	spec   rulesSpec
	random draw.Randomness
}

func readRules(c *call.Call) (*rulesCall, error) {
	r := &rulesCall{Pair: &Pair{Call: c}}
	var err error
	if r.Original, err = c.SourceOf("original"); err != nil {
		return nil, err
	}
	if r.Release, err = c.SourceOf("release"); err != nil {
		return nil, err
	}
	if r.Hierarchies, err = c.Hierarchies(); err != nil {
		return nil, err
	}
	if r.Weight, _, err = c.OptionalText("weight", call.WhatColumn); err != nil {
		return nil, err
	}
	if err := r.readColumns(); err != nil {
		return nil, err
	}
	if err := r.readThresholds(); err != nil {
		return nil, err
	}
	if r.spec.Nulls, err = c.Choice("null_means", "auto", "value", "suppressed"); err != nil {
		return nil, err
	}
	r.random, err = draw.Read(c)
	return r, err
}

// readColumns reads the columns of rules: the target is the last.
func (r *rulesCall) readColumns() error {
	columns, err := r.Columns("columns")
	if err != nil {
		return err
	}
	target, hasTarget, err := r.OptionalText("target", call.WhatColumn)
	if err != nil {
		return err
	}
	roles := []call.Role{{Param: "columns", Columns: columns}, call.RoleOf("target", target), call.RoleOf("weight", r.Weight)}
	if err := r.Distinct(roles...); err != nil {
		return err
	}
	r.QI = slices.Clip(columns)
	if hasTarget {
		r.QI = append(r.QI, target)
	}
	if len(r.QI) < 2 {
		return r.Errorf("columns must be at least two, or one and target, since a rule has two sides")
	}
	r.spec.QI, r.spec.HasTarget = r.QI, hasTarget
	r.Original = r.HavingRoles("original", r.Original, roles...)
	r.Release = r.HavingRoles("release", r.Release, roles...)
	return nil
}

func (r *rulesCall) readThresholds() (err error) {
	s := &r.spec
	if s.Support, err = r.Threshold("support"); err != nil {
		return err
	}
	if s.Confidence, err = r.Threshold("confidence"); err != nil {
		return err
	}
	if r.Arguments["longest"] != nil {
		if s.Longest, err = r.Whole("longest"); err != nil || s.Longest < 1 {
			return r.Errorf("longest must be a whole number from 1 or NULL, got %s", call.Show(r.Arguments["longest"]))
		}
	}
	if s.Draws, err = r.Whole("draws"); err != nil || s.Draws < 1 || s.Draws > maxDraws {
		return r.Errorf("draws must be a whole number from 1 to %d, got %s", maxDraws, call.Show(r.Arguments["draws"]))
	}
	return nil
}

// planReleaseRules returns the statement of release_rules: the rows of both tables are counted and
// read as those of release_utility are; beside them the kernel gets the distributions of the
// release.
func planReleaseRules(c *call.Call) (sqltext.SQL, error) {
	r, err := readRules(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	if r.random.IsOnce() {
		p.Keep("__skyline_read1", "the original, which the key of the draw and the kernel look at", sqltext.Fill("SELECT * FROM {source} AS tbl", sqltext.Args{"source": r.Original}))
		p.Keep("__skyline_read2", "the release, likewise", sqltext.Fill("SELECT * FROM {source} AS tbl", sqltext.Args{"source": r.Release}))
		r.Original, r.Release = "__skyline_read1", "__skyline_read2"
	}
	r.random.Bind(&p, c, r.Original, r.Release)
	for i, name := range r.QI {
		r.OfRelease = append(r.OfRelease, PairColumn{"m" + sqltext.Int(int64(i)+1), people.DistributionText("release", name), true})
	}
	data, from := r.Add(&p)
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: rulesKernel.Name, Why: "the rules of the original, and of what is drawn from the release",
		Spec: r.spec, Data: append(data, sqltext.Member{Name: "key", Value: draw.KeyData(r.random.Key())}), From: from, Rows: "__skyline_rules",
	})
	return p.Statement("SELECT * EXCLUDE (i) FROM __skyline_rules ORDER BY i ASC"), nil
}
