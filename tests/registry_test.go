package tests

import (
	"database/sql"
	"encoding/csv"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/sqlfuncs/call"
	"skyline/tests/trials"

	skylinesql "skyline/sql"

	"github.com/google/go-cmp/cmp"
)

// signatures are the functions that users, examples and measurements rely on:
// their parameters, in order, with defaults. More may follow; what stands here
// may not change.
var signatures = map[string]struct{ signature, columns string }{
	"skyline_check": {
		"skyline_check(tbl, qi, sensitive, l := 0, k := 0, m := 0, c := 0.5, skyline := NULL, values_per_person := 'one', person := NULL, weight := NULL",
		"attribute, value, l, k, m, safe, breach, c, meaning, witness",
	},
	"skyline_find": {
		"skyline_find(tbl, qi, sensitive, value := NULL, c := 0.5, values_per_person := 'one', person := NULL, weight := NULL",
		"attribute, value, l, k, m, safe, c, meaning",
	},
	"skyline_surface": {
		"skyline_surface(tbl, qi, sensitive, value := NULL, max_l := 5, max_k := 10, max_m := 5, values_per_person := 'one', person := NULL, weight := NULL",
		"attribute, value, l, k, m, breach",
	},
	"disclosure_check": {"disclosure_check(tbl, qi, sensitive, pieces := 3, c := 0.5, weight := NULL", "attribute, pieces, safe, implications, negations, c, meaning, witness, negation_witness"},
	"generalization_search": {
		"generalization_search(tbl, qi, sensitive := NULL, hierarchies, privacy, suppression := 0.0, output := 'minimal'",
		"levels, minimal, loss, meaning, groups, smallest, suppressed, average_group_size, precision, discernibility, checked, lattice, complete, bound",
	},
	"generalize": {"generalize(tbl, hierarchies, levels", "…"},
	"pdf_generalize": {
		"pdf_generalize(tbl, qi, groups, kind := 'pdf', hierarchies := NULL, levels := NULL, person := NULL, weight := NULL, seed := NULL", "…, kl_cost, kl_total",
	},
	"pdf_reconstruct":     {"pdf_reconstruct(tbl, qi, seed := NULL", "…"},
	"hierarchy_intervals": {"hierarchy_intervals(tbl, attribute, widths, origin := 0", "attribute, value, level, label"},
	"hierarchy_frequency": {"hierarchy_frequency(tbl, attribute, at_least, label := 'other'", "attribute, value, level, label"},
	"hierarchy_prefix":    {"hierarchy_prefix(tbl, attribute, keep := NULL", "attribute, value, level, label"},
	"hierarchy_wide":      {"hierarchy_wide(tbl, attribute, header := false", "attribute, value, level, label"},
	"hierarchy_check":     {"hierarchy_check(tbl, attribute := NULL, data := NULL", "attribute, problem, count"},
	"release_check": {
		"release_check(tbl, qi, sensitive := NULL, privacy, person := NULL, weight := NULL", "requirement, attribute, holds, achieved, required, meaning, value, rule",
	},
	"skyline_anonymize": {
		"skyline_anonymize(tbl, qi, sensitive := NULL, privacy, hierarchies := NULL, split := NULL, output := 'generalized', person := NULL, weight := NULL, seed := NULL",
		"…, group_id",
	},
	"release_next": {
		"release_next(tbl, previous, person, qi, sensitive, invariance := 3, counterfeits := true, hierarchies := NULL, output := 'release'", "…, group_id, counterfeits",
	},
	"release_recipe": {
		"release_recipe(tbl, qi, sensitive := NULL, privacy := NULL, hierarchies := NULL, levels := NULL, split := NULL, person := NULL, weight := NULL, suppression := 0.0, values_per_person := 'one'",
		"attribute, group_id, level, covers, value, low, high, label, type",
	},
	"recipe_apply": {"recipe_apply(tbl, recipe, qi, person := NULL, weight := NULL, seed := NULL", "…, group_id"},
	"recipe_map":   {"recipe_map(tbl, recipe, qi, weight := NULL, person := NULL, sensitive := NULL, privacy := NULL, values_per_person := 'one', absent_values := 'error', on_violation := 'error'", "…, group_id, people"},
	"recipe_check": {
		"recipe_check(tbl, recipe, qi, sensitive := NULL, privacy := NULL, person := NULL, weight := NULL, values_per_person := 'one'",
		"requirement, attribute, holds, achieved, required, meaning, rows, value, rule",
	},
	"jump_publish": {
		"jump_publish(tbl, person, sensitive, generalizations, property, strategy := 'jump', jump := 1", "step, generalization, evaluated, holds, outcome, highest, reason, method, table_count, table_count_log10",
	},
	"mondrian_posterior": {
		"mondrian_posterior(tbl, qi, sensitive, privacy, posterior := NULL, c := 0.5", "value, safe, posterior, c, share, exact, people, witness",
	},
	"jump_posterior": {"jump_posterior(tbl, person, sensitive, generalizations, property, strategy := 'jump', jump := 1", "person, value, probability"},
	"jump_release":   {"jump_release(tbl, person, sensitive, generalizations, property, strategy := 'jump', jump := 1", "generalization, …, value"},
	"jump_compare":   {"jump_compare(tbl, person, sensitive, generalizations, property, jumps := NULL", "jump, released, decided, nothing_low, nothing_high, method"},
	"republication_check": {
		"republication_check(tbl, person, sensitive, groups := NULL, c := 0.5, value := NULL, releases := NULL, qi := NULL, hierarchies := NULL, max_steps := 2000000000, absent_values := 'error'",
		"value, safe, low, high, c, meaning, exact, people, undecided, exact_share, witness",
	},
	"cube_audit": {
		"cube_audit(published, by, value, total := NULL, grouping_column := NULL, kind := 'rows', masked := NULL, absent := NULL, rounding := NULL, noise := NULL, hierarchies := NULL, also := NULL, known := NULL, rules := NULL",
		"…, safe, least, largest, exact, required, meaning, steps, cell, shown, in_table, how, parts",
	},
	"anatomize": {"anatomize(tbl, qi, sensitive, diversity := 2, seed := NULL", "…, group_id"},
	"release_utility": {
		"release_utility(original, release, qi, sensitive := NULL, hierarchies := NULL, target := NULL, weight := NULL, seed := 0, groups := 'group_id', test := NULL",
		"measure, attribute, value, meaning",
	},
	"attack_inference": {
		"attack_inference(release, original, known, sensitive, control := NULL, qi := NULL, groups := NULL, confidence := 0.95, max_rounds := 100, max_steps := 10000, hierarchies := NULL, weight := NULL, null_means := 'auto'",
		"measure, sensitive_value, value, low, high, meaning, people",
	},
	"attack_linkage": {"attack_linkage(release, original, qi, hierarchies := NULL, weight := NULL, null_means := 'auto'", "measure, value, meaning, people"},
	"gnf_rules":      {"gnf_rules(rules, fds := NULL", "rule_no, lhs, rhs, kept, exposed, note, implied_by, from_rule"},
	"gnf_check":      {"gnf_check(tables, rules, fds := NULL", "rule_no, lhs, rhs, status, meaning, guardian, path, must_enforce"},
	"gnf_decompose": {
		"gnf_decompose(tbl, rules, diversity := 2, method := 'uad', fds := NULL, attributes := NULL", "table_no, attributes, lhs, rhs, kl, note, estimate, guards",
	},
	"gnf_table": {
		"gnf_table(tbl, rules, table_no, diversity := 2, method := 'uad', strict := false, seed := NULL, fds := NULL, attributes := NULL", "…, group_id",
	},
	"privacy_measures": {
		"privacy_measures(tbl, qi, sensitive := NULL, person := NULL, weight := NULL, values_per_person := 'one', population := NULL, risk_threshold := 0.2",
		"measure, attribute, value, meaning",
	},
	"presence_anonymize": {
		"presence_anonymize(tbl, qi, present, hierarchies := NULL, delta_min := 0.0, delta_max := 1.0, method := 'exact'", "…, group_id",
	},
	"presence_check": {
		"presence_check(tbl, qi, present, groups, kind := 'pdf', release := NULL, likelihood := NULL, delta_min := 0.0, delta_max := 1.0, weight := NULL",
		"group_id, holds, existence_min, existence_max, meaning, size, present, bound_min, bound_max",
	},
	"release_rules": {
		"release_rules(original, release, columns, target := NULL, support := 0.01, confidence := 0.8, longest := NULL, hierarchies := NULL, draws := 100, seed := NULL, weight := NULL, null_means := 'auto'",
		"antecedent, consequent, in_original, probability, probability_low, probability_high, exact, error, support, confidence",
	},
	"cube_check": {
		"cube_check(tbl, by, value := NULL, person := NULL, holding := NULL, weight := NULL, sampling_weight := NULL, rules := NULL, sets := 'cube', hierarchies := NULL, output := 'cells', max_cells := 50000000",
		"…, grouping, safe, rule, achieved, excess, required, meaning, people, value, broken, levels",
	},
	"cube_protect": {
		"cube_protect(tbl, by, value := NULL, person := NULL, holding := NULL, weight := NULL, rules := NULL, sets := 'cube', hierarchies := NULL, method := 'suppress', keep := NULL, cost := 'number', rounding := NULL, noise := NULL, key := NULL, seed := NULL, max_cells := 50000000, max_steps := 20000000000",
		"…, grouping, value, status",
	},
	"workload_error":    {"workload_error(original, releases, dimension := NULL, selectivity := 0.4, queries := 1000, seed := NULL", "measure, value, meaning"},
	"skyline_functions": {"skyline_functions(", "name, summary, signature, example, version, reference, redefined_in"},
}

