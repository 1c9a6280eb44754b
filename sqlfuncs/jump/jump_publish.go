package jump

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// sourceJump is where these functions come from; which part follows.
const sourceJump = "Liu, Wang, Zhang, Zhu, “k-jump: a strategy to design publicly-known algorithms for privacy preserving micro-data disclosure”, "

// JumpPublish follows an algorithm that everybody knows.
var JumpPublish = &call.Function{
	Name:        "jump_publish",
	Summary:     "Which generalization to release, although everybody knows how it was chosen.",
	Questions:   []string{"Which generalization may be released, although everybody knows how it was chosen?"},
	Description: "Tries generalizations in their order and stops at the first that may be released: a row for each set of tables that is evaluated on the way. `strategy` is [the algorithm](#the-algorithms).",
	Params: []call.Param{
		paramJumpTable, paramJumpPerson, paramJumpSensitive, paramGeneralizations, paramProperty, paramStrategy, paramJump,
		paramJumpHierarchies, paramMaxSteps,
		people.ParamAbsentValues,
	},
	Columns: []call.ResultColumn{
		{Name: "step", Type: "BIGINT", Doc: "the number of the evaluation, from 1"},
		{Name: "generalization", Type: "VARCHAR", Doc: "the label column, or the levels"},
		{Name: "evaluated", Type: "VARCHAR", Doc: "`permutation set` or `disclosure set`"},
		{Name: "holds", Type: "BOOLEAN", Doc: "whether the set satisfies the property, or, for a disclosure set with `'certified'`, whether that is proven"},
		{Name: "outcome", Type: "VARCHAR", Doc: "`release`, `go on to …`, `jump to …`, `evaluate disclosure set`, `release nothing`"},
		{Name: "highest", Type: "DOUBLE", Doc: "the largest share of the tables in which anybody has the same value; where `method` is `certified` it is at most this; NULL where it is not known"},
		{Name: "reason", Type: "VARCHAR", Doc: "how the answer was found"},
		{Name: "method", Type: "VARCHAR", Doc: "`exact`, or `certified` (it follows from bounds)"},
		{Name: "table_count", Type: "HUGEINT", Doc: "how many tables the set has; NULL where that was not counted, or is too large a number"},
		{Name: "table_count_log10", Type: "DOUBLE", Doc: "the decimal logarithm of `table_count`, of any size"},
	},
	Example: `SELECT step, generalization, evaluated, table_count, holds, outcome
FROM jump_publish('(VALUES (''Alice'', 1, 1, 1, ''flu''), (''Bob'', 1, 1, 1, ''cold''),
                           (''Charlie'', 2, 1, 1, ''cancer''), (''David'', 2, 2, 1, ''cancer''),
                           (''Eve'', 3, 2, 2, ''headache''),
                           (''Fen'', 3, 2, 2, ''toothache'')) t(name, g1, g2, g3, condition)',
                  person := 'name', sensitive := 'condition', generalizations := ['g1', 'g2', 'g3'], property := {'distinct_diversity': 2})`,
	Notes: []string{
		"To release nothing tells something, too, to those who know the multiset of sensitive values: `jump_posterior` says what. `jump_compare` counts how often that happens.",
		"No answer depends on a time limit; `method` says which answers were counted, and which follow from bounds.",
	},
	Cost:    "one scan, one GROUP BY of the labels and the sensitive column; then it depends on the people of each group, and on `max_steps`: see [What can be counted](#what-can-be-counted).",
	Source:  sourceJump + "Tables 6, 7 and 9. Table 13 has j + k[i] where j + k[j] is meant.",
	Plan:    planJumpPublish,
	Kernels: []host.Kernel{stepsKernel},
}

func planJumpPublish(c *call.Call) (sqltext.SQL, error) {
	in, err := newJumpInput(c)
	if err != nil {
		return "", err
	}
	if err := in.readAlgorithm(); err != nil {
		return "", err
	}
	var p sqltext.Plan
	in.addPeople(&p)
	in.addSteps(&p)
	return p.Statement(`
		SELECT
		    r.step, r.generalization, r.evaluated, r.holds, r.outcome, r.highest, r.reason, r.method,
		    r.table_count::HUGEINT AS table_count, r.table_count_log10
		FROM __skyline_evaluations AS r
		ORDER BY r.step ASC
	`), nil
}
