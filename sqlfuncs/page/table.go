package page

import (
	"unicode/utf8"

	"skyline/sqlfuncs/page/markup"
)

// table is one whose rows have a name each, in their first cell.
type table struct {
	heading string // the id of what it is called by
	columns []column
	rows    [][]cell
}

type column struct {
	head, class string
	isMissing   bool
}

// cell has a text, and may show it in some way.
type cell struct {
	text  string
	shown markup.Part
}

// code returns a cell with a name of the user's.
func code(name string) cell {
	return cell{text: name, shown: markup.El("code", markup.Text(name))}
}

func (t *table) add(cells ...cell) { t.rows = append(t.rows, cells) }

// longTable is how many rows are too many to be kept on one sheet of paper.
const longTable = 10

// element returns the table, nil if it has no rows. Roles are written down since a narrow screen shows rows below each other, and
// some browsers do not take that for a table.
func (t *table) element() *markup.Element {
	if len(t.rows) == 0 {
		return nil
	}
	var shown []int
	for i := range t.columns {
		if !t.columns[i].isMissing {
			shown = append(shown, i)
		}
	}
	class := "short"
	if len(t.rows) > longTable {
		class = "long"
	}
	var heads, body markup.Parts
	for _, i := range shown {
		heads = append(heads, markup.El("th", markup.Attr("scope", "col"), markup.Attr("role", "columnheader"),
			markup.Class(t.class(i)), markup.Text(t.columns[i].head)))
	}
	for _, row := range t.rows {
		body = append(body, markup.El("tr", markup.Attr("role", "row"), t.cells(row, shown)))
	}
	return markup.El("table", markup.Class(class), markup.Attr("role", "table"), markup.Attr("aria-labelledby", t.heading),
		markup.El("thead", markup.Attr("role", "rowgroup"), markup.El("tr", markup.Attr("role", "row"), heads)),
		markup.El("tbody", markup.Attr("role", "rowgroup"), body))
}

func (t *table) cells(row []cell, shown []int) (parts markup.Parts) {
	for _, i := range shown {
		content := row[i].shown
		if content == nil {
			content = markup.Text(row[i].text)
		}
		if i == 0 {
			parts = append(parts, markup.El("th", markup.Attr("scope", "row"), markup.Attr("role", "rowheader"), content))
			continue
		}
		parts = append(parts, markup.El("td", markup.Attr("role", "cell"), markup.Class(t.class(i)),
			markup.Attr("data-label", t.columns[i].head), content))
	}
	return parts
}

// longestNumber is how long a text may be, in characters, to stand in a column of numbers.
const longestNumber = 12

// class returns the class of a column. One of numbers is aligned at the right; where one of
// its texts is longer it is not.
func (t *table) class(i int) string {
	class := t.columns[i].class
	if class != "w-number" {
		return class
	}
	for _, row := range t.rows {
		if utf8.RuneCountInString(row[i].text) > longestNumber {
			return class
		}
	}
	return class + " number"
}
