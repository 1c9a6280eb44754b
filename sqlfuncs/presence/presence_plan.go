package presence

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

var (
	paramMethod              = call.Param{Name: "method", Type: "VARCHAR", Default: "'exact'", Doc: "how far distributions are shifted toward the utility-optimal ones: `'spalm'`, `'ppalm'`, `'wpalm'` or `'exact'`, see [below](#how-groups-and-distributions-are-chosen)"}
	paramRecoding            = call.Param{Name: "recoding", Type: "VARCHAR", Default: "'full_domain'", Doc: "where the QI groups come from: `'full_domain'`, the full-domain generalization of the smallest KL cost that keeps the bounds; or `'multidimensional'`, splits of the table (Mondrian)"}
	paramSteps               = call.Param{Name: "steps", Type: "BIGINT", Default: "10", Doc: "in how many equal steps a group becomes utility-optimal, the paper's *mxs*; from 1 to 1000000"}
	paramHierarchiesPresence = call.Param{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "the name of a table of hierarchies: `attribute, value, level, label`, as `hierarchy_wide` and the like make; every `qi` column must have one with `recoding := 'full_domain'`"}
)

// presencePlan is the statement of a function that makes a δ-present release.
type presencePlan struct {
	*release.ReleasePlan
	present string // a column
	spec    presenceSpec
}

// presenceMethods and presenceRecodings are the values of those parameters.
var (
	presenceMethods   = []string{"spalm", "ppalm", "wpalm", "exact"}
	presenceRecodings = []string{"full_domain", "multidimensional"}
)

// maxSteps bounds the parameter steps.
const maxSteps = 1_000_000

func newPresencePlan(c *call.Call) (*presencePlan, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return nil, err
	}
	p := &presencePlan{}
	if p.ReleasePlan, err = release.NewReleasePlan(in); err != nil {
		return nil, err
	}
	in.About, in.Sensitive = in.Sensitive, nil
	if err := p.readPresent(); err != nil {
		return nil, err
	}
	if p.spec.Method, err = c.Choice("method", presenceMethods...); err != nil {
		return nil, err
	}
	if p.spec.Recoding, err = c.Choice("recoding", presenceRecodings...); err != nil {
		return nil, err
	}
	if p.spec.AsIs, err = release.ReadAsIs(c, in.QI); err != nil {
		return nil, err
	}
	if p.spec.deltas, err = readDeltas(c); err != nil {
		return nil, err
	}
	if p.spec.Steps, err = c.Whole("steps"); err != nil || p.spec.Steps < 1 || p.spec.Steps > maxSteps {
		return nil, c.Errorf("steps must be a whole number from 1 to %d, got %s", maxSteps, call.Show(c.Arguments["steps"]))
	}
	if p.spec.isFullDomain() && p.Hierarchies == "" {
		return nil, c.Errorf("hierarchies must be given for recoding := 'full_domain': the name of a table with the columns attribute, value, level, label; or let recoding := 'multidimensional' cut columns between their values")
	}
	return p, nil
}

// readPresent reads the parameter of that name, and makes the column the sensitive one:
// true for those who are in the private table. It is looked at as rows are read.
func (p *presencePlan) readPresent() (err error) {
	c := p.Call
	if p.present, err = c.Text("present", call.WhatColumn); err != nil {
		return err
	}
	for _, role := range []call.Role{
		{Param: "qi", Columns: p.QI}, call.RoleOfAll("sensitive", p.About), call.RoleOf("person", p.Person), call.RoleOf("weight", p.Weight),
	} {
		if call.ContainsName(role.Columns, p.present) {
			return c.Errorf("%s must not contain the present column, got %s in both", role.Param, sqltext.Ident(p.present))
		}
	}
	p.Sensitive = []string{p.present}
	// A column of another type is refused by a guard; until then it is a text that can be asked
	// whether it is true: DuckDB does not bind a list as a condition, and has no CASE of arrays.
	column := p.Column(p.present)
	own := sqltext.Abbreviated("boolean_or_text", sqltext.Either(sqltext.IsOfType(column, "BOOLEAN"), column, "'false'::VARCHAR"), column)
	p.Source = sqltext.Fill("(SELECT * REPLACE (CASE WHEN {present} IS NULL THEN {null} ELSE {present} END AS {name}) FROM {source} AS tbl)", sqltext.Args{
		"present": own, "null": presentIsNull(c), "name": sqltext.Ident(p.present),
		"source": c.HavingRoles("tbl", p.Source, call.RoleOf("present", p.present)),
	})
	return nil
}

// presenceFound is the CTE of the kernel's row.
const presenceFound = sqltext.SQL("__skyline_present")

// addRelease adds the CTEs up to presenceFound, release.Release, and pdfs, the distributions
// of its groups.
func (p *presencePlan) addRelease() {
	p.AddTable()
	addPDFDomain(p.ReleasePlan, p.QI, p.Keys())
	if !p.spec.isFullDomain() && p.Hierarchies != "" {
		p.GuardHierarchies()
	}
	p.AddCounted()
	p.Guard("__skyline_boolean", "present is a truth value", sqltext.Fill("SELECT {ok} AS ok FROM {types}", sqltext.Args{"ok": presentIsBoolean(p.Call, "s"), "types": people.Types}))
	p.spec.TableSpec = p.TableSpec()
	job := p.PlacingJob(presenceKernel.Name, "the QI groups, and distributions that hide who is present", p.spec)
	job.Rows = presenceFound
	p.Run(job)
	p.Keep(release.Release, "the release", "SELECT release FROM "+presenceFound)
	addPDFs(&p.Plan, "(SELECT UNNEST(distributions, recursive := true) FROM "+presenceFound+")", len(p.QI))
}
