package attackers

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// KnowledgeCheck is knowledge_check.
var KnowledgeCheck = &call.Function{
	Name:        "knowledge_check",
	Summary:     "How sure of somebody's sensitive value does an adversary become who believes rates for classes of people, and is that below c?",
	Questions:   []string{"How sure does somebody become who believes that some people are likelier than others to have a value?"},
	Description: "A row for each sensitive value: the largest probability that anybody has it, for an adversary who believes the rates of `prior`, knows who is in which QI group and in which class, and has seen how often each value occurs in each group. See [What the adversary believes](#what-the-adversary-believes).",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the people: [a name or a query](#what-names-a-table) with the columns `qi` as they are released, and the columns `known` as the adversary knows them"},
		call.ParamQI, call.ParamOneSensitive,
		{Name: "known", Type: "VARCHAR[]", Doc: "the columns by which `prior` tells people apart: people equal on all of them form a class. They may be finer than `qi`, such as the ages behind a range; columns of `qi` may be among them"},
		{Name: "prior", Type: "VARCHAR", Doc: "the rates, a table named like `tbl`: it has the columns `known`, the sensitive column, and `rate`, from 0 to 1: how likely people of the class are to have the value"},
		call.ParamThreshold, call.ParamPerson, call.ParamWeight, paramMaxSteps,
		{Name: "absent_values", Type: "VARCHAR", Default: "'error'", Doc: "where no row of `prior` is about a class and a value that the table has: `'error'`, or `'allow'`, for a month that lacks the value"},
		call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "attribute", Type: "VARCHAR", Doc: "the sensitive column"},
		{Name: "value", Type: "as `sensitive`", Doc: "the sensitive value", Data: true},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether `breach < c`"},
		{Name: "breach", Type: "DOUBLE", Doc: "the largest probability that somebody has the value, in [0, 1]"},
		{Name: "c", Type: "DOUBLE", Doc: "the confidence threshold"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words. It is made only where a statement selects it", Data: true},
		{Name: "people", Type: "BIGINT", Doc: "how many people have the value with a probability of at least `c`"},
		{Name: "rate", Type: "DOUBLE", Doc: "what the adversary believed of the people of the witness before they saw the release"},
		{Name: "share", Type: "DOUBLE", Doc: "what somebody without beliefs says of them: the share of the value in their group"},
		{Name: "witness", Type: "STRUCT", Doc: "the people of whom the adversary is surest: `target_group`, their QI group (a STRUCT of the `qi` columns), with `target_people` people, of whom `target_having` have the value; `target_class` (a STRUCT of the `known` columns), of whom there are `class_people` in the group", Data: true},
	},
	Example: `SELECT value, breach, safe, people, rate, share, witness.target_class
FROM knowledge_check('(VALUES (''30s'', ''F'', ''Flu''), (''30s'', ''F'', ''Flu''), (''30s'', ''M'', ''Flu''), (''30s'', ''M'', ''Prostate''))
                       t(age, sex, disease)',
                     qi := ['age'], sensitive := 'disease', known := ['sex'],
                     prior := '(VALUES (''F'', ''Prostate'', 0.0), (''M'', ''Prostate'', 0.02)) t(sex, disease, rate)', c := 0.5)`,
	Notes: []string{
		"It is an error if a group cannot have its counts under these rates, as where a value that the class of everybody has with rate 0 occurs: whoever believes that has been proved wrong, and no probability is left. Give a small rate in the place of 0, and one just below 1 in the place of 1.",
		"Rows of `prior` about classes or values that the table does not have are no error, unless all rows are and `absent_values` is `'error'`: rates for a whole country can be used as they are. So a misspelt row goes unnoticed: see whether `rate` is what you meant.",
		"`safe` and `people` are decided exactly; rates and `c` stand for the simplest fractions that round to them. `breach` is a fraction that is rounded once where the group is small, and otherwise within 1e-8 of itself or 1e-12, and mostly far nearer. Where a probability of a large group is too near to `c` to tell, and cannot be computed as a fraction in `max_steps`, the call is refused.",
		"The witness is the first of several worst cases in the order of the groups, then of the classes. The classes that `prior` does not name are one.",
	},
	NotPromised: "People are taken as independent of each other: nothing is known of single people, of relatives, or of what is going around. The adversary does not ask how the release was chosen. Somebody who believes other rates becomes as sure of other things: ask again with theirs. [`skyline_check`](#skyline_check) and [`disclosure_check`](#disclosure_check) bound what certain knowledge tells, whatever it is.",
	Cost:        "one scan and one GROUP BY of the `qi` and `known` columns. Then, for each different group: next to nothing where it has two classes or two values that differ, with any number of people, and otherwise people × values × Π (people with a value + 1) over all values but the most frequent one, or the same with classes and values exchanged, if that is less. What `prior` does not tell apart counts as one.",
	Source:      "Chen, Dempster, Liu, “Weighted finite population sampling to maximize entropy”, Biometrika 81 (1994), for two values. Probabilistic knowledge is an open problem of Chen, LeFevre, Ramakrishnan, VLDB Journal 18 (2009), Sect. 9, and of Martin and others, ICDE 2007, Sect. 6; this answers it for people who are independent.",
	Plan:        planKnowledgeCheck,
	Kernels:     []host.Kernel{beliefKernel},
	Scalars:     func() []host.Scalar { return []host.Scalar{beliefMeaningScalar()} },
	Aggregates:  []host.Aggregate{beliefsAggregate()},
}

