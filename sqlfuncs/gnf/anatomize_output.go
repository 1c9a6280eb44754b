package gnf

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Values of the parameter output.
const (
	outputPeople = "people"
	outputValues = "values"
)

var paramAnatomyOutput = call.Param{Name: call.ParamOutput, Type: "VARCHAR", Default: "'" + outputPeople + "'", Doc: "`'people'`, the quasi-identifier table; `'values'`, [the sensitive table](#anatomize-values)"}

// sensitiveTable is the sensitive table of Anatomy.
var sensitiveTable = call.Output{
	Names:       []string{outputValues},
	Description: "The sensitive table that goes with the quasi-identifier table of the same arguments: a row for each group and each sensitive value in it.",
	Columns: []call.ResultColumn{
		{Name: "group_id", Type: "BIGINT", Doc: "the group, as in the quasi-identifier table"},
		{Name: "value", Type: "as `sensitive`", Doc: "a sensitive value of the group"},
		{Name: "count", Type: "BIGINT", Doc: "how many people of the group have it: 1, since people of a group all have different values"},
	},
	Example: `FROM anatomize('(VALUES (23, ''M'', ''pneumonia''), (27, ''M'', ''dyspepsia''), (35, ''M'', ''dyspepsia''),
                        (59, ''M'', ''pneumonia''), (61, ''F'', ''flu''), (65, ''F'', ''gastritis''),
                        (65, ''F'', ''flu''), (70, ''F'', ''bronchitis'')) t(age, sex, disease)',
               qi := ['age', 'sex'], sensitive := 'disease', diversity := 2, output := 'values')`,
	Notes: []string{
		"The rows are in the order of groups and values, NULL last.",
		"It has nothing random: `seed` has no effect on it.",
	},
	Cost: "at most that of the quasi-identifier table.",
	Plan: planSensitiveTable,
}

func planSensitiveTable(c *call.Call) (sqltext.SQL, error) {
	p, err := newAnatomize(c)
	if err != nil {
		return "", err
	}
	return p.values(), nil
}
