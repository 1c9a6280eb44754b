package sqlfuncs

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"skyline/engine/cells"
	"skyline/engine/exact"
	"skyline/engine/hierarchy"
	"skyline/engine/privacy"
)

// tableInput is what kernels that make a release get of a table that a plan has
// gathered.
type tableInput struct {
	function string
	columns  []string // the names of the quasi-identifier columns
	builder  *cells.Builder
	domain   *domainState
	numbers  string // of the requirements
	points   []point
	// suppression is the largest share of people to leave out.
	suppression float64
}

// tableParams are the parameters of such a kernel, in this order, before its own.
var tableParams = []Type{
	{Kind: Varchar}, // values_per_person
	{Kind: Varchar}, // the requirements' numbers
	// points: value, l, k, m, c
	ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}),
	ListOf(Type{Kind: Varchar}), // names of the columns
	{Kind: Varchar},             // what __skyline_cells kept
	{Kind: Varchar},             // what __skyline_domain kept
	{Kind: Double},              // suppression
}

// readTableInput takes what a kernel was given.
func readTableInput(function string, args []Column, row int) (*tableInput, error) {
	in := &tableInput{function: function, suppression: args[10].Float64s[row]}
	// Taken first, so that no error leaves them behind.
	var builderErr, domainErr error
	in.builder, builderErr = take[*cells.Builder](args[8].Strings[row])
	in.domain, domainErr = take[*domainState](args[9].Strings[row])
	if err := errors.Join(builderErr, domainErr); err != nil {
		return nil, in.explain(errNotKept)
	}
	var err error
	if in.points, err = readPoints(function, args[2:7], row); err != nil {
		return nil, err
	}
	in.numbers = strings.Clone(args[1].Strings[row])
	if len(in.points) == 0 && requires(in.numbers, "skyline") {
		return nil, in.explain(errNoPoint)
	}
	in.columns = textsOf(&args[7], row)
	in.builder.Constraint = constraintOf(args[0].Strings[row])
	return in, nil
}

// requirements returns what the call requires of a table.
func (in *tableInput) requirements(table *cells.Cells) ([]privacy.Requirement, error) {
	all, err := requirements(in.numbers, in.points, &tableValues{table.Values, table.Number})
	return all, in.explain(err)
}

// limitOf returns how many people are at most a share of some.
func limitOf(share float64, people int64) int64 {
	exactly := exact.Simplest(share)
	exactly.Mul(exactly, new(big.Rat).SetInt64(people))
	return new(big.Int).Quo(exactly.Num(), exactly.Denom()).Int64()
}

func (in *tableInput) explain(err error) error { return explain(in.function, err) }

// explainHierarchy says what is wrong with the hierarchy of a column.
func explainHierarchy(function, column string, err error) error {
	if errors.Is(err, hierarchy.ErrTooLarge) {
		return fmt.Errorf("%s: hierarchies must have fewer than 2^31 values and entries together for %s", function, quoteIdentifier(column))
	}
	var problems *hierarchy.Error
	if !errors.As(err, &problems) {
		return explain(function, err)
	}
	return fmt.Errorf("%s: hierarchies must have one path for each value of %s, and the problems are: %s; hierarchy_check shows more",
		function, quoteIdentifier(column), strings.TrimPrefix(problems.Error(), "hierarchy: "))
}
