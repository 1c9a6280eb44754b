package report

import (
	"encoding/json"
	"slices"
	"sort"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// checkStatement is the statement by which anybody can check again what a call says of its
// release, without the original.
func checkStatement(c *call.Call) string {
	function, params := "release_evidence", []string{"qi", "sensitive", "profile", "max_risk", "l", "k", "m", "c", "max_size", "values_per_person", "person", "weight"}
	first := "NULL, " + literal(c.Arguments["release"])
	if c.Arguments["privacy"] != nil {
		function, params = "release_check", []string{"qi", "sensitive", "privacy", "absent", "values_per_person", "person", "weight"}
		first = literal(c.Arguments["release"])
	}
	parts := []string{first}
	for _, name := range params {
		p := c.Function.Param(name)
		if v := c.Arguments[name]; v != nil && literal(v) != p.Default {
			parts = append(parts, name+" := "+literal(v))
		}
	}
	return "FROM " + function + "(" + strings.Join(parts, ",\n    ") + ");"
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
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		sort.Strings(names)
		names = slices.DeleteFunc(names, func(name string) bool { return v[name] == nil })
		parts := make([]string, len(names))
		for i, name := range names {
			parts[i] = literal(name) + ": " + literal(v[name])
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "NULL"
}
