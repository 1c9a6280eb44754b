package sqlfuncs

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
)

// What plans call: LOAD registers these for everybody, but their names begin with
// __skyline_, and nothing depends on who calls them.

// Kernels returns what plans run as jobs.
func Kernels() []host.Kernel {
	kernels := distinct(Functions(), func(f *call.Function) []host.Kernel { return f.Kernels }, func(k host.Kernel) string { return k.Name })
	return append(append(kernels, release.TellingKernel), provokeKernels...)
}

// Scalars returns the private functions that planned statements call.
func Scalars() []host.Scalar {
	scalars := []host.Scalar{planScalar(), planFoundScalar(), call.ColumnsScalar(), call.TypedScalar(), call.HasTypeScalar(), host.WaitScalar(), host.StartScalar(Kernels()), people.AbsentScalar(), people.NullValueScalar(), people.EntriesScalar(), people.SizeScalar(), people.TupleScalar(), draw.KeyScalar(), release.ColumnsShownScalar()}
	scalars = append(scalars, people.LabelScalars()...)
	scalars = append(scalars, release.ValuesScalars()...)
	scalars = append(scalars, draw.Scalars()...)
	scalars = append(scalars, host.RowsScalars(Kernels())...)
	scalars = append(scalars, distinct(Functions(), func(f *call.Function) []host.Scalar {
		if f.Scalars == nil {
			return nil
		}
		return f.Scalars()
	}, func(s host.Scalar) string { return s.Name })...)
	return append(scalars, provokeScalars...)
}

// Aggregates returns the private aggregates that planned statements call.
func Aggregates() []host.Aggregate {
	aggregates := []host.Aggregate{
		people.SummaryAggregate(), people.CellsAggregate(), people.CellsOfPersonsAggregate(), people.TextCellsAggregate(), people.DomainAggregate(), people.PathsAggregate(),
		people.HistogramsAggregate(), people.ValueFactsAggregate(), people.GatherAggregate(), people.GatherIntegersAggregate(), people.GatherHistogramsAggregate(),
		people.RowDigestsAggregate(), people.MatchRowsAggregate(), people.HashedRowsAggregate(), draw.FingerprintAggregate(), release.ValuesAggregate(), release.EndsAggregate(),
	}
	aggregates = append(aggregates, distinct(Functions(), func(f *call.Function) []host.Aggregate { return f.Aggregates }, func(a host.Aggregate) string { return a.Name })...)
	return append(aggregates, provokeAggregates...)
}

// distinct returns what functions have, once where several have it.
func distinct[T any](functions []*call.Function, of func(f *call.Function) []T, name func(T) string) []T {
	var all []T
	for _, f := range functions {
		for _, t := range of(f) {
			if !slices.ContainsFunc(all, func(other T) bool { return name(other) == name(t) }) {
				all = append(all, t)
			}
		}
	}
	return all
}

// What a build with the tag provoke adds: see provoke.go.
var (
	provokeKernels    []host.Kernel
	provokeScalars    []host.Scalar
	provokeAggregates []host.Aggregate
)
