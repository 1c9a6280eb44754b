package check

import (
	"database/sql"
	"fmt"

	"skyline/engine/disclosure"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sentence"
	"skyline/sqlfuncs/sqltext"
)

// DisclosureCheck is disclosure_check.
var DisclosureCheck = &call.Function{
	Name:      "disclosure_check",
	Summary:   "How sure can any adversary with k pieces of knowledge become of anybody's sensitive value, and is that below c?",
	Questions: []string{"How sure can anybody with k pieces of knowledge become, whatever these are?"},
	Description: `A row for each number of pieces of knowledge from 0 to ` + "`pieces`" + `: the maximum disclosure, which is the largest probability that any person has any value, over everything that an adversary with at most that many pieces could know. Two kinds of pieces are looked at:

- *basic implications*, “if these people have these values, then one of those has one of those values”. Any knowledge about the table can be put together from them, so this is the worst case among all adversaries; ` + "`safe`" + ` is about it: (c,k)-safety.
- *negated atoms*, “this person does not have this value”, which is the knowledge that ℓ-diversity guards against.

The adversary knows who is in which QI group.`,
	Params: []call.Param{
		call.ParamTable, call.ParamQI, call.ParamSensitive,
		{Name: "pieces", Type: "BIGINT", Default: "3", Doc: fmt.Sprintf("up to how many pieces of knowledge, from 0 to %d: there is a row for each number", disclosure.MaxK)},
		call.ParamThreshold,
		call.ParamWeight, call.ParamOtherSensitive,
		{Name: "person", Type: "VARCHAR", Default: "NULL", Doc: "the column that identifies the individual, so that `witness` names people; NULL: each row is a person"},
		call.ParamWithin, call.ParamSuppressedRows, call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "attribute", Type: "VARCHAR", Doc: "the sensitive column that the row is about"},
		{Name: "pieces", Type: "BIGINT", Doc: "how many pieces of knowledge"},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether `implications < c`"},
		{Name: "implications", Type: "DOUBLE", Doc: "the maximum disclosure under that many basic implications, in [0, 1]"},
		{Name: "negations", Type: "DOUBLE", Doc: "the maximum disclosure under that many negated atoms, at most `implications`"},
		{Name: "c", Type: "DOUBLE", Doc: "the confidence threshold"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words: how sure somebody can become, and how that compares with the limit"},
		{Name: "witness", Type: "STRUCT", Doc: "a worst case of the implications: if any of `antecedents` holds, so does `consequent`, of which the adversary then is that sure. Each is a STRUCT of `qi_group` (a STRUCT of the `qi` columns), `person`, a number within the group, and `value`. `sentences` says the same of people by their names in the column `person`, as [`sentences_check`](#sentences_check) takes it; NULL where that is not given", Data: true},
		{Name: "negation_witness", Type: "STRUCT", Doc: "a worst case of the negations: `qi_group` and `value` of the target, and the values that are `ruled_out` for them", Data: true},
	},
	Example: `SELECT pieces, implications, negations, safe, witness.consequent
FROM disclosure_check('(VALUES (''M'', ''Flu'', 6), (''M'', ''Lung'', 1), (''M'', ''Mumps'', 1),
                               (''M'', ''Cold'', 1), (''M'', ''Cough'', 1),
                               (''F'', ''Flu'', 3), (''F'', ''Breast'', 2), (''F'', ''Heart'', 2),
                               (''F'', ''Ovarian'', 2), (''F'', ''Cold'', 1)) t(sex, disease, people)',
                      qi := ['sex'], sensitive := 'disease', weight := 'people', pieces := 4, c := 0.9)`,
	Plot: `SELECT pieces AS "pieces of knowledge, k", unnest(['implications', 'negations']) AS curve, unnest([implications, negations]) AS "maximum disclosure"`,
	Notes: []string{
		"The numbers are those of the witness, a fraction, rounded once.",
		"An adversary who knows every value of a group but one is sure of that one: with k = (values of the group with the fewest) − 1 the maximum disclosure is 1.",
		"The witness is in its simplest form: each implication has one antecedent, and all have the same consequent (Theorem 9 of the source); an implication between two values of one person rules the first out. Fewer than k antecedents: more would not help.",
		"An empty table discloses nothing, and [is not called safe](#a-table-without-people).",
	},
	NotPromised: "The adversary takes all reconstructions of the table as equally likely before they use what they know.",
	Cost:        "one scan and one GROUP BY of the `qi` columns; then O(k² log k) for each different histogram, of which only the k + 1 largest counts matter, and O(k⁴) in all for what groups can do together. `k` need not be larger than the number of sensitive values.",
	Source:      "Martin, Kifer, Machanavajjhala, Gehrke, Halpern, “Worst-Case Background Knowledge for Privacy-Preserving Data Publishing”, ICDE 2007, Sect. 3, with its recurrences repaired: groups have only as many people as they have, and the target's flag starts as not placed.",
	Plan:        planDisclosureCheck,
	Kernels:     []host.Kernel{disclosureKernel},
	Aggregates:  []host.Aggregate{profilesAggregate()},
	Scalars:     func() []host.Scalar { return []host.Scalar{implicationsScalar()} },
}

