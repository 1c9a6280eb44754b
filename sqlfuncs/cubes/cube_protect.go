package cubes

import (
	"math/big"
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// Methods of cube_protect.
const (
	bySuppression = "suppress"
	byRounding    = "round"
	byCellKey     = "cell_key"
)

// Costs of a cell that is suppressed.
const (
	costNumber = "number"
	costCells  = "cells"
)

// CubeProtect is cube_protect.
var CubeProtect = &call.Function{
	Name:      "cube_protect",
	Summary:   "Make a table of counts or sums from which no unsafe cell can be computed.",
	Questions: []string{"How do I publish a table of counts, so that nobody can compute the small ones?"},
	Description: "The table to publish, a row for each cell, in the order of its labels. With `method := 'suppress'` the unsafe cells, *primary* ones, have no number, and neither have others, *secondary* ones, so many that " +
		"nobody can compute a primary cell nearer than [the rules](#rules-for-cells) allow. With `'round'` all numbers are multiples of a base, and still add up; with `'cell_key'` each has noise that follows from who is counted. [`cube_audit`](#cube_audit) says what can be computed from the result.",
	Params: slices.Concat(
		[]call.Param{param("tbl"), param("by"), param("value"), param("person"), param("holding"), param("weight"), param("rules"), param("sets"), param("hierarchies")},
		[]call.Param{
			{Name: "method", Type: "VARCHAR", Default: "'" + bySuppression + "'", Doc: "`'suppress'`: cells without a number; `'round'`: [numbers that are rounded](#rounding-a-table); `'cell_key'`: [numbers with noise](#cell-keys)"},
			{Name: "keep", Type: "VARCHAR[][]", Default: "NULL", Doc: "with `'suppress'`: groupings whose cells must be published unless they are unsafe themselves, as in `sets`: `[['region'], []]` keeps the totals of regions, and of all"},
			{Name: "cost", Type: "VARCHAR", Default: "'" + costNumber + "'", Doc: "what is lost with a secondary cell, and should be little: `'number'`, its count or sum; `'cells'`, 1 each"},
			{Name: "rounding", Type: "STRUCT", Default: "NULL", Doc: "with `'round'`: `{'base': 5, 'rule': 'controlled'}`; the rule may be `'nearest'` or `'random'`. NULL: to the threshold, controlled"},
			{Name: "noise", Type: "STRUCT", Default: "NULL", Doc: "with `'cell_key'`: `{'largest': 5, 'variance': 2, 'smallest': 0, 'keys': 256}`, or some of these"},
			{Name: "key", Type: "VARCHAR", Default: "NULL", Doc: "with `'cell_key'`: a secret of 16 characters or more, the same for all tables of these people"},
			draw.ParamSeed, param("max_cells"),
			{Name: "max_steps", Type: "BIGINT", Default: "20000000000", Doc: "how many elementary steps the search for secondary cells may take, about a second for 1e9; the best that was found by then is taken, and none is an error"},
			{Name: "also", Type: "VARCHAR[] or STRUCT[]", Default: "NULL", Doc: "with `'suppress'`: tables of the same people that are out already: names of tables that `cube_protect` made, or structs as in [`cube_audit`](#cube_audit); see [Tables that are out already](#tables-that-are-out-already)"},
		}),
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `by`, as in [`cube_check`](#cube_check)"},
		{Name: "grouping", Type: "BIGINT", Doc: "which columns of `by` are a total, as `GROUPING_ID` says it"},
		{Name: "value", Type: "HUGEINT", Doc: "the number to publish: people, or the sum of `value`, in a type as in `cube_check`; NULL: suppressed"},
		{Name: "status", Type: "VARCHAR", Doc: "`published`, `primary`, `secondary`, `rounded`, `noisy` or `disclosed`: unsafe, and `also` gives it away whatever is suppressed here"},
	},
	Example: `FROM cube_protect('(VALUES (''north'', ''f'', 60), (''north'', ''m'', 3), (''south'', ''f'', 40), (''south'', ''m'', 41), (''west'', ''f'', 25), (''west'', ''m'', 31)) t(region, sex, n)',
                  by := ['region', 'sex'], weight := 'n', rules := {'threshold': 5})`,
	Notes: []string{
		"A suppressed cell is one that has no number; a cell that nobody is in has no row, and everybody takes it for 0. Publish without `status`: which cells are secondary tells which are not small.",
		"The only contributor of a cell of sums knows its number. No other cell may follow from it, and none does. What several of them would know together is not looked at.",
		"Suppression is for what is computed exactly. Nobody may say in public between what numbers suppressed cells are (`masked := {'value': NULL, 'between': [1, 4]}` of `cube_audit`): secondary cells are not small, so that it would not be true.",
		"Least loss cannot be promised: to find it is NP-hard. Several orders are tried.",
		"Tables that are published anew every month from changing rows give away differences; `rounding` with `'random'` and fresh draws gives away means.",
	},
	NotPromised: "Other tables of the same people are not looked at, unless `also` has them. Cells of groupings that `sets` does not have are not protected.",
	Cost:        "that of [`cube_check`](#cube_check), and up to `max_steps` for the search. With `also` up to as many again for what these tables leave open, and, where they have other columns, one cell more for each combination of labels that may have people, up to `max_cells`.",
	Source:      "Suppression: Fischetti, Salazar, “Solving the cell suppression problem on tabular data with linear constraints”, Management Science 47 (2001); the search and its proof are ours. Rounding: Cox, “A constructive procedure for unbiased controlled rounding”, JASA 82 (1987). Cell keys: Fraser, Wooton, “A proposed method for confidentialising tabular output to protect against differencing”, 2005; Giessing, 2016.",
	Plan:        planCubeProtect,
	Kernels:     []host.Kernel{protectKernel, release.LabelsKernel},
	Aggregates:  []host.Aggregate{keptNumbers(), people.GatherTablesAggregate()},
	Scalars:     func() []host.Scalar { return []host.Scalar{widthScalar()} },
}

// param is a parameter of cube_check.
func param(name string) call.Param {
	return CubeCheck.Params[slices.IndexFunc(CubeCheck.Params, func(p call.Param) bool { return p.Name == name })]
}

// The numbers that the kernel gets, by table.
const (
	cellNumbers  = iota // of a cell: its codes, people, its number, the sum of its people's keys, 1 if it is unsafe, how far below and above it must be open
	labelNumbers        // of a value: the column, its code, and that of a label above it
)

const protectedName = sqltext.SQL("__skyline_protected")

// planCubeProtect returns the statement: cells are counted and judged as in cube_check, the kernel says what becomes of each.
func planCubeProtect(c *call.Call) (sqltext.SQL, error) {
	also, err := readAlso(c)
	if err != nil {
		return "", err
	}
	k, err := readChecking(c, also.roles...)
	if err != nil {
		return "", err
	}
	k.inResult, k.by = len(k.by), append(k.by, also.columns...)
	spec := protectSpec{Columns: len(k.by), Shown: k.inResult, Counts: k.value == "", Masks: k.sets.masks, Dimensions: k.by, MaxCells: k.maxCells}
	random, err := draw.Read(c)
	if err != nil {
		return "", err
	}
	if err := k.readProtecting(&spec); err != nil {
		return "", err
	}
	for _, added := range c.Function.Columns {
		if call.ContainsName(k.by[:k.inResult], added.Name) {
			return "", c.Errorf("by must not name a column %s, which the result adds; rename it in a query given as tbl", added.Name)
		}
	}
	if spec.addsUp() {
		// What is published follows from cells that are not, and these add up.
		if of := cubeOf(k.by); of.Cmp(big.NewInt(k.maxCells)) > 0 {
			return "", c.Errorf("by has %d columns, and method := '%s' looks at all their totals, also those that sets leaves out: 2^%d = %v cells of a single row, and max_cells is %d; name the columns of one table to publish", len(k.by), spec.Method, len(k.by), of, k.maxCells)
		}
		k.needed = &groupings{columns: len(k.by), all: true}
	}
	random.Bind(&k.Plan, c, k.Source)
	k.addTypes()
	k.addFinest()
	k.addLabels()
	k.addCells()
	k.addWidths()
	numbers := func(i int, numbers sqltext.SQL, from sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("SELECT {i} AS i, {numbers} AS numbers FROM {from}", sqltext.Args{"i": sqltext.Int(int64(i)), "numbers": numbers, "from": from})
	}
	rows := []sqltext.SQL{numbers(cellNumbers, "x.numbers", protectedName+" AS x")}
	for i := range k.by {
		rows = append(rows, numbers(labelNumbers, "list_value("+sqltext.Int(int64(i))+", u.c, u.up)", upsOf(i)+" AS u"))
	}
	data := []sqltext.Member{{Name: "numbers", Value: "g.kept"}, {Name: "key", Value: draw.KeyData(random.Key())}}
	more := sqltext.SQL("")
	if len(also.tables) > 0 {
		for i := range also.tables {
			spec.Also = append(spec.Also, also.tables[i].given)
		}
		spec.Hierarchies = k.hierarchies != ""
		k.addAlso(also)
		data = append(data, sqltext.Member{Name: "also_rows", Value: "also.kept"}, sqltext.Member{Name: "parts", Value: k.parts()})
		more = ",\n" + gathered(c, alsoName) + " AS also"
	}
	k.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: protectKernel.Name, Why: "what is published of each cell", Spec: spec, Rows: "__skyline_outcomes",
		Data: data,
		From: sqltext.Fill("(SELECT __skyline_cube_numbers({plan}, {function}, i, numbers::BIGINT[]) AS kept FROM (\n{rows}\n)) AS g", sqltext.Args{
			"plan": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name), "rows": sqltext.Join("\nUNION ALL\n", rows...),
		}) + more,
	})
	return k.protected(), nil
}

