package report

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// checkStatements are those by which anybody can check again what a call says of its release,
// without the original: the evidence, the requirements, the fingerprint.
func checkStatements(c *call.Call) []string {
	release := literal(c.Arguments["release"])
	all := []string{statement(c, "FROM release_evidence(NULL, "+release, "qi", "sensitive", "profile", "max_risk", "l", "k", "m", "c", "max_size", "values_per_person", "person", "weight", "known")}
	if c.Arguments["privacy"] != nil {
		required := []string{"qi", "sensitive", "privacy", "absent", "values_per_person", "person", "weight", "known"}
		all = append(all, statement(c, "FROM release_check("+release, required...), statement(c, "SELECT certificate->>'fingerprint' FROM release_certificate("+release, required...))
	}
	return all
}

// statement is a call with those of some parameters that are not by default.
func statement(c *call.Call, begin string, params ...string) string {
	for _, name := range params {
		if v := c.Arguments[name]; v != nil && literal(v) != c.Function.Param(name).Default {
			begin += ", " + name + " := " + literal(v)
		}
	}
	return begin + ");"
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
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(v)), func(name string) bool { return v[name] == nil })
		parts := make([]string, len(names))
		for i, name := range names {
			parts[i] = literal(name) + ": " + literal(v[name])
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "NULL"
}
