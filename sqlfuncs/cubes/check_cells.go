package cubes

import (
	"fmt"

	"skyline/sqlfuncs/sqltext"
)

// How the finest cells become all cells: column by column, the last first, all cells so far are added up to those of the
// labels above theirs in that column, and of its total. What GROUPING SETS would read the table for again and again is
// done on cells, which are fewer, and no cell is looked for among those that it cannot be.

const (
	cellsName  = sqltext.SQL("__skyline_cells")
	judgedName = sqltext.SQL("__skyline_judged")
)

// partName is the CTE of the cells that are totals, or have a label above a value, in column i and in none before it; for
// the number of columns, of the finest cells.
func partName(i int) sqltext.SQL { return "__skyline_part" + sqltext.Int(int64(i)) }

// partsFrom is what stands behind FROM for the cells that are values in the columns before one.
func partsFrom(i, columns int) sqltext.SQL {
	var parts []sqltext.SQL
	for j := i; j <= columns; j++ {
		parts = append(parts, "FROM "+partName(j))
	}
	return sqltext.Join(" UNION ALL ", parts...)
}

// addCells adds all cells that are needed.
func (k *checking) addCells() {
	k.guardMost()
	codes, keys := k.codes(), k.keys()
	k.Keep(partName(len(k.by)), "the finest cells, by the codes of their values", sqltext.Fill(`
		SELECT {codes}, {measures}
		FROM {finest} AS f{guards}
		{values}
	`, sqltext.Args{
		"codes":    sqltext.List(sqltext.Map(codes, func(i int, code sqltext.SQL) sqltext.SQL { return "v" + sqltext.Int(int64(i)+1) + ".c AS " + code })),
		"measures": sqltext.List(sqltext.Prefixed("f", k.measures())), "finest": finestName, "guards": k.Guards(),
		"values": sqltext.Join("\n", sqltext.Map(keys, func(i int, key sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("JOIN {values} AS v{i} ON v{i}.v IS NOT DISTINCT FROM f.{key}", sqltext.Args{"values": valuesOf(i), "i": sqltext.Int(int64(i) + 1), "key": key})
		})...),
	}))
	groups := sqltext.Numbered(len(codes), "#") // by their places: the names are those of columns, too
	if k.hasContributors() {
		groups = sqltext.Numbered(len(codes)+1, "#")
	}
	for i := len(k.by) - 1; i >= 0; i-- {
		raised := sqltext.Prefixed("x", codes)
		raised[i] = "u.up"
		k.Keep(partName(i), fmt.Sprintf("what these add up to, in column %d", i+1), sqltext.Fill(`
			SELECT {codes}, {sums}
			FROM ({before}) AS x JOIN {ups} AS u ON u.c = x.{code}{where}
			GROUP BY {groups}
		`, sqltext.Args{
			"codes":  sqltext.List(sqltext.Map(raised, func(i int, code sqltext.SQL) sqltext.SQL { return code + " AS " + codes[i] })),
			"groups": sqltext.List(groups), "sums": sqltext.List(k.sums()), "before": partsFrom(i+1, len(k.by)),
			"ups": upsOf(i), "code": codes[i], "where": k.needed.where(raised, i),
		}))
	}
	all := sqltext.Fill("SELECT * FROM ({parts}) AS x{where}", sqltext.Args{"parts": partsFrom(0, len(k.by)), "where": k.needed.where(sqltext.Prefixed("x", codes), 0)})
	if k.hasContributors() {
		// Those who are in several finest cells, and those who are in one.
		all = sqltext.Fill("SELECT {codes}, {sums} FROM ({parts}) AS x{where} GROUP BY {codes}", sqltext.Args{
			"codes": sqltext.List(codes), "sums": sqltext.List(k.different()), "parts": partsFrom(0, len(k.by)), "where": k.needed.where(sqltext.Prefixed("x", codes), 0),
		})
	}
	if k.rules.Zeros {
		const there = sqltext.SQL("__skyline_there")
		k.Keep(there, "the cells with people", all)
		all = k.withNobody(there)
	}
	if k.hasLines() {
		k.Keep(cellsName, "all cells", all)
	} else {
		k.With(cellsName, "all cells", all)
	}
}

// measures are the columns of cells behind their codes.
func (k *checking) measures() []sqltext.SQL {
	all := []sqltext.SQL{"n"}
	if k.hasContributors() {
		all = append([]sqltext.SQL{"k"}, all...)
	}
	if k.keyed != "" {
		all = append(all, "h")
	}
	if k.value == "" {
		return all
	}
	if all = append(all, "total"); k.most() > 0 {
		all = append(all, "t")
	}
	return all
}

