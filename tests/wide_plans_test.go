package tests

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs/call"
	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// wideNames are the names of n columns, and wideMap is a map of them to a value, in SQL.
func wideNames(n int) string { return fmt.Sprintf("list_transform(range(%d), lambda i: 'c' || i)", n) }

func wideMap(n int, value string) string {
	return fmt.Sprintf("map(%s, list_transform(range(%d), lambda i: %s))", wideNames(n), n, value)
}

// wideArguments are what a call gets in the place of its example's arguments so that it names n columns,
// for functions where that is not qi alone.
var wideArguments = map[string]func(n int) map[string]string{
	"column_profile": func(n int) map[string]string { return map[string]string{"columns": wideNames(n)} },
	"quasi_identifier_profile": func(n int) map[string]string {
		return map[string]string{"columns": wideNames(n), "max_size": "1"}
	},
	"special_uniques": func(n int) map[string]string {
		return map[string]string{"columns": wideNames(n), "max_size": "1"}
	},
	"release_rules": func(n int) map[string]string { return map[string]string{"columns": wideNames(n)} },
	"generalize":    func(n int) map[string]string { return map[string]string{"levels": wideMap(n, "1")} },
	"top_coded":     func(n int) map[string]string { return map[string]string{"top": wideMap(n, "5"), "bottom": "NULL"} },
	"cells_sql": func(n int) map[string]string {
		return map[string]string{"qi": wideNames(n), "sensitive": "NULL", "types": wideMap(n, "'INTEGER'")}
	},
}

// notWide are functions whose calls name few columns, with the reason.
var notWide = map[string]string{
	"release_plan":        "it looks at all columns, and names none",
	"certificate_check":   "the certificate names the columns",
	"republication_check": "with qi it needs releases, and has plans of tests of its own",
	"jump_publish":        "generalizations are few", "jump_posterior": "generalizations are few", "jump_release": "generalizations are few", "jump_compare": "generalizations are few",
	"gnf_rules": "rules are few", "gnf_check": "rules are few", "gnf_decompose": "rules are few", "gnf_table": "rules are few",
	"workload_error":      "it looks at all columns, and names none",
	"hierarchy_intervals": "of one column", "hierarchy_prefix": "of one column", "hierarchy_wide": "of one column", "hierarchy_frequency": "of one column",
	"hierarchy_filled": "of one column", "hierarchy_check": "of one column",
	"skyline_functions": "it reads no table",
	"cube_check":        "by has few columns: of hundreds there are too many cells", "cube_protect": "as for cube_check",
	"cube_audit": "by has few columns", "cube_sql": "as for cube_check",
}

// operatorsOfColumns are how many operators plans of a function have for each column, where that is not 0.
// DuckDB plans hundreds of operators in more than linear time: none of these numbers should grow.
var operatorsOfColumns = map[string]int{
	"privacy_measures": 2, "quasi_identifier_profile": 3, "special_uniques": 3, "attack_inference": 10, "attack_linkage": 10, "generalize": 7,
	"release_check.groups": 10, "release_evidence": 15, "release_report": 35, "release_report.figures": 10, "release_report.summary": 10, "presence_check.people": 6, "presence_anonymize": 4, "presence_anonymize.groups": 4,
	"pdf_generalize": 4, "release_utility": 10, "release_utility.statistics": 11, "release_utility.rows": 10, "release_rules": 10,
}

// growingFaster are calls whose plans grow faster than the number of their columns, with the reason.
var growingFaster = map[string]string{
	"release_check.groups": "for each column, groups are compared by all others",
}

// wideCall returns a name for a call of a function's example, and its arguments as JSON, in SQL, with n
// columns in the place of those that it names; "" where it names few.
func wideCall(t *testing.T, f *call.Function, n int) (name, arguments string) {
	wide := map[string]string{}
	switch of := wideArguments[f.Name]; {
	case of != nil:
		wide = of(n)
	case f.Param("qi") != nil && notWide[f.Name] == "":
		wide["qi"] = wideNames(n)
	default:
		return "", ""
	}
	_, given, _ := sqltest.CallIn(t, f)
	for _, argument := range given {
		name, value, _ := strings.Cut(argument, " := ")
		if _, ok := wide[name]; !ok {
			wide[name] = value
		}
	}
	name = f.Name
	if output, ok := wide[call.ParamOutput]; ok {
		name += "." + strings.Trim(output, "'")
	}
	var members []string
	for _, p := range f.Params {
		value := p.Default
		if given, ok := wide[p.Name]; ok {
			value = given
		} else if value == "" {
			value = "NULL"
		}
		members = append(members, p.Name+" := "+value)
	}
	return name, "to_json(struct_pack(" + strings.Join(members, ", ") + "))::VARCHAR"
}

// TestPlansOfWideTables goes through the registry: plans of calls that name up to 100 columns, with
// SKYLINE_SLOW=1 up to 800, grow with these in length, and in operators as operatorsOfColumns says. What
// planning takes is measured by test_wide.py, of the hosts.
func TestPlansOfWideTables(t *testing.T) {
	db := openDB(t, "")
	used := map[string]bool{}
	for _, f := range shapes() {
		sizes := []int{10, 70, 100}
		if trials.Slow() {
			sizes = []int{10, 100, 800}
		}
		if f.Name == "local_suppression" {
			sizes = []int{10, 30, 64} // it takes no more
		}
		var name string
		var lengths, operators []int
		for _, n := range sizes {
			var arguments, plan string
			if name, arguments = wideCall(t, f, n); name == "" {
				if notWide[f.Name] == "" {
					t.Errorf("%s: wideArguments does not say how its calls name many columns, nor notWide that they do not", f.Name)
				}
				used[f.Name] = true
				break
			}
			if err := db.QueryRow(fmt.Sprintf("SELECT __skyline_plan_found('%s', %s)", f.Name, arguments)).Scan(&plan); err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			lengths, operators = append(lengths, len(plan)), append(operators, strings.Count(plan, "SELECT")+strings.Count(plan, "JOIN"))
		}
		used[name] = true
		if len(lengths) < len(sizes) {
			continue
		}
		columns := sizes[2] - sizes[1]
		if more := operators[2] - operators[1]; more != operatorsOfColumns[name]*columns {
			t.Errorf("%s: plans of %v columns have %v operators: %g for each of the last %d, want %d", name, sizes, operators, float64(more)/float64(columns), columns, operatorsOfColumns[name])
		}
		first, last := float64(lengths[1]-lengths[0])/float64(sizes[1]-sizes[0]), float64(lengths[2]-lengths[1])/float64(columns)
		if growingFaster[name] == "" && last > 1.1*first+8 { // numbers of columns have more digits
			t.Errorf("%s: plans of %v columns are %v bytes long: each of the last columns takes %.0f, each of the first %.0f", name, sizes, lengths, last, first)
		}
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(notWide)), slices.Collect(maps.Keys(growingFaster)), slices.Collect(maps.Keys(operatorsOfColumns)), slices.Collect(maps.Keys(wideArguments))) {
		if !used[name] {
			t.Errorf("%s is no function, nor an output of one", name)
		}
	}
}
