package evidence

import (
	"fmt"
	"slices"

	"skyline/engine/profile"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// QuasiIdentifierProfile is quasi_identifier_profile.
var QuasiIdentifierProfile = &call.Function{
	Name:        "quasi_identifier_profile",
	Summary:     "Which columns single people out together? A row for each subset of some columns.",
	Questions:   []string{"Which columns single people out together, though each alone does not?"},
	Description: "Counts people by every subset of one to `max_size` of the columns. A combination is what somebody has in the columns of a subset; people with the same combination are a group, and somebody is alone who has one that nobody else has.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table: [a name or a query](#what-names-a-table)"},
		paramColumns, paramMaxSize, paramSeveral, call.ParamWeight, paramMaxSubsets, people.ParamMissing,
	},
	Columns: []call.ResultColumn{
		{Name: "columns", Type: "VARCHAR[]", Doc: "the subset"},
		{Name: "minimal", Type: "BOOLEAN", Doc: "whether somebody is alone with it, and with no smaller subset of it"},
		{Name: "unique_people", Type: "BIGINT", Doc: "people who are alone with it"},
		{Name: "unique_share", Type: "DOUBLE", Doc: "their share; NULL for an empty table"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words: whom these columns single out"},
		{Name: "groups", Type: "BIGINT", Doc: "its different combinations; NULL with `missing := 'any'`, which makes no groups"},
		{Name: "smallest", Type: "BIGINT", Doc: "people in the smallest group; NULL for an empty table"},
		{Name: "average_risk", Type: "DOUBLE", Doc: "the mean, over people, of 1 / the size of their group; this and what follows is NULL for an empty table"},
		{Name: "distinction", Type: "DOUBLE", Doc: "`groups` / people: the share of distinct combinations; NULL with `missing := 'any'`"},
		{Name: "separation", Type: "DOUBLE", Doc: "the share of pairs of people with different combinations; NULL for fewer than two people"},
		{Name: "determines", Type: "VARCHAR[]", Doc: "further columns that follow from it: each of its combinations has one value of them; see [What follows from what](#what-follows-from-what). NULL: not known, of subsets of `max_size` columns that are not all, in an empty table, and with `missing := 'any'`"},
	},
	Example: `FROM quasi_identifier_profile('(VALUES (20, ''F'', ''A''), (20, ''M'', ''B''), (30, ''F'', ''B''), (30, ''M'', ''A''), (30, ''M'', ''A'')) t(age, sex, ward)',
                              columns := ['age', 'sex', 'ward'])`,
	Notes: []string{
		"The rows are ordered by size, then in the order of `columns`.",
		"By formula, for groups g of n_g people and N people in all: `average_risk` is (1/N) Σ_g n_g · 1/n_g, which is `groups` / N; `distinction` is `groups` / N, the distinct ratio; `separation` is 1 - Σ_g n_g (n_g - 1) / (N (N - 1)), the separation ratio.",
		"Where a person (`person`) has several rows, they have each combination that one of their rows has, once, and are one person in each of its groups. Then `average_risk` takes their smallest group, `distinction` is `groups` / Σ_g n_g, and `separation` 1 - Σ_g n_g (n_g - 1) / ((Σ_g n_g)² - Σ_p a_p²) for people p of a_p combinations: its pairs are of two different people, with a combination of each.",
		"Somebody alone with some columns is alone with more. So `minimal` is about people: another subset may single out more of them, and yet each by fewer columns. Subsets that are minimal are what to look at first.",
		"With `missing := 'any'` NULL is any value: see [Missing values](#missing-values). Somebody is alone with a subset in which their row matches nobody else's, `smallest` is how few people somebody matches, `average_risk` the mean of 1 / how many they match, and `separation` the share of pairs of people who do not match. `minimal` is as above.",
		"Numbers are exact, quotients then rounded once; `average_risk` with several rows of a person is within 1e-15.",
	},
	NotPromised: "Numbers are about the people in the table. Somebody alone in it need not be alone in the population that they come from.",
	Cost: "one scan and one GROUP BY of the columns, and a dictionary for each. Then every subset is counted in Go, O(rows) each, less where columns have many values: whoever is alone is not looked at again for more columns. " +
		"All 4,525 subsets of up to 3 of 30 columns, of 2 to 200,000 values, of 1,000,000 different rows took 35 seconds of processor time, shared by the threads, and 1 GB at most, DuckDB's part with it; as GROUP BYs of DuckDB they would take 220. Beside DuckDB's memory it keeps about 8 bytes for each different row and column, and for each subset smaller than `max_size` a bit for each row.",
	Source:     "Motwani, Xu, “Efficient Algorithms for Masking and Finding Quasi-Identifiers”, 2007; minimal subsets: Elliot, Manning, Ford, “A Computational Algorithm for Handling the Special Uniques Problem”, IJUFKS 10(5), 2002.",
	Plan:       planQuasiIdentifierProfile,
	Kernels:    []host.Kernel{subsetsKernel},
	Aggregates: []host.Aggregate{codedRowsAggregate()},
}

// Parameters of functions on subsets of columns; paramSeveral is person for those that take
// people of several rows.
var (
	paramColumns    = call.Param{Name: "columns", Type: "VARCHAR[]", Doc: "the columns that outsiders may know"}
	paramMaxSize    = call.Param{Name: "max_size", Type: "BIGINT", Default: "3", Doc: "how many columns a subset has at most, from 1"}
	paramSeveral    = call.Param{Name: "person", Type: "VARCHAR", Default: "NULL", Doc: "the column that identifies the individual, who may have several rows; NULL: each row is a person"}
	paramMaxSubsets = call.Param{Name: "max_subsets", Type: "BIGINT", Default: "10000", Doc: "how many subsets there may be; more are refused before any work"}
)