var paramMaxSteps = call.Param{Name: "max_steps", Type: "BIGINT", Default: "10000000000", Doc: "how many elementary steps to take for all groups together, one to four seconds for 1e9; what is forecast to take more is not started"}

// rateColumn is the column of prior that has the rates.
const rateColumn = "rate"

// knowledge is the input of knowledge_check.
type knowledge struct {
	*people.Input // its quasi-identifiers are those of the release, and then the known columns
	qi, known     []string
	sensitive     string
	prior         sqltext.SQL // what stands behind FROM
}

func newKnowledge(c *call.Call) (*knowledge, error) {
	k := &knowledge{}
	var err error
	if k.qi, err = c.Columns("qi"); err != nil {
		return nil, err
	}
	if k.sensitive, err = c.OneSensitive(); err != nil {
		return nil, err
	}
	if k.known, err = c.Columns("known"); err != nil {
		return nil, err
	}
	if call.ContainsName(append(k.known, k.sensitive), rateColumn) {
		return nil, c.Errorf("known and sensitive must not be the column rate, which prior has for the rates; rename it in a query given as tbl")
	}
	roles := []call.Role{{Param: "qi", Columns: k.qi}, {Param: "known", Columns: k.known}, call.RoleOf("sensitive", k.sensitive)}
	if k.Input, err = people.NewTable(c, roles...); err != nil {
		return nil, err
	}
	k.QI, k.Sensitive = append(append([]string(nil), k.qi...), k.known...), []string{k.sensitive}
	prior, err := c.SourceOf("prior")
	if err != nil {
		return nil, err
	}
	k.prior = c.HavingRoles("prior", prior, call.Role{Param: "prior", Columns: append(append([]string(nil), k.known...), k.sensitive, rateColumn)})
	return k, nil
}

func planKnowledgeCheck(c *call.Call) (sqltext.SQL, error) {
	in, err := newKnowledge(c)
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
	absent, err := c.Choice("absent_values", "error", "allow")
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	in.AddTypes(&p)
	in.AddGroups(&p, people.Reading{})
	in.addParts(&p)
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: beliefKernel.Name, Why: "the largest probability of each value, for who believes the rates",
		Spec: beliefSpec{C: threshold, MaxSteps: steps, AbsentAllowed: absent == "allow"},
		Data: []sqltext.Member{{Name: "beliefs", Value: "x.beliefs"}},
		From: sqltext.Fill("(SELECT __skyline_beliefs({key}, {function}, class, g, h, value, rate) AS beliefs FROM __skyline_parts) AS x",
			sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name)}),
		Rows: "__skyline_rows",
	})
	statement := p.Statement(sqltext.Fill(`
		SELECT
		    {value} AS value, {c} AS c, r.breach, r.safe, r.people, r.rate, r.share,
		    CASE WHEN r.g IS NOT NULL THEN struct_pack(
		        target_group := {group}, target_people := r.target_people, target_having := r.target_having,
		        target_class := {class}, class_people := r.class_people
		    ) END AS witness, {attribute} AS attribute, r.certain
		FROM {rows} LEFT JOIN __skyline_parts AS w ON w.g = r.g AND w.class = r.class
		ORDER BY {order}
	`, sqltext.Args{
		"value": people.TypedValue(), "c": sqltext.Float(threshold), "attribute": sqltext.Text(in.sensitive),
		"group": in.structOf(0, len(in.qi)), "class": in.structOf(len(in.qi), len(in.QI)),
		"rows": in.Readable("__skyline_rows"), "order": people.ByValue(),
	}))
	return check.WithMeaning(c.Function, statement, people.OrNobody("r.breach", in.meaning())), nil
}

