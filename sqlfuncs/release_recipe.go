package sqlfuncs

import (
	"fmt"
	"slices"
	"strings"
)

var releaseRecipe = &Function{
	Name:        "release_recipe",
	Summary:     "What was chosen for a release, as rows to keep and to apply to new rows.",
	Description: "A recipe is a table that a user keeps, and that [`recipe_apply`](#recipe_apply) makes a release of other rows by. Without `levels`, it is what the QI groups of the release that `skyline_anonymize` makes of the same arguments cover. With `levels`, it is the label of each value of the hierarchies at the level of its column (full-domain generalization): every value that the hierarchies have, be it in `tbl` or not.\n\n" + recipeShape,
	Params: []Param{
		paramOriginal,
		{Name: "qi", Type: paramQI.Type, Doc: paramQI.Doc + "; may be left out with `levels`"},
		paramSensitiveIfAny,
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: paramPrivacy.Doc + "; not with `levels`"},
		paramHierarchies,
		{Name: "levels", Type: paramLevels.Type, Default: "NULL", Doc: paramLevels.Doc + "; needs `hierarchies`"},
		paramSplit, paramPerson, paramWeight, paramSuppression, paramValues, paramAbsent, paramRounding, paramExtent,
	},
	Columns: recipeColumns,
	Example: `FROM release_recipe('(VALUES (20, ''F''), (22, ''F''), (24, ''M''), (31, ''M''), (33, ''M''), (35, ''F'')) t(age, sex)',
                     qi := ['age', 'sex'], privacy := {'k_anonymity': 2})`,
	Notes: []string{
		"A recipe tells which values occurred: of a group, the least and the greatest, or all of them. What it tells is what the release tells, and of sets that are shown as `*` or as a hierarchy's label it is more. Keep it as you keep the table; publish the release.",
		"To keep it: `CREATE TABLE recipe AS FROM release_recipe(…)`. An empty table has an empty recipe, which cannot be applied; with `levels` it has that of its hierarchies.",
		"Labels are rounded as `rounding` says; `value`, `low` and `high` are not, since they say which rows a group takes. With `extent := 'region'` a group takes all values between the cuts, and fewer of the new rows are left out.",
		"People who are left out (`suppression`) have no region, and the recipe does not name them: where somebody's values lie in a region all the same, applying the recipe to the same table puts him there.",
		"More than 100 values of a set are a range, also where the label is `*`; a range of texts is in the order of the column. " + noteHierarchyText + " What a recipe is applied to must have columns of the same types. A CSV file may change types of the recipe's own columns; Parquet keeps them.",
		"With `levels`, the hierarchies must be without problems for every value that they have, and those of `tbl`: `hierarchy_check`. Every row of the same label at a level is then in the same QI group as before; how large it is depends on the rows. The parameters on people, the sensitive column and splits say nothing then.",
		"Cost: that of `skyline_partition`, and a row for each value or range of each group and column; with `levels`, one scan of each column, and the hierarchies.",
	},
	Plan: planReleaseRecipe,
	Scalars: func() []Scalar {
		return append(releaseScalars("release_recipe", coverFields, runReleaseRecipe), domainLabelScalars()...)
	},
}

// recipeColumns is the shape of a recipe.
var recipeColumns = []ResultColumn{
	{"attribute", "VARCHAR", "the `qi` column"},
	{"group_id", "BIGINT", "the QI group, as `skyline_partition` numbers it; NULL for what holds for all rows"},
	{"level", "BIGINT", "of a label of a hierarchy: its level"},
	{"covers", "VARCHAR", "what the row is about: `value`, `null`, `range` or `node`"},
	{"value", "VARCHAR", "of a `value`: its text, as DuckDB writes it in the column's own type"},
	{"low", "VARCHAR", "of a `range`: the least value, as text"},
	{"high", "VARCHAR", "of a `range`: the greatest value, as text"},
	{"label", "VARCHAR", "what the release shows"},
	{"type", "VARCHAR", "of a `range`: the type of the column, since texts and numbers are ordered differently; of an ENUM a digest of its labels in their order, and not the labels, some of which may be those of people who are left out"},
}

const recipeShape = `A row with a ` + "`group_id`" + ` says that the group covers, of its column,

| ` + "`covers`" + ` | |
|---|---|
| ` + "`value`" + ` | that value, ` + "`value`" + ` |
| ` + "`null`" + ` | NULL |
| ` + "`range`" + ` | all from ` + "`low`" + ` to ` + "`high`" + `, in the order of the column; not NULL |
| ` + "`node`" + ` | every value that the rows without a ` + "`group_id`" + ` give this ` + "`label`" + ` at this ` + "`level`" + ` |

A group may have several rows for a column, all with the same label. A row without a ` + "`group_id`" + ` says that a value, or NULL, has the label at the level; where no row has one, the rows of a release are generalized by these alone.`

func planReleaseRecipe(c *Call) (string, error) {
	levels, err := c.levels()
	switch {
	case err != nil:
		return "", err
	case levels != nil:
		return planRecipeOfLevels(c, levels)
	case c.arguments["privacy"] == nil:
		return "", c.errorf("privacy or levels must be given: the requirements that the release satisfies, such as {'k_anonymity': 5}, or the level of each qi column, such as MAP {'age': 2, 'sex': 0}")
	}
	p, err := newReleasePlan(c)
	if err != nil {
		return "", err
	}
	p.partition()
	columns := make([]string, len(p.qi))
	for i, name := range p.qi {
		columns[i] = p.recipeOfColumn(i, name)
	}
	if p.hierarchies != "" {
		p.domainLabels(nil)
		for i, name := range p.qi {
			columns = append(columns, fmt.Sprintf("SELECT %[1]d, %[2]s, NULL, x.level, %[3]s, %[4]s, NULL, NULL, x.label, NULL, x.c FROM __skyline_labels AS x JOIN __skyline_w%[5]d AS w ON w.c = x.c JOIN (SELECT DISTINCT level, label FROM __skyline_release WHERE i = %[1]d AND covers = '%[6]s') AS r ON r.level = x.level AND %[7]s = %[8]s WHERE x.i = %[1]d",
				i, quoteText(name), valueOrNull, decoded("w.t"), i+1, coversNode, encoded("r.label"), encoded("x.label")))
		}
	}
	told := p.unambiguous(func(i int) string {
		return "SELECT " + encoded("label") + " AS t, coalesce(level, 0) AS level FROM (" + p.recipeOfColumn(i, p.qi[i]) + ")"
	})
	return p.recipe(columns, told), nil
}

