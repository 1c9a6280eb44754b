package check

import (
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// worstStrata is the CTE that addWorstStrata adds.
const worstStrata = sqltext.SQL("__skyline_strata")

// behindFindings is the number i of the row of release_check on known_columns: behind all rows of
// the kernel.
const behindFindings = sqltext.SQL("9223372036854775807")

// addWorstStrata adds worstStrata: for a finding, by its number i, the stratum of a QI group that
// has the worst histogram, or of the fewest people who share columns; of several, the first.
func addWorstStrata(p *sqltext.Plan, in *people.Input, required *people.Requirements) {
	first := sqltext.Ordered("g", in.Keys())
	rows := sqltext.Fill(`
		SELECT r.i, {stratum} AS stratum
		FROM __skyline_findings AS r JOIN {groups} AS g ON g.h = r.histogram CROSS JOIN {types} AS t
		QUALIFY row_number() OVER (PARTITION BY r.i ORDER BY {first}) = 1
	`, sqltext.Args{"stratum": in.StratumStruct("g"), "groups": people.Groups, "types": people.Types, "first": first})
	if required.KnownColumns != nil {
		rows = sqltext.Fill(`
			{rows}
			UNION ALL
			(SELECT {i}, {stratum} FROM {shared} AS g CROSS JOIN {types} AS t ORDER BY g.n ASC, g.known ASC, {first} LIMIT 1)
		`, sqltext.Args{"rows": rows, "i": behindFindings, "stratum": in.StratumStruct("g"), "shared": people.Shared, "types": people.Types, "first": first})
	}
	p.With(worstStrata, "the strata in which the worst is", rows)
}
