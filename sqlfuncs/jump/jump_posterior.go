package jump

import (
	"context"
	"database/sql"
	"math/big"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// JumpPosterior is what is believed after such a release.
var JumpPosterior = &call.Function{
	Name:      "jump_posterior",
	Summary:   "What an adversary who knows the algorithm believes about each person after the release.",
	Questions: []string{"What does somebody who runs the choice backwards believe?", "And if it is a secret which algorithm was used?"},
	Description: "The belief of an adversary who sees what [`jump_publish`](#jump_publish) releases with the same arguments, and knows how it was chosen: a row for each person and each value that the person may have. Its probability is the share of the tables in the disclosure set in which the person has it.\n\n" +
		"After an unsafe release, of `strategy := 'naive'`, that may be far more than the release seems to tell; after one by `'jump'`, `'safe'` or `'certified'`, nobody's belief violates the property. If nothing is released, it is the belief of somebody who knows which sensitive values the table has, but not whose, and that nothing was released: which may be certainty, whatever the algorithm.\n\n" +
		"With `strategy := 'secret'` the adversary sees what was released, `published`, and knows the list `algorithms` of which the publisher drew one, but not which: see [A secret choice](#a-secret-choice).",
	Params: []call.Param{
		paramJumpTable, paramJumpPerson, paramJumpSensitive, paramGeneralizations, paramProperty,
		{Name: "strategy", Type: "VARCHAR", Default: "'jump'", Doc: "the algorithm that everybody knows: `'jump'`, `'safe'`, `'certified'`, or, unsafe, `'naive'`; or `'secret'`, one of several, and nobody knows which"},
		paramJump, paramJumpHierarchies, paramMaxSteps, people.ParamAbsentValues,
		{Name: "algorithms", Type: "STRUCT[]", Default: "NULL", Doc: "for `'secret'`: the algorithms of which the publisher drew one, such as `[{'strategy': 'naive', 'order': ['g1', 'g3'], 'probability': 1/3}, {'jump': 2, 'probability': 2/3}]`: see [A secret choice](#a-secret-choice)"},
		{Name: "published", Type: "VARCHAR or BIGINT", Default: "NULL", Doc: "for `'secret'`: what was released: the generalization, by its column or its number in the list, from 1; 0 for nothing"},
		call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "person", Type: "as `person`", Doc: "the person", Data: true},
		{Name: "value", Type: "as `sensitive`", Doc: "a sensitive value that the person may have", Data: true},
		{Name: "probability", Type: "DOUBLE", Doc: "how likely that is, in (0, 1]"},
	},
	Example: `FROM jump_posterior('(VALUES (''Alice'', 1, 1, 1, ''flu''), (''Bob'', 1, 1, 1, ''cold''),
                             (''Charlie'', 2, 1, 1, ''cancer''), (''David'', 2, 2, 1, ''cancer''),
                             (''Eve'', 3, 2, 2, ''headache''),
                             (''Fen'', 3, 2, 2, ''toothache'')) t(name, g1, g2, g3, condition)',
                    person := 'name', sensitive := 'condition', generalizations := ['g1', 'g2', 'g3'], property := {'distinct_diversity': 2}, strategy := 'naive')`,
	Notes: []string{
		"**To release nothing is not always safe.** Theorem 1 of the source says that it is, and that holds for adversaries who do not know the multiset of sensitive values. Those who do may conclude something: take five people with the values a, a, b, c, d; g1 puts the first and the fourth in one group and the others in another, and g2 puts everybody in one group. With `{'distinct_diversity': 2}` nothing is released just when the first and the fourth both have a.",
		"Where an algorithm tries a generalization twice, nobody sees at which turn it was released.",
		"Each probability is a fraction of counted tables, rounded once. The rows are ordered by person, and then by probability, the largest first.",
		"It is an error where the disclosure set is not counted, even though bounds decide that it may be released; a larger `max_steps` may do.",
	},
	Cost:    "that of `jump_publish`, and a join of people with their beliefs. With `'secret'`, that of a disclosure set for each algorithm; those that leave the same tables are counted once, and all together take at most `max_steps`.",
	Source:  sourceJump + "Definition 3 and Table 3; Sect. 7 and Table 15 for a secret choice. In its Table 18, {g4, g5} should read 13/19 for each of A, B and C, and so the mean is 115/133, not 272/315.",
	Plan:    planJumpPosterior,
	Kernels: []host.Kernel{posteriorKernel},
}

func planJumpPosterior(c *call.Call) (sqltext.SQL, error) {
	in, err := newJumpInput(c)
	if err != nil {
		return "", err
	}
	if err := in.readAlgorithm(secret); err != nil {
		return "", err
	}
	if err := in.readSecret(); err != nil {
		return "", err
	}
	return in.planBeliefs(posteriorKernel.Name, "what is believed of each cell of people after the release"), nil
}

// posteriorRow says how likely a value is for everybody in a cell.
type posteriorRow struct {
	Cell        []string // its labels
	Value       sql.Null[string]
	Probability float64
}

var posteriorKernel = host.KernelOf("jump_posterior", runPosterior)

func runPosterior(ctx context.Context, spec *jumpSpec) (*host.Rows[posteriorRow], error) {
	k, err := spec.read()
	if err != nil {
		return nil, err
	}
	belief, err := k.posterior(ctx)
	if err != nil {
		return nil, k.explain(err)
	}
	out := host.NewRows[posteriorRow]()
	belief.Each(func(cells, values []int32, shares []*big.Rat) bool {
		if err = ctx.Err(); err != nil {
			return false
		}
		for v, share := range shares {
			probability, _ := share.Float64()
			for _, cell := range cells {
				out.Add(posteriorRow{k.labels(cell), k.text(values[v]), probability})
			}
		}
		return true
	})
	return out, err
}
