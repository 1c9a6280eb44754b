package gnf

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// AnatomizeValues is anatomize_values: the sensitive table of Anatomy.
var AnatomizeValues = &call.Function{
	Name:        "anatomize_values",
	Summary:     "Anatomy: exact quasi-identifiers, cut off from the sensitive values; the sensitive table.",
	Questions:   []string{"How do I separate one sensitive column from exact quasi-identifiers?"},
	Description: "The sensitive table that goes with the quasi-identifier table of [`anatomize`](#anatomize): a row for each group and each sensitive value in it. It takes the same arguments.",
	Params:      Anatomize.Params,
	Columns: []call.ResultColumn{
		{Name: "group_id", Type: "BIGINT", Doc: "the group, as in `anatomize`"},
		{Name: "value", Type: "as `sensitive`", Doc: "a sensitive value of the group"},
		{Name: "count", Type: "BIGINT", Doc: "how many people of the group have it: 1, since people of a group all have different values"},
	},
	Example: `FROM anatomize_values('(VALUES (23, ''M'', ''pneumonia''), (27, ''M'', ''dyspepsia''), (35, ''M'', ''dyspepsia''),
                               (59, ''M'', ''pneumonia''), (61, ''F'', ''flu''), (65, ''F'', ''gastritis''),
                               (65, ''F'', ''flu''), (70, ''F'', ''bronchitis'')) t(age, sex, disease)',
                      qi := ['age', 'sex'], sensitive := 'disease', l := 2)`,
	Notes: []string{
		"The rows are in the order of groups and values, NULL last.",
		"It has nothing random: `seed` has no effect on it.",
	},
	Cost:   "at most that of `anatomize`.",
	Source: "as of `anatomize`.",
	Plan:   planAnatomizeValues,
}

func planAnatomizeValues(c *call.Call) (sqltext.SQL, error) {
	p, err := newAnatomize(c)
	if err != nil {
		return "", err
	}
	return p.values(), nil
}
