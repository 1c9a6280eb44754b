package utility

import (
	"encoding/json"
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/gnf"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
)

const workloadName = "workload_error"

var WorkloadError = &call.Function{
	Name:        workloadName,
	Summary:     "How well do released tables, taken together, answer random COUNT queries?",
	Description: "Draws COUNT queries, answers them from the released tables alone and compares with the original. A query asks for the people whose values in `dimension` columns are in given sets: the columns are drawn without replacement from those in some released table, and of each column a random set of `selectivity` times as many values as it has in the original, rounded, but at least one. The error of an answer is |actual − estimated| / actual.",
	Params: []call.Param{
		{Name: "original", Type: "VARCHAR", Doc: "the table before: given as `tbl` elsewhere"},
		{Name: "release_tables", Type: "VARCHAR[] or STRUCT(table VARCHAR, rhs VARCHAR)[]", Doc: "the tables that are published together, each named likewise. Where `rhs` is given, a column or a list, its values are shuffled among the rows of equal `group_id`, a column of that table. The other columns are of the original, with its values"},
		{Name: "dimension", Type: "BIGINT", Default: "3", Doc: "how many columns a query is about"},
		{Name: "selectivity", Type: "DOUBLE", Default: "0.4", Doc: "the share of a column's values that a query asks for, in (0, 1]"},
		{Name: "queries", Type: "BIGINT", Default: "1000", Doc: "how many queries"},
		call.ParamAuditSeed,
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
		"The estimate is the distribution of the largest entropy, that is, of the largest likelihood under the log-linear model, that has the marginals of all tables; within a group, shuffled values are independent of the others. Where the tables hang together without cycles it is a product of their distributions. Others are fitted, by iterative proportional fitting: `fit_rounds` says in how many rounds, 0 for none, and `fit_deviation` by how much a marginal is off, as a share of the people: where tables contradict each other, no distribution has all their marginals. That is so for tables without cycles, too: it is the largest difference of two tables in the share of a combination of values of the columns that both have. (Of a table with `rhs` whose columns all are in one without, which tells more and is used in its place, it is that of its left columns, and of its right ones where none are left out.) 0 stands for at most 1e-10.",
		"Where `group_id` is NULL the values of `rhs` are left out, and count as distributed among these people as among all others. A table with fewer rows than the largest stands for as many people as that one.",
		"A released value must be one of the original: labels that stand for several are an error. [`release_utility`](#release_utility) measures such releases.",
		"NULL is a value of its own. One row is one person.",
		"The result does not depend on the order of rows or columns, on threads or on storage; equal seeds give equal queries.",
		"Cost: one scan and GROUP BY of each table; for each query a pass over the different rows of the original, and of each table on the paths between those that have the query's columns. A fit may take ten million cells: those combinations of the columns that stand in several tables which no table rules out.",
		gnf.NoteSourceGNF + "Sect. 5.1 and 6.1, where `dimension` is qd and `selectivity` is p.",
	},
	Plan:    call.Old(planWorkloadError),
	Scalars: workloadScalars,
}

const suchReleaseTables = "a list of tables, such as ['pub_1', 'pub_2'] or [{'table': 'pub_1', 'rhs': 'race'}]"

// releasedTable is one of the parameter release_tables.
type releasedTable struct {
	source string // what stands behind FROM
	rhs    []string
}

