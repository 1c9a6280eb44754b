package cubes

import (
	"strconv"
	"strings"

	"skyline/engine/cube/primary"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// Values of the parameter output.
const (
	outputCells   = "cells"
	outputSummary = "summary"
)

var paramOutput = call.Param{Name: call.ParamOutput, Type: "VARCHAR", Default: "'" + outputCells + "'", Doc: "`'cells'`, a row for each; `'summary'`, [how many are unsafe](#cube_check-summary)"}

// summaryOfCheck is what cube_check returns in a few rows.
var summaryOfCheck = call.Output{
	Names:       []string{outputSummary},
	Description: "A row for the whole table, and one for each rule: how many cells break it.",
	Columns: []call.ResultColumn{
		{Name: "rule", Type: "VARCHAR", Doc: "the rule; `any_rule` in the first row; `people_counted` in a last one where rows are counted as people"},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether no cell breaks it; NULL for `people_counted`"},
		{Name: "unsafe", Type: "BIGINT", Doc: "how many cells break it"},
		{Name: "cells", Type: "BIGINT", Doc: "how many there are"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
	},
	Example: `FROM cube_check('(VALUES (''north'', ''steel'', 60), (''north'', ''steel'', 35), (''north'', ''steel'', 5), (''south'', ''steel'', 40),
                  (''south'', ''steel'', 40), (''south'', ''steel'', 30), (''south'', ''paper'', 7)) t(region, industry, turnover)',
    by := ['region', 'industry'], value := 'turnover', rules := {'threshold': 3, 'p_percent': 10}, output := 'summary')`,
	Notes: []string{"A cell may break several rules, so that the rows of rules may sum to more than the first."},
	Cost:  "less than that of the cells: nothing is joined with their labels, or put in order.",
	Plan:  planSummary,
}

// planSummary returns the statement: cells are judged as for the others, and counted.
func planSummary(c *call.Call) (sqltext.SQL, error) {
	k, err := readChecking(c)
	if err != nil {
		return "", err
	}
	k.addFinest()
	k.addLabels()
	k.addCells()
	k.addJudged()
	rows := []sqltext.SQL{summaryRow(0, "any_rule", "count(*) FILTER (WHERE broken <> 0)", "break a rule")}
	for rule, name := range primary.Names() {
		if breaking := k.breaking(primary.Rule(rule)); breaking != "" {
			rows = append(rows, summaryRow(len(rows), name, sqltext.Fill("count(*) FILTER (WHERE broken & {bit} <> 0)", sqltext.Args{"bit": sqltext.Int(1 << rule)}), breaking))
		}
	}
	if k.who() == ofRows {
		rows = append(rows, sqltext.Fill("struct_pack(i := {i}, rule := 'people_counted', unsafe := NULL::BIGINT, cells := NULL::BIGINT, meaning := {meaning})",
			sqltext.Args{"i": sqltext.Int(int64(len(rows))), "meaning": sqltext.Text(words.RowsCounted)}))
	}
	return k.Statement(sqltext.Fill(`
		SELECT rule, unsafe = 0 AND cells > 0 AS safe, unsafe, cells, meaning
		FROM (
		    SELECT UNNEST(list_value(
		        {rows}
		    ), recursive := true)
		    FROM {judged}
		)
		ORDER BY i
	`, sqltext.Args{"rows": sqltext.Join(",\n", rows...), "judged": judgedName})), nil
}

func summaryRow(i int, rule string, unsafe sqltext.SQL, breaking string) sqltext.SQL {
	return sqltext.Fill("struct_pack(i := {i}, rule := {rule}, unsafe := {unsafe}, cells := count(*), meaning := __skyline_cube_rule_meaning({unsafe}, count(*), {breaking}))", sqltext.Args{
		"i": sqltext.Int(int64(i)), "rule": sqltext.Text(rule), "unsafe": unsafe, "breaking": sqltext.Text(breaking),
	})
}

// breaking is what cells do that break a rule, "" for one that is not asked for.
func (k *checking) breaking(rule primary.Rule) string {
	r := k.rules
	percent := func(s primary.Share) string { return strconv.FormatFloat(s.Percent(), 'f', -1, 64) + " %" }
	people := "people"
	switch {
	case k.who() == ofHoldings:
		people = "holdings"
	case k.value != "":
		people = "contributors"
	}
	switch {
	case rule == primary.Threshold && r.Threshold > 0:
		return "have fewer than " + words.Whole(r.Threshold) + " " + people
	case rule == primary.PPercent && r.P.Den > 0:
		return "let somebody bound another contribution to within less than " + percent(r.P)
	case rule == primary.Dominance && len(r.Dominance) > 0:
		var each []string
		for _, d := range r.Dominance {
			each = append(each, words.Whole(d.N)+" with more than "+percent(d.K))
		}
		return "have few contributors with most of the sum (" + strings.Join(each, ", ") + ")"
	case rule == primary.PQ && r.PQ[0].Den > 0:
		return "let somebody who knows the others to within " + percent(r.PQ[1]) + " bound a contribution to within less than " + percent(r.PQ[0])
	case rule == primary.Group && r.Group > 0:
		return "leave fewer than " + words.Count(r.Group, "of their line", "of their line") + " outside"
	case rule == primary.Difference && r.Difference > 0:
		return "differ from the cell that holds them by somebody, and by fewer than " + words.Whole(r.Difference) + " " + people
	}
	return ""
}

// ruleMeaningArgs are the arguments of __skyline_cube_rule_meaning.
type ruleMeaningArgs struct {
	Unsafe, Cells int64
	Breaking      string
}

func ruleMeaningScalar() host.Scalar {
	return host.ScalarOf("__skyline_cube_rule_meaning", func(a *ruleMeaningArgs) (string, error) {
		return words.CellsBreaking(a.Unsafe, a.Cells, a.Breaking), nil
	})
}
