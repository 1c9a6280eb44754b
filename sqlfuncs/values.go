package sqlfuncs

import (
	"fmt"
	"strconv"
	"strings"
)

// valuesPlan returns the plan of a result that is known while planning: rows of
// SQL expressions.
func valuesPlan(columns []ResultColumn, rows [][]string) string {
	where := ""
	if len(rows) == 0 {
		rows, where = [][]string{make([]string, len(columns))}, " WHERE false"
		for i := range columns {
			rows[0][i] = "NULL"
		}
	}
	items, names := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		names[i] = fmt.Sprintf("c%d", i)
		items[i] = fmt.Sprintf("%s::%s AS %s", names[i], c.Type, quoteIdentifier(c.Name))
	}
	values := make([]string, len(rows))
	for i, row := range rows {
		values[i] = "(" + strings.Join(row, ", ") + ")"
	}
	return fmt.Sprintf("SELECT %s FROM (VALUES %s) AS v(%s)%s", strings.Join(items, ", "), strings.Join(values, ", "), strings.Join(names, ", "), where)
}

// sqlTexts is an SQL list of texts, which may be empty.
func sqlTexts(texts []string) string { return listOfTexts(texts) + "::VARCHAR[]" }

// listOfTexts is one that DuckDB takes for a list of columns, too.
func listOfTexts(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = quoteText(text)
	}
	return "system.main.list_value(" + strings.Join(quoted, ", ") + ")"
}

// sqlText is a text, or NULL for an empty one.
func sqlText(text string) string {
	if text == "" {
		return "NULL"
	}
	return quoteText(text)
}

// sqlNumber is the number of what has an index, or NULL for -1: users count from 1.
func sqlNumber(index int) string {
	if index < 0 {
		return "NULL"
	}
	return strconv.Itoa(index + 1)
}
