package tests

import (
	"slices"
	"strings"
)

// replacement is what is to stand in place of the expected lines of a record.
type replacement struct {
	first, count int // lines, from 1
	lines        []string
}

// mayReplace reports whether a difference is to be written into the file. What
// stands in a loop is left to its author: the values of one round would be
// wrong in the next.
func (e *execution) mayReplace() bool { return e.rewrite && len(e.loops) == 0 }

func (e *execution) replace(r *record, lines []string) {
	e.replacements = append(e.replacements, replacement{r.first, len(r.expected), lines})
}

// joinRows writes a result as lines.
func joinRows(rows [][]string, sorted bool) []string {
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = strings.Join(row, "\t")
	}
	if sorted {
		slices.Sort(lines)
	}
	return lines
}

// rewritten returns the text of a script with the replacements made.
func (s *script) rewritten(replacements []replacement) string {
	lines := slices.Clone(s.lines)
	// From the last to the first, so that line numbers stay right.
	for _, r := range slices.Backward(replacements) {
		lines = slices.Replace(lines, r.first-1, r.first-1+r.count, r.lines...)
	}
	return strings.Join(lines, "\n")
}
