package utility

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// ReleaseUtility is release_utility.
var ReleaseUtility = &call.Function{
	Name:        "release_utility",
	Summary:     "What does a release cost? Group sizes, information loss, divergence and the accuracy of classifiers.",
	Description: "Compares a release with the table it was made of, measure by measure. The release has the columns of the original; its `qi` columns hold values, as in a bucketized release, or labels that stand for several values: `[low, high]`, `[low, high] or NULL`, `x or NULL` for the value x and NULL, `{a, b}`, a label of `hierarchies`, or `*` for everything. What is a value of the original is never taken for anything else. People of the original who are not in the release count as suppressed.",
	Params: []call.Param{
		{Name: "original", Type: "VARCHAR", Doc: "the table before: given as `tbl` elsewhere"},
		{Name: "release", Type: "VARCHAR", Doc: "the release made of it, given likewise"},
		call.ParamQI,
		{Name: "sensitive", Type: "VARCHAR", Default: "NULL", Doc: "the sensitive column, for `kl_divergence` and as a feature of classifiers"},
		{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "a table `attribute, value, level, label`: each value's label on each level, from 1, of the hierarchy of a column"},
		{Name: "target", Type: "VARCHAR", Default: "NULL", Doc: "a further column, for classifiers to predict"},
		{Name: "weight", Type: "VARCHAR", Default: "NULL", Doc: "an integer column of all the tables; a row counts that many times"},
		{Name: "seed", Type: "BIGINT", Default: "0", Doc: "of the random parts of the cross validation, from 0"},
		{Name: "groups", Type: "VARCHAR", Default: "'group_id'", Doc: "the column of the release that tells its QI groups apart; NULL: rows equal on `qi` are one"},
		{Name: "test", Type: "VARCHAR", Default: "NULL", Doc: "a table of other people, with the columns of the original, to test classifiers on; NULL: cross validation"},
	},
	Columns: []call.ResultColumn{
		{Name: "measure", Type: "VARCHAR", Doc: "the measure: see below"},
		{Name: "value", Type: "DOUBLE", Doc: "its value; NULL where it has none"},
		{Name: "attribute", Type: "VARCHAR", Doc: "the column that it is about; NULL: the release"},
	},
	Example: `FROM release_utility('(VALUES (34, ''F'', ''Flu''), (36, ''M'', ''AIDS''), (51, ''M'', ''Flu''), (59, ''M'', ''Flu'')) t(age, sex, disease)',
                     '(VALUES (''[34, 36]'', ''{F, M}'', ''Flu'', 1), (''[34, 36]'', ''{F, M}'', ''AIDS'', 1), (''[51, 59]'', ''M'', ''Flu'', 2), (''[51, 59]'', ''M'', ''Flu'', 2)) t(age, sex, disease, group_id)',
                     qi := ['age', 'sex'], sensitive := 'disease')`,
	Notes: []string{
		"`groups`, `suppressed`: the number of QI groups, and of people of the original who are not in the release. `average_group_size`: the people of the release divided by its groups (Chen et al. 2009, Sect. 8.4).",
		"`discernibility`: the sum of the squared sizes of the QI groups; each suppressed person adds the number of people in the original (Bayardo, Agrawal, “Data privacy through optimal k-anonymization”, ICDE 2005).",
		"`ncp`, for each `qi` column and in all: the normalized certainty penalty, 0 for a single value; for an interval of numbers or times its width within the range of the original, divided by that range (months of an INTERVAL as 30 days); for a label of a hierarchy the number of values below it, divided by that of all the hierarchy's; else the number of values covered, divided by that of the original's. It is the average over the people of the original, suppressed ones with the full penalty of 1, and over the columns (Xu et al., “Utility-based anonymization using local recoding”, KDD 2006). A label with NULL beside other values, and any of a column with infinite values, counts as a set. For a bucketized release it is 0.",
		"`generalized_information_loss`: the same, except that one value less counts on both sides of a fraction of values (Iyengar, “Transforming data to satisfy privacy constraints”, KDD 2002).",
		"`precision`, for each `qi` column with a hierarchy and for these together: 1 minus the average of a label's level divided by the height of the hierarchy (Sweeney, “Achieving k-anonymity privacy protection using generalization and suppression”, 2002). NULL if a label is on no level. Of several levels with the same label the one with the most values counts, the lowest of those.",
		"`kl_divergence`, with `sensitive`: Σ p(x,s) ln(p(x,s) / p*(x,s)), in nats, over the `qi` values x and sensitive values s of the original; p is the share of people, p*(x,s) = p(x) · p*(s|x), and p*(s|x) the share of s in the QI group whose region contains x (Chen et al. 2009, Sect. 8.4). Where several regions do, their groups are taken together, which weighs them by size; where none does because people are suppressed, the whole release counts; where none does and nobody is suppressed, it is an error. NULL: infinite, because somebody's value does not occur where they could be.",
		"`classification_accuracy`, with `target`: the share of people whose target is predicted by a C4.5 decision tree (J48's settings) from the `qi` columns and the sensitive one, trained on the release and tested on the original's rows in a tenfold cross validation; `classification_accuracy_original`: trained on the original; `classification_accuracy_baseline`: the share of the most frequent target. In training an interval is its midpoint, another label of a column of numbers the mean of its values, and any other label each of its values in equal parts. The people to leave out of the release are found through the regions, which is exact where regions do not overlap and nobody is suppressed, and otherwise random among those who fit. The release was made of all people: to measure one that was made without those tested, as Chen et al. do, make it of nine tenths and give the last tenth as `test`.",
		"A label is, if it can be: the text of a value of the original, `*`, a label of the hierarchy, a value in another form (1 for 1.0), an interval, a value with NULL, a set (where commas in values allow for several readings, one with the most elements), a value that only `hierarchies` has. Labels that are none of these are an error. Columns of numbers, dates, times and intervals are ordered by value; an interval is understood in a column of any type.",
		"A reconstruction, as `pdf_reconstruct` draws it, is a release of values. Leave `sensitive` out for it: the divergence needs, for everybody of the original, a row that could be theirs. The losses are 0; what it costs shows in `classification_accuracy`, and in the `kl_total` of `pdf_generalize`. One of `kind := 'hierarchy'` may have values that the original does not have; give the same `hierarchies`.",
		"NULL in `qi`, `sensitive` or `target` is a value of its own; among numbers, classifiers take it for unknown. NULL in `weight` is an error.",
		"The result does not depend on the order of rows, on threads or on storage, and equal seeds give equal results.",
		"Cost: one scan and GROUP BY of each table; for the divergence, a walk down a trie of the label combinations for each `qi` combination of the original; for classifiers, twenty trees, each O(rows · columns · depth).",
	},
	Plan:       planReleaseUtility,
	Kernels:    []host.Kernel{utilityKernel},
	Aggregates: []host.Aggregate{people.GatheredAggregate()},
}

