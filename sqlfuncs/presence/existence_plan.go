package presence

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Parameters that the functions about existence probabilities have in common.
var existenceParams = []call.Param{
	paramPublic,
	{Name: "qi", Type: "VARCHAR[]", Doc: "quasi-identifier columns, which the release shows as distributions"},
	paramPresent,
	{Name: "groups", Type: "VARCHAR", Doc: "the column of `tbl` with the QI group of each person; NULL is a group of its own"},
	{Name: "kind", Type: "VARCHAR", Default: "'pdf'", Doc: "how the release generalizes, unless `release` or `likelihood` says so: `'pdf'`, each column of a group by the distribution of the values of those present; `'uniform'`, by labels, intervals or sets, which say no more than what a value may be, so that everybody of a group is as likely to be present"},
	{Name: "release", Type: "VARCHAR", Default: "NULL", Doc: "the release itself, named as `tbl`: the `qi` columns as `MAP(VARCHAR, DOUBLE)`, and the column of the name in `groups`; a row a person, or one a group"},
	{Name: "likelihood", Type: "VARCHAR", Default: "NULL", Doc: "a numeric column of `tbl` with the likelihood of each person; a factor common to a group changes nothing"},
}

// existenceCall is a call of such a function: the public table, and where likelihoods come
// from.
type existenceCall struct {
	*people.Input
	present, groups string // columns
	source          likelihoodSource
	release         sqltext.SQL // what stands behind FROM, or ""
	likelihood      string      // a column, or ""
}

func readExistence(c *call.Call) (*existenceCall, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return nil, err
	}
	e := &existenceCall{Input: in}
	if e.present, err = c.Text("present", call.WhatColumn); err != nil {
		return nil, err
	}
	if e.groups, err = c.Text("groups", call.WhatColumn); err != nil {
		return nil, err
	}
	if err := e.readSource(); err != nil {
		return nil, err
	}
	roles := []call.Role{
		{Param: "qi", Columns: in.QI}, call.RoleOf("present", e.present), call.RoleOf("groups", e.groups), call.RoleOf("likelihood", e.likelihood),
	}
	e.Source = c.HavingRoles("tbl", e.Source, roles[1:]...) // those of qi are there
	return e, c.Distinct(append(roles, call.RoleOf("weight", e.Weight))...)
}

// readSource reads the parameters kind, release and likelihood.
func (e *existenceCall) readSource() error {
	c := e.Call
	kind := c.Arguments["kind"]
	if kind != "pdf" && kind != "uniform" {
		return c.Errorf("kind must be 'pdf' or 'uniform', got %s; give other distributions as release", call.Show(kind))
	}
	e.source = fromPresent
	if kind == "uniform" {
		e.source = fromKinds
	}
	var hasLikelihood, hasRelease bool
	var err error
	if e.likelihood, hasLikelihood, err = c.OptionalText("likelihood", call.WhatColumn); err != nil {
		return err
	}
	if _, hasRelease, err = c.OptionalText("release", call.WhatTable); err != nil {
		return err
	}
	switch {
	case kind == "uniform" && (hasRelease || hasLikelihood):
		return c.Errorf("kind must not be 'uniform' where release or likelihood says how likely people are; leave one of the two out")
	case hasRelease && hasLikelihood:
		return c.Errorf("release and likelihood exclude each other: likelihoods follow from the distributions of a release; give one of the two")
	case hasLikelihood:
		e.source = fromColumn
	case hasRelease:
		e.source = fromRelease
		if e.release, err = c.SourceOf("release"); err != nil {
			return err
		}
		e.release = c.HavingRoles("release", e.release, call.Role{Param: "qi", Columns: e.QI}, call.RoleOf("groups", e.groups))
	}
	return nil
}

// CTEs of these plans.
const (
	existenceCells = sqltext.SQL("__skyline_projected") // counted people; see addCells
	existenceRows  = sqltext.SQL("__skyline_existence") // the kernel's rows
)

