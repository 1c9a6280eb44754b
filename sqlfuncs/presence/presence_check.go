package presence

import (
	"context"
	"database/sql"
	"slices"

	"skyline/engine/exact"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// PresenceCheck is the function presence_check.
var PresenceCheck = &call.Function{
	Name:        "presence_check",
	Summary:     "How sure can somebody who knows a public table become that a person is in the private one, and is that within bounds?",
	Questions:   []string{"How likely is it, for anyone who sees a release, that somebody is in the table at all?"},
	Description: "`tbl` is a public table, which everybody knows; `present` says which of its people are in a private table, and a release of that private table is published. A row for each QI group has the smallest and the largest [existence probability](#existence-probabilities) of its people.\n\nWithout `release` or `likelihood` the release is what `kind := 'pdf'` makes: each column of a group shows the distribution of the values of those present, which tells most.",
	Params: slices.Concat(existenceParams, []call.Param{
		paramDeltaMin, paramDeltaMax, call.ParamWeightOnly, call.ParamShowValues, paramCheckOutput,
	}),
	Columns: []call.ResultColumn{
		{Name: "group_id", Type: "as `groups`", Doc: "the group", Data: true},
		{Name: "holds", Type: "BOOLEAN", Doc: "whether all existence probabilities are from `delta_min` to `delta_max`, inclusively: Definition 3"},
		{Name: "existence_min", Type: "DOUBLE", Doc: "the smallest existence probability of its people"},
		{Name: "existence_max", Type: "DOUBLE", Doc: "the largest one"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
		{Name: "size", Type: "BIGINT", Doc: "how many people of `tbl` it has"},
		{Name: "present", Type: "BIGINT", Doc: "how many of its people are present"},
		{Name: "bound_min", Type: "DOUBLE", Doc: "a bound that is at most `existence_min`, from the smallest and the largest likelihood alone (Theorem 5): what PPALM looks at"},
		{Name: "bound_max", Type: "DOUBLE", Doc: "a bound that is at least `existence_max`; NULL where Theorem 5 has none: somebody's likelihood is 0, and two or more are present"},
	},
	Example: `SELECT group_id, size, present, round(existence_min, 4) AS existence_min, round(existence_max, 4) AS existence_max, holds
FROM presence_check('(VALUES (''Pr'', ''US'', ''M'', true), (''St'', ''Ca'', ''M'', true),
                             (''St'', ''US'', ''M'', true), (''St'', ''US'', ''M'', true),
                             (''Pr'', ''Ca'', ''M'', false)) t(job, nation, sex, here)',
                    qi := ['job', 'nation'], present := 'here', groups := 'sex', delta_max := 0.95)`,
	Notes: []string{
		"The rows are in the order of the groups, NULL last.",
		"`holds` is decided with fractions: for a delta with all digits of a float64 it may differ from a comparison of the rounded columns. In groups of thousands of people an existence probability that agrees with a bound to 512 binary digits, and modulo four primes of 61 digits, is taken for equal to it. Algorithms 2 and 3 of the source refuse what is equal to a bound; Definition 3, and this function, do not.",
	},
	Cost:    "one scan and one GROUP BY of the `qi` columns, `groups` and `present`; then, for each group, some hundred steps for each different likelihood.",
	Source:  "Definition 3, Eqn 4, Theorems 2, 4 and 5 of the [source](#source-of-presence).",
	Plan:    planPresenceCheck,
	Outputs: []call.Output{existenceOfPeople},
	Kernels: []host.Kernel{existenceRangeKernel, existenceKernel},
}

func planPresenceCheck(c *call.Call) (sqltext.SQL, error) {
	if _, err := c.Choice(call.ParamOutput, outputGroups, outputPeople); err != nil {
		return "", err
	}
	e, err := readExistence(c)
	if err != nil {
		return "", err
	}
	bounds, err := readDeltas(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	e.run(&p, existenceRangeKernel.Name, "the smallest and the largest existence probability in each group", existenceSpec{deltas: bounds})
	named := e.named(&p, func(int) sqltext.SQL { return "r.code" })
	return p.Statement(sqltext.Fill(`
		SELECT g AS group_id, r.holds, r.existence_min, r.existence_max, r.meaning, r.size, r.present, r.bound_min, r.bound_max
		FROM {named}
		ORDER BY g ASC NULLS LAST, r.code ASC
	`, sqltext.Args{"named": named})), nil
}

// existenceRangeRow is about a group, whose number code is.
type existenceRangeRow struct {
	Code          sql.Null[int32]
	Size, Present int64
	ExistenceMin  sql.Null[float64]
	ExistenceMax  sql.Null[float64]
	Meaning       string
	BoundMin      sql.Null[float64]
	BoundMax      sql.Null[float64]
	Holds         bool
}

var existenceRangeKernel = host.KernelOf("existence_range", runExistenceRange)

func runExistenceRange(ctx context.Context, spec *existenceSpec) (*host.Rows[existenceRangeRow], error) {
	in, err := spec.read()
	if err != nil {
		return nil, err
	}
	out := host.NewRows[existenceRangeRow]()
	low, high := exact.Simplest(spec.Low), exact.Simplest(spec.High)
	err = in.groups(ctx, func(g *projectedGroup) error {
		least, most := g.set.Range()
		boundLow, boundHigh, ok := g.set.Bounds()
		atLeast, atMost, err := g.set.WithinContext(ctx, low, high)
		if err != nil {
			return err
		}
		// A rounding is not to make them look otherwise than holds says.
		if atLeast {
			least = max(least, spec.Low)
		} else {
			least = min(least, spec.Low)
		}
		if atMost {
			most = min(most, spec.High)
		} else {
			most = max(most, spec.High)
		}
		out.Add(existenceRangeRow{
			Code: host.Some(g.code), Size: g.set.People(), Present: g.set.Present(),
			ExistenceMin: host.Some(least), ExistenceMax: host.Some(most), Meaning: words.Presence(least, most, spec.Low, spec.High, atLeast && atMost),
			BoundMin: host.Some(boundLow), BoundMax: sql.Null[float64]{V: boundHigh, Valid: ok},
			Holds: atLeast && atMost,
		})
		return ctx.Err()
	})
	if out.Len() == 0 {
		out.Add(existenceRangeRow{Meaning: words.NothingShown})
	}
	return out, err
}
