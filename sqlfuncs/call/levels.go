package call

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/sqltext"
)

// ColumnLevel is a column and the level of its hierarchy to show it at.
type ColumnLevel struct {
	Name  string
	Level int64
}

// LevelsRule says what a parameter of levels must be.
const LevelsRule = "a MAP or a STRUCT of columns and their levels"

// ParamLevels is the parameter of that name.
var ParamLevels = Param{Name: "levels", Type: "MAP or STRUCT", Doc: "the level of each `qi` column in its hierarchy, 0 being the values themselves, such as `MAP {'age': 2, 'sex': 0}` or `{'age': 2, 'sex': 0}`"}

// Levels returns the parameter of that name, a MAP or a STRUCT of columns and levels,
// in the order in which they are written; nil where it is NULL.
func (c *Call) Levels() ([]ColumnLevel, error) {
	const param = "levels"
	given, ok := c.Arguments[param].(map[string]any)
	switch {
	case c.Arguments[param] == nil:
		return nil, nil
	case !ok:
		return nil, c.Errorf("%s must be %s, such as MAP {'age': 2, 'sex': 0}, got %s", param, LevelsRule, Show(c.Arguments[param]))
	}
	return c.levelsIn(param, given, c.MemberNames(param))
}

// LevelsOf returns the levels of a map that is an element of a parameter, in the order
// of their columns' names.
func (c *Call) LevelsOf(param string, given map[string]any) ([]ColumnLevel, error) {
	names := slices.Collect(maps.Keys(given))
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(strings.Compare(Folded(a), Folded(b)), strings.Compare(a, b))
	})
	return c.levelsIn(param, given, names)
}

func (c *Call) levelsIn(param string, given map[string]any, names []string) ([]ColumnLevel, error) {
	if len(given) == 0 {
		return nil, c.Errorf("%s must name at least one column, such as MAP {'age': 2, 'sex': 0}", param)
	}
	var levels []ColumnLevel
	seen := map[string]bool{}
	for _, name := range names {
		if name == "" {
			return nil, c.Errorf("%s must name columns, got an empty name", param)
		}
		if seen[Folded(name)] {
			return nil, c.Errorf("%s must not name a column twice, got %s", param, sqltext.Ident(name))
		}
		seen[Folded(name)] = true
		number, _ := given[name].(json.Number)
		level, ok := ParseWhole(number.String())
		if !ok || level > hierarchy.MaxLevel {
			return nil, c.Errorf("%s: the level of %s must be a whole number from 0 to %d, got %s", param, sqltext.Ident(name), hierarchy.MaxLevel, Show(given[name]))
		}
		levels = append(levels, ColumnLevel{name, level})
	}
	return levels, nil
}

// MemberNames returns the names of the members of a parameter that is an object, in
// the order in which the call has them, which decoded arguments do not tell.
func (c *Call) MemberNames(param string) []string {
	var call map[string]json.RawMessage
	if json.Unmarshal([]byte(c.JSON), &call) != nil {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(call[param]))
	if brace, err := decoder.Token(); err != nil || brace != json.Delim('{') {
		return nil
	}
	var names []string
	for decoder.More() {
		token, _ := decoder.Token()
		name, ok := token.(string)
		var value json.RawMessage
		if !ok || decoder.Decode(&value) != nil {
			return nil
		}
		names = append(names, name)
	}
	return names
}
