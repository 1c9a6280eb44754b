package check

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// SentencesCheck is sentences_check.
var SentencesCheck = &call.Function{
	Name:        "sentences_check",
	Summary:     "How sure of people's sensitive values does somebody become who knows the release and these sentences, and is that below c?",
	Questions:   []string{"How sure does somebody become who knows that, if Hannah has the flu, so has Charlie?"},
	Description: `A row for each person whom ` + "`sentences`" + ` name, and each value of their QI group: how likely the person has it, to somebody who knows who is in which group, how often each value occurs there, and that all sentences are true. Below them, rows with no person: for each group of these people, somebody else of it; and one for all other groups, with the likeliest value of any. The row with the largest probability is marked: that is the disclosure risk of the release under this knowledge. See [How to write sentences](#how-to-write-sentences).`,
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the release candidate, with the people's names: [a name or a query](#what-names-a-table); a row a person"},
		{Name: "person", Type: "VARCHAR", Doc: "the column that identifies the individual, by what sentences call them"},
		call.ParamQI, call.ParamOneSensitive,
		{Name: "sentences", Type: "VARCHAR[]", Default: "NULL", Doc: "what somebody knows, such as `['Hannah: Flu -> Charlie: Flu', 'not Ed: Mumps', 'Irma = Karen']`, at most 1000; `[]` for nothing"},
		call.ParamThreshold,
		{Name: "max_steps", Type: "BIGINT", Default: "5000000000", Doc: "how many elementary steps it may take, one or two seconds for 1e9; what takes more is refused"},
		call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "person", Type: "as `person`", Doc: "whom the row is about; NULL: somebody whom no sentence names", Data: true},
		{Name: "value", Type: "as `sensitive`", Doc: "the sensitive value", Data: true},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether `probability < c`"},
		{Name: "probability", Type: "DOUBLE", Doc: "how likely the person has the value, to who knows the sentences, in [0, 1]"},
		{Name: "before", Type: "DOUBLE", Doc: "how likely that is to who knows the release only: the share of the value in the QI group"},
		{Name: "c", Type: "DOUBLE", Doc: "the confidence threshold"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words. It is made only where a statement selects it", Data: true},
		{Name: "surest", Type: "BOOLEAN", Doc: "whether the row has the largest probability of all; of several, the first"},
		{Name: "people", Type: "BIGINT", Doc: "how many people the row is true of: 1, or as many as the group has whom no sentence names"},
		{Name: "table_share", Type: "DOUBLE", Doc: "the share of the tables that agree with the release in which all sentences are true, above 0: how likely they are to who knows the release only. The same in all rows, as are the next two"},
		{Name: "table_count_log10", Type: "DOUBLE", Doc: "how many tables agree with the release and the sentences, as a decimal logarithm"},
		{Name: "implications", Type: "BIGINT", Doc: "how many basic implications say what the sentences say, at most: [`disclosure_check`](#disclosure_check) with as many `pieces` bounds `probability`"},
		{Name: "qi_group", Type: "STRUCT", Doc: "the person's QI group: a STRUCT of the `qi` columns", Data: true},
	},
	Example: `SELECT person, value, probability, before, surest
FROM sentences_check('(VALUES (''Bob'', ''M'', ''Flu''), (''Charlie'', ''M'', ''Flu''), (''Dave'', ''M'', ''Lung Cancer''), (''Ed'', ''M'', ''Lung Cancer''),
                              (''Frank'', ''M'', ''Mumps''), (''Gloria'', ''F'', ''Flu''), (''Hannah'', ''F'', ''Flu''), (''Irma'', ''F'', ''Breast Cancer''),
                              (''Jessica'', ''F'', ''Ovarian Cancer''), (''Karen'', ''F'', ''Heart Disease'')) t(name, sex, disease)',
                     person := 'name', qi := ['sex'], sensitive := 'disease', sentences := ['Hannah: Flu -> Charlie: Flu'])
WHERE person = 'Charlie'`,
	Notes: []string{
		"It is an error if no table agrees with the release and the sentences; then the error says which of them contradict each other, or the release. So is a name that `person` does not have, or a value that the sensitive column does not have. A value that occurs, but not in the person's group, they do not have.",
		"`probability` is a fraction of whole numbers, rounded once; `safe` is decided by the fraction. `table_share` is rounded too, to 0 where it is below 1e-323.",
		"The sentences need not be true: somebody who believes false ones becomes as sure. `table_share` does not look at who has what.",
		"Nothing depends on the order of rows or sentences, but the order of rows: people in the order in which sentences name them, the likeliest value first.",
	},
	NotPromised: "Sentences are taken as certain: for rates see [`knowledge_check`](attackers.md#knowledge_check). Somebody who knows other sentences may become surer; [`disclosure_check`](#disclosure_check) has the worst of so many.",
	Cost:        "one scan, and one GROUP BY of persons and of the `qi` columns. Then people are looked at together who share a group or a sentence: the time grows with how many of their values, and how many sentences, must be kept in mind at once, exponentially at worst, since the question is #P-hard. A chain of a hundred people and three values takes a second, twelve people of one group with sentences about eight values another; sentences about a few people take none.",
	Source:      "Martin, Kifer, Machanavajjhala, Gehrke, Halpern, “Worst-Case Background Knowledge for Privacy-Preserving Data Publishing”, ICDE 2007, Definitions 1, 2 and 5, Sect. 3.1; the way to count is ours.",
	Plan:        planSentencesCheck,
	Kernels:     []host.Kernel{sentencesKernel},
	Aggregates:  []host.Aggregate{knownGroupsAggregate()},
	Scalars:     func() []host.Scalar { return []host.Scalar{sentencesMeaningScalar()} },
}

