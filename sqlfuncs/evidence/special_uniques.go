package evidence

import (
	"skyline/engine/profile"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// SpecialUniques is special_uniques.
var SpecialUniques = &call.Function{
	Name:        "special_uniques",
	Summary:     "Who stands out, and by which few columns? A row for each person who is alone with some.",
	Questions:   []string{"Which people stand out, and which few columns make them?"},
	Description: "A subset of one to `max_size` of the columns is minimal for a person who is alone with it, and with no smaller subset of it: a minimal sample unique (MSU). The result has the people with a minimal subset, each with the SUDA score that ranks them: it grows with the number of their minimal subsets, and the fewer columns one has, the more it counts. No rows: nobody is alone with so few columns.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table: [a name or a query](#what-names-a-table)"},
		paramColumns, paramMaxSize, paramSeveral, call.ParamWeight, paramMaxSubsets,
		{Name: "max_shown", Type: "BIGINT", Default: "5", Doc: "how many minimal subsets of a person are shown, at most; all are counted"},
		{Name: "fraction", Type: "DOUBLE", Default: "NULL", Doc: "the share of the population's people that are in `tbl`, in (0, 1], if everybody was drawn with the same probability; for `dis_score`. For at most 27 `columns`"},
		people.ParamMissing,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "who it is: the `person` column; without one the `columns`, whose values nobody else has together. In their own types"},
		{Name: "score", Type: "DOUBLE", Doc: "the [SUDA score](#suda-scores)"},
		{Name: "dis_score", Type: "DOUBLE", Doc: "with `fraction`: the [DIS-SUDA score](#dis-suda-scores), how likely it is that a match with somebody outside is right; NULL without it"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words: by which columns the person is singled out. It is made only where a statement selects it"},
		{Name: "fewest_columns", Type: "BIGINT", Doc: "how many columns the smallest minimal subset has"},
		{Name: "minimal_subsets", Type: "BIGINT", Doc: "how many minimal subsets there are"},
		{Name: "subsets", Type: "VARCHAR[][]", Doc: "the first `max_shown` of them: by size, then in the order of `columns`"},
	},
	Example: `FROM special_uniques('(VALUES (''Ann'', 20, ''F'', ''A''), (''Bob'', 20, ''M'', ''B''), (''Cyd'', 30, ''F'', ''B''), (''Dan'', 30, ''M'', ''A''), (''Eve'', 80, ''F'', ''A'')) t(name, age, sex, ward)',
                     columns := ['age', 'sex', 'ward'], person := 'name')`,
	Notes: []string{
		"The rows are ordered by `score`, the largest first, then by who it is, NULL last.",
		"Somebody with many minimal subsets may come before somebody whom a single column gives away; `ORDER BY fewest_columns, score DESC` has the latter first.",
		"NULL is a value, unless `missing` is `'any'`: then somebody is alone with columns in which their row matches nobody else's, NULL being any value, and a column in which they have NULL is in none of their minimal subsets. That assumes of the attacker what [Missing values](#missing-values) says. A row with a `weight` above 1 is several people, none of whom is alone.",
		"Where a person (`person`) has several rows, they have each combination that one of their rows has, and are alone with a subset where one of these is nobody else's.",
		"People are alone with a minimal subset exactly if [`quasi_identifier_profile`](#quasi_identifier_profile) says that it is `minimal`. With a `max_size` of at least as many as there are `columns`, the people are all who are alone with the `columns` together: `count(*)` of them is the measure `uniques` of [`privacy_measures`](#privacy_measures).",
		"Scores are whole numbers, exact up to 2^53 and rounded once above.",
		"The rows are people who stand out: whoever has the result has what is most worth protecting of the table.",
	},
	NotPromised: "`score` ranks people of one call. It is no probability, and scores of other columns or another `max_size` do not compare. Somebody alone in the table need not be alone in the population that it comes from; and somebody who is not here can still be found by more than `max_size` columns.",
	Cost: "that of [`quasi_identifier_profile`](#quasi_identifier_profile), a join that brings the people back, and what it takes to show them. 1,000,000 different rows of 10 columns of 2 to 1,000 values, of whom 974,048 people stand out, took 9 seconds of processor time and 2.0 GB at the peak of the process; of 30 columns of 2 to 200,000 values, where all do, by 222 of 4,525 subsets on average, 48 seconds and 3.1 GB. " +
		"Where nearly everybody stands out, more than half of the memory is for the subsets that are shown: lower `max_shown`, or `max_size`.",
	Source:     "Elliot, Manning, Ford, “A Computational Algorithm for Handling the Special Uniques Problem”, IJUFKS 10(5), 2002; Elliot, Manning, Mayes, Gurd, Bane, “SUDA: A Program for Detecting Special Uniques”, UNECE/Eurostat, 2005; Manning, Haglin, Keane, “A recursive search algorithm for statistical disclosure assessment”, DMKD 16(2), 2008.",
	Plan:       planSpecialUniques,
	Kernels:    []host.Kernel{uniquesKernel},
	Scalars:    func() []host.Scalar { return []host.Scalar{specialMeaningScalar()} },
	Aggregates: []host.Aggregate{codedRowsAggregate()},
}

