package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// manyRows is how many rows a box has at least to say how many they are.
const manyRows = 10

// writeBox writes a result in a box as DuckDB's own shell does: the names of the
// columns, their types, and the rows, of which the ones in the middle are left
// out where they are many.
func writeBox(w io.Writer, r *result, s screen) error {
	if isPlan(r.columns) {
		return writePlan(w, r)
	}
	rows, total, err := collect(r, s.rows)
	if err != nil {
		return err
	}
	b := box{shown: len(rows), total: total, allColumns: len(r.columns)}
	b.layOut(r.columns, rows)
	if total > len(rows) {
		b.leaveOut(len(rows) / 2)
	}
	b.fit(s.width)
	footer := b.footer()
	b.widen(footer)
	_, err = io.WriteString(w, b.draw(footer))
	return err
}

// collect returns the rows to show, as text, and how many there are in all. If
// these are more, the first half of what is returned comes from the beginning of
// the result and the second from its end.
func collect(r *result, limit int) (rows [][]string, total int, err error) {
	// Three rows of dots tell that some are left out, so a few rows more take no
	// more space than these.
	most, half := limit+3, limit/2
	last := make([][]any, half) // the values of row i are at i % half
	err = r.each(func(values []any) error {
		if limit == 0 || total < most {
			rows = append(rows, cells(r.columns, values))
		}
		if half > 0 {
			last[total%half] = append(last[total%half][:0], values...)
		}
		total++
		return nil
	})
	if limit > 0 && total > most {
		rows = rows[:half]
		for i := total - half; i < total; i++ {
			rows = append(rows, cells(r.columns, last[i%half]))
		}
	}
	return rows, total, err
}

func cells(columns []column, values []any) []string {
	cells := make([]string, len(values))
	for i, v := range values {
		cells[i] = visible(string(columns[i].appendText(nil, v)))
	}
	return cells
}

// visible replaces line breaks and other control characters, which would break
// the box and could do more to a terminal.
func visible(s string) string {
	if !strings.ContainsFunc(s, unicode.IsControl) {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case unicode.IsControl(c):
			fmt.Fprintf(&b, `\x%02X`, c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// isPlan recognizes the result of EXPLAIN, whose values are drawings.
func isPlan(columns []column) bool {
	return len(columns) == 2 && columns[0].name == "explain_key" && columns[1].name == "explain_value"
}

func writePlan(w io.Writer, r *result) error {
	return r.each(func(values []any) error {
		_, err := fmt.Fprintln(w, strings.TrimRight(fmt.Sprint(values[1]), "\n"))
		return err
	})
}

// draw returns the box with its footer, of which each line is as wide as all of
// the columns.
func (b *box) draw(footer []string) string {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Format.Header = text.FormatDefault
	configs := make([]table.ColumnConfig, len(b.columns))
	lines := make([]table.Row, len(b.columns[0].cells))
	for i, c := range b.columns {
		configs[i] = table.ColumnConfig{Number: i + 1, Align: c.align, AlignHeader: text.AlignLeft, WidthMin: c.width}
		for j, cell := range c.cells {
			switch {
			case j < 2: // the name and the type
				cell = center(cut(cell, c.width), c.width)
			case c.wraps:
				cell = onLines(cell, c.width)
			default:
				cell = cut(cell, c.width)
			}
			lines[j] = append(lines[j], cell)
		}
	}
	t.SetColumnConfigs(configs)
	t.AppendHeader(lines[0])
	t.AppendHeader(lines[1])
	t.AppendRows(lines[2:])
	drawn := t.Render()
	if len(footer) == 0 {
		return drawn + "\n"
	}
	return b.drawFooter(drawn, footer)
}

// drawFooter replaces the border at the bottom, because a footer of the table
// would be divided into its columns.
func (b *box) drawFooter(drawn string, footer []string) string {
	end := strings.LastIndexByte(drawn, '\n') + 1
	border := drawn[end:]
	if b.total == 0 { // nothing stands between the line under the head and the border
		end = strings.LastIndexByte(drawn[:end-1], '\n') + 1
	}
	out := drawn[:end] + strings.NewReplacer("└", "├", "┘", "┤").Replace(border) + "\n"
	for _, line := range footer {
		out += "│ " + center(line, b.inner()) + " │\n"
	}
	return out + strings.ReplaceAll(border, "┴", "─") + "\n"
}
