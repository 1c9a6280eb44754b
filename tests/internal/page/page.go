package page

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"

	"github.com/google/go-cmp/cmp"
)

// The lines that begin and end blocks.
const (
	queryFence = "```sql"
	errorFence = "```sql error"
	plotFence  = "```sql plot " // the columns to draw follow
	plainFence = "```"
)

// Check runs a page and compares it with what it becomes, or, if it is to be rewritten,
// writes that.
func Check(t *testing.T, db *sql.DB, file string, rewrite bool) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := Run(t, db, string(text))
	if got == string(text) {
		return
	}
	if !rewrite {
		t.Fatalf("%s is not what its SQL returns (-page +returned); run the test with -rewrite and review the diff:\n%s",
			file, cmp.Diff(strings.Split(string(text), "\n"), strings.Split(got, "\n")))
	}
	if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Style is how results are written.
type Style struct {
	// Digits is how many digits of a number with decimals are written; 0: all.
	Digits int
	// Plot keeps a drawing of curves and returns the target of a link to it; nil: a page has
	// none.
	Plot func(svg []byte) string
}

// Run runs the blocks of a page on one connection and returns the page with their results.
func Run(t *testing.T, db *sql.DB, text string) string {
	t.Helper()
	return Style{}.Run(t, db, text)
}

// Run is Run with results in this style.
func (s Style) Run(t *testing.T, db *sql.DB, text string) string {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	root, err := sqltest.Repository()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "SET file_search_path = "+sqltest.Literal(root)); err != nil {
		t.Fatal(err)
	}
	result, err := s.Rewrite(t.Context(), conn, text)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// Rewrite returns a page with the results of its blocks, or what is wrong with it.
func (s Style) Rewrite(ctx context.Context, conn *sql.Conn, text string) (string, error) {
	lines := strings.Split(text, "\n")
	var out []string
	for at := 0; at < len(lines); at++ {
		out = append(out, lines[at])
		fence := strings.TrimRight(lines[at], " ")
		selected, isPlot := strings.CutPrefix(fence, plotFence)
		if fence != queryFence && fence != errorFence && !isPlot {
			continue
		}
		end := at + 1
		for end < len(lines) && lines[end] != plainFence {
			end++
		}
		if end == len(lines) {
			return "", fmt.Errorf("line %d: the block does not end", at+1)
		}
		out = append(out, lines[at+1:end+1]...)
		block := strings.Join(lines[at+1:end], "\n")
		result, err := s.runBlock(ctx, conn, block, fence == errorFence)
		if err == nil && isPlot {
			var drawing string
			drawing, err = s.plot(ctx, conn, selected, block)
			result += drawing
		}
		if err != nil {
			return "", fmt.Errorf("line %d: %w\n%s", at+1, err, block)
		}
		if result != "" {
			out = append(append(out, ""), strings.Split(result, "\n")...)
		}
		at = end + oldResult(lines[end+1:], fence == errorFence)
		if result != "" && at+1 < len(lines) && lines[at+1] != "" {
			out = append(out, "") // or the line would be part of the table
		}
	}
	return strings.Join(out, "\n"), nil
}

// oldResult returns how many lines behind a block are what it returned before.
func oldResult(lines []string, isError bool) int {
	at := 0
	for at < len(lines) && lines[at] == "" {
		at++
	}
	begin := at
	if isError && at < len(lines) && lines[at] == plainFence {
		for at++; at < len(lines) && lines[at] != plainFence; at++ {
		}
		return min(at+1, len(lines))
	}
	for !isError && at < len(lines) && strings.HasPrefix(lines[at], "|") {
		at++
	}
	if at == begin {
		return 0
	}
	return at
}
