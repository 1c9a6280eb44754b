package cubes

import (
	"skyline/engine/cube/primary"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// CubeCheck is cube_check.
var CubeCheck = &call.Function{
	Name:        "cube_check",
	Summary:     "Which counts or sums of a table with totals would be unsafe to publish, by which rule, and by how much?",
	Questions:   []string{"Which counts or sums may I publish as they are?"},
	Description: "The result has a row for each cell that `GROUP BY CUBE`, `ROLLUP` or `GROUPING SETS` would make of the rows of `tbl`: each combination of labels, and each total. A cell is unsafe if it breaks [a rule](#rules-for-cells). Unsafe cells come first, those with the gravest rule at the top. Without `value` it is a table of counts of people; with `value`, of sums.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the microdata: [a name or a query](#what-names-a-table)", Raw: true},
		{Name: "by", Type: "VARCHAR[]", Doc: "the columns that the table is by, such as `['region', 'sex']`"},
		{Name: "value", Type: "VARCHAR", Default: "NULL", Doc: "the column that is summed, of numbers from 0 on; NULL: people are counted. Rows without a value do not contribute"},
		{Name: "person", Type: "VARCHAR", Default: "NULL", Doc: "the column that identifies who contributes: their rows in a cell count once and are added up; NULL: each row is a contributor"},
		{Name: "holding", Type: "VARCHAR", Default: "NULL", Doc: "the column that says which contributors belong together, such as companies of a group: they count as one. NULL in it: the contributor is alone"},
		{Name: "weight", Type: "VARCHAR", Default: "NULL", Doc: call.ParamWeightOnly.Doc + ". In tables of counts; excludes `person` and `holding`"},
		{Name: "sampling_weight", Type: "VARCHAR", Default: "NULL", Doc: "a column that says how many contributors of the population a row of the sample stands for, at least 1; in tables of sums, see [Rules for cells](#rules-for-cells)"},
		{Name: "rules", Type: "STRUCT", Default: "NULL", Doc: "[the rules](#rules-for-cells): exactly those that are named. NULL: `{'threshold': 10}`, for sums `{'threshold': 10, 'dominance': [2, 90], 'p_percent': 10}`"},
		{Name: "sets", Type: "VARCHAR or VARCHAR[][]", Default: "'cube'", Doc: "which totals are published: `'cube'`, all; `'rollup'`, those of the last columns of `by`; or a list of lists of the columns that are no total, such as `[['region', 'sex'], ['region'], []]`"},
		{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "the name of a table of hierarchies: `attribute, value, level, label`, as `hierarchy_wide` and the like make. Their labels are published beside the values"},
		paramOutput,
		{Name: "max_cells", Type: "BIGINT", Default: "50000000", Doc: "the largest number of cells; more are an error before they are counted"},
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `by`, with the cell's labels: NULL in a total, and for NULL; see `grouping`. In their own types; VARCHAR with `hierarchies`"},
		{Name: "grouping", Type: "BIGINT", Doc: "which columns of `by` are a total, as `GROUPING_ID` says it: a bit for each, the last column's first"},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether the cell breaks no rule"},
		{Name: "rule", Type: "VARCHAR", Doc: "the gravest rule that it breaks, NULL if none"},
		{Name: "achieved", Type: "DOUBLE", Doc: "what the cell has of that rule: people; people outside of the cell for `group_disclosure` and `difference`; percent for the others"},
		{Name: "excess", Type: "DOUBLE", Doc: "by how much that misses the limit"},
		{Name: "required", Type: "DOUBLE", Doc: "the limit"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words. It is made only where a statement selects it"},
		{Name: "people", Type: "BIGINT", Doc: "how many people contribute; holdings with `holding`"},
		{Name: "value", Type: "HUGEINT", Doc: "the sum of `value`; NULL without it. DECIMAL(38,6) where `value` is a DECIMAL; DOUBLE where it is a DOUBLE, and with `sampling_weight`, an estimate"},
		{Name: "broken", Type: "VARCHAR[]", Doc: "all rules that the cell breaks"},
		{Name: "levels", Type: "BIGINT[]", Doc: "the level of each label in its hierarchy, 0 being the values; NULL for a total"},
	},
	Example: `SELECT * EXCLUDE (levels, meaning) FROM cube_check('(VALUES (''north'', ''steel'', 60), (''north'', ''steel'', 35), (''north'', ''steel'', 5), (''south'', ''steel'', 40),
                                                          (''south'', ''steel'', 40), (''south'', ''steel'', 30), (''south'', ''paper'', 7)) t(region, industry, turnover)',
                                            by := ['region', 'industry'], value := 'turnover', rules := {'threshold': 3, 'p_percent': 10})`,
	Notes: []string{
		"NULL in a column of `by` is a label like any other; to leave such rows out, filter them in a query given as `tbl`. A [plan](#plans) says how columns are read and who the people are, not what the table is by. A table without rows [is not called safe](#a-table-without-people).",
		"Without `person`, rows are counted as people, which `output := 'summary'` says. Somebody with several rows then hides that a cell is of few.",
		"A cell without people is no row, as in `GROUP BY`, unless `rules` has `'zeros': 'unsafe'`.",
		"Numbers with digits behind the point count in millionths: a DECIMAL with more digits is an error, a DOUBLE is rounded. Everything else is exact.",
		"`achieved`, `meaning` and `value` tell of the contributors: the result is for the owner of `tbl`, and must not be published.",
	},
	NotPromised: "It judges each cell by itself, and, by `group_disclosure` and `difference`, beside the cells that hold it. What follows from several published cells together, from cells that are left out or from other tables is not looked at.",
	Cost:        costOfCheck,
	Source:      "Hundepool and others, “Statistical Disclosure Control”, Wiley 2012, Sect. 4.2; the manual of τ-Argus, for rules, holdings and sampling weights; the defaults are those of ACRO.",
	Plan:        planCubeCheck,
	Outputs:     []call.Output{summaryOfCheck},
	Kernels:     []host.Kernel{release.LabelsKernel},
	Scalars: func() []host.Scalar {
		return []host.Scalar{verdictScalar(), cellMeaningScalar(), ruleMeaningScalar(), maskedScalar()}
	},
}

