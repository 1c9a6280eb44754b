package tests

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// The values of the tables below. DuckDB's equality takes the first two for one value in
// each of the dialects; in plain it does not, so what a function says of plain is right,
// and the others must say the same of their own texts.
var plain = []string{"A", "a", "b"}

// A dialect is another way to write the three values, in the same order of their bytes.
type dialect struct {
	name    string
	column  string   // the type of a column, with %s for the literal: an expression
	setting string   // of the session
	values  []string // SQL literals
	texts   []string // what DuckDB writes for them
	// folds says that DuckDB itself, where it puts results in order, writes the first value
	// as the second. How many rows there are, and their numbers, tell all the same.
	folds bool
}

// folded are rows in which the first value is written as the second.
func folded(rows []string) []string {
	all := make([]string, len(rows))
	for i, row := range rows {
		all[i] = strings.ReplaceAll(row, "A", "a")
	}
	slices.Sort(all)
	return all
}

var dialects = []dialect{
	{"NOCASE", "%s COLLATE NOCASE", "", []string{"'A'", "'a'", "'b'"}, plain, false},
	{"default_collation", "%s", "SET default_collation = 'nocase'", []string{"'A'", "'a'", "'b'"}, plain, false},
	{"NFC", "%s COLLATE NFC", "", []string{"'e' || chr(769) || '1'", "'é1'", "'é2'"}, nil, false},
	{"DOUBLE[]", "%s", "", []string{"['-0.0'::DOUBLE]", "['0.0'::DOUBLE]", "['1.0'::DOUBLE]"}, []string{"[-0.0]", "[0.0]", "[1.0]"}, true},
	{"STRUCT", "%s", "", []string{"{'x': '-0.0'::DOUBLE}", "{'x': '0.0'::DOUBLE}", "{'x': 1.0::DOUBLE}"}, []string{"{'x': -0.0}", "{'x': 0.0}", "{'x': 1.0}"}, true},
	{"STRUCT of collated text", "{'x': %s COLLATE NOCASE}", "SET default_collation = 'nocase'", []string{"'A'", "'a'", "'b'"}, []string{"{'x': A}", "{'x': a}", "{'x': b}"}, false},
	{"INTERVAL[]", "%s", "", []string{"[INTERVAL 1 MONTH]", "[INTERVAL 30 DAYS]", "[INTERVAL 9 DAYS]"}, []string{"[1 month]", "[30 days]", "[9 days]"}, true},
}

// rows are the table: q, s, g1, g2 by their places in a dialect's values, and whether the
// person is present.
var rows = [][5]int{
	{0, 0, 0, 0, 1},
	{0, 1, 0, 0, 1},
	{0, 2, 0, 0, 0},
	{0, 0, 0, 0, 1},
	{1, 1, 1, 0, 1},
	{1, 0, 1, 0, 1},
	{1, 2, 1, 0, 0},
	{1, 2, 1, 0, 1},
	{2, 2, 2, 1, 0},
	{2, 1, 2, 1, 1},
	{2, 0, 2, 1, 1},
	{2, 1, 2, 1, 0},
}

// table is the SELECT of the rows in a dialect.
func (d *dialect) table() string {
	var all []string
	for i, r := range rows {
		value := func(at int) string { return fmt.Sprintf(d.column, d.values[at]) }
		all = append(all, fmt.Sprintf("SELECT %s AS q, %s AS s, %s AS g1, %s AS g2, %t AS present, %s AS who, %d AS n",
			value(r[0]), value(r[1]), value(r[2]), value(r[3]), r[4] == 1, "'p"+fmt.Sprint(i)+"'", i))
	}
	return strings.Join(all, " UNION ALL ")
}

