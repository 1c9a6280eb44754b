package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// checkStatements are those by which anybody can compute again what a page says of a release:
// the evidence, the requirements, the fingerprint. They give the plan as the call does, and what the
// call has beside it. A query that was given for another table than the release may have values in it,
// which no page shows: it is left out, and lack says so.
func checkStatements(c *call.Call) (all []string, lack string) {
	shown, plan := maps.Clone(c.Arguments), ""
	if planning.Of(c) != nil {
		plan = ", plan := " + planned(c)
		for _, param := range planning.Spoken(c) {
			delete(shown, param)
		}
	}
	var hidden []string
	for _, param := range []string{"original", "population", "other_release", "hierarchies"} {
		if shown[param] == nil {
			continue
		}
		written := c.Written(param)
		if source, err := sqltext.FromTable(written); err == nil && sqltext.IsQuery(source) {
			shown[param] = nil
			hidden = append(hidden, param)
		} else {
			shown[param] = written
		}
	}
	if len(hidden) > 0 {
		lack = fmt.Sprintf("This page does not show the queries that were given for %s. Add them to the first statement: without them it does not compute all of the evidence.", words.List(hidden, "tables"))
	}
	if strings.HasPrefix(plan, ", plan := getvariable") {
		lack = strings.TrimPrefix(lack+" The variable plan has the rows of the plan, whose hash is at the end of this page.", " ")
	}
	release := literal(shown["release"])
	write := func(begin string, params ...string) {
		begin += plan
		for _, name := range params {
			if _, given := shown[name]; !given {
				continue // the plan says it
			}
			if text := literal(shown[name]); text != c.Function.Param(name).Default {
				begin += ", " + name + " := " + text
			}
		}
		all = append(all, begin+");")
	}
	write("FROM release_evidence("+literal(shown["original"])+", "+release, "qi", "sensitive", "profile", "max_risk",
		"l", "k", "m", "c", "population", "fraction", "other_release", "max_size", "hierarchies", "values_per_person", "person", "weight", "other_sensitive", "suppressed_rows", "missing")
	if c.Arguments["privacy"] != nil {
		required := []string{"qi", "sensitive", "privacy", "absent_values", "values_per_person", "person", "weight", "other_sensitive"}
		write("FROM release_check("+release, append(slices.Clone(required), "suppressed_rows", "missing")...)
		write("SELECT certificate->>'fingerprint' FROM release_certificate("+release, required...)
	}
	return all, lack
}

// planned is the plan of a call as a statement gives it: its file, or a variable.
func planned(c *call.Call) string {
	if file, ok := c.Arguments[call.ParamPlan.Name].(string); ok && !strings.HasPrefix(strings.TrimSpace(file), "[") {
		return literal(file)
	}
	return "getvariable('plan')"
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
