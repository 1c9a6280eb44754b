package presence

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
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
)

// pdfInput is what the kernel of pdf_generalize works on.
type pdfInput struct {
	kind    distribution.Kind
	names   []string
	levels  []int64 // nil: the lowest nodes
	coded   *release.CodedState
	domain  *people.DomainState
	columns []distribution.Column
	texts   [][]string
}

// pdfRowFields are its rows; the cost of a group is in that of column 0, and that of all
// groups in a last row without a column.
var pdfRowFields = append(slices.Clone(pdfFields), host.Field{Name: "cost", Type: host.Type{Kind: host.Double}})

const pdfGeneralizeName = "pdf_generalize"

// pdfKinds are the values of the parameter kind.
var pdfKinds = map[string]distribution.Kind{
	"pdf": distribution.Shares, "set": distribution.Set, "interval": distribution.Interval, "hierarchy": distribution.Hierarchy,
}

// pdfGeneralizeScalars returns the private functions of the job
// __pdf_generalize_start(kind, columns, levels, coded, domain).
func pdfGeneralizeScalars() []host.Scalar {
	params := []host.Type{{Kind: host.Varchar}, host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Bigint}), {Kind: host.Varchar}, {Kind: host.Varchar}}
	return host.KernelScalars("pdf_generalize", pdfGeneralizeName, params, pdfRowFields, func(args []host.Column, row int) (host.Run, error) {
		in := &pdfInput{names: host.TextsOf(&args[1], row)}
		var codedErr, domainErr error
		in.coded, codedErr = host.Take[*release.CodedState](args[3].Strings[row])
		in.domain, domainErr = host.Take[*people.DomainState](args[4].Strings[row])
		kind, known := pdfKinds[args[0].Strings[row]]
		if err := errors.Join(codedErr, domainErr); err != nil || !known {
			return nil, oldpeople.Explain(pdfGeneralizeName, host.ErrNotKept)
		}
		in.kind = kind
		if !args[2].IsNull(row) {
			first, last := args[2].ListRange(row)
			in.levels = slices.Clone(args[2].Elem.Int64s[first:last])
		}
		return func(ctx context.Context) (host.Column, error) {
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
	return oldpeople.Explain(pdfGeneralizeName, err)
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
	if !in.fits() {
		return host.ErrNotKept
	}
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
			return oldpeople.ExplainHierarchy(pdfGeneralizeName, in.names[i], err)
		}
		if level := in.columns[i].Level; level > tree.Height() {
			return fmt.Errorf("levels: the level of %s must be at most %d, the height of its hierarchy, got %d", oldtext.QuoteIdentifier(in.names[i]), tree.Height(), level)
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
	return release.OldCheckHierarchies(asked, pdfGeneralizeName, names)
}

func (in *pdfInput) run(ctx context.Context) (host.Column, error) {
	if err := in.prepare(); err != nil {
		return host.Column{}, err
	}
	several := make([]int64, len(in.names)) // groups with several nodes of a level
	counters := make([]distribution.Counter, len(in.names))
	out := host.NewRowBuilder(pdfRowFields)
	var total exact.Sum
	found := make([]distribution.Distribution, len(in.names))
	groups := in.groups()
	for g, rows := range groups {
		if err := ctx.Err(); err != nil {
			return host.Column{}, err
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
			return host.Column{}, fmt.Errorf("levels: each group must have one label of %s at level %d, and the number of groups with several is %d; give the levels that the groups were made with, or leave levels out", oldtext.QuoteIdentifier(in.names[i]), in.levels[i], n)
		}
	}
	addTotal(out, total.Value())
	return out.Column(), nil
}

// write adds the rows of a group.
func (in *pdfInput) write(out *host.RowBuilder, g int, found []distribution.Distribution, cost float64) {
	for i := range found {
		addPDF(out, g, i, &found[i], in.texts[i])
		if i == 0 {
			out.Float64(len(pdfFields), cost)
		} else {
			out.Null(len(pdfFields))
		}
		out.Row()
	}
}

// addTotal adds the last row.
func addTotal(b *host.RowBuilder, cost float64) {
	b.Null(0)
	b.Null(1)
	b.EndList(2)
	b.EndList(3)
	b.Float64(len(pdfFields), cost)
	b.Row()
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
