package cubes

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
)

var errRows = errors.New("the arguments cannot be read")

// tableRow is a row of a table.
type tableRow struct {
	labels []label // by column of by, as the table has them
	total  []bool
	text   label // of its value
	number
}

// tableRows are the rows of a table, in the order of their labels.
type tableRows struct {
	rows    []tableRow
	columns []int // the number of each column of by among the dimensions
	values  []string
}

// readRows reads the rows of a table but for their numbers.
func readRows(g *people.Gathered, t *given, dimensions []string) (*tableRows, error) {
	r := &tableRows{}
	for _, name := range t.By {
		at := slices.IndexFunc(dimensions, func(other string) bool { return call.Folded(other) == call.Folded(name) })
		if at < 0 {
			return nil, errRows
		}
		r.columns = append(r.columns, at)
	}
	if len(g.Counts) == 0 {
		return r, nil
	}
	width := len(t.By)
	if len(g.Columns) != width+3 || width > mostDimensions {
		return nil, errRows
	}
	columns := make([][]label, width+3)
	for i := range columns {
		columns[i] = labelsOf(g, i)
	}
	_, r.values = g.Column(width)
	repeated := int64(0) // rows more than cells
	for row, n := range g.Counts {
		repeated += n - 1
		x := tableRow{labels: make([]label, width), total: make([]bool, width), text: columns[width][row]}
		groups := columns[width+2][row]
		bits, err := strconv.ParseUint(groups.V, 10, 64)
		if t.Grouped && (err != nil || bits >= 1<<width) {
			return nil, fmt.Errorf("grouping_column must have what GROUPING_ID(%s) returns in %s: a whole number from 0 to %d", people.PlainIdentifier(t.By[0])+more(width), t.Where, uint64(1)<<width-1)
		}
		for i := range width {
			l := columns[i][row]
			x.labels[i] = l
			switch {
			case t.Grouped:
				x.total[i] = bits>>(width-1-i)&1 == 1
			case t.Total != nil:
				x.total[i] = l.Valid && l.V == *t.Total
			default:
				x.total[i] = !l.Valid
			}
		}
		if t.Known {
			least, largest := columns[width][row], columns[width+1][row]
			x.text = label{V: least.V + " " + largest.V, Valid: true}
		}
		r.rows = append(r.rows, x)
	}
	compare := func(a, b tableRow) int {
		return cmp.Or(slices.CompareFunc(a.total, b.total, compareBools), slices.CompareFunc(a.labels, b.labels, compareLabels))
	}
	slices.SortFunc(r.rows, func(a, b tableRow) int { return cmp.Or(compare(a, b), compareLabels(a.text, b.text)) })
	for i := 1; i < len(r.rows); i++ {
		if compare(r.rows[i-1], r.rows[i]) == 0 {
			repeated++
		}
	}
	if repeated > 0 {
		err := fmt.Errorf("%s must have one row for each cell, and has %s more than cells", t.Where, rowCount(repeated))
		if !t.Grouped && t.Total == nil {
			err = fmt.Errorf("%w. If NULL is a value of a column and stands for its total, too, %s", err, showTotals(t.By))
		}
		return nil, err
	}
	return r, nil
}

func more(width int) string {
	if width > 1 {
		return ", …"
	}
	return ""
}

func compareBools(a, b bool) int { return people.BoolToInt(a) - people.BoolToInt(b) }

// readNumbers reads the numbers of a table's rows.
func (r *tableRows) readNumbers(n *numbers, t *given) error {
	known := map[label]number{}
	var f faults
	for i := range r.rows {
		x := &r.rows[i]
		var err error
		if t.Known {
			x.number, err = n.known(x.text.V)
		} else if found, ok := known[x.text]; ok && found.kind != "" {
			x.number = found
		} else {
			x.number, err = n.read(t, x.text.V, !x.text.Valid, 1, &f)
			known[x.text] = x.number
		}
		if err != nil {
			return err
		}
	}
	return f.err(t)
}

// known reads what is known of a cell beforehand, two texts with a blank between.
func (n *numbers) known(text string) (x number, err error) {
	least, largest, _ := strings.Cut(text, " ")
	x.kind = plain
	if x.Range, err = n.rangeOf(least, largest, "known: least and largest"); err == nil && !x.NoLeast && !x.NoLargest && x.Least > x.Largest {
		err = errors.New("known: least must not be above largest")
	}
	return x, err
}

// labelsIn returns the labels that a table has in a dimension, but for totals; nil if it lacks it.
func (r *tableRows) labelsIn(dimension int) []label {
	at := slices.Index(r.columns, dimension)
	if at < 0 {
		return nil
	}
	labels := []label{}
	seen := map[label]bool{}
	for i := range r.rows {
		if l := r.rows[i].labels[at]; !r.rows[i].total[at] && !seen[l] {
			seen[l] = true
			labels = append(labels, l)
		}
	}
	return labels
}
