package release

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
)

var SkylinePartition = &call.Function{
	Name:        "skyline_partition",
	Summary:     "The QI groups of the release that skyline_anonymize makes.",
	Description: "A row for each QI group of the release that `skyline_anonymize` makes of the same arguments: its number, how many people it has, and what it covers of each `qi` column, rounded as there, with `output := 'bounds'` as a STRUCT. People who are left out (`suppression`) are a last row without a number.",
	Params:      SkylineAnonymize.Params,
	Columns: []call.ResultColumn{
		{Name: "group_id", Type: "BIGINT", Doc: "the QI group, from 1, in the order of the groups' regions"},
		{Name: "size", Type: "BIGINT", Doc: "how many people it has"},
		{Name: call.ColumnsOfTable, Type: "VARCHAR", Doc: "each `qi` column, as in `skyline_anonymize`"},
	},
	Example: `FROM skyline_partition('(VALUES (20, ''F''), (22, ''F''), (24, ''M''), (31, ''M''), (33, ''M''), (35, ''F'')) t(age, sex)',
                       qi := ['age', 'sex'], privacy := {'k_anonymity': 2})`,
	Notes:   releaseNotes,
	Plan:    call.Old(planSkylinePartition),
	Scalars: func() []host.Scalar { return anonymizeScalars("skyline_partition") },
}

func planSkylinePartition(c *call.Call) (string, error) {
	p, err := newReleasePlan(c)
	if err != nil {
		return "", err
	}
	output, _, err := p.output()
	if err != nil {
		return "", err
	}
	for _, name := range p.Qi {
		for _, own := range []string{"group_id", "size"} {
			if strings.EqualFold(name, own) {
				return "", c.Errorf("qi must not contain a column %s, which the result has itself; rename it in a query given as tbl", own)
			}
		}
	}
	p.partition()
	p.regions(output == "bounds")
	var columns, nulls strings.Builder
	for i, name := range p.Qi {
		fmt.Fprintf(&columns, ", v%d AS %s", i+1, oldtext.QuoteIdentifier(name))
		nulls.WriteString(", NULL")
	}
	return p.Text("SELECT g AS group_id, size" + columns.String() + " FROM __skyline_regions" +
		" UNION ALL SELECT NULL, suppressed" + nulls.String() + " FROM __skyline_release WHERE suppressed > 0 ORDER BY group_id ASC NULLS LAST"), nil
}