// run adds the CTEs up to a kernel's rows: DuckDB counts the people of each group who agree
// in all that matters; the kernel, which gets spec, runs as a job.
func (e *existenceCall) run(p *sqltext.Plan, kernel, why string, spec existenceSpec) {
	e.addCells(p)
	columns := append([]sqltext.SQL{"g"}, e.Keys()...)
	if e.likelihood != "" {
		columns = append(columns, "l")
	}
	integers, texts := people.IntegersAndTexts(columns)
	p.With("__skyline_projected_kept", "these people, for the kernel", sqltext.Fill(`
		SELECT __skyline_gather_integers({key}, {function}, list_value(
		    {integers}
		), list_value(
		    {texts}
		), n) AS kept
		FROM {cells}
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(e.Call.Function.Name), "cells": existenceCells,
		"integers": sqltext.Join(",\n", append(integers, "p::BIGINT")...), "texts": sqltext.Join(",\n", append(texts, "NULL")...),
	}))
	data, from := []sqltext.Member{{Name: "people", Value: "x.kept"}}, sqltext.SQL("__skyline_projected_kept AS x")
	if e.release != "" {
		e.addRelease(p)
		data, from = append(data, sqltext.Member{Name: "release", Value: "y.kept"}), from+" CROSS JOIN __skyline_released_texts AS y"
	}
	spec.Columns, spec.Source = len(e.QI), e.source
	p.Run(sqltext.Job{Function: e.Call.Function.Name, Kernel: kernel, Why: why, Spec: spec, Data: data, From: from, Rows: existenceRows})
}

// addCells adds the guard of the columns' types, and existenceCells: the people, counted by
// the group g, the quasi-identifiers, whether they are present, p, and their likelihood l if
// it is a column.
func (e *existenceCall) addCells(p *sqltext.Plan) {
	keys := append([]sqltext.SQL{"g"}, e.Keys()...)
	own := []sqltext.SQL{e.Column(e.present) + " AS p", e.Column(e.groups) + " AS og"} // in their own types
	columns := []sqltext.SQL{e.Key(e.groups) + " AS g", e.Column(e.present) + " AS p"}
	for i, name := range e.QI {
		columns = append(columns, e.Key(name)+" AS "+e.Keys()[i])
		own = append(own, e.Column(name)+" AS o"+e.Keys()[i])
	}
	ok := []sqltext.SQL{presentIsBoolean(e.Call, "p")}
	selected := append(slices.Clone(keys), sqltext.Fill("CASE WHEN p IS NULL THEN {null} ELSE TRY_CAST(p AS BOOLEAN) END AS p", sqltext.Args{"null": presentIsNull(e.Call)}))
	if keys = append(keys, "p"); e.likelihood != "" {
		l := e.Column(e.likelihood) + " AS l"
		keys, selected, columns, own = append(keys, "l"), append(selected, "l"), append(columns, l), append(own, l)
		ok = append(ok, likelihoodIsNumeric(e.Call))
	}
	n := sqltext.SQL("count(*)")
	if e.Weight != "" {
		w := e.Column(e.Weight) + " AS w"
		columns, own = append(columns, w), append(own, w)
		ok = append(ok, e.WeightIsInteger("tbl"))
		n = sqltext.Fill("coalesce(TRY_CAST(sum({weight}) AS BIGINT), {fail})", sqltext.Args{"weight": e.WeightOfRow("tbl"), "fail": e.Fail(call.TooManyPeople("tbl"))})
	}
	people.AddTypesOf(p, own, e.Source)
	p.Guard("__skyline_typed", "columns have the types that they must have", sqltext.Fill("SELECT {ok} AS ok FROM {types}",
		sqltext.Args{"ok": sqltext.Join("\nAND ", ok...), "types": people.Types}))
	// The types are looked at before the scan starts: the guard's one row is the build side of
	// a join.
	p.Keep(existenceCells, "people who agree in their group, values, presence and likelihood", sqltext.Fill(`
		SELECT {selected}, n
		FROM (
		    SELECT {keys}, {n} AS n
		    FROM (
		        SELECT {columns}
		        FROM {source} AS tbl
		    ) AS tbl{guards}
		    GROUP BY {keys}
		)
		WHERE n > 0
	`, sqltext.Args{
		"selected": sqltext.List(selected), "keys": sqltext.List(keys), "n": n, "columns": sqltext.List(columns), "source": e.Source, "guards": p.Guards(),
	}))
}

func likelihoodIsNumeric(c *call.Call) sqltext.SQL {
	return sqltext.Fill("CASE WHEN {is_numeric} THEN true ELSE {fail} END", sqltext.Args{
		"is_numeric": sqltext.HasType("l", sqltext.NumericTypes),
		"fail":       c.Fail("likelihood must be a numeric column; cast it in a query given as tbl"),
	})
}

// named is the FROM clause of a kernel's rows r with the values of the columns: the group g,
// and keys. code is the expression of the number of the i-th column's value in r. It adds the
// CTEs of the values' numbers, those that the kernel gives them: their places among the column's
// texts. All rows have names: the joins are outer ones so that DuckDB puts the names, not the rows,
// of which it knows no number, into the joins' tables.
func (e *existenceCall) named(p *sqltext.Plan, code func(i int) sqltext.SQL, keys ...sqltext.SQL) sqltext.SQL {
	from := existenceRows + " AS r"
	for i, column := range append([]sqltext.SQL{"g"}, keys...) {
		names := "__skyline_named_" + column
		p.With(names, "the values of "+string(column)+" in their own type, by their numbers", sqltext.Fill(`
			SELECT x.code, {own} AS {column}
			FROM (
			    SELECT first({column}) AS {column}, row_number() OVER (ORDER BY cell ASC NULLS LAST) - 1 AS code
			    FROM (
			        SELECT {column}, {cell} AS cell
			        FROM (SELECT DISTINCT {column} FROM {cells})
			    )
			    GROUP BY cell
			) AS x CROSS JOIN {types} AS t
		`, sqltext.Args{
			"column": column, "cell": sqltext.TextOf(column), "cells": existenceCells, "types": people.Types, "own": e.Call.InOwnType("x."+column, "t.o"+column),
		}))
		from += "\nLEFT JOIN " + sqltext.Fill("{names} ON {names}.code = {code}", sqltext.Args{"names": names, "code": code(i)})
	}
	return from
}

// addRelease adds the CTEs of the distributions of a release, kept for the kernel: of each
// different row the group, a number, and for each column and key the probability.
// Column -1 says that the row is there.
func (e *existenceCall) addRelease(p *sqltext.Plan) {
	maps := sqltext.Numbered(len(e.QI), "m#")
	p.Keep("__skyline_released", "the different rows of the release", sqltext.Fill(`
		SELECT *, row_number() OVER () AS r
		FROM (
		    SELECT g, {firsts}
		    FROM (
		        SELECT {group} AS g, {maps}
		        FROM {release} AS release
		    )
		    GROUP BY g, {different}
		)
	`, sqltext.Args{
		"group": sqltext.Canonical("release." + sqltext.Ident(e.groups)), "release": e.release,
		"maps": sqltext.List(sqltext.Map(e.QI, func(i int, name string) sqltext.SQL {
			return people.DistributionOf("release", name) + " AS " + maps[i]
		})),
		"firsts":    sqltext.List(sqltext.Map(maps, func(_ int, m sqltext.SQL) sqltext.SQL { return "first(" + m + ") AS " + m })),
		"different": sqltext.List(sqltext.Map(maps, func(_ int, m sqltext.SQL) sqltext.SQL { return sqltext.Canonical(m) })),
	}))
	parts := []sqltext.SQL{"SELECT g, r, -1 AS i, NULL::VARCHAR AS k, NULL::VARCHAR AS v FROM __skyline_released"}
	for i, m := range maps {
		parts = append(parts, sqltext.Fill("SELECT g, r, {i}, UNNEST(map_keys({map})), UNNEST(map_values({map})::VARCHAR[]) FROM __skyline_released",
			sqltext.Args{"i": sqltext.Int(int64(i)), "map": m}))
	}
	p.With("__skyline_released_texts", "their distributions, for the kernel", sqltext.Fill(`
		SELECT __skyline_gather({key}, {function}, list_value(
		    {group},
		    r::VARCHAR,
		    i::VARCHAR,
		    k,
		    v
		), 1) AS kept
		FROM ({parts})
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(e.Call.Function.Name), "group": sqltext.TextOf("g"), "parts": sqltext.Join("\nUNION ALL\n", parts...),
	}))
}
