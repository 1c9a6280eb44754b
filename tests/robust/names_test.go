package robust

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/sqlfuncs"
	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// callsOfTables are calls on a table %[1]s whose columns are, from %[2]s on: a name, two
// quasi-identifiers, a sensitive value, who is in a study, and a weight.
var callsOfTables = []string{
	// A sentence names the columns.
	"(SELECT * REPLACE (meaning LIKE 'Somebody%%' AS meaning) FROM skyline_check('%[1]s', qi := ['%[3]s'], sensitive := '%[5]s', person := '%[2]s'))",
	"privacy_measures('%[1]s', qi := ['%[3]s'], sensitive := '%[5]s', weight := '%[7]s')",
	"privacy_measures('%[1]s', qi := ['%[3]s'], sensitive := '%[5]s', person := '%[2]s', values_per_person := 'set')",
	"release_check('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', privacy := {'k_anonymity': 2}, output := 'groups')",
	"release_check('%[1]s', qi := ['%[3]s'], sensitive := '%[5]s', privacy := {'k_anonymity': 2, 'max_share': 0.5})",
	"disclosure_check('%[1]s', qi := ['%[3]s'], sensitive := '%[5]s', pieces := 1)",
	"disclosure_check('%[1]s', qi := ['%[3]s'], sensitive := '%[5]s', pieces := 1, person := '%[2]s')",
	"sentences_check('%[1]s', person := '%[2]s', qi := ['%[3]s'], sensitive := '%[5]s', sentences := [])",
	"skyline_anonymize('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', person := '%[2]s', privacy := {'k_anonymity': 4, 'max_share': 0.75}, seed := 1, other_columns := 'keep')",
	"skyline_anonymize('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', weight := '%[7]s', privacy := {'k_anonymity': 4, 'max_share': 0.75}, output := 'bucketized', seed := 1, other_columns := 'keep')",
	"skyline_anonymize('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', weight := '%[7]s', privacy := {'k_anonymity': 4}, output := 'bounds', seed := 'once', other_columns := 'keep')",
	"skyline_anonymize('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', person := '%[2]s', values_per_person := 'set', privacy := {'k_anonymity': 4}, seed := 1, other_columns := 'keep')",
	"skyline_anonymize('(SELECT * REPLACE (1 AS \"%[4]s\") FROM %[1]s WHERE \"%[3]s\" = 1)', qi := ['%[3]s'], privacy := {'k_anonymity': 4}, seed := 1)", // others are counted
	"(SELECT * REPLACE ({'group_id': witness.group_id, 'split': witness.attribute IS NOT NULL, 'part': witness.part, 'part_people': witness.part_people} AS witness) FROM mondrian_posterior('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', person := '%[2]s', privacy := {'k_anonymity': 4, 'max_share': 0.75}))",
	"generalize('%[1]s', hierarchies := 'levels', levels := MAP {'%[4]s': 1}, sensitive := '%[5]s', weight := '%[7]s', privacy := {'k_anonymity': 2}, seed := 1, other_columns := 'keep')",
	"generalize('%[1]s', hierarchies := 'levels', levels := MAP {'%[4]s': 1}, person := '%[2]s', seed := 1, other_columns := 'keep')",
	"local_suppression('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', weight := '%[7]s', privacy := {'k_anonymity': 4}, importance := {'%[3]s': 2}, seed := 1, other_columns := 'keep')",
	"local_suppression('(SELECT * REPLACE (1 AS \"%[4]s\") FROM %[1]s WHERE \"%[3]s\" = 1)', qi := ['%[3]s'], privacy := {'k_anonymity': 4}, seed := 1)", // others are counted
	"generalization_search('%[1]s', qi := ['%[4]s'], sensitive := '%[5]s', hierarchies := 'levels', privacy := {'k_anonymity': 2})",
	"pdf_generalize('%[1]s', qi := ['%[4]s'], groups := '%[3]s', person := '%[2]s', seed := 1, other_columns := 'keep')",
	"pdf_reconstruct('(SELECT * REPLACE (MAP {\"%[4]s\": 0.5, -1: 0.5} AS \"%[4]s\") FROM %[1]s)', qi := ['%[4]s'], seed := 1)",
	"presence_anonymize('%[1]s', qi := ['%[3]s', '%[4]s'], present := '%[6]s', recoding := 'multidimensional', person := '%[2]s', delta_min := 0.1, delta_max := 0.9, seed := 1, other_columns := 'keep')",
	"presence_anonymize('%[1]s', qi := ['%[3]s', '%[4]s'], present := '%[6]s', recoding := 'multidimensional', output := 'public', weight := '%[7]s', delta_min := 0.1, delta_max := 0.9, seed := 1, other_columns := 'keep')",
	"presence_check('%[1]s', qi := ['%[4]s'], present := '%[6]s', groups := '%[3]s')",
	"release_recipe('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', privacy := {'k_anonymity': 4})",
	"recipe_apply('%[1]s', recipe := 'recipe', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', person := '%[2]s', privacy := {'k_anonymity': 4}, seed := 1, other_columns := 'keep')",
	"recipe_apply('%[1]s', recipe := 'recipe', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', privacy := {'max_share': 0.5}, on_violation := 'hold', output := 'held', seed := 1, other_columns := 'keep')",
	"recipe_map('%[1]s', recipe := 'recipe', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', person := '%[2]s', privacy := {'max_share': 0.5}, on_violation := 'hold')",
	"recipe_check('%[1]s', recipe := 'recipe', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', privacy := {'k_anonymity': 4})",
	"jump_release('%[1]s', person := '%[2]s', sensitive := '%[5]s', generalizations := ['%[3]s'], property := {'distinct': 2}, seed := 1)",
	"gnf_table('%[1]s', rules := [{'lhs': ['%[2]s'], 'rhs': '%[5]s'}], table_no := 1, diversity := 2, seed := 1, other_columns := 'keep')",
	"gnf_table('%[1]s', rules := [{'lhs': ['%[2]s'], 'rhs': '%[5]s'}], table_no := 1, diversity := 2, strict := true, seed := 1, other_columns := 'keep')",
	"gnf_table('%[1]s', rules := [], table_no := 1, seed := 1, other_columns := 'keep')",
	"gnf_decompose('(SELECT \"%[2]s\", \"%[5]s\", \"%[3]s\" FROM %[1]s)', rules := [{'lhs': ['%[2]s'], 'rhs': '%[5]s'}], diversity := 2)",
	"anatomize('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', diversity := 2, seed := 1)",
	"release_next('%[1]s', 'none', person := '%[2]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', invariance := 2)",
	"anatomize('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', diversity := 2, output := 'values')",
	"gnf_table('%[1]s', rules := [{'lhs': ['%[2]s'], 'rhs': '%[5]s'}], table_no := 1, diversity := 2, weight := '%[7]s', seed := 1, other_columns := 'keep')",
	"gnf_decompose('%[1]s', rules := [{'lhs': ['%[2]s'], 'rhs': '%[5]s'}], diversity := 2, weight := '%[7]s')",
	"anatomize('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', diversity := 2, weight := '%[7]s', seed := 1)",
	"(SELECT * REPLACE (meaning LIKE 'Somebody%%' AS meaning) FROM skyline_check('(SELECT * REPLACE (list_value(\"%[5]s\") AS \"%[5]s\") FROM %[1]s)', qi := ['%[3]s'], sensitive := '%[5]s', values_per_person := 'multiset', weight := '%[7]s'))",
	"release_utility('%[1]s', release := '%[1]s', qi := ['%[3]s'], sensitive := '%[5]s', groups := '%[4]s')",
	"(SELECT * EXCLUDE (antecedent, consequent) FROM release_rules('%[1]s', release := '%[1]s', columns := ['%[3]s', '%[4]s'], target := '%[5]s', support := 0.01, confidence := 0.01))",
	// Sentences have words that are names here.
	"(SELECT * EXCLUDE (meaning) FROM attack_inference('%[1]s', original := '%[1]s', known := ['%[4]s', '%[3]s'], sensitive := '%[5]s', control := '%[1]s', qi := ['%[3]s'], weight := '%[7]s'))",
	"(SELECT * EXCLUDE (meaning) FROM attack_inference('%[1]s', original := '%[1]s', known := ['%[4]s'], sensitive := '%[5]s', groups := '%[3]s'))",
	"(SELECT * EXCLUDE (meaning) FROM attack_linkage('%[1]s', original := '%[1]s', qi := ['%[3]s', '%[4]s'], weight := '%[7]s'))",
	// What a certificate says has names in it, and hashes of them.
	"(SELECT certificate->>'$.requirements[*].achieved' AS achieved, certificate->>'people' AS people FROM release_certificate('%[1]s', qi := ['%[3]s'], sensitive := '%[5]s', person := '%[2]s', privacy := {'k_anonymity': 2, 'max_share': 0.5}))",
	"(SELECT certificate->>'$.requirements[*].achieved' AS achieved, certificate->>'people' AS people FROM release_certificate('%[1]s', qi := ['%[3]s'], sensitive := '%[5]s', weight := '%[7]s', privacy := {'k_anonymity': 2}, original := '%[1]s', key := 'sixteen bytes 16'))",
	// What a name says depends on the name.
	"(SELECT * EXCLUDE (hint, meaning) FROM column_profile('%[1]s'))",
	"(SELECT * EXCLUDE (hint, meaning) FROM column_profile('%[1]s', columns := ['%[3]s', '%[5]s'], person := '%[2]s'))",
	"(SELECT * EXCLUDE (hint, meaning) FROM column_profile('%[1]s', weight := '%[7]s'))",
	"quasi_identifier_profile('%[1]s', columns := ['%[3]s', '%[4]s', '%[5]s'], person := '%[2]s')",
	"quasi_identifier_profile('%[1]s', columns := ['%[3]s', '%[4]s', '%[5]s'], weight := '%[7]s')",
	"(SELECT * EXCLUDE (meaning) FROM linked_check('%[1]s', qi := ['%[3]s', '%[4]s'], sensitive := '%[5]s', person := '%[2]s'))",
	"special_uniques('%[1]s', columns := ['%[3]s', '%[4]s', '%[5]s'], person := '%[2]s')",
	"special_uniques('%[1]s', columns := ['%[3]s', '%[4]s', '%[5]s'], weight := '%[7]s')",
	"(SELECT * REPLACE (meaning LIKE 'Somebody%%' AS meaning) FROM knowledge_check('%[1]s', qi := ['%[3]s'], sensitive := '%[5]s', known := ['%[4]s'], prior := '(SELECT DISTINCT \"%[4]s\", \"%[5]s\", 0.125 AS rate FROM %[1]s)', person := '%[2]s'))",
	"(SELECT * REPLACE (meaning LIKE 'Somebody%%' AS meaning) FROM knowledge_check('%[1]s', qi := ['%[3]s'], sensitive := '%[5]s', known := ['%[3]s', '%[4]s'], prior := '(SELECT \"%[3]s\", max(\"%[4]s\") AS \"%[4]s\", max(\"%[5]s\") AS \"%[5]s\", 0.125 AS rate FROM %[1]s GROUP BY ALL)', weight := '%[7]s'))",
	// Assumptions and reasons have words that are names here.
	"(SELECT measure, model, value FROM population_risk('%[1]s', ['%[3]s', '%[4]s', '%[5]s'], person := '%[2]s', fraction := 0.1))",
	"(SELECT measure, model, value FROM population_risk('%[1]s', ['%[3]s', '%[4]s'], sampling_weight := '%[7]s'))",
	"(SELECT measure, model, value FROM population_risk('(FROM %[1]s WHERE \"%[3]s\" = 1)', ['%[3]s', '%[4]s', '%[5]s'], population := '%[1]s'))",
	"hierarchy_wide('(SELECT \"%[4]s\", \"%[3]s\" FROM %[1]s)', '%[4]s')",
	"hierarchy_intervals('%[1]s', '%[4]s', widths := [10])",
}

