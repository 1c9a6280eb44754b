package gnf

import (
	"fmt"
	"strings"

	"skyline/engine/guardian"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
)

var GnfDecompose = &call.Function{
	Name:        "gnf_decompose",
	Summary:     "Tables to publish together that keep many privacy rules: Guardian Normal Form.",
	Description: "Finds sub-tables of a table that keep all rules when they are published together, and measures what they say of the original. [`gnf_table`](#gnf_table) returns the rows of each. One row for each sub-table; a column may stand in several.",
	Params: []call.Param{
		call.ParamOriginal, paramRules,
		{Name: "l", Type: "BIGINT", Default: "2", Doc: "ℓ-diversity: who knows the left side of a rule tells the right side with a probability of at most 1/l"},
		{Name: "method", Type: "VARCHAR", Default: "'uad'", Doc: "`'uad'`: few and large tables by the rules alone; `'gd'`: protected columns get tables of their own, and columns are added to them as they lower the divergence; for comparison, `'single'`: each column alone, and `'multi_sa'`: one table with all protected columns shuffled together"},
		paramFDs, paramAttributes, paramTables,
	},
	Columns: []call.ResultColumn{
		{Name: "table_no", Type: "BIGINT", Doc: "the number of the sub-table, from 1"},
		{Name: "attributes", Type: "VARCHAR[]", Doc: "its columns, in the order of the table's"},
		{Name: "lhs", Type: "VARCHAR[]", Doc: "NULL, or columns that it must keep `rhs` from: by `uad` those of the rules, by `gd` all others. As `gnf_table` publishes it, it keeps `rhs` from all others"},
		{Name: "rhs", Type: "VARCHAR", Doc: "NULL, or the column whose values are shuffled within groups"},
		{Name: "kl", Type: "DOUBLE", Doc: "the divergence of the whole, in nats: the same in each row; NULL where it is infinite, or was not computed: see `estimate`"},
		{Name: "guards", Type: "BIGINT[]", Doc: "the rules that the sub-table guards, by their numbers in `gnf_rules`"},
		{Name: "note", Type: "VARCHAR", Doc: "how the sub-table is published"},
		{Name: "estimate", Type: "VARCHAR", Doc: "how `kl` was computed"},
	},
	Example: `FROM gnf_decompose('(VALUES (111111, 37, ''F'', 71000, ''asian'', ''HIV''), (111111, 71, ''M'', 72000, ''white'', ''diabetes''), (222222, 55, ''F'', 73000, ''black'', ''diabetes''), (222222, 37, ''F'', 74000, ''white'', ''flu''), (333333, 23, ''M'', 71000, ''black'', ''alcoholism''), (333333, 37, ''M'', 72000, ''white'', ''HIV'')) t(hospital, age, gender, zip, race, icd)',
                   [{'lhs': ['age', 'icd'], 'rhs': 'race'}, {'lhs': ['gender', 'icd'], 'rhs': 'zip'}, {'lhs': ['hospital', 'race'], 'rhs': 'zip'}])`,
	Notes: []string{
		"`uad` colours the columns so that no rule stands between two of the same colour (DSATUR), publishes the largest colour with one protected column more, and goes on with the rest, so that each column is in one table. Columns that no rule names go with the first table. Ties go to the column that is first by name. The schema depends on the rules alone.",
		"`gd` begins with the whole table, which keeps the first rule; each further rule that is not kept takes its right side out of all tables into one of its own, with what remains of its left side (Algorithm 1; repaired, since it may not end as printed). Then columns are added back to tables, as long as all rules are kept, the one first that leaves the smallest divergence; ties go to the first table and the column that is first by name. Where columns are independent of what stands in a table, the divergence does not fall, and they are added all the same. Tables that say nothing new are left out. The schema is decomposable.",
		"`kl` is Σ p(x) ln(p(x) / p*(x)) over the rows x of the original; p* is the estimate with the largest likelihood from all sub-tables, where shuffled values are independent of the other columns within a group. The groups are drawn anew for each release, so this is that of one draw, always the same for the same rows.",
		"`kl` has a closed form where the sub-tables hang together like a tree, as those of all methods do: a sum of entropies of sub-tables and of what they have in common (`estimate`: `closed form`). For other schemas, given as `tables`, the estimate is fitted to the sub-tables that form a circle, on all combinations of values that these allow (iterative proportional fitting), and `estimate` says how many rounds it took and how far it is from the sub-tables. Where there are more than 10 million such combinations, `kl` is NULL.",
		"A rule whose right side has a value more often than 1/l is an error: publishing that column alone breaks it. That holds for rules without a guardian, too.",
		"`multi_sa` shuffles all columns that some rule protects, together, within the largest group of people in which each of them has at most 1/l of those who agree on the others. The paper calls for an integer program; the largest group is found without one, and there is no second (see `engine/anatomy`). The values of people outside it are left out; `note` says how many there are.",
		"NULL is a value of its own. One row is one person. All columns are published, and so identifiers must be left out: name those to publish in `attributes`, or give a query as `tbl`.",
		"The result does not depend on the order of rows, on threads or on storage.",
		"Which method: `uad` is quick, and its schema says nothing of the data; `gd` keeps more where few columns are protected, since all others stand in each sub-table; where most columns are protected, often by knowledge of each other, `uad` may keep more. Compare `kl`.",
		"Cost: one scan and one GROUP BY of all published columns, whose different rows are then kept as numbers. `uad` takes time in proportion to them. `gd` measures schemas, some hundred times at most for 18 columns and 9 rules, only where the rules leave a choice; each time costs about as much as `uad`. Hundreds of rules on hundreds of columns take minutes.",
		"Functional dependencies: see [`gnf_rules`](#gnf_rules). Their columns must be columns of `tbl`. A schema that keeps the rules, but not together with what a dependency links, is refused: that happens where protected columns which determine each other are shuffled apart.",
		"Whether the choice of the schema by `gd` tells anything by itself, since it looks at the data, is not known.",
		NoteSourceGNF + "Sect. 5, Algorithms 1 and 2, and App. B.",
	},
	Plan:    call.Old(planGNFDecompose),
	Scalars: gnfDecomposeScalars,
}

