package presence

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

var presenceParams = []call.Param{
	paramPublicRaw, call.ParamQI, paramPresent, paramHierarchiesPresence, paramDeltaMin, paramDeltaMax, paramMethod, paramRecoding, paramSteps,
}

// PresenceAnonymize is the function presence_anonymize.
var PresenceAnonymize = &call.Function{
	Name:      "presence_anonymize",
	Summary:   "A release of a private table that hides who of a public table is in it.",
	Questions: []string{"Which release hides that?", "Which groups does it make, and what can be inferred of each?"},
	Description: "The rows of those who are `present`: the table's own columns, in their places, each `qi` column as a MAP(VARCHAR, DOUBLE) from values to probabilities, and `group_id`. Anyone who knows the public table, its QI groups and the release gives nobody a probability of being in the private table outside [`delta_min`, `delta_max`] (δ-presence). " +
		"`present` and `person` are left out; other columns are **released as they are**, unless they single people out: see `other_columns`.\n\n" +
		"With `output := 'public'` it is the whole public table, exact and in its own types, with `present` and `group_id`: not to be released, but for `presence_check` to prove the release with.",
	Params: append(slices.Clip(presenceParams),
		call.Param{Name: call.ParamOutput, Type: "VARCHAR", Default: "'" + outputRelease + "'", Doc: "`'release'`, `'public'`, or `'groups'`, [the QI groups](#presence_anonymize-groups)"},
		call.ParamPerson, call.ParamWeight, draw.ParamSeed,
		call.Param{Name: "sensitive", Type: call.TypeNames, Default: "NULL", Doc: "a sensitive column, or a list of several, released as they are; NULL: there is none, and a sensitive column is one without a role"},
		release.ParamOtherColumns, release.ParamAsIs),
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, `qi` as MAP(VARCHAR, DOUBLE), without `present` and `person`"},
		{Name: "group_id", Type: "BIGINT", Doc: "the row's QI group, from 1, in the order of the groups' labels or regions; `tbl` must not have a column of that name"},
	},
	Example: `FROM presence_anonymize('(VALUES (20, ''F'', true), (22, ''F'', false), (24, ''M'', true), (31, ''M'', false),
                                 (33, ''M'', true), (35, ''F'', false)) t(age, sex, present)',
                         qi := ['age', 'sex'], present := 'present', delta_min := 0.2, delta_max := 0.8, recoding := 'multidimensional') ORDER BY ALL`,
	Notes: []string{
		"Prove a release with `presence_check` on the public table (`output := 'public'`, with the same arguments) and `release := ` the release: it computes existence probabilities from the published numbers.",
		"With `output := 'public'`, which is not to be released, of `other_columns` only `'drop'` has an effect.",
		draw.NoteOrder + " Groups and distributions do not depend on the order of rows or the number of threads. Rows of weight 0 are left out.",
	},
	Cost:    "one scan and one GROUP BY of the `qi` columns; the search for groups; then time proportional to the cells of each group, for each of the `steps`, and with `'exact'` some hundred times for each column: a millisecond for a group of a few dozen people who differ, half a minute for a million of them.",
	Source:  "Sect. V of the [source](#source-of-presence).",
	Plan:    planPresenceAnonymize,
	Outputs: []call.Output{groupsOfPublic},
	Kernels: []host.Kernel{presenceKernel},
}

// Values of the parameter output.
const (
	outputRelease = "release"
	outputPublic  = "public"
	outputGroups  = "groups"
)

func planPresenceAnonymize(c *call.Call) (sqltext.SQL, error) {
	p, err := newPresencePlan(c)
	if err != nil {
		return "", err
	}
	output, err := c.Choice(call.ParamOutput, outputRelease, outputPublic, outputGroups)
	if err != nil {
		return "", err
	}
	random, err := draw.Read(c)
	if err != nil {
		return "", err
	}
	others, err := release.ReadOthers(c)
	if err != nil {
		return "", err
	}
	if others == "drop" {
		p.DropOthers()
	}
	p.ReadOnce()
	c.GuardFree(&p.Plan, "group_id", p.Source)
	p.addRelease()
	p.AddOwnMapped()
	present := sqltext.Ident(p.present)
	if others == "error" && output == outputRelease {
		p.RefuseOthers(p.Untouched("", release.PlacedRows+" AND x."+present, p.present), "that are neither qi nor sensitive", "put them into qi")
	}
	p.AddPlaced(random)
	if output == outputPublic {
		return p.Statement(p.publicRows(random)), nil
	}
	return p.Statement(sqltext.Released(p.presentRows(random))), nil
}

// publicRows is the SELECT of the public table with its QI groups.
func (p *presencePlan) publicRows(random draw.Randomness) sqltext.SQL {
	return release.JoinedInOrder(random, "group_id ASC, ", "SELECT * FROM "+release.Placed, func(rows sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("SELECT x.*{excluding}, x.__skyline_g AS group_id FROM {rows}", sqltext.Args{"excluding": release.Excluding(p.Excluded()), "rows": rows})
	})
}

// presentRows is the SELECT of the rows of those present, with the distributions of their
// groups.
func (p *presencePlan) presentRows(random draw.Randomness) sqltext.SQL {
	present := sqltext.Ident(p.present)
	return release.JoinedInOrder(random, "group_id ASC, ", "SELECT * FROM "+release.Placed+" AS x WHERE x."+present, func(rows sqltext.SQL) sqltext.SQL {
		return sqltext.Fill(`
			SELECT x.*{excluding}{replacing}, x.__skyline_g AS group_id
			FROM {rows} JOIN {pdfs} AS r ON r.g = x.__skyline_g
		`, sqltext.Args{"excluding": release.Excluding(append(p.Excluded(), present)), "replacing": asPDFs(p.QI), "rows": rows, "pdfs": pdfs})
	})
}
