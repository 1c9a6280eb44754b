package release

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"skyline/engine/grid"
	"skyline/sqlfuncs/sqltext"
)

// A step is a text in plans: a number, the name of a unit, or 'none', and behind it, where
// points are counted from something else than 0 or the calendar, fromBase and that.

// fromBase stands between a step and the base of its grid.
const fromBase = " from "

const (
	baseMembers = "'step' and 'base'"
	numberRule  = "a number, where the step is one"
	dayRule     = "a day where the step is 'week', 'month' or 'year', such as {'step': 'year', 'base': DATE '2000-04-01'}, up to the 28th for months and years"
)

// readStep returns the step that a member of rounding says, or the rule that something in
// it does not keep.
func readStep(v any) (step, rule string, got any) {
	switch v := v.(type) {
	case json.Number:
		if _, err := grid.NewNumbers(v.String()); err == nil {
			return v.String(), "", nil
		}
	case string:
		if _, ok := grid.ParseUnit(v); ok || v == noRounding {
			return v, "", nil
		}
	case map[string]any:
		return readBased(v)
	}
	return "", stepRule, v
}

// readBased is readStep for a step and its base.
func readBased(v map[string]any) (step, rule string, got any) {
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if name != "step" && name != "base" {
			return "", "a STRUCT of " + baseMembers + " only", name
		}
	}
	if _, nested := v["step"].(map[string]any); nested || v["step"] == noRounding {
		return "", stepRule, v["step"]
	}
	step, rule, got = readStep(v["step"])
	if rule != "" || v["base"] == nil {
		return step, rule, got
	}
	var base string
	if numbers, err := grid.NewNumbers(step); err == nil {
		number, _ := v["base"].(json.Number)
		base = number.String()
		if _, err := numbers.From(base); err != nil {
			return "", "counted from a base that is " + numberRule, v["base"]
		}
		return step + fromBase + base, "", nil
	}
	unit, _ := grid.ParseUnit(step)
	base, _ = v["base"].(string)
	if _, err := grid.Dates(unit).From(base); err != nil {
		return "", "counted from a base that is " + dayRule, v["base"]
	}
	return step + fromBase + base, "", nil
}

// numbersOf returns the grid of a step that is a number.
func numbersOf(step string) (*grid.Numbers, bool) {
	number, base, based := strings.Cut(step, fromBase)
	numbers, err := grid.NewNumbers(number)
	if err == nil && based {
		numbers, err = numbers.From(base)
	}
	return numbers, err == nil
}

// unitOf returns the unit of a step that has one, and whether there is a base.
func unitOf(step string) (unit grid.Unit, based, ok bool) {
	name, _, based := strings.Cut(step, fromBase)
	unit, ok = grid.ParseUnit(name)
	return unit, based, ok
}

// timesOf returns a grid, from the base that a step has.
func timesOf(times *grid.Times, step string) (rounder, error) {
	if _, base, based := strings.Cut(step, fromBase); based {
		return times.From(base)
	}
	return times, nil
}

// showStep writes a step as the caller has: a number, or a text.
func showStep(step string) string {
	if _, ok := numbersOf(step); ok {
		return step
	}
	return string(sqltext.Text(step))
}
