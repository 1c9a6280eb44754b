package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"skyline/tests/internal/plots"
)

// section is what an experiment found.
type section struct {
	notes   []string // how it was done
	tables  []*table
	figures []plots.Figure
	claims  []claim
	host    string   // DuckDB's version
	ran     []string // statements, the first of each kind
}

// claim is what the paper says beside what was found.
type claim struct {
	paper, ours string
	agrees      bool
}

func (s *section) claim(paper, ours string, agrees bool) {
	s.claims = append(s.claims, claim{paper, ours, agrees})
}

// table is one of texts; name is that of its CSV file.
type table struct {
	name, caption string
	header        []string
	rows          [][]string
}

func newTable(name, caption string, header ...string) *table {
	return &table{name: name, caption: caption, header: header}
}

func (t *table) add(values ...string) { t.rows = append(t.rows, values) }

// number writes a number with some decimals, count one with separators.
func number(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

func count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// write writes the page of a section, its tables as CSV and its plots.
func (s *section) write(out string, e experiment, made settings, took time.Duration) error {
	var page strings.Builder
	fmt.Fprintf(&page, "# %s\n\n", e.title)
	command := "go run ./tests/experiments "
	switch {
	case made.quick:
		command += "-quick "
	case e.name == "fig7":
		command += fmt.Sprintf("-rows %d ", made.synthetic)
	}
	fmt.Fprintf(&page, "`%s`: %.0f s on %s, DuckDB %s, %s. [The statements](statements.md#%s).\n", command+e.name, took.Seconds(), machine(), s.host, runtime.Version(), e.name)
	for _, note := range s.notes {
		fmt.Fprintf(&page, "\n%s\n", note)
	}
	if len(s.claims) > 0 {
		t := newTable("", "Claims", "the paper", "here", "agrees")
		for _, c := range s.claims {
			t.add(c.paper, c.ours, map[bool]string{true: "yes", false: "**no**"}[c.agrees])
		}
		t.markdown(&page)
	}
	for _, f := range s.figures {
		if err := f.Save(filepath.Join(out, f.Name+".svg")); err != nil {
			return err
		}
		fmt.Fprintf(&page, "\n![%s](%s.svg)\n", f.Title, f.Name)
	}
	for _, t := range s.tables {
		t.markdown(&page)
		if err := t.csv(filepath.Join(out, t.name+".csv")); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(out, e.name+".md"), []byte(page.String()), 0o644)
}

func (t *table) markdown(page *strings.Builder) {
	fmt.Fprintf(page, "\n## %s\n\n", t.caption)
	fmt.Fprintf(page, "| %s |\n|%s\n", strings.Join(t.header, " | "), strings.Repeat("---|", len(t.header)))
	for _, row := range t.rows {
		fmt.Fprintf(page, "| %s |\n", strings.Join(row, " | "))
	}
}

func (t *table) csv(path string) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return csv.NewWriter(file).WriteAll(append([][]string{t.header}, t.rows...))
}

// machine says what the numbers were measured on.
func machine() string {
	name := runtime.GOARCH
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%d × %s, %s", runtime.NumCPU(), name, runtime.GOOS)
}
