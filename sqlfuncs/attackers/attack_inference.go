package attackers

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/utility"
)

// AttackInference is attack_inference.
var AttackInference = &call.Function{
	Name:        "attack_inference",
	Summary:     "How often does an attacker guess right who learns from a release how attributes and sensitive values go together, and how much of that does the release add?",
	Questions:   []string{"What does somebody guess who learns rates from the release itself, and how much of that does the release add?"},
	Description: "An attack, and how often it is right. The attacker sees the release: which people are in which group, and how often each sensitive value occurs there. He knows the attributes `known` of everybody, and nothing of how they go together with the sensitive value: he [learns that from the groups](#how-attack_inference-learns). Then he guesses for each person of the release. He also guesses for people who are not in it, `control`, by what he has learnt alone: what is right there is true of the world, and would be if no person of `control` had ever been asked. `added` is what is left for the release: of the guesses that fail on `control`, the share that it sets right. A row for each [measure](#measures-of-attack_inference), and three for each sensitive value.",
	Params: []call.Param{
		{Name: "release", Type: "VARCHAR", Doc: "the release: [a name or a query](#what-names-a-table)"},
		paramOriginal,
		{Name: "known", Type: "VARCHAR[]", Doc: "columns of `original` and `control` that the attacker knows of everybody, such as exact values where the release has ranges"},
		call.ParamOneSensitive,
		{Name: "control", Type: "VARCHAR", Default: "NULL", Doc: "people who are **not** in the release, with the columns `known` and `sensitive`, named likewise; NULL: instead of them, the guess that everybody has the most frequent value of the release", Raw: true},
		{Name: "qi", Type: "VARCHAR[]", Default: "NULL", Doc: "the columns that have labels in the release, by which a person's group is found; NULL: those of `known`"},
		{Name: "groups", Type: "VARCHAR", Default: "NULL", Doc: "instead of `qi`: a column of both tables that says in which group each person is, for releases whose labels do not tell, such as those of `anatomize`"},
		{Name: "confidence", Type: "DOUBLE", Default: "0.95", Doc: "of the intervals, in (0, 1)"},
		{Name: "max_rounds", Type: "BIGINT", Default: "100", Doc: "how many rounds of learning at most, from 0 to 10000; 0: rates are counted once, by the shares of the groups"},
		{Name: "max_steps", Type: "BIGINT", Default: "10000", Doc: "how many steps may be taken to condition a group exactly, from 1 to 10000000; a group that would take more is fitted"},
		paramHierarchies, call.ParamWeightOnly, paramNullMeans, call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "measure", Type: "VARCHAR", Doc: "what is measured: see [Measures](#measures-of-attack_inference)"},
		{Name: "sensitive_value", Type: "as `sensitive`", Doc: "of the measures that end in `_of_value`, the value; NULL elsewhere, and where NULL is the value", Data: true},
		{Name: "value", Type: "DOUBLE", Doc: "its value; NULL where it is not defined: of nobody, and of `added` where nothing is left to add"},
		{Name: "low", Type: "DOUBLE", Doc: "the lower end of its interval; NULL where it has none, and of `added` where without the release all guesses may be right"},
		{Name: "high", Type: "DOUBLE", Doc: "the upper end"},
		{Name: "meaning", Type: "VARCHAR", Doc: "what that means, in a sentence", Data: true},
		{Name: "people", Type: "BIGINT", Doc: "of how many people it is a share; NULL of what is none"},
	},
	Example: `SELECT measure, round(value, 4) AS value, round(low, 4) AS low, round(high, 4) AS high, people FROM attack_inference(
    '(VALUES (''[20, 29]'', ''Flu''), (''[20, 29]'', ''Flu''), (''[20, 29]'', ''Cold''), (''[30, 39]'', ''Cold''), (''[30, 39]'', ''Cold''), (''[30, 39]'', ''Flu'')) t(age, disease)',
    '(VALUES (21, ''M'', ''Flu''), (25, ''M'', ''Flu''), (29, ''F'', ''Cold''), (31, ''F'', ''Cold''), (33, ''F'', ''Cold''), (38, ''M'', ''Flu'')) t(age, sex, disease)',
    known := ['sex'], sensitive := 'disease', qi := ['age'],
    control := '(VALUES (''M'', ''Flu''), (''M'', ''Cold''), (''F'', ''Cold''), (''F'', ''Cold'')) t(sex, disease)')
WHERE measure NOT LIKE '%of_value'`,
	Notes: []string{
		"The rows are in the order of the table of [measures](#measures-of-attack_inference), those of values in the order of their texts, NULL last.",
		"Keep people back for `control` before the release is made, drawn at random: others differ from those of the release, and the difference would count as what the release adds. With `control := NULL`, `added` is more than what the release adds: that men have an illness more often counts as added, which anybody can know.",
		"People of `original` in no group of the release are left out, and counted as `outside`. A person in several is an error: give `groups`. Each group must have as many people in `original` as in the release; values need not agree, for releases in which they are changed.",
		"Where several values are as likely, the attacker draws one of them: what is counted is what can be expected, half a person of two values. So there is no chance in the result.",
		"An attribute of somebody in `control` that nobody of the release has is left out for that person. Where that goes for everybody of `control`, or nobody there or in `original` has a sensitive value of the release, it is an error: values are then written in two ways, and no guess could be right.",
		"NULL is a value like any other, in `known` and in `sensitive`.",
	},
	NotPromised: "It is one attack. Another attacker, who knows or learns more, is right more often: no row is a bound, and `added` near 0 does not say that the release is safe. No probability that the attacker believes in is shown, since none is a fact about a person: for exact ones, given rates, there is [`knowledge_check`](#knowledge_check). The intervals take people for independent draws, [which those of a group are not](#measures-of-attack_inference).",
	Cost:        "one scan and GROUP BY of each table; the groups are found as in [`attack_linkage`](#attack_linkage). Each round conditions the groups that differ: a group of n people whose values occur h₁, h₂, … times takes Π (hᵢ+1) · (number of its values) steps where that is at most `max_steps`, else up to 1,000 passes over its different people.",
	Source:      "D. Kifer, “Attacks on Privacy and deFinetti's Theorem”, SIGMOD 2009; M. Giomi, F. Boenisch, C. Wehmeyer, B. Tasnádi, “A Unified Framework for Quantifying Privacy Risk in Synthetic Data”, PoPETs 2023: the control group; E. B. Wilson, JASA 22 (1927): the intervals.",
	Plan:        func(c *call.Call) (sqltext.SQL, error) { return planInference(c, false) },
	Kernels:     []host.Kernel{inferenceKernel},
}

