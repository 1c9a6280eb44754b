package sqlfuncs

import (
	"context"
	"fmt"
	"strings"
)

var jumpRelease = &Function{
	Name:        "jump_release",
	Summary:     "The rows that an algorithm releases although everybody knows it.",
	Description: "The rows of the generalization that [`jump_publish`](#jump_publish) releases with the same arguments: the label of each person's group, and a sensitive value, of which somebody in the group has each. No rows if nothing is released.",
	Params:      []Param{paramJumpTable, paramJumpPerson, paramJumpSensitive, paramGeneralizations, paramProperty, paramStrategy, paramJump, paramJumpHierarchies, paramMaxSteps, paramSeed, paramAbsent},
	Columns: []ResultColumn{
		{"generalization", "VARCHAR", "the one that is released: the label column, or the levels"},
		{columnsOfTable, "", "`group_label`, a VARCHAR; with `hierarchies`, their columns, at the levels of the generalization, as VARCHAR"},
		{"value", "as `sensitive`", "a sensitive value"},
	},
	Example: `FROM jump_release('(VALUES (''Alice'', 1, 1, 1, ''flu''), (''Bob'', 1, 1, 1, ''cold''), (''Charlie'', 2, 1, 1, ''cancer''), (''David'', 2, 2, 1, ''cancer''), (''Eve'', 3, 2, 2, ''headache''), (''Fen'', 3, 2, 2, ''toothache'')) t(name, g1, g2, g3, condition)',
                  person := 'name', sensitive := 'condition', generalizations := ['g1', 'g2', 'g3'], property := {'distinct_diversity': 2})
ORDER BY group_label, value`,
	Notes: []string{
		noteJumpAdversary, noteJumpSensitive,
		"Rows are in random order: it says nothing about that of the table, nor which value is whose.",
		noteDraws("jump_release", twoOrders),
		"No other column is released. What is joined to the labels later must not depend on sensitive values.",
		"Cost: that of `jump_publish`, and a sort.",
		noteSourceJump + "Table 9.",
	},
	Plan:    planJumpRelease,
	Scalars: func() []Scalar { return jumpScalars("jump_release", jumpReleaseFields, runJumpRelease) },
}

var jumpReleaseFields = []Field{
	{"released", Type{Kind: Bigint}},
	{"generalization", Type{Kind: Varchar}},
}

func planJumpRelease(c *Call) (string, error) {
	in, err := newJumpInput(c)
	if err != nil {
		return "", err
	}
	if err := in.readStrategy(); err != nil {
		return "", err
	}
	if in.random, err = c.seed(); err != nil {
		return "", err
	}
	in.gather()
	names := []string{"group_label"}
	if in.hierarchies != "" {
		names = nil
		for _, i := range in.spec.Generalizations[0] {
			names = append(names, in.labels[i].name)
		}
	}
	columns := make([]string, len(names))
	for at, name := range names {
		var label strings.Builder
		for j, numbers := range in.spec.Generalizations {
			fmt.Fprintf(&label, " WHEN %d THEN %s", j+1, textOf(fmt.Sprintf("x.g%d", numbers[at]+1)))
		}
		columns[at] = shownAs(fmt.Sprintf("CASE r.released%s END", label.String())) + " AS " + quoteIdentifier(name)
	}
	return in.text(released(in.random.inOrder("", fmt.Sprintf("SELECT r.generalization, %s, x.s AS value FROM __skyline_people AS x JOIN __skyline_found AS r ON true",
		strings.Join(columns, ", "))))), nil
}

func runJumpRelease(ctx context.Context, k *jumpKernel, out *rowBuilder) error {
	evaluation, err := k.table.Publish(ctx, k.algorithm(), k.options())
	if err != nil {
		return err
	}
	if evaluation.Undecided != nil {
		return evaluation.Undecided
	}
	if released := evaluation.Released; released > 0 {
		out.int64(0, int64(released))
		out.text(1, k.spec.Names[released-1], false)
		out.row()
	}
	return nil
}
