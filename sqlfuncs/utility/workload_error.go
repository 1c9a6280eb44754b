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
	Summary:     "How well do released tables, taken together, answer random COUNT queries?",
	Description: "Draws COUNT queries, answers them from the released tables alone and compares with the original. A query asks for the people whose values in `dimension` columns are in given sets: the columns are drawn without replacement from those in some released table, and of each column a random set of `selectivity` times as many values as it has in the original, rounded, but at least one. The error of an answer is |actual − estimated| / actual.",
	Params: []call.Param{
		{Name: "original", Type: "VARCHAR", Doc: "the table before: given as `tbl` elsewhere"},
		{Name: "release_tables", Type: "VARCHAR[] or STRUCT(table VARCHAR, rhs VARCHAR)[]", Doc: "the tables that are published together, each named likewise. Where `rhs` is given, a column or a list, its values are shuffled among the rows of equal `group_id`, a column of that table. The other columns are of the original, with its values"},
		{Name: "dimension", Type: "BIGINT", Default: "3", Doc: "how many columns a query is about"},
		{Name: "selectivity", Type: "DOUBLE", Default: "0.4", Doc: "the share of a column's values that a query asks for, in (0, 1]"},
		{Name: "queries", Type: "BIGINT", Default: "1000", Doc: "how many queries"},
		draw.ParamAuditSeed,
	},
	Columns: []call.ResultColumn{
		{Name: "measure", Type: "VARCHAR", Doc: "the measure: see below"},
		{Name: "value", Type: "DOUBLE", Doc: "its value; NULL where no query was asked"},
	},
	Example: `FROM workload_error('(VALUES (23, ''M'', ''flu''), (27, ''M'', ''HIV''), (35, ''F'', ''flu''), (59, ''F'', ''HIV'')) t(age, sex, disease)',
                    ['(VALUES (23, ''M''), (27, ''M''), (35, ''F''), (59, ''F'')) t(age, sex)', '(VALUES (''flu''), (''flu''), (''HIV''), (''HIV'')) t(disease)'],
                    dimension := 2, selectivity := 0.5, queries := 100, seed := 1)`,
	Notes: []string{
		"`mean_relative_error`, `median_relative_error`, `p90_relative_error`: of the errors; the quantiles are interpolated linearly. `queries`: how many were asked. `redrawn`: how many were not, because nobody in the original satisfies them, which leaves the error undefined; another query is drawn in place of each, up to a thousand times.",
		"The estimate is the distribution of the largest entropy, that is, of the largest likelihood under the log-linear model, that has the marginals of all tables; within a group, shuffled values are independent of the others. Where the tables hang together without cycles it is a product of their distributions. Others are fitted, by iterative proportional fitting: `fit_rounds` says in how many rounds, 0 for none, and `fit_deviation` by how much a marginal is off, as a share of the people: where tables contradict each other, no distribution has all their marginals. That is so for tables without cycles, too: it is the largest difference of two tables in the share of a combination of values of the columns that both have. (Where all columns of a table with `rhs` are in one without, which tells more and is used in its place, it is the difference for the left columns, and for the right ones where none are left out.) 0 stands for at most 1e-10.",
		"Where `group_id` is NULL the values of `rhs` are left out, and count as distributed among these people as among all others. A table with fewer rows than the largest stands for as many people as that one.",
		"A released value must be one of the original: labels that stand for several are an error. [`release_utility`](#release_utility) measures such releases.",
		"NULL is a value of its own. One row is one person.",
		"The result does not depend on the order of rows or columns, on threads or on storage; equal seeds give equal queries.",
		"Cost: one scan and GROUP BY of each table; for each query a pass over the different rows of the original, and of each table on the paths between those that have the query's columns. A fit may take ten million cells: those combinations of the columns that stand in several tables which no table rules out.",
		gnf.NoteSourceGNF + "Sect. 5.1 and 6.1, where `dimension` is qd and `selectivity` is p.",
	},
	Plan:       planWorkloadError,
	Kernels:    []host.Kernel{workloadKernel},
	Aggregates: []host.Aggregate{people.GatherTablesAggregate()},
}

const suchReleaseTables = "a list of tables, such as ['pub_1', 'pub_2'] or [{'table': 'pub_1', 'rhs': 'race'}]"

// maxQueries keeps the errors of all queries within a gigabyte.
const maxQueries = 100_000_000

// namedTable is a table of a call.
type namedTable struct {
	source sqltext.SQL // what stands behind FROM
	rhs    []string    // of a released table: the columns whose values are shuffled
}