// planDisclosureCheck writes the statement: DuckDB groups the rows and counts
// sensitive values; an aggregate reduces the groups to what worst-case knowledge sees
// of them; the kernel runs as a job; the groups of its witnesses are named.
func planDisclosureCheck(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	k, err := people.ReadPieces(c, "pieces", c.Arguments["pieces"])
	if err != nil {
		return "", err
	}
	threshold, err := c.Threshold("c")
	if err != nil {
		return "", err
	}
	if len(in.Sensitive) > 1 {
		return eachColumn{in, nil, replacedInDisclosure}.plan()
	}
	var p sqltext.Plan
	in.AddTypes(&p)
	in.AddGroups(&p, people.Reading{Twice: true, Persons: true})
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: disclosureKernel.Name, Why: "the maximum disclosure under each number of pieces, and the atoms of its witnesses",
		Spec: disclosureSpec{K: k, C: threshold, Column: people.PlainIdentifier(in.Sensitive[0])},
		Data: []sqltext.Member{{Name: "profiles", Value: "x.profiles"}},
		From: sqltext.Fill("(SELECT __skyline_profiles({key}, {function}, {k}, h) AS profiles FROM {groups}) AS x", sqltext.Args{
			"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name), "k": sqltext.Int(k), "groups": people.Groups,
		}),
		Rows: "__skyline_atoms",
	})
	addAtomNames(&p, in)
	return p.Statement(sqltext.Fill(`
		SELECT
		    {attribute} AS attribute, k AS pieces, bool_and(safe) AS safe, max(implications) AS implications, max(negations) AS negations, {c} AS c, max(meaning) AS meaning,
		    CASE WHEN {found} THEN struct_pack(
		        consequent := {consequent},
		        antecedents := {antecedents},
		        sentences := {sentences}
		    ) END AS witness,
		    CASE WHEN {found} THEN struct_pack(
		        qi_group := {group}, value := {value},
		        ruled_out := {ruled_out}
		    ) END AS negation_witness
		FROM __skyline_named_atoms
		GROUP BY k
		ORDER BY k ASC
	`, sqltext.Args{
		"found":       "count(*) FILTER (WHERE role = " + sqltext.Text(roleConsequent) + ") > 0",
		"consequent":  atomOf(roleConsequent, wholeAtom),
		"antecedents": atomsOf(roleAntecedent, wholeAtom),
		"sentences":   implications(in),
		"group":       atomOf(roleTarget, "g"),
		"value":       atomOf(roleTarget, "v"),
		"ruled_out":   atomsOf(roleRuledOut, "v"),
		"c":           sqltext.Float(threshold),
		"attribute":   sqltext.Text(in.Sensitive[0]),
	})), nil
}

