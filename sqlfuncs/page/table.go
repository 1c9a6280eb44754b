package page

import (
	"strings"

	"skyline/sqlfuncs/page/markup"
)

// table is one whose rows have a name each, in their first cell.
type table struct {
	heading string // the id of what it is called by
	columns []column
	rows    [][]cell
}

type column struct{ head, class string }

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

// element returns the table, nil if it has no rows. A column that has nothing in any row is
// left out. Roles are written down since a narrow screen shows rows below each other, and
// some browsers do not take that for a table.
func (t *table) element() *markup.Element {
	if len(t.rows) == 0 {
		return nil
	}
	var shown []int
	for i := range t.columns {
		for _, row := range t.rows {
			if row[i].text != "" {
				shown = append(shown, i)
				break
			}
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

// class returns the class of a column. One of numbers is aligned at the right; where a text
// is among them it is not.
func (t *table) class(i int) string {
	class := t.columns[i].class
	if class != "w-number" {
		return class
	}
	for _, row := range t.rows {
		if !isNumber(row[i].text) {
			return class
		}
	}
	return class + " number"
}

// isNumber says whether a text is read as a number or as none: digits, signs, units of a
// letter or two.
func isNumber(text string) bool {
	letters := 0
	for _, r := range strings.TrimSpace(text) {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x2FFF {
			letters++
		}
	}
	return letters <= 3 && len(text) <= 20
}
