package sqlfuncs

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// quoteText returns an SQL literal of a text.
func quoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// quoteIdentifier returns an SQL identifier of any name.
func quoteIdentifier(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// fileEndings are those of files that DuckDB reads by name.
var fileEndings = []string{".parquet", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".xlsx"}

// fromTable returns what to write behind FROM for a table as users name it: a
// parenthesised query, a file, or up to three identifiers with dots between
// them, each with or without double quotes.
func fromTable(table string) (string, error) {
	table = strings.TrimSpace(table)
	if strings.HasPrefix(table, "(") {
		if !strings.HasSuffix(table, ")") {
			return "", fmt.Errorf("a query must stand in parentheses")
		}
		// In parentheses once more, so that an alias of the plan's can follow
		// where the text ends with one: (VALUES …) t(age, disease).
		return "(FROM " + table + ")", nil
	}
	if isFile(table) {
		return quoteText(table), nil
	}
	var parts []string
	for rest := table; ; {
		name, tail, err := firstName(rest)
		if err != nil {
			return "", err
		}
		parts = append(parts, quoteIdentifier(name))
		if tail == "" {
			break
		}
		rest = tail[1:]
	}
	if len(parts) > 3 {
		return "", fmt.Errorf("a name has at most three parts (catalog.schema.table); write a name with dots in double quotes")
	}
	return strings.Join(parts, "."), nil
}

func isFile(table string) bool {
	if strings.HasPrefix(table, `"`) {
		return false
	}
	if strings.ContainsAny(table, `/\*?`) {
		return true
	}
	name := strings.ToLower(table)
	for _, packed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	return slices.Contains(fileEndings, path.Ext(name))
}

// firstName splits the first part off a dotted name; the rest begins with a dot.
func firstName(s string) (name, rest string, err error) {
	if !strings.HasPrefix(s, `"`) {
		name, _, _ = strings.Cut(s, ".")
		if name == "" {
			return "", "", fmt.Errorf("a part of the name is empty")
		}
		return name, s[len(name):], nil
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] != '"':
			b.WriteByte(s[i])
		case i+1 < len(s) && s[i+1] == '"':
			b.WriteByte('"')
			i++
		default:
			rest = s[i+1:]
			if b.Len() == 0 || rest != "" && rest[0] != '.' || rest == "." {
				return "", "", fmt.Errorf("a quoted name must be followed by a dot or nothing")
			}
			return b.String(), rest, nil
		}
	}
	return "", "", fmt.Errorf("a double quote is not closed")
}
