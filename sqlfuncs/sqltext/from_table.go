package sqltext

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// fileEndings are those of files that DuckDB reads by name.
var fileEndings = []string{".parquet", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".xlsx"}

// FromTable returns what to write behind FROM for a table as users name it, marked as the
// user's text.
func FromTable(table string) (SQL, error) {
	text, err := tableText(table)
	if err != nil {
		return "", err
	}
	return User(text), nil
}

// IsQuery is whether a table is a query or a call, of what fromTable returns.
func IsQuery(source SQL) bool { return strings.HasPrefix(string(source), userText+"(") }

// tableText is fromTable for: a parenthesised query, which may have an alias; a query without
// parentheses; a call of a table function; a file; or up to three identifiers with dots between
// them, each with or without double quotes.
func tableText(table string) (string, error) {
	table = strings.TrimSpace(table)
	if strings.Contains(table, "\x00") {
		// The end of a statement, to DuckDB's parser.
		return "", fmt.Errorf("a name or a query must not hold the character U+0000")
	}
	if isStatement(table) {
		table = "(" + strings.TrimRight(table, "; \t\r\n") + ")"
	}
	if strings.HasPrefix(table, "(") {
		return fromQuery(table)
	}
	if path, arguments, ok := callOf(table); ok {
		switch length, err := bracketed(arguments); {
		case err == nil && length == len(arguments):
			// In parentheses, so that nothing of a plan's is taken for part of the call.
			return "(FROM " + string(Join(".", Idents(path)...)) + arguments + ")", nil
		case !hasFileEnding(table):
			return "", fmt.Errorf("a call must end where its arguments do; put a query in parentheses: (FROM …)")
		}
	}
	if IsFile(table) {
		return string(Text(table)), nil
	}
	parts, rest, err := namePath(table)
	if err == nil && rest != "" {
		err = fmt.Errorf("a quoted name must be followed by a dot or nothing")
	}
	if err != nil {
		return "", err
	}
	if len(parts) > 3 {
		return "", fmt.Errorf("a name has at most three parts (catalog.schema.table); write a name with dots in double quotes")
	}
	return string(Join(".", Idents(parts)...)), nil
}

// isStatement reports whether a text is a query without its parentheses: it begins with a word
// that does, and goes on. A table that is called like that needs double quotes.
func isStatement(table string) bool {
	n := wordLength(table)
	switch strings.ToLower(table[:n]) {
	case "select", "from", "with", "values":
		rest := strings.TrimLeft(table[n:], " \t\r\n")
		return len(rest) < len(table)-n && rest != "" && !hasFileEnding(table) || strings.HasPrefix(rest, "(")
	}
	return false
}

// fromQuery is fromTable for what begins with a parenthesis: it must end with the one
// that closes it, or with an alias, which may name columns.
func fromQuery(table string) (string, error) {
	length, err := bracketed(table)
	if err != nil {
		return "", err
	}
	query, alias := table[:length], strings.TrimSpace(table[length:])
	if alias != "" {
		if alias, err = aliasOf(alias); err != nil {
			return "", err
		}
	}
	// In parentheses once more, so that an alias of the plan's can follow.
	return "(FROM " + query + alias + ")", nil
}

// IsFile reports whether a text that names a table is the name of a file.
func IsFile(table string) bool {
	if strings.HasPrefix(table, `"`) {
		return false
	}
	return strings.ContainsAny(table, `/\*?`) || hasFileEnding(table)
}

func hasFileEnding(table string) bool {
	name := strings.ToLower(table)
	for _, packed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	return slices.Contains(fileEndings, path.Ext(name))
}