func planWorkloadError(c *call.Call) (string, error) {
	original, err := c.OldSourceOf("original")
	if err != nil {
		return "", err
	}
	tables, err := readReleasedTables(c)
	if err != nil {
		return "", err
	}
	dimension, err := c.Whole("dimension")
	if err != nil || dimension < 1 {
		return "", c.Errorf("dimension must be a whole number from 1, got %s", call.Show(c.Arguments["dimension"]))
	}
	if err := c.CheckThreshold("selectivity"); err != nil {
		return "", err
	}
	queries, err := c.Whole("queries")
	if err != nil || queries < 1 || queries > maxQueries {
		return "", c.Errorf("queries must be a whole number from 1 to %d, got %s", maxQueries, call.Show(c.Arguments["queries"]))
	}
	random, err := c.Seed()
	if err != nil {
		return "", err
	}
	var ctes []string
	if random.Once {
		ctes = bindTables(c, random, &original, tables)
	}
	ctes = append(ctes, oldpeople.GatherCTE("__skyline_t0", workloadName, original))
	names, widths, kept := []string{"t0.names"}, []string{"system.main.len(t0.names)"}, []string{"t0.kept"}
	from, rights := "__skyline_t0 AS t0", [][]string{}
	for i, t := range tables {
		name := fmt.Sprintf("t%d", i+1)
		ctes = append(ctes, oldpeople.GatherCTE("__skyline_"+name, workloadName, t.source))
		names, widths, kept = append(names, name+".names"), append(widths, "system.main.len("+name+".names)"), append(kept, name+".kept")
		from += fmt.Sprintf(" CROSS JOIN __skyline_%[1]s AS %[1]s", name)
		rights = append(rights, t.rhs)
	}
	encodedRights, err := json.Marshal(rights)
	if err != nil {
		return "", err
	}
	list := func(items []string) string { return "system.main.list_value(" + strings.Join(items, ", ") + ")" }
	ctes = append(ctes, fmt.Sprintf("__skyline_job AS (SELECT system.main.__%s_start(%d, %s::DOUBLE, %d, %s, %s, system.main.flatten(%s), %s, %s) AS job, false AS done FROM %s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
		workloadName, dimension, c.Arguments["selectivity"].(json.Number), queries, random.Key(), oldtext.QuoteText(string(encodedRights)), list(names), list(widths), list(kept), from))
	return fmt.Sprintf("WITH RECURSIVE %s\nSELECT measure, value FROM (SELECT UNNEST(system.main.__%s_rows(job), recursive := true) FROM __skyline_job WHERE done) ORDER BY i ASC",
		strings.Join(ctes, ",\n"), workloadName), nil
}

// bindTables returns the CTEs of the tables, read once, and of the key that is made of
// them.
func bindTables(c *call.Call, random call.Randomness, original *string, tables []releasedTable) []string {
	sources := []*string{original}
	for i := range tables {
		sources = append(sources, &tables[i].source)
	}
	var ctes, read []string
	for i, source := range sources {
		name := fmt.Sprintf("__skyline_read%d", i)
		ctes = append(ctes, fmt.Sprintf("%s AS MATERIALIZED (SELECT * FROM %s AS tbl)", name, *source))
		*source = name
		read = append(read, name)
	}
	return append(ctes, random.Bound(c, read...)...)
}

// maxQueries keeps the errors of all queries within a gigabyte.
const maxQueries = 100_000_000

// readReleasedTables reads the parameter release_tables.
func readReleasedTables(c *call.Call) ([]releasedTable, error) {
	const param = "release_tables"
	given := c.Arguments[param]
	if name, ok := given.(string); ok {
		given = []any{name}
	}
	list, ok := given.([]any)
	if !ok || len(list) == 0 {
		return nil, c.Errorf("%s must be %s, got %s", param, suchReleaseTables, call.Show(given))
	}
	tables := make([]releasedTable, len(list))
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
		if tables[i].source, err = call.OldFromTable(name); err != nil {
			return nil, c.Errorf("%s: %v", where, err)
		}
		if rhs := tables[i].rhs; len(rhs) > 0 {
			tables[i].source = c.OldHaving(where, name, tables[i].source, call.Role{Param: where + ": rhs", Columns: rhs}, call.RoleOf(where, groupColumn))
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
		return nil, c.Errorf("%s must be %s, got the member %s", param, suchReleaseTables, oldtext.QuoteText(unknown))
	}
	return members, nil
}
