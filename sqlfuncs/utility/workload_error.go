package utility

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/gnf"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// WorkloadError is workload_error.
var WorkloadError = &call.Function{
	Name:        "workload_error",
	Summary:     "How well do released tables, taken together, answer random COUNT, SUM and AVG queries?",
	Questions:   []string{"How well do several released tables together answer COUNT, SUM and AVG queries?"},
	Description: "Draws queries, answers them from the released tables alone and compares with the original. A query asks for the number of people whose values in `dimension` columns are in given sets: the columns are drawn without replacement from those in some released table, and of each column a random set of `selectivity` times as many values as it has in the original, rounded, but at least one. With `sum`, each query asks for the sum and the average of that column, too. The error of an answer is |actual − estimated| / |actual|.",
	Params: []call.Param{
		{Name: "original", Type: "VARCHAR", Doc: "the table before: [a name or a query](#what-names-a-table)"},
		{Name: "releases", Type: "VARCHAR[] or STRUCT(table VARCHAR, rhs VARCHAR, weight VARCHAR)[]", Doc: "the tables that are published together, each named likewise. Where `rhs` is given, a column or a list, its values are shuffled among the rows of equal `group_id`, a column of that table. `weight` is a column like that of the original. The other columns are of the original, with its values"},
		{Name: "dimension", Type: "BIGINT", Default: "NULL", Doc: "how many columns a query is about; NULL: 3, or all where there are fewer"},
		{Name: "selectivity", Type: "DOUBLE", Default: "0.4", Doc: "the share of a column's values that a query asks for, in (0, 1]"},
		{Name: "queries", Type: "BIGINT", Default: "1000", Doc: "how many queries"},
		draw.ParamSampleSeed,
		{Name: "weight", Type: "VARCHAR", Default: "NULL", Doc: call.ParamWeightOnly.Doc + "; of `original`: each of `releases` has its own"},
		{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "the table of hierarchies that the release was made with, if it has labels of them"},
		{Name: "sum", Type: "VARCHAR", Default: "NULL", Doc: "a released column of numbers, to ask for its SUM and AVG beside COUNT"},
	},
	Columns: []call.ResultColumn{
		{Name: "measure", Type: "VARCHAR", Doc: "the measure: see [below](#how-workload_error-estimates)"},
		{Name: "value", Type: "DOUBLE", Doc: "its value; NULL where no query was asked"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
	},
	Example: `FROM workload_error('(VALUES (23, ''M'', ''flu''), (27, ''M'', ''HIV''), (35, ''F'', ''flu''),
                             (59, ''F'', ''HIV'')) t(age, sex, disease)',
                    ['(VALUES (23, ''M''), (27, ''M''), (35, ''F''), (59, ''F'')) t(age, sex)',
                     '(VALUES (''flu''), (''flu''), (''HIV''), (''HIV'')) t(disease)'],
                    dimension := 2, selectivity := 0.5, queries := 100, seed := 1)`,
	Notes: []string{
		"Where `group_id` is NULL the values of `rhs` are left out, and count as distributed among these people as among all others. A table with fewer rows than the largest stands for as many people as that one.",
		"A release of one table, without `rhs`, may have labels that stand for several values, as those of `skyline_anonymize` and `generalize` do. Then each person of a row is taken to have one of the values of the original that its label covers, all alike and independently in each column. `group_id` is left out. In several tables, and where there is `rhs`, a released value must be one of the original.",
		"Labels are read as `release_utility` reads them. Ranges are understood of numbers, of texts, and of dates and times of the years 1 to 9999.",
		"Under a label, the numbers of `sum` are shared out in the same way: each person has one of the numbers of the original that it covers, all alike. NULL does not count, in SUM and in AVG. `sum` may be in a query's conditions, too. Where the release leaves nobody with a number, it has no average: that counts as an error of 1.",
		"One row is one person, or as many as its weight says. Nothing depends on the order of columns. Equal seeds give equal queries.",
	},
	Cost:       "one scan and GROUP BY of each table; for each query a pass, with `sum` three, over the different rows of the original, and of each table on the paths between those that have the query's columns. A fit may take ten million cells: those combinations of the columns that stand in several tables which no table rules out.",
	Source:     gnf.SourceGNF + "Sect. 5.1 and 6.1, where `dimension` is qd and `selectivity` is p.",
	Plan:       planWorkloadError,
	Kernels:    []host.Kernel{workloadKernel},
	Aggregates: []host.Aggregate{people.GatherTablesAggregate(), NodesAggregate()},
}

const suchReleaseTables = "a list of tables, such as ['pub_1', 'pub_2'] or [{'table': 'pub_1', 'rhs': 'race'}]"

// maxQueries keeps the errors of all queries within a gigabyte.
const maxQueries = 100_000_000

// namedTable is a table of a call.
type namedTable struct {
	people.Input
	param string   // what names it
	rhs   []string // of a released table: the columns whose values are shuffled
}

// planWorkloadError returns the statement of workload_error: DuckDB counts the rows of all
// tables, and the kernel gets them as texts, with the names of the columns.
func planWorkloadError(c *call.Call) (sqltext.SQL, error) {
	tables, err := readWorkloadTables(c)
	if err != nil {
		return "", err
	}
	spec, err := readWorkload(c)
	if err != nil {
		return "", err
	}
	hierarchies, err := c.Hierarchies()
	if err != nil {
		return "", err
	}
	random, err := draw.Read(c)
	if err != nil {
		return "", err
	}
	for _, t := range tables[1:] {
		spec.RHS = append(spec.RHS, t.rhs)
	}
	var p sqltext.Plan
	if random.IsOnce() {
		keepTables(&p, tables)
	}
	random.Bind(&p, c, sqltext.Map(tables, func(_ int, t namedTable) sqltext.SQL { return t.Source })...)
	p.With("__skyline_counted", "the different rows of all tables, and how often they come; the original is number 0", sqltext.Join("\nUNION ALL\n",
		sqltext.Map(tables, func(i int, t namedTable) sqltext.SQL {
			return sqltext.Fill("SELECT {i} AS i, v, n FROM ({rows})", sqltext.Args{"i": sqltext.Int(int64(i)), "rows": t.CountedRows(t.param)})
		})...))
	p.With("__skyline_names", "the names of their columns, and the types of the original's", sqltext.Fill(`
		SELECT list_value(
		    {names}
		) AS names, ({types}) AS types
	`, sqltext.Args{"types": tables[0].ColumnTypes(), "names": sqltext.Join(",\n", sqltext.Map(tables, func(_ int, t namedTable) sqltext.SQL { return "(" + t.ColumnNames() + ")" })...)}))
	job := sqltext.Job{
		Function: c.Function.Name, Kernel: workloadKernel.Name, Rows: "__skyline_measures",
		Why:  "how well the released tables answer queries",
		Spec: spec,
		Data: []sqltext.Member{{Name: "key", Value: draw.KeyData(random.Key())}, {Name: "names", Value: "m.names"}, {Name: "types", Value: "m.types"}, {Name: "tables", Value: "x.kept"}},
		From: sqltext.Fill(`
			(SELECT __skyline_gather_tables({key}, {function}, i, v, n) AS kept FROM __skyline_counted) AS x,
			__skyline_names AS m
		`, sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name)}),
	}
	if hierarchies != "" {
		given := NewGiven(c)
		given.Hierarchies(hierarchies)
		job.Data, job.From = append(job.Data, given.Members...), job.From+",\n"+given.From()
	}
	p.Run(job)
	return p.Statement("SELECT measure, value, meaning FROM __skyline_measures ORDER BY i ASC"), nil
}

