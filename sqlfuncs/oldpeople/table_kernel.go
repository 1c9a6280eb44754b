package oldpeople

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"skyline/engine/cells"
	"skyline/engine/exact"
	"skyline/engine/hierarchy"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
)

// TableInput is what kernels that make a release get of a table that a plan has
// gathered.
type TableInput struct {
	Function string
	Columns  []string // the names of the quasi-identifier columns
	Builder  *cells.Builder
	Domain   *people.DomainState
	Numbers  string // of the requirements
	points   []Point
	// suppression is the largest share of people to leave out.
	Suppression float64
}

// TableParams are the parameters of such a kernel, in this order, before its own.
var TableParams = []host.Type{
	{Kind: host.Varchar}, // values_per_person
	{Kind: host.Varchar}, // the requirements' numbers
	// points: value, l, k, m, c
	host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Varchar}),
	host.ListOf(host.Type{Kind: host.Varchar}), // names of the columns
	{Kind: host.Varchar},                       // what __skyline_cells kept
	{Kind: host.Varchar},                       // what __skyline_domain kept
	{Kind: host.Double},                        // suppression
}

// ReadTableInput takes what a kernel was given.
func ReadTableInput(function string, args []host.Column, row int) (*TableInput, error) {
	in := &TableInput{Function: function, Suppression: args[10].Float64s[row]}
	// Taken first, so that no error leaves them behind.
	var builderErr, domainErr error
	in.Builder, builderErr = host.Take[*cells.Builder](args[8].Strings[row])
	in.Domain, domainErr = host.Take[*people.DomainState](args[9].Strings[row])
	if err := errors.Join(builderErr, domainErr); err != nil {
		return nil, in.Explain(host.ErrNotKept)
	}
	var err error
	if in.points, err = ReadPoints(function, args[2:7], row); err != nil {
		return nil, err
	}
	in.Numbers = strings.Clone(args[1].Strings[row])
	if len(in.points) == 0 && Requires(in.Numbers, "skyline") {
		return nil, in.Explain(errNoPoint)
	}
	in.Columns = host.TextsOf(&args[7], row)
	in.Builder.Constraint = ConstraintOf(args[0].Strings[row])
	return in, nil
}

// Requirements returns what the call requires of a table.
func (in *TableInput) Requirements(table *cells.Cells) ([]privacy.Requirement, error) {
	all, err := requirements(in.Numbers, in.points, &TableValues{table.Values, table.Number})
	return all, in.Explain(err)
}

// LimitOf returns how many people are at most a share of some.
func LimitOf(share float64, people int64) int64 {
	exactly := exact.Simplest(share)
	exactly.Mul(exactly, new(big.Rat).SetInt64(people))
	return new(big.Int).Quo(exactly.Num(), exactly.Denom()).Int64()
}

func (in *TableInput) Explain(err error) error { return Explain(in.Function, err) }

// ExplainHierarchy says what is wrong with the hierarchy of a column.
func ExplainHierarchy(function, column string, err error) error {
	if errors.Is(err, hierarchy.ErrTooLarge) {
		return fmt.Errorf("%s: hierarchies must have fewer than 2^31 values and entries together for %s", function, oldtext.QuoteIdentifier(column))
	}
	var problems *hierarchy.Error
	if !errors.As(err, &problems) {
		return Explain(function, err)
	}
	return fmt.Errorf("%s: hierarchies must have one path for each value of %s, and the problems are: %s; hierarchy_check shows more",
		function, oldtext.QuoteIdentifier(column), strings.TrimPrefix(problems.Error(), "hierarchy: "))
}