// calls has, for each function, a query whose result says which values it took for the
// same, and does not depend on chance. v1, v2, v3 stand for the texts of the three values.
var calls = map[string][]string{
	"skyline_check": {
		"SELECT * FROM skyline_check('t', ['q'], 's', k := 1)",
		"SELECT * FROM skyline_check('t', ['q'], 's', skyline := [{'value': 'v1', 'k': 1}, {'value': 'v2', 'k': 2}, {'value': NULL, 'l': 1}])",
		"SELECT * FROM skyline_check('(SELECT q, s, g1 || '''' AS who FROM (SELECT q, s, n::VARCHAR AS g1 FROM t))', ['q'], 's', person := 'who', values_per_person := 'set')",
	},
	"skyline_find":     {"SELECT * FROM skyline_find('t', ['q'], 's')", "SELECT * FROM skyline_find('t', ['q'], 's', value := 'v2')"},
	"skyline_surface":  {"SELECT * FROM skyline_surface('t', ['q'], 's', max_l := 1, max_k := 2, max_m := 1)"},
	"disclosure_check": {"SELECT pieces, implications, negations, safe FROM disclosure_check('t', ['q'], 's')"},
	"sentences_check":  {"SELECT * FROM sentences_check('t', person := 'n', qi := ['q'], sensitive := 's', sentences := ['0: \"' || 'v1' || '\" -> 1: \"' || 'v2' || '\"', '2 = 3'])"},
	"privacy_measures": {"SELECT * FROM privacy_measures('t', ['q'], 's')"},
	"column_profile": {
		"SELECT attribute, distinct_values, unique_people, smallest, largest FROM column_profile('(SELECT q, s, g1, g2 FROM t)')",
		"SELECT attribute, distinct_values, unique_people, smallest, largest FROM column_profile('t', ['s'], person := 'q')",
	},
	"release_plan": {"SELECT attribute, role FROM release_plan('(SELECT q AS age, s AS disease FROM t)')"},
	"quasi_identifier_profile": {
		"SELECT * FROM quasi_identifier_profile('t', ['q', 's', 'g2'])",
		"SELECT * FROM quasi_identifier_profile('t', ['s', 'g1'], person := 'q')",
	},
	"cube_check": {
		"SELECT * FROM cube_check('t', ['q', 's'], value := 'n', person := 'g2', rules := {'threshold': 2, 'dominance': [2, 70], 'difference': 3, 'zeros': 'unsafe'})",
		"SELECT * FROM cube_check('t', ['q', 'g1'], holding := 's', rules := {'threshold': 2})",
	},
	"cube_protect": {
		"SELECT * FROM cube_protect('t', ['q', 's'], rules := {'threshold': 3})",
		"SELECT * FROM cube_protect('t', ['q', 'g1'], method := 'round', rounding := {'base': 3}, seed := 1)",
	},
	"linked_check": {
		"SELECT * EXCLUDE (meaning, witness) FROM linked_check('t', ['q'], 's', 'g1')", "SELECT * EXCLUDE (meaning, witness) FROM linked_check('t', ['g1', 's'], 'g2', 'q', known := 'row')",
	},
	"special_uniques": {
		"SELECT * FROM special_uniques('t', ['q', 's', 'g2'])",
		"SELECT * FROM special_uniques('t', ['s', 'g1'], person := 'q')",
	},
	"knowledge_check": {
		"SELECT * EXCLUDE (meaning) FROM knowledge_check('t', ['q'], 's', ['g1'], '(SELECT g1, s, (1 + n) / 100 AS rate FROM t WHERE n NOT IN (3, 7, 11))')",
		"SELECT * EXCLUDE (meaning) FROM knowledge_check('t', ['g2'], 's', ['q'], '(SELECT q, s, n / 100 AS rate FROM t WHERE n IN (0, 1, 4, 5, 8, 9))')",
	},
	"release_certificate": {
		"SELECT certificate->>'$.requirements[*].achieved' AS a FROM release_certificate('t', ['q'], 's', {'k_anonymity': 5, 'distinct_diversity': 3}, other_columns := 'keep')",
		// Tables of one row each: how many of them are the same.
		"SELECT count(DISTINCT certificate->>'fingerprint') FROM (" + strings.Join(tablesOfOne(), " UNION ALL ") + ")",
	},
	"certificate_check": {
		`SELECT item, found FROM certificate_check('t', '{"columns":[],"engine":{"duckdb":"","skyline":""},"fingerprint":"","format":"skyline certificate 1","parameters":{"other_columns":"keep","privacy":{"distinct_diversity":3,"k_anonymity":5},"qi":["q"],"sensitive":"s","values_per_person":"one"},"people":0,"requirements":[],"rows":0}') WHERE item IN ('k_anonymity', 'distinct_diversity')`,
	},
	"population_risk": {
		"SELECT * FROM population_risk('t', ['q', 's'], fraction := 0.2)",
		"SELECT * FROM population_risk('(SELECT *, 1.5 + n AS w FROM t)', ['q', 's'], sampling_weight := 'w')",
		"SELECT * FROM population_risk('(FROM t WHERE present)', ['q', 's'], population := 't')",
	},
	"release_check":         {"SELECT * FROM release_check('t', ['q'], 's', {'k_anonymity': 5, 'distinct_diversity': 3, 'max_share': 0.4}, other_columns := 'keep')", "SELECT * FROM release_check('t', ['q', 'g2'], 's', {'k_anonymity': 5, 'max_share': 0.4}, output := 'groups')"},
	"skyline_anonymize":     {"SELECT q, s, group_id FROM skyline_anonymize('t', ['q'], 's', {'k_anonymity': 3}, other_columns := 'drop')", "SELECT q, group_id FROM skyline_anonymize('t', ['q'], 's', {'k_anonymity': 3}, other_columns := 'drop', output := 'bucketized')", "SELECT * FROM skyline_anonymize('t', ['q', 'g2'], 's', {'k_anonymity': 2}, output := 'groups')", "SELECT * FROM skyline_anonymize('t', ['q', 's'], privacy := {'k_anonymity': 3}, hierarchies := 'h', output := 'groups')"},
	"mondrian_posterior":    {"SELECT value, share, posterior, exact, people, safe FROM mondrian_posterior('t', ['q', 'g2'], 's', {'k_anonymity': 2})"},
	"mondrian_cuts":         {"SELECT part, people FROM mondrian_cuts('t', ['q', 'g2'], 5)"},
	"presence_check":        {"SELECT * FROM presence_check('t', ['q'], 'present', 'g1')", "SELECT * FROM presence_check('t', ['q', 's'], 'present', 'g2', output := 'people')"},
	"presence_anonymize":    {"SELECT group_id, count(*) FROM presence_anonymize('t', ['q'], 'present', 'h', delta_max := 0.9, other_columns := 'drop') GROUP BY group_id", "SELECT * FROM presence_anonymize('t', ['q'], 'present', 'h', delta_max := 0.9, output := 'groups')"},
	"generalization_search": {"SELECT * FROM generalization_search('t', ['q'], 's', 'h', {'k_anonymity': 2}, output := 'safe')"},
	"generalize": {
		"SELECT q, s FROM generalize('t', 'h', MAP {'q': 1}, other_columns := 'drop', sensitive := 's')",
		"SELECT q, s FROM generalize('t', 'h', MAP {'q': 0}, sensitive := 's', privacy := {'k_anonymity': 4}, other_columns := 'drop')",
	},
	"local_suppression": {"SELECT q, s FROM local_suppression('t', ['q'], 's', {'k_anonymity': 5}, other_columns := 'drop')", "SELECT * FROM local_suppression('t', ['q', 'g2'], 's', {'k_anonymity': 2}, output := 'counts')"},
	"pdf_generalize":    {"SELECT q, g1 FROM pdf_generalize('t', ['q'], ['g2'], other_columns := 'keep')"},
	"pdf_reconstruct":   {"SELECT count(*) FROM pdf_reconstruct('(SELECT MAP {q::VARCHAR: 1.0::DOUBLE} AS q FROM t)', ['q'])"},
	"release_recipe":    {"SELECT * FROM release_recipe('t', ['q'], 's', {'k_anonymity': 3})"},
	"recipe_apply":      {"SELECT q, s, group_id FROM recipe_apply('t', 'recipe', ['q'], on_violation := 'allow', other_columns := 'drop', sensitive := 's')"},
	"recipe_map":        {"SELECT * FROM recipe_map('t', 'recipe', ['q'], privacy := {'k_anonymity': 5}, on_violation := 'hold')"},
	"recipe_check":      {"SELECT * FROM recipe_check('t', 'recipe', ['q'], 's', {'k_anonymity': 5}, other_columns := 'keep')"},
	"jump_publish":      {"SELECT * FROM jump_publish('t', 'who', 's', ['g1', 'g2'], {'max_share': 0.51})"},
	"jump_posterior":    {"SELECT * FROM jump_posterior('t', 'who', 's', ['g1', 'g2'], {'max_share': 0.51})", "SELECT * FROM jump_posterior('t', 'who', 's', ['g1', 'g2'], {'max_share': 0.51}, 'secret', algorithms := [{'strategy': 'naive'}], published := 'g1')"},
	"jump_release":      {"SELECT * FROM jump_release('t', 'who', 's', ['g1', 'g2'], {'max_share': 0.5})"},
	"jump_compare":      {"SELECT * FROM jump_compare('t', 'who', 's', ['g1', 'g2'], {'max_share': 0.5}, [1, 2])"},
	"gnf_decompose":     {"SELECT * FROM gnf_decompose('(SELECT q, s, g1 FROM t)', [{'lhs': ['q'], 'rhs': 's'}], diversity := 2)"},
	"gnf_table":         {"SELECT q, g1 FROM gnf_table('(SELECT q, s, g1 FROM t)', [{'lhs': ['q'], 'rhs': 's'}], 1, diversity := 2, other_columns := 'keep')"},
	"anatomize":         {"SELECT q FROM anatomize('t', ['q'], 's', diversity := 2)", "SELECT * FROM anatomize('t', ['q'], 's', diversity := 2, output := 'values')"},
	"release_next":      {"SELECT * FROM release_next('t', 'none', 'who', ['q'], 's', invariance := 2)", "SELECT s, signature, groups FROM release_next('t', 'none', 'who', ['q'], 's', invariance := 2, output := 'private')"},
	"cube_audit":        {"SELECT * FROM cube_audit('(SELECT q, n FROM t WHERE n IN (0, 4, 8))', ['q'], 'n', noise := 1)"},
	"release_evidence":  {"SELECT * FROM release_evidence('(SELECT q, s FROM t)', '(SELECT q, s FROM t)', ['q'], 's', other_release := '(SELECT g1 AS q, s FROM t)', population := 't', k := 1)"},
	"republication_check": {
		"SELECT * FROM republication_check('t', 'who', 's', ['g1', 'g2', 'q'], max_steps := 1)", "SELECT * FROM republication_check('t', 'who', 's', ['g1', 'g2'], value := 'v2')",
		"SELECT * FROM republication_check('t', 'who', 's', releases := ['(SELECT q, g2, s FROM t)', '(SELECT g1, g2, s FROM t)'], qi := [['q'], ['g1', 'g2']])",
	},
	// The sections on types, statements and the fingerprint differ with the texts.
	"release_report":  {"SELECT regexp_extract(html, '(?s)aria-labelledby=.required.*aria-labelledby=.checks') FROM release_report('(SELECT q, s FROM t)', '(SELECT q, s FROM t)', ['q'], 's', {'k_anonymity': 3, 'max_share': 0.6}, k := 1)"},
	"release_utility": {"SELECT * FROM release_utility('t', '(SELECT q, s FROM t)', ['q'], 's', groups := NULL, seed := 1)"},
	"attack_inference": {
		"SELECT * FROM attack_inference('(SELECT q, s FROM t)', 't', ['g1', 'g2'], 's', '(SELECT s AS g1, g2, q AS s FROM t)', groups := 'q', max_rounds := 3)",
		"SELECT * FROM attack_inference('t', 't', ['g2', 'g1'], 's', qi := ['q'])",
	},
	"attack_linkage": {"SELECT * FROM attack_linkage('(SELECT q, s FROM t)', 't', ['q', 's'])", "SELECT * FROM attack_linkage('(SELECT g2 AS q FROM t)', 't', ['q'])"},
	// Conditions have the texts in them.
	"release_rules":       {"SELECT in_original, probability, error, support, confidence FROM release_rules('(SELECT q, s FROM t)', '(SELECT q, s FROM t)', ['q'], target := 's', support := 0.01, confidence := 0.01)"},
	"workload_error":      {"SELECT * FROM workload_error('(SELECT q, s FROM t)', ['(SELECT q FROM t)', '(SELECT s FROM t)'], queries := 20, seed := 1, dimension := 2) WHERE measure <> 'redrawn'"},
	"hierarchy_prefix":    {"SELECT value FROM hierarchy_prefix('t', 'q') WHERE level = 1"},
	"hierarchy_frequency": {"SELECT value, label FROM hierarchy_frequency('t', 'q', at_least := 2) WHERE level = 1"},
	"hierarchy_wide":      {"SELECT * FROM hierarchy_wide('(SELECT DISTINCT q::VARCHAR COLLATE \"binary\" AS q, ''*'' AS l FROM t)', 'q')"},
	"hierarchy_check":     {"SELECT * FROM hierarchy_check('h', 'q', 't')"},
	"hierarchy_filled":    {"SELECT * FROM hierarchy_filled('h', ['q'], data := 't', unlisted := '*')"},
}