func TestSignatures(t *testing.T) {
	found := map[string]bool{}
	for _, f := range sqlfuncs.Functions() {
		want, ok := signatures[f.Name]
		if !ok {
			continue
		}
		found[f.Name] = true
		rest, ok := strings.CutPrefix(f.Signature(), want.signature)
		if !ok || rest != ")" && !strings.HasPrefix(rest, ", ") {
			t.Errorf("the signature is %s, want %s and perhaps more", f.Signature(), want.signature)
		}
		if columns := strings.Join(columnNames(f), ", "); !strings.HasPrefix(columns+", ", want.columns+", ") {
			t.Errorf("%s: the columns are %s, want %s and perhaps more", f.Name, columns, want.columns)
		}
	}
	for name := range signatures {
		if !found[name] {
			t.Errorf("%s is not in the registry", name)
		}
	}
}

func TestEveryFunctionHasAScript(t *testing.T) {
	names := scripts(t)
	for _, f := range sqlfuncs.Functions() {
		if !slices.ContainsFunc(names, func(name string) bool { return path.Base(name) == f.Name+".test" }) {
			t.Errorf("there is no script sql/…/%s.test", f.Name)
		}
		for _, o := range f.Outputs {
			if name := f.Name + "_" + o.Names[0] + ".test"; !slices.ContainsFunc(names, func(script string) bool { return path.Base(script) == name }) {
				t.Errorf("there is no script sql/…/%s", name)
			}
		}
	}
}