const costOfCheck = "one scan and GROUP BY of `by`, and for each column of `by` a GROUP BY of cells; with `person` or `holding` one more of their rows. " +
	"10,000,000 rows by four columns, two of them with hierarchies, are 3,253,254 cells of 48 groupings. They took 11 seconds of processor time as counts and 18 as sums, without `meaning`; DuckDB's GROUPING SETS that only count or sum took 19 and 23, and 33 with the two largest values. " +
	"With more cells than rows it takes longer than they do: 1,000,000 rows, 2,116,669 cells, 6 and 11 seconds beside 2 and 3."

// planCubeCheck returns the statement: DuckDB counts the finest cells and adds them up; a scalar judges each cell.
func planCubeCheck(c *call.Call) (sqltext.SQL, error) {
	if _, err := c.Choice(call.ParamOutput, outputCells, outputSummary); err != nil {
		return "", err
	}
	k, err := readChecking(c)
	if err != nil {
		return "", err
	}
	for _, added := range c.Function.Columns {
		if call.ContainsName(k.by, added.Name) {
			return "", c.Errorf("by must not name a column %s, which the result adds; rename it in a query given as tbl", added.Name)
		}
	}
	k.addTypes()
	k.addFinest()
	k.addLabels()
	k.addCells()
	k.addJudged()
	return k.shown(), nil
}