// addParts adds __skyline_parts: the people of a class in a QI group, with the histogram h of their
// values, and the rules of prior, which have a value and a rate. Both are put one behind the other,
// not joined, so that columns of different types are compared as what both can be cast to, or else
// as texts, and classes are numbered. QI groups are numbered too, in their order; rules have none.
func (in *knowledge) addParts(p *sqltext.Plan) {
	keys := in.Keys()
	own := keys[len(in.qi):]
	sensitive := "prior." + sqltext.Ident(in.sensitive)
	value, typed := sqltext.CastLike(sensitive, "t.s"), sqltext.PlainUnion(sensitive)
	names := sqltext.Numbered(len(own), "k#")
	ofPrior := sqltext.Prefixed("y", names)
	columns := sqltext.Map(in.known, func(i int, name string) sqltext.SQL { return "prior." + sqltext.Ident(name) + " AS " + names[i] })
	p.With("__skyline_prior_types", "the types of the columns of prior: a row of NULLs", people.TypesOf(sqltext.PlainUnion("COLUMNS(*)"), columns, in.prior+" AS prior"))
	// comparable is a value of the i-th column of a class.
	comparable := func(i int, canonical, column sqltext.SQL) sqltext.SQL {
		unite := sqltext.Unite("t.o"+sqltext.Int(int64(len(in.qi)+i)+1), ofPrior[i])
		return sqltext.Either(unite, canonical, sqltext.TextOf(column)) + " AS " + names[i]
	}
	p.Keep("__skyline_parts", "the people of each class in each QI group, and the rules about classes", sqltext.Fill(`
		SELECT g, dense_rank() OVER (ORDER BY {order}) AS class, {keys}, h, value, rate
		FROM (
		    SELECT {classes}, dense_rank() OVER (ORDER BY {group_order}) AS g, {keys}, h, NULL AS value, NULL AS rate
		    FROM {groups} CROSS JOIN {types} AS t CROSS JOIN __skyline_prior_types AS y
		    UNION ALL
		    SELECT {names}, NULL, {nulls}, NULL, {text}, rate
		    FROM (
		        SELECT
		            {known}, {value} AS s,
		            CASE WHEN prior.{sensitive} IS NULL OR {value} IS NOT NULL AND NOT ({may_round} AND {back} IS DISTINCT FROM {typed})
		                THEN {rate} ELSE {type} END AS rate
		        FROM {prior} AS prior CROSS JOIN {types} AS t CROSS JOIN __skyline_prior_types AS y
		    )
		)
	`, sqltext.Args{
		"order":       ordered(names),
		"keys":        sqltext.List(keys),
		"classes":     sqltext.List(sqltext.Map(own, func(i int, key sqltext.SQL) sqltext.SQL { return comparable(i, key, key) })),
		"group_order": ordered(keys[:len(in.qi)]),
		"groups":      people.Groups,
		"names":       sqltext.List(names),
		"nulls":       sqltext.List(sqltext.Map(keys, func(int, sqltext.SQL) sqltext.SQL { return "NULL" })),
		"text":        people.ValueText(),
		"known": sqltext.List(sqltext.Map(in.known, func(i int, name string) sqltext.SQL {
			column := "prior." + sqltext.Ident(name)
			return comparable(i, sqltext.Canonical(column), column)
		})),
		"value":     value,
		"may_round": sqltext.HasType(sensitive, sqltext.NumericTypes+"|"+sqltext.DateTypes),
		"back":      sqltext.CastLike(value, typed),
		"typed":     typed,
		"sensitive": sqltext.Ident(in.sensitive),
		"rate":      in.rate(),
		"type":      in.Call.Fail("prior must have values of the type of the sensitive column; cast them in a query given as prior"),
		"prior":     in.prior,
		"types":     people.Types,
	}))
}

// rate is the rate of a rule, a number.
func (in *knowledge) rate() sqltext.SQL {
	const rate = sqltext.SQL("prior." + rateColumn)
	return sqltext.Fill("CASE WHEN NOT {is_number} THEN {type} WHEN {rate} IS NULL THEN {null} WHEN TRY_CAST({rate} AS DOUBLE) BETWEEN 0 AND 1 THEN TRY_CAST({rate} AS DOUBLE) ELSE {range} END", sqltext.Args{
		"rate": rate, "is_number": sqltext.HasType(rate, sqltext.NumericTypes+"|"+sqltext.Untyped),
		"type":  in.Call.Fail("prior must have numbers in the column rate; cast it in a query given as prior"),
		"null":  in.Call.Fail("prior must not have NULL in the column rate; leave such rows out in a query given as prior: what is not listed shares what is left of 1"),
		"range": in.Call.Fail("prior must have rates from 0 to 1; 0.3 % is 0.003"),
	})
}

// ordered is an order by keys.
func ordered(keys []sqltext.SQL) sqltext.SQL {
	return sqltext.List(sqltext.Map(keys, func(_ int, key sqltext.SQL) sqltext.SQL { return key + " ASC NULLS LAST" }))
}

// structOf is the struct of some of the key columns of the witness w, in the types of their columns.
func (in *knowledge) structOf(from, to int) sqltext.SQL {
	keys, own := sqltext.Prefixed("w", in.Keys()), sqltext.Numbered(len(in.QI), "t.o#")
	return sqltext.Fill("struct_pack({fields})", sqltext.Args{"fields": sqltext.List(sqltext.Map(in.QI[from:to], func(i int, name string) sqltext.SQL {
		return sqltext.Ident(name) + " := " + in.Call.InOwnType(keys[from+i], own[from+i])
	}))})
}
