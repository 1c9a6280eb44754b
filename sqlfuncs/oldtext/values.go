package oldtext

import (
	"strconv"
	"strings"
)

// SqlTexts is an SQL list of texts, which may be empty.
func SqlTexts(texts []string) string { return ListOfTexts(texts) + "::VARCHAR[]" }

// ListOfTexts is one that DuckDB takes for a list of columns, too.
func ListOfTexts(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = QuoteText(text)
	}
	return "system.main.list_value(" + strings.Join(quoted, ", ") + ")"
}

// SqlText is a text, or NULL for an empty one.
func SqlText(text string) string {
	if text == "" {
		return "NULL"
	}
	return QuoteText(text)
}

// SqlNumber is the number of what has an index, or NULL for -1: users count from 1.
func SqlNumber(index int) string {
	if index < 0 {
		return "NULL"
	}
	return strconv.Itoa(index + 1)
}