// utilityCall is the tables of a call of release_utility, and their columns.
type utilityCall struct {
	*call.Call
	original, release sqltext.SQL // what stands behind FROM
	hierarchies, test sqltext.SQL // likewise, "" for none
	weight, groups    string      // columns, "" for none
	spec              utilitySpec // what the kernel has to know
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
	if u.test != "" && u.spec.Target == "" {
		return nil, c.Errorf("target must be given with test: the column for classifiers to predict")
	}
	return u, nil
}

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
	for _, column := range []struct {
		param string
		name  *string
	}{{"sensitive", &spec.Sensitive}, {"target", &spec.Target}, {"weight", &u.weight}, {"groups", &u.groups}} {
		if *column.name, _, err = u.OptionalText(column.param, call.WhatColumn); err != nil {
			return err
		}
	}
	spec.Grouped = u.groups != ""
	roles := []call.Role{{Param: "qi", Columns: spec.QI}, call.RoleOf("sensitive", spec.Sensitive), call.RoleOf("target", spec.Target), call.RoleOf("weight", u.weight)}
	ofRelease := append(slices.Clip(roles), call.RoleOf("groups", u.groups))
	if err := u.Distinct(ofRelease...); err != nil {
		return err
	}
	u.original = u.HavingRoles("original", u.original, roles...)
	u.release = u.HavingRoles("release", u.release, ofRelease...)
	if u.test != "" {
		u.test = u.HavingRoles("test", u.test, roles...)
	}
	return nil
}
