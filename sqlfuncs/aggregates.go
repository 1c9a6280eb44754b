package sqlfuncs

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
)

// Aggregates returns the private aggregates that planned statements call.
func Aggregates() []host.Aggregate {
	return append([]host.Aggregate{people.SummaryAggregate(), people.CellsAggregate(), people.DomainAggregate(), people.HistogramsAggregate(), check.ProfilesAggregate(), people.GatherAggregate(), release.RecipeAggregate(), release.CodedAggregate(), call.FingerprintAggregate()}, provokeAggregates...)
}

// What a build with the tag provoke adds: see provoke.go.
var (
	provokeScalars    []host.Scalar
	provokeAggregates []host.Aggregate
)
