package presence

import (
	"context"
	"database/sql"
	"math/big"
	"sort"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

const outputPeople = "people"

var paramCheckOutput = call.Param{Name: call.ParamOutput, Type: "VARCHAR", Default: "'" + outputGroups + "'", Doc: "`'groups'`, a row for each; `'people'`, [a row for people who agree in `qi`](#presence_check-people)"}

// existenceOfPeople is what presence_check returns of people.
var existenceOfPeople = call.Output{
	Names:       []string{outputPeople},
	Description: "The probabilities whose extremes the groups show: a row for each group and each combination of `qi` values in it, with the likelihood of such people and their existence probability. `delta_min` and `delta_max` say nothing here.",
	Columns: []call.ResultColumn{
		{Name: "group_id", Type: "as `groups`", Doc: "the group", Data: true},
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns in `qi`", Data: true},
		{Name: "people", Type: "BIGINT", Doc: "how many people of the group have these values, and with `likelihood` this likelihood"},
		{Name: "likelihood", Type: "DOUBLE", Doc: "the product of the probabilities of their values in the distributions of the group, or what `likelihood` says; NULL where nobody of the group is present"},
		{Name: "existence", Type: "DOUBLE", Doc: "the existence probability of each of them"},
	},
	Example: `FROM presence_check('(VALUES (''Pr'', ''US'', ''M'', true), (''St'', ''Ca'', ''M'', true),
                             (''St'', ''US'', ''M'', true), (''St'', ''US'', ''M'', true),
                             (''Pr'', ''Ca'', ''M'', false)) t(job, nation, sex, here)',
                    qi := ['job', 'nation'], present := 'here', groups := 'sex', output := 'people')`,
	Notes: []string{
		"The rows are in the order of the groups and the `qi` columns, NULL last. The existence probabilities of a group's people add up to the number of those present.",
	},
	Cost: "that of the groups, and a join of the combinations with the values of each column.",
	Plan: planExistenceOfPeople,
}

func planExistenceOfPeople(c *call.Call) (sqltext.SQL, error) {
	e, err := readExistence(c)
	if err != nil {
		return "", err
	}
	if _, err := readDeltas(c); err != nil {
		return "", err
	}
	for _, added := range []string{"group_id", "people", "likelihood", "existence"} {
		if call.ContainsName(e.QI, added) {
			return "", c.Errorf("qi must not contain a column %s, which the result adds; rename it in a query given as tbl", added)
		}
	}
	keys := e.Keys()
	var p sqltext.Plan
	e.run(&p, existenceKernel.Name, "the existence probability of each combination of values in each group", existenceSpec{})
	// Not by list_extract, which DuckDB 1.4.0 with old_implicit_casting takes for that of a text.
	named := e.named(&p, func(i int) sqltext.SQL {
		return sqltext.Fill("list_aggregate(list_slice(r.codes, {i}, {i}), 'first')", sqltext.Args{"i": sqltext.Int(int64(i) + 1)})
	}, keys...)
	return p.Statement(sqltext.Fill(`
		SELECT x.g AS group_id, {columns}, x.people, x.likelihood, x.existence
		FROM (
		    SELECT g, {keys}, r.codes, r.people, r.likelihood, r.existence
		    FROM {named}
		) AS x
		ORDER BY x.g ASC NULLS LAST, {ordered}, x.codes ASC, x.likelihood ASC, x.existence ASC, x.people ASC
	`, sqltext.Args{
		"columns": sqltext.List(sqltext.Map(e.QI, func(i int, name string) sqltext.SQL { return c.Shown("x."+keys[i]) + " AS " + sqltext.Ident(name) })),
		"named":   named, "keys": sqltext.List(keys), "ordered": sqltext.Ordered("x", keys),
	})), nil
}

// existenceRow is about people of a group with the same values: codes are the numbers of these.
type existenceRow struct {
	Codes      []int32
	People     int64
	Likelihood sql.Null[float64]
	Existence  float64
}

var existenceKernel = host.KernelOf("existence", runExistence)

func runExistence(ctx context.Context, spec *existenceSpec) (*host.Rows[existenceRow], error) {
	in, err := spec.read()
	if err != nil {
		return nil, err
	}
	out := host.NewRows[existenceRow]()
	var row existenceRow
	return out, in.groups(ctx, func(g *projectedGroup) error {
		existence, err := g.set.Existence(ctx)
		if err != nil {
			return err
		}
		classes := g.set.Classes()
		for begin := g.begin; begin < g.end; {
			row.Codes = row.Codes[:0]
			for _, codes := range in.codes[:in.columns+1] {
				row.Codes = append(row.Codes, codes[begin])
			}
			end := begin
			row.People = 0
			for ; end < g.end && in.sameCell(begin, end); end++ {
				row.People += in.people[end]
			}
			w := g.weight(begin)
			row.Likelihood = sql.Null[float64]{}
			if g.scale != nil {
				row.Likelihood = host.Some(quotient(w, g.scale))
			}
			at := sort.Search(len(classes), func(i int) bool { return classes[i].Weight.Cmp(w) >= 0 })
			row.Existence = existence[at]
			out.Add(row)
			begin = end
		}
		return ctx.Err()
	})
}

// quotient returns a / b as the nearest float64: where both are float64s that is their quotient.
func quotient(a, b *big.Int) float64 {
	if max(a.BitLen(), b.BitLen()) <= 53 {
		return float64(a.Int64()) / float64(b.Int64())
	}
	digits := uint(max(a.BitLen(), b.BitLen(), 1))
	x := new(big.Float).SetPrec(digits).SetInt(a)
	y := new(big.Float).SetPrec(digits).SetInt(b)
	value, _ := new(big.Float).SetPrec(53).Quo(x, y).Float64()
	return value
}
