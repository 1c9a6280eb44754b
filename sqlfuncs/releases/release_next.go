package releases

import (
	"math"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// The values of the parameter output of release_next.
const (
	outputRelease = "release"
	outputPrivate = "private"
)

// ReleaseNext is release_next.
var ReleaseNext = &call.Function{
	Name:      "release_next",
	Summary:   "The next release of a table that people join and leave, so that all releases together tell no more than one.",
	Questions: []string{"People join and leave the table. How do I release it again and again?"},
	Description: "A release of the table as it is now, a row a person. Each group has at least `invariance` different sensitive values, and each of them once. People who stay are hidden by the same set of values as before, their *signature*; everybody new gets one (m-invariance). Values of a signature that too few people have are filled with *counterfeits*, rows that stand for nobody; how many a group has is published.\n\n" +
		"The result is **what is published**: the `qi` columns as [what the group covers](labels.md), as `skyline_anonymize` shows them, the sensitive value, and the group; of each group a row for each of its values. No person is in it, and no other column.\n\n" +
		"With `output := 'private'` it is **what the publisher keeps, and never publishes**: who is in which group of which release, and everybody's signature. It is the `previous` of the next call. Both outputs of the same arguments are of the same release: there is no chance in it. See [When the table changes](#when-the-table-changes).",
	Params: []call.Param{
		call.ParamOriginal,
		{Name: "previous", Type: "VARCHAR", Doc: "what was kept of the last release, with `output := 'private'`: [a name or a query](#what-names-a-table); `'none'` for the first release, and only then"},
		{Name: "person", Type: "VARCHAR", Doc: "the column that identifies the individual, in all releases alike"},
		{Name: "qi", Type: "VARCHAR[]", Doc: "quasi-identifier columns; groups are cut along them"},
		call.ParamOneSensitive,
		{Name: "invariance", Type: "BIGINT", Default: "3", Doc: "from 2; how many values hide a person at least: nobody's value has a probability above 1/`invariance`, which is below the `c` of [`republication_check`](#republication_check) if `invariance` is more than 1/`c`: 3 for its default, 0.5"},
		{Name: "counterfeits", Type: "BOOLEAN", Default: "true", Doc: "whether there may be counterfeits; false: where they are needed, there is an error that says how many"},
		call.ParamHierarchies,
		{Name: "output", Type: "VARCHAR", Default: "'" + outputRelease + "'", Doc: "`'release'`, what is published; `'private'`, what is kept"},
		release.ParamAsIs,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the `qi` columns, generalized, in the order of `qi`, and the sensitive one, in its own type (an ENUM as text)"},
		{Name: groupColumn, Type: "BIGINT", Doc: "the group, from 1, in the order of the groups' regions; it has nothing to do with those of other releases"},
		{Name: counterfeitsColumn, Type: "BIGINT", Doc: "how many of the rows of the group stand for nobody; which ones is not said. With `output := 'private'` the columns are `person` and the sensitive one; `signature`, a list of values; and `groups`, a list of the person's group in each release so far, NULL where they were in none. Counterfeits have NULL as `person`"},
	},
	Example: `FROM release_next('(VALUES (1, 34, ''Flu''), (2, 36, ''Cold''), (3, 51, ''Flu''), (4, 55, ''HIV''), (5, 58, ''Cold''), (6, 63, ''HIV'')) t(id, age, disease)',
                  'none', person := 'id', qi := ['age'], sensitive := 'disease', invariance := 2)`,
	Notes: []string{
		"The order of the rows is that of groups and values. Nothing depends on the order of rows of `tbl`, or the number of threads. People who have the same value and the same `qi` values are taken in the order of `person`.",
		"**A person's value** must not change to one that is not in their signature: it is refused, since it would show. It may change to another one of the signature. What is kept has the newest value only: `republication_check` cannot be asked about releases from before the change, as their counts are those of the earlier one.",
		"**People who left** stay in what is kept. If they come back they have their signature again: without it, their old releases and the new one could be intersected.",
		"**New people** are refused if too many of them have one value, as there would have to be many counterfeits for their sake. The error says how many would have to wait for a later release. If you choose them by their values, somebody who knows that they are in the table and sees that they are not released learns something; a smaller `invariance`, or coarser values, tell nothing.",
		"**`previous` names a table**, or a temporary one, that holds what was kept: `CREATE TABLE kept_may AS FROM release_next(…, output := 'private')`. DuckDB 2 refuses `release_next` in its own `previous`, as a query or through a view: *infinite recursion detected: attempting to recursively expand table macro*. Nor is it meant where DuckDB 1 takes it: it would make the earlier release anew, of the table as it is now.",
		"`invariance` may be different from release to release, but not larger than the signature of somebody who is in `tbl`.",
	},
	NotPromised: "The fewest counterfeits over all releases to come: in this one there cannot be fewer. That nobody learns who is in the table: a group of one person and counterfeits shows that person's own `qi` values. Protection against an adversary [who knows the algorithm](release.md#who-knows-the-algorithm), who knows that some people do not have some values, or who thinks some values likelier than others.",
	Cost:        "one scan; one GROUP BY of each `qi` column; one look-up a row; and time proportional to people and `qi` columns for each halving of the people of a signature.",
	Source:      "Xiao, Tao, “m-Invariance: towards privacy preserving re-publication of dynamic datasets”, SIGMOD 2007.",
	Plan:        planReleaseNext,
	Kernels:     []host.Kernel{nextKernel},
	Scalars:     release.PlacementScalars,
	Aggregates:  []host.Aggregate{changingAggregate()},
}

func planReleaseNext(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	if in.Person == "" {
		return "", c.Errorf("person must be given: %s", call.WhatColumn)
	}
	for _, own := range []string{signatureColumn, groupsColumn, groupColumn, counterfeitsColumn} {
		if call.ContainsName(append([]string{in.Person, in.Sensitive[0]}, in.QI...), own) {
			return "", c.Errorf("%s must not be a column of tbl that is used, since the result has one of that name; rename it in a query given as tbl", own)
		}
	}
	p := &nextPlan{}
	if p.ReleasePlan, err = release.NewReleasePlan(in); err != nil {
		return "", err
	}
	if p.previous, err = readPrevious(c, in.Person, in.Sensitive[0]); err != nil {
		return "", err
	}
	m, err := c.Whole("invariance")
	if err != nil || m < 2 {
		return "", c.Errorf("invariance must be a whole number from 2 to %d, got %s", math.MaxInt64, call.Show(c.Arguments["invariance"]))
	}
	counterfeits, ok := c.Arguments["counterfeits"].(bool)
	if !ok {
		return "", c.Errorf("counterfeits must be true or false, got %s", call.Show(c.Arguments["counterfeits"]))
	}
	if p.output, err = c.Choice("output", outputRelease, outputPrivate); err != nil {
		return "", err
	}
	asIs, err := release.ReadAsIs(c, in.QI)
	if err != nil {
		return "", err
	}
	p.spec = nextSpec{AsIs: asIs, Columns: in.QI, Sensitive: in.Sensitive[0], M: m, Counterfeits: counterfeits, Shown: p.output == outputRelease, Tables: c.HierarchyTables()}
	return p.statement(), nil
}