// valueOrNull says what a row of the domain's value w.t covers.
const valueOrNull = "CASE WHEN w.t IS NULL THEN '" + coversNull + "' ELSE '" + coversValue + "' END"

// recipeOfColumn is the SELECT of what the groups cover of a column.
func (p *releasePlan) recipeOfColumn(i int, name string) string {
	unread := func(v string) string { return castLike(textOf(v), v) + " IS DISTINCT FROM " + v }
	return fmt.Sprintf("SELECT %[1]d AS i, %[2]s AS attribute, r.g AS group_id, r.level, r.covers, %[3]s AS value, CASE WHEN r.covers <> '%[4]s' THEN NULL WHEN %[5]s OR %[6]s THEN %[7]s ELSE %[8]s END AS low, CASE WHEN r.covers = '%[4]s' THEN %[9]s END AS high, %[10]s AS label, CASE WHEN r.covers = '%[4]s' THEN %[13]s END AS type, r.code AS c FROM %[11]s AS r LEFT JOIN __skyline_d%[12]d AS v ON v.c = r.code",
		i, quoteText(name), textOf("v.v"), coversRange, unread("r.low_value"), unread("r.high_value"),
		p.fail("qi has nested values whose text cannot be read back; cast "+quoteIdentifier(name)+" to VARCHAR in a query given as tbl"),
		textOf("r.low_value"), textOf("r.high_value"), shownText, p.ends(i, fmt.Sprintf("(SELECT * FROM __skyline_release WHERE i = %d)", i)), i+1, orderedType("system.main.typeof(r.low_value)"))
}

// planRecipeOfLevels is the plan of a recipe of the labels at given levels.
func planRecipeOfLevels(c *Call, levels []columnLevel) (string, error) {
	if c.arguments["privacy"] != nil {
		return "", c.errorf("privacy must not be given with levels, which are chosen already; recipe_check says what holds for the rows that they are applied to")
	}
	if c.arguments["rounding"] != nil || c.arguments["extent"] != extentGroup {
		return "", c.errorf("rounding and extent must not be given with levels, whose labels are those of the hierarchies")
	}
	source, err := c.sourceOf("tbl")
	if err != nil {
		return "", err
	}
	if levels, err = c.levelsOfQI(levels); err != nil {
		return "", err
	}
	hierarchies, err := c.hierarchies()
	if err == nil && hierarchies == "" {
		err = c.errorf("hierarchies must be given with levels: the name of a table with the columns attribute, value, level, label")
	}
	if err != nil {
		return "", err
	}
	p := &releasePlan{input: &input{call: c, source: source}, function: c.function.Name, hierarchies: hierarchies}
	columns := make([]string, len(levels))
	for i, l := range levels {
		p.qi = append(p.qi, l.name)
		columns[i] = fmt.Sprintf("SELECT %[1]d AS i, %[2]s AS attribute, NULL::BIGINT AS group_id, x.level, %[3]s AS covers, %[4]s AS value, NULL::VARCHAR AS low, NULL::VARCHAR AS high, CASE WHEN x.level = 0 THEN %[4]s ELSE x.label END AS label, NULL::VARCHAR AS type, x.c FROM __skyline_labels AS x JOIN __skyline_w%[5]d AS w ON w.c = x.c WHERE x.i = %[1]d",
			i, quoteText(l.name), valueOrNull, decoded("w.t"), i+1)
	}
	p.domainLabels(levels)
	return p.recipe(columns, ""), nil
}

// levelsOfQI returns levels in the order of qi, if it is given; it must have the same
// columns.
func (c *Call) levelsOfQI(levels []columnLevel) ([]columnLevel, error) {
	if c.arguments["qi"] == nil {
		return levels, nil
	}
	qi, err := c.columns("qi")
	if err != nil {
		return nil, err
	}
	var ordered []columnLevel
	for _, name := range qi {
		at := slices.IndexFunc(levels, func(l columnLevel) bool { return strings.EqualFold(l.name, name) })
		if at < 0 {
			return nil, c.errorf("levels must name each qi column, and %s is missing", quoteIdentifier(name))
		}
		ordered = append(ordered, columnLevel{name, levels[at].level})
	}
	for _, l := range levels {
		if !slices.ContainsFunc(qi, func(name string) bool { return strings.EqualFold(name, l.name) }) {
			return nil, c.errorf("levels must name qi columns only, got %s", quoteIdentifier(l.name))
		}
	}
	return ordered, nil
}

// recipe puts the rows of a recipe in order. guards are joins behind them.
func (p *releasePlan) recipe(columns []string, guards string) string {
	return p.text("SELECT x.attribute, x.group_id, x.level, x.covers, x.value, x.low, x.high, x.label, x.type FROM (" + strings.Join(columns, " UNION ALL ") +
		") AS x" + guards + " ORDER BY i, group_id ASC NULLS LAST, level ASC NULLS LAST, c ASC NULLS LAST, covers DESC")
}
