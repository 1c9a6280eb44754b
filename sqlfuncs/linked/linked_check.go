package linked

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// LinkedCheck is linked_check.
var LinkedCheck = &call.Function{
	Name:        "linked_check",
	Summary:     "Whom do a few known rows of a person single out where the rows of a person carry a common pseudonym, and what do they tell?",
	Questions:   []string{"People have several rows that a pseudonym links: who is alone by a few known rows?"},
	Description: "A row for each number of known rows, from 0 to `known_rows`, and one for an attacker who knows all rows of a person: how few people the known rows fit, how many people are alone by them, and how sure the attacker becomes of a sensitive value. See [What the attacker knows](#what-the-attacker-knows).",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the release candidate, with a column that links the rows of a person: [a name or a query](#what-names-a-table)"},
		{Name: "qi", Type: "VARCHAR[]", Doc: "quasi-identifier columns, of the person (sex) and of the row (ward, month). Which is which is found from the data: a column is the person's if nobody has two values of it"},
		{Name: "sensitive", Type: "VARCHAR", Default: "NULL", Doc: "the sensitive column; NULL: only who is singled out"},
		{Name: "person", Type: "VARCHAR", Doc: "the column that links the rows of a person, such as the pseudonym"},
		{Name: "known_rows", Type: "BIGINT", Default: "2", Doc: "how many rows of a person an attacker knows at most, from 0 to 100"},
		call.ParamThreshold, call.ParamValue,
		{Name: "known", Type: "VARCHAR", Default: "'qi'", Doc: "what is known of a known row: `'qi'`, its quasi-identifiers, or `'row'`, its sensitive value as well"},
		{Name: "max_steps", Type: "BIGINT", Default: "100000000000", Doc: "how many elementary steps to take, about a second for 1e9; what is forecast to take more is not started"},
		people.ParamAbsentValues,
		call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "known_rows", Type: "VARCHAR", Doc: "how many rows of a person are known, or `all`"},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether `breach < c`; NULL without a sensitive column"},
		{Name: "breach", Type: "DOUBLE", Doc: "how sure the attacker can become of a sensitive value, in [0, 1]: the larger of `of_known` and `anywhere`. With at most `known_rows` rows, so that it does not fall from row to row"},
		{Name: "k", Type: "BIGINT", Doc: "the least number of candidates: people whom the known rows fit. NULL for an empty table"},
		{Name: "unicity", Type: "DOUBLE", Doc: "the share of people who are alone by as many of their rows, each choice of rows being equally likely. NULL for an empty table"},
		{Name: "c", Type: "DOUBLE", Doc: "the confidence threshold"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words. It is made only where a statement selects it", Data: true},
		{Name: "of_known", Type: "DOUBLE", Doc: "how likely a known row has a sensitive value, with at most `known_rows` rows; NULL where no row is known, and with `known := 'row'`"},
		{Name: "anywhere", Type: "DOUBLE", Doc: "the share of the candidates who have a sensitive value in any row; with `known := 'row'` in any other row than the known ones. With at most `known_rows` rows: with fewer there may be a row more to learn of"},
		{Name: "witness", Type: "STRUCT", Doc: "worst cases. `own` is what is known of the person, a STRUCT of the `qi` columns with NULL in those of rows, and `rows` the known rows, a list of such STRUCTs, that `k` people fit. " +
			"`breach_own`, `breach_rows` and `breach_candidates` are the same for `breach`, and `breach_value` the sensitive value. `row_values` and `breach_row_values` are the sensitive values of the rows with `known := 'row'`", Data: true},
	},
	Example: `SELECT known_rows, safe, breach, k, unicity, of_known, anywhere, witness.rows
FROM linked_check('(VALUES (1, ''w3'', ''HIV''), (1, ''w1'', ''Flu''), (2, ''w3'', ''HIV''), (2, ''w1'', ''Flu''),
                           (3, ''w3'', ''HIV''), (3, ''w2'', ''Flu'')) t(pseudonym, ward, disease)',
                  qi := ['ward'], sensitive := 'disease', person := 'pseudonym', known_rows := 1)`,
	Notes: []string{
		"People with fewer rows than are known count with all their rows, but their attacker does not know that these are all. With `all` the attacker knows, and candidates have equal records.",
		"`k`, `unicity`, `of_known` and `anywhere` are fractions of whole numbers, rounded once; `safe` is decided by the fraction. `unicity` is exact, not a sample.",
		"`breach`, `of_known` and `anywhere` need not grow with knowledge: more known rows can leave candidates of whom fewer have the value, and with `known := 'row'` fewer rows to learn of. So the row for n rows takes the largest of 0 to n rows, and its witness may know fewer than n. The row `all` is about whole records only.",
		"The witness is one of several worst cases, the same for any order of rows.",
		"NULL in a quasi-identifier or in the sensitive column is a value like any other.",
	},
	NotPromised: "The attacker knows released values: rows that are known more exactly than they are released must be coarsened first. Intervals between dates, the order of rows, and the time of release are no knowledge here. An attacker who believes some rows likelier to be known than others may become surer.",
	Cost: "one scan, a GROUP BY of persons, joins with the different quasi-identifiers, and a sort of the records. Then every set of at most `known_rows` rows of somebody that more than one record contains: about n²/2 for 2 of n rows, n³/6 for 3. " +
		"With 2 known rows, 10 million rows of a million people took 18 seconds of processor time, 38 with a sensitive column of 20 values, of which counting took 12; beside DuckDB's memory it keeps about 100 bytes for each row. What is too much is refused after counting, with a forecast, in about a second.",
	Source: "Nergiz, Clifton, Nergiz, “Multirelational k-Anonymity”, TKDE 21(8), 2009, for whole records; Terrovitis, Mamoulis, Kalnis, “Privacy-preserving Anonymization of Set-valued Data”, VLDB 2008, for a few known rows; de Montjoye, Hidalgo, Verleysen, Blondel, “Unique in the Crowd”, Scientific Reports 3, 2013, for unicity. Multisets and sensitive values are ours.",

	Plan:       planLinkedCheck,
	Kernels:    []host.Kernel{linkedKernel},
	Scalars:    func() []host.Scalar { return []host.Scalar{linkedMeaningScalar()} },
	Aggregates: []host.Aggregate{recordsAggregate()},
}

