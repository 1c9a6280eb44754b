package release

import (
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/hierarchies"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
)

var ReleaseRecipe = &call.Function{
	Name:        "release_recipe",
	Summary:     "What was chosen for a release, as rows to keep and to apply to new rows.",
	Description: "A recipe is a table that a user keeps, and that [`recipe_apply`](#recipe_apply) makes a release of other rows by. Without `levels`, it is what the QI groups of the release that `skyline_anonymize` makes of the same arguments cover. With `levels`, it is the label of each value of the hierarchies at the level of its column (full-domain generalization): every value that the hierarchies have, be it in `tbl` or not.\n\n" + recipeShape,
	Params: []call.Param{
		call.ParamOriginal,
		{Name: "qi", Type: call.ParamQI.Type, Doc: call.ParamQI.Doc + "; may be left out with `levels`"},
		call.ParamSensitiveIfAny,
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: people.ParamPrivacy.Doc + "; not with `levels`"},
		call.ParamHierarchies,
		{Name: "levels", Type: call.ParamLevels.Type, Default: "NULL", Doc: call.ParamLevels.Doc + "; needs `hierarchies`"},
		paramSplit, call.ParamPerson, call.ParamWeight, paramSuppression, call.ParamValues, people.ParamAbsent, paramRounding, paramExtent,
	},
	Columns: recipeColumns,
	Example: `FROM release_recipe('(VALUES (20, ''F''), (22, ''F''), (24, ''M''), (31, ''M''), (33, ''M''), (35, ''F'')) t(age, sex)',
                     qi := ['age', 'sex'], privacy := {'k_anonymity': 2})`,
	Notes: []string{
		"A recipe tells which values occurred: of a group, the least and the greatest, or all of them. What it tells is what the release tells, and of sets that are shown as `*` or as a hierarchy's label it is more. Keep it as you keep the table; publish the release.",
		"To keep it: `CREATE TABLE recipe AS FROM release_recipe(…)`. An empty table has an empty recipe, which cannot be applied; with `levels` it has that of its hierarchies.",
		"Labels are rounded as `rounding` says; `value`, `low` and `high` are not, since they say which rows a group takes. With `extent := 'region'` a group takes all values between the cuts, and fewer of the new rows are left out.",
		"People who are left out (`suppression`) have no region, and the recipe does not name them: where somebody's values lie in a region all the same, applying the recipe to the same table puts him there.",
		"More than 100 values of a set are a range, also where the label is `*`; a range of texts is in the order of the column. " + hierarchies.NoteHierarchyText + " What a recipe is applied to must have columns of the same types. A CSV file may change types of the recipe's own columns; Parquet keeps them.",
		"With `levels`, the hierarchies must be without problems for every value that they have, and those of `tbl`: `hierarchy_check`. Every row of the same label at a level is then in the same QI group as before; how large it is depends on the rows. The parameters on people, the sensitive column and splits say nothing then.",
		"Cost: that of `skyline_partition`, and a row for each value or range of each group and column; with `levels`, one scan of each column, and the hierarchies.",
	},
	Plan: call.Old(planReleaseRecipe),
	Scalars: func() []host.Scalar {
		return append(oldReleaseScalars("release_recipe", coverFields, runReleaseRecipe), oldDomainLabelScalars()...)
	},
}

// recipeColumns is the shape of a recipe.
var recipeColumns = []call.ResultColumn{
	{Name: "attribute", Type: "VARCHAR", Doc: "the `qi` column"},
	{Name: "group_id", Type: "BIGINT", Doc: "the QI group, as `skyline_partition` numbers it; NULL for what holds for all rows"},
	{Name: "level", Type: "BIGINT", Doc: "of a label of a hierarchy: its level"},
	{Name: "covers", Type: "VARCHAR", Doc: "what the row is about: `value`, `null`, `range` or `node`"},
	{Name: "value", Type: "VARCHAR", Doc: "of a `value`: its text, as DuckDB writes it in the column's own type"},
	{Name: "low", Type: "VARCHAR", Doc: "of a `range`: the least value, as text"},
	{Name: "high", Type: "VARCHAR", Doc: "of a `range`: the greatest value, as text"},
	{Name: "label", Type: "VARCHAR", Doc: "what the release shows"},
	{Name: "type", Type: "VARCHAR", Doc: "of a `range`: the type of the column, since texts and numbers are ordered differently; of an ENUM a digest of its labels in their order, and not the labels, some of which may be those of people who are left out"},
}

