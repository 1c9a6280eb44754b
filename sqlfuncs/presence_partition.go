package sqlfuncs

import (
	"fmt"
	"slices"
	"strings"
)

var presencePartition = &Function{
	Name:        "presence_partition",
	Summary:     "The QI groups of the release that presence_anonymize makes.",
	Description: "A row for each QI group of the public table, as `presence_anonymize` makes them of the same arguments, for who makes the release: how many people there are, what somebody who sees the release can infer, what the distributions cost and how far they are shifted, and the distributions. Groups with nobody present are among them; they are not in the release.",
	Params:      append(slices.Clone(presenceParams), paramPerson, paramWeight),
	Columns: []ResultColumn{
		{"group_id", "BIGINT", "the QI group, from 1"},
		{"size", "BIGINT", "how many people of the public table it has"},
		{"present", "BIGINT", "how many of them are in the private table"},
		{"existence_min", "DOUBLE", "the smallest probability of any of them to be there"},
		{"existence_max", "DOUBLE", "the largest"},
		{"kl_cost", "DOUBLE", "the KL cost of the group's distributions (Eqn 1), in nats"},
		{"shifts", "MAP(VARCHAR, DOUBLE)", "how far each column is on its way from uniform, 0, to utility-optimal, 1"},
		{"levels", "MAP(VARCHAR, BIGINT)", "the level of each column in its hierarchy; NULL unless `recoding := 'full_domain'`"},
		{columnsOfTable, "MAP(VARCHAR, DOUBLE)", "each `qi` column: the distribution of the group's values"},
	},
	Example: `FROM presence_partition('(VALUES (20, ''F'', true), (22, ''F'', false), (24, ''M'', true), (31, ''M'', false), (33, ''M'', true), (35, ''F'', false)) t(age, sex, present)',
                         qi := ['age', 'sex'], present := 'present', delta_min := 0.2, delta_max := 0.8, recoding := 'multidimensional')`,
	Notes:   presenceNotes,
	Plan:    planPresencePartition,
	Scalars: func() []Scalar { return presenceScalars("presence_partition") },
}

func planPresencePartition(c *Call) (string, error) {
	p, err := newPresencePlan(c)
	if err != nil {
		return "", err
	}
	for _, name := range p.qi {
		for _, own := range c.function.Columns {
			if strings.EqualFold(name, own.Name) {
				return "", c.errorf("qi must not contain a column %s, which the result has itself; rename it in a query given as tbl", own.Name)
			}
		}
	}
	p.shift()
	var maps strings.Builder
	for i, name := range p.qi {
		fmt.Fprintf(&maps, ", m.m%d AS %s", i+1, quoteIdentifier(name))
	}
	return p.text(fmt.Sprintf("SELECT s.g AS group_id, s.size, s.present, s.existence_min, s.existence_max, s.kl_cost, system.main.map(%[1]s, s.shifts::DOUBLE[]) AS shifts,"+
		" CASE WHEN system.main.len(s.levels) > 0 THEN system.main.map(%[1]s, s.levels::BIGINT[]) END AS levels%[2]s"+
		" FROM (SELECT levels, UNNEST(system.main.__skyline_shifted(distributions), recursive := true) FROM __skyline_release) AS s JOIN __skyline_pdfs AS m ON m.g = s.g ORDER BY s.g",
		p.names(), maps.String())), nil
}