var paramTables = call.Param{Name: "tables", Type: "STRUCT(attributes VARCHAR[], lhs VARCHAR[], rhs VARCHAR)[]", Default: "NULL", Doc: "a schema to use in place of one by `method`, as `gnf_check` takes it; it must be in Guardian Normal Form"}

var paramAttributes = call.Param{Name: "attributes", Type: "VARCHAR[]", Default: "NULL", Doc: "the columns to publish; NULL: all of them. Rules are then about these: what is not published, and does not follow by `fds`, helps nobody"}

var gnfMethods = []string{"uad", "gd", "single", "multi_sa"}

// gnfInput is a call of a function that decomposes a table.
type gnfInput struct {
	*scheme         // of what is published
	whole   *scheme // of all that the call names
	call    *call.Call
	table   string // what stands behind FROM
	source  string // the same, with the published columns only
	all     bool   // all columns of the table are published
	dropped bool   // but those that the call does not name
	l       int64
	method  string
	// tables is the schema where the call gives one, which keeps all rules.
	tables []guardian.Table
}

func newGNFInput(c *call.Call) (*gnfInput, error) {
	in := &gnfInput{call: c}
	var err error
	if in.table, err = c.OldSourceOf("tbl"); err != nil {
		return nil, err
	}
	attributes, written, err := in.publishes()
	if err != nil {
		return nil, err
	}
	if in.whole, err = newScheme(c, attributes...); err != nil {
		return nil, err
	}
	if err := in.whole.refuseExposed(c, attributes); err != nil {
		return nil, err
	}
	roles, err := schemeRoles(c, attributes, written)
	if err != nil {
		return nil, err
	}
	in.table = c.OldHavingRoles("tbl", in.table, roles...)
	if in.l, err = readDiversity(c); err != nil {
		return nil, err
	}
	if in.method, err = c.Choice("method", gnfMethods...); err != nil {
		return nil, err
	}
	if in.method == "multi_sa" && len(in.whole.links) > 0 {
		return nil, c.Errorf("fds must be NULL for method := 'multi_sa', which is there for comparison")
	}
	in.scheme, in.source = in.whole, in.table
	if in.all = attributes == nil; in.all {
		return in, nil
	}
	in.scheme = in.whole.publish(attributes, written)
	in.source = fmt.Sprintf("(SELECT COLUMNS(%s) FROM %s AS tbl)", oldtext.ListOfTexts(attributes), in.table)
	if written == nil {
		return in, nil
	}
	in.tables = in.tablesOf(written)
	return in, in.refuseViolated(in.tables)
}