// readProtecting reads what cube_check does not have.
func (k *checking) readProtecting(spec *protectSpec) error {
	c := k.call
	var err error
	if spec.Method, err = c.Choice("method", bySuppression, byRounding, byCellKey); err != nil {
		return err
	}
	if spec.Cost, err = c.Choice("cost", costNumber, costCells); err != nil {
		return err
	}
	if spec.MaxSteps, err = c.Steps(); err != nil {
		return err
	}
	if keep := c.Arguments["keep"]; keep != nil {
		if spec.Method != bySuppression {
			return c.Errorf("keep must be NULL with method := '%s', which publishes all cells", spec.Method)
		}
		list, ok := keep.([]any)
		if !ok || len(list) == 0 {
			return c.Errorf("keep must be a list of lists of columns, such as [['region'], []], got %s", call.Show(keep))
		}
		kept := &groupings{columns: k.inResult}
		if err := kept.readList(c, "keep", k.by[:k.inResult], list); err != nil {
			return err
		}
		spec.Keep = kept.masks
	}
	if err := k.readRounding(spec); err != nil {
		return err
	}
	return k.readNoise(spec)
}

// How numbers may be rounded.
const (
	controlled = "controlled"
	nearest    = "nearest"
)

var roundingRules = []string{controlled, nearest, "random"}

