package hierarchies

import (
	"encoding/json"

	"skyline/engine/label"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// HierarchyFrequency is hierarchy_frequency.
var HierarchyFrequency = &call.Function{
	Name:      "hierarchy_frequency",
	Summary:   "A hierarchy that puts rare values together as `other`.",
	Questions: []string{"How do I put rare values together as “other”?"},
	Description: "Values that at least `at_least` people have keep their own text as label, [in quotes](release.md#values-that-look-like-labels) where it could be taken for a label; all others are `other`. " +
		"With several numbers there is a level for each: `at_least := [20, 100]` has at level 1 the values of at least 20 people, and at level 2 those of at least 100. `*` is above them.",
	Params: []call.Param{
		paramHierarchyData, paramAttribute,
		{Name: "at_least", Type: "BIGINT or BIGINT[]", Doc: "how many people must have a value that keeps its own label; several numbers, each larger than the one before, for several levels"},
		{Name: "label", Type: "VARCHAR", Default: "'other'", Doc: "the label of all other values; no value of the column may be called like that"},
		call.ParamPerson, call.ParamWeight,
	},
	Columns: call.HierarchyColumns,
	Example: `SELECT value, level, label FROM hierarchy_frequency('(VALUES (''nurse''), (''nurse''), (''cook''), (''pilot'')) t(job)', 'job', at_least := 2)`,
	Notes: []string{
		"NULL is a value like any other, whose label is `NULL`.",
		"People are rows; with `person` they are persons, each of whom counts once for a value, and with `weight` rows count as often as it says.",
		"A release shows `other` where a group has several rare values. How many people that are is not promised: `privacy` says how many people each group must have.",
	},
	NotPromised: "That the hierarchy says nothing: it is made of the table, so it says which values the table has and which of them are rare. Do not publish it. Rows that come later may have other values, and other frequencies.",
	Cost:        "one scan, one GROUP BY of the column, and a row for each value and level.",
	Plan:        planHierarchyFrequency,
}

func planHierarchyFrequency(c *call.Call) (sqltext.SQL, error) {
	_, attribute, err := c.AttributeOf()
	if err != nil {
		return "", err
	}
	numbers, err := readAtLeast(c)
	if err != nil {
		return "", err
	}
	other, err := c.Text("label", "the label of values that are rare, such as 'other'")
	if err != nil {
		return "", err
	}
	if other == "" || label.Alone(other) != other {
		return "", c.Errorf("label must be a text that is no label of something else, such as 'other', got %s", call.Show(other))
	}
	in, err := people.NewTable(c, call.RoleOf("attribute", attribute))
	if err != nil {
		return "", err
	}
	columns, n := sqltext.Canonical(in.Column(attribute))+" AS s", in.PeopleOf("w", "tbl")
	switch {
	case in.Person != "":
		columns += sqltext.Fill(", CASE WHEN {person} IS NULL THEN {fail} ELSE {key} END AS p", sqltext.Args{
			"person": in.Column(in.Person), "key": in.Key(in.Person), "fail": in.Fail("person must not be NULL; filter such rows in a query given as tbl"),
		})
		n = "count(DISTINCT p)"
	case in.Weight != "":
		columns += ", " + in.Column(in.Weight) + " AS w"
	}
	var p sqltext.Plan
	p.Keep("__skyline_values", "the different values, as the bytes of their texts, and how many people have each", sqltext.Fill(`
		SELECT {text} AS v, n
		FROM (SELECT s, {n} AS n FROM (SELECT {columns} FROM {source} AS tbl) GROUP BY s)
	`, sqltext.Args{"text": encodedText(), "n": n, "columns": columns, "source": in.Source}))
	p.Guard("__skyline_no_other", "no value is called like the others", sqltext.Fill(
		"SELECT CASE WHEN count(*) > 0 THEN {fail} ELSE true END AS ok FROM __skyline_values WHERE v = {other}", sqltext.Args{
			"other": sqltext.Encoded(sqltext.Text(other)),
			"fail":  in.Fail("label must be a text that is no value of the column, got " + call.Show(other) + "; give another one, such as label := 'any other'"),
		}))
	levels := sqltext.Map(append(numbers, 0), func(i int, least int64) sqltext.SQL {
		return sqltext.Fill("({level}::BIGINT, {least}::BIGINT)", sqltext.Args{"level": sqltext.Int(int64(i + 1)), "least": sqltext.Int(least)})
	})
	return p.Statement(sqltext.Fill(`
		SELECT {attribute} AS attribute, {value} AS value, level,
		    CASE
		        WHEN least = 0 THEN {everything}
		        WHEN n < least THEN {other}
		        WHEN v IS NULL THEN 'NULL'
		        ELSE __skyline_label({value}, NULL, false)
		    END AS label
		FROM __skyline_values CROSS JOIN (VALUES {levels}) AS k (level, least){guards}
		ORDER BY v ASC NULLS LAST, level ASC
	`, sqltext.Args{
		"attribute": sqltext.Text(attribute), "value": sqltext.Decoded("v"), "everything": sqltext.Text(label.Everything), "other": sqltext.Text(other),
		"levels": sqltext.List(levels), "guards": p.Guards(),
	})), nil
}

// readAtLeast returns how many people must have a value, at each level below the top.
func readAtLeast(c *call.Call) ([]int64, error) {
	const rule = "a whole number from 1 on, or a list of such numbers, each larger than the one before, such as at_least := [20, 100]"
	list := c.List("at_least")
	if number, isNumber := c.Arguments["at_least"].(json.Number); isNumber {
		list = []any{number}
	}
	if len(list) == 0 || len(list) > maxWidths {
		return nil, c.Errorf("at_least must be %s, got %s", rule, call.Show(c.Arguments["at_least"]))
	}
	var numbers []int64
	for i, v := range list {
		n, ok := call.WholeOf(v)
		if !ok || n < 1 || i > 0 && n <= numbers[i-1] {
			return nil, c.Errorf("at_least must be %s, got %s in it", rule, call.Show(v))
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}
