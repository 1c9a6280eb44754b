package report

import (
	"encoding/json"
	"maps"
	"slices"

	"skyline/engine/profile"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// evidenceCall is a call of release_evidence, or the part of release_report's that is one.
// What other functions compute is asked of them, so that a number is the same wherever it
// stands, and what they refuse is refused.
type evidenceCall struct {
	*call.Call
	source, other   sqltext.SQL // what stands behind FROM; other may be ""
	qi              []string
	sensitive       []string
	weight, person  string // likewise
	valuesPerPerson people.PerPerson
	spec            evidenceSpec

	measured   map[string]any // the arguments of functions on the release
	suppressed call.SuppressedRows
}

func readEvidence(c *call.Call) (*evidenceCall, error) {
	e := &evidenceCall{Call: c}
	var err error
	if e.source, err = c.SourceOf("release"); err != nil {
		return nil, err
	}
	if e.qi, err = c.Columns("qi"); err != nil {
		return nil, err
	}
	for _, column := range []struct {
		param string
		name  *string
	}{{"weight", &e.weight}, {"person", &e.person}} {
		if *column.name, _, err = c.OptionalText(column.param, call.WhatColumn); err != nil {
			return nil, err
		}
	}
	if e.sensitive, err = c.Sensitive(); err != nil {
		return nil, err
	}
	kind, _ := c.Arguments["values_per_person"].(string)
	e.valuesPerPerson = people.PerPerson(kind) // which functions on the release look at
	roles := []call.Role{{Param: "qi", Columns: e.qi}, call.RoleOfAll("sensitive", e.sensitive), call.RoleOf("person", e.person), call.RoleOf("weight", e.weight)}
	if err := c.Distinct(roles...); err != nil {
		return nil, err
	}
	if e.suppressed, e.source, err = c.DropSuppressed(c.HavingRoles("release", e.source, roles...), e.qi); err != nil {
		return nil, err
	}
	if err := c.FindFirst(); err != nil {
		return nil, err
	}
	if e.other, err = c.OptionalSource("other_release"); err != nil {
		return nil, err
	}
	if e.other != "" {
		e.other = c.HavingRoles("other_release", e.other, roles...)
	}
	e.measured = map[string]any{
		"tbl": c.Arguments["release"], "qi": c.Arguments["qi"], "sensitive": c.Arguments["sensitive"],
		"weight": c.Arguments["weight"], "person": c.Arguments["person"], "values_per_person": c.Arguments["values_per_person"], "other_sensitive": c.Arguments["other_sensitive"],
		"suppressed_rows": c.Arguments["suppressed_rows"], people.ParamMissing.Name: c.Arguments[people.ParamMissing.Name],
	}
	return e, e.readSpec()
}

// readSpec reads what the kernel has to know.
func (e *evidenceCall) readSpec() (err error) {
	s := &e.spec
	if s.Limit, err = readLimit(e.Call); err != nil {
		return err
	}
	for _, n := range []struct {
		param string
		at    *int64
	}{{"l", &s.L}, {"k", &s.K}, {"m", &s.M}, {"max_size", &s.MaxSize}} {
		if *n.at, err = e.Whole(n.param); err != nil {
			return err
		}
	}
	if s.MaxSize == 0 {
		return e.Errorf("max_size must be at least 1, got 0")
	}
	if s.C, err = e.Threshold("c"); err != nil {
		return err
	}
	s.QI, s.Sensitive = e.qi, e.sensitive
	if known, err := e.KnowsOthers(); err != nil {
		return err
	} else if known && len(e.sensitive) > 1 {
		s.KnowsOthers = true
	}
	s.Several = e.valuesPerPerson != people.One
	s.Original = e.Arguments["original"] != nil
	s.Population, s.Fraction = e.Arguments["population"] != nil, e.Arguments["fraction"] != nil
	if s.Population && s.Fraction {
		return e.Errorf("population and fraction exclude each other: fraction is for a population that is not at hand; give one of the two")
	}
	s.Other = e.other != ""
	if s.Any, err = people.MatchesAny(e.Call); err != nil {
		return err
	}
	for _, param := range []string{"population", "other_release"} {
		if s.Any && e.Arguments[param] != nil {
			return e.Errorf("%s must be NULL where missing is 'any': what it shows is counted by QI groups, and there are none, since two rows that match a third need not match each other; use missing := 'category'", param)
		}
	}
	s.Persons = e.person != ""
	s.Columns = int64(len(e.linking()))
	// As many columns together as are a matter of moments.
	s.MaxSize = min(s.MaxSize, s.Columns)
	for s.MaxSize > 1 && profile.Forecast(int(s.Columns), int(s.MaxSize)) > maxLinkingSubsets {
		s.MaxSize--
	}
	return nil
}

// maxLinkingSubsets bounds the subsets of columns that are tried: 30 columns, three at a time,
// are 4,525.
const maxLinkingSubsets = 5_000

// linking is what somebody with another table may have in common with the release.
func (e *evidenceCall) linking() []string { return slices.Concat(e.qi, e.sensitive) }

// of is the arguments on the release, and some more.
func (e *evidenceCall) of(more map[string]any) map[string]any {
	arguments := maps.Clone(e.measured)
	maps.Copy(arguments, more)
	return arguments
}

// number and whole are arguments as a call has them.
func number(x float64) json.Number {
	text, _ := json.Marshal(x)
	return json.Number(text)
}

func whole(n int64) json.Number {
	text, _ := json.Marshal(n)
	return json.Number(text)
}
