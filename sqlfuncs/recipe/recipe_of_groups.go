package recipe

import (
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
	addCovered(p)
	parts := []sqltext.SQL{sqltext.Fill("SELECT c.i, n.attribute, c.* EXCLUDE (i) FROM {covered} AS c JOIN ({names}) AS n ON n.i = c.i", sqltext.Args{"covered": covered, "names": namesOf(p.QI)})}
	if p.Hierarchies != "" {
		parts = append(parts, nodesOf(p))
	}
	guards := p.GuardLabels(sqltext.Fill("SELECT i, {label} AS t, coalesce(level, 0) AS level FROM {covered} WHERE covers <> {except}",
		sqltext.Args{"label": sqltext.Encoded("label"), "covered": covered, "except": sqltext.Text(coversExcept)}))
	return p.Statement(recipeOf(c, parts, guards)), nil
}

// covered is the CTE of what the groups cover of each column i.
const covered = sqltext.SQL("__skyline_covered")

// addCovered adds covered: columns whose ends are compared in their own types each by itself, and all
// others at once.
func addCovered(p *release.SplitPlan) {
	var parts, compared []sqltext.SQL
	for i := range p.QI {
		if p.IsCompared(i) {
			parts, compared = append(parts, coveredOf(p, i)), append(compared, sqltext.Int(int64(i)))
		}
	}
	if len(compared) < len(p.QI) {
		parts = append(parts, coveredOfOthers(p, compared))
	}
	p.Keep(covered, "what the QI groups cover, as a recipe says it", sqltext.Join("\nUNION ALL\n", parts...))
}

// coveredOfOthers is the SELECT of what the groups cover of all columns but some.
func coveredOfOthers(p *release.SplitPlan, without []sqltext.SQL) sqltext.SQL {
	rows := release.Release
	if without != nil {
		rows = sqltext.Fill("(SELECT * FROM {rows} WHERE i NOT IN ({without}))", sqltext.Args{"rows": rows, "without": sqltext.List(without)})
	}
	p.AddEndTexts(sqltext.Fill("SELECT i, low AS c FROM {rows} WHERE low IS NOT NULL UNION SELECT i, high FROM {rows} WHERE high IS NOT NULL", sqltext.Args{"rows": rows}))
	return sqltext.Fill(`
		SELECT r.i, r.g AS group_id, r.level, r.covers, coalesce(r.value, r.text) AS value,
		    CASE WHEN r.covers = {range} THEN CASE WHEN r.is_read THEN r.low_text ELSE {fail} END END AS low,
		    CASE WHEN r.covers = {range} THEN r.high_text END AS high,
		    {shown} AS label,
		    CASE WHEN r.covers = {range} THEN {type} END AS type,
		    r.code AS c
		FROM (
		    SELECT r.*, v.text, low.type, low.text AS low_text, high.text AS high_text, low.low AS low_end, high.high AS high_end, low.is_read AND high.is_read AS is_read
		    FROM {rows} AS r
		    LEFT JOIN {texts} AS v ON v.i = r.i AND v.c = r.code
		    LEFT JOIN {ends} AS low ON low.i = r.i AND low.c = r.low
		    LEFT JOIN {ends} AS high ON high.i = r.i AND high.c = r.high
		) AS r
	`, sqltext.Args{
		"range": sqltext.Text(coversRange), "shown": release.ShownBetween(), "type": orderedType("r.type"),
		"fail": p.Call.FailCounted("qi has nested values whose text cannot be read back; cast ", nameOf(p.QI, "r.i + 1"), " to VARCHAR in a query given as tbl"),
		"rows": rows, "texts": release.ValueTexts, "ends": release.EndTexts,
	})
}

// coveredOf is the SELECT of what the groups cover of a column.
func coveredOf(p *release.SplitPlan, i int) sqltext.SQL {
	unreadable := func(v sqltext.SQL) sqltext.SQL {
		return sqltext.CastLike(sqltext.TextOf(v), v) + " IS DISTINCT FROM " + v
	}
	ranges, ends := sqltext.Text(coversRange), p.Ends(i, sqltext.Fill("(SELECT * FROM {release} WHERE i = {i})", sqltext.Args{"release": release.Release, "i": sqltext.Int(int64(i))}))
	if p.EndsAreOpen(i) {
		ranges, ends = sqltext.List(sqltext.Map(coversOfRanges, func(_ int, covers string) sqltext.SQL { return sqltext.Text(covers) })), openCovers(ends)
	}
	p.AddDictionary(i)
	return sqltext.Fill(`
		SELECT r.i, r.g AS group_id, r.level, r.covers, coalesce(r.value, {value}) AS value,
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
	})
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

// nodesOf is the SELECT of the values under the labels of hierarchies that groups have. They
// are looked for when the groups are there: what is wrong with the hierarchies is said there.
func nodesOf(p *release.SplitPlan) sqltext.SQL {
	release.AddDomainLabels(&p.Plan, p.Call, &release.DomainLabels{
		Columns: p.QI, After: "(SELECT count(*) FROM " + release.Release + ") AS released",
	})
	return labelsOf(p.QI, "x.label", sqltext.Fill(`JOIN (
		SELECT DISTINCT i, level, coalesce(value, label) AS label
		FROM {release}
		WHERE covers = {node} OR covers = {except} AND level > 0
	) AS r ON r.i = x.i AND r.level = x.level AND {of_group} = {of_value}`, sqltext.Args{
		"release": release.Release, "node": sqltext.Text(coversNode), "except": sqltext.Text(coversExcept),
		"of_group": sqltext.Encoded("r.label"), "of_value": sqltext.Encoded("x.label"),
	}))
}
