package presence

import (
	"context"
	"slices"

	"skyline/engine/exact"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
)

var PresenceCheck = &call.Function{
	Name:    "presence_check",
	Summary: "How sure can somebody who knows a public table become that a person is in the private one, and is that within bounds?",
	Description: "`tbl` is a public table, which everybody knows; `present` says who of it is in a private table, of which a release is published. The people of `tbl` in a QI group are a *projected set*: the release says how many of them are present, and how likely the `qi` values of each are there, the product of the probabilities of its distributions. So it is more or less likely that a person is present; a row for each group has the smallest and the largest such *existence probability*.\n\n" +
		"The release is (`delta_min`, `delta_max`)-present if `holds` is true for every group. Without `release` or `likelihood` it is what `kind := 'pdf'` makes: each column of a group shows the distribution of the values of those present, which tells most.",
	Params: slices.Concat(existenceParams, []call.Param{
		oldpeople.ParamDeltaMin, oldpeople.ParamDeltaMax, paramExistenceWeight,
	}),
	Columns: []call.ResultColumn{
		{Name: "group_id", Type: "as `groups`", Doc: "the group"},
		{Name: "size", Type: "BIGINT", Doc: "how many people of `tbl` it has"},
		{Name: "present", Type: "BIGINT", Doc: "how many of them are present"},
		{Name: "existence_min", Type: "DOUBLE", Doc: "the smallest existence probability of them"},
		{Name: "existence_max", Type: "DOUBLE", Doc: "the largest one"},
		{Name: "bound_min", Type: "DOUBLE", Doc: "a bound that is at most `existence_min`, from the smallest and the largest likelihood alone (Theorem 5): what PPALM looks at"},
		{Name: "bound_max", Type: "DOUBLE", Doc: "a bound that is at least `existence_max`; NULL where Theorem 5 has none: somebody's likelihood is 0, and two or more are present"},
		{Name: "holds", Type: "BOOLEAN", Doc: "whether all existence probabilities are from `delta_min` to `delta_max`, inclusively: Definition 3"},
	},
	Example: `SELECT group_id, size, present, round(existence_min, 4) AS existence_min, round(existence_max, 4) AS existence_max, holds
FROM presence_check('(VALUES (''Pr'', ''US'', ''M'', true), (''St'', ''Ca'', ''M'', true), (''St'', ''US'', ''M'', true), (''St'', ''US'', ''M'', true), (''Pr'', ''Ca'', ''M'', false)) t(job, nation, sex, here)',
                    qi := ['job', 'nation'], present := 'here', groups := 'sex', delta_max := 0.95)`,
	Notes: append([]string{
		"The rows are in the order of the groups, NULL last.",
		"`holds` is decided with fractions, never by a rounded number; the deltas stand for the simplest fractions that round to them, so of a delta with all digits of a float64 `holds` may differ from a comparison of the rounded columns. In groups of thousands of people an existence probability that agrees with a bound to 512 binary digits, and modulo four primes of 61 digits, is taken for equal to it. Algorithms 2 and 3 of the source refuse what is equal to a bound; Definition 3, and this function, do not.",
		"Cost: one scan and one GROUP BY of the `qi` columns, `groups` and `present`; then, for each group, some hundred steps for each different likelihood.",
	}, existenceNotes...),
	Plan:    call.Old(planPresenceCheck),
	Scalars: func() []host.Scalar { return existenceScalars("presence_check", presenceCheckFields, runPresenceCheck) },
}

var presenceCheckFields = []host.Field{
	{Name: "cell", Type: host.ListOf(host.Type{Kind: host.Varchar})},
	{Name: "size", Type: host.Type{Kind: host.Bigint}},
	{Name: "present", Type: host.Type{Kind: host.Bigint}},
	{Name: "existence_min", Type: host.Type{Kind: host.Double}},
	{Name: "existence_max", Type: host.Type{Kind: host.Double}},
	{Name: "bound_min", Type: host.Type{Kind: host.Double}},
	{Name: "bound_max", Type: host.Type{Kind: host.Double}},
	{Name: "holds", Type: host.Type{Kind: host.Boolean}},
}

func planPresenceCheck(c *call.Call) (string, error) {
	in, err := newExistenceInput(c)
	if err != nil {
		return "", err
	}
	if err := in.readBounds(); err != nil {
		return "", err
	}
	in.compute()
	in.names(false)
	return in.text("SELECT x.g AS group_id, r.size, r.present, r.existence_min, r.existence_max, r.bound_min, r.bound_max, r.holds FROM __skyline_found AS r JOIN __skyline_names AS x ON x.cell = r.cell ORDER BY x.g ASC NULLS LAST, x.cell ASC"), nil
}

func runPresenceCheck(ctx context.Context, k *existenceKernel, out *host.RowBuilder) error {
	low, high := exact.Simplest(k.spec.Low), exact.Simplest(k.spec.High)
	return k.groups(ctx, func(g *projectedGroup) error {
		least, most := g.set.Range()
		boundLow, boundHigh, ok := g.set.Bounds()
		atLeast, atMost, err := g.set.WithinContext(ctx, low, high)
		if err != nil {
			return err
		}
		// A rounding is not to make them look otherwise than holds says.
		if atLeast {
			least = max(least, k.spec.Low)
		} else {
			least = min(least, k.spec.Low)
		}
		if atMost {
			most = min(most, k.spec.High)
		} else {
			most = max(most, k.spec.High)
		}
		k.text(out, 0, g.code)
		out.EndList(0)
		out.Int64(1, g.set.People())
		out.Int64(2, g.set.Present())
		out.Float64(3, least)
		out.Float64(4, most)
		out.Float64(5, boundLow)
		if ok {
			out.Float64(6, boundHigh)
		} else {
			out.Null(6)
		}
		out.Bool(7, atLeast && atMost)
		out.Row()
		return ctx.Err()
	})
}