// planSentencesCheck writes the statement: DuckDB groups the rows, finds the people and the values that
// sentences name, and the kernel counts tables.
func planSentencesCheck(c *call.Call) (sqltext.SQL, error) {
	in, err := newSentencesInput(c)
	if err != nil {
		return "", err
	}
	given, err := readSentences(c)
	if err != nil {
		return "", err
	}
	threshold, err := c.Threshold("c")
	if err != nil {
		return "", err
	}
	steps, err := c.Steps()
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	addTypesAndPerson(&p, in)
	in.AddGroups(&p, people.Reading{Twice: true, Persons: true})
	addNamed(&p, in, given)
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: sentencesKernel.Name, Why: "how likely people have values, for who knows the sentences",
		Spec: sentencesSpec{C: threshold, MaxSteps: steps, Person: in.Person, Sensitive: in.Sensitive[0], Given: given},
		Data: []sqltext.Member{
			{Name: "groups", Value: "x.groups"},
			{Name: "people", Value: "(SELECT list(name ORDER BY i ASC) FROM __skyline_named WHERE is_person)"},
			{Name: "values", Value: "(SELECT list(name ORDER BY i ASC) FROM __skyline_named WHERE NOT is_person)"},
		},
		From: sqltext.Fill("(SELECT __skyline_known_groups({key}, {function}, g, h, people) AS groups FROM __skyline_numbered) AS x",
			sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name)}),
		Rows: "__skyline_rows",
	})
	statement := p.Statement(sqltext.Fill(`
		SELECT
		    {person} AS person, {value} AS value, r.safe, r.probability, r.before, {c} AS c, r.surest,
		    CASE WHEN r.g IS NOT NULL THEN {group} END AS qi_group, r.people, r.table_share, r.table_count_log10, r.implications,
		    r.certain, r.never
		FROM {rows} LEFT JOIN __skyline_numbered AS w ON w.g = r.g
		ORDER BY r.i ASC
	`, sqltext.Args{
		"person": sqltext.Fill("CASE WHEN r.person IS NULL OR {person} IS NOT NULL THEN {person} ELSE {fail} END", sqltext.Args{
			"person": sqltext.CastLike("r.person", "t.p"), "fail": c.Fail("person has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl"),
		}),
		"value": people.TypedValue(), "c": sqltext.Float(threshold), "group": in.GroupStruct("w"),
		"rows": in.Readable("__skyline_rows"),
	}))
	return WithMeaning(c.Function, statement, people.OrNobody("r.probability", sentencesMeaning(in))), nil
}

