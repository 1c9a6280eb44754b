package release

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"time"

	"skyline/engine/cells"
	"skyline/engine/fulldomain"
	"skyline/engine/hierarchy"
	"skyline/engine/privacy"
	"skyline/engine/progress"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/words"
)

// searchSpec is what the kernel gets.
type searchSpec struct {
	people.ReleaseSpec
	Which     string        `json:"which"`
	Measure   string        `json:"measure"`
	MaxChecks int64         `json:"max_checks"`
	Budget    time.Duration `json:"budget,omitzero"` // 0: none

	TextCells host.Handle[*people.TextCells] `json:"text_cells,omitzero"`
	Paths     host.Handle[*people.Paths]     `json:"paths,omitzero"`
}

// nodeRow is a generalization.
type nodeRow struct {
	I              int64
	Levels         []int64
	Minimal        bool
	Loss           float64 `sql:"loss,nan=null"`
	Meaning        string
	Precision      float64 `sql:"precision,nan=null"`
	Discernibility float64 `sql:"discernibility,nan=null"`
	AverageGroup   float64 `sql:"average_group_size,nan=null"`
	Groups         int64
	Smallest       sql.Null[int64]
	Suppressed     int64
	Checked        int64
	Lattice        int64
	Complete       bool
	Bound          float64 `sql:"bound,nan=null"`
}

var searchKernel = host.KernelOf("search", runSearch)

// searching is what it works on.
type searching struct {
	*searchSpec
	table   *cells.Cells
	trees   []*hierarchy.Tree
	options fulldomain.Options
}

func (s *searchSpec) read(ctx context.Context) (*searching, error) {
	if err := CheckHierarchies(s.Paths.Value, s.Columns); err != nil {
		return nil, err
	}
	in := &searching{searchSpec: s, options: fulldomain.Options{
		Which: fulldomain.Which(slices.Index(whichNodes, s.Which)), Measure: fulldomain.Measure(slices.Index(measures, s.Measure)),
		MaxChecks: s.MaxChecks, Workers: runtime.GOMAXPROCS(0),
	}}
	var err error
	if in.table, in.trees, err = s.TextCells.Value.Over(ctx, s.Paths.Value, s.Columns, s.Tables); err != nil {
		return nil, err
	}
	in.options.Limit = people.LimitOf(s.Suppression, in.table.Total.People)
	in.options.Requirements, err = s.Requirements(in.table)
	return in, err
}

func runSearch(ctx context.Context, spec *searchSpec) (*host.Rows[nodeRow], error) {
	in, err := spec.read(ctx)
	if err != nil {
		return nil, err
	}
	in.options.Progress = func(decided, total int64) { progress.Report(ctx, float64(decided), float64(total)) }
	if in.Budget > 0 {
		end := time.Now().Add(in.Budget)
		in.options.Stop = func() bool { return time.Now().After(end) }
	}
	result, err := fulldomain.Search(ctx, in.table, in.trees, in.options)
	lattice := fulldomain.LatticeSize(in.trees)
	if errors.Is(err, fulldomain.ErrTooLarge) {
		return nil, in.tooLarge(lattice)
	}
	if err != nil {
		return nil, err
	}
	if len(result.Nodes) == 0 {
		return nil, in.nothing(ctx, result.Complete)
	}
	return nodeRows(result, lattice), nil
}

// nothing says why there is no generalization to return.
func (in *searching) nothing(ctx context.Context, complete bool) error {
	if !complete {
		return fmt.Errorf("the budget ended before a generalization was found that satisfies privacy; raise it, or ask for less")
	}
	// The most general one has all people in one QI group.
	missed, err := MissedBy(ctx, privacy.WholeRelease(in.table.Whole(), in.table.Values), in.options.Requirements)
	if err != nil {
		return err
	}
	way := letSuppression
	if missed.ofSize || in.Suppression > 0 || in.Privacy.Beside() != "" {
		way = ""
	}
	return missed.Whole(way)
}

func (in *searching) tooLarge(lattice int64) error {
	switch {
	case in.Budget == 0 && lattice > in.options.MaxChecks:
		return fmt.Errorf("the lattice has %s generalizations, more than max_checks := %d; raise max_checks, give a budget such as '10 s' for the best answer within that time, or use fewer qi columns or levels",
			AtMost(lattice), in.options.MaxChecks)
	case in.options.Which == fulldomain.Safe:
		return fmt.Errorf("the lattice has %s generalizations, and more than %d cannot be listed by output := 'safe'; use 'best' or 'minimal' with a budget such as '10 s', fewer qi columns, or hierarchies with fewer levels",
			AtMost(lattice), fulldomain.MaxNodes)
	case in.options.Which == fulldomain.Minimal && in.Budget == 0:
		return fmt.Errorf("the lattice has %s generalizations, more than %d, which is all that can be searched for the minimal ones without a budget; give one such as '10 s', or use output := 'best', fewer qi columns or levels",
			AtMost(lattice), fulldomain.MaxNodes)
	}
	return fmt.Errorf("hierarchies must have at most %d levels where the lattice has %s generalizations; use fewer levels, or fewer qi columns", fulldomain.MostLevels, AtMost(lattice))
}

// AtMost writes a number that ends at the largest int64.
func AtMost(n int64) string {
	if n == math.MaxInt64 {
		return "more than 2^63"
	}
	return strconv.FormatInt(n, 10)
}

func nodeRows(result *fulldomain.Result, lattice int64) *host.Rows[nodeRow] {
	out := host.NewRows[nodeRow]()
	for i := range result.Nodes {
		n := &result.Nodes[i]
		row := nodeRow{
			I: int64(i), Minimal: n.Minimal, Loss: n.Loss, Meaning: words.Generalization(n.Loss, n.Groups, n.Smallest, n.Suppressed, n.Minimal, result.Complete),
			Precision: n.Precision, Discernibility: n.Discernibility, AverageGroup: n.AverageGroup,
			Groups: n.Groups, Smallest: sql.Null[int64]{V: n.Smallest, Valid: n.Groups > 0}, Suppressed: n.Suppressed,
			Checked: result.Checked, Lattice: lattice, Complete: result.Complete, Bound: result.Bound,
		}
		for _, level := range n.Levels {
			row.Levels = append(row.Levels, int64(level))
		}
		out.Add(row)
	}
	return out
}
