package sqlfuncs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"skyline/engine/cells"
	"skyline/engine/fulldomain"
	"skyline/engine/hierarchy"
	"skyline/engine/privacy"
	"skyline/engine/progress"
)

// nodeFields are the columns of the kernel's rows, a row for each generalization.
var nodeFields = []Field{
	{"i", Type{Kind: Bigint}},
	{"levels", ListOf(Type{Kind: Varchar})},
	{"minimal", Type{Kind: Boolean}},
	{"loss", Type{Kind: Double}},
	{"precision", Type{Kind: Double}},
	{"discernibility", Type{Kind: Double}},
	{"average_group_size", Type{Kind: Double}},
	{"groups", Type{Kind: Bigint}},
	{"smallest", Type{Kind: Bigint}},
	{"suppressed", Type{Kind: Bigint}},
	{"checked", Type{Kind: Bigint}},
	{"lattice", Type{Kind: Bigint}},
	{"complete", Type{Kind: Boolean}},
	{"bound", Type{Kind: Double}},
}

// searchInput is what the kernel works on.
type searchInput struct {
	*tableInput
	options fulldomain.Options
	budget  time.Duration // 0: none
}

func searchScalars() []Scalar {
	params := append(slices.Clone(tableParams), Type{Kind: Varchar}, Type{Kind: Varchar}, Type{Kind: Bigint}, Type{Kind: Double}) // which, measure, max_checks, budget
	return kernelScalars("generalization_search", "generalization_search", params, nodeFields, func(args []Column, row int) (run, error) {
		table, err := readTableInput("generalization_search", args, row)
		if err != nil {
			return nil, err
		}
		own := args[len(tableParams):]
		in := &searchInput{
			tableInput: table,
			options: fulldomain.Options{
				Which:     fulldomain.Which(slices.Index(whichNodes, own[0].Strings[row])),
				Measure:   fulldomain.Measure(slices.Index(measures, own[1].Strings[row])),
				MaxChecks: own[2].Int64s[row],
				Workers:   runtime.GOMAXPROCS(0),
			},
			budget: time.Duration(own[3].Float64s[row] * float64(time.Second)),
		}
		return in.run, nil
	})
}

func (in *searchInput) run(ctx context.Context) (Column, error) {
	if err := in.domain.checkHierarchies(in.function, in.columns); err != nil {
		return Column{}, err
	}
	trees, sizes := make([]*hierarchy.Tree, len(in.columns)), make([]int, len(in.columns))
	for i, name := range in.columns {
		var err error
		if trees[i], err = in.domain.column(i).tree(); err != nil {
			return Column{}, explainHierarchy(in.function, name, err)
		}
		sizes[i] = trees[i].Values()
	}
	table, err := in.builder.Cells(sizes)
	if err != nil {
		return Column{}, in.explain(err)
	}
	if in.options.Requirements, err = in.requirements(table); err != nil {
		return Column{}, err
	}
	in.options.Limit = limitOf(in.suppression, table.Total.People)
	in.options.Progress = func(decided, total int64) { progress.Report(ctx, float64(decided), float64(total)) }
	if in.budget > 0 {
		end := time.Now().Add(in.budget)
		in.options.Stop = func() bool { return time.Now().After(end) }
	}
	result, err := fulldomain.Search(ctx, table, trees, in.options)
	lattice := fulldomain.LatticeSize(trees)
	if errors.Is(err, fulldomain.ErrTooLarge) {
		return Column{}, in.tooLarge(lattice)
	}
	if err != nil {
		return Column{}, in.explain(err)
	}
	if len(result.Nodes) == 0 {
		return Column{}, in.nothing(ctx, result.Complete, table)
	}
	return nodeRows(result, lattice), nil
}

// nothing says why there is no generalization to return.
func (in *searchInput) nothing(ctx context.Context, complete bool, table *cells.Cells) error {
	if !complete {
		return fmt.Errorf("%s: the budget ended before a generalization was found that satisfies privacy; raise it, or ask for less", in.function)
	}
	// The most general one has all people in one QI group.
	missed, size, err := missed(ctx, privacy.WholeRelease(table.Whole(), table.Values), in.options.Requirements)
	if err != nil {
		return in.explain(err)
	}
	way := "ask for less, or let suppression := 0.05 leave out up to 5 % of the people"
	if size || in.suppression > 0 || hidesPresence(in.numbers) {
		way = "ask for less"
	}
	return fmt.Errorf("%s: privacy must hold for some generalization, and does not even for the whole table as one QI group (%s); %s", in.function, strings.Join(missed, "; "), way)
}

func (in *searchInput) tooLarge(lattice int64) error {
	if lattice > fulldomain.MaxNodes {
		return fmt.Errorf("%s: the lattice has %s generalizations, more than %d, which is all that can be searched; use fewer qi columns, or hierarchies with fewer levels",
			in.function, atMost(lattice), fulldomain.MaxNodes)
	}
	return fmt.Errorf("%s: the lattice has %d generalizations, more than max_checks := %d; raise max_checks, give a budget such as '10 s' for the best answer within that time, or use fewer qi columns or levels",
		in.function, lattice, in.options.MaxChecks)
}

// atMost writes a number that ends at the largest int64.
func atMost(n int64) string {
	if n == math.MaxInt64 {
		return "more than 2^63"
	}
	return strconv.FormatInt(n, 10)
}

func nodeRows(result *fulldomain.Result, lattice int64) Column {
	out := newRowBuilder(nodeFields)
	for i := range result.Nodes {
		n := &result.Nodes[i]
		out.int64(0, int64(i))
		for _, level := range n.Levels {
			out.element(1, strconv.Itoa(level), false)
		}
		out.endList(1)
		out.bool(2, n.Minimal)
		for j, x := range []float64{n.Loss, n.Precision, n.Discernibility, n.AverageGroup} {
			out.float64OrNull(3+j, x)
		}
		out.int64(7, n.Groups)
		if n.Groups > 0 {
			out.int64(8, n.Smallest)
		} else {
			out.null(8)
		}
		out.int64(9, n.Suppressed)
		out.int64(10, result.Checked)
		out.int64(11, lattice)
		out.bool(12, result.Complete)
		out.float64OrNull(13, result.Bound)
		out.row()
	}
	return out.column()
}