// addTypesAndPerson adds people.Types with the type of the person column as well, p.
func addTypesAndPerson(p *sqltext.Plan, in *people.Input) {
	own := sqltext.Numbered(len(in.QI), "o#")
	columns := []sqltext.SQL{in.Column(in.Sensitive[0]) + " AS s", in.Column(in.Person) + " AS p"}
	for i, name := range in.QI {
		columns = append(columns, in.Column(name)+" AS "+own[i])
	}
	people.AddTypesOf(p, columns, in.Source)
}

// newSentencesInput reads the parameters that name the table and its columns.
func newSentencesInput(c *call.Call) (*people.Input, error) {
	if _, err := c.Text("person", "the column that identifies the individual"); err != nil {
		return nil, err
	}
	in, err := people.NewInput(c)
	if err == nil {
		in.OnlyOne = true
	}
	return in, err
}

// addNamed adds __skyline_named, the people and the values that sentences name, as the texts that the
// columns have for them, NULL for what their types do not have; and __skyline_numbered, the QI groups
// with their numbers and the people of these whom sentences name.
func addNamed(p *sqltext.Plan, in *people.Input, given *givenSentences) {
	rows := func(names []string, isPerson bool) sqltext.SQL {
		if len(names) == 0 {
			return ""
		}
		column := sqltext.SQL("t.s")
		if isPerson {
			column = "t.p"
		}
		return sqltext.Fill(`
			SELECT i, {is_person} AS is_person, {text} AS name
			FROM (
			    SELECT v.i, {value} AS s
			    FROM (VALUES {rows}) AS v (i, name) CROSS JOIN {types} AS t
			)
		`, sqltext.Args{
			"is_person": sqltext.Bool(isPerson), "text": people.ValueText(), "value": sqltext.CastLike("v.name", column), "types": people.Types,
			"rows": sqltext.List(sqltext.Map(names, func(i int, name string) sqltext.SQL {
				return sqltext.Fill("({i}, {name})", sqltext.Args{"i": sqltext.Int(int64(i)), "name": sqltext.Text(name)})
			})),
		})
	}
	var parts []sqltext.SQL
	for _, part := range []sqltext.SQL{rows(given.People, true), rows(given.Values, false)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if parts == nil {
		parts = []sqltext.SQL{"SELECT 0 AS i, true AS is_person, ''::VARCHAR AS name WHERE false"}
	}
	p.Keep("__skyline_named", "the people and the values that sentences name, as the columns write them", sqltext.Join("\nUNION ALL\n", parts...))
	keys := in.Keys()
	p.Keep("__skyline_numbered", "the QI groups, numbered in their order, with the people of them whom sentences name", sqltext.Fill(`
		SELECT row_number() OVER (ORDER BY {order}) AS g, {keys}, {groups}.h, coalesce(n.people, list_value()) AS people
		FROM {groups} LEFT JOIN (
		    SELECT {own}, list(name) AS people
		    FROM (SELECT {own}, {text} AS name FROM {persons})
		    WHERE name IN (SELECT name FROM __skyline_named WHERE is_person)
		    GROUP BY {own}
		) AS n ON {same}
	`, sqltext.Args{
		"order": sqltext.Ordered(people.Groups, keys), "keys": sqltext.List(sqltext.Prefixed(people.Groups, keys)), "groups": people.Groups,
		"own": sqltext.List(keys), "text": sqltext.TextOf("p"), "persons": in.Persons(),
		"same": sameKeys("n", people.Groups, keys),
	}))
}