// sums are the measures of cells that become one.
func (k *checking) sums() []sqltext.SQL {
	different := k.different()
	if !k.hasContributors() {
		return different
	}
	sums := []sqltext.SQL{"x.k AS k", "CASE WHEN x.k = 0 THEN sum(x.n) ELSE 1 END::BIGINT AS n"}
	if k.keyed != "" {
		sums = append(sums, "CASE WHEN x.k = 0 THEN sum(x.h) ELSE any_value(x.h) END::BIGINT AS h")
	}
	if k.value == "" {
		return sums
	}
	if sums = append(sums, different[1]); k.most() == 0 {
		return sums
	}
	own := sqltext.Fill("coalesce(TRY_CAST(sum({one}) AS BIGINT), {fail})", sqltext.Args{"one": sqltext.ListElement("x.t", "1"), "fail": k.tooLarge()})
	if k.samplingWeight != "" {
		one := sqltext.ListElement("x.t", "1")
		own = sqltext.Fill("struct_pack(v := coalesce(TRY_CAST(sum(struct_extract({one}, 'v')) AS BIGINT), {fail}), w := CASE WHEN min(struct_extract({one}, 'w')) = max(struct_extract({one}, 'w')) THEN max(struct_extract({one}, 'w')) ELSE {several} END)",
			sqltext.Args{"one": one, "fail": k.tooLarge(), "several": k.severalWeights()})
	}
	return append(sums, sqltext.Fill("CASE WHEN x.k = 0 THEN {together} ELSE list_value({own}) END AS t", sqltext.Args{"together": k.largest(), "own": own}))
}

// different are the measures of cells that become one, where nobody is in two of them.
func (k *checking) different() []sqltext.SQL {
	sums := []sqltext.SQL{"sum(x.n)::BIGINT AS n"}
	if k.keyed != "" {
		sums = append(sums, "sum(x.h)::BIGINT AS h")
	}
	if k.value == "" {
		return sums
	}
	if sums = append(sums, "sum(x.total) AS total"); k.most() > 0 {
		sums = append(sums, k.largest()+" AS t")
	}
	return sums
}

// largest are the largest of all contributions that are the largest of cells: an r-th largest one is among the n largest
// of all only if it is among the n/r largest of r-th ones, since as many are larger in its own cell, and in the cells of those.
func (k *checking) largest() sqltext.SQL {
	most := k.most()
	all := sqltext.SQL("")
	for r := most; r >= 1; r-- {
		of := sqltext.Fill("max({one}, {n})", sqltext.Args{"one": sqltext.ListElement("x.t", sqltext.Int(int64(r))), "n": sqltext.Int(int64(most / r))})
		if all != "" {
			of = "list_concat(" + of + ", " + all + ")"
		}
		all = of
	}
	return sqltext.Fill("list_slice(list_reverse_sort({all}), 1, {most})", sqltext.Args{"all": all, "most": sqltext.Int(int64(most))})
}

// guardMost adds the guard that there will not be too many cells, before any is made.
func (k *checking) guardMost() {
	counted := k.sets
	if k.needed.all {
		counted = k.needed // of cube_protect, which needs cells that are not published
	}
	counts := sqltext.Map(k.by, func(i int, _ string) sqltext.SQL {
		return sqltext.Fill("(SELECT count(*) FROM {nodes}) AS l{i}, (SELECT count(DISTINCT level) FROM {nodes}) AS h{i}", sqltext.Args{"nodes": nodesOf(i), "i": sqltext.Int(int64(i) + 1)})
	})
	k.Guard("__skyline_most", "there are not too many cells", sqltext.Fill(`
		SELECT CASE WHEN cells > {most} THEN {fail} ELSE true END AS ok
		FROM (
		    SELECT {cells} AS cells
		    FROM (
		        SELECT (SELECT count(*) FROM {finest}) AS n,
		            {counts}
		    ) AS x
		)
	`, sqltext.Args{
		"most": sqltext.Int(k.maxCells), "cells": counted.most(k.rules.Zeros), "finest": finestName, "counts": sqltext.Join(",\n", counts...),
		"fail": k.call.FailCounted("the table to publish may have ", "CASE WHEN cells < 1e15 THEN cells::BIGINT::VARCHAR ELSE cells::VARCHAR END",
			fmt.Sprintf(" cells, and max_cells is %d; use sets := 'rollup' or a list of what you publish, fewer columns in by, coarser values, or a larger max_cells", k.maxCells)),
	}))
}