// TestTablesOfCounts looks at the page that says which functions take a weight, and why the
// others do not: each is in the table that is true of it, once.
func TestTablesOfCounts(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "sql", "reference", "people.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "\n## Tables of counts\n")
	section, _, _ := strings.Cut(rest, "\n## ")
	taking, refusing, ok := strings.Cut(section, "\nThese have none:\n")
	if !ok {
		t.Fatal("the page has no two tables")
	}
	for _, f := range sqlfuncs.Functions() {
		mine, other := taking, refusing
		if f.Param("weight") == nil {
			mine, other = refusing, taking
		}
		if name := "[`" + f.Name + "`]("; strings.Count(mine, name) != 1 || strings.Contains(other, name) {
			t.Errorf("%s is not once in its table of sqlfuncs/topics/people.md, or in the other one", f.Name)
		}
	}
}

// columnsOfTable stands, in the documentation of a result, for columns that depend
// on the arguments.
const columnsOfTable = "…"

// stretch replaces columnsOfTable by as many columns of a result as are needed for
// the same length.
func stretch(documented, returned []string) []string {
	at := slices.Index(documented, columnsOfTable)
	after := len(documented) - at - 1
	if at < 0 || len(returned)-after < at {
		return documented
	}
	return slices.Concat(documented[:at], returned[at:len(returned)-after], documented[at+1:])
}

