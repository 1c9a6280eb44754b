package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

const (
	// narrow is the width to which columns are cut before any of them is left out.
	narrow = 20
	// narrowSentence is that of columns of sentences, and maxLines how many lines one takes.
	narrowSentence, maxLines = 36, 12
)

// box is a result laid out in columns.
type box struct {
	columns    []boxColumn
	shown      int      // rows
	total      int      // rows of the result
	allColumns int      // of the result
	hidden     []string // names of the columns left out
}

// boxColumn is a column with its name, its type and its values.
type boxColumn struct {
	cells []string
	align text.Align
	width int
	wraps bool // what does not fit goes on the next line
	// least is how narrow it may be made, and leastWithoutType if its type may be cut.
	least, leastWithoutType int
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
		bare := width
		// A long type does not make the column wider than it has to be.
		label := visible(c.typ.label())
		width = max(width, min(textWidth(label), narrow))
		cells[1] = cut(label, width)
		wraps := c.typ.name == "VARCHAR" && bare > narrowSentence && isSentence(cells[2:])
		least := narrow
		if wraps {
			least = narrowSentence
		}
		b.columns[i] = boxColumn{cells: cells, align: align, width: width, wraps: wraps, least: min(width, least), leastWithoutType: min(bare, least)}
	}
}

// isSentence reports whether a cell has words.
func isSentence(cells []string) bool {
	return slices.ContainsFunc(cells, func(cell string) bool { return strings.Contains(cell, " ") })
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
	if b.total > 0 && b.total < manyRows && b.hidden == nil {
		return nil
	}
	if b.shown < b.total {
		rows += fmt.Sprintf(" (%d shown)", b.shown)
	}
	if b.allColumns == 1 {
		return []string{rows}
	}
	columns := count(b.allColumns, "column")
	if b.hidden == nil {
		return b.line(rows, columns)
	}
	columns += fmt.Sprintf(" (%d shown)", len(b.columns))
	return append(b.line(rows, columns), cut("not shown: "+strings.Join(b.hidden, ", "), max(b.inner(), narrow)))
}

// line puts two texts at the ends of one line, if they fit there.
func (b *box) line(left, right string) []string {
	if space := b.inner() - textWidth(left) - textWidth(right); space >= 2 {
		return []string{left + strings.Repeat(" ", space) + right}
	}
	return []string{left, right}
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

// fit makes columns narrower, the widest first, until the box is not wider than that. Sentences
// go on several lines. Where that is not enough, the last columns are left out: what a result is
// about comes first. No limit is 0.
func (b *box) fit(limit int) {
	limit -= 4 // the borders
	if limit < 0 || b.inner() <= limit {
		return
	}
	floor := func(c *boxColumn) int { return c.least }
	shown := b.fitting(limit, floor)
	if shown <= slices.IndexFunc(b.columns, func(c boxColumn) bool { return c.wraps }) {
		// A sentence is worth more than the names of the types before it.
		floor = func(c *boxColumn) int { return c.leastWithoutType }
		shown = b.fitting(limit, floor)
	}
	for _, c := range b.columns[shown:] {
		b.hidden = append(b.hidden, c.cells[0])
	}
	b.columns = b.columns[:shown]
	for i := range b.columns {
		b.columns[i].width = min(b.columns[i].width, max(limit, 1))
	}
	for b.narrowWidest(limit, floor) {
	}
	for b.narrowWidest(limit, func(*boxColumn) int { return 1 }) { // a very narrow screen
	}
}

// fitting returns how many of the first columns fit, at least 1, if each is as narrow as it may be.
func (b *box) fitting(limit int, floor func(*boxColumn) int) int {
	width := 0
	for i := range b.columns {
		width += floor(&b.columns[i])
		if i > 0 && width > limit {
			return i
		}
		width += textWidth(" │ ")
	}
	return len(b.columns)
}

// narrowWidest makes the widest column that may be narrower so by one character, if the box is too
// wide. It reports whether it has.
func (b *box) narrowWidest(limit int, floor func(*boxColumn) int) bool {
	widest := -1
	for i := range b.columns {
		c := &b.columns[i]
		if c.width > floor(c) && (widest < 0 || c.width > b.columns[widest].width) {
			widest = i
		}
	}
	if widest < 0 || b.inner() <= limit {
		return false
	}
	b.columns[widest].width--
	return true
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

// onLines breaks a text between words into lines of a width, and cuts what is more than maxLines.
func onLines(s string, width int) string {
	if textWidth(s) <= width {
		return s
	}
	lines := strings.Split(text.WrapSoft(s, width), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	if len(lines) > maxLines {
		lines = lines[:maxLines]
		lines[maxLines-1] = cut(lines[maxLines-1]+" …", width)
	}
	return strings.Join(lines, "\n")
}

// center puts spaces around a text. An odd one goes to the right.
func center(s string, width int) string {
	missing := max(width-textWidth(s), 0)
	return strings.Repeat(" ", missing/2) + s + strings.Repeat(" ", missing-missing/2)
}
