package attackers

import (
	"context"
	"database/sql"
	"fmt"
	"math"

	"skyline/engine/attack"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/utility"
	"skyline/sqlfuncs/words"
)

// AttackLinkage is attack_linkage.
var AttackLinkage = &call.Function{
	Name:        "attack_linkage",
	Summary:     "How many people can be linked with one row of a release by what it shows of them, with several, or with none?",
	Questions:   []string{"How many people can be linked with one row of a release?"},
	Description: "An attacker has a list of people with exact values, `original`, and looks for each in the release: a row matches whose labels the person's values are in. The release is read [as `release_utility` reads it](#labels-that-release_utility-understands). A row of the result for each measure.",
	Params: []call.Param{
		{Name: "release", Type: "VARCHAR", Doc: "the release: [a name or a query](#what-names-a-table)"},
		paramOriginal,
		{Name: "qi", Type: "VARCHAR[]", Doc: "the columns, of both tables, that the attacker looks at: values in `original`, labels in `release`"},
		paramHierarchies, call.ParamWeightOnly, paramNullMeans, call.ParamSuppressedRows,
	},
	Columns: []call.ResultColumn{
		{Name: "measure", Type: "VARCHAR", Doc: "what is measured: see [Measures](#measures-of-attack_linkage)"},
		{Name: "value", Type: "DOUBLE", Doc: "its value; NULL where it is not known, or there is nobody"},
		{Name: "meaning", Type: "VARCHAR", Doc: "what that means, in a sentence"},
		{Name: "people", Type: "BIGINT", Doc: "how many people of `original` that is; NULL where it is not about some of them"},
	},
	Example: `SELECT measure, round(value, 4) AS value, people FROM attack_linkage(
    '(VALUES (''[21, 29]'', ''Flu''), (''[21, 29]'', ''Cold''), (''[21, 29]'', ''Flu''), (''34'', ''Cold'')) t(age, disease)',
    '(VALUES (''Ann'', 21), (''Bob'', 22), (''Cyd'', 29), (''Dan'', 34), (''Eve'', 61)) t(name, age)',
    qi := ['age'])`,
	Notes: []string{
		"Nobody is compared with every row: people with equal values are looked up once, where cuts part the labels in a few steps.",
		"Leave the sensitive column out of `qi`, or put it in if the attacker knows it: then a row that is the only one with somebody's value matches by it.",
		"A last row `suppressed_rows` is there where rows of the release show `*` in every `qi` column, beside others or left out: `value` is how many. They match everybody, unless they are left out: see [Suppressed rows](#suppressed-rows).",
		"`original` must have everybody of the release, and may have others. A release with more people than `original` is an error.",
	},
	NotPromised: "A match is a guess. `correct` is right for an attacker who draws one of the rows that match, and knows nothing else: who knows more than `qi` of somebody is right more often, and `one_match` is no bound for him.",
	Cost:        "one scan and GROUP BY of each table. Then, for each different combination of values in `original`, a step for each cut that parts the labels; where no cuts do, a walk down a trie of the labels.",
	Plan:        func(c *call.Call) (sqltext.SQL, error) { return planLinkage(c, false) },
	Kernels:     []host.Kernel{linkageKernel},
}

var (
	paramOriginal    = call.Param{Name: "original", Type: "VARCHAR", Doc: "the people with their exact values, named likewise: the table that the release was made of", Raw: true}
	paramHierarchies = call.Param{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "the table of hierarchies that the release was made with: `attribute, value, level, label`"}
	paramNullMeans   = call.Param{Name: "null_means", Type: "VARCHAR", Default: "'auto'", Doc: "what NULL is in `qi` columns of the release, as in [`release_utility`](#release_utility): `'auto'`, `'value'` or `'suppressed'`"}
)

// tables reads the parameters release, original, hierarchies, weight and nulls.
func tables(c *call.Call, spec *utility.PairSpec) (*utility.Pair, error) {
	pair := &utility.Pair{Call: c}
	var err error
	if pair.Release, err = c.SourceOf("release"); err != nil {
		return nil, err
	}
	if pair.Original, err = c.SourceOf("original"); err != nil {
		return nil, err
	}
	if pair.Hierarchies, err = c.Hierarchies(); err != nil {
		return nil, err
	}
	if pair.Weight, _, err = c.OptionalText("weight", call.WhatColumn); err != nil {
		return nil, err
	}
	spec.Nulls, err = c.Choice("null_means", "auto", "value", "suppressed")
	return pair, err
}