const recipeShape = `A row with a ` + "`group_id`" + ` says that the group covers, of its column,

| ` + "`covers`" + ` | |
|---|---|
| ` + "`value`" + ` | that value, ` + "`value`" + ` |
| ` + "`null`" + ` | NULL |
| ` + "`range`" + ` | all from ` + "`low`" + ` to ` + "`high`" + `, in the order of the column; not NULL |
| ` + "`node`" + ` | every value that the rows without a ` + "`group_id`" + ` give this ` + "`label`" + ` at this ` + "`level`" + ` |

A group may have several rows for a column, all with the same label. A row without a ` + "`group_id`" + ` says that a value, or NULL, has the label at the level; where no row has one, the rows of a release are generalized by these alone.`

func planReleaseRecipe(c *call.Call) (string, error) {
	levels, err := c.Levels()
	switch {
	case err != nil:
		return "", err
	case levels != nil:
		return planRecipeOfLevels(c, levels)
	case c.Arguments["privacy"] == nil:
		return "", c.Errorf("privacy or levels must be given: the requirements that the release satisfies, such as {'k_anonymity': 5}, or the level of each qi column, such as MAP {'age': 2, 'sex': 0}")
	}
	p, err := newOldReleasePlan(c)
	if err != nil {
		return "", err
	}
	p.partition()
	columns := make([]string, len(p.Qi))
	for i, name := range p.Qi {
		columns[i] = p.recipeOfColumn(i, name)
	}
	if p.Hierarchies != "" {
		p.DomainLabels(nil)
		for i, name := range p.Qi {
			columns = append(columns, fmt.Sprintf("SELECT %[1]d, %[2]s, NULL, x.level, %[3]s, %[4]s, NULL, NULL, x.label, NULL, x.c FROM __skyline_labels AS x JOIN __skyline_w%[5]d AS w ON w.c = x.c JOIN (SELECT DISTINCT level, label FROM __skyline_release WHERE i = %[1]d AND covers = '%[6]s') AS r ON r.level = x.level AND %[7]s = %[8]s WHERE x.i = %[1]d",
				i, oldtext.QuoteText(name), valueOrNull, oldtext.Decoded("w.t"), i+1, coversNode, oldtext.Encoded("r.label"), oldtext.Encoded("x.label")))
		}
	}
	told := p.unambiguous(func(i int) string {
		return "SELECT " + oldtext.Encoded("label") + " AS t, coalesce(level, 0) AS level FROM (" + p.recipeOfColumn(i, p.Qi[i]) + ")"
	})
	return p.recipe(columns, told), nil
}

// valueOrNull says what a row of the domain's value w.t covers.
const valueOrNull = "CASE WHEN w.t IS NULL THEN '" + coversNull + "' ELSE '" + coversValue + "' END"

// recipeOfColumn is the SELECT of what the groups cover of a column.
func (p *OldReleasePlan) recipeOfColumn(i int, name string) string {
	unread := func(v string) string { return oldtext.CastLike(oldtext.TextOf(v), v) + " IS DISTINCT FROM " + v }
	return fmt.Sprintf("SELECT %[1]d AS i, %[2]s AS attribute, r.g AS group_id, r.level, r.covers, %[3]s AS value, CASE WHEN r.covers <> '%[4]s' THEN NULL WHEN %[5]s OR %[6]s THEN %[7]s ELSE %[8]s END AS low, CASE WHEN r.covers = '%[4]s' THEN %[9]s END AS high, %[10]s AS label, CASE WHEN r.covers = '%[4]s' THEN %[13]s END AS type, r.code AS c FROM %[11]s AS r LEFT JOIN __skyline_d%[12]d AS v ON v.c = r.code",
		i, oldtext.QuoteText(name), oldtext.TextOf("v.v"), coversRange, unread("r.low_value"), unread("r.high_value"),
		p.OldFail("qi has nested values whose text cannot be read back; cast "+oldtext.QuoteIdentifier(name)+" to VARCHAR in a query given as tbl"),
		oldtext.TextOf("r.low_value"), oldtext.TextOf("r.high_value"), oldShownText, p.ends(i, fmt.Sprintf("(SELECT * FROM __skyline_release WHERE i = %d)", i)), i+1, orderedType("system.main.typeof(r.low_value)"))
}

