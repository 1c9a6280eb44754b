package presence

import (
	"context"
	"fmt"
	"math"
	"slices"

	"skyline/engine/distribution"
	"skyline/engine/exact"
	"skyline/engine/progress"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// pdfSpec is what the kernel of pdf_generalize gets.
type pdfSpec struct {
	Kind    string                           `json:"kind"`
	Columns []string                         `json:"columns"`
	Levels  []int64                          `json:"levels,omitempty"` // by column; none: the lowest nodes
	Tables  *call.HierarchyTables            `json:"tables,omitempty"`
	Coded   host.Handle[*release.CodedState] `json:"coded,omitzero"` // the group, and the columns' values
	Domain  host.Handle[*people.DomainState] `json:"domain,omitzero"`
}

// pdfKinds are the values of the parameter kind.
var pdfKinds = map[string]distribution.Kind{
	"pdf": distribution.Shares, "set": distribution.Set, "interval": distribution.Interval, "hierarchy": distribution.Hierarchy,
}

// generalizedRow is a distribution and, in the row of a group's first column, what its
// distributions cost. A last row, of the column totalColumn, has the cost of all groups.
type generalizedRow struct {
	pdfRow
	Cost float64 `sql:"cost,nan=null"`
}

// totalColumn is none of a table.
const totalColumn = -1

var pdfKernel = host.KernelOf("pdf", runPDF)

// pdfInput is what it works on.
type pdfInput struct {
	kind    distribution.Kind
	names   []string
	tables  *call.HierarchyTables
	levels  []int64
	coded   *release.CodedState
	domain  *people.DomainState
	columns []distribution.Column
	texts   [][]string
}

func (s *pdfSpec) read() (*pdfInput, error) {
	kind, known := pdfKinds[s.Kind]
	in := &pdfInput{kind: kind, names: s.Columns, tables: s.Tables, levels: s.Levels, coded: s.Coded.Value, domain: s.Domain.Value}
	if !known || !in.fits() {
		return nil, host.ErrNotKept
	}
	return in, in.prepare()
}

// fits reports whether what was kept is of one plan: a group and a code of each column
// in every row.
func (in *pdfInput) fits() bool {
	width := len(in.names) + 1
	if len(in.names) == 0 || len(in.coded.Counts) > 0 && in.coded.Columns != width || in.levels != nil && len(in.levels) != len(in.names) ||
		len(in.coded.Codes) != len(in.coded.Counts)*width || len(in.domain.Columns) > len(in.names) {
		return false
	}
	for at, code := range in.coded.Codes {
		limit := len(in.coded.Counts)
		if i := at % width; i > 0 {
			limit = in.domain.Column(i - 1).Values
		}
		if code < 0 || code >= int64(min(limit, math.MaxInt32)) {
			return false
		}
	}
	return true
}

// prepare tells the engine of the columns.
func (in *pdfInput) prepare() error {
	in.columns, in.texts = make([]distribution.Column, len(in.names)), make([][]string, len(in.names))
	if err := in.checkHierarchies(); err != nil {
		return err
	}
	for i := range in.columns {
		c := in.domain.Column(i)
		in.texts[i] = pdfTexts(c)
		in.columns[i] = distribution.Column{Values: int32(c.Values), Null: c.Null, Level: distribution.LowestNode}
		if in.levels != nil {
			in.columns[i].Level = in.levels[i]
		}
		if in.kind != distribution.Hierarchy || in.columns[i].Level == 0 || c.Values == 0 {
			continue
		}
		tree, err := c.Tree()
		if err != nil {
			return people.ExplainHierarchy(in.tables, in.names[i], err)
		}
		if level := in.columns[i].Level; level > tree.Height() {
			return fmt.Errorf("levels: the level of %s must be at most %d, the height of its hierarchy, got %d", sqltext.Ident(in.names[i]), tree.Height(), level)
		}
		in.columns[i].Tree = tree
	}
	return nil
}

// checkHierarchies makes sure that there is one for each column which needs it.
func (in *pdfInput) checkHierarchies() error {
	if in.kind != distribution.Hierarchy || len(in.coded.Counts) == 0 {
		return nil
	}
	asked := &people.DomainState{}
	var names []string
	for i, name := range in.names {
		if in.levels == nil || in.levels[i] > 0 {
			asked.Columns = append(asked.Columns, in.domain.Column(i))
			names = append(names, name)
		}
	}
	return release.CheckHierarchies(asked, names)
}

func runPDF(ctx context.Context, spec *pdfSpec) (*host.Rows[generalizedRow], error) {
	in, err := spec.read()
	if err != nil {
		return nil, err
	}
	several := make([]int64, len(in.names)) // groups with several nodes of a level
	counters := make([]distribution.Counter, len(in.names))
	out := host.NewRows[generalizedRow]()
	var row generalizedRow
	var total exact.Sum
	found := make([]distribution.Distribution, len(in.names))
	groups := in.groups()
	for g, rows := range groups {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress.Report(ctx, float64(g), float64(len(groups)))
		cost := 0.0
		for i := range in.columns {
			counts := in.counts(&counters[i], rows, i)
			var err error
			if found[i], err = in.kind.Of(&in.columns[i], counts); err != nil {
				several[i]++
				continue
			}
			cost += found[i].Cost(counts)
		}
		total.Add(cost)
		row.Cost = cost
		for i := range found {
			row.set(g, i, &found[i], in.texts[i])
			out.Add(row)
			row.Cost = math.NaN()
		}
	}
	for i, n := range several {
		if n > 0 {
			return nil, fmt.Errorf("levels: each group must have one label of %s at level %d, and the number of groups with several is %d; give the levels that the groups were made with, or leave levels out", sqltext.Ident(in.names[i]), in.levels[i], n)
		}
	}
	out.Add(generalizedRow{pdfRow{I: totalColumn}, total.Value()})
	return out, nil
}

// groups returns the rows of each group.
func (in *pdfInput) groups() [][]int32 {
	width := len(in.names) + 1
	var ends []int32
	for at := 0; at < len(in.coded.Codes); at += width {
		g := int(in.coded.Codes[at])
		if g >= len(ends) {
			ends = append(ends, make([]int32, g+1-len(ends))...)
		}
		ends[g]++
	}
	for g := 1; g < len(ends); g++ {
		ends[g] += ends[g-1]
	}
	rows := make([]int32, len(in.coded.Counts))
	for row := range slices.Backward(rows) {
		g := in.coded.Codes[row*width]
		ends[g]--
		rows[ends[g]] = int32(row)
	}
	groups := make([][]int32, len(ends))
	for g, begin := range ends {
		end := len(rows)
		if g+1 < len(ends) {
			end = int(ends[g+1])
		}
		groups[g] = rows[begin:end]
	}
	return groups
}

// counts returns how often each value of a column occurs in some rows.
func (in *pdfInput) counts(counter *distribution.Counter, rows []int32, column int) []distribution.Count {
	width := len(in.names) + 1
	for _, row := range rows {
		counter.Add(int32(in.coded.Codes[int(row)*width+1+column]), in.coded.Counts[row])
	}
	return counter.Counts()
}
