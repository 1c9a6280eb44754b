package utility

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// ReleaseUtility is release_utility.
var ReleaseUtility = &call.Function{
	Name:        "release_utility",
	Summary:     "What does a release cost? Group sizes, information loss, divergence, statistics, and what models trained on it are good for.",
	Questions:   []string{"What does a release cost: information, divergence, statistics, the accuracy of models?"},
	Description: "Compares a release with the table it was made of, [measure](#measures-of-release_utility) by measure. The release has the columns of the original; its `qi` columns hold values or [labels](#labels-that-release_utility-understands). People of the original who are not in the release count as suppressed.",
	Params: []call.Param{
		{Name: "original", Type: "VARCHAR", Doc: "the table before: [a name or a query](#what-names-a-table)", Raw: true},
		{Name: "release", Type: "VARCHAR", Doc: "the release made of it, given likewise"},
		call.ParamQI,
		{Name: "sensitive", Type: call.TypeNames, Default: "NULL", Doc: "the sensitive column, or a [list of several](#several-sensitive-columns), for `kl_divergence` and as features of classifiers"},
		{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "a table `attribute, value, level, label`: each value's label on each level, from 1, of the hierarchy of a column"},
		{Name: "target", Type: "VARCHAR", Default: "NULL", Doc: "a further column, for trees to predict: [classes or numbers](#a-model-trained-on-the-release)"},
		{Name: "weight", Type: "VARCHAR", Default: "NULL", Doc: call.ParamWeightOnly.Doc + "; of all the tables"},
		{Name: "seed", Type: "BIGINT", Default: "0", Doc: "of the random parts of the cross validation, from 0"},
		{Name: "groups", Type: "VARCHAR", Default: "'group_id'", Doc: "the column of the release that tells its QI groups apart; NULL: rows equal on `qi` are one"},
		{Name: "test", Type: "VARCHAR", Default: "NULL", Doc: "a table of other people, with the columns of the original, to test trees on; NULL: cross validation", Raw: true},
		{Name: "null_means", Type: "VARCHAR", Default: "'auto'", Doc: "what NULL is in `qi` columns of the release: `'value'`, a value like any other; `'suppressed'`, a cell that is left empty and counts as `*`; `'auto'`, that in columns in which the release has more NULLs than the original"},
		call.ParamSuppressedRows,
		{Name: "output", Type: "VARCHAR", Default: "'measures'", Doc: "`'measures'`; `'statistics'`, [means, deviations and correlations](#release_utility-statistics) beside the original's; `'rows'`, [what other models can be trained on](#release_utility-rows)"},
	},
	Columns: []call.ResultColumn{
		{Name: "measure", Type: "VARCHAR", Doc: "the measure"},
		{Name: "attribute", Type: "VARCHAR", Doc: "the column that it is about; NULL: the release"},
		{Name: "value", Type: "DOUBLE", Doc: "its value; NULL where it has none"},
		{Name: "meaning", Type: "VARCHAR", Doc: "what that means, in a sentence; NULL for measures that are there to be compared only"},
	},
	Example: `FROM release_utility('(VALUES (34, ''F'', ''Flu''), (36, ''M'', ''AIDS''),
                              (51, ''M'', ''Flu''), (59, ''M'', ''Flu'')) t(age, sex, disease)',
                     '(VALUES (''[34, 36]'', ''{F, M}'', ''Flu'', 1), (''[34, 36]'', ''{F, M}'', ''AIDS'', 1),
                              (''[51, 59]'', ''M'', ''Flu'', 2), (''[51, 59]'', ''M'', ''Flu'', 2)) t(age, sex, disease, group_id)',
                     qi := ['age', 'sex'], sensitive := 'disease')`,
	Notes: []string{
		"In `target`, as in `qi` and `sensitive`, NULL is a value of its own; among numbers, trees take it for unknown. NULL in `weight` is an error.",
		"Equal seeds give equal results.",
		"A last row `suppressed_rows` is there where rows of the release show `*` in every `qi` column, beside others or left out: how many. See [Suppressed rows](#suppressed-rows).",
	},
	Cost:       "one scan and GROUP BY of each table; for the divergence, a walk down a trie of the label combinations for each `qi` combination of the original; for a target, twenty trees, each O(rows · columns · depth).",
	Plan:       planReleaseUtility,
	Outputs:    []call.Output{statisticsOfRelease, rowsForModels},
	Kernels:    []host.Kernel{utilityKernel, statisticsKernel, examplesKernel},
	Aggregates: []host.Aggregate{ReadingsAggregate(), NodesAggregate()},
}

