package presence

import (
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
)

var PresencePartition = &call.Function{
	Name:        "presence_partition",
	Summary:     "The QI groups of the release that presence_anonymize makes.",
	Description: "A row for each QI group of the public table, as `presence_anonymize` makes them of the same arguments, for who makes the release: how many people there are, what somebody who sees the release can infer, what the distributions cost and how far they are shifted, and the distributions. Groups with nobody present are among them; they are not in the release.",
	Params:      append(slices.Clone(presenceParams), call.ParamPerson, call.ParamWeight),
	Columns: []call.ResultColumn{
		{Name: "group_id", Type: "BIGINT", Doc: "the QI group, from 1"},
		{Name: "size", Type: "BIGINT", Doc: "how many people of the public table it has"},
		{Name: "present", Type: "BIGINT", Doc: "how many of them are in the private table"},
		{Name: "existence_min", Type: "DOUBLE", Doc: "the smallest probability of any of them to be there"},
		{Name: "existence_max", Type: "DOUBLE", Doc: "the largest"},
		{Name: "kl_cost", Type: "DOUBLE", Doc: "the KL cost of the group's distributions (Eqn 1), in nats"},
		{Name: "shifts", Type: "MAP(VARCHAR, DOUBLE)", Doc: "how far each column is on its way from uniform, 0, to utility-optimal, 1"},
		{Name: "levels", Type: "MAP(VARCHAR, BIGINT)", Doc: "the level of each column in its hierarchy; NULL unless `recoding := 'full_domain'`"},
		{Name: call.ColumnsOfTable, Type: "MAP(VARCHAR, DOUBLE)", Doc: "each `qi` column: the distribution of the group's values"},
	},
	Example: `FROM presence_partition('(VALUES (20, ''F'', true), (22, ''F'', false), (24, ''M'', true), (31, ''M'', false), (33, ''M'', true), (35, ''F'', false)) t(age, sex, present)',
                         qi := ['age', 'sex'], present := 'present', delta_min := 0.2, delta_max := 0.8, recoding := 'multidimensional')`,
	Notes:   presenceNotes,
	Plan:    call.Old(planPresencePartition),
	Scalars: func() []host.Scalar { return presenceScalars("presence_partition") },
}

func planPresencePartition(c *call.Call) (string, error) {
	p, err := newPresencePlan(c)
	if err != nil {
		return "", err
	}
	for _, name := range p.Qi {
		for _, own := range c.Function.Columns {
			if strings.EqualFold(name, own.Name) {
				return "", c.Errorf("qi must not contain a column %s, which the result has itself; rename it in a query given as tbl", own.Name)
			}
		}
	}
	p.shift()
	var maps strings.Builder
	for i, name := range p.Qi {
		fmt.Fprintf(&maps, ", m.m%d AS %s", i+1, oldtext.QuoteIdentifier(name))
	}
	return p.Text(fmt.Sprintf("SELECT s.g AS group_id, s.size, s.present, s.existence_min, s.existence_max, s.kl_cost, system.main.map(%[1]s, s.shifts::DOUBLE[]) AS shifts,"+
		" CASE WHEN system.main.len(s.levels) > 0 THEN system.main.map(%[1]s, s.levels::BIGINT[]) END AS levels%[2]s"+
		" FROM (SELECT levels, UNNEST(system.main.__skyline_shifted(distributions), recursive := true) FROM __skyline_release) AS s JOIN __skyline_pdfs AS m ON m.g = s.g ORDER BY s.g",
		p.Names(), maps.String())), nil
}