// wordOfPlans is a name of Skyline's in a plan: a function, or one of the plan's own, which
// may have something behind it that makes it the plan's.
var wordOfPlans = regexp.MustCompile(`(system\.main\.)?\b(__skyline_[a-z0-9_]*?)(_[0-9a-f]{16})?\b`)

// appendNames adds a plan's own names to names.
func appendNames(names []string, plan string) []string {
	for _, match := range wordOfPlans.FindAllStringSubmatch(plan, -1) {
		if match[1] == "" && !slices.Contains(names, match[2]) {
			names = append(names, match[2])
		}
	}
	return names
}

// ownNames are the names of relations and columns in the plans of all functions' examples
// and of callsOfTables, without what a plan adds to them.
func ownNames(t *testing.T, db *sql.DB, calls []string) []string {
	t.Helper()
	var names []string
	for _, f := range sqlfuncs.Functions() {
		examples := []string{f.Example}
		for _, call := range calls {
			if strings.HasPrefix(call, f.Name+"(") {
				examples = append(examples, "FROM "+call)
			}
		}
		for _, example := range examples {
			of := *f
			of.Example = example
			_, arguments, _ := callIn(t, &of)
			var fields []string
			for _, p := range f.Params {
				value := p.Default
				if value == "" {
					value = "NULL"
				}
				for _, argument := range arguments {
					if given, ok := strings.CutPrefix(argument, p.Name+" := "); ok {
						value = given
					}
				}
				fields = append(fields, p.Name+" := "+value)
			}
			call := "'{}'"
			if len(fields) > 0 {
				call = "to_json(struct_pack(" + strings.Join(fields, ", ") + "))::VARCHAR"
			}
			var plan string
			if err := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT __skyline_plan('%s', %s)", f.Name, call)).Scan(&plan); err != nil {
				t.Fatalf("%v\n%s", err, example)
			}
			names = appendNames(names, plan)
		}
	}
	if len(names) < 80 {
		t.Fatalf("plans have %d names of their own, at least 80 were expected: %q", len(names), names)
	}
	return names
}

