package evidence

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// ColumnProfile is column_profile.
var ColumnProfile = &call.Function{
	Name:        "column_profile",
	Summary:     "What does each column tell about people? Its values, who is alone with theirs, and what it looks like.",
	Questions:   []string{"I have a table. Which of its columns identify people, and which may help to?"},
	Description: "A row for each column. Somebody is alone with a column whose value nobody else has. NULL is a value.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table: [a name or a query](#what-names-a-table)"},
		{Name: "columns", Type: "VARCHAR[]", Default: "NULL", Doc: "the columns; NULL: all but `person` and `weight`"},
		paramSeveral, call.ParamWeight,
	},
	Columns: []call.ResultColumn{
		{Name: "attribute", Type: "VARCHAR", Doc: "the column"},
		{Name: "role", Type: "VARCHAR", Doc: "`'identifier'`, `'constant'` or `'candidate'`: see [Roles](#roles-of-column_profile)"},
		{Name: "unique_people", Type: "BIGINT", Doc: "people who are alone with their value"},
		{Name: "distinct_values", Type: "BIGINT", Doc: "its different values"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words: whether the column identifies people, what it looks like, and what it follows from"},
		{Name: "hint", Type: "VARCHAR", Doc: "what its name or its values look like: see [Hints](#hints-of-column_profile); NULL: nothing that is known here"},
		{Name: "type", Type: "VARCHAR", Doc: "its type; that of an ENUM without its labels, which are values"},
		{Name: "nulls", Type: "BIGINT", Doc: "people with NULL"},
		{Name: "smallest", Type: "BIGINT", Doc: "people with the rarest value; NULL for an empty table"},
		{Name: "largest", Type: "BIGINT", Doc: "people with the most frequent value; NULL for an empty table"},
		{Name: "entropy", Type: "DOUBLE", Doc: "-Σ p log₂ p over the shares p of its values, in bits; NULL for an empty table"},
		{Name: "longest", Type: "BIGINT", Doc: "characters of its longest text; NULL for other types than VARCHAR and JSON, and without a text"},
		{Name: "determined_by", Type: "VARCHAR[]", Doc: "the other columns that it follows from, or nearly, each by itself: see [What follows from what](#what-follows-from-what)"},
	},
	Example: `FROM column_profile('(VALUES (1, ''ann@example.org'', 34, ''F''), (2, ''bob@example.org'', 34, ''M''), (3, ''cyd@example.org'', 51, ''M''))
                     t(id, contact, age, sex)')`,
	Notes: []string{
		"The rows are in the order of `columns`, or of the table.",
		"Where a person (`person`) has several rows, they have each value that one of their rows has, once. Then they may be alone with one of them, and `entropy` is that of a value drawn from all values of all people.",
		"Counts are exact; `entropy` is within 1e-12.",
	},
	NotPromised: "No role and no hint says that a column is harmless: a `'candidate'` may be the sensitive one, and a column without a hint may be a name in another language.",
	Cost:        "one scan. Each value becomes a text and is counted once: a million rows of 20 columns of texts, dates and numbers take about six times the processor time of DuckDB's count(DISTINCT) of all columns, and 30 columns of integers 13 times that of GROUPING SETS that count the same values, and do not look at them. A sixth of that goes to `determined_by`: rows are kept as codes, 4 bytes for each value, and each pair of columns is looked at until it is clear that neither follows. With `weight` one GROUP BY of all columns before; with `person` a second scan, a GROUP BY of the values of each person, and one of all values. The different values of each column are kept in memory.",
	Source:      "what follows from what: Kivinen, Mannila, Theoretical Computer Science 149 (1995), Goodman, Kruskal, JASA 49 (1954); the 18 identifiers: HIPAA Privacy Rule, 45 CFR 164.514(b)(2)(i).",
	Plan:        planColumnProfile,
	Kernels:     []host.Kernel{columnsKernel},
	Aggregates:  []host.Aggregate{columnHistogramsAggregate(), codedTextsAggregate()},
}

// readColumnProfile reads the table, and leaves columns out of it that nothing looks at.
func readColumnProfile(c *call.Call) (*people.Input, error) {
	columns, err := c.NameList("columns", c.Arguments["columns"])
	if err != nil {
		return nil, err
	}
	if columns == nil && c.Arguments["columns"] != nil {
		return nil, c.Errorf("columns must name at least one column, or be NULL, which means all")
	}
	in, err := people.NewTable(c, call.Role{Param: "columns", Columns: columns, Others: columns == nil})
	if err != nil || columns == nil {
		return in, err
	}
	in.QI = columns
	in.Source = sqltext.Fill("(SELECT {columns} FROM {source} AS tbl)", sqltext.Args{
		"columns": sqltext.List(sqltext.Map(in.Roles(), func(_ int, name string) sqltext.SQL { return in.Column(name) })), "source": in.Source,
	})
	return in, nil
}

