package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// statements are those that an experiment runs, the first of each kind. Statements are of
// a kind if they differ in literals, in the names of tables that are numbered, or in
// whitespace.
type statements struct {
	first []string
	kinds map[string]bool
}

func (s *statements) add(statement string) {
	kind := kindOf(statement)
	if s.kinds[kind] {
		return
	}
	if s.kinds == nil {
		s.kinds = map[string]bool{}
	}
	s.kinds[kind] = true
	s.first = append(s.first, statement)
}

var (
	textLiteral   = regexp.MustCompile(`'(?:[^']|'')*'`)
	numberLiteral = regexp.MustCompile(`\d+(?:\.\d+)?(?:e[+-]?\d+)?`)
	listLiteral   = regexp.MustCompile(`[\[({] ?_(?:, _|: _)* ?[\])}]`)
	blanks        = regexp.MustCompile(`\s+`)
	temporary     = regexp.MustCompile(`'[^']*[/\\]skyline-[a-z]+-\d+[/\\]`) // the folder of a file that an experiment makes
)

// kindOf is a statement without its literals: texts, numbers, and lists, rows, structs of
// literals are "_".
func kindOf(statement string) string {
	kind := textLiteral.ReplaceAllString(statement, "_")
	kind = numberLiteral.ReplaceAllString(kind, "_")
	for {
		shorter := listLiteral.ReplaceAllString(kind, "_")
		if shorter == kind {
			return blanks.ReplaceAllString(kind, " ")
		}
		kind = shorter
	}
}

// writeStatements writes the page of the statements that experiments ran.
func writeStatements(out string, s settings, ran []experiment, of map[string][]string) error {
	var page strings.Builder
	page.WriteString("# The statements of the experiments\n\n" +
		"`go run ./tests/experiments -quick`: what each experiment runs, in this order, the first statement of each kind. " +
		"Others of the kind have other numbers, values and columns; those here are of the quick run. " +
		"Columns of a page's tables have the names of the measures and columns that the statements read; averages and ratios of them are worked out in Go.\n")
	for _, e := range ran {
		fmt.Fprintf(&page, "\n## %s\n\n[%s](%[1]s.md)\n", e.name, e.title)
		if len(of[e.name]) == 0 {
			page.WriteString("\nNo statement: the engine itself is called.\n")
			continue
		}
		page.WriteString("\n```sql\n")
		for _, statement := range of[e.name] {
			line := blanks.ReplaceAllString(strings.TrimSpace(statement), " ")
			line = temporary.ReplaceAllString(line, "'")
			fmt.Fprintf(&page, "%s;\n", strings.ReplaceAll(line, s.data+string(filepath.Separator), "tests/data/"))
		}
		page.WriteString("```\n")
	}
	return os.WriteFile(filepath.Join(out, "statements.md"), []byte(page.String()), 0o644)
}