// valuesOf returns the rows of a statement without the names of its columns, and these.
func valuesOf(t *testing.T, db *sql.DB, statement string) (values []string, names []string, err error) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), statement)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	if names, err = rows.Columns(); err != nil {
		return nil, nil, err
	}
	for rows.Next() {
		row, into := make([]any, len(names)), make([]any, len(names))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, nil, err
		}
		values = append(values, fmt.Sprintf("%v", row)) // apart: what follows a name must not make another
	}
	return values, names, rows.Err()
}

// createNamed makes a table of people with six columns that have a role, and more; and a
// table of hierarchies and a recipe of it, if calls name them.
func createNamed(t *testing.T, db *sql.DB, table string, roles, more []string, calls ...string) {
	t.Helper()
	columns := []string{"i", "i // 6", "i % 30", "'s' || (hash(i) % 4)", "i % 2 = 0", "1 + i % 2"}
	for i := range more {
		columns = append(columns, fmt.Sprintf("(i + %d) %% 3", i))
	}
	for i, name := range append(slices.Clone(roles), more...) {
		columns[i] += ` AS "` + name + `"`
	}
	exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE %s AS SELECT %s FROM range(60) r(i)", table, strings.Join(columns, ", ")))
	if named := func(call string) bool { return strings.Contains(call, "'levels'") }; slices.ContainsFunc(calls, named) {
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE levels AS FROM hierarchy_intervals('%s', '%s', widths := [10, 30])", table, roles[2]))
	}
	if named := func(call string) bool { return strings.Contains(call, "'recipe'") }; slices.ContainsFunc(calls, named) {
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE recipe AS FROM release_recipe('%s', ['%s', '%s'], '%s', {'k_anonymity': 4})", table, roles[1], roles[2], roles[3]))
	}
}