// shapes are all functions, and copies of them for each of their outputs.
func shapes() []*call.Function {
	var all []*call.Function
	for _, f := range sqlfuncs.Functions() {
		all = append(all, f.Shapes()...)
	}
	return all
}

// TestExamples asks what columns the example of each function, and of each output, returns, in a database that
// has nothing else: those that are documented, of the types that are. That it runs, and what
// is in the columns, is on the page of the reference that TestReference compares.
func TestExamples(t *testing.T) {
	trials.Long(t)
	db := openDB(t, "")
	for _, f := range shapes() {
		// The example may select some columns; then all are asked for here.
		call := strings.Index(f.Example, "FROM "+f.Name+"(")
		if call < 0 {
			t.Errorf("%s: the example does not call it behind FROM", f.Name)
			continue
		}
		var got []string
		scan(t, db, "DESCRIBE "+f.Example[call:], func(rows *sql.Rows) error {
			var name, kind string
			var rest [4]any
			err := rows.Scan(&name, &kind, &rest[0], &rest[1], &rest[2], &rest[3])
			got = append(got, name+" "+family(kind))
			return err
		})
		var want []string
		for _, c := range f.Columns {
			switch kind := family(c.Type); {
			case c.Name == columnsOfTable:
				want = append(want, c.Name)
			case kind == "as `sensitive`" || kind == "as `person`" || kind == "as `groups`":
				want = append(want, c.Name+" VARCHAR") // that of the examples
			default:
				want = append(want, c.Name+" "+kind)
			}
		}
		if diff := cmp.Diff(stretch(want, got), got); diff != "" {
			t.Errorf("%s: columns and types (-documented +returned):\n%s", f.Name, diff)
		}
	}
}

// TestExamplesInOneLine: the examples of the list for DuckDB's community extensions, whose line
// ends are gone, return as many rows as those of several lines.
func TestExamplesInOneLine(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "ext", "community", "docs", "function_descriptions.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	list, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	examples := map[string]string{}
	for _, row := range list {
		examples[row[0]] = row[3]
	}
	db := openDB(t, "")
	for _, f := range sqlfuncs.Functions() {
		if examples[f.Name] == f.Example+";" {
			continue // TestReference runs it
		}
		if got, want := len(rowsAsTexts(t, db, strings.TrimSuffix(examples[f.Name], ";"))), len(rowsAsTexts(t, db, f.Example)); got != want || want == 0 {
			t.Errorf("%s: %d rows in one line, %d in several", f.Name, got, want)
		}
	}
}

// family is a type without what is in parentheses.
func family(kind string) string {
	kind, _, _ = strings.Cut(kind, "(")
	return kind
}

// TestGenerated compares the macros with what the registry makes.
func TestGenerated(t *testing.T) {
	if skylinesql.Macros != sqlfuncs.Macros() {
		t.Error("the macros are stale; run go generate ./sqlfuncs")
	}
}

// TestPrivateNames makes sure that nothing but the documented functions gets a
// name that a user might take.
func TestPrivateNames(t *testing.T) {
	for _, s := range sqlfuncs.Scalars() {
		if !strings.HasPrefix(s.Name, "__skyline_") {
			t.Errorf("the private function %s must have a name that begins with __skyline_", s.Name)
		}
	}
	for _, a := range sqlfuncs.Aggregates() {
		if !strings.HasPrefix(a.Name, "__skyline_") {
			t.Errorf("the private aggregate %s must have a name that begins with __skyline_", a.Name)
		}
	}
	public := map[string]bool{}
	for _, f := range sqlfuncs.Functions() {
		public[f.Name] = true
	}
	for _, name := range sqlfuncs.FormerNames() {
		if public[name] {
			t.Errorf("%s is a function, and the former name of one", name)
		}
		public[name] = true // a macro that says the new name
	}
	plain := openDB(t, "")
	scan(t, plain, "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name ILIKE '%skyline%'", func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		if !public[name] && !strings.HasPrefix(name, "__skyline_") {
			t.Errorf("%s is neither in the registry nor private", name)
		}
		return err
	})
}

func columnNames(f *call.Function) []string {
	var names []string
	for _, c := range f.Columns {
		names = append(names, c.Name)
	}
	return names
}