// publishes reads the parameters attributes and tables; without them all columns of
// the table are published.
func (in *gnfInput) publishes() (attributes []string, tables []writtenTable, err error) {
	c := in.call
	if c.Arguments["tables"] == nil {
		if c.Arguments["attributes"] != nil {
			attributes, err = c.Columns("attributes")
		}
		return attributes, nil, err
	}
	if c.Arguments["attributes"] != nil {
		return nil, nil, c.Errorf("attributes and tables exclude each other: the columns of tables are published; give one of the two")
	}
	tables, err = readWrittenTables(c)
	for _, t := range tables {
		for _, name := range t.attributes {
			if !call.ContainsName(attributes, name) {
				attributes = append(attributes, name)
			}
		}
	}
	return attributes, tables, err
}

// schemeRoles are the columns that a call names, by the parameters that do.
func schemeRoles(c *call.Call, attributes []string, tables []writtenTable) ([]call.Role, error) {
	var roles []call.Role
	if tables == nil {
		roles = append(roles, call.Role{Param: "attributes", Columns: attributes})
	}
	for i, t := range tables {
		roles = append(roles, call.Role{Param: call.ElementOf("tables", i) + ": attributes", Columns: t.attributes})
	}
	for _, param := range []string{"rules", "fds"} {
		rules, err := readRules(c, param)
		if err != nil {
			return nil, err
		}
		for i, r := range rules {
			where := call.ElementOf(param, i)
			roles = append(roles, call.Role{Param: where + ": lhs", Columns: r.lhs}, call.Role{Param: where + ": rhs", Columns: r.rhs})
		}
	}
	return roles, nil
}

// encodedRules writes the irreducible rules for the kernel.
func (in *gnfInput) encodedRules() string {
	encoded := []encodedRule{}
	rules, numbers := in.kept()
	for i, r := range rules {
		encoded = append(encoded, encodedRule{numbers[i], r.LHS.Slice(), r.RHS})
	}
	return oldtext.EncodedJSON(encoded)
}

// encodedTables writes a schema: the one that the call gives, or links.
func encodedTables(tables []guardian.Table) string {
	encoded := []encodedTable{}
	for _, t := range tables {
		encoded = append(encoded, encodedTable{t.Attributes.Slice(), t.LHS.Slice(), t.RHS})
	}
	return oldtext.EncodedJSON(encoded)
}

func planGNFDecompose(c *call.Call) (string, error) {
	in, err := newGNFInput(c)
	if err != nil {
		return "", err
	}
	ctes := []string{
		oldpeople.GatherCTE("__skyline_table", c.Function.Name, in.source),
		fmt.Sprintf("__skyline_job AS (SELECT system.main.__%s_start(%d, %s, %s, %s, %s, %s, x.names, x.kept) AS job, false AS done FROM __skyline_table AS x UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
			c.Function.Name, in.l, oldtext.QuoteText(in.method), oldtext.SqlTexts(in.names), in.encodedRules(), encodedTables(in.tables), encodedTables(in.links)),
	}
	return fmt.Sprintf("WITH RECURSIVE %s\nSELECT table_no, attributes, lhs, rhs, kl, guards::BIGINT[] AS guards, note, estimate FROM (SELECT UNNEST(system.main.__%s_rows(job), recursive := true) FROM __skyline_job WHERE done) ORDER BY table_no",
		strings.Join(ctes, ",\n"), c.Function.Name), nil
}