// callOn is a call on a table by the names of its columns.
func callOn(call, table string, roles []string) string {
	arguments := []any{table}
	for _, name := range roles {
		arguments = append(arguments, name)
	}
	// All are used, and once more for nothing.
	return fmt.Sprintf(call+"%.0[1]s%.0[2]s%.0[3]s%.0[4]s%.0[5]s%.0[6]s%.0[7]s", arguments...)
}

// plainRoles are names that no plan uses, and that say nothing of what is in the columns.
var plainRoles = []string{"resident", "block", "zip", "disease", "ground", "copies"}

// TestColumnsNamedLikeThoseOfPlans has columns of a table with the names that plans use
// themselves, as roles and beside them: results are those of the same table with other
// names. Where what is drawn depends on the names of columns, with 'once' and in gnf_table,
// it is the number of rows and columns that is compared; what is in them is looked at in
// TestOwnColumnsOfSubTables.
func TestColumnsNamedLikeThoseOfPlans(t *testing.T) {
	trials.Long(t)
	// One for the plain names, one for those of plans: the hierarchies and the recipe have
	// the same names in both.
	plain, ours := openDB(t, ""), openDB(t, "")
	createNamed(t, plain, "people", plainRoles, nil, callsOfTables...)
	part := trials.Part(t, 8, callsOfTables)
	var calls []string
	for _, call := range part {
		calls = append(calls, callOn(call, "people", plainRoles))
	}
	names := ownNames(t, plain, calls)
	// All names at once, in two turns: a plan may ask for another by what a table has.
	roundsOfNames(t, plain, ours, part, names, len(names)/2+1)
	if !trials.Slow() {
		return
	}
	functions := map[string]bool{}
	for _, name := range sqltest.Texts(t, plain, "SELECT function_name FROM duckdb_functions() WHERE starts_with(function_name, '__skyline_')") {
		functions[name] = true
	}
	// A name can only be taken for one that is in the plan: each of the call's own plans has
	// each role, in a table that is as narrow as it may be.
	for at, call := range part {
		own := slices.DeleteFunc(namesAskedFor(t, plain, "SELECT * FROM "+calls[at]), func(name string) bool {
			return functions[name] && !slices.Contains(names, name)
		})
		for _, name := range names {
			if len(own) <= len(plainRoles) && !slices.Contains(own, name) {
				own = append(own, name)
			}
		}
		roundsOfNames(t, plain, ours, []string{call}, own, 1)
	}
}

