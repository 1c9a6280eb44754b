package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// checkStatements are those by which anybody can compute again what a page says of a release:
// the evidence, the requirements, the fingerprint. A query that was given for another table than
// the release may have values in it, which no page shows: it is left out, and lack says so.
func checkStatements(c *call.Call) (all []string, lack string) {
	shown := maps.Clone(c.Arguments)
	var hidden []string
	for _, param := range []string{"original", "population", "other_release", "hierarchies"} {
		if source, err := c.OptionalSource(param); err == nil && sqltext.IsQuery(source) {
			shown[param] = nil
			hidden = append(hidden, param)
		}
	}
	if len(hidden) > 0 {
		lack = fmt.Sprintf("This page does not show the queries that were given for %s. Add them to the first statement: without them it does not compute all of the evidence.", words.List(hidden, "tables"))
	}
	release := literal(shown["release"])
	write := func(begin string, params ...string) {
		for _, name := range params {
			if text := literal(shown[name]); text != c.Function.Param(name).Default {
				begin += ", " + name + " := " + text
			}
		}
		all = append(all, begin+");")
	}
	write("FROM release_evidence("+literal(shown["original"])+", "+release, "qi", "sensitive", "profile", "max_risk",
		"l", "k", "m", "c", "population", "fraction", "other_release", "max_size", "hierarchies", "values_per_person", "person", "weight", "other_sensitive", "suppressed_rows", "missing")
	if shown["privacy"] != nil {
		required := []string{"qi", "sensitive", "privacy", "absent_values", "values_per_person", "person", "weight", "other_sensitive"}
		write("FROM release_check("+release, append(slices.Clone(required), "suppressed_rows", "missing")...)
		write("SELECT certificate->>'fingerprint' FROM release_certificate("+release, required...)
	}
	return all, lack
}

// literal writes an argument as the caller could have written it.
func literal(v any) string {
	switch v := v.(type) {
	case string:
		return string(sqltext.Text(v))
	case json.Number:
		return v.String()
	case bool:
		return string(sqltext.Bool(v))
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = literal(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		parts := make([]string, len(names))
		for i, name := range names {
			parts[i] = literal(name) + ": " + literal(v[name])
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "NULL"
}
