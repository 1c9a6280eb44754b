package gnf

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/release"
)

// GnfTable is gnf_table: the rows of a table that keeps privacy rules.
var GnfTable = &call.Function{
	Name:        "gnf_table",
	Summary:     "The rows of one of the tables that keep many privacy rules, shuffled as its rule demands.",
	Questions:   []string{"What are the rows of one of them?"},
	Description: "The sub-table of that number in [`gnf_decompose`](#gnf_decompose) with the same arguments. Its columns keep their types and their order; where the sub-table keeps a rule, the values of its right side are shuffled within groups of at least `diversity` people, in which no value has more than 1/diversity of the people, and `group_id` tells the groups apart (Anatomy). The rows are in random order.",
	Params: []call.Param{
		call.ParamOriginal, paramRules,
		{Name: "table_no", Type: "BIGINT", Doc: "the number of the sub-table in `gnf_decompose`, from 1"},
		{Name: "diversity", Type: "BIGINT", Default: "2", Doc: "as in `gnf_decompose`"},
		{Name: "method", Type: "VARCHAR", Default: "'uad'", Doc: "as in `gnf_decompose`"},
		{Name: "strict", Type: "BOOLEAN", Default: "false", Doc: "whether to protect from more adversaries, or refuse: see [Who is protected from whom](#who-is-protected-from-whom)"},
		draw.ParamSeed, paramFDs, paramAttributes, paramTables, release.ParamOtherColumns, call.ParamWeightOnly,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of the sub-table"},
		{Name: "group_id", Type: "BIGINT", Doc: "where the sub-table keeps a rule, the row's group, from 1"},
	},
	Example: `FROM gnf_table('(VALUES (111111, 37, ''F'', 71000, ''asian'', ''HIV''),
                        (111111, 71, ''M'', 72000, ''white'', ''diabetes''),
                        (222222, 55, ''F'', 73000, ''black'', ''diabetes''),
                        (222222, 37, ''F'', 74000, ''white'', ''flu''),
                        (333333, 23, ''M'', 71000, ''black'', ''alcoholism''),
                        (333333, 37, ''M'', 72000, ''white'', ''HIV'')) t(hospital, age, gender, zip, race, icd)',
               [{'lhs': ['age', 'icd'], 'rhs': 'race'}, {'lhs': ['gender', 'icd'], 'rhs': 'zip'}, {'lhs': ['hospital', 'race'], 'rhs': 'zip'}], table_no := 1, seed := 1) ORDER BY ALL`,
	Notes: []string{
		"**Publish one [draw](#draws) of each sub-table, once, of the same rows**: two draws can be intersected, since a person's value is among those that both of the person's groups have, and sub-tables of different people can be compared. A query given as `tbl` that is random, or a sample, has other rows in each call: keep it in a table first. Sub-tables are drawn independently of each other, with a `seed` too.",
		"With `method := 'gd'` the schema may depend on the data, which DuckDB cannot know when it binds the call. Then the call is refused, and the way out is to keep the schema: `SET VARIABLE schema = (SELECT list({'attributes': attributes, 'lhs': lhs, 'rhs': rhs} ORDER BY table_no) FROM gnf_decompose(…, method := 'gd'))`, and `tables := getvariable('schema')`. (A variable of another name is NULL, and NULL is no schema.)",
		"Without `attributes` or `tables` all columns are published, those that no rule and no functional dependency names in one sub-table (with `method := 'single'`, each in its own): leave identifiers out. Those columns [have no role](#columns-without-a-role), and are refused where they single people out; where a sub-table has no `group_id`, all its rows are a group. `other_columns := 'drop'` leaves them out; the numbers of the sub-tables are those of `gnf_decompose` all the same.",
		"One row is one person; one of weight w becomes w rows, [without that column](#tables-of-counts). Columns that the call names are spelled as in the call.",
	},
	NotPromised: "See [Who is protected from whom](#who-is-protected-from-whom).",
	Cost:        "one scan, which keeps the published columns while the statement runs; a GROUP BY of each right side, and where values are shuffled two look-ups for each row and one sort of the sub-table; with a `seed`, `strict` or `multi_sa` two sorts.",
	Source:      SourceGNF + "Sect. 4 to 6; Xiao, Tao, “Anatomy: simple and effective privacy preservation”, VLDB 2006.",
	Plan:        planGNFTable,
	Kernels:     []host.Kernel{groupsKernel},
	Scalars:     gnfTableScalars, Aggregates: []host.Aggregate{countsAggregate()},
}