// planRecipeOfLevels is the plan of a recipe of the labels at given levels.
func planRecipeOfLevels(c *call.Call, levels []call.ColumnLevel) (string, error) {
	if c.Arguments["privacy"] != nil {
		return "", c.Errorf("privacy must not be given with levels, which are chosen already; recipe_check says what holds for the rows that they are applied to")
	}
	if c.Arguments["rounding"] != nil || c.Arguments["extent"] != extentGroup {
		return "", c.Errorf("rounding and extent must not be given with levels, whose labels are those of the hierarchies")
	}
	source, err := c.OldSourceOf("tbl")
	if err != nil {
		return "", err
	}
	if levels, err = levelsOfQI(c, levels); err != nil {
		return "", err
	}
	hierarchies, err := c.OldHierarchies()
	if err == nil && hierarchies == "" {
		err = c.Errorf("hierarchies must be given with levels: the name of a table with the columns attribute, value, level, label")
	}
	if err != nil {
		return "", err
	}
	p := &OldReleasePlan{Input: &oldpeople.Input{Call: c, Source: source}, Function: c.Function.Name, Hierarchies: hierarchies}
	columns := make([]string, len(levels))
	for i, l := range levels {
		p.Qi = append(p.Qi, l.Name)
		columns[i] = fmt.Sprintf("SELECT %[1]d AS i, %[2]s AS attribute, NULL::BIGINT AS group_id, x.level, %[3]s AS covers, %[4]s AS value, NULL::VARCHAR AS low, NULL::VARCHAR AS high, CASE WHEN x.level = 0 THEN %[4]s ELSE x.label END AS label, NULL::VARCHAR AS type, x.c FROM __skyline_labels AS x JOIN __skyline_w%[5]d AS w ON w.c = x.c WHERE x.i = %[1]d",
			i, oldtext.QuoteText(l.Name), valueOrNull, oldtext.Decoded("w.t"), i+1)
	}
	p.DomainLabels(levels)
	return p.recipe(columns, ""), nil
}

// levelsOfQI returns levels in the order of qi, if it is given; it must have the same
// columns.
func levelsOfQI(c *call.Call, levels []call.ColumnLevel) ([]call.ColumnLevel, error) {
	if c.Arguments["qi"] == nil {
		return levels, nil
	}
	qi, err := c.Columns("qi")
	if err != nil {
		return nil, err
	}
	var ordered []call.ColumnLevel
	for _, name := range qi {
		at := slices.IndexFunc(levels, func(l call.ColumnLevel) bool { return strings.EqualFold(l.Name, name) })
		if at < 0 {
			return nil, c.Errorf("levels must name each qi column, and %s is missing", oldtext.QuoteIdentifier(name))
		}
		ordered = append(ordered, call.ColumnLevel{Name: name, Level: levels[at].Level})
	}
	for _, l := range levels {
		if !slices.ContainsFunc(qi, func(name string) bool { return strings.EqualFold(name, l.Name) }) {
			return nil, c.Errorf("levels must name qi columns only, got %s", oldtext.QuoteIdentifier(l.Name))
		}
	}
	return ordered, nil
}

// recipe puts the rows of a recipe in order. guards are joins behind them.
func (p *OldReleasePlan) recipe(columns []string, guards string) string {
	return p.Text("SELECT x.attribute, x.group_id, x.level, x.covers, x.value, x.low, x.high, x.label, x.type FROM (" + strings.Join(columns, " UNION ALL ") +
		") AS x" + guards + " ORDER BY i, group_id ASC NULLS LAST, level ASC NULLS LAST, c ASC NULLS LAST, covers DESC")
}
