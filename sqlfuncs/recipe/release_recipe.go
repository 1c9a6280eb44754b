package recipe

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// ReleaseRecipe is release_recipe.
var ReleaseRecipe = &call.Function{
	Name:        "release_recipe",
	Summary:     "What was chosen for a release, as rows to keep and to apply to new rows.",
	Questions:   []string{"How do I keep what was chosen for a release?"},
	Description: "A recipe is a table to keep: by it, [`recipe_apply`](#recipe_apply) makes a release of other rows. Without `levels`, it is what the QI groups of the release that `skyline_anonymize` makes of the same arguments cover. With `levels`, it is the label of each value of the hierarchies at the level of its column (full-domain generalization): every value that the hierarchies have, whether it is in `tbl` or not.\n\n" + recipeShape,
	Params: []call.Param{
		call.ParamOriginal,
		{Name: "qi", Type: call.ParamQI.Type, Doc: call.ParamQI.Doc + "; may be left out with `levels`"},
		call.ParamSensitiveIfAny,
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: people.ParamPrivacy.Doc + "; not with `levels`"},
		call.ParamHierarchies,
		{Name: "levels", Type: call.ParamLevels.Type, Default: "NULL", Doc: call.ParamLevels.Doc + "; needs `hierarchies`"},
		splitParam("split"), call.ParamPerson, call.ParamWeight, splitParam("suppression"), call.ParamValues, people.ParamAbsentValues, splitParam("rounding"), splitParam("labels_cover"), splitParam("everybody"), splitParam("importance"), splitParam("min_levels"), splitParam("max_levels"), splitParam("top"), splitParam("bottom"), call.ParamOtherSensitive, people.ParamEarlierReleases, release.ParamAsIs, call.ParamWithin,
	},
	Columns: recipeColumns,
	Example: `FROM release_recipe('(VALUES (20, ''F''), (22, ''F''), (24, ''M''), (31, ''M''), (33, ''M''), (35, ''F'')) t(age, sex)',
                     qi := ['age', 'sex'], privacy := {'k_anonymity': 2})`,
	Notes: []string{
		"A recipe tells which values occurred: of a group, the least and the greatest, or all of them, and which children of a node stand by themselves. It tells what the release tells, and more about sets that are shown as `*` or as a hierarchy's label. Keep it as you keep the table; publish the release.",
		"To keep it: `CREATE TABLE recipe AS FROM release_recipe(…)`. An empty table has an empty recipe, which cannot be applied; with `levels` it has that of its hierarchies.",
		"Labels are rounded as `rounding` and `min_levels` say; `value`, `low` and `high` are not, since they say which rows a group takes. So a row whose value is in a block of `min_levels`, but not between those that occurred, is in no region. With `labels_cover := 'region'` a group takes all values between the cuts, and fewer of the new rows are left out.",
		"People who are left out (`suppression`, `max_levels`) have no region, and the recipe does not name them: where somebody's values lie in a region all the same, applying the recipe to the same table puts them there.",
		"More than 100 values whose label is `*` are a range; a range of texts is in the order of the column. What a recipe is applied to must have columns of the same types. A CSV file may change types of the recipe's own columns; Parquet keeps them.",
		"With `earlier_releases` a release may follow groups of these, which a recipe cannot say: it is an error then, see [When columns change](#when-columns-change).",
		"With `levels`, the hierarchies must be without problems for every value that they have, and those of `tbl`: `hierarchy_check`. Every row of the same label at a level is then in the same QI group as before; how large it is depends on the rows. The parameters on people, the sensitive column and splits have no effect then.",
	},
	Cost:    "that of `skyline_anonymize(output := 'groups')`, and a row for each value or range of each group and column; with `levels`, one scan of each column, and the hierarchies.",
	Plan:    planReleaseRecipe,
	Kernels: []host.Kernel{coversKernel, release.LabelsKernel},
	Scalars: release.RoundingScalars,

	Aggregates: []host.Aggregate{release.LimitsAggregate()},
}

// splitParam is a parameter that is that of skyline_anonymize.
func splitParam(name string) call.Param { return *release.SkylineAnonymize.Param(name) }

func planReleaseRecipe(c *call.Call) (sqltext.SQL, error) {
	levels, err := c.Levels()
	switch {
	case err != nil:
		return "", err
	case levels != nil:
		for _, param := range []string{"importance", "min_levels", "max_levels", "top", "bottom", people.ParamEarlierReleases.Name, release.ParamAsIs.Name, call.ParamWithin.Name} {
			if c.Arguments[param] != nil {
				return "", c.Errorf("%s must be NULL with levels, which say what each column is shown as", param)
			}
		}
		return planRecipeOfLevels(c, levels)
	case c.Arguments["privacy"] == nil:
		return "", c.Errorf("privacy or levels must be given: the requirements that the release satisfies, such as {'k_anonymity': 5}, or the level of each qi column, such as MAP {'age': 2, 'sex': 0}")
	}
	return planRecipeOfGroups(c)
}

// recipeOf is the query of the recipe of a call. Each of parts is a SELECT of some of its rows, with
// their places in the order of the result: i, the column's, and c, that of a value.
// guards are joins behind them.
func recipeOf(c *call.Call, parts []sqltext.SQL, guards sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT x.attribute, x.group_id, x.level, x.covers, x.value, x.low, x.high, x.label, x.type, {made_by}
		FROM (
		    {parts}
		) AS x{guards}
		ORDER BY i, group_id ASC NULLS LAST, level ASC NULLS LAST, c ASC NULLS LAST, covers DESC
	`, sqltext.Args{"parts": sqltext.Join("\nUNION ALL\n", parts...), "guards": guards, "made_by": madeBy(c)})
}

// labelsOf is the SELECT of the rows without a group: the labels x of the values w of the domains.
// join says which of them.
func labelsOf(columns []string, label, join sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT x.i, n.attribute, NULL::BIGINT AS group_id, x.level, CASE WHEN w.t IS NULL THEN {null} ELSE {value} END AS covers,
		    {text} AS value, NULL::VARCHAR AS low, NULL::VARCHAR AS high, {label} AS label, NULL::VARCHAR AS type, x.c
		FROM {labels} AS x JOIN {dictionary} AS w ON w.i = x.i AND w.c = x.c
		JOIN ({names}) AS n ON n.i = x.i
		{join}
	`, sqltext.Args{
		"names": namesOf(columns), "null": sqltext.Text(coversNull), "value": sqltext.Text(coversValue),
		"text": textOfDomain, "label": label, "labels": release.Labels, "dictionary": release.WholeDictionary, "join": join,
	})
}

// namesOf is the SELECT of the numbers i and the names of columns.
func namesOf(columns []string) sqltext.SQL {
	return sqltext.Fill("SELECT UNNEST(range({n})) AS i, UNNEST({names}) AS attribute", sqltext.Args{"n": sqltext.Int(int64(len(columns))), "names": sqltext.Texts(columns)})
}

// textOfDomain is the text of a value w of a domain.
var textOfDomain = sqltext.Decoded("w.t")
