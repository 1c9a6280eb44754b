package jump

import (
	"math"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

const (
	noteSourceJump    = "Source: Liu, Wang, Zhang, Zhu, “k-jump: a strategy to design publicly-known algorithms for privacy preserving micro-data disclosure”, "
	noteJumpSensitive = "NULL is a sensitive value of its own. Each person has one row; NULL as a person or as a label is an error."
	noteJumpAdversary = "The adversary knows who is in the table and in which group of every generalization, the algorithm with its property, distances and `max_steps`, and what is released: labels, and the values of each group. They take all tables that agree with that to be equally likely."
)

// JumpPublish follows an algorithm that everybody knows.
var JumpPublish = &call.Function{
	Name:    "jump_publish",
	Summary: "Which generalization to release, although everybody knows how it was chosen.",
	Description: `Tries generalizations in their order and stops at the first that may be released: a row for each set of tables that is evaluated on the way.

Whoever knows the algorithm can run it backwards. Of all tables with the same generalization, the *permutation set*, they rule out those for which the algorithm would have stopped earlier, or jumped over this generalization; what remains is the *disclosure set*, and their belief about a person is how often the person has a value in it. ` + "`strategy`" + ` is the algorithm:

- ` + "`'naive'`" + ` looks at permutation sets only, and **is not safe**: see ` + "`jump_posterior`" + `;
- ` + "`'safe'`" + ` looks at disclosure sets;
- ` + "`'jump'`" + ` looks at the permutation set, and if that satisfies the property at the disclosure set; if that does not, it jumps as far as ` + "`jump`" + ` says. With distances of 1 it releases the same as ` + "`'safe'`" + `. Larger ones may release more or less (` + "`jump_compare`" + `), and are easier to compute;
- ` + "`'certified'`" + ` is not of the source: it releases where bounds that need no recursion prove the property for every set that the disclosure set could be, and otherwise goes on to the next. It is safe, releases less, and answers for tables of any size.

All but ` + "`'naive'`" + ` are safe: no belief in what they release violates the property.`,
	Params: []call.Param{
		paramJumpTable, paramJumpPerson, paramJumpSensitive, paramGeneralizations, paramProperty, paramStrategy, paramJump,
		paramJumpHierarchies, paramMaxSteps,
		{Name: "samples", Type: "BIGINT", Default: "0", Doc: "how many tables to draw to audit each disclosure set; what takes more than `max_steps` is then undecided, and no error"},
		{Name: "confidence", Type: "DOUBLE", Default: "0.99", Doc: "the confidence of the audit, in (0, 1)"},
		draw.ParamAuditSeed, people.ParamAbsent,
	},
	Columns: []call.ResultColumn{
		{Name: "step", Type: "BIGINT", Doc: "the number of the evaluation, from 1"},
		{Name: "generalization", Type: "VARCHAR", Doc: "the label column, or the levels"},
		{Name: "evaluated", Type: "VARCHAR", Doc: "`permutation set` or `disclosure set`"},
		{Name: "table_count", Type: "HUGEINT", Doc: "how many tables the set has; NULL where that was not counted, or is too large a number"},
		{Name: "holds", Type: "BOOLEAN", Doc: "whether the set satisfies the property, or, for a disclosure set with `'certified'`, whether that is proven; NULL where it is not decided"},
		{Name: "outcome", Type: "VARCHAR", Doc: "`release`, `go on to …`, `jump to …`, `evaluate disclosure set`, `release nothing`, or `undecided`"},
		{Name: "method", Type: "VARCHAR", Doc: "`exact`, `certified` (it follows from bounds), or `estimated` (by the audit only, which decides nothing)"},
		{Name: "highest", Type: "DOUBLE", Doc: "the largest share of the tables in which anybody has the same value; where `method` is `certified` it is at most this; NULL where it is not known"},
		{Name: "table_count_log10", Type: "DOUBLE", Doc: "the decimal logarithm of `table_count`, of any size"},
		{Name: "reason", Type: "VARCHAR", Doc: "how the answer was found"},
		{Name: "audit", Type: "STRUCT(draws BIGINT, kept BIGINT, undecided BIGINT, share_low DOUBLE, share_high DOUBLE, highest_low DOUBLE, highest_high DOUBLE, confidence DOUBLE)", Doc: "NULL without `samples`: of so many tables drawn from the permutation set so many were in the disclosure set; with the confidence given, its share of the permutation set and the `highest` share lie between these numbers"},
	},
	Example: `SELECT step, generalization, evaluated, table_count, holds, outcome
FROM jump_publish('(VALUES (''Alice'', 1, 1, 1, ''flu''), (''Bob'', 1, 1, 1, ''cold''), (''Charlie'', 2, 1, 1, ''cancer''), (''David'', 2, 2, 1, ''cancer''), (''Eve'', 3, 2, 2, ''headache''), (''Fen'', 3, 2, 2, ''toothache'')) t(name, g1, g2, g3, condition)',
                  person := 'name', sensitive := 'condition', generalizations := ['g1', 'g2', 'g3'], property := {'distinct_diversity': 2})`,
	Notes: []string{
		noteJumpAdversary, noteJumpSensitive,
		"The generalizations and their order must follow from what the adversary knows anyway, the people and their quasi-identifiers, and not from the sensitive values. Groups made by `skyline_partition` under a requirement on sensitive values do depend on these; made with `k_anonymity` alone and `split := 'median'` they do not.",
		"To release nothing tells something, too, to those who know the multiset of sensitive values: `jump_posterior` says what. (Theorem 1 of the source is about those who do not know it.) `jump_compare` counts how often that happens.",
		"A computation that is not feasible is refused with an error that says what it takes: before it starts, or, where the forecast was too low, when `max_steps` are spent. No answer depends on a time limit or on samples; `method` says which answers were counted, and which follow from bounds. A larger `max_steps` changes no answer of the other strategies; those of `'certified'` do not depend on it.",
		"**Choose strategy, distances and `max_steps` before you look.** Whether a set is refused depends on the table, and so anyone who falls back to another strategy after a refusal runs one more algorithm, about which nothing is said here. `'certified'` is never refused.",
		"What `'certified'` gives up: of 53,822 random tables of some five people in the tests it releases 29,427, and `'jump'` with distances of 1 releases 30,407, possibly by an earlier generalization; of large tables it loses where the disclosure set depends on those of other tables, which it never counts.",
		"Where generalizations are nested (each coarser than the one before), most sets are counted quickly for thousands of people: earlier generalizations that no table of the set passes do not matter. What remains hard is a disclosure set that depends on those of other tables: from the third generalization on, with short jumps, and only where tables both pass and do not pass the second. Generalizations that are not nested are counted for some 16 people that they link.",
		"Cost: one scan, one GROUP BY of the labels and the sensitive column; then it depends on the people of each group, and on `max_steps`.",
		noteSourceJump + "Tables 6, 7 and 9. Table 13 has j + k[i] where j + k[j] is meant.",
	},
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
	if err := in.readAudit(); err != nil {
		return "", err
	}
	random, err := draw.Read(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	in.addPeople(&p)
	random.Bind(&p, c, labelled)
	in.addSteps(&p, sqltext.Member{Name: "key", Value: draw.KeyData(random.Key())})
	return p.Statement(`
		SELECT
		    r.step, r.generalization, r.evaluated, r.table_count::HUGEINT AS table_count, r.holds, r.outcome, r.method,
		    r.highest, r.table_count_log10, r.reason, list_extract(r.audits, 1) AS audit
		FROM __skyline_evaluations AS r
		ORDER BY r.step ASC
	`), nil
}

// readAudit reads the parameters of the audit but the seed.
func (in *jumpInput) readAudit() error {
	c := in.call
	in.spec.Auditable = true
	var err error
	if in.spec.Samples, err = c.Whole("samples"); err != nil {
		return err
	}
	if in.spec.Samples == 1 || in.spec.Samples > math.MaxInt32 {
		return c.Errorf("samples must be 0, or from 2 to %d, got %d", math.MaxInt32, in.spec.Samples)
	}
	return c.CheckNumber("confidence", "in (0, 1)", c.Arguments["confidence"], func(x float64) bool {
		in.spec.Confidence = x
		return x > 0 && x < 1
	})
}