// shown is the SELECT of the result. What can be made of other columns is made outside of the plan's CTEs, where DuckDB
// leaves it out if no statement selects it; so is the order.
func (k *checking) shown() sqltext.SQL {
	codes, names := k.codes(), sqltext.Idents(k.by)
	labels, above, levels := sqltext.Numbered(len(names), "__skyline_l#"), sqltext.Numbered(len(names), "__skyline_a#"), sqltext.Numbered(len(names), "__skyline_v#")
	each := func(what sqltext.SQL, as []sqltext.SQL) sqltext.SQL {
		return sqltext.List(sqltext.Map(as, func(i int, name sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("d{i}.{what} AS {name}", sqltext.Args{"i": sqltext.Int(int64(i) + 1), "what": what, "name": name})
		}))
	}
	total, lines := sqltext.SQL("NULL"), sqltext.SQL("list_value()::BIGINT[]")
	if k.value != "" {
		total = "r.total"
	}
	if k.hasLines() {
		lines = "r.lines"
	}
	cells := k.Statement(sqltext.Fill(`
		SELECT {labels}, {above}, {levels}, {codes}, {lines} AS __skyline_lines,
		    r.rule AS __skyline_rule, r.broken AS __skyline_broken, r.achieved, r.required, r.line AS __skyline_line, r.of AS __skyline_of, r.n AS people, {total} AS value
		FROM ({judged}) AS r
		{nodes}
		CROSS JOIN {types} AS t
	`, sqltext.Args{
		"labels": sqltext.List(sqltext.Map(labels, func(i int, label sqltext.SQL) sqltext.SQL {
			of := "d" + sqltext.Int(int64(i)+1) + ".label"
			if k.hierarchies == "" {
				of = k.call.InOwnType(of, "t.o"+sqltext.Int(int64(i)+1))
			}
			return of + " AS " + label
		})),
		"above": each("up_label", above), "levels": each("level", levels), "total": k.shownTotal(total), "lines": lines, "judged": k.judgedOrNobody(), "types": people.Types,
		"codes": sqltext.List(sqltext.Map(codes, func(_ int, code sqltext.SQL) sqltext.SQL { return "r." + code + " AS __skyline_" + code })),
		"nodes": sqltext.Join("\n", sqltext.Map(codes, func(i int, code sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("LEFT JOIN {nodes} AS d{i} ON d{i}.c = r.{code}", sqltext.Args{"nodes": nodesOf(i), "i": sqltext.Int(int64(i) + 1), "code": code})
		})...),
	}))
	own := sqltext.Prefixed("r", sqltext.Numbered(len(names), "__skyline_c#"))
	grouping := "(" + k.sets.grouping(own, 0) + ")::BIGINT"
	list := func(of []sqltext.SQL) sqltext.SQL {
		return "list_value(" + sqltext.List(sqltext.Prefixed("r", of)) + ")"
	}
	texts := "list_value(" + sqltext.List(sqltext.Map(labels, func(_ int, label sqltext.SQL) sqltext.SQL { return "r." + label + "::VARCHAR" })) + ")"
	return sqltext.Fill(`
		SELECT {names}, {grouping} AS grouping, coalesce(r.__skyline_broken = 0, false) AS safe, {rule} AS rule, r.achieved, abs(r.achieved - r.required) AS excess, r.required,
		    {meaning} AS meaning,
		    r.people, r.value, {broken} AS broken, {levels} AS levels
		FROM (
		    {cells}
		) AS r
		ORDER BY r.__skyline_broken = 0, r.__skyline_rule, {grouping}, {codes}
	`, sqltext.Args{
		"names": sqltext.List(sqltext.Map(names, func(i int, name sqltext.SQL) sqltext.SQL {
			label := "r." + labels[i]
			if k.hierarchies != "" {
				label = sqltext.ShownAs(label)
			}
			return label + " AS " + name
		})),
		"grouping": grouping, "rule": ruleName("r.__skyline_rule"), "meaning": people.OrNobody("r.__skyline_broken", k.cellMeaning(texts, list(above), grouping)), "broken": brokenNames("r.__skyline_broken"),
		"levels": list(levels), "cells": cells, "codes": sqltext.List(own),
	})
}

// judgedOrNobody is the SELECT of the cells, or of a row without numbers where nobody is in the table.
func (k *checking) judgedOrNobody() sqltext.SQL {
	if k.rules.Zeros {
		return "FROM " + judgedName // the total is a cell
	}
	return sqltext.Fill("FROM {judged} UNION ALL BY NAME SELECT NULL AS broken WHERE NOT EXISTS (FROM {finest})", sqltext.Args{"judged": judgedName, "finest": finestName})
}

// ruleName is the name of a rule by its number, NULL for none.
func ruleName(rule sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE {rule} {names} END", sqltext.Args{"rule": rule, "names": sqltext.Join(" ", sqltext.Map(primary.Names(), func(i int, name string) sqltext.SQL {
		return sqltext.Fill("WHEN {i} THEN {name}", sqltext.Args{"i": sqltext.Int(int64(i)), "name": sqltext.Text(name)})
	})...)})
}

// brokenNames is the list of the names of rules, by their bits.
func brokenNames(bits sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("list_filter(list_value({names}), lambda b: b IS NOT NULL)", sqltext.Args{"names": sqltext.List(sqltext.Map(primary.Names(), func(i int, name string) sqltext.SQL {
		return sqltext.Fill("CASE WHEN {bits} & {bit} <> 0 THEN {name} END", sqltext.Args{"bits": bits, "bit": sqltext.Int(1 << i), "name": sqltext.Text(name)})
	}))})
}
