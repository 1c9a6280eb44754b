package jump

import (
	"context"
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
)

var JumpRelease = &call.Function{
	Name:        "jump_release",
	Summary:     "The rows that an algorithm releases although everybody knows it.",
	Description: "The rows of the generalization that [`jump_publish`](#jump_publish) releases with the same arguments: the label of each person's group, and a sensitive value, of which somebody in the group has each. No rows if nothing is released.",
	Params:      []call.Param{paramJumpTable, paramJumpPerson, paramJumpSensitive, paramGeneralizations, paramProperty, paramStrategy, paramJump, paramJumpHierarchies, paramMaxSteps, call.ParamSeed, people.ParamAbsent},
	Columns: []call.ResultColumn{
		{Name: "generalization", Type: "VARCHAR", Doc: "the one that is released: the label column, or the levels"},
		{Name: call.ColumnsOfTable, Type: "", Doc: "`group_label`, a VARCHAR; with `hierarchies`, their columns, at the levels of the generalization, as VARCHAR"},
		{Name: "value", Type: "as `sensitive`", Doc: "a sensitive value"},
	},
	Example: `FROM jump_release('(VALUES (''Alice'', 1, 1, 1, ''flu''), (''Bob'', 1, 1, 1, ''cold''), (''Charlie'', 2, 1, 1, ''cancer''), (''David'', 2, 2, 1, ''cancer''), (''Eve'', 3, 2, 2, ''headache''), (''Fen'', 3, 2, 2, ''toothache'')) t(name, g1, g2, g3, condition)',
                  person := 'name', sensitive := 'condition', generalizations := ['g1', 'g2', 'g3'], property := {'distinct_diversity': 2})
ORDER BY group_label, value`,
	Notes: []string{
		noteJumpAdversary, noteJumpSensitive,
		"Rows are in random order: it says nothing about that of the table, nor which value is whose.",
		call.NoteDraws("jump_release", call.TwoOrders),
		"No other column is released. What is joined to the labels later must not depend on sensitive values.",
		"Cost: that of `jump_publish`, and a sort.",
		noteSourceJump + "Table 9.",
	},
	Plan:    call.Old(planJumpRelease),
	Scalars: func() []host.Scalar { return jumpScalars("jump_release", jumpReleaseFields, runJumpRelease) },
}

var jumpReleaseFields = []host.Field{
	{Name: "released", Type: host.Type{Kind: host.Bigint}},
	{Name: "generalization", Type: host.Type{Kind: host.Varchar}},
}

func planJumpRelease(c *call.Call) (string, error) {
	in, err := newJumpInput(c)
	if err != nil {
		return "", err
	}
	if err := in.readStrategy(); err != nil {
		return "", err
	}
	if in.random, err = c.Seed(); err != nil {
		return "", err
	}
	in.gather()
	names := []string{"group_label"}
	if in.hierarchies != "" {
		names = nil
		for _, i := range in.spec.Generalizations[0] {
			names = append(names, in.labels[i].Name)
		}
	}
	columns := make([]string, len(names))
	for at, name := range names {
		var label strings.Builder
		for j, numbers := range in.spec.Generalizations {
			fmt.Fprintf(&label, " WHEN %d THEN %s", j+1, oldtext.TextOf(fmt.Sprintf("x.g%d", numbers[at]+1)))
		}
		columns[at] = oldtext.ShownAs(fmt.Sprintf("CASE r.released%s END", label.String())) + " AS " + oldtext.QuoteIdentifier(name)
	}
	return in.text(oldtext.Released(in.random.InOrder("", fmt.Sprintf("SELECT r.generalization, %s, x.s AS value FROM __skyline_people AS x JOIN __skyline_found AS r ON true",
		strings.Join(columns, ", "))))), nil
}

func runJumpRelease(ctx context.Context, k *jumpKernel, out *host.RowBuilder) error {
	evaluation, err := k.table.Publish(ctx, k.algorithm(), k.options())
	if err != nil {
		return err
	}
	if evaluation.Undecided != nil {
		return evaluation.Undecided
	}
	if released := evaluation.Released; released > 0 {
		out.Int64(0, int64(released))
		out.Text(1, k.spec.Names[released-1], false)
		out.Row()
	}
	return nil
}
