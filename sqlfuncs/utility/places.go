package utility

import (
	"context"

	"skyline/engine/utility"
	"skyline/sqlfuncs/people"
)

// Beside is a release beside its original, by its quasi-identifiers alone.
type Beside struct {
	Original, Release *people.Gathered
	// Columns are those of the quasi-identifiers in the original, ReleaseColumns in the release,
	// and ReadColumns in the readings, of which there are Read.
	Columns, ReleaseColumns, ReadColumns []int
	Read                                 int
	// Rows are the release's rows, where others than its own are gathered with them.
	Rows []int
	// Names are the columns' names, for their hierarchies.
	Names []string
}

// Places returns the combination of labels, which is the QI group, that each row of the original
// is in, utility.NoMatch or utility.SeveralMatch, and that of each of the Rows of the release.
//
// Errors: *utility.UnknownLabelError and those of utility.New; those of hierarchies, which may be
// nil.
func (b *Beside) Places(ctx context.Context, r *Readings, hierarchies *Nodes) (original, release []int32, err error) {
	read, err := r.of(b.Read)
	if err != nil {
		return nil, nil, err
	}
	columns := make([]utility.Column, len(b.Columns))
	values := utility.Cells{N: b.Original.Counts, Codes: make([][]int32, len(columns))}
	labels := utility.Cells{N: make([]int64, len(b.Rows)), Codes: make([][]int32, len(columns))}
	for k, row := range b.Rows {
		labels.N[k] = b.Release.Counts[row]
	}
	for i := range columns {
		c := &read[b.ReadColumns[i]]
		if hierarchies != nil {
			if c.Hierarchy, err = hierarchies.column(b.Names[i]); err != nil {
				return nil, nil, err
			}
		}
		columns[i] = c.Column
		values.Codes[i] = recoded(b.Original, b.Columns[i], &c.values, nil)
		labels.Codes[i] = recoded(b.Release, b.ReleaseColumns[i], &c.labels, b.Rows)
	}
	beside, err := utility.New(utility.Layout{QI: len(columns)}, columns, values, labels)
	if err != nil {
		return nil, nil, err
	}
	matches, err := beside.Matches(ctx)
	if err != nil {
		return nil, nil, err
	}
	original = make([]int32, len(matches))
	for row := range matches {
		original[row] = matches[row].Labels
	}
	release, _ = beside.Combinations()
	return original, release, nil
}

// recoded returns a column of a gathered table, or some of its rows, in the numbers of a numbering.
func recoded(g *people.Gathered, column int, n *numbering, rows []int) []int32 {
	if len(g.Counts) == 0 {
		return nil
	}
	c := columnOf(g, column)
	numbers := c.elsewhere(n)
	if rows == nil {
		for row, code := range c.codes {
			c.codes[row] = numbers[code]
		}
		return c.codes
	}
	codes := make([]int32, len(rows))
	for k, row := range rows {
		codes[k] = numbers[c.codes[row]]
	}
	return codes
}