// tablesOfOne are queries of the certificates of tables of one of the rows.
func tablesOfOne() []string {
	var all []string
	for i := range rows {
		all = append(all, fmt.Sprintf("FROM release_certificate('(SELECT q FROM t WHERE n = %d)', ['q'], privacy := {'k_anonymity': 1})", i))
	}
	return all
}

// withoutValues read no column whose values could be compared, or only numbers; or compare
// nothing here, but write what compares elsewhere.
var withoutValues = []string{"gnf_rules", "gnf_check", "hierarchy_intervals", "skyline_functions", "cells_sql", "recipe_sql", "cube_sql", "top_coded"}

func TestEveryFunctionIsThere(t *testing.T) {
	for _, f := range sqlfuncs.Functions() {
		if (calls[f.Name] == nil) != slices.Contains(withoutValues, f.Name) {
			t.Errorf("%s must be in one of the lists", f.Name)
		}
	}
}

// TestTextsDecide runs each function on the same table in every dialect: apart from how
// the values are written, the results are those of plain, where nothing is equal but texts.
func TestTextsDecide(t *testing.T) {
	trials.Long(t)
	base := dialect{name: "plain", column: "%s", values: []string{"'A'", "'a'", "'b'"}, texts: plain}
	want := base.results(t)
	for _, d := range trials.Part(t, 4, dialects) {
		t.Run(d.name, func(t *testing.T) {
			got := d.results(t)
			for call, rows := range want {
				if d.folds {
					got[call], rows = folded(got[call]), folded(rows)
				}
				if !slices.Equal(got[call], rows) {
					t.Errorf("%s\ngot\n%s\nwant\n%s", call, strings.Join(got[call], "\n"), strings.Join(rows, "\n"))
				}
			}
		})
	}
}