// addAtomNames adds the CTE of the kernel's rows whose atoms have their groups g, in the
// types of the columns, and their values v.
func addAtomNames(p *sqltext.Plan, in *people.Input) {
	keys, named, name := sqltext.List(in.Keys()), sqltext.SQL(""), sqltext.SQL("")
	if in.Person != "" {
		named, name = ", "+sqltext.List(sqltext.Prefixed(people.Groups, in.Keys())), ", x.name"
	}
	p.With("__skyline_atom_groups", "the QI groups that atoms may be about, numbered among those with the same histogram", sqltext.Fill(`
		SELECT h, row_number() OVER (PARTITION BY h ORDER BY {order}) AS copy, {group} AS g{named}
		FROM {groups} CROSS JOIN {types} AS t
		WHERE h IN (SELECT histogram FROM __skyline_atoms)
	`, sqltext.Args{
		"order": sqltext.Ordered(people.Groups, in.Keys()), "group": in.GroupStruct(people.Groups), "groups": people.Groups, "types": people.Types, "named": named,
	}))
	who := sqltext.SQL("")
	if in.Person != "" {
		p.With("__skyline_atom_people", "the people of these groups, numbered in the order of their names", sqltext.Fill(`
			SELECT h, copy, row_number() OVER (PARTITION BY h, copy ORDER BY p ASC) AS person, {text} AS name
			FROM {persons} AS x JOIN (SELECT h, copy, {keys} FROM __skyline_atom_groups) AS n ON {same}
		`, sqltext.Args{"text": sqltext.TextOf("p"), "persons": in.Persons(), "keys": keys, "same": sameKeys("x", "n", in.Keys())}))
		who = " LEFT JOIN __skyline_atom_people AS x ON x.h = r.histogram AND x.copy = r.copy AND x.person = r.person"
	}
	p.With("__skyline_named_atoms", "the kernel's rows, with the groups and values of their atoms", sqltext.Fill(`
		SELECT r.*, n.g, {value} AS v{name}
		FROM {rows} LEFT JOIN __skyline_atom_groups AS n ON n.h = r.histogram AND n.copy = r.copy{who}
	`, sqltext.Args{"value": people.TypedValue(), "rows": in.Readable("__skyline_atoms"), "name": name, "who": who}))
}

// sameKeys is true of rows of two relations that are of the same QI group.
func sameKeys(a, b sqltext.SQL, keys []sqltext.SQL) sqltext.SQL {
	return sqltext.Join(" AND ", sqltext.Map(keys, func(_ int, key sqltext.SQL) sqltext.SQL {
		return a + "." + key + " IS NOT DISTINCT FROM " + b + "." + key
	})...)
}

// implications are the sentences of a witness.
func implications(in *people.Input) sqltext.SQL {
	if in.Person == "" {
		return "NULL::VARCHAR[]"
	}
	return sqltext.Fill("__skyline_implications({name}, {value}, {names}, {values})", sqltext.Args{
		"name": atomOf(roleConsequent, "name"), "value": atomOf(roleConsequent, "value"),
		"names": atomsOf(roleAntecedent, "name"), "values": atomsOf(roleAntecedent, "value"),
	})
}

// implicationsArgs are the arguments of __skyline_implications: a person and their value, and
// those of people of whom each implies it.
type implicationsArgs struct {
	Name, Value   sql.Null[string]
	Names, Values []sql.Null[string]
}

func implicationsScalar() host.Scalar {
	return host.ScalarOf("__skyline_implications", func(a *implicationsArgs) ([]string, error) {
		literal := func(name, value sql.Null[string]) []sentence.Literal {
			return []sentence.Literal{{Person: name.V, Value: sentence.Value{Text: value.V, Null: !value.Valid}}}
		}
		var texts []string
		for i := range min(len(a.Names), len(a.Values)) {
			s := sentence.Sentence{If: literal(a.Names[i], a.Values[i]), Then: literal(a.Name, a.Value)}
			texts = append(texts, s.String())
		}
		return texts, nil
	})
}

// wholeAtom is an atom as a result shows it.
const wholeAtom = sqltext.SQL("struct_pack(qi_group := g, person := person, value := v)")

// atomOf is what the one atom with a role has. It goes by a list, since first() of a nested
// value would be another one that DuckDB holds for equal, and so would that of the list, as
// ListElement takes it.
func atomOf(role string, what sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("list_reduce(list({what}) FILTER (WHERE role = {role}), lambda one, other: one)", sqltext.Args{"what": what, "role": sqltext.Text(role)})
}

// atomsOf is a list of what the atoms with a role have, which may be empty.
func atomsOf(role string, what sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("coalesce(list({what} ORDER BY i ASC) FILTER (WHERE role = {role}), list_value())", sqltext.Args{"what": what, "role": sqltext.Text(role)})
}
