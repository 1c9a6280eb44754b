package release

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
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
)

// nodeFields are the columns of the kernel's rows, a row for each generalization.
var nodeFields = []host.Field{
	{Name: "i", Type: host.Type{Kind: host.Bigint}},
	{Name: "levels", Type: host.ListOf(host.Type{Kind: host.Varchar})},
	{Name: "minimal", Type: host.Type{Kind: host.Boolean}},
	{Name: "loss", Type: host.Type{Kind: host.Double}},
	{Name: "precision", Type: host.Type{Kind: host.Double}},
	{Name: "discernibility", Type: host.Type{Kind: host.Double}},
	{Name: "average_group_size", Type: host.Type{Kind: host.Double}},
	{Name: "groups", Type: host.Type{Kind: host.Bigint}},
	{Name: "smallest", Type: host.Type{Kind: host.Bigint}},
	{Name: "suppressed", Type: host.Type{Kind: host.Bigint}},
	{Name: "checked", Type: host.Type{Kind: host.Bigint}},
	{Name: "lattice", Type: host.Type{Kind: host.Bigint}},
	{Name: "complete", Type: host.Type{Kind: host.Boolean}},
	{Name: "bound", Type: host.Type{Kind: host.Double}},
}

// searchInput is what the kernel works on.
type searchInput struct {
	*oldpeople.TableInput
	options fulldomain.Options
	budget  time.Duration // 0: none
}

func searchScalars() []host.Scalar {
	params := append(slices.Clone(oldpeople.TableParams), host.Type{Kind: host.Varchar}, host.Type{Kind: host.Varchar}, host.Type{Kind: host.Bigint}, host.Type{Kind: host.Double}) // which, measure, max_checks, budget
	return host.KernelScalars("generalization_search", "generalization_search", params, nodeFields, func(args []host.Column, row int) (host.Run, error) {
		table, err := oldpeople.ReadTableInput("generalization_search", args, row)
		if err != nil {
			return nil, err
		}
		own := args[len(oldpeople.TableParams):]
		in := &searchInput{
			TableInput: table,
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

func (in *searchInput) run(ctx context.Context) (host.Column, error) {
	if err := CheckHierarchies(in.Domain, in.Function, in.Columns); err != nil {
		return host.Column{}, err
	}
	trees, sizes := make([]*hierarchy.Tree, len(in.Columns)), make([]int, len(in.Columns))
	for i, name := range in.Columns {
		var err error
		if trees[i], err = in.Domain.Column(i).Tree(); err != nil {
			return host.Column{}, oldpeople.ExplainHierarchy(in.Function, name, err)
		}
		sizes[i] = trees[i].Values()
	}
	table, err := in.Builder.Cells(sizes)
	if err != nil {
		return host.Column{}, in.Explain(err)
	}
	if in.options.Requirements, err = in.Requirements(table); err != nil {
		return host.Column{}, err
	}
	in.options.Limit = oldpeople.LimitOf(in.Suppression, table.Total.People)
	in.options.Progress = func(decided, total int64) { progress.Report(ctx, float64(decided), float64(total)) }
	if in.budget > 0 {
		end := time.Now().Add(in.budget)
		in.options.Stop = func() bool { return time.Now().After(end) }
	}
	result, err := fulldomain.Search(ctx, table, trees, in.options)
	lattice := fulldomain.LatticeSize(trees)
	if errors.Is(err, fulldomain.ErrTooLarge) {
		return host.Column{}, in.tooLarge(lattice)
	}
	if err != nil {
		return host.Column{}, in.Explain(err)
	}
	if len(result.Nodes) == 0 {
		return host.Column{}, in.nothing(ctx, result.Complete, table)
	}
	return nodeRows(result, lattice), nil
}

// nothing says why there is no generalization to return.
func (in *searchInput) nothing(ctx context.Context, complete bool, table *cells.Cells) error {
	if !complete {
		return fmt.Errorf("%s: the budget ended before a generalization was found that satisfies privacy; raise it, or ask for less", in.Function)
	}
	// The most general one has all people in one QI group.
	missed, size, err := missed(ctx, privacy.WholeRelease(table.Whole(), table.Values), in.options.Requirements)
	if err != nil {
		return in.Explain(err)
	}
	way := "ask for less, or let suppression := 0.05 leave out up to 5 % of the people"
	if size || in.Suppression > 0 || oldpeople.HidesPresence(in.Numbers) {
		way = "ask for less"
	}
	return fmt.Errorf("%s: privacy must hold for some generalization, and does not even for the whole table as one QI group (%s); %s", in.Function, strings.Join(missed, "; "), way)
}

func (in *searchInput) tooLarge(lattice int64) error {
	if lattice > fulldomain.MaxNodes {
		return fmt.Errorf("%s: the lattice has %s generalizations, more than %d, which is all that can be searched; use fewer qi columns, or hierarchies with fewer levels",
			in.Function, AtMost(lattice), fulldomain.MaxNodes)
	}
	return fmt.Errorf("%s: the lattice has %d generalizations, more than max_checks := %d; raise max_checks, give a budget such as '10 s' for the best answer within that time, or use fewer qi columns or levels",
		in.Function, lattice, in.options.MaxChecks)
}

// AtMost writes a number that ends at the largest int64.
func AtMost(n int64) string {
	if n == math.MaxInt64 {
		return "more than 2^63"
	}
	return strconv.FormatInt(n, 10)
}

func nodeRows(result *fulldomain.Result, lattice int64) host.Column {
	out := host.NewRowBuilder(nodeFields)
	for i := range result.Nodes {
		n := &result.Nodes[i]
		out.Int64(0, int64(i))
		for _, level := range n.Levels {
			out.Element(1, strconv.Itoa(level), false)
		}
		out.EndList(1)
		out.Bool(2, n.Minimal)
		for j, x := range []float64{n.Loss, n.Precision, n.Discernibility, n.AverageGroup} {
			out.Float64OrNull(3+j, x)
		}
		out.Int64(7, n.Groups)
		if n.Groups > 0 {
			out.Int64(8, n.Smallest)
		} else {
			out.Null(8)
		}
		out.Int64(9, n.Suppressed)
		out.Int64(10, result.Checked)
		out.Int64(11, lattice)
		out.Bool(12, result.Complete)
		out.Float64OrNull(13, result.Bound)
		out.Row()
	}
	return out.Column()
}