// planWorkloadError returns the statement of workload_error: DuckDB counts the rows of all
// tables, and the kernel gets them as texts, with the names of the columns.
func planWorkloadError(c *call.Call) (sqltext.SQL, error) {
	original, err := c.SourceOf("original")
	if err != nil {
		return "", err
	}
	released, err := readReleasedTables(c)
	if err != nil {
		return "", err
	}
	spec, err := readWorkload(c)
	if err != nil {
		return "", err
	}
	random, err := draw.Read(c)
	if err != nil {
		return "", err
	}
	for _, t := range released {
		spec.RHS = append(spec.RHS, t.rhs)
	}
	var p sqltext.Plan
	sources := sqltext.Map(append([]namedTable{{source: original}}, released...), func(_ int, t namedTable) sqltext.SQL { return t.source })
	if random.IsOnce() {
		keepTables(&p, sources)
	}
	random.Bind(&p, c, sources...)
	p.With("__skyline_counted", "the different rows of all tables, and how often they come; the original is number 0", sqltext.Join("\nUNION ALL\n",
		sqltext.Map(sources, func(i int, source sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("SELECT {i} AS i, v, n FROM ({rows})", sqltext.Args{"i": sqltext.Int(int64(i)), "rows": people.CountedRows(source)})
		})...))
	p.With("__skyline_names", "the names of their columns", sqltext.Fill(`
		SELECT list_value(
		    {names}
		) AS names
	`, sqltext.Args{"names": sqltext.Join(",\n", sqltext.Map(sources, func(_ int, source sqltext.SQL) sqltext.SQL { return "(" + people.ColumnNames(source) + ")" })...)}))
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: workloadKernel.Name, Rows: "__skyline_measures",
		Why:  "how well the released tables answer queries",
		Spec: spec,
		Data: []sqltext.Member{{Name: "key", Value: draw.KeyData(random.Key())}, {Name: "names", Value: "m.names"}, {Name: "tables", Value: "x.kept"}},
		From: sqltext.Fill(`
			(SELECT __skyline_gather_tables({key}, {function}, i, v, n, {apart}) AS kept FROM __skyline_counted) AS x,
			__skyline_names AS m
		`, sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name), "apart": sqltext.Apart}),
	})
	return p.Statement("SELECT measure, value FROM __skyline_measures ORDER BY i ASC"), nil
}

// readWorkload reads the parameters that say which queries to draw.
func readWorkload(c *call.Call) (*workloadSpec, error) {
	s := &workloadSpec{}
	var err error
	if s.Dimension, err = c.Whole("dimension"); err != nil || s.Dimension < 1 {
		return nil, c.Errorf("dimension must be a whole number from 1, got %s", call.Show(c.Arguments["dimension"]))
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
func keepTables(p *sqltext.Plan, sources []sqltext.SQL) {
	for i, name := range sqltext.Numbered(len(sources), "__skyline_read#") {
		p.Keep(name, "a table, which the key of the draw and the kernel look at", sqltext.Fill("SELECT * FROM {source} AS tbl", sqltext.Args{"source": sources[i]}))
		sources[i] = name
	}
}

// readReleasedTables reads the parameter release_tables.
func readReleasedTables(c *call.Call) ([]namedTable, error) {
	const param = "release_tables"
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
		name, ok := element.(string)
		if !ok {
			members, err := releasedStruct(c, param, element)
			if err != nil {
				return nil, err
			}
			if name, ok = members["table"].(string); !ok {
				return nil, c.Errorf("%s must have the member table, %s, got %s", where, call.WhatTable, call.Show(members["table"]))
			}
			if tables[i].rhs, err = c.NameList(where+": rhs", members["rhs"]); err != nil {
				return nil, err
			}
			if call.ContainsName(tables[i].rhs, groupColumn) {
				return nil, c.Errorf("%s: rhs must not be the column group_id, within which values are shuffled", where)
			}
		}
		var err error
		if tables[i].source, err = sqltext.FromTable(name); err != nil {
			return nil, c.Errorf("%s: %v", where, err)
		}
		if rhs := tables[i].rhs; len(rhs) > 0 {
			tables[i].source = c.Having(where, name, tables[i].source, call.Role{Param: where + ": rhs", Columns: rhs}, call.RoleOf(where, groupColumn))
		}
	}
	return tables, nil
}

func releasedStruct(c *call.Call, param string, element any) (map[string]any, error) {
	given, ok := element.(map[string]any)
	if !ok {
		return nil, c.Errorf("%s must be %s, got %s in it", param, suchReleaseTables, call.Show(element))
	}
	members, unknown := call.Lowered(given, "table", "rhs")
	if unknown != "" {
		return nil, c.Errorf("%s must be %s, got the member %s", param, suchReleaseTables, sqltext.Text(unknown))
	}
	return members, nil
}
