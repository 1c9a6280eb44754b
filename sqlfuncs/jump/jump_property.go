package jump

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
)

// propertyKey is a member of property. Names are those of privacy.
type propertyKey struct {
	name, form string
	doc        string
	check      func(c *call.Call, where string, v any) error
}

var propertyKeys = []propertyKey{
	{"max_share", "0.5", "nobody has any value in more than this share of the tables: the “highest ratio” of the source, and the bound on how sure an adversary may become", (*call.Call).CheckShare},
	{"distinct_diversity", "2", "everybody has at least so many different values. Set-monotonic: what holds for a set of tables holds for every larger one", (*call.Call).CheckCount},
	{"entropy_diversity", "2.5", "exp(−Σ q ln q) at least this for everybody, q being the shares of the tables in which he has each value", (*call.Call).CheckFrom1},
	{"recursive_diversity", "{'c': 3, 'l': 2}", "r₁ < c·(r_ℓ + … + r_m) for everybody, r₁ ≥ r₂ ≥ … being the shares of the tables in which he has each value", oldpeople.CheckRecursive},
	{"implications", "{'k': 1, 'c': 0.6}", "whatever `k` basic implications the adversary knows besides, he is less sure than `c` of anybody's value ([`disclosure_check`](#disclosure_check)). It looks at several people at once, so tables are listed, of some ten people; not for `'certified'` and `subset_choice_posterior`", oldpeople.CheckImplications},
	{"skyline", "[{'value': 'HIV', 'l': 1, 'k': 2, 'm': 1, 'c': 0.5}]", "whatever he knows besides, in the amounts of any of these points, he is less sure than `c` of that value ([`skyline_check`](#skyline_check)); points are as in `privacy`, a value that the table does not have being an error without `absent := 'allow'`, and are always a list. Tables are listed, too", checkPropertySkyline},
}

// PropertyReference is the section of the reference on the parameter property.
func PropertyReference() string {
	var b strings.Builder
	b.WriteString("\n## Properties of beliefs\n\nFunctions about publicly known algorithms take `property`, a STRUCT of one member. An adversary who has ruled out what he can holds each table that remains for equally likely; the property is about how often each person has each value in them. Only `distinct_diversity` is set-monotonic. For all of them, what a set of all tables with the same generalization violates, its subsets violate, too.\n\n")
	b.WriteString("| property | such as | holds when |\n|---|---|---|\n")
	for _, key := range propertyKeys {
		fmt.Fprintf(&b, "| `%s` | `{'%s': %s}` | %s |\n", key.name, key.name, key.form, call.Cell(key.doc))
	}
	b.WriteString("\nNumbers stand for the simplest fractions that round to them (0.3 is 3/10), and are compared exactly. The names are those of [`privacy`](#privacy-requirements), and the same other names are understood: " + people.SynonymsReference(PropertyNames()) + ".\n")
	return b.String()
}

// readProperty reads the parameter of that name, for the kernel.
func readProperty(c *call.Call) (json.RawMessage, error) {
	const rule = "a struct of one property, such as {'max_share': 0.5} or {'distinct_diversity': 2}"
	given, ok := c.Arguments["property"].(map[string]any)
	if !ok {
		return nil, c.Errorf("property must be %s, got %s", rule, call.Show(c.Arguments["property"]))
	}
	var found *propertyKey
	var value any
	for _, member := range slices.Sorted(maps.Keys(given)) {
		name, advice := people.RequirementName(member, PropertyNames())
		if name == "" {
			if advice != "" {
				advice = "; " + advice
			}
			return nil, c.Errorf("property must be one of %s, got %s%s", people.InWords(PropertyNames(), "or"), oldtext.QuoteText(member), advice)
		}
		if given[member] == nil {
			continue
		}
		if found != nil {
			return nil, c.Errorf("property must be %s, got several; an algorithm evaluates one", rule)
		}
		at := slices.IndexFunc(propertyKeys, func(k propertyKey) bool { return k.name == name })
		found, value = &propertyKeys[at], given[member]
		if err := found.check(c, "property: "+name, value); err != nil {
			return nil, err
		}
	}
	if found == nil {
		return nil, c.Errorf("property must be %s, got none", rule)
	}
	if found.name == "skyline" {
		points, err := oldpeople.ReadPointList(c, value.([]any)) // as its check has made sure
		if err != nil {
			return nil, err
		}
		value = writtenPoints(points)
	}
	text, err := json.Marshal(map[string]any{found.name: value})
	if err != nil {
		return nil, c.Errorf("property cannot be read")
	}
	return text, nil
}

func PropertyNames() []string {
	names := make([]string, len(propertyKeys))
	for i, key := range propertyKeys {
		names[i] = key.name
	}
	return names
}

// checkPropertySkyline makes sure that a skyline is a list of points.
func checkPropertySkyline(c *call.Call, where string, v any) error {
	list, ok := v.([]any)
	if !ok {
		return c.Errorf("%s must be a list of points {'value': …, 'l': …, 'k': …, 'm': …, 'c': …}, got %s", where, call.Show(v))
	}
	_, err := oldpeople.ReadPointList(c, list)
	return err
}

// writtenPoint is a point of a skyline on its way to the kernel.
type writtenPoint struct {
	Value      *string // nil: every value that no point names
	L, K, M, C string
}

func writtenPoints(points []oldpeople.Point) []writtenPoint {
	written := make([]writtenPoint, len(points))
	for i, p := range points {
		written[i] = writtenPoint{L: p.L, K: p.K, M: p.M, C: p.C}
		if p.Named {
			written[i].Value = &p.Value
		}
	}
	return written
}