// utilityCall is the tables of a call of release_utility, and their columns.
type utilityCall struct {
	*call.Call
	original, release sqltext.SQL // what stands behind FROM
	hierarchies, test sqltext.SQL // likewise, "" for none
	weight, groups    string      // columns, "" for none
	output            string
	spec              utilitySpec // what the kernel has to know
	suppressed        call.SuppressedRows
}

func readUtilityCall(c *call.Call) (*utilityCall, error) {
	u := &utilityCall{Call: c}
	if err := u.readTables(); err != nil {
		return nil, err
	}
	if err := u.readColumns(); err != nil {
		return nil, err
	}
	var err error
	if u.spec.Seed, err = c.Whole("seed"); err != nil {
		return nil, err
	}
	if u.spec.Nulls, err = c.Choice("null_means", "auto", "value", "suppressed"); err != nil {
		return nil, err
	}
	if u.output, err = c.Choice("output", outputMeasures, outputStatistics, outputRows); err != nil {
		return nil, err
	}
	if u.spec.Target == "" && u.test != "" {
		return nil, c.Errorf("target must be given with test: the column for trees to predict")
	}
	if u.spec.Target == "" && u.output == outputRows {
		return nil, c.Errorf("target must be given with output := 'rows': the column for models to predict")
	}
	return u, nil
}

// The values of the parameter output.
const (
	outputMeasures   = "measures"
	outputStatistics = "statistics"
	outputRows       = "rows"
)

func (u *utilityCall) readTables() (err error) {
	if u.original, err = u.SourceOf("original"); err != nil {
		return err
	}
	if u.release, err = u.SourceOf("release"); err != nil {
		return err
	}
	if u.hierarchies, err = u.Hierarchies(); err != nil {
		return err
	}
	u.test, err = u.OptionalSource("test")
	return err
}

// readColumns reads the columns, makes sure that none has two roles, and that the tables
// have them.
func (u *utilityCall) readColumns() (err error) {
	spec := &u.spec
	if spec.QI, err = u.Columns("qi"); err != nil {
		return err
	}
	if spec.Sensitive, err = u.Sensitive(); err != nil {
		return err
	}
	for _, column := range []struct {
		param string
		name  *string
	}{{"target", &spec.Target}, {"weight", &u.weight}, {"groups", &u.groups}} {
		if *column.name, _, err = u.OptionalText(column.param, call.WhatColumn); err != nil {
			return err
		}
	}
	spec.Grouped = u.groups != ""
	roles := []call.Role{{Param: "qi", Columns: spec.QI}, call.RoleOfAll("sensitive", spec.Sensitive), call.RoleOf("target", spec.Target), call.RoleOf("weight", u.weight)}
	groups := call.RoleOf("groups", u.groups)
	groups.Otherwise = "groups := NULL takes rows that are equal on qi for a group"
	ofRelease := append(slices.Clip(roles), groups)
	if err := u.Distinct(ofRelease...); err != nil {
		return err
	}
	u.original = u.HavingRoles("original", u.original, roles...)
	if u.suppressed, u.release, err = u.DropSuppressed(u.HavingRoles("release", u.release, ofRelease...), spec.QI); err != nil {
		return err
	}
	if u.test != "" {
		u.test = u.HavingRoles("test", u.test, roles...)
	}
	return nil
}