const (
	mostRounds = 10_000
	mostSteps  = 10_000_000
)

// inference is a call of attack_inference.
type inference struct {
	*utility.Pair
	spec      inferenceSpec
	known     []string
	sensitive string
	groups    string      // "" for none
	control   sqltext.SQL // likewise
}

// planInference is the plan of attack_inference. If it tells, what is wrong with the tables is no error,
// but a row.
func planInference(c *call.Call, tells bool) (sqltext.SQL, error) {
	in := &inference{spec: inferenceSpec{Tells: tells}}
	for _, read := range []func(c *call.Call) error{in.readTables, in.readColumns, in.readLimits} {
		if err := read(c); err != nil {
			return "", err
		}
	}
	return in.plan(), nil
}

func (in *inference) readTables(c *call.Call) (err error) {
	if in.Pair, err = tables(c, &in.spec.PairSpec); err != nil {
		return err
	}
	in.control, err = c.OptionalSource("control")
	return err
}

// readColumns reads the columns, and makes sure that the tables have them.
func (in *inference) readColumns(c *call.Call) (err error) {
	if in.known, err = c.Columns("known"); err != nil {
		return err
	}
	if in.sensitive, err = c.OneSensitive(); err != nil {
		return err
	}
	if in.groups, _, err = c.OptionalText("groups", call.WhatColumn); err != nil {
		return err
	}
	if in.QI, err = in.labelled(); err != nil {
		return err
	}
	in.spec.QI, in.spec.Known, in.spec.Grouped = in.QI, len(in.known), in.groups != ""
	one := []call.Role{call.RoleOf("sensitive", in.sensitive), call.RoleOf("weight", in.Weight), call.RoleOf("groups", in.groups)}
	known, qi := call.Role{Param: "known", Columns: in.known}, call.Role{Param: "qi", Columns: in.QI}
	if err := c.Distinct(append([]call.Role{known, qi}, one...)...); err != nil {
		return err
	}
	if in.groups == "" && c.Arguments["qi"] == nil {
		qi.Param = "qi, which is known where it is not given"
	}
	in.Release = c.HavingRoles("release", in.Release, append([]call.Role{qi}, one...)...)
	in.Original = c.HavingRoles("original", in.Original, append([]call.Role{known, qi}, one...)...)
	if in.control != "" {
		in.control = c.HavingRoles("control", in.control, append([]call.Role{known}, one[:2]...)...)
	}
	return nil
}

// labelled reads qi.
func (in *inference) labelled() ([]string, error) {
	c := in.Call
	switch given := c.Arguments["qi"]; {
	case in.groups == "" && given == nil:
		return in.known, nil
	case in.groups == "":
		return c.Columns("qi")
	case given != nil:
		return nil, c.Errorf("qi must be NULL with groups, which says who is in which group without labels")
	case in.Hierarchies != "":
		return nil, c.Errorf("hierarchies must be NULL with groups, which says who is in which group without labels")
	}
	return nil, nil
}

func (in *inference) readLimits(c *call.Call) error {
	err := c.CheckNumber("confidence", "in (0, 1)", c.Arguments["confidence"], func(x float64) bool {
		in.spec.Confidence = x
		return x > 0 && x < 1
	})
	if err != nil {
		return err
	}
	rounds, err := c.Whole("max_rounds")
	if err != nil || rounds > mostRounds {
		return c.Errorf("max_rounds must be a whole number from 0 to %d, got %s", mostRounds, call.Show(c.Arguments["max_rounds"]))
	}
	in.spec.Rounds = int(rounds)
	if in.spec.Steps, err = c.Whole("max_steps"); err != nil || in.spec.Steps < 1 || in.spec.Steps > mostSteps {
		return c.Errorf("max_steps must be a whole number from 1 to %d, got %s", mostSteps, call.Show(c.Arguments["max_steps"]))
	}
	return nil
}

// inferenceSpec is what the kernel of attack_inference gets. Behind the quasi-identifiers, the
// rows of the tables have the sensitive value, the known attributes but for the release, and the
// group if there is one.
type inferenceSpec struct {
	utility.PairSpec
	Known      int                            `json:"known"` // how many columns
	Grouped    bool                           `json:"grouped,omitempty"`
	Confidence float64                        `json:"confidence"`
	Rounds     int                            `json:"max_rounds"`
	Steps      int64                          `json:"max_steps"`
	Control    *host.Shared[*people.Gathered] `json:"control,omitempty"` // nil for none
	Tells      bool                           `json:"tells,omitempty"`   // that it cannot be run
}
