package presence

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
)

var PresenceExistence = &call.Function{
	Name:        "presence_existence",
	Summary:     "How likely it is for each person of a public table to be in the private one, for who sees a release.",
	Description: "What [`presence_check`](#presence_check) has the extremes of: a row for each group and each combination of `qi` values in it, with the likelihood of such people and their existence probability.",
	Params:      slices.Concat(existenceParams, []call.Param{paramExistenceWeight}),
	Columns: []call.ResultColumn{
		{Name: "group_id", Type: "as `groups`", Doc: "the group"},
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns in `qi`"},
		{Name: "people", Type: "BIGINT", Doc: "how many people of the group have these values, and with `likelihood` this likelihood"},
		{Name: "likelihood", Type: "DOUBLE", Doc: "the product of the probabilities of their values in the distributions of the group, or what `likelihood` says; NULL where nobody of the group is present"},
		{Name: "existence", Type: "DOUBLE", Doc: "the existence probability of each of them"},
	},
	Example: `FROM presence_existence('(VALUES (''Pr'', ''US'', ''M'', true), (''St'', ''Ca'', ''M'', true), (''St'', ''US'', ''M'', true), (''St'', ''US'', ''M'', true), (''Pr'', ''Ca'', ''M'', false)) t(job, nation, sex, here)',
                        qi := ['job', 'nation'], present := 'here', groups := 'sex')`,
	Notes: append([]string{
		"The rows are in the order of the groups and the `qi` columns, NULL last. The existence probabilities of a group's people add up to the number of those present.",
		"Cost: that of `presence_check`, and one more join.",
	}, existenceNotes...),
	Plan: call.Old(planPresenceExistence),
	Scalars: func() []host.Scalar {
		return existenceScalars("presence_existence", presenceExistenceFields, runPresenceExistence)
	},
}

var presenceExistenceFields = []host.Field{
	{Name: "cell", Type: host.ListOf(host.Type{Kind: host.Varchar})},
	{Name: "people", Type: host.Type{Kind: host.Bigint}},
	{Name: "likelihood", Type: host.Type{Kind: host.Double}},
	{Name: "existence", Type: host.Type{Kind: host.Double}},
}

func planPresenceExistence(c *call.Call) (string, error) {
	in, err := newExistenceInput(c)
	if err != nil {
		return "", err
	}
	for _, name := range in.Qi {
		for _, added := range []string{"group_id", "people", "likelihood", "existence"} {
			if strings.EqualFold(name, added) {
				return "", c.Errorf("qi must not contain a column %s, which the result adds; rename it in a query given as tbl", added)
			}
		}
	}
	in.compute()
	in.names(true)
	columns := ""
	for i, name := range in.Qi {
		columns += fmt.Sprintf(", x.q%d AS %s", i+1, oldtext.QuoteIdentifier(name))
	}
	return in.text("SELECT x.g AS group_id" + columns + ", r.people, r.likelihood, r.existence FROM __skyline_found AS r JOIN __skyline_names AS x ON x.cell = r.cell ORDER BY x.g ASC NULLS LAST" +
		in.each(", x.# ASC NULLS LAST") + ", x.cell ASC, r.likelihood ASC, r.existence ASC, r.people ASC"), nil
}

func runPresenceExistence(ctx context.Context, k *existenceKernel, out *host.RowBuilder) error {
	return k.groups(ctx, func(g *projectedGroup) error {
		existence, err := g.set.Existence(ctx)
		if err != nil {
			return err
		}
		classes := g.set.Classes()
		for begin := 0; begin < len(g.rows); {
			end := begin
			people := int64(0)
			for ; end < len(g.rows) && k.sameCell(g.rows[begin], g.rows[end]); end++ {
				people += k.people[g.rows[end]]
			}
			k.text(out, 0, g.code)
			for i := range k.spec.Columns {
				k.value(out, 0, i, g.rows[begin])
			}
			out.EndList(0)
			out.Int64(1, people)
			w := g.weights[begin]
			if g.scale == nil {
				out.Null(2)
			} else {
				out.Float64(2, quotient(w, g.scale))
			}
			at := sort.Search(len(classes), func(i int) bool { return classes[i].Weight.Cmp(w) >= 0 })
			out.Float64(3, existence[at])
			out.Row()
			begin = end
		}
		return ctx.Err()
	})
}

// quotient returns a / b as the nearest float64.
func quotient(a, b *big.Int) float64 {
	digits := uint(max(a.BitLen(), b.BitLen(), 1))
	x := new(big.Float).SetPrec(digits).SetInt(a)
	y := new(big.Float).SetPrec(digits).SetInt(b)
	value, _ := new(big.Float).SetPrec(53).Quo(x, y).Float64()
	return value
}
