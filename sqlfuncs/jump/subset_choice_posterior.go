package jump

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// SubsetChoicePosterior is what is believed where the choice is secret.
var SubsetChoicePosterior = &call.Function{
	Name:        "subset_choice_posterior",
	Summary:     "What an adversary believes if the publisher kept secret which generalizations were tried.",
	Questions:   []string{"And if it was a secret which generalizations were tried?"},
	Description: "Suppose that the publisher drew a secret subset of at least two of the generalizations, and released the first of them, in their order, whose permutation set satisfies the property. The adversary knows all generalizations, the procedure, and what was released, `published`. A row for each person and each value that the person may have. The secret does not make an unsafe algorithm safe: Theorem 8 of the source.",
	Params: []call.Param{
		paramJumpTable, paramJumpPerson, paramJumpSensitive, paramGeneralizations, paramProperty,
		{Name: "published", Type: "VARCHAR or BIGINT", Doc: "the generalization that was released: its column, or its number in the list, from 1"},
		paramJumpHierarchies, paramMaxSteps,
	},
	Columns: []call.ResultColumn{
		{Name: "person", Type: "as `person`", Doc: "the person"},
		{Name: "value", Type: "as `sensitive`", Doc: "a sensitive value that the person may have"},
		{Name: "probability", Type: "DOUBLE", Doc: "how likely that is, in (0, 1]: every pair of a subset and a table for which it leads to this release is equally likely"},
		{Name: "mean", Type: "DOUBLE", Doc: "the source's figure: the mean, over the subsets that are possible, of the probability if that subset were the one drawn"},
	},
	Example: `FROM subset_choice_posterior('(VALUES (''A'', 1, 1, 1, ''x''), (''B'', 1, 2, 1, ''x''), (''C'', 2, 1, 1, ''x''),
                                      (''D'', 2, 2, 1, ''y''), (''E'', 2, 2, 1, ''z''),
                                      (''F'', 2, 2, 1, ''w'')) t(name, g1, g2, g3, condition)',
                             person := 'name', sensitive := 'condition', generalizations := ['g1', 'g2', 'g3'], property := {'distinct_diversity': 2}, published := 'g3')`,
	Notes: []string{
		"The adversary takes every table, and every subset of at least two generalizations, to be equally likely before seeing the release. A subset that would lead to this release for no table is ruled out.",
		"It is an error to name a generalization that no subset would lead to for this table: one whose permutation set violates the property, or the last one where the table passes all before it.",
		"Each probability is a fraction of counted tables, rounded once.",
	},
	Cost:    "one count for each subset of the earlier generalizations that matter, of which there may be 16, and 10 that no other of them is coarser than; all together take at most `max_steps`.",
	Source:  sourceJump + "Sect. 7. Of its Table 18, {g4, g5} should read 13/19 for each of A, B and C, and so the mean is 115/133, not 272/315.",
	Plan:    planSubsetChoice,
	Kernels: []host.Kernel{subsetChoiceKernel},
}

func planSubsetChoice(c *call.Call) (sqltext.SQL, error) {
	in, err := newJumpInput(c)
	if err != nil {
		return "", err
	}
	if in.spec.Published, err = in.published(); err != nil {
		return "", err
	}
	return in.planBeliefs(subsetChoiceKernel.Name, "what is believed of each cell of people if the choice is secret", ", r.mean"), nil
}

// published reads the parameter of that name: a number from 1 on.
func (in *jumpInput) published() (int, error) {
	c, v := in.call, in.call.Arguments["published"]
	tried := in.spec.Generalizations
	if len(tried) < 2 {
		return 0, c.Errorf("generalizations must be at least two for a secret choice among them, got %d", len(tried))
	}
	if name, ok := v.(string); ok {
		same := func(g generalization) bool { return call.Folded(g.Name) == call.Folded(name) }
		at := slices.IndexFunc(tried, same)
		switch {
		case at < 0:
			return 0, c.Errorf("published must be one of the generalizations, got %s", call.Show(name))
		case slices.ContainsFunc(tried[at+1:], same):
			return 0, c.Errorf("published must say which of the generalizations called %s is meant; give its number in the list", call.Show(name))
		}
		return at + 1, nil
	}
	n, ok := call.WholeOf(v)
	if !ok || n < 1 || n > int64(len(tried)) {
		return 0, c.Errorf("published must be one of the generalizations, or its number in the list, from 1 to %d, got %s", len(tried), call.Show(v))
	}
	return int(n), nil
}

// subsetChoiceRow says how likely a value is for everybody in a cell, by both figures.
type subsetChoiceRow struct {
	posteriorRow
	Mean float64
}

var subsetChoiceKernel = host.KernelOf("subset_choice", runSubsetChoice)

func runSubsetChoice(ctx context.Context, spec *jumpSpec) (*host.Rows[subsetChoiceRow], error) {
	k, err := spec.read()
	if err != nil {
		return nil, err
	}
	if spec.Published < 1 || spec.Published > len(spec.Generalizations) {
		return nil, errJumpSpec
	}
	if k.property == nil {
		return nil, errors.New("property must be one of single people here, such as {'max_share': 0.5}, and no implications or skyline")
	}
	choice, ok, err := k.table.SubsetChoice(ctx, k.property, spec.Published, k.options())
	if err != nil {
		return nil, k.explain(err)
	}
	if !ok {
		return nil, fmt.Errorf("published must be a generalization that some choice would release, and %s is none: its permutation set violates the property, or the table passes all that come before it, and none come after", k.nameOf(spec.Published))
	}
	out := host.NewRows[subsetChoiceRow]()
	choice.Each(func(cells, values []int32, posterior, mean []*big.Rat) bool {
		if err = ctx.Err(); err != nil {
			return false
		}
		for v := range values {
			probability, _ := posterior[v].Float64()
			average, _ := mean[v].Float64()
			for _, cell := range cells {
				out.Add(subsetChoiceRow{posteriorRow{k.labels(cell), k.text(values[v]), probability}, average})
			}
		}
		return true
	})
	return out, err
}