// results are the rows of every call, as sorted texts with the values of plain.
func (d dialect) results(t *testing.T) map[string][]string {
	t.Helper()
	db := sqltest.Open(t, "")
	sqltest.Exec(t, db, "CREATE TABLE t AS "+d.table())
	if d.texts == nil {
		for _, v := range d.values {
			d.texts = append(d.texts, one(t, db, "SELECT ("+v+")::VARCHAR"))
		}
	}
	if d.setting != "" {
		sqltest.Exec(t, db, d.setting)
	}
	var paths []string
	for _, attribute := range []string{"q", "s"} {
		for i, text := range d.texts {
			paths = append(paths, fmt.Sprintf("(%s, %s, 1, %s), (%[1]s, %[2]s, 2, '*')", sqltest.Literal(attribute), sqltest.Literal(text), []string{"'L1'", "'l1'", "'l1'"}[i]))
		}
	}
	sqltest.Exec(t, db, "CREATE TABLE h AS SELECT * FROM (VALUES "+strings.Join(paths, ", ")+") AS h(attribute, value, level, label)",
		"CREATE TABLE recipe AS FROM release_recipe('t', ['q'], 's', {'k_anonymity': 3})")
	all := map[string][]string{}
	for _, queries := range calls {
		for _, query := range queries {
			all[query] = d.run(t, db, query)
		}
	}
	return all
}