// maxBase is the largest base.
const maxBase = 1 << 40

func (k *checking) readRounding(spec *protectSpec) error {
	c, v := k.call, k.call.Arguments["rounding"]
	if spec.Method != byRounding {
		if v != nil {
			return c.Errorf("rounding must be NULL with method := '%s'; add method := 'round'", spec.Method)
		}
		return nil
	}
	if k.value != "" {
		return c.Errorf("method must be 'suppress' where value is summed: rounding is for counts of people")
	}
	const such = "a struct such as {'base': 5, 'rule': 'controlled'}"
	spec.Base, spec.Rule = k.rules.Threshold, controlled
	if v != nil {
		given, _ := v.(map[string]any)
		members, unknown := call.Lowered(given, "base", "rule")
		if given == nil || unknown != "" {
			return c.Errorf("rounding must be %s, got %s", such, call.Show(v))
		}
		if rule := members["rule"]; rule != nil {
			if spec.Rule, _ = rule.(string); !slices.Contains(roundingRules, spec.Rule) {
				return c.Errorf("rounding: rule must be 'controlled', 'nearest' or 'random', got %s", call.Show(rule))
			}
		}
		if base := members["base"]; base != nil {
			n, ok := call.WholeOf(base)
			if !ok || n < 2 || n > maxBase {
				return c.Errorf("rounding: base must be a whole number from 2 to %d, got %s", int64(maxBase), call.Show(base))
			}
			spec.Base = n
		}
	}
	if spec.Base < 2 {
		return c.Errorf("rounding must have a base, as rules have no threshold of 2 or more: %s", such)
	}
	return nil
}