// withNobody is the SELECT of cells, and of those that nobody is in: the labels of each set in every combination.
func (k *checking) withNobody(there sqltext.SQL) sqltext.SQL {
	codes, sets := k.codes(), k.sets
	if k.needed.all {
		sets = k.needed // of cube_protect, whose cells add up to those of all groupings
	}
	own := sqltext.Map(codes, func(i int, code sqltext.SQL) sqltext.SQL { return "m" + sqltext.Int(int64(i)+1) + ".c AS " + code })
	measures := sqltext.SQL(", 0::BIGINT AS n")
	if k.keyed != "" {
		measures += ", 0::BIGINT AS h"
	}
	if k.value != "" {
		measures += ", 0::HUGEINT AS total"
	}
	if k.value != "" && k.most() > 0 {
		measures += ", NULL AS t"
	}
	return sqltext.Fill(`
		SELECT * FROM {there}
		UNION ALL
		SELECT x.*{measures}
		FROM (
		    SELECT {own}
		    FROM {labels}
		) AS x ANTI JOIN {there} AS y ON {same}{where}
	`, sqltext.Args{
		"there": there, "measures": measures, "own": sqltext.List(own), "same": sqltext.Equal("x", "y", codes), "where": sets.where(sqltext.Prefixed("x", codes), 0),
		"labels": sqltext.Join(" CROSS JOIN ", sqltext.Map(codes, func(i int, _ sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("(SELECT c FROM {nodes} UNION ALL SELECT 0) AS m{i}", sqltext.Args{"nodes": nodesOf(i), "i": sqltext.Int(int64(i) + 1)})
		})...),
	})
}

// judging is what the rules look at, of a cell x.
type judging struct {
	lines, joins    sqltext.SQL // people of the cells above, and the joins with these
	high, low       sqltext.SQL // the total
	values, weights sqltext.SQL // the largest contributions
}

func (k *checking) judging() judging {
	j := judging{"list_value()::BIGINT[]", "", "0", "0", "NULL::BIGINT[]", "NULL::BIGINT[]"}
	if k.hasLines() {
		j.lines, j.joins = k.lines()
	}
	if k.value == "" {
		return j
	}
	j.high = sqltext.Fill("CASE WHEN x.total < {most} THEN TRY_CAST(x.total >> 62 AS BIGINT) ELSE {fail} END", sqltext.Args{
		"most": "42535295865117307932921825928971026432::HUGEINT", "fail": k.Fail("value must sum to less than 2^125 in parts of a million; divide it in a query given as tbl"),
	})
	j.low = "TRY_CAST(x.total & 4611686018427387903 AS BIGINT)"
	if k.most() == 0 {
		return j
	}
	if j.values = "x.t"; k.samplingWeight != "" {
		j.values, j.weights = "list_transform(x.t, lambda s: struct_extract(s, 'v'))", "list_transform(x.t, lambda s: struct_extract(s, 'w'))"
	}
	return j
}

// addJudged adds the cells to publish, with what the rules say of each.
func (k *checking) addJudged() {
	codes, j := k.codes(), k.judging()
	measures := sqltext.SQL("x.n")
	if k.value != "" {
		measures += ", x.total"
		if k.most() == 0 {
			j.high, j.low = "0", "0" // no rule looks at them
		}
	}
	k.With(judgedName, "the cells to publish, and what the rules say of them", sqltext.Fill(`
		SELECT {codes}, {measures}, {lines} AS lines, UNNEST(__skyline_cube_verdict({rules}, x.n, {high}, {low}, {values}, {weights}, {lines}), recursive := true)
		FROM {cells} AS x
		{joins}{where}
	`, sqltext.Args{
		"codes": sqltext.List(sqltext.Prefixed("x", codes)), "measures": measures, "lines": j.lines, "rules": sqltext.JSON(k.rules),
		"high": j.high, "low": j.low, "values": j.values, "weights": j.weights, "cells": cellsName, "joins": j.joins, "where": k.where(codes),
	}))
}

// where keeps the cells that are published, if others are needed too.
func (k *checking) where(codes []sqltext.SQL) sqltext.SQL {
	if k.needed == k.sets {
		return ""
	}
	return k.sets.where(sqltext.Prefixed("x", codes), 0)
}

// lines are the people of the cell right above, along each column, and the joins with it. A label that is alone there
// is not one of several. A cell of nobody may be in one of nobody, which is no row.
func (k *checking) lines() (people, joins sqltext.SQL) {
	codes := k.codes()
	var all, joined []sqltext.SQL
	for i, code := range codes {
		args := sqltext.Args{"i": sqltext.Int(int64(i) + 1)}
		all = append(all, sqltext.Fill("CASE WHEN d{i}.several THEN coalesce(p{i}.n, 0) ELSE -1 END", args))
		var same []sqltext.SQL
		for j, other := range codes {
			if j != i {
				same = append(same, sqltext.Fill("p{i}.{other} = x.{other}", sqltext.Args{"i": args["i"], "other": other}))
			}
		}
		args["nodes"], args["cells"], args["code"] = nodesOf(i), cellsName, code
		args["same"] = sqltext.Join(" AND ", append(same, sqltext.Fill("p{i}.{code} = d{i}.up", sqltext.Args{"i": args["i"], "code": code}))...)
		joined = append(joined, sqltext.Fill("LEFT JOIN {nodes} AS d{i} ON d{i}.c = x.{code} LEFT JOIN {cells} AS p{i} ON {same}", args))
	}
	return "list_value(" + sqltext.List(all) + ")", sqltext.Join("\n", joined...)
}