// readWorkload reads the parameters that say which queries to draw.
func readWorkload(c *call.Call) (*workloadSpec, error) {
	s := &workloadSpec{}
	var err error
	if c.Arguments["dimension"] != nil {
		if s.Dimension, err = c.Whole("dimension"); err != nil || s.Dimension < 1 {
			return nil, c.Errorf("dimension must be a whole number from 1, or NULL, got %s", call.Show(c.Arguments["dimension"]))
		}
	}
	if s.Sum, _, err = c.OptionalText("sum", call.WhatColumn); err != nil {
		return nil, err
	}
	if s.Selectivity, err = c.Threshold("selectivity"); err != nil {
		return nil, err
	}
	if s.Queries, err = c.Whole("queries"); err != nil || s.Queries < 1 || s.Queries > maxQueries {
		return nil, c.Errorf("queries must be a whole number from 1 to %d, got %s", maxQueries, call.Show(c.Arguments["queries"]))
	}
	return s, nil
}

// keepTables has the tables read once for the key of the draw and for the kernel, so that
// both see the same rows.
func keepTables(p *sqltext.Plan, tables []namedTable) {
	for i, name := range sqltext.Numbered(len(tables), "__skyline_read#") {
		p.Keep(name, "a table, which the key of the draw and the kernel look at", sqltext.Fill("SELECT * FROM {source} AS tbl", sqltext.Args{"source": tables[i].Source}))
		tables[i].Source = name
	}
}