// maxKnown is how many known rows can be asked for.
const maxKnown = 100

// readSpec reads the parameters that are not about columns.
func readSpec(c *call.Call, in *people.Input) (*linkedSpec, error) {
	spec := &linkedSpec{Values: len(in.Sensitive) > 0}
	known, ok := call.WholeOf(c.Arguments["known_rows"])
	if !ok || known > maxKnown {
		return nil, c.Errorf("known_rows must be a whole number from 0 to %d, got %s; the last row of the result is about all rows of a person", maxKnown, call.Show(c.Arguments["known_rows"]))
	}
	spec.Known = int(known)
	var err error
	if spec.C, err = c.Threshold("c"); err != nil {
		return nil, err
	}
	what, err := c.Choice("known", "qi", "row")
	if err != nil {
		return nil, err
	}
	if spec.Row = what == "row"; spec.Row && !spec.Values {
		return nil, c.Errorf("sensitive must be given where known is 'row': the column whose values are known of known rows")
	}
	spec.MaxSteps, err = c.Steps()
	return spec, err
}

// readValue reads which sensitive value is asked about, and returns what the statement finds
// out about it.
func readValue(c *call.Call, in *people.Input, spec *linkedSpec) ([]sqltext.Member, error) {
	given := c.Arguments["value"]
	if given == nil {
		return nil, nil
	}
	if !spec.Values {
		return nil, c.Errorf("sensitive must be given where value is: the column that has the value")
	}
	text, err := c.ScalarText("value", given)
	if err != nil {
		return nil, err
	}
	if spec.Named, err = people.NewNamedValues(c, "value", in.Sensitive[0], true); err != nil {
		return nil, err
	}
	spec.Only = &text
	number := sqltext.Fill("(SELECT min(v.v) FROM {values} AS v CROSS JOIN {types} AS t WHERE {have} = {want})", sqltext.Args{
		"values": valuesName, "types": people.Types, "have": sqltext.TextOf("v.s"), "want": sqltext.TextOf("(" + sqltext.WhollyLike(sqltext.Text(text), "t.s") + ")"),
	})
	return []sqltext.Member{{Name: "value", Value: number}, {Name: "count", Value: "(SELECT count(*) FROM " + valuesName + ")"}}, nil
}

// newInput reads the parameters that name the table and its columns.
func newInput(c *call.Call) (*people.Input, error) {
	if _, err := c.Text("person", "the column that links the rows of a person"); err != nil {
		return nil, err
	}
	in, err := people.NewInput(c)
	if err == nil {
		in.OnlyOne = true
	}
	return in, err
}

// planLinkedCheck writes the statement: DuckDB numbers the different rows and gathers those of
// each person, and the kernel looks at what some of them fit.
func planLinkedCheck(c *call.Call) (sqltext.SQL, error) {
	in, err := newInput(c)
	if err != nil {
		return "", err
	}
	spec, err := readSpec(c, in)
	if err != nil {
		return "", err
	}
	value, err := readValue(c, in, spec)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	in.AddTypes(&p)
	addRecords(&p, in)
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: linkedKernel.Name, Why: "whom known rows fit, and what they tell",
		Spec: spec, Data: append(value, sqltext.Member{Name: "records", Value: "x.records"}),
		From: sqltext.Fill("(SELECT __skyline_linked_records({key}, {function}, own, items, vals) AS records FROM __skyline_records) AS x",
			sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name)}),
		Rows: "__skyline_rows",
	})
	addNames(&p, in)
	statement := p.Statement(sqltext.Fill(`
		SELECT
		    coalesce(r.known::VARCHAR, 'all') AS known_rows, r.safe, r.breach, {c} AS c, r.k, r.unicity, r.of_known, r.anywhere,
		    CASE WHEN r.own IS NOT NULL THEN struct_pack(
		        own := map_extract_value(w.owns, r.own), rows := {rows}, row_values := {row_values},
		        breach_own := map_extract_value(w.owns, r.breach_own), breach_rows := {breach_rows}, breach_row_values := {breach_row_values},
		        breach_value := map_extract_value(w.vals, r.breach_value), breach_candidates := r.breach_candidates
		    ) END AS witness, r.certain, r.known
		FROM __skyline_rows AS r CROSS JOIN __skyline_names AS w
		ORDER BY r.known ASC NULLS LAST
	`, sqltext.Args{
		"c": sqltext.Float(spec.C), "rows": named("items", "r.rows"), "row_values": named("vals", "r.row_values"),
		"breach_rows": named("items", "r.breach_rows"), "breach_row_values": named("vals", "r.breach_row_values"),
	}))
	return check.WithMeaning(c.Function, statement, meaning(in)), nil
}

// named is a list of numbers as what a map of the names has for them.
func named(names, list sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("list_transform({list}, lambda i: map_extract_value(w.{names}, i))", sqltext.Args{"names": names, "list": list})
}
