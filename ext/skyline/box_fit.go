package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// narrow is the width to which columns are cut before any of them is left out.
const narrow = 20

// box is a result laid out in columns.
type box struct {
	columns    []boxColumn
	shown      int // rows
	total      int // rows of the result
	allColumns int // of the result
	hidden     int // columns left out
}

// boxColumn is a column with its name, its type and its values.
type boxColumn struct {
	cells []string
	align text.Align
	width int
}

func (b *box) layOut(columns []column, rows [][]string) {
	b.columns = make([]boxColumn, len(columns))
	for i, c := range columns {
		align := text.AlignLeft
		if c.typ.isNumber() {
			align = text.AlignRight
		}
		width := max(textWidth(visible(c.name)), 1)
		cells := []string{visible(c.name), ""}
		for _, row := range rows {
			cells = append(cells, row[i])
			width = max(width, textWidth(row[i]))
		}
		// A long type does not make the column wider than it has to be.
		label := visible(c.typ.label())
		width = max(width, min(textWidth(label), narrow))
		cells[1] = cut(label, width)
		b.columns[i] = boxColumn{cells, align, width}
	}
}

// leaveOut puts three rows of dots behind the first rows.
func (b *box) leaveOut(first int) {
	for i := range b.columns {
		b.columns[i].cells = slices.Insert(b.columns[i].cells, 2+first, "·", "·", "·")
	}
}

// footer says how many rows and columns there are, where these are many or not
// all of them are shown.
func (b *box) footer() []string {
	rows := count(b.total, "row")
	if b.total > 0 && b.total < manyRows && b.hidden == 0 {
		return nil
	}
	if b.shown < b.total {
		rows += fmt.Sprintf(" (%d shown)", b.shown)
	}
	if b.allColumns == 1 {
		return []string{rows}
	}
	columns := count(b.allColumns, "column")
	if b.hidden > 0 {
		columns += fmt.Sprintf(" (%d shown)", b.allColumns-b.hidden)
	}
	// Both go on one line, at its ends, if they fit there.
	if space := b.inner() - textWidth(rows) - textWidth(columns); space >= 2 {
		return []string{rows + strings.Repeat(" ", space) + columns}
	}
	return []string{rows, columns}
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// inner returns the width between the borders with their spaces.
func (b *box) inner() int {
	width := 3 * (len(b.columns) - 1)
	for _, c := range b.columns {
		width += c.width
	}
	return width
}

// fit cuts the widest columns and then leaves out those in the middle until the
// box is not wider than that. No limit is 0.
func (b *box) fit(limit int) {
	limit -= 4 // the borders
	if limit < 0 || b.inner() <= limit {
		return
	}
	for {
		b.cutTo(limit)
		if b.inner() <= limit || len(b.columns) <= 2 {
			break
		}
		b.hide()
	}
	if widest := b.columns[0].width; b.inner() > limit { // a very narrow screen
		for i := range b.columns {
			b.columns[i].width = min(b.columns[i].width, max(1, widest-(b.inner()-limit)))
		}
	}
}

// cutTo makes the widest columns narrower, all to the same width.
func (b *box) cutTo(limit int) {
	for b.inner() > limit {
		widest, next := 0, narrow
		for _, c := range b.columns {
			widest = max(widest, c.width)
		}
		var which []int
		for i, c := range b.columns {
			if c.width == widest {
				which = append(which, i)
			} else {
				next = max(next, c.width)
			}
		}
		if widest <= narrow {
			return
		}
		// One step makes them as wide as the next, or just narrow enough.
		step := min(widest-next, (b.inner()-limit+len(which)-1)/len(which))
		for _, i := range which {
			b.columns[i].width -= step
		}
	}
}

// hide leaves out the column in the middle. One of dots takes its place.
func (b *box) hide() {
	middle := len(b.columns) / 2
	if b.hidden == 0 {
		dots := boxColumn{width: 1, cells: make([]string, len(b.columns[0].cells))}
		for i := range dots.cells {
			dots.cells[i] = "…"
		}
		dots.cells[1] = ""
		b.columns[middle] = dots
		b.hidden++
		return
	}
	at := slices.IndexFunc(b.columns, func(c boxColumn) bool { return c.width == 1 && c.cells[0] == "…" })
	if left, right := at, len(b.columns)-1-at; left > right {
		b.columns = slices.Delete(b.columns, at-1, at)
	} else {
		b.columns = slices.Delete(b.columns, at+1, at+2)
	}
	b.hidden++
}

// widen makes room for the footer.
func (b *box) widen(footer []string) {
	for _, line := range footer {
		if missing := textWidth(line) - b.inner(); missing > 0 {
			b.columns[len(b.columns)-1].width += missing
		}
	}
}

func textWidth(s string) int { return text.StringWidthWithoutEscSequences(s) }

// cut returns the beginning of a text that is too wide, with a mark.
func cut(s string, limit int) string {
	if textWidth(s) <= limit {
		return s
	}
	return text.Trim(s, max(limit-1, 0)) + "…"
}

// center puts spaces around a text. An odd one goes to the right.
func center(s string, width int) string {
	missing := max(width-textWidth(s), 0)
	return strings.Repeat(" ", missing/2) + s + strings.Repeat(" ", missing-missing/2)
}