// namesAskedFor are the names of their own in the plans that DuckDB gets for a statement.
func namesAskedFor(t *testing.T, db *sql.DB, statement string) (names []string) {
	t.Helper()
	defer sqlfuncs.WatchPlans(func(_, plan string) { names = appendNames(names, plan) })()
	if _, _, err := valuesOf(t, db, statement); err != nil && !singlesOut(statement, err) {
		t.Fatalf("%v\n%s", err, statement)
	}
	return names
}

// singlesOut reports whether a call refuses what its other columns would tell of somebody.
func singlesOut(call string, err error) bool {
	return !strings.Contains(call, "other_columns := ") && strings.Contains(err.Error(), "single out")
}

// roundsOfNames makes calls on tables with some names, each of them in another place in
// each round, a step further, and compares what they return with that of plain names.
func roundsOfNames(t *testing.T, plain, ours *sql.DB, calls, names []string, step int) {
	t.Helper()
	var others []string
	for i := range len(names) - len(plainRoles) {
		others = append(others, fmt.Sprint("more_", i))
	}
	createNamed(t, plain, "people", plainRoles, others, calls...)
	type result struct {
		rows, names []string
		err         error
	}
	var wants []result
	for _, call := range calls {
		statement := callOn(call, "people", plainRoles)
		var r result
		r.rows, r.names, r.err = valuesOf(t, plain, "SELECT * FROM "+statement)
		if r.err != nil && !singlesOut(call, r.err) {
			t.Fatalf("%v\n%s", r.err, statement)
		}
		r.rows = renamedValues(r.rows, plainRoles, others)
		wants = append(wants, r)
	}
	for begin := 0; begin < len(names); begin += step {
		turned := slices.Concat(names[begin:], names[:begin])
		for i := range turned {
			if i%2 == 1 {
				turned[i] = strings.ToUpper(turned[i])
			}
		}
		roles, more := turned[:len(plainRoles)], turned[len(plainRoles):]
		createNamed(t, ours, "people", roles, more, calls...)
		for at, call := range calls {
			want := wants[at]
			statement := callOn(call, "people", roles)
			got, gotNames, err := valuesOf(t, ours, "SELECT * FROM "+statement)
			got = renamedValues(got, roles, more)
			switch {
			case (want.err == nil) != (err == nil):
				t.Errorf("%v, not %v\n%s", err, want.err, statement)
			case len(gotNames) != len(want.names):
				t.Errorf("%d columns, want %d\n%s", len(gotNames), len(want.names), statement)
			case !strings.Contains(call, "'once'") && !slices.Equal(got, want.rows) && !strings.Contains(call, "gnf_table") || len(got) != len(want.rows):
				t.Errorf("other rows than with other names\n%s\n%s", statement, cmp.Diff(want.rows, got))
			}
		}
	}
}