func (d dialect) run(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	written := query
	for i, text := range d.texts {
		written = strings.ReplaceAll(written, fmt.Sprintf("'v%d'", i+1), sqltest.Literal(text))
	}
	// Each row as one text: a set or a range of texts holds those of several values.
	rows, err := db.QueryContext(context.Background(), "SELECT COLUMNS(*)::VARCHAR FROM ("+written+")")
	if err != nil {
		t.Errorf("%v\n%s", err, written)
		return nil
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var replacements []string
	for i, text := range d.texts {
		escaped := strings.ReplaceAll(text, "'", `\'`) // as DuckDB writes a text in a nested value
		replacements = append(replacements, "'"+escaped+"'", plain[i], "'"+text+"'", plain[i], text, plain[i], escaped, plain[i])
	}
	replacer := strings.NewReplacer(replacements...)
	var all []string
	for rows.Next() {
		cells, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		var row []string
		for _, c := range cells {
			row = append(row, replacer.Replace(c.String))
		}
		all = append(all, strings.Join(row, "\t"))
	}
	if err := rows.Err(); err != nil {
		t.Errorf("%v\n%s", err, written)
		return nil
	}
	slices.Sort(all)
	return all
}

func one(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	var text string
	if err := db.QueryRowContext(context.Background(), query).Scan(&text); err != nil {
		t.Fatal(err)
	}
	return text
}