// maxColumns bounds what is asked for; a subset is of numbers that are kept with it.
const maxColumns = 10_000

func planQuasiIdentifierProfile(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	if err := refusePersons(in); err != nil {
		return "", err
	}
	spec := subsetsSpec{Columns: in.QI, Persons: in.Person != "", Any: in.MatchesAny}
	if spec.MaxSize, err = forecast(c, len(in.QI)); err != nil {
		return "", err
	}
	var p sqltext.Plan
	rows := addDifferentRows(&p, in)
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: subsetsKernel.Name, Why: "the measures of all subsets",
		Spec: spec, Data: []sqltext.Member{{Name: "rows", Value: "x.rows"}},
		From: rows.coded(&p, c),
		Rows: "__skyline_subsets",
	})
	return p.Statement("SELECT * EXCLUDE (i) FROM __skyline_subsets ORDER BY i ASC"), nil
}

// refusePersons is an error where a person may have several rows, and NULL is any value.
func refusePersons(in *people.Input) error {
	if in.MatchesAny && in.Person != "" {
		return in.Call.Errorf("person must be NULL where missing is 'any': it counts whose rows match, and a person's own rows need not; keep one row a person in a query given as tbl, or use missing := 'category'")
	}
	return nil
}

// differentRows is a CTE of the different rows of a table.
type differentRows struct {
	from  sqltext.SQL
	keys  []sqltext.SQL // its columns: the person, where there are some, and those of the call
	n     sqltext.SQL   // how many people have a row
	front []sqltext.SQL // codes of a row g that stand before those of the keys
	any   bool          // whether NULL is to have the code 0, and others those from 1
}

// addDifferentRows adds the CTE: each person's rows, or the rows of all with their people.
func addDifferentRows(p *sqltext.Plan, in *people.Input) *differentRows {
	if in.Person == "" {
		in.LeaveOutNobody()
		in.AddTypes(p)
		in.AddGroups(p, people.Reading{Twice: true, Counted: true})
		return &differentRows{from: people.Groups, keys: in.Keys(), n: people.Bigint("n"), any: in.MatchesAny}
	}
	const persons = sqltext.SQL("__skyline_persons")
	p.Keep(persons, "each person's different rows", sqltext.Fill("SELECT DISTINCT CASE WHEN p IS NULL THEN {null} ELSE p END AS p, {keys} FROM ({rows})",
		sqltext.Args{"null": in.NullPerson(), "keys": sqltext.List(in.Keys()), "rows": in.Rows("")}))
	return &differentRows{from: persons, keys: append([]sqltext.SQL{"p"}, in.Keys()...), n: "1"}
}

// coded adds dictionaries of the keys to a plan, and returns what stands behind FROM for one
// row x, whose rows is what __skyline_coded_rows keeps.
func (r *differentRows) coded(p *sqltext.Plan, c *call.Call) sqltext.SQL {
	dictionaries := sqltext.Numbered(len(r.keys), "__skyline_d#")
	for i, key := range r.keys {
		code := sqltext.SQL("row_number() OVER () - 1")
		if r.any {
			code = "CASE WHEN v IS NULL THEN 0 ELSE row_number() OVER (ORDER BY v IS NULL ASC) END"
		}
		p.Keep(dictionaries[i], fmt.Sprintf("the codes of %s, in any order", key), sqltext.Fill(
			"SELECT v, {code} AS c FROM (SELECT DISTINCT {key} AS v FROM {rows})", sqltext.Args{"code": code, "key": key, "rows": r.from}))
	}
	return sqltext.Fill(`
		(
		    SELECT __skyline_coded_rows({key}, {function}, list_value({codes}), {n}) AS rows
		    FROM {rows} AS g
		    {dictionaries}
		) AS x`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name), "rows": r.from, "n": r.n,
		"codes": sqltext.List(slices.Concat(r.front, sqltext.Numbered(len(r.keys), "d#.c"))),
		"dictionaries": sqltext.Join("\n", sqltext.Map(r.keys, func(i int, key sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("JOIN {dictionary} AS d{i} ON d{i}.v IS NOT DISTINCT FROM g.{key}",
				sqltext.Args{"dictionary": dictionaries[i], "i": sqltext.Int(int64(i) + 1), "key": key})
		})...),
	})
}

// forecast returns max_size, at most the number of columns, if max_subsets allows it.
func forecast(c *call.Call, columns int) (int, error) {
	size, err := c.Whole("max_size")
	if err != nil {
		return 0, err
	}
	if size == 0 {
		return 0, c.Errorf("max_size must be at least 1, got 0")
	}
	size = min(size, int64(columns))
	most, err := c.Whole("max_subsets")
	if err != nil {
		return 0, err
	}
	if n := profile.Forecast(columns, int(size)); n > most || columns > maxColumns {
		return 0, c.Errorf("max_subsets must be at least the number of subsets of up to %d of %d columns, which is %s, got %d; lower max_size, name fewer columns, or raise max_subsets",
			size, columns, subsetsText(n), most)
	}
	return int(size), nil
}

// subsetsText writes a forecast.
func subsetsText(n int64) string {
	if n == profile.Uncountable {
		return "more than 2^53"
	}
	return fmt.Sprint(n)
}
