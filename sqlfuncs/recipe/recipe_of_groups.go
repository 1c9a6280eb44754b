package recipe

import (
	"fmt"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// A recipe of groups says what the QI groups of a release cover. It is planned like the
// release up to its kernel, whose rows are the recipe in codes; what is left is to write
// the codes as texts.

func planRecipeOfGroups(c *call.Call) (sqltext.SQL, error) {
	p, err := release.NewSplitPlan(c)
	if err != nil {
		return "", err
	}
	p.Run(p.Job(coversKernel.Name, "what the QI groups cover, in codes", p.AddGathered()))
	parts := make([]sqltext.SQL, len(p.QI))
	for i, name := range p.QI {
		addCovered(p, i)
		parts[i] = sqltext.Fill("SELECT {i} AS i, {attribute} AS attribute, * FROM {covered}",
			sqltext.Args{"i": sqltext.Int(int64(i)), "attribute": sqltext.Text(name), "covered": covered(i)})
	}
	if p.Hierarchies != "" {
		parts = append(parts, nodesOf(p)...)
	}
	guards := p.GuardLabels(sqltext.Join("\nUNION ALL\n", sqltext.Map(p.QI, func(i int, _ string) sqltext.SQL {
		return sqltext.Fill("SELECT {i} AS i, {label} AS t, coalesce(level, 0) AS level FROM {covered} WHERE covers <> {except}",
			sqltext.Args{"i": sqltext.Int(int64(i)), "label": sqltext.Encoded("label"), "covered": covered(i), "except": sqltext.Text(coversExcept)})
	})...))
	return p.Statement(recipeOf(c, parts, guards)), nil
}

// covered is the CTE of what the groups cover of a column.
func covered(i int) sqltext.SQL { return "__skyline_covered" + sqltext.Int(int64(i)+1) }

// addCovered adds covered(i).
func addCovered(p *release.SplitPlan, i int) {
	unreadable := func(v sqltext.SQL) sqltext.SQL {
		return sqltext.CastLike(sqltext.TextOf(v), v) + " IS DISTINCT FROM " + v
	}
	ranges, ends := sqltext.Text(coversRange), p.Ends(i, sqltext.Fill("(SELECT * FROM {release} WHERE i = {i})", sqltext.Args{"release": release.Release, "i": sqltext.Int(int64(i))}))
	if p.EndsAreOpen(i) {
		ranges, ends = sqltext.List(sqltext.Map(coversOfRanges, func(_ int, covers string) sqltext.SQL { return sqltext.Text(covers) })), openCovers(ends)
	}
	p.AddDictionary(i)
	p.Keep(covered(i), fmt.Sprintf("what the QI groups cover of q%d, as a recipe says it", i+1), sqltext.Fill(`
		SELECT r.g AS group_id, r.level, r.covers, coalesce(r.value, {value}) AS value,
		    CASE WHEN r.covers IN ({ranges}) THEN CASE WHEN {low_unreadable} OR {high_unreadable} THEN {fail} ELSE {low} END END AS low,
		    CASE WHEN r.covers IN ({ranges}) THEN {high} END AS high,
		    {shown} AS label,
		    CASE WHEN r.covers IN ({ranges}) THEN {type} END AS type,
		    r.code AS c
		FROM {ends} AS r
		LEFT JOIN {dictionary} AS v ON v.c = r.code
	`, sqltext.Args{
		"ranges": ranges, "value": sqltext.TextOf("v.v"), "low": sqltext.TextOf("r.low_value"), "high": sqltext.TextOf("r.high_value"),
		"low_unreadable": unreadable("r.low_value"), "high_unreadable": unreadable("r.high_value"),
		"fail":  p.Fail("qi has nested values whose text cannot be read back; cast " + string(sqltext.Ident(p.QI[i])) + " to VARCHAR in a query given as tbl"),
		"shown": p.ShownText(i), "type": orderedType("typeof(r.low_value)"), "dictionary": release.Dictionary(i),
		"ends": ends,
	}))
}

// openCovers is the ends of regions where what they cover has no end on one side.
func openCovers(ends sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		(
		    SELECT * REPLACE (CASE WHEN is_open THEN NULL ELSE code END AS code,
		        CASE WHEN NOT is_open THEN covers WHEN low_end IS NOT NULL THEN {from} WHEN high_end IS NULL THEN {all} WHEN is_below THEN {below} ELSE {up_to} END AS covers)
		    FROM (SELECT *, covers IN ({value}, {range}) AND (low_end IS NULL OR high_end IS NULL) AS is_open FROM {ends})
		)`, sqltext.Args{
		"from": sqltext.Text(coversFrom), "all": sqltext.Text(coversAll), "below": sqltext.Text(coversBelow), "up_to": sqltext.Text(coversUpTo),
		"value": sqltext.Text(coversValue), "range": sqltext.Text(coversRange), "ends": ends,
	})
}

// nodesOf are the SELECTs, one of each column, of the values under the labels of
// hierarchies that groups have. They are looked for when the groups are there: what is
// wrong with the hierarchies is said there.
func nodesOf(p *release.SplitPlan) []sqltext.SQL {
	release.AddDomainLabels(&p.Plan, p.Call, &release.DomainLabels{
		Columns: p.QI, After: "(SELECT count(*) FROM " + release.Release + ") AS released",
	})
	return sqltext.Map(p.QI, func(i int, name string) sqltext.SQL {
		return labelsOf(i, name, "x.label", sqltext.Fill(`JOIN (
			SELECT DISTINCT level, coalesce(value, label) AS label
			FROM {release}
			WHERE i = {i} AND (covers = {node} OR covers = {except} AND level > 0)
		) AS r ON r.level = x.level AND {of_group} = {of_value}`, sqltext.Args{
			"release": release.Release, "i": sqltext.Int(int64(i)), "node": sqltext.Text(coversNode), "except": sqltext.Text(coversExcept),
			"of_group": sqltext.Encoded("r.label"), "of_value": sqltext.Encoded("x.label"),
		}))
	})
}
