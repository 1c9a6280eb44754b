package jump

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// JumpRelease is the release itself.
var JumpRelease = &call.Function{
	Name:        "jump_release",
	Summary:     "The rows that an algorithm releases although everybody knows it.",
	Questions:   []string{"How do I release it?"},
	Description: "The rows of the generalization that [`jump_publish`](#jump_publish) releases with the same arguments: the label of each person's group, and a sensitive value of somebody in that group. No rows if nothing is released.",
	Params:      []call.Param{paramJumpTable, paramJumpPerson, paramJumpSensitive, paramGeneralizations, paramProperty, paramStrategy, paramJump, paramJumpHierarchies, paramMaxSteps, draw.ParamSeed, people.ParamAbsentValues},
	Columns: []call.ResultColumn{
		{Name: "generalization", Type: "VARCHAR", Doc: "the one that is released: the label column, or the levels"},
		{Name: call.ColumnsOfTable, Type: "", Doc: "`group_label`, a VARCHAR; with `hierarchies`, their columns, at the levels of the generalization, as VARCHAR"},
		{Name: "value", Type: "as `sensitive`", Doc: "a sensitive value"},
	},
	Example: `FROM jump_release('(VALUES (''Alice'', 1, 1, 1, ''flu''), (''Bob'', 1, 1, 1, ''cold''),
                           (''Charlie'', 2, 1, 1, ''cancer''), (''David'', 2, 2, 1, ''cancer''),
                           (''Eve'', 3, 2, 2, ''headache''),
                           (''Fen'', 3, 2, 2, ''toothache'')) t(name, g1, g2, g3, condition)',
                  person := 'name', sensitive := 'condition', generalizations := ['g1', 'g2', 'g3'], property := {'distinct_diversity': 2})
ORDER BY group_label, value`,
	Notes: []string{
		"The rows are in random order, which says nothing about that of the table, nor which value is whose: two [draws](#draws) tell no more than one.",
		"No other column is released. What is joined to the labels later must not depend on sensitive values.",
	},
	Cost:    "that of `jump_publish`, and a sort.",
	Source:  sourceJump + "Table 9.",
	Plan:    planJumpRelease,
	Kernels: []host.Kernel{stepsKernel},
}

func planJumpRelease(c *call.Call) (sqltext.SQL, error) {
	in, err := newJumpInput(c)
	if err != nil {
		return "", err
	}
	if err := in.readAlgorithm(); err != nil {
		return "", err
	}
	random, err := draw.Read(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	in.addPeople(&p)
	random.Bind(&p, c, labelled)
	in.addSteps(&p)
	return p.Statement(sqltext.Released(random.InOrder("", sqltext.Fill(`
		SELECT r.generalization, {labels}, x.s AS value
		FROM {labelled} AS x JOIN __skyline_evaluations AS r ON r.released IS NOT NULL
	`, sqltext.Args{"labels": sqltext.Join(",\n", in.shownLabels()...), "labelled": labelled})))), nil
}

// shownLabels are the columns of the labels of the generalization that is released: one
// column, or with hierarchies those that they are of.
func (in *jumpInput) shownLabels() []sqltext.SQL {
	names := []string{"group_label"}
	if in.hierarchies != "" {
		names = nil
		for _, label := range in.spec.Generalizations[0].Labels {
			names = append(names, in.labels[label].Name)
		}
	}
	labels := sqltext.Prefixed("x", in.labelColumns())
	return sqltext.Map(names, func(at int, name string) sqltext.SQL {
		cases := sqltext.Map(in.spec.Generalizations, func(j int, g generalization) sqltext.SQL {
			return sqltext.Fill("WHEN {j} THEN {label}", sqltext.Args{"j": sqltext.Int(int64(j) + 1), "label": sqltext.TextOf(labels[g.Labels[at]])})
		})
		label := sqltext.Fill("CASE r.released {cases} END", sqltext.Args{"cases": sqltext.Join(" ", cases...)})
		return sqltext.ShownAs(label) + " AS " + sqltext.Ident(name)
	})
}
