package jump

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"skyline/engine/jump"
	"skyline/engine/jump/tables"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

const (
	noteSourceJump    = "Source: Liu, Wang, Zhang, Zhu, “k-jump: a strategy to design publicly-known algorithms for privacy preserving micro-data disclosure”, "
	noteJumpSensitive = "NULL is a sensitive value of its own. Each person has one row; NULL as a person or as a label is an error."
	noteJumpAdversary = "The adversary knows who is in the table and in which group of every generalization, the algorithm with its property, distances and `max_steps`, and what is released: labels, and the values of each group. He holds every table that agrees with that for equally likely."
)

var JumpPublish = &call.Function{
	Name:    "jump_publish",
	Summary: "Which generalization to release, although everybody knows how it was chosen.",
	Description: `Tries generalizations in their order and stops at the first that may be released: a row for each set of tables that is evaluated on the way.

Who knows the algorithm can run it backwards. Of all tables with the same generalization, the *permutation set*, he rules out those for which the algorithm would have stopped earlier, or jumped over this generalization; what remains is the *disclosure set*, and his belief about a person is how often the person has a value in it. ` + "`strategy`" + ` is the algorithm:

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
		call.ParamAuditSeed, people.ParamAbsent,
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
		"What is not feasible is refused with an error that says what it takes: before it starts, or, where that was forecast too low, when `max_steps` are spent. No answer depends on a time limit or on samples; `method` says which answers were counted, and which follow from bounds. A larger `max_steps` changes no answer of the other strategies; those of `'certified'` do not depend on it.",
		"**Choose strategy, distances and `max_steps` before you look.** Whether a set is refused depends on the table, and so who falls back to another strategy after a refusal runs one more algorithm, about which nothing is said here. `'certified'` is never refused.",
		"What `'certified'` gives up: of 53,822 random tables of some five people in the tests it releases 29,427 and `'jump'` with distances of 1 30,407, a generalization that may be an earlier one; of large tables it loses where the disclosure set depends on those of other tables, which it never counts.",
		"Where generalizations are nested (each coarser than the one before), most sets are counted quickly for thousands of people: earlier generalizations that no table of the set passes do not matter. What remains hard is a disclosure set that depends on those of other tables: from the third generalization on, with short jumps, and only where tables both pass and do not pass the second. Generalizations that are not nested are counted for some 16 people that they link.",
		"Cost: one scan, one GROUP BY of the labels and the sensitive column; then it depends on the people of each group, and on `max_steps`.",
		noteSourceJump + "Tables 6, 7 and 9. Table 13 has j + k[i] where j + k[j] is meant.",
	},
	Plan:    call.Old(planJumpPublish),
	Scalars: func() []host.Scalar { return jumpScalars("jump_publish", jumpPublishFields, runJumpPublish) },
}

var jumpPublishFields = []host.Field{
	{Name: "step", Type: host.Type{Kind: host.Bigint}},
	{Name: "generalization", Type: host.Type{Kind: host.Varchar}},
	{Name: "evaluated", Type: host.Type{Kind: host.Varchar}},
	{Name: "table_count", Type: host.Type{Kind: host.Varchar}},
	{Name: "holds", Type: host.Type{Kind: host.Boolean}},
	{Name: "outcome", Type: host.Type{Kind: host.Varchar}},
	{Name: "method", Type: host.Type{Kind: host.Varchar}},
	{Name: "highest", Type: host.Type{Kind: host.Double}},
	{Name: "table_count_log10", Type: host.Type{Kind: host.Double}},
	{Name: "reason", Type: host.Type{Kind: host.Varchar}},
	{Name: "draws", Type: host.Type{Kind: host.Bigint}},
	{Name: "kept", Type: host.Type{Kind: host.Bigint}},
	{Name: "undecided", Type: host.Type{Kind: host.Bigint}},
	{Name: "share_low", Type: host.Type{Kind: host.Double}},
	{Name: "share_high", Type: host.Type{Kind: host.Double}},
	{Name: "highest_low", Type: host.Type{Kind: host.Double}},
	{Name: "highest_high", Type: host.Type{Kind: host.Double}},
	{Name: "confidence", Type: host.Type{Kind: host.Double}},
}

func planJumpPublish(c *call.Call) (string, error) {
	in, err := newJumpInput(c)
	if err != nil {
		return "", err
	}
	if err := in.readStrategy(); err != nil {
		return "", err
	}
	if err := in.readSamples(); err != nil {
		return "", err
	}
	in.gather()
	const audit = "CASE WHEN r.draws IS NOT NULL THEN system.main.struct_pack(draws := r.draws, kept := r.kept, undecided := r.undecided, share_low := r.share_low, share_high := r.share_high, highest_low := r.highest_low, highest_high := r.highest_high, confidence := r.confidence) END AS audit"
	return in.text("SELECT r.step, r.generalization, r.evaluated, r.table_count::HUGEINT AS table_count, r.holds, r.outcome, r.method, r.highest, r.table_count_log10, r.reason, " + audit + " FROM __skyline_found AS r ORDER BY r.step ASC"), nil
}

// readSamples reads the parameters of the audit.
func (in *jumpInput) readSamples() error {
	c := in.call
	var err error
	if in.spec.Samples, err = c.Whole("samples"); err != nil {
		return err
	}
	if in.spec.Samples == 1 || in.spec.Samples > math.MaxInt32 {
		return c.Errorf("samples must be 0, or from 2 to %d, got %d", math.MaxInt32, in.spec.Samples)
	}
	if err := c.CheckNumber("confidence", "in (0, 1)", c.Arguments["confidence"], func(x float64) bool {
		in.spec.Confidence = x
		return x > 0 && x < 1
	}); err != nil {
		return err
	}
	in.random, err = c.Seed()
	return err
}

var errJointSamples = errors.New("samples is for properties of single people, such as {'max_share': 0.5}; leave it out for implications and skylines")

func runJumpPublish(ctx context.Context, k *jumpKernel, out *host.RowBuilder) error {
	if k.joint != nil && k.spec.Samples > 0 {
		return errJointSamples
	}
	evaluation, err := k.table.Publish(ctx, k.algorithm(), k.options())
	if err != nil {
		return err
	}
	if evaluation.Undecided != nil && k.spec.Samples == 0 {
		return evaluation.Undecided
	}
	for i := range evaluation.Steps {
		k.step(out, i, &evaluation.Steps[i])
	}
	return nil
}

var (
	methods = map[jump.Method]string{jump.Exact: "exact", jump.CertifiedBounds: "certified", jump.Estimated: "estimated"}
	reasons = map[jump.Reason]string{
		jump.Known:      "no earlier generalization tells anything",
		jump.Masked:     "counted: the tables that pass nothing earlier",
		jump.Symmetric:  "everybody in a group stands alike to what is earlier",
		jump.Profiled:   "counted: by what groups can do together",
		jump.Classed:    "counted: by classes of tables",
		jump.Listed:     "counted: the tables were listed",
		jump.Bounded:    "hardly any table passes anything earlier",
		jump.Lemma:      "the permutation set violates it, and so does every subset",
		jump.Unproven:   "bounds do not prove it",
		jump.Sandwiched: "between two sets that were counted",
		jump.Enclosed:   "between bounds on what its groups can do",
	}
)

// step writes an evaluation.
func (k *jumpKernel) step(out *host.RowBuilder, i int, s *jump.Step) {
	out.Int64(0, int64(i)+1)
	out.Text(1, k.spec.Names[s.Generalization-1], false)
	out.Text(2, map[bool]string{false: "permutation set", true: "disclosure set"}[s.Disclosure], false)
	k.tables(out, 3, s.Tables)
	if s.Holds == tables.Unknown {
		out.Null(4)
	} else {
		out.Bool(4, s.Holds == tables.Yes)
	}
	out.Text(5, k.outcome(s), false)
	out.Text(6, methods[s.Method], false)
	if s.Highest == nil {
		out.Null(7)
	} else {
		highest, _ := s.Highest.Float64()
		out.Float64(7, highest)
	}
	out.Float64OrNull(8, s.Log10)
	reason, known := reasons[s.Reason]
	out.Text(9, reason, !known || !s.Disclosure || s.Holds == tables.Unknown)
	if a := s.Audit; a == nil {
		for column := 10; column < len(jumpPublishFields); column++ {
			out.Null(column)
		}
	} else {
		out.Int64(10, int64(a.Draws))
		out.Int64(11, int64(a.Kept))
		out.Int64(12, int64(a.Undecided))
		out.Float64(13, a.Share.Low)
		out.Float64(14, a.Share.High)
		out.Float64(15, a.Highest.Low)
		out.Float64(16, a.Highest.High)
		out.Float64(17, a.Confidence)
	}
	out.Row()
}

// tables writes a number of tables, if it is a HUGEINT.
func (k *jumpKernel) tables(out *host.RowBuilder, column int, n *big.Int) {
	if n == nil || n.BitLen() > 127 {
		out.Null(column)
		return
	}
	out.Text(column, n.String(), false)
}

// outcome says what the algorithm does after an evaluation.
func (k *jumpKernel) outcome(s *jump.Step) string {
	switch {
	case s.Holds == tables.Unknown:
		return "undecided"
	case s.Holds == tables.Yes && s.Next == s.Generalization:
		return "evaluate disclosure set"
	case s.Holds == tables.Yes:
		return "release"
	case s.Next == 0 || s.Next > len(k.spec.Names):
		return "release nothing"
	case s.Next > s.Generalization+1:
		return fmt.Sprintf("jump to %s", k.spec.Names[s.Next-1])
	}
	return fmt.Sprintf("go on to %s", k.spec.Names[s.Next-1])
}
