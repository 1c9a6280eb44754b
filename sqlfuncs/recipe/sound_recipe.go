package recipe

import (
	"slices"

	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
)

// A recipe is a table that somebody has kept: rows may be missing, or be of two recipes.
// Each rule here counts the rows, values or groups that break it.

// rule is what a recipe must keep.
type rule struct {
	broken sqltext.SQL // the SELECT of a number, 0 where the rule is kept
	// fail is the error of a rule that is broken so many times.
	fail func(n sqltext.SQL) sqltext.SQL
}

// guardSound adds the guard that the recipe is one for the qi columns.
func (p *application) guardSound() {
	rules := p.rules()
	n := sqltext.Numbered(len(rules), "n#")
	p.Guard("__skyline_sound", "the recipe is a whole one, for these columns", sqltext.Fill(`
		SELECT CASE
		    {cases}
		    ELSE true END AS ok
		FROM (
		    SELECT
		        {counts}
		)
	`, sqltext.Args{
		"cases": sqltext.Join("\n", sqltext.Map(rules, func(i int, r rule) sqltext.SQL {
			return sqltext.Fill("WHEN {n} > 0 THEN {fail}", sqltext.Args{"n": n[i], "fail": r.fail(n[i])})
		})...),
		"counts": sqltext.Join(",\n", sqltext.Map(rules, func(i int, r rule) sqltext.SQL {
			return sqltext.Fill("({broken}) AS {n}", sqltext.Args{"broken": r.broken, "n": n[i]})
		})...),
	}))
}

// rules are those of a recipe, in the order in which their errors are told.
func (p *application) rules() []rule {
	const keepTogether = "; keep the rows that release_recipe returns together, and those of one release only"
	counted := func(broken sqltext.SQL, before, after string) rule {
		return rule{broken, func(n sqltext.SQL) sqltext.SQL { return p.Call.FailCounted(before, n, after) }}
	}
	rules := []rule{
		// The number, from 1, of the first column without: a subquery for all columns, since DuckDB joins
		// them, and that takes long for hundreds.
		{
			sqltext.Fill("SELECT coalesce(min(i) + 1, 0) FROM range({n}) AS r(i) ANTI JOIN {rows} AS x USING (i)", sqltext.Args{"n": sqltext.Int(int64(len(p.QI))), "rows": recipeRows}),
			func(n sqltext.SQL) sqltext.SQL {
				return p.Call.FailCounted("recipe must have rows for each qi column, and has none for ", nameOf(p.QI, n), "")
			},
		},
		counted("SELECT count(*) FROM "+recipeRows+" WHERE i IS NULL",
			"qi must have every column that the recipe has rows for, and the number of rows for others is ", ""),
		counted(noRecipeRows,
			"recipe must have rows as release_recipe returns them, and the number of others is ", ""),
		counted(severalLabels,
			"recipe must have one label for each value, and for each group and column, and the number of those with several is ", keepTogether),
		counted(sqltext.Fill(groupsWithout, sqltext.Args{"rows": recipeRows, "columns": sqltext.Int(int64(len(p.QI)))}),
			"recipe must have rows for each qi column of every group, and the number of groups without is ", keepTogether),
		counted(emptyNodes,
			"recipe must have the values under each label of a hierarchy, and the number of labels without is ", keepTogether),
	}
	if p.plan != nil {
		// First of all: by another plan other things may be wrong as well.
		rules = slices.Insert(rules, 0, rule{
			sqltext.Fill("SELECT count(*) FROM {rows} WHERE plan <> {hash}", sqltext.Args{"rows": recipeRows, "hash": sqltext.Text(p.plan.Hash)}),
			func(sqltext.SQL) sqltext.SQL {
				return p.Call.Fail(planning.Another(p.plan.Hash, "the recipe", "give that plan, with privacy beside it where only requirements are others, or make a recipe by this one"))
			},
		})
	}
	return rules
}

// noRecipeRows counts rows that say nothing.
var noRecipeRows = sqltext.Fill(`
	SELECT count(*)
	FROM {rows}
	WHERE is_grouped AND id IS NULL OR CASE covers
	    WHEN {value} THEN value IS NULL
	    WHEN {null} THEN value IS NOT NULL
	    WHEN {range} THEN id IS NULL OR low IS NULL OR high IS NULL
	    WHEN {from} THEN id IS NULL OR low IS NULL OR high IS NOT NULL
	    WHEN {up_to} THEN id IS NULL OR low IS NOT NULL OR high IS NULL
	    WHEN {below} THEN id IS NULL OR low IS NOT NULL OR high IS NULL
	    WHEN {all} THEN id IS NULL OR low IS NOT NULL OR high IS NOT NULL
	    WHEN {node} THEN id IS NULL OR level IS NULL OR label IS NULL
	    WHEN {except} THEN id IS NULL OR level IS NULL OR label IS NULL OR level > 0 AND value IS NULL
	    ELSE true END
`, sqltext.Args{
	"rows": recipeRows, "value": sqltext.Text(coversValue), "null": sqltext.Text(coversNull), "range": sqltext.Text(coversRange),
	"from": sqltext.Text(coversFrom), "up_to": sqltext.Text(coversUpTo), "below": sqltext.Text(coversBelow), "all": sqltext.Text(coversAll), "node": sqltext.Text(coversNode), "except": sqltext.Text(coversExcept),
})

// severalLabels counts groups that have several labels in a column, and values that have
// several: at a level, or, where there are no groups, at all.
var severalLabels = sqltext.Fill(`
	SELECT count(*)
	FROM (
	    SELECT 1 FROM {rows} WHERE id IS NOT NULL GROUP BY i, id HAVING {several}
	    UNION ALL
	    SELECT 1
	    FROM (SELECT *, CASE WHEN EXISTS (FROM {groups}) THEN level END AS step FROM {rows} WHERE id IS NULL)
	    GROUP BY i, covers, value, step HAVING {several}
	)
`, sqltext.Args{
	"rows": recipeRows, "groups": recipeGroups,
	"several": "min(label_bytes) <> max(label_bytes) OR count(label) NOT IN (0, count(*))",
})

// groupsWithout counts groups that have no row for some column.
const groupsWithout = sqltext.SQL(`
	SELECT count(*)
	FROM (SELECT 1 FROM {rows} WHERE id IS NOT NULL GROUP BY id HAVING count(DISTINCT i) < {columns})
`)

// emptyNodes counts the labels of hierarchies that groups have and no value.
var emptyNodes = sqltext.Fill(`
	SELECT count(*)
	FROM (
	    SELECT i, level, coalesce(value, label_bytes) AS label_bytes FROM {rows} WHERE covers = {node}
	    UNION SELECT i, level, value FROM {rows} WHERE covers = {except} AND level > 0
	) AS node
	ANTI JOIN (SELECT DISTINCT i, level, label_bytes FROM {rows} WHERE id IS NULL) AS value USING (i, level, label_bytes)
`, sqltext.Args{"rows": recipeRows, "node": sqltext.Text(coversNode), "except": sqltext.Text(coversExcept)})
