package evidence

import (
	"path"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
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
	if err := addPlanned(&p, c, planKernel.Name, purpose, g.Rows); err != nil {
		return "", err
	}
	columns := reviewed(g)
	if columns == nil {
		return "", c.Errorf("plan must have a column that may be released, and drops all")
	}
	priced := addPrices(&p, c, g)
	if err := g.CleanAll(c, "tbl"); err != nil {
		return "", err
	}
	columns, levels, err := withLevels(c, g, columns)
	if err != nil {
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
		    levels := {levels}::JSON,
		    subsets := (SELECT list(struct_pack(columns := columns, unique_people := unique_people)) FROM {subsets}),
		    detail := (SELECT map_from_entries(list(struct_pack(k := attribute, v := entropy))) FROM {profile})))::VARCHAR AS data
	`, sqltext.Args{
		"table": sqltext.Text(table), "name": sqltext.Text(name), "source": source, "least": sqltext.Int(leastOf(g)), "header": "list_value(" + sqltext.List(names) + ")",
		"levels": sqltext.JSON(levels), "planned": planned, "subsets": subsets, "profile": profile,
	}))
	figure := sqltext.SQL("''")
	if priced {
		figure = sqltext.Fill("coalesce((SELECT {before} || svg || {between} || meaning || {after} FROM {figures}), '')", sqltext.Args{
			"before": sqltext.Text(review.BeforeFigure), "between": sqltext.Text(review.BehindFigure), "after": sqltext.Text(review.BehindMeaning), "figures": priceFigures,
		})
	}
	return p.Statement(sqltext.Fill("SELECT {before} || {figure} || {data} || replace(data, '<', {escaped}) || {after} AS html FROM __skyline_data", sqltext.Args{
		"before": sqltext.Text(review.Before), "figure": figure, "data": sqltext.Text(review.Data), "escaped": sqltext.Text(`\u003c`), "after": sqltext.Text(review.After),
	})), nil
}

// addPrices adds the picture of what requirements cost, and reports whether it did: not while a
// question is open, where the plan makes no release yet, or where people may have several rows, of
// which a call would have to say more.
func addPrices(p *sqltext.Plan, c *call.Call, g *planning.Given) bool {
	inner, err := pricesByPlan(c, g.Rows)
	if err != nil || g.HasSeveral() {
		return false
	}
	with := *p
	if err := addPriceFigure(&with, c, inner); err != nil {
		return false
	}
	*p = with
	return true
}

// withLevels has the table be read with columns for the levels that are offered, as far as there is
// room: those of columns that others may know go before others.
func withLevels(c *call.Call, g *planning.Given, columns []any) ([]any, []planning.Level, error) {
	offered := planning.Offered(g.Rows)
	known := func(level planning.Level) int {
		return people.BoolToInt(slices.ContainsFunc(g.Rows, func(row planning.Row) bool { return row.Attribute == level.Attribute && row.Role != planning.QI }))
	}
	slices.SortStableFunc(offered, func(a, b planning.Level) int { return known(a) - known(b) })
	var levels []planning.Level
	var shown []sqltext.SQL
	for _, level := range offered {
		if !slices.Contains(columns, any(level.Attribute)) || level.Shown != "" && len(columns) == mostReviewed {
			continue
		}
		levels = append(levels, level)
		if level.Shown != "" {
			columns = append(columns, level.Column)
			shown = append(shown, level.Shown+" AS "+sqltext.Ident(level.Column))
		}
	}
	if shown == nil {
		return columns, []planning.Level{}, nil
	}
	source, err := c.SourceOf("tbl")
	c.Arguments["tbl"] = sqltext.Finish(sqltext.Fill("(SELECT *, {shown} FROM {source} AS tbl)", sqltext.Args{"shown": sqltext.List(shown), "source": source}), "")
	return columns, levels, err
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

// leastOf is how many people must be alike, 0 where the plan says nothing of it.
func leastOf(g *planning.Given) int64 {
	k, _ := call.WholeOf(g.Requirements["k_anonymity"])
	return k
}
