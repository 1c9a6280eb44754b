package evidence

import (
	"path"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/planning/review"
	"skyline/sqlfuncs/sqltext"
)

// mostReviewed is of how many columns a page has what each three of them single out: 1,350 subsets.
const mostReviewed = 20

// pageOfPlan is the page on which people choose the roles of a plan.
var pageOfPlan = call.Output{
	Names:       []string{outputPage},
	Description: "A page of HTML on which people [choose the roles of a plan](#the-page-of-a-plan), and see what each choice means.",
	Columns: []call.ResultColumn{
		{Name: "html", Type: "VARCHAR", Doc: "the page"},
	},
	Example: `SELECT html LIKE '<!DOCTYPE html>%' AS page
FROM release_plan('(VALUES (34, ''F'', ''flu''), (36, ''M'', ''flu'')) t(age, sex, diagnosis)',
                  plan := [{'attribute': 'age', 'role': 'qi'}, {'attribute': 'sex', 'role': 'qi'}, {'attribute': 'diagnosis', 'role': 'sensitive'}], output := 'page')`,
	Cost: "that of a plan, of [`column_profile`](#column_profile), and of [`quasi_identifier_profile`](#quasi_identifier_profile) of up to 20 columns.",
	Plan: reviewPage,
}

// reviewPage is the plan of the page on which people choose the roles of a plan: its rows, carried
// on; how many people each one, two and three columns single out; and how much detail each has.
func reviewPage(c *call.Call) (sqltext.SQL, error) {
	purpose, err := purposeOf(c)
	if err != nil {
		return "", err
	}
	g, err := givenPlan(c, outputPage)
	if err != nil {
		return "", err
	}
	table, _ := c.Arguments["tbl"].(string)
	var p sqltext.Plan
	if err := addPlanned(&p, c, purpose, g.Rows); err != nil {
		return "", err
	}
	columns := reviewed(g)
	if columns == nil {
		return "", c.Errorf("plan must have a column that may be released, and drops all")
	}
	if err := g.CleanAll(c, "tbl"); err != nil {
		return "", err
	}
	cleaned := map[string]any{"tbl": c.Arguments["tbl"], "columns": columns}
	subsets, err := c.Nested(QuasiIdentifierProfile, cleaned)
	if err != nil {
		return "", err
	}
	profile, err := c.Nested(ColumnProfile, cleaned)
	if err != nil {
		return "", err
	}
	source, err := c.SourceOf("tbl")
	if err != nil {
		return "", err
	}
	var names []sqltext.SQL
	for i := range planColumns {
		names = append(names, sqltext.Text(planColumns[i].Name))
	}
	name := strings.TrimSuffix(path.Base(table), path.Ext(table))
	if strings.ContainsAny(table, "(\n") { // a query
		table, name = "a table", "release"
	}
	p.Keep("__skyline_data", "what the page shows, as JSON", sqltext.Fill(`
		SELECT to_json(struct_pack("table" := {table}, name := {name}, people := (SELECT count(*) FROM {source} AS tbl), least := {least}, header := {header},
		    "plan" := (SELECT list(p ORDER BY p.i ASC) FROM {planned} AS p),
		    subsets := (SELECT list(struct_pack(columns := columns, unique_people := unique_people)) FROM {subsets}),
		    detail := (SELECT map_from_entries(list(struct_pack(k := attribute, v := entropy))) FROM {profile})))::VARCHAR AS data
	`, sqltext.Args{
		"table": sqltext.Text(table), "name": sqltext.Text(name), "source": source, "least": sqltext.Int(leastOf(g, purpose)), "header": "list_value(" + sqltext.List(names) + ")",
		"planned": planned, "subsets": subsets, "profile": profile,
	}))
	return p.Statement(sqltext.Fill("SELECT {before} || replace(data, '<', {escaped}) || {after} AS html FROM __skyline_data",
		sqltext.Args{"before": sqltext.Text(review.Before), "escaped": sqltext.Text(`\u003c`), "after": sqltext.Text(review.After)})), nil
}

// reviewed are the columns of which the page has numbers: those that may be released, those that
// others may know before the rest.
func reviewed(g *planning.Given) []any {
	var all []any
	for _, roles := range [][]string{{planning.QI, planning.Stratum, planning.Sensitive, ""}, {planning.Other, planning.Drop}} {
		for i := range g.Columns {
			if column := &g.Columns[i]; slices.Contains(roles, column.Role) && len(all) < mostReviewed {
				all = append(all, column.Name)
			}
		}
	}
	return all
}

// leastOf is how many people must be alike.
func leastOf(g *planning.Given, purpose string) int64 {
	if k, ok := call.WholeOf(g.Requirements["k_anonymity"]); ok {
		return k
	}
	at := slices.IndexFunc(planning.Purposes, func(p planning.Purpose) bool { return p.Name == purpose })
	return planning.Purposes[at].Least
}
