package sqlfuncs

import (
	"fmt"
	"slices"
	"strings"
)

var presenceParams = []Param{
	paramPublic, paramQI, paramPresent, paramHierarchiesPresence, paramDeltaMin, paramDeltaMax, paramMethod, paramRecoding, paramSteps,
}

var presenceAnonymize = &Function{
	Name:    "presence_anonymize",
	Summary: "A release of a private table that hides who of a public table is in it.",
	Description: "The rows of those who are `present`: the table's own columns, in their places, each `qi` column as a MAP(VARCHAR, DOUBLE) from values to probabilities, and `group_id`. Who knows the public table, its QI groups and the release gives nobody a probability of being in the private table outside [`delta_min`, `delta_max`] (δ-presence). " +
		"Columns that are not `qi` are not touched: **they are released as they are**. `present` and `person` are left out.\n\n" +
		"With `output := 'public'` it is the whole public table, exact, with `present` and `group_id`: not to be released, but for `presence_check` to prove the release with.",
	Params: append(slices.Clip(presenceParams),
		Param{Name: "output", Type: "VARCHAR", Default: "'release'", Doc: "`'release'`, or `'public'`"},
		paramPerson, paramWeight, paramSeed),
	Columns: []ResultColumn{
		{columnsOfTable, "", "the columns of `tbl`, `qi` as MAP(VARCHAR, DOUBLE), without `present` and `person`"},
		{"group_id", "BIGINT", "the row's QI group, from 1, in the order of the groups' labels or regions; `tbl` must not have a column of that name"},
	},
	Example: `FROM presence_anonymize('(VALUES (20, ''F'', true), (22, ''F'', false), (24, ''M'', true), (31, ''M'', false), (33, ''M'', true), (35, ''F'', false)) t(age, sex, present)',
                         qi := ['age', 'sex'], present := 'present', delta_min := 0.2, delta_max := 0.8, recoding := 'multidimensional') ORDER BY ALL`,
	Notes:   presenceNotes,
	Plan:    planPresenceAnonymize,
	Scalars: func() []Scalar { return append(presenceScalars("presence_anonymize"), distributionScalars()...) },
}

var presenceNotes = []string{
	"TODO",
}

func planPresenceAnonymize(c *Call) (string, error) {
	p, err := newPresencePlan(c)
	if err != nil {
		return "", err
	}
	output, err := c.choice("output", "release", "public")
	if err != nil {
		return "", err
	}
	seed, err := c.seed()
	if err != nil {
		return "", err
	}
	p.readOnce()
	p.refuseColumn("group_id")
	p.shift()
	p.add("__skyline_placed AS (%s)", p.placed(seed, false))
	excluded := p.excluded()
	if output == "public" {
		return p.text(fmt.Sprintf("SELECT x.* EXCLUDE (%s), x.__skyline_g AS group_id FROM __skyline_placed AS x ORDER BY __skyline_at", excluded)), nil
	}
	replaced := make([]string, len(p.qi))
	for i, name := range p.qi {
		replaced[i] = fmt.Sprintf("r.m%d AS %s", i+1, quoteIdentifier(name))
	}
	return p.text(fmt.Sprintf("SELECT x.* EXCLUDE (%s, %s) REPLACE (%s), x.__skyline_g AS group_id FROM (SELECT * FROM __skyline_placed AS x WHERE x.%[2]s ORDER BY __skyline_at) AS x JOIN __skyline_pdfs AS r ON r.g = x.__skyline_g",
		excluded, quoteIdentifier(p.present), strings.Join(replaced, ", "))), nil
}
