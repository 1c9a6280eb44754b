package recipe

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// planRecipeOfLevels is the plan of a recipe of the labels at given levels.
func planRecipeOfLevels(c *call.Call, levels []call.ColumnLevel) (sqltext.SQL, error) {
	if c.Arguments["privacy"] != nil {
		return "", c.Errorf("privacy must not be given with levels, which are chosen already; recipe_check says what holds for the rows that they are applied to")
	}
	if c.Arguments["rounding"] != nil || c.Arguments["labels_cover"] != release.ExtentGroup {
		return "", c.Errorf("rounding and labels_cover must not be given with levels, whose labels are those of the hierarchies")
	}
	source, err := c.SourceOf("tbl")
	if err != nil {
		return "", err
	}
	if levels, err = levelsOfQI(c, levels); err != nil {
		return "", err
	}
	hierarchies, err := c.Hierarchies()
	if err == nil && hierarchies == "" {
		err = c.Errorf("hierarchies must be given with levels: the name of a table with the columns attribute, value, level, label")
	}
	if err != nil {
		return "", err
	}
	in := &people.Input{Call: c, Source: source}
	labels := &release.DomainLabels{Values: func(i int) sqltext.SQL { return in.ValuesOf(levels[i].Name) }}
	for _, l := range levels {
		labels.Columns, labels.Levels = append(labels.Columns, l.Name), append(labels.Levels, l.Level)
	}
	var p sqltext.Plan
	call.AddHierarchies(&p, hierarchies)
	c.GuardLabels(&p, labels.Columns)
	release.AddDomainLabels(&p, c, labels)
	label := sqltext.Fill("CASE WHEN x.level = 0 THEN {text} ELSE x.label END", sqltext.Args{"text": textOfDomain})
	return p.Statement(recipeOf(c, []sqltext.SQL{labelsOf(labels.Columns, label, "")}, "")), nil
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
		at := slices.IndexFunc(levels, func(l call.ColumnLevel) bool { return call.Folded(l.Name) == call.Folded(name) })
		if at < 0 {
			return nil, c.Errorf("levels must name each qi column, and %s is missing", sqltext.Ident(name))
		}
		ordered = append(ordered, call.ColumnLevel{Name: name, Level: levels[at].Level})
	}
	for _, l := range levels {
		if !call.ContainsName(qi, l.Name) {
			return nil, c.Errorf("levels must name qi columns only, got %s", sqltext.Ident(l.Name))
		}
	}
	return ordered, nil
}
