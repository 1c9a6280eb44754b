package release

import (
	"skyline/engine/suppression"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// LocalSuppression is local_suppression.
var LocalSuppression = &call.Function{
	Name:      "local_suppression",
	Summary:   "A table in which single cells are suppressed, so that privacy requirements hold.",
	Questions: []string{"How do I keep the values as they are, and leave out only the cells that give people away?"},
	Description: "The table's own columns, in their places and types (an ENUM as text). In the `qi` columns single cells are NULL, as few as are found, so that every requirement holds; all other values are the table's. Rows with the same `qi` values, NULL among them, are a QI group. The `person` column is left out. Columns that are neither `qi` nor `sensitive` are not touched: **they are released as they are**, which is refused where they single people out; see `other_columns`. " +
		"How many cells that takes is said by `output := 'counts'`. See [Single cells](#single-cells).",
	Params: []call.Param{
		call.ParamOriginal, call.ParamQI, call.ParamSensitiveIfAny, people.ParamPrivacy,
		{Name: "importance", Type: "MAP or STRUCT", Default: "NULL", Doc: "what a suppressed cell of a column costs, such as `{'zip': 3}`: positive numbers, 1 for a column that is not named. Cells of columns with more are suppressed later"},
		{Name: "output", Type: "VARCHAR", Default: "'table'", Doc: "`'table'`; `'counts'`, how many cells are suppressed instead of the table"},
		call.ParamPerson, call.ParamWeight, draw.ParamSeed,
		{Name: "suppression", Type: "DOUBLE", Default: "0.0", Doc: "the largest share of the people, in [0, 1), that may be left out: where not even the table without its `qi` columns satisfies the requirements, and where that loses fewer cells, see [Single cells](#single-cells)"},
		call.ParamValues, people.ParamAbsentValues, ParamOtherColumns, call.ParamOtherSensitive, people.ParamMissing, call.ParamWithin,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, some cells of `qi` being NULL, without `person`; for `output := 'counts'`, a row for each `qi` column and a last one, without `column_name`, for all of them: `column_name`, `suppressed`, the cells that are suppressed, one for each person; `share`, how many that are of all cells; `people`, how many have any; `left_out`, in the last row, how many people are not in the release"},
	},
	Example: `FROM local_suppression('(VALUES (20, ''F'', ''Flu''), (20, ''F'', ''AIDS''), (20, ''M'', ''Flu''), (31, ''M'', ''Cold''),
                                (31, ''M'', ''Flu''), (45, ''M'', ''Cold'')) t(age, sex, disease)',
                        qi := ['age', 'sex'], sensitive := 'disease', privacy := {'k_anonymity': 2}) ORDER BY ALL`,
	Notes: []string{
		"Cells of the columns of `within` are never suppressed: each stratum satisfies the requirements by itself. See [Within strata](#within-strata).",
		"People who agree on all `qi` columns are treated alike. Which cells are suppressed does not depend on the order of rows or the number of threads.",
		"`qi` and `within` together have at most 64 columns.",
		"There is no `group_id`: rows that show the same are a group, for `release_utility` with `groups := NULL`, where a suppressed cell counts as the whole domain.",
		draw.NoteOrder + " Rows of weight 0 are left out.",
		"With `missing := 'any'` nothing but `k_anonymity` and `known_columns` can be required: everybody's row is to match so many, where NULL is any value. That takes far fewer cells, and protects from less: see [Where NULL matches everything](#where-null-matches-everything).",
		"`known_columns` takes fewer cells than `k_anonymity`: people may be alone with all columns, and with no few of them. See [Where outsiders know some of the columns](#where-outsiders-know-some-of-the-columns).",
		"`presence` cannot be required: what is suppressed would say who of the public table is in `tbl`.",
	},
	NotPromised: "The fewest cells: to find them is NP-hard. Protection of columns that are neither `qi` nor `sensitive`, and against an adversary [who knows the algorithm](#who-knows-the-algorithm).",
	Cost:        "one scan and one GROUP BY of the `qi` columns; then a look-up for each of the different combinations of `qi` values and each set of columns, 4096 at most, some times; then one pass over the rows and a sort.",
	Source:      "Meyerson, Williams, “On the complexity of optimal k-anonymity”, PODS 2004; Park, Shim, “Approximate algorithms for k-anonymity”, SIGMOD 2007.",
	Plan:        planLocalSuppression,
	Kernels:     []host.Kernel{suppressKernel},
	Scalars:     PlacementScalars,
}

// The values of the parameter output of local_suppression.
const outputTable = "table" // or outputCounts

func planLocalSuppression(c *call.Call) (sqltext.SQL, error) {
	p, err := newPlanReading(c, people.ReadRequirementsToCheck)
	if err != nil {
		return "", err
	}
	if beside := p.privacy.Beside(); beside != "" {
		return "", c.Errorf("privacy must not have %s: the cells that are suppressed would say who of %s is in tbl; skyline_anonymize and generalize can hide it", beside, people.TableBeside(beside))
	}
	if err := p.RefuseLists(); err != nil {
		return "", err
	}
	// Said here, before DuckDB plans what the kernel would refuse.
	if n := len(p.QI); n > suppression.MaxColumns {
		return "", c.Errorf("qi and within must name at most %d columns, got %d; leave some out, or generalize them with skyline_anonymize", suppression.MaxColumns, n)
	}
	importance, err := p.readImportance()
	if err != nil {
		return "", err
	}
	output, err := c.Choice("output", outputTable, outputCounts)
	if err != nil {
		return "", err
	}
	random, err := draw.Read(c)
	if err != nil {
		return "", err
	}
	others, err := ReadOthers(c)
	if err != nil {
		return "", err
	}
	if others == "drop" {
		p.DropOthers()
	}
	if output == outputTable {
		p.ReadOnce()
	}
	p.AddTable()
	p.AddValues()
	p.AddCounted()
	p.addDomain(false)
	p.Run(p.PlacingJob(suppressKernel.Name, "the cells to suppress", suppressSpec{TableSpec: p.TableSpec(), Importance: importance, Counts: output == outputCounts, Any: p.MatchesAny, Strata: p.Within, Known: p.privacy.KnownColumns}))
	if output == outputCounts {
		return p.Statement(p.suppressedCounts()), nil
	}
	p.AddOwnMapped()
	if others == "error" {
		person := ""
		if p.ValuesPerPerson != people.One {
			person = p.Person
		}
		p.RefuseOthers(p.Untouched(person, PlacedRows), "that are neither qi nor sensitive", "put them into qi")
	}
	p.AddPlaced(random)
	p.addSuppressed()
	return p.Statement(sqltext.Released(p.withoutSuppressed(random))), nil
}

// suppressedCounts is the SELECT of how many cells are suppressed.
func (p *ReleasePlan) suppressedCounts() sqltext.SQL {
	free, cells := p.QI[:len(p.QI)-p.Within], sqltext.SQL("cells")
	if p.Within > 0 {
		cells = sqltext.Fill("list_slice(cells, 1, {n})", sqltext.Args{"n": sqltext.Int(int64(len(free)))})
	}
	return sqltext.Fill(`
		SELECT column_name, suppressed, CASE WHEN total > 0 THEN suppressed::DOUBLE / total END AS share, affected AS people, left_out
		FROM (
		    SELECT UNNEST({names}) AS column_name, UNNEST(range({n})) AS i, UNNEST({cells}) AS suppressed, UNNEST({cells}) AS affected, people AS total, NULL::BIGINT AS left_out
		    FROM {release}
		    UNION ALL
		    SELECT NULL, {n}, list_sum(cells)::BIGINT, affected, people * {n}, suppressed
		    FROM {release}
		)
		ORDER BY i ASC
	`, sqltext.Args{"names": sqltext.Texts(free), "cells": cells, "n": sqltext.Int(int64(len(free))), "release": Release})
}

// addSuppressed adds Regions: for each QI group its number g, from 1, and whether its columns
// show NULL, v1, v2 and so on.
func (p *ReleasePlan) addSuppressed() {
	p.addShown("(SELECT 0::BIGINT AS ends)", true)
	p.Keep(Regions, "what the groups show", p.byColumn(sqltext.Numbered(len(p.QI), "v#"), "has_nulls"))
}

// withoutSuppressed is the rows of Placed without their suppressed cells.
func (p *ReleasePlan) withoutSuppressed(random draw.Randomness) sqltext.SQL {
	return JoinedInOrder(random, "", "SELECT * FROM "+Placed, func(rows sqltext.SQL) sqltext.SQL {
		return sqltext.Fill(`
			SELECT x.*{excluding}{replacing}
			FROM {rows} JOIN {regions} AS r ON r.g = x.__skyline_g
		`, sqltext.Args{
			"excluding": Excluding(p.Excluded()), "rows": rows, "regions": Regions,
			"replacing": Replacing(p.QI, func(i int) sqltext.SQL {
				return sqltext.NullWhere("r."+ShownColumn(i), "x."+sqltext.Ident(p.QI[i]))
			}),
		})
	})
}
