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
	paramPublic, call.ParamQI, paramPresent, paramHierarchiesPresence, paramDeltaMin, paramDeltaMax, paramMethod, paramRecoding, paramSteps,
}

// PresenceAnonymize is the function presence_anonymize.
var PresenceAnonymize = &call.Function{
	Name:    "presence_anonymize",
	Summary: "A release of a private table that hides who of a public table is in it.",
	Description: "The rows of those who are `present`: the table's own columns, in their places, each `qi` column as a MAP(VARCHAR, DOUBLE) from values to probabilities, and `group_id`. Anyone who knows the public table, its QI groups and the release gives nobody a probability of being in the private table outside [`delta_min`, `delta_max`] (δ-presence). " +
		"Other columns are not touched: **they are released as they are**, which is refused where they single people out; see `others`. `present` and `person` are left out.\n\n" +
		"With `output := 'public'` it is the whole public table, exact and in its own types, with `present` and `group_id`: not to be released, but for `presence_check` to prove the release with.",
	Params: append(slices.Clip(presenceParams),
		call.Param{Name: "output", Type: "VARCHAR", Default: "'release'", Doc: "`'release'`, or `'public'`"},
		call.ParamPerson, call.ParamWeight, call.ParamSeed,
		call.Param{Name: "sensitive", Type: "VARCHAR", Default: "NULL", Doc: "a sensitive column, which is released as it is; NULL: there is none, and a sensitive column is one without a role"},
		release.ParamOthers),
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, `qi` as MAP(VARCHAR, DOUBLE), without `present` and `person`"},
		{Name: "group_id", Type: "BIGINT", Doc: "the row's QI group, from 1, in the order of the groups' labels or regions; `tbl` must not have a column of that name"},
	},
	Example: `FROM presence_anonymize('(VALUES (20, ''F'', true), (22, ''F'', false), (24, ''M'', true), (31, ''M'', false), (33, ''M'', true), (35, ''F'', false)) t(age, sex, present)',
                         qi := ['age', 'sex'], present := 'present', delta_min := 0.2, delta_max := 0.8, recoding := 'multidimensional') ORDER BY ALL`,
	Notes: slices.Concat([]string{call.NoteDraws("presence_anonymize", call.TwoOrders)}, presenceNotes,
		[]string{release.NoteOthers + " With `output := 'public'`, which is not to be released, only `'drop'` has an effect."}),
	Plan:    planPresenceAnonymize,
	Kernels: []host.Kernel{presenceKernel},
}

var presenceNotes = []string{
	"Covered is an adversary who knows the public table, which QI group each of its people is in, and the release; the probability that somebody is in the private table is then their existence probability (Definition 3, Eqn 4 of the source), and it is within the bounds, inclusively, for everybody in the public table. Not promised: protection against one who knows how the release was made and runs it backwards (Sect. VII of the source), or of columns that are not `qi`.",
	"Prove a release with `presence_check` on the public table (`output := 'public'`, with the same arguments) and `release := ` the release: it computes existence probabilities from the published numbers.",
	"The groups: with `recoding := 'full_domain'` each `qi` column is generalized to a level of its hierarchy, and what is cheapest is found exactly; a cell then begins as the uniform distribution over all values below its label. With `'multidimensional'` the table is split along its columns, as `skyline_anonymize` does with `split := 'information_loss'`; a cell begins as the uniform distribution over the values that the group's people have. Either way everybody of a group is at first as likely to be present as anybody else, and the groups are those whose share of present people is within the bounds.",
	"The distributions: the KL cost falls as they are shifted toward the values' shares among those who are present (Eqn 3), and existence probabilities drift apart, not always in one direction. `'exact'` shifts each column by itself, and lets columns trade; its KL cost is at most that of `'wpalm'`, and that at most that of `'ppalm'`, for the same `steps`. (Those two leave a group as it is where `steps` times its people present times the values of a cell exceed 2^62.) Whether the bounds are kept is decided exactly, never by rounded numbers; what lies within 0.000000002 of a bound is kept only at the ends of the way and at the steps, whose probabilities are simple fractions.",
	"Groups with nobody present have existence probability 0, and are not in the release: they are allowed with `delta_min := 0` only. Where the share of all people who are present is not within the bounds there is no release, which is an error.",
	"A key is the text of a value, as in `pdf_generalize`; NULL is a value, and its key is `NULL`, so a text `NULL` in a `qi` column is refused.",
	"Nothing but the order of rows is random; groups and distributions do not depend on the order of rows or the number of threads. Rows of weight 0 are left out.",
	"Cost: one scan and one GROUP BY of the `qi` columns; the search for groups; then time proportional to the cells of each group, for each of the `steps`, and with `'exact'` some hundred times for each column: a millisecond for a group of a few dozen people who differ, half a minute for a million of them. Distributions take room in proportion to the values below a label: a column that tells nearly everybody apart should not be generalized to `*` in many groups.",
	"Source: Nergiz, Cetintas, Akova, “Generalizations with probability distributions for data anonymization”, Purdue CSD TR 08-001 (2008), Sect. V; Nergiz, Atzori, Clifton, “Hiding the presence of individuals from shared databases”, SIGMOD 2007.",
}

func planPresenceAnonymize(c *call.Call) (sqltext.SQL, error) {
	p, err := newPresencePlan(c)
	if err != nil {
		return "", err
	}
	output, err := c.Choice("output", "release", "public")
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
	present := sqltext.Ident(p.present)
	if others == "error" && output == "release" {
		p.RefuseOthers(p.Untouched("", release.PlacedRows+" AND x."+present, p.present), "that are neither qi nor sensitive", "put them into qi")
	}
	p.AddPlaced(random)
	if output == "public" {
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