func planSpecialUniques(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	spec, err := readUniques(c, in)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	rows := addDifferentRows(&p, in)
	who := addIdentity(&p, in, rows)
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: uniquesKernel.Name, Why: "whose the minimal subsets are",
		Spec: spec, Data: []sqltext.Member{{Name: "rows", Value: "x.rows"}},
		From: rows.coded(&p, c),
		Rows: "__skyline_uniques",
	})
	keys, own := sqltext.Prefixed("x", who.keys), sqltext.Numbered(len(who.keys), "t.o#")
	return check.WithMeaning(c.Function, p.Statement(sqltext.Fill(`
		SELECT {columns}, r.score, r.dis_score, r.fewest_columns, r.minimal_subsets, r.subsets
		FROM __skyline_uniques AS r JOIN {who} AS x ON x.c = r.id CROSS JOIN {types} AS t
		ORDER BY r.score DESC, {order}
	`, sqltext.Args{
		"columns": sqltext.List(sqltext.Map(who.names, func(i int, name string) sqltext.SQL {
			value := c.InOwnType(keys[i], own[i])
			if in.Person != "" {
				value = sqltext.OneForm(value) // that of one of their rows, which may have several
			}
			return value + " AS " + sqltext.Ident(name)
		})),
		"who": who.from, "types": people.Types, "order": sqltext.Ordered("x", who.keys),
	})), specialMeaning(len(in.QI))), nil
}

// readUniques reads what the kernel is to know.
func readUniques(c *call.Call, in *people.Input) (*uniquesSpec, error) {
	spec := &uniquesSpec{subsetsSpec: subsetsSpec{Columns: in.QI, Persons: in.Person != "", Any: in.MatchesAny}}
	err := refusePersons(in)
	if err != nil {
		return nil, err
	}
	if spec.MaxSize, err = forecast(c, len(in.QI)); err != nil {
		return nil, err
	}
	shown, err := c.Whole("max_shown")
	if err != nil {
		return nil, err
	}
	spec.MaxShown = int(min(shown, profile.Forecast(len(in.QI), spec.MaxSize)))
	if c.Arguments["fraction"] != nil {
		if spec.Fraction, err = c.Threshold("fraction"); err != nil {
			return nil, err
		}
		if in.MatchesAny {
			return nil, c.Errorf("fraction must be NULL where missing is 'any': DIS counts pairs that share all they have, and matches are no such pairs; use missing := 'category'")
		}
		if len(in.QI) > profile.MaxDISColumns {
			return nil, c.Errorf("fraction can be given for at most %d columns, got %d: with more, the exponent of DIS-SUDA is not above 0, and higher scores would have lower risks; name fewer columns", profile.MaxDISColumns, len(in.QI))
		}
	}
	param, names := "columns", in.QI
	if in.Person != "" {
		param, names = "person", []string{in.Person}
	}
	for _, added := range c.Function.Columns[1:] {
		if call.ContainsName(names, added.Name) {
			return nil, c.Errorf("%s must not name a column %s, which the result adds; rename it in a query given as tbl", param, added.Name)
		}
	}
	return spec, nil
}

// identity is a CTE that says who the rows of the kernel are about: c is the number that they
// have for a person. The types have the own ones of its keys, from o1 on.
type identity struct {
	from  sqltext.SQL
	names []string
	keys  []sqltext.SQL
}

// addIdentity adds the numbers of rows that are people, and puts them in front of the rows.
// Persons have those of their dictionary.
func addIdentity(p *sqltext.Plan, in *people.Input, rows *differentRows) identity {
	if in.Person != "" {
		people.AddTypesOf(p, []sqltext.SQL{in.Column(in.Person) + " AS o1"}, in.Source)
		return identity{"__skyline_d1", []string{in.Person}, []sqltext.SQL{"v"}}
	}
	const numbered = sqltext.SQL("__skyline_numbered")
	p.Keep(numbered, "the same, with numbers", sqltext.Fill("SELECT *, row_number() OVER () - 1 AS c FROM {rows}", sqltext.Args{"rows": rows.from}))
	rows.from, rows.front = numbered, []sqltext.SQL{"g.c"}
	return identity{numbered, in.QI, in.Keys()}
}
