package sqlfuncs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"skyline/engine/distribution"
	"skyline/engine/exact"
	"skyline/engine/progress"
)

// pdfInput is what the kernel of pdf_generalize works on.
type pdfInput struct {
	kind    distribution.Kind
	names   []string
	levels  []int64 // nil: the lowest nodes
	coded   *codedState
	domain  *domainState
	columns []distribution.Column
	texts   [][]string
}

// pdfRowFields are its rows; the cost of a group is in that of column 0, and that of all
// groups in a last row without a column.
var pdfRowFields = append(slices.Clone(pdfFields), Field{"cost", Type{Kind: Double}})

const pdfGeneralizeName = "pdf_generalize"

// pdfKinds are the values of the parameter kind.
var pdfKinds = map[string]distribution.Kind{
	"pdf": distribution.Shares, "set": distribution.Set, "interval": distribution.Interval, "hierarchy": distribution.Hierarchy,
}

// pdfGeneralizeScalars returns the private functions of the job
// __pdf_generalize_start(kind, columns, levels, coded, domain).
func pdfGeneralizeScalars() []Scalar {
	params := []Type{{Kind: Varchar}, ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Bigint}), {Kind: Varchar}, {Kind: Varchar}}
	return kernelScalars("pdf_generalize", pdfGeneralizeName, params, pdfRowFields, func(args []Column, row int) (run, error) {
		in := &pdfInput{names: textsOf(&args[1], row)}
		var codedErr, domainErr error
		in.coded, codedErr = take[*codedState](args[3].Strings[row])
		in.domain, domainErr = take[*domainState](args[4].Strings[row])
		kind, known := pdfKinds[args[0].Strings[row]]
		if err := errors.Join(codedErr, domainErr); err != nil || !known {
			return nil, explain(pdfGeneralizeName, errNotKept)
		}
		in.kind = kind
		if !args[2].IsNull(row) {
			first, last := args[2].ListRange(row)
			in.levels = slices.Clone(args[2].Elem.Int64s[first:last])
		}
		return func(ctx context.Context) (Column, error) {
			result, err := in.run(ctx)
			return result, explainPDF(err)
		}, nil
	})
}

// explainPDF names the function in an error that does not.
func explainPDF(err error) error {
	if err != nil && strings.HasPrefix(err.Error(), pdfGeneralizeName+": ") {
		return err
	}
	return explain(pdfGeneralizeName, err)
}

// fits reports whether what was kept is of one plan: a group and a code of each column
// in every row.
func (in *pdfInput) fits() bool {
	width := len(in.names) + 1
	if len(in.names) == 0 || in.coded.function != "" && in.coded.columns != width || in.levels != nil && len(in.levels) != len(in.names) ||
		len(in.coded.codes) != len(in.coded.counts)*width || len(in.domain.columns) > len(in.names) {
		return false
	}
	for at, code := range in.coded.codes {
		limit := len(in.coded.counts)
		if i := at % width; i > 0 {
			limit = in.domain.column(i - 1).values
		}
		if code < 0 || code >= int64(min(limit, math.MaxInt32)) {
			return false
		}
	}
	return true
}

// prepare tells the engine of the columns.
func (in *pdfInput) prepare() error {
	if !in.fits() {
		return errNotKept
	}
	in.columns, in.texts = make([]distribution.Column, len(in.names)), make([][]string, len(in.names))
	if err := in.checkHierarchies(); err != nil {
		return err
	}
	for i := range in.columns {
		c := in.domain.column(i)
		in.texts[i] = c.pdfTexts()
		in.columns[i] = distribution.Column{Values: int32(c.values), Null: c.null, Level: distribution.LowestNode}
		if in.levels != nil {
			in.columns[i].Level = in.levels[i]
		}
		if in.kind != distribution.Hierarchy || in.columns[i].Level == 0 || c.values == 0 {
			continue
		}
		tree, err := c.tree()
		if err != nil {
			return explainHierarchy(pdfGeneralizeName, in.names[i], err)
		}
		if level := in.columns[i].Level; level > tree.Height() {
			return fmt.Errorf("levels: the level of %s must be at most %d, the height of its hierarchy, got %d", quoteIdentifier(in.names[i]), tree.Height(), level)
		}
		in.columns[i].Tree = tree
	}
	return nil
}

// checkHierarchies makes sure that there is one for each column which needs it.
func (in *pdfInput) checkHierarchies() error {
	if in.kind != distribution.Hierarchy || len(in.coded.counts) == 0 {
		return nil
	}
	asked := &domainState{}
	var names []string
	for i, name := range in.names {
		if in.levels == nil || in.levels[i] > 0 {
			asked.columns = append(asked.columns, in.domain.column(i))
			names = append(names, name)
		}
	}
	return asked.checkHierarchies(pdfGeneralizeName, names)
}

func (in *pdfInput) run(ctx context.Context) (Column, error) {
	if err := in.prepare(); err != nil {
		return Column{}, err
	}
	several := make([]int64, len(in.names)) // groups with several nodes of a level
	counters := make([]distribution.Counter, len(in.names))
	out := newRowBuilder(pdfRowFields)
	var total exact.Sum
	found := make([]distribution.Distribution, len(in.names))
	groups := in.groups()
	for g, rows := range groups {
		if err := ctx.Err(); err != nil {
			return Column{}, err
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
		in.write(out, g, found, cost)
	}
	for i, n := range several {
		if n > 0 {
			return Column{}, fmt.Errorf("levels: each group must have one label of %s at level %d, and the number of groups with several is %d; give the levels that the groups were made with, or leave levels out", quoteIdentifier(in.names[i]), in.levels[i], n)
		}
	}
	out.total(total.Value())
	return out.column(), nil
}

// write adds the rows of a group.
func (in *pdfInput) write(out *rowBuilder, g int, found []distribution.Distribution, cost float64) {
	for i := range found {
		out.pdf(g, i, &found[i], in.texts[i])
		if i == 0 {
			out.float64(len(pdfFields), cost)
		} else {
			out.null(len(pdfFields))
		}
		out.row()
	}
}

// total adds the last row.
func (b *rowBuilder) total(cost float64) {
	b.null(0)
	b.null(1)
	b.endList(2)
	b.endList(3)
	b.float64(len(pdfFields), cost)
	b.row()
}

// groups returns the rows of each group.
func (in *pdfInput) groups() [][]int32 {
	width := len(in.names) + 1
	var ends []int32
	for at := 0; at < len(in.coded.codes); at += width {
		g := int(in.coded.codes[at])
		if g >= len(ends) {
			ends = append(ends, make([]int32, g+1-len(ends))...)
		}
		ends[g]++
	}
	for g := 1; g < len(ends); g++ {
		ends[g] += ends[g-1]
	}
	rows := make([]int32, len(in.coded.counts))
	for row := range slices.Backward(rows) {
		g := in.coded.codes[row*width]
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
		counter.Add(int32(in.coded.codes[int(row)*width+1+column]), in.coded.counts[row])
	}
	return counter.Counts()
}