// planLinkage is the plan of attack_linkage. If it tells, what is wrong with the tables is no error, but
// a row.
func planLinkage(c *call.Call, tells bool) (sqltext.SQL, error) {
	spec := linkageSpec{Tells: tells}
	pair, err := tables(c, &spec.PairSpec)
	if err != nil {
		return "", err
	}
	if pair.QI, err = c.Columns("qi"); err != nil {
		return "", err
	}
	spec.QI = pair.QI
	roles := []call.Role{{Param: "qi", Columns: pair.QI}, call.RoleOf("weight", pair.Weight)}
	if err := c.Distinct(roles...); err != nil {
		return "", err
	}
	suppressed, shown, err := c.DropSuppressed(c.HavingRoles("release", pair.Release, roles...), pair.QI)
	if err != nil {
		return "", err
	}
	pair.Release = shown
	pair.Original = c.HavingRoles("original", pair.Original, roles...)
	var p sqltext.Plan
	data, from := pair.Add(&p)
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: linkageKernel.Name, Why: "which rows match whom",
		Spec: spec, Data: data, From: from, Rows: "__skyline_linkage",
	})
	before, after := call.SuppressedSentence(suppressed.Rule())
	return p.Statement(sqltext.Fill(`
		SELECT measure, value, meaning, people
		FROM (
		    SELECT i, measure, value, people, meaning FROM __skyline_linkage
		    UNION ALL
		    SELECT NULL, 'suppressed_rows', n::DOUBLE, NULL, concat({before}, n, {after}) FROM {suppressed}
		)
		ORDER BY i ASC NULLS LAST
	`, sqltext.Args{"before": sqltext.Text(before), "after": sqltext.Text(after), "suppressed": suppressed.Counted()})), nil
}

// linkageSpec is what the kernel of attack_linkage gets.
type linkageSpec struct {
	utility.PairSpec
	Tells bool `json:"tells,omitempty"` // that it cannot be run
}

// linkageRow is a row of attack_linkage, the i-th.
type linkageRow struct {
	I       int64
	Measure string
	Value   float64 `sql:"value,nan=null"`
	People  sql.Null[int64]
	Meaning string
}

var linkageKernel = host.KernelOf("attack_linkage", runLinkage)

func runLinkage(ctx context.Context, s *linkageSpec) (*host.Rows[linkageRow], error) {
	out, err := s.link(ctx)
	if s.Tells && tellsWhy(ctx, err) {
		out = host.NewRows[linkageRow]()
		out.Add(linkageRow{Measure: notRun, Value: math.NaN(), Meaning: err.Error()})
		return out, nil
	}
	return out, err
}

func (s *linkageSpec) link(ctx context.Context) (*host.Rows[linkageRow], error) {
	r, err := s.Beside()
	if err != nil {
		return nil, err
	}
	matches, err := r.Matches(ctx)
	if err != nil {
		return nil, err
	}
	_, combinations := r.Combinations()
	links := make([]attack.Link, len(matches))
	people := int64(0)
	for i, m := range matches {
		links[i] = attack.Link{People: s.Original.Value.Counts[i], Rows: m.Rows, Labels: m.Labels}
		people += links[i].People
	}
	l, err := attack.Links(links, combinations)
	if err != nil {
		return nil, err
	}
	return linkageRows(&l, people), nil
}

func linkageRows(l *attack.Linkage, people int64) *host.Rows[linkageRow] {
	out := host.NewRows[linkageRow]()
	add := func(measure string, value float64, of sql.Null[int64], meaning string) {
		out.Add(linkageRow{int64(out.Len()), measure, value, of, meaning})
	}
	for _, part := range []struct {
		measure string
		n       int64
		what    string
	}{
		{"one_match", l.One, "match exactly one row of the release: if they are in it, that row is theirs"},
		{"several_matches", l.Several, "match several rows of the release, and qi does not tell which is theirs"},
		{"no_match", l.None, "match no row of the release"},
	} {
		share := float64(part.n) / float64(people) // NaN of nobody
		meaning := "There is nobody in original."
		if people > 0 {
			meaning = words.Capitalized(fmt.Sprintf("%s of the people of original %s.", words.About(share), part.what))
		}
		add(part.measure, share, host.Some(part.n), meaning)
	}
	if l.Fewest == 0 {
		add("fewest_matches", math.NaN(), sql.Null[int64]{}, "Nobody matches a row of the release.")
	} else {
		add("fewest_matches", float64(l.Fewest), sql.Null[int64]{}, fmt.Sprintf("Everybody who matches any row matches at least %s.", words.Count(l.Fewest, "row", "rows")))
	}
	meaning := "It is not known how many people are linked with their own row: labels overlap and not everybody is in the release, or rows of it match too few people."
	switch {
	case people == 0:
		meaning = "There is nobody in original."
	case !math.IsNaN(l.Correct):
		meaning = fmt.Sprintf("An attacker who links each person with one of the rows that match, drawn at random, is right for %s of the people on average.", words.About(l.Correct))
	}
	add("correct", l.Correct, sql.Null[int64]{}, meaning)
	return out
}