// addWidths adds all cells, as numbers for the kernel.
func (k *checking) addWidths() {
	j := k.judging()
	number := sqltext.SQL("x.n")
	if k.value != "" {
		number = sqltext.Fill("coalesce(TRY_CAST(x.total AS BIGINT), {fail})", sqltext.Args{
			"fail": k.Fail("value must sum to less than 9223372036854775808, in millionths where it has digits behind the point; divide it in a query given as tbl"),
		})
	}
	key := sqltext.SQL("0")
	if k.keyed != "" {
		key = "x.h"
	}
	k.With(protectedName, "all cells: their codes, people, number, and how far from it they must stay open", sqltext.Fill(`
		SELECT list_concat(list_value({codes}, x.n, {number}, {key}), __skyline_cube_width({rules}, {counts}, x.n, {high}, {low}, {values}, {lines})) AS numbers
		FROM {cells} AS x
		{joins}
	`, sqltext.Args{
		"codes": sqltext.List(sqltext.Prefixed("x", k.codes())), "number": number, "key": key, "rules": sqltext.JSON(k.rules), "counts": sqltext.Bool(k.value == ""),
		"high": j.high, "low": j.low, "values": j.values, "lines": j.lines, "cells": cellsName, "joins": j.joins,
	}))
}

// protected is the SELECT of the result.
func (k *checking) protected() sqltext.SQL {
	codes, names := k.codes()[:k.inResult], sqltext.Idents(k.by[:k.inResult])
	of := sqltext.Map(codes, func(i int, _ sqltext.SQL) sqltext.SQL {
		return sqltext.ListElement("r.codes", sqltext.Int(int64(i)+1))
	})
	labels := sqltext.Map(names, func(i int, name sqltext.SQL) sqltext.SQL {
		label := "d" + sqltext.Int(int64(i)+1) + ".label"
		if k.hierarchies == "" {
			return k.call.InOwnType(label, "t.o"+sqltext.Int(int64(i)+1)) + " AS " + name
		}
		return sqltext.ShownAs(label) + " AS " + name
	})
	value := sqltext.SQL("r.number::HUGEINT")
	if k.value != "" {
		value = k.shownTotal("r.number::HUGEINT")
	}
	return k.Statement(sqltext.Fill(`
		SELECT {labels}, ({grouping})::BIGINT AS grouping, {value} AS value, r.status
		FROM __skyline_outcomes AS r
		{nodes}
		CROSS JOIN {types} AS t
		ORDER BY {grouping}, {codes}
	`, sqltext.Args{
		"types": people.Types, "labels": sqltext.List(labels), "grouping": k.sets.grouping(of, 0), "value": value, "codes": sqltext.List(of),
		"nodes": sqltext.Join("\n", sqltext.Map(of, func(i int, code sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("LEFT JOIN {nodes} AS d{i} ON d{i}.c = {code}", sqltext.Args{"nodes": nodesOf(i), "i": sqltext.Int(int64(i) + 1), "code": code})
		})...),
	}))
}
