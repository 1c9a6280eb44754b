package planning

import (
	"maps"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/canonical"
)

// overrides returns the parameters which a call gives beside the plan, and which say otherwise, in the
// order of the function's. They are found before the plan has been put into the arguments.
func (g *Given) overrides(c *call.Call) []string {
	bare := *c
	bare.Arguments = map[string]any{}
	for name, v := range c.Arguments {
		if !slices.Contains(g.planned(c), name) {
			bare.Arguments[name] = v
		}
	}
	// What the plan cannot say by itself it does not say: the parameter beside it is its own.
	_ = g.giveRoles(&bare)
	g.giveRequirements(&bare)
	_ = g.giveSteps(&bare)
	var names []string
	for i := range c.Function.Params {
		p := &c.Function.Params[i]
		switch {
		case !slices.Contains(g.planned(c), p.Name):
		case isDefault(c, p):
			names = append(names, givenInstead(c, p.Name)...)
		case !sameArgument(c.Arguments[p.Name], bare.Arguments[p.Name]):
			names = append(names, p.Name)
		}
	}
	return names
}

// planned are the parameters of a call that plans speak for.
func (g *Given) planned(c *call.Call) []string {
	names := []string{"qi", "within", "sensitive", "person", "weight", "sampling_weight", "privacy", "skyline", "hierarchies", "importance", "min_levels", "top", "bottom", Split, Suppression}
	if c.Function.Param("skyline") == nil {
		names = append(names, slices.Sorted(maps.Keys(g.point()))...)
	}
	return names
}

// Spoken are the parameters of a call that its plan speaks for, and that the call does not give
// otherwise beside it.
func Spoken(c *call.Call) []string {
	return slices.DeleteFunc(Of(c).planned(c), func(name string) bool { return slices.Contains(c.Overrides, name) })
}

// sameArgument reports whether two arguments say the same: columns in any order, a name or a list
// of one, numbers however they are written.
func sameArgument(a, b any) bool {
	text := func(v any) string {
		if names := namesOf(v); names != nil {
			for i := range names {
				names[i] = call.Folded(names[i])
			}
			slices.Sort(names)
			return strings.Join(names, "\x00")
		}
		written, err := canonical.Append(nil, meant(v))
		if err != nil {
			return ""
		}
		return string(written)
	}
	return b != nil && text(a) == text(b)
}