// readWorkloadTables reads the parameters that name tables: the original comes first.
func readWorkloadTables(c *call.Call) ([]namedTable, error) {
	original := namedTable{Input: people.Input{Call: c}, param: "original"}
	var err error
	if original.Source, err = c.SourceOf("original"); err != nil {
		return nil, err
	}
	if original.Weight, _, err = c.OptionalText("weight", call.WhatColumn); err != nil {
		return nil, err
	}
	original.Source = c.HavingRoles("original", original.Source, call.RoleOf("weight", original.Weight))
	released, err := readReleasedTables(c)
	return append([]namedTable{original}, released...), err
}

// readReleasedTables reads the parameter releases.
func readReleasedTables(c *call.Call) ([]namedTable, error) {
	const param = "releases"
	given := c.Arguments[param]
	if name, ok := given.(string); ok {
		given = []any{name}
	}
	list, ok := given.([]any)
	if !ok || len(list) == 0 {
		return nil, c.Errorf("%s must be %s, got %s", param, suchReleaseTables, call.Show(given))
	}
	tables := make([]namedTable, len(list))
	for i, element := range list {
		where := call.ElementOf(param, i)
		t := namedTable{Input: people.Input{Call: c}, param: where}
		name, ok := element.(string)
		if !ok {
			var err error
			if name, err = t.readMembers(param, element); err != nil {
				return nil, err
			}
		}
		var err error
		if t.Source, err = sqltext.FromTable(name); err != nil {
			return nil, c.Errorf("%s: %v", where, err)
		}
		roles := []call.Role{call.RoleOf(where+": weight", t.Weight)}
		if len(t.rhs) > 0 {
			roles = append([]call.Role{{Param: where + ": rhs", Columns: t.rhs}, call.RoleOf(where, groupColumn)}, roles...)
		}
		if err := c.Distinct(roles...); err != nil {
			return nil, err
		}
		t.Source = c.Having(where, name, t.Source, roles...)
		tables[i] = t
	}
	return tables, nil
}

// readMembers reads a table that is given as a struct, and returns its name.
func (t *namedTable) readMembers(param string, element any) (name string, err error) {
	c, where := t.Call, t.param
	members, err := releasedStruct(c, param, element)
	if err != nil {
		return "", err
	}
	name, ok := members["table"].(string)
	if !ok {
		return "", c.Errorf("%s must have the member table, %s, got %s", where, call.WhatTable, call.Show(members["table"]))
	}
	if t.rhs, err = c.NameList(where+": rhs", members["rhs"]); err != nil {
		return "", err
	}
	if call.ContainsName(t.rhs, groupColumn) {
		return "", c.Errorf("%s: rhs must not be the column group_id, within which values are shuffled", where)
	}
	if given := members["weight"]; given != nil {
		if t.Weight, ok = given.(string); !ok || t.Weight == "" {
			return "", c.Errorf("%s: weight must be %s, got %s", where, call.WhatColumn, call.Show(given))
		}
	}
	return name, nil
}

func releasedStruct(c *call.Call, param string, element any) (map[string]any, error) {
	given, ok := element.(map[string]any)
	if !ok {
		return nil, c.Errorf("%s must be %s, got %s in it", param, suchReleaseTables, call.Show(element))
	}
	members, unknown := call.Lowered(given, "table", "rhs", "weight")
	if unknown != "" {
		return nil, c.Errorf("%s must be %s, got the member %s", param, suchReleaseTables, sqltext.Text(unknown))
	}
	return members, nil
}