// renamedValues are rows, with the places of columns for their names, as structs and recipes
// have them. Where names are put in order, other names have another one.
func renamedValues(rows, roles, more []string) []string {
	var pairs []string
	for i, name := range slices.Concat(roles, more) {
		for _, written := range []string{name, strings.ToLower(name)} {
			pairs = append(pairs, written, fmt.Sprintf("<%d>", i))
		}
	}
	// Longer names first, since one can begin another.
	type pair struct{ from, to string }
	var sorted []pair
	for i := 0; i < len(pairs); i += 2 {
		sorted = append(sorted, pair{pairs[i], pairs[i+1]})
	}
	slices.SortStableFunc(sorted, func(a, b pair) int { return len(b.from) - len(a.from) })
	pairs = pairs[:0]
	for _, p := range sorted {
		pairs = append(pairs, p.from, p.to)
	}
	replacer := strings.NewReplacer(pairs...)
	var renamed []string
	for _, row := range rows {
		renamed = append(renamed, replacer.Replace(row))
	}
	slices.Sort(renamed)
	return renamed
}

// TestTablesNamedLikeThoseOfPlans gives tables with the names of the relations of plans.
func TestTablesNamedLikeThoseOfPlans(t *testing.T) {
	trials.Long(t)
	db := openDB(t, "")
	roles := plainRoles
	createNamed(t, db, "plain", roles, nil, callsOfTables...)
	var calls []string
	for _, call := range callsOfTables {
		calls = append(calls, callOn(call, "plain", roles))
	}
	for _, call := range []string{callsOfTables[0], callsOfTables[7]} {
		want, _, err := valuesOf(t, db, "SELECT * FROM "+callOn(call, "plain", roles))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range trials.Part(t, 10, ownNames(t, db, calls)) {
			exec(t, db, fmt.Sprintf("CREATE OR REPLACE VIEW %s AS FROM plain", name))
			got, _, err := valuesOf(t, db, "SELECT * FROM "+callOn(call, "(FROM "+name+")", roles))
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: other rows than of a table with another name, or %v", callOn(call, name, roles), err)
			}
			exec(t, db, "DROP VIEW "+name)
		}
	}
}

// TestOwnColumnsOfSubTables has a table whose columns are called like those of the plan of
// gnf_table: each column of a sub-table has the values that it had.
func TestOwnColumnsOfSubTables(t *testing.T) {
	db := openDB(t, "")
	exec(t, db, "CREATE TABLE people AS SELECT i AS __skyline_r1, 's' || (i % 5) AS __skyline_row, i % 7 AS __skyline_g, i % 3 AS __skyline_at FROM range(100) r(i)")
	for _, strict := range []string{"false", "true"} {
		var same bool
		scan(t, db, fmt.Sprintf("SELECT list_sort(list(x.__skyline_r1)) = list_sort(list(y.__skyline_r1)) AND list_sort(list(x.__skyline_row)) = list_sort(list(y.__skyline_row)) AND bool_and(x.__skyline_g = x.__skyline_r1 %% 7 AND x.__skyline_at = x.__skyline_r1 %% 3) AND count(DISTINCT x.group_id) = 20 FROM gnf_table('people', [{'lhs': ['__skyline_r1'], 'rhs': '__skyline_row'}], table_no := 1, diversity := 5, other_columns := 'keep', strict := %s) AS x POSITIONAL JOIN people AS y", strict), func(rows *sql.Rows) error {
			return rows.Scan(&same)
		})
		if !same {
			t.Errorf("strict := %s: the sub-table has other values", strict)
		}
	}
}