func planColumnProfile(c *call.Call) (sqltext.SQL, error) {
	in, err := readColumnProfile(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	job := sqltext.Job{Function: c.Function.Name, Kernel: columnsKernel.Name, Why: "what is measured of each column", Spec: columnsSpec{Persons: in.Person != ""}, Rows: "__skyline_columns"}
	if in.Person != "" {
		addValuesOfPersons(&p, in)
		job.Data = append(slices.Clip(columnsData), []sqltext.Member{{Name: "people", Value: "x.people"}, {Name: "histograms", Value: "x.histograms"}, {Name: "hashed", Value: "y.rows"}}...)
		job.From = sqltext.Fill(`
			{columns},
			    (SELECT __skyline_column_histograms({key}, {function}, i, h, alone) AS histograms, coalesce(max(people), 0) AS people FROM __skyline_values) AS x,
			    __skyline_rows_of_persons AS y
		`, sqltext.Args{"columns": columnsFrom(in, in.Person), "key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name)})
	} else {
		addTexts(&p, in)
		job.Data, job.From = textsData, columnsFrom(in, in.Weight)+", __skyline_texts AS x"
	}
	p.Run(job)
	return p.Statement("SELECT * EXCLUDE (i) FROM __skyline_columns ORDER BY i ASC"), nil
}

// columnsData is what kernels get of the columns, from columnsFrom; textsData their values, too,
// from addTexts.
var (
	columnsData = []sqltext.Member{{Name: "names", Value: "d.names"}, {Name: "types", Value: "d.types"}}
	textsData   = append(slices.Clip(columnsData), sqltext.Member{Name: "texts", Value: "x.texts"})
)

// columnsFrom is the FROM of columnsData: the columns but one, "" for none.
func columnsFrom(in *people.Input, but string) sqltext.SQL {
	others := sqltext.SQL("")
	if but != "" {
		others = sqltext.Fill(" EXCLUDE ({column})", sqltext.Args{"column": sqltext.Ident(but)})
	}
	return sqltext.Fill("(SELECT list(column_name) AS names, list({type}) AS types FROM (DESCRIBE SELECT *{others} FROM {source} AS tbl)) AS d", sqltext.Args{
		"type": sqltext.WithoutLabels("column_type"), "others": others, "source": in.Source,
	})
}

// addTexts adds __skyline_texts: the rows, each value as its text.
func addTexts(p *sqltext.Plan, in *people.Input) {
	rows := sqltext.Fill("SELECT list_value(*COLUMNS(*)) AS v, 1 AS n FROM (SELECT {texts} FROM {source} AS tbl)", sqltext.Args{"texts": sqltext.TextOf("COLUMNS(*)"), "source": in.Source})
	if in.Weight != "" {
		rows = in.CountedRows("tbl")
	}
	p.Keep("__skyline_texts", "which values are in one row, as codes of their texts", sqltext.Fill("SELECT __skyline_coded_texts({key}, {function}, v, n) AS texts FROM ({rows})",
		sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name), "rows": rows}))
}

// addValuesOfPersons adds __skyline_values for people who may have several rows: for the i-th
// column, h is how many people have each value, alone how many are alone with one of theirs, and
// people how many there are.
func addValuesOfPersons(p *sqltext.Plan, in *people.Input) {
	person := sqltext.Ident(in.Person)
	p.Keep("__skyline_persons", "each person's different values of each column", sqltext.Fill(`
		SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_p))) AS vs, row_number() OVER () AS p, count(*) OVER () AS people
		FROM (
		    SELECT CASE WHEN {p} IS NULL THEN {null} ELSE {p} END AS __skyline_p, list(DISTINCT {texts})
		    FROM {source} AS tbl
		    GROUP BY ALL
		)
	`, sqltext.Args{
		"p": in.Key(in.Person), "null": in.NullPerson(), "texts": sqltext.TextOf("COLUMNS(* EXCLUDE (" + person + "))"), "source": in.Source,
	}))
	p.With("__skyline_values", "how many people have each value of each column, and how many are alone", sqltext.Fill(`
		SELECT i, __skyline_histogram({key}, v, n) AS h, count(DISTINCT p) FILTER (WHERE n = 1) AS alone, max(people) AS people
		FROM (
		    SELECT i, v, count(*) AS n, min(p) AS p, max(people) AS people
		    FROM (
		        SELECT i, UNNEST(l) AS v, p, people
		        FROM (SELECT UNNEST(range(len(vs))) AS i, UNNEST(vs) AS l, p, people FROM __skyline_persons)
		    )
		    GROUP BY i, v
		)
		GROUP BY i
	`, sqltext.Args{"key": sqltext.PlanKey}))
	p.Keep("__skyline_rows_of_persons", "which values are in one row of a person", sqltext.Fill(`
		SELECT __skyline_hashed_rows({key}, {function}, {hashes}, 1) AS rows
		FROM (
		    SELECT DISTINCT list_value(__skyline_p, *COLUMNS(* EXCLUDE (__skyline_p))) AS v
		    FROM (
		        SELECT CASE WHEN {p} IS NULL THEN {null} ELSE {person_text} END AS __skyline_p, {texts}
		        FROM {source} AS tbl
		    )
		)
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name), "p": in.Key(in.Person), "null": in.NullPerson(), "person_text": sqltext.TextOf("tbl." + person), "hashes": people.HashesOf("v"),
		"texts": sqltext.TextOf("COLUMNS(* EXCLUDE (" + person + "))"), "source": in.Source,
	}))
}
