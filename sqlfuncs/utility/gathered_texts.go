package utility

import (
	"slices"

	"skyline/sqlfuncs/people"
)

// textColumn is a column of a gathered table: each row has the number of its text.
type textColumn struct {
	codes []int32
	texts []string // by number; that of NULL is ""
	null  int32    // the number of NULL, -1 if there is none
}

// columnOf returns a column of a gathered table.
func columnOf(g *people.Gathered, i int) textColumn {
	codes, texts := g.Column(i)
	return textColumn{codes, texts, g.Columns[i].Null()}
}

// orderedColumn is columnOf with numbers in the order of the texts, NULL last.
func orderedColumn(g *people.Gathered, i int) textColumn {
	c := textColumn{null: -1}
	c.codes, c.texts = g.OrderedColumn(i)
	if g.Columns[i].Null() >= 0 {
		c.null = int32(len(c.texts) - 1)
	}
	return c
}

// orderedColumns are all columns of a gathered table, none where it has no rows.
func orderedColumns(g *people.Gathered) []textColumn {
	columns := make([]textColumn, len(g.Columns))
	for i := range columns {
		columns[i] = orderedColumn(g, i)
	}
	return columns
}

// numbering is what numbers texts, and NULL, have somewhere.
type numbering struct {
	texts map[string]int32
	null  int32 // -1 if it has none
}

// numbering returns that of the column itself.
func (c *textColumn) numbering() numbering {
	n := numbering{make(map[string]int32, len(c.texts)), c.null}
	for number, text := range c.texts {
		if int32(number) != c.null {
			n.texts[text] = int32(number)
		}
	}
	return n
}

// elsewhere returns what numbers the texts of the column have in a numbering, -1 for those
// that have none.
func (c *textColumn) elsewhere(n *numbering) []int32 {
	numbers := make([]int32, len(c.texts))
	for number, text := range c.texts {
		other, ok := n.texts[text]
		switch {
		case int32(number) == c.null:
			other = n.null
		case !ok:
			other = -1
		}
		numbers[number] = other
	}
	return numbers
}

// NumberedAs returns, for each row of a table, the number that the text of a column has among the
// texts of a column of another one, in their order, NULL last: -1 for one that it does not have.
// texts are those.
func NumberedAs(table *people.Gathered, i int, other *people.Gathered, j int) (codes []int32, texts []string) {
	if len(other.Counts) == 0 || len(table.Counts) == 0 {
		return slices.Repeat([]int32{-1}, len(table.Counts)), nil
	}
	like, column := orderedColumn(other, j), columnOf(table, i)
	numbering := like.numbering()
	numbers := column.elsewhere(&numbering)
	for row, code := range column.codes {
		column.codes[row] = numbers[code]
	}
	return column.codes, like.texts
}
