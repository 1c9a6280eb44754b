package report

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// ReleaseEvidence is release_evidence.
var ReleaseEvidence = &call.Function{
	Name:        "release_evidence",
	Summary:     "Can people be singled out in a release, linked to it, or learnt something of? The evidence, measure by measure, in numbers and in words.",
	Questions:   []string{"What evidence is there that nobody is singled out, linked, or learnt something of?"},
	Description: "A row for each measure of the three things that guidelines ask about, singling out, linkability and inference, and of what the release costs: its value, a threshold where somebody has set one, whether it holds, and what that means in a sentence. The measures are those of other functions, computed in the same way.",
	Params: append([]call.Param{
		{Name: "original", Type: "VARCHAR", Doc: "the table that the release was made of: [a name or a query](#what-names-a-table); NULL: it is not at hand, and nothing is said that needs it", Raw: true},
	}, evidenceParams...),
	Columns: []call.ResultColumn{
		{Name: "criterion", Type: "VARCHAR", Doc: "`'singling_out'`, `'linkability'`, `'inference'` or `'utility'`"},
		{Name: "measure", Type: "VARCHAR", Doc: "its name: see [Measures](#measures-of-release_evidence)"},
		{Name: "attribute", Type: "VARCHAR", Doc: "of inference, the sensitive column that the row is about; NULL elsewhere"},
		{Name: "holds", Type: "BOOLEAN", Doc: "whether it is within the threshold, decided exactly; NULL without a threshold"},
		{Name: "value", Type: "DOUBLE", Doc: "its value; NULL where it is not known, or not defined: `meaning` says why"},
		{Name: "threshold", Type: "DOUBLE", Doc: "its limit: see [Thresholds](#thresholds) for which numbers may be equal to theirs; NULL where there is none"},
		{Name: "meaning", Type: "VARCHAR", Doc: "what that means, in a sentence"},
		{Name: "l", Type: "BIGINT", Doc: "of breach probabilities, what the attacker knows about the target; NULL elsewhere"},
		{Name: "k", Type: "BIGINT", Doc: "likewise, what about other people; of `disclosure`, how many pieces of knowledge"},
		{Name: "m", Type: "BIGINT", Doc: "likewise, what about relationships"},
	},
	Example: `SELECT criterion, measure, value, threshold, holds FROM release_evidence(
    '(VALUES (21, ''Flu''), (22, ''Cold''), (29, ''Flu''), (31, ''Flu''), (34, ''Cold'')) t(age, disease)',
    '(VALUES (''[21, 29]'', ''Flu''), (''[21, 29]'', ''Cold''), (''[21, 29]'', ''Flu''), (''[31, 34]'', ''Flu''), (''[31, 34]'', ''Cold'')) t(age, disease)',
    qi := ['age'], sensitive := 'disease', k := 1)`,
	Notes: []string{
		"The rows are in the order of the table of [measures](#measures-of-release_evidence); those of inference are there for each sensitive column.",
		"`average_risk` has no threshold: the published limits are on the largest risk. 1/11 is more than 0.09, so that `'ema'` asks for groups of 12; who takes 0.09 for one in eleven gives `'cell_size_11'`.",
		"What is estimated of a population by `fraction` has no threshold: models differ by factors. Look at all of [`population_risk`](#population_risk).",
		"`profile := NULL` without `max_risk` requires nothing of the risks. `max_risk` goes before `profile`.",
		"What outsiders may know of other people is `l`, `k`, `m`, as in [`skyline_check`](#skyline_check), and 0 by default as there: [somebody who knows the release and nothing else](#the-default-attacker). `breach` and `breach_uninformed` are then the same number. Say more, such as `k := 3`, where outsiders know patients: [`skyline_find`](#skyline_find) lists how much a release allows.",
		"No sentence has a data value.",
		"With `missing := 'any'` somebody's risk is 1 by how many rows may be theirs, and what is about groups is not known: see [Missing values](#missing-values).",
	},
	NotPromised: "A release is not proven safe where all rows hold: only what is in `qi`, and only this much knowledge, has been looked at. Attackers who know how the release was made can become surer: see [Minimality](#minimality-what-was-not-cut), and `split := 'public'` of [`skyline_anonymize`](#skyline_anonymize), which helps. No profile is the law, and none has been agreed with whoever decides in your case.",
	Cost:        "that of `privacy_measures`, `release_check`, `skyline_check`, `disclosure_check` and `quasi_identifier_profile` on the release, and of `release_utility` on both tables, each of which scans and groups for itself.",
	Source:      "Article 29 Working Party, “Opinion 05/2014 on Anonymisation Techniques”, WP216: the three criteria; ISO/IEC 27559:2022, 7.3, 8.2.",
	Plan:        planReleaseEvidence,
	Kernels:     []host.Kernel{evidenceKernel},
}

// evidenceParams are what release_evidence and release_report are told of a release.
var evidenceParams = slices.Concat([]call.Param{
	{Name: "release", Type: "VARCHAR", Doc: "the release, named likewise"},
	{Name: "qi", Type: "VARCHAR[]", Doc: "quasi-identifier columns, of both tables; rows of the release equal on all of them form a QI group"},
	{Name: "sensitive", Type: call.TypeNames, Default: "NULL", Doc: "the sensitive column, or a [list of several](#several-sensitive-columns); NULL: nothing can be said about inference"},
	{Name: "profile", Type: "VARCHAR", Default: "'ema'", Doc: "whose limit the largest risk is held against: see [Profiles](#profiles); NULL: nobody's"},
	{Name: "max_risk", Type: "DOUBLE", Default: "NULL", Doc: "instead of `profile`: the largest risk that is allowed, in (0, 1]"},
}, call.ParamsKnowledge, []call.Param{
	call.ParamThreshold,
	{Name: "population", Type: "VARCHAR", Default: "NULL", Doc: "the population that the release is a sample of, as in [`privacy_measures`](#privacy_measures)"},
	{Name: "fraction", Type: "DOUBLE", Default: "NULL", Doc: "instead of `population`: the share of the population's people that are in the release, as in [`population_risk`](#population_risk)"},
	{Name: "other_release", Type: "VARCHAR", Default: "NULL", Doc: "another release of the same people, named likewise, with the columns `qi` and, if given, `sensitive`: can rows be matched?"},
	{Name: "max_size", Type: "BIGINT", Default: "3", Doc: "how many columns at most are tried together for linking"},
	{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "the table of hierarchies that the release was made with, for what it costs"},
	call.ParamValues, call.ParamPerson, call.ParamWeight, call.ParamOtherSensitive, call.ParamSuppressedRows, people.ParamMissing,
})

func planReleaseEvidence(c *call.Call) (sqltext.SQL, error) {
	e, err := readEvidence(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	if err := e.add(&p); err != nil {
		return "", err
	}
	return p.Statement("SELECT * EXCLUDE (i) FROM __skyline_evidence ORDER BY i ASC"), nil
}
