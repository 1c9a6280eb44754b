package check

import (
	"fmt"
	"strings"

	"skyline/engine/disclosure"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

var DisclosureCheck = &call.Function{
	Name:    "disclosure_check",
	Summary: "How sure can any adversary with k pieces of knowledge become of anybody's sensitive value, and is that below c?",
	Description: `A row for each number of pieces of knowledge from 0 to ` + "`k`" + `: the maximum disclosure, which is the largest probability that any person has any value, over everything that an adversary with at most that many pieces could know. Two kinds of pieces are looked at:

- *basic implications*, “if these people have these values, then one of those has one of those values”. Any knowledge about the table can be put together from them, so this is the worst case among all adversaries; ` + "`safe`" + ` is about it: (c,k)-safety.
- *negated atoms*, “this person does not have this value”, which is the knowledge that ℓ-diversity guards against.

The adversary knows who is in which QI group.`,
	Params: []call.Param{
		call.ParamTable, call.ParamQI, call.ParamSensitive,
		{Name: "k", Type: "BIGINT", Default: "3", Doc: fmt.Sprintf("how many pieces of knowledge at most, from 0 to %d", disclosure.MaxK)},
		call.ParamThreshold,
		{Name: "weight", Type: "VARCHAR", Default: "NULL", Doc: "an integer column; a row counts that many times"},
	},
	Columns: []call.ResultColumn{
		{Name: "k", Type: "BIGINT", Doc: "how many pieces of knowledge"},
		{Name: "implications", Type: "DOUBLE", Doc: "the maximum disclosure under that many basic implications, in [0, 1]"},
		{Name: "negations", Type: "DOUBLE", Doc: "the maximum disclosure under that many negated atoms, at most `implications`"},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether `implications < c`"},
		{Name: "witness", Type: "STRUCT", Doc: "a worst case of the implications: if any of `antecedents` holds, so does `consequent`, of which the adversary then is that sure. Each is a STRUCT of `qi_group` (a STRUCT of the `qi` columns), `person`, a number within the group, and `value`"},
		{Name: "negation_witness", Type: "STRUCT", Doc: "a worst case of the negations: `qi_group` and `value` of the target, and the values that are `ruled_out` for him"},
		{Name: "c", Type: "DOUBLE", Doc: "the confidence threshold"},
	},
	Example: `SELECT k, implications, negations, witness.antecedents
FROM disclosure_check('(VALUES (''M'', ''Flu''), (''M'', ''Flu''), (''M'', ''Lung''), (''M'', ''Lung''), (''M'', ''Mumps''),
                               (''F'', ''Flu''), (''F'', ''Flu''), (''F'', ''Breast''), (''F'', ''Ovarian''), (''F'', ''Heart'')) t(sex, disease)',
                      qi := ['sex'], sensitive := 'disease', k := 2)`,
	Notes: []string{
		call.NoteNull, call.NoteSafe,
		"The numbers are those of the witness, a fraction, rounded once. An adversary who knows every value of a group but one is sure of that one: with k = (values of the group with the fewest) − 1 the maximum disclosure is 1.",
		"The witness is in its simplest form: each implication has one antecedent, and all have the same consequent (Theorem 9 of the source); an implication between two values of one person rules the first out. Fewer than k antecedents: more would not help. Where several worst cases are equally bad, the one that is named does not depend on the order of rows, on threads or on storage.",
		"An empty table discloses nothing: 0, and no witness.",
		"Cost: one scan and one GROUP BY of the `qi` columns; then O(k² log k) for each different histogram, of which only the k + 1 largest counts matter, and O(k⁴) in all for what groups can do together. `k` needs no more than the number of sensitive values.",
		"Not promised: the adversary takes all reconstructions of the table as equally likely before he uses what he knows.",
		"Source: Martin, Kifer, Machanavajjhala, Gehrke, Halpern, “Worst-Case Background Knowledge for Privacy-Preserving Data Publishing”, ICDE 2007, Sect. 3, with its recurrences repaired: groups have only as many people as they have, and the target's flag starts as not placed.",
	},
	Plan:    call.Old(planDisclosureCheck),
	Scalars: disclosureScalars,
}

// planDisclosureCheck writes the statement: DuckDB groups the rows and counts
// sensitive values; an aggregate reduces the groups to what worst-case knowledge sees
// of them; the kernel runs as a job; the groups of its witnesses are named.
//
// Names are qualified as in planBreach.
func planDisclosureCheck(c *call.Call) (string, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return "", err
	}
	k, err := oldpeople.ReadPieces(c, "k", c.Arguments["k"])
	if err != nil {
		return "", err
	}
	if err := c.CheckThreshold("c"); err != nil {
		return "", err
	}
	in.Named = true
	guard := ""
	if in.Weight != "" {
		guard = ", __skyline_guard AS guard WHERE guard.ok"
	}
	ctes := append([]string{in.TypesCTE()}, in.GroupsCTEs()...)
	ctes = append(ctes,
		fmt.Sprintf("__skyline_job AS (SELECT system.main.__disclosure_check_start(%d, %s, x.profiles) AS job, false AS done FROM (SELECT system.main.__skyline_profiles(%s, 'disclosure_check', %d, h, %s) AS profiles FROM __skyline_groups) AS x%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
			k, oldtext.QuoteText(c.Number("c")), sqltext.PlanKey, k, host.Apart, guard),
		"__skyline_atoms AS MATERIALIZED (SELECT UNNEST(system.main.__disclosure_check_rows(job), recursive := true) FROM __skyline_job WHERE done)",
		fmt.Sprintf("__skyline_names AS (SELECT h, system.main.row_number() OVER (PARTITION BY h ORDER BY %s) AS copy, %s AS g FROM __skyline_groups CROSS JOIN __skyline_types AS t WHERE h IN (SELECT histogram FROM __skyline_atoms))",
			oldtext.Ordered("__skyline_groups", in.KeyList()), in.GroupStruct("__skyline_groups")),
		fmt.Sprintf("__skyline_rows AS (SELECT r.*, n.g, %s AS v FROM (SELECT r.* FROM __skyline_atoms AS r, __skyline_types AS t WHERE %s) AS r CROSS JOIN __skyline_types AS t LEFT JOIN __skyline_names AS n ON n.h = r.histogram AND n.copy = r.copy)",
			oldpeople.TypedValue, in.Readable()))
	const (
		atom = "system.main.struct_pack(qi_group := g, person := person, value := v)"
		// first() of a nested value would be another one that DuckDB holds for equal.
		first = "system.main.list_extract(system.main.list(%s) FILTER (role = '%s'), 1)"
		all   = "coalesce(system.main.list(%s ORDER BY i ASC) FILTER (role = '%s'), system.main.list_value())"
	)
	witness := fmt.Sprintf("system.main.struct_pack(consequent := "+first+", antecedents := "+all+")", atom, roleConsequent, atom, roleAntecedent)
	negation := fmt.Sprintf("system.main.struct_pack(qi_group := "+first+", value := "+first+", ruled_out := "+all+")", "g", roleTarget, "v", roleTarget, "v", roleRuledOut)
	found := fmt.Sprintf("system.main.count(*) FILTER (role = '%s') > 0", roleConsequent)
	return "WITH RECURSIVE " + strings.Join(ctes, ",\n") + fmt.Sprintf(
		"\nSELECT k, system.main.max(implications) AS implications, system.main.max(negations) AS negations, system.main.bool_and(safe) AS safe, CASE WHEN %[1]s THEN %[2]s END AS witness, CASE WHEN %[1]s THEN %[3]s END AS negation_witness, %[4]s AS c FROM __skyline_rows GROUP BY k ORDER BY k ASC",
		found, witness, negation, c.OldFloat("c")), nil
}
