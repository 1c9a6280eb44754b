package report

import (
	"fmt"
	"maps"
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/cubes"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// countsSpec is what the kernel of a page on a table of counts gets.
type countsSpec struct {
	Title      string   `json:"title"`
	MadeBy     string   `json:"made_by,omitempty"`
	Version    string   `json:"version"`
	By         []string `json:"by"`
	Value      string   `json:"value"`
	Microdata  bool     `json:"microdata,omitempty"` // were looked at
	Also       bool     `json:"also,omitempty"`      // so were other tables
	Checks     []string `json:"checks"`
	ChecksLack string   `json:"checks_lack,omitempty"`

	DuckDB      string          `json:"duckdb,omitempty"`
	Fingerprint string          `json:"fingerprint,omitempty"`
	Rows        int64           `json:"rows,omitempty"`
	Columns     []column        `json:"columns,omitempty"`
	Findings    []countsFinding `json:"findings,omitempty"`
	Masked      *masks          `json:"masked,omitempty"` // beside the microdata
	Cells       []countsCell    `json:"cells,omitempty"`
	CellsInAll  int64           `json:"cells_in_all,omitempty"`
}

// countsFinding is a row of what cubes found.
type countsFinding struct {
	Requirement string `json:"requirement"`
	Rule        string `json:"rule"`
	Required    *int64 `json:"required"`
	Achieved    int64  `json:"achieved"`
	Holds       *bool  `json:"holds"`
}

// masks are how many cells have no number: those that break a rule, and others.
type masks struct {
	Primary   int64 `json:"primary"`
	Secondary int64 `json:"secondary"`
}

// countsCell is a row of cube_audit.
type countsCell struct {
	Name    string   `json:"name"`
	Safe    bool     `json:"safe"`
	Exact   bool     `json:"exact"`
	Least   *float64 `json:"least"`
	Largest *float64 `json:"largest"`
	Shown   *string  `json:"shown"`
	Cell    string   `json:"cell"`
	Steps   *string  `json:"steps"`
}

// mostCells is how many cells a page lists.
const mostCells = 200

// planReportOfCounts is the statement of a page on a table of counts.
func planReportOfCounts(c *call.Call) (sqltext.SQL, error) {
	if err := cubes.RefuseRows(c, "original", "release", "title", "made_by", "show_values", cubes.ParamCube.Name); err != nil {
		return "", err
	}
	k, err := cubes.ReadPublication(c, c.Arguments[cubes.ParamCube.Name], "release", true)
	if err != nil {
		return "", err
	}
	if c.Arguments["original"] != nil && k.Check == nil {
		return "", c.Errorf("original must be left out where cube has no check: nothing would look at the microdata; add 'check': {'rules': {'threshold': 10}} to cube")
	}
	spec := countsSpec{Version: call.Version, By: k.Dimensions(), Microdata: k.Check != nil, Also: k.Given["also"] != nil}
	spec.Value, _ = k.Given["value"].(string)
	var show bool
	if spec.Title, spec.MadeBy, show, err = readPage(c); err != nil {
		return "", err
	}
	spec.Checks, spec.ChecksLack = checksOfCounts(c, k)
	var p sqltext.Plan
	if err := k.AddFindings(&p, "__skyline_findings"); err != nil {
		return "", err
	}
	people.AddFingerprint(&p, c, "__skyline_fingerprint", k.Source)
	data := []sqltext.Member{
		{Name: "findings", Value: "(SELECT list(x ORDER BY required IS NULL, requirement) FROM __skyline_findings AS x)"},
		{Name: "duckdb", Value: "version()"},
		{Name: "fingerprint", Value: "(SELECT fingerprint FROM __skyline_fingerprint)"},
		{Name: "rows", Value: "(SELECT rows FROM __skyline_fingerprint)"},
		{Name: "columns", Value: "(SELECT list(struct_pack(name := n, type := t)) FROM (SELECT UNNEST(names) AS n, UNNEST(types) AS t FROM __skyline_fingerprint))"},
		{Name: "cells_in_all", Value: "(SELECT count(*) FROM " + cubes.Audited + ")"},
	}
	if k.Check != nil {
		data = append(data, sqltext.Member{Name: "masked", Value: sqltext.Fill(
			"(SELECT struct_pack(\"primary\" := count(*) FILTER (WHERE masked AND NOT safe), secondary := count(*) FILTER (WHERE masked AND safe IS DISTINCT FROM false)) FROM {beside})",
			sqltext.Args{"beside": cubes.Beside})})
	}
	if show {
		labels := sqltext.Map(sqltext.Idents(spec.By), func(_ int, name sqltext.SQL) sqltext.SQL { return "coalesce(" + name + "::VARCHAR, 'NULL')" })
		data = append(data, sqltext.Member{Name: "cells", Value: sqltext.Fill(`
			(
			    SELECT list(x ORDER BY safe, name, cell)
			    FROM (
			        SELECT concat_ws(', ', {labels}) AS name, safe, exact, least::DOUBLE AS least, largest::DOUBLE AS largest, shown, cell, steps
			        FROM {audited}
			        ORDER BY safe, name, cell
			        LIMIT {most}
			    ) AS x
			)`, sqltext.Args{"labels": sqltext.List(labels), "audited": cubes.Audited, "most": sqltext.Int(mostCells)})})
	}
	p.Run(sqltext.Job{Function: c.Function.Name, Kernel: countsKernel.Name, Why: "the page", Spec: spec, Rows: "__skyline_page", Data: data})
	return p.Statement("SELECT html FROM __skyline_page"), nil
}

// checksOfCounts are the statements by which the page can be computed again. Queries that were given for other tables
// than the release are left out, and lack says so.
func checksOfCounts(c *call.Call, k *cubes.Publication) (all []string, lack string) {
	var hidden []string
	given := maps.Clone(k.Given)
	for _, name := range cubes.TableMembers {
		if hasQuery(given[name]) {
			delete(given, name)
			hidden = append(hidden, name)
		}
	}
	original := c.Arguments["original"]
	if hasQuery(original) {
		original = nil
		hidden = append(hidden, "original")
	}
	if len(hidden) > 0 {
		lack = fmt.Sprintf("This page does not show the queries that were given for %s. Add them to the statements.", words.List(hidden, "tables"))
	}
	write := func(function, table string, members map[string]any, params []call.Param) {
		text := "FROM " + function + "(" + table
		for _, p := range params {
			if v := members[p.Name]; v != nil {
				text += ", " + p.Name + " := " + literal(v)
			}
		}
		all = append(all, text+");")
	}
	audit := maps.Clone(given)
	delete(audit, "check")
	write("cube_audit", literal(c.Arguments["release"]), audit, cubes.CubeAudit.Params)
	if k.Check != nil {
		check, _ := given["check"].(map[string]any)
		check = maps.Clone(check)
		check["by"], check["hierarchies"] = given["by"], given["hierarchies"]
		write("cube_check", literal(original), check, cubes.CubeCheck.Params)
	}
	delete(given, "check") // without the microdata
	all = append(all, "SELECT certificate->>'fingerprint' FROM release_certificate("+literal(c.Arguments["release"])+", cube := "+literal(given)+");")
	return all, lack
}

// hasQuery reports whether a query stands in an argument that names tables.
func hasQuery(v any) bool {
	switch v := v.(type) {
	case string:
		source, err := sqltext.FromTable(v)
		return err == nil && sqltext.IsQuery(source)
	case []any:
		return slices.ContainsFunc(v, hasQuery)
	case map[string]any:
		return hasQuery(v["published"]) || hasQuery(v["hierarchies"])
	}
	return false
}
