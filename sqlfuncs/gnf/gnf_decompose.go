package gnf

import (
	"skyline/engine/guardian"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// GnfDecompose is gnf_decompose: tables that keep privacy rules.
var GnfDecompose = &call.Function{
	Name:        "gnf_decompose",
	Summary:     "Tables to publish together that keep many privacy rules: Guardian Normal Form.",
	Questions:   []string{"Which sub-tables can be published together?"},
	Description: "Finds sub-tables of a table that keep all rules when they are published together, and measures what they say of the original. [`gnf_table`](#gnf_table) returns the rows of each. One row for each sub-table; a column may stand in several.",
	Params: []call.Param{
		call.ParamOriginal, paramRules,
		{Name: "diversity", Type: "BIGINT", Default: "2", Doc: "ℓ-diversity: whoever knows the left side of a rule tells the right side with a probability of at most 1/`diversity`"},
		{Name: "method", Type: "VARCHAR", Default: "'uad'", Doc: "`'uad'`: few and large tables by the rules alone; `'gd'`: protected columns get tables of their own, and columns are added to them as they lower the divergence; for comparison, `'single'` and `'multi_sa'`: see [below](#two-methods-and-two-baselines)"},
		paramFDs, paramAttributes, paramTables, call.ParamWeightOnly,
	},
	Columns: []call.ResultColumn{
		{Name: "table_no", Type: "BIGINT", Doc: "the number of the sub-table, from 1"},
		{Name: "attributes", Type: "VARCHAR[]", Doc: "its columns, in the order of the table's"},
		{Name: "lhs", Type: "VARCHAR[]", Doc: "NULL, or columns that it must keep `rhs` from: by `uad` those of the rules, by `gd` all others. As `gnf_table` publishes it, it keeps `rhs` from all others"},
		{Name: "rhs", Type: "VARCHAR", Doc: "NULL, or the column whose values are shuffled within groups"},
		{Name: "kl", Type: "DOUBLE", Doc: "the divergence of the whole, in nats: the same in each row; `inf` where somebody's values are not among those that the estimate allows, NULL where it was not computed: see `estimate`"},
		{Name: "note", Type: "VARCHAR", Doc: "how the sub-table is published"},
		{Name: "estimate", Type: "VARCHAR", Doc: "how `kl` was computed"},
		{Name: "guards", Type: "BIGINT[]", Doc: "the rules that the sub-table guards, by their numbers in `gnf_rules`"},
	},
	Example: `FROM gnf_decompose('(VALUES (111111, 37, ''F'', 71000, ''asian'', ''HIV''),
                            (111111, 71, ''M'', 72000, ''white'', ''diabetes''),
                            (222222, 55, ''F'', 73000, ''black'', ''diabetes''),
                            (222222, 37, ''F'', 74000, ''white'', ''flu''),
                            (333333, 23, ''M'', 71000, ''black'', ''alcoholism''),
                            (333333, 37, ''M'', 72000, ''white'', ''HIV'')) t(hospital, age, gender, zip, race, icd)',
                   [{'lhs': ['age', 'icd'], 'rhs': 'race'}, {'lhs': ['gender', 'icd'], 'rhs': 'zip'}, {'lhs': ['hospital', 'race'], 'rhs': 'zip'}])`,
	Notes: []string{
		"`kl` is Σ p(x) ln(p(x) / p*(x)) over the rows x of the original; p* is the estimate with the largest likelihood from all sub-tables, where shuffled values are independent of the other columns within a group. The groups are drawn anew for each release, so this is that of one draw, always the same for the same rows.",
		"`kl` has a closed form where the sub-tables hang together like a tree, as those of all methods do: a sum of entropies of sub-tables and of what they have in common (`estimate`: `closed form`). For other schemas, given as `tables`, the estimate is fitted to the sub-tables that form a circle, on all combinations of values that these allow (iterative proportional fitting), and `estimate` says how many rounds it took and how far it is from the sub-tables. Where there are more than 10 million such combinations, `kl` is NULL.",
		"A rule whose right side has a value with a share above 1/diversity is an error: publishing that column alone breaks the rule. That holds for rules without a guardian, too.",
		"One row is one person, or as many as its weight says. All columns but `weight` are published, and so identifiers must be left out: name those to publish in `attributes`, or give a query as `tbl`. The columns of [functional dependencies](#functional-dependencies) must be columns of `tbl`.",
	},
	Cost:    "one scan and one GROUP BY of all published columns, whose different rows are then kept as numbers. `uad` takes time in proportion to them. `gd` measures schemas, some hundred times at most for 18 columns and 9 rules, only where the rules leave a choice; each time costs about as much as `uad`. Hundreds of rules on hundreds of columns take minutes.",
	Source:  SourceGNF + "Sect. 5, Algorithms 1 and 2, and App. B.",
	Plan:    planGNFDecompose,
	Kernels: []host.Kernel{decomposeKernel},
}

var paramTables = call.Param{Name: "tables", Type: "STRUCT(attributes VARCHAR[], lhs VARCHAR[], rhs VARCHAR)[]", Default: "NULL", Doc: "a schema to use in place of one by `method`, as `gnf_check` takes it; it must be in Guardian Normal Form"}

var paramAttributes = call.Param{Name: "attributes", Type: "VARCHAR[]", Default: "NULL", Doc: "the columns to publish; NULL: all of them. Rules are then about these: what is not published, and does not follow by `fds`, helps nobody"}

var gnfMethods = []string{"uad", "gd", "single", "multi_sa"}

func planGNFDecompose(c *call.Call) (sqltext.SQL, error) {
	in, err := newGNFInput(c)
	if err != nil {
		return "", err
	}
	const table = sqltext.SQL("__skyline_table")
	var p sqltext.Plan
	in.people().AddGathered(&p, table, "the different rows of the published columns, and how often each occurs")
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: decomposeKernel.Name, Why: "the sub-tables, and what they say of the original",
		Spec: decomposeSpec{
			L: in.l, Method: in.method, Names: in.names, Rules: in.rulesForKernel(),
			Tables: tablesForKernel(in.tables), Links: tablesForKernel(in.links),
		},
		Data: []sqltext.Member{{Name: "columns", Value: "x.names"}, {Name: "table", Value: "x.kept"}},
		From: table + " AS x",
		Rows: "__skyline_rows",
	})
	return p.Statement("SELECT table_no, attributes, lhs, rhs, kl, note, estimate, guards FROM __skyline_rows ORDER BY table_no"), nil
}

// rulesForKernel returns the irreducible rules as the kernel gets them.
func (in *gnfInput) rulesForKernel() []ruleSpec {
	var specs []ruleSpec
	rules, numbers := in.kept()
	for i, r := range rules {
		specs = append(specs, ruleSpec{numbers[i], r.LHS.Slice(), r.RHS})
	}
	return specs
}

// tablesForKernel likewise returns tables: a schema, or links.
func tablesForKernel(tables []guardian.Table) []tableSpec {
	var specs []tableSpec
	for _, t := range tables {
		specs = append(specs, tableSpec{t.Attributes.Slice(), t.LHS.Slice(), t.RHS})
	}
	return specs
}
