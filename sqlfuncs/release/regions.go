package release

import (
	"fmt"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// What a release shows of its QI groups. The kernel has regions in codes, or labels;
// plans write them in the columns' own values.

// regionOf is the CTE of the regions of the groups g in a column: their size; v, as it
// is shown; its text t, by its bytes; and the level of a hierarchy's label.
func regionOf(i int) sqltext.SQL { return "__skyline_r" + sqltext.Int(int64(i)+1) }

// ShownColumn is the column of Regions that shows the i-th quasi-identifier.
func ShownColumn(i int) sqltext.SQL { return "v" + sqltext.Int(int64(i)+1) }

// joinedRegions joins the regions of all columns: r1, r2 and so on. All have the same groups.
// Of an inner join DuckDB would expect a multiple of these for each column more, and then
// build a hash table of the rows of the release instead of one of its groups.
func (p *ReleasePlan) joinedRegions() sqltext.SQL {
	return sqltext.Join("\n", sqltext.Map(p.QI, func(i int, _ string) sqltext.SQL {
		joined := sqltext.Args{"regions": regionOf(i), "r": "r" + sqltext.Int(int64(i)+1)}
		if i == 0 {
			return sqltext.Fill("{regions} AS {r}", joined)
		}
		return sqltext.Fill("LEFT JOIN {regions} AS {r} ON {r}.g = r1.g", joined)
	})...)
}

// AddRegions adds Regions: for each QI group its number g, from 1, its size, and its
// region in each column, v1, v2, …, written for people who read.
func (p *ReleasePlan) AddRegions() { p.addRegions(outputGeneralized) }

// addRegions is AddRegions for an output: those who compute get bounds, or numbers.
func (p *ReleasePlan) addRegions(output string) {
	for i := range p.QI {
		shown, text, types := sqltext.SQL("r.text"), sqltext.SQL("r.text"), sqltext.SQL("")
		switch output {
		case outputBounds:
			shown, types = p.shownBounds(i), " CROSS JOIN "+people.Types+" AS t"
		case outputMean, outputMedian, outputCentre:
			shown, types = p.shownNumber(i), " CROSS JOIN "+people.Types+" AS t"
			text = shown + "::VARCHAR"
		}
		p.Keep(regionOf(i), fmt.Sprintf("what the groups cover of q%d", i+1), sqltext.Fill(`
			SELECT r.g, r.size, {shown} AS v, {text} AS t, r.level
			FROM (
			    SELECT r.*, {region} AS text
			    FROM {ends} AS r
			) AS r{types}
		`, sqltext.Args{
			"shown": shown, "text": sqltext.Encoded(text), "region": p.ShownText(i), "types": types,
			"ends": p.Ends(i, sqltext.Fill("(SELECT UNNEST(__skyline_regions(release, {column}), recursive := true) FROM {release})",
				sqltext.Args{"column": sqltext.Int(int64(i)), "release": Release})),
		}))
	}
	p.Keep(Regions, "what the groups cover", sqltext.Fill(`
		SELECT r1.g, r1.size, {columns}
		FROM {regions}
	`, sqltext.Args{
		"columns": sqltext.List(sqltext.Numbered(len(p.QI), "r#.v AS v#")), "regions": p.joinedRegions(),
	}))
}

// ShownText is a region r of a column as a text: a value, a range, or the label that the kernel has
// written. It has the columns low and high (codes), has_null, label, low_end and high_end.
func (p *ReleasePlan) ShownText(i int) sqltext.SQL {
	if p.ends.has(i) {
		return shownOpenEnded()
	}
	return shownText(sqltext.Fill("__skyline_label({low}, CASE WHEN r.low <> r.high OR r.low_end IS DISTINCT FROM r.high_end THEN {high} END, r.has_null)",
		sqltext.Args{"low": sqltext.TextOf("r.low_end"), "high": sqltext.TextOf("r.high_end")}))
}

// shownText is a region r as a text, of which ofEnds is the label where the kernel has written none.
func shownText(ofEnds sqltext.SQL) sqltext.SQL {
	return sqltext.ShownAs(sqltext.Fill(`
		CASE
		    WHEN r.label IS NOT NULL THEN r.label
		    WHEN r.low IS NULL THEN NULL
		    ELSE {label}
		END`, sqltext.Args{"label": ofEnds}))
}

// shownBounds is a region r for those who compute.
func (p *ReleasePlan) shownBounds(i int) sqltext.SQL {
	own := "t.o" + sqltext.Int(int64(i)+1)
	label := sqltext.SQL("r.label")
	if p.ends.has(i) {
		label = "CASE WHEN r.low IS NULL OR r.low_end IS NOT NULL AND r.high_end IS NOT NULL THEN r.label ELSE r.text END"
	}
	return sqltext.Fill(`struct_pack("low" := {low}, "high" := {high}, "has_null" := r.has_null, "label" := {label})`, sqltext.Args{
		"label": label,
		"low":   sqltext.PlainEnum(p.Call.InOwnType("r.low_end", own)), "high": sqltext.PlainEnum(p.Call.InOwnType("r.high_end", own)),
	})
}

// GuardLabels adds guards that what is published says which values are meant: no label of
// a hierarchy is that of another level too, or a value, where both are in the release; but
// "*" is anything at any level. (Each group has the lowest label that covers it, so two levels are two sets of values.)
// regions is the SELECT of the texts t and levels of the groups in a column. It returns the
// join with the guards.
func (p *ReleasePlan) GuardLabels(regions func(i int) sqltext.SQL) sqltext.SQL {
	if p.Hierarchies == "" {
		return ""
	}
	var joins sqltext.SQL
	for i, name := range p.QI {
		guard := "__skyline_told" + sqltext.Int(int64(i)+1)
		p.With(guard, fmt.Sprintf("labels of q%d are of one level each", i+1), sqltext.Fill(`
			SELECT CASE WHEN count(*) > 0 THEN {fail} ELSE true END AS ok
			FROM (SELECT t FROM ({regions}) GROUP BY t HAVING min(level) < max(level) AND (min(level) = 0 OR t <> {everything}))
		`, sqltext.Args{
			"regions": regions(i), "everything": sqltext.Encoded(sqltext.Text(hierarchy.Everything)),
			"fail": p.Call.FailCounted("hierarchies must have different labels for different values, and the number of labels of "+string(sqltext.Ident(name))+" in this release that stand for one set of values in some groups and another in others is ",
				"count(*)", "; FROM hierarchy_check(…) says where there are such labels; rename them"),
		}))
		joins += " JOIN " + guard + " ON " + guard + ".ok"
	}
	return joins
}
