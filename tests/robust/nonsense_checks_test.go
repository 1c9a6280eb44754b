package robust

import (
	"fmt"
	"strings"
)

// nonsenseAboutChecks is about the kernels of the functions that check and measure, and
// what they call.
func nonsenseAboutChecks(key string) []string {
	var statements []string
	for _, kernel := range []string{"check", "find", "surface", "disclosure", "report", "requirements", "violations"} {
		for _, job := range []string{"NULL", "0", "-1", "12345678"} {
			call := "SELECT __skyline_" + kernel + "_rows(" + job + ")"
			statements = append(statements, call, call+" FROM range(3000)")
		}
		for _, spec := range []string{"", "{", "null", "[]", "{}", `{"x": 1}`, `{"k": -1}`, `{"c": 1e999}`, `{"histograms": 0}`, `{"histograms": "x", "sizes": -1, "profiles": ""}`} {
			for _, data := range []string{"NULL", "'{}'", "'null'", `'{"histograms": 12345678, "sizes": "9223372036854775807", "profiles": 0}'`} {
				statements = append(statements, jobOf("", "", kernel, spec, data))
			}
			statements = append(statements, "SELECT __skyline_start('f', '"+kernel+"', '"+spec+"', '') FROM range(3)")
		}
		statements = append(statements, "SELECT __skyline_start(NULL, '"+kernel+"', '{}', NULL)", "SELECT __skyline_start('f', '"+kernel+"', NULL, NULL)")
	}
	statements = append(statements, nonsenseAboutBreaches()...)
	statements = append(statements, nonsenseAboutReports(key)...)
	statements = append(statements, nonsenseAboutViolations(key)...)
	for _, h := range histogramsOfNonsense {
		kept := fmt.Sprintf("h AS (SELECT __skyline_profiles(%s, 'f', 2, %s::BLOB) AS h FROM range(3))", key, h)
		for _, spec := range []string{`{"k": 5, "c": 0.5}`, `{"k": 9223372036854775807, "c": 0.5}`, `{"k": -1, "c": 1}`, `{"k": 1, "c": 0}`, `{"k": 1, "c": -1e-300}`} {
			statements = append(statements, jobOf(kept, "h", "disclosure", spec, "to_json({'profiles': h})::VARCHAR"))
		}
		statements = append(statements,
			fmt.Sprintf("SELECT __skyline_profiles(%s, 'f', NULL, %s::BLOB)", key, h), fmt.Sprintf("SELECT __skyline_profiles(%s, NULL, 2, %s::BLOB)", key, h),
			fmt.Sprintf("SELECT __skyline_profiles(%s, 'f', 9223372036854775807 - i, %s::BLOB) FROM range(3000) r(i) GROUP BY i %% 7", key, h))
	}
	for _, call := range []string{
		"meets(NULL, NULL, NULL)", "meets(1, 1, 0)", "merge(NULL, NULL, NULL)", "merge(1, ''::BLOB, '\\xFF'::BLOB)",
		"entries(NULL)", "entries('\\xFF\\x02\\x01'::BLOB)", "entries('\\xFF\\xFF'::BLOB)", "entries(''::BLOB)",
		"within(NULL, NULL, NULL)", "within('nan'::DOUBLE, 1, 1)", "within(2, 1, 1)", "within(0.5, -9223372036854775808, -1)", "within(1, 9223372036854775807, 9223372036854775807)",
	} {
		statements = append(statements, "SELECT __skyline_"+call, "SELECT __skyline_"+call+" FROM range(3000)")
	}
	return append(statements, "SELECT __skyline_entries(if(i % 2 = 0, NULL, '\\x02a\\x01'::BLOB)) FROM range(3000) r(i)")
}

// jobOf is the statement that runs a kernel to its end: before are CTEs that its data,
// an SQL expression, are made of, and from is the one that has them.
func jobOf(before, from, kernel, spec, data string) string {
	if before != "" {
		before += ", "
		from = " FROM " + from
	}
	return fmt.Sprintf("WITH RECURSIVE %[1]sj AS (SELECT __skyline_start('f', '%[3]s', '%[4]s', %[5]s) AS j, false AS done%[2]s UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) "+
		"SELECT unnest(__skyline_%[3]s_rows(j), recursive := true) FROM j WHERE done", before, from, kernel, strings.ReplaceAll(spec, "'", "''"), data)
}

// histogramsOfNonsense are histograms as they may be, and as they never are.
var histogramsOfNonsense = []string{"''", "'\\x02a\\x01\\x02\\xFF\\x02'", "'\\x00\\x01\\x02\\xFF\\x05'", "'\\xFF'", "'\\x02a\\x01'", "'\\x00\\x01\\x02a\\x05'", "'\\x02a\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\x7F'"}

// nonsenseAboutBreaches is about points and summaries that nobody counted.
func nonsenseAboutBreaches() []string {
	const x = `{"value": "x", "l": "0", "k": "0", "m": "0", "c": "1"}`
	var statements []string
	for _, spec := range []string{
		`"values_per_person": "one", "points": [` + x + `]`,
		`"values_per_person": "one", "named": {}, "points": [` + x + `]`,
		`"values_per_person": "one", "named": {"allowed": true}, "points": [` + x + `]`,
		`"values_per_person": "one", "named": {"allowed": true}, "points": [` + x + `, ` + x + `]`,
		`"values_per_person": "one", "named": {}, "points": []`,
		`"values_per_person": "one", "named": {}, "points": null`,
		`"values_per_person": "nonsense", "named": {}, "points": [{"value": "a"}, {}]`,
		`"values_per_person": "one", "named": {}, "points": [{"value": null, "l": "-1", "k": "x", "m": "nan", "c": "nan"}]`,
		`"values_per_person": "one", "named": {}, "points": [{"value": "x", "l": 1}]`,
		`"values_per_person": "set", "named": {"allowed": true}, "max_points": -1, "points": [{"l": "9223372036854775807", "k": "9223372036854775807", "m": "9223372036854775807", "c": "1e-300"}]`,
	} {
		for _, groups := range []string{"", "/////////////////////", "AQQCYQE=", "!", "/w=="} {
			for _, kernel := range []string{"check", "find", "surface"} {
				statements = append(statements, jobOf("", "", kernel, "{"+spec+`, "groups": "`+groups+`"}`, "NULL"))
			}
		}
	}
	return statements
}

// nonsenseAboutReports is about counts that do not fit the call.
func nonsenseAboutReports(key string) []string {
	sizes := []string{
		"(-1, 1, 1, 1), (0, 1, 0, 1)", "(-1, 1, 1, 1), (7, 1, 0, 1)", "(-1, 1, 1, 1), (NULL, 1, 0, 1)", "(-1, NULL, 1, 1)", "(-1, -1, 0, 1), (0, 0, 0, 0)", "(-1, 1, 1, NULL)", "(-3, 1, 1, 1)", "(9223372036854775807, 1, 1, 1)", "(1048576, 1, 1, 1)",
		"(-1, 1, 1, 1), (-2, 1, 1, 1), (-2, -1, 9223372036854775807, 1)", "(-1, 1, 1, 1), (-2, 9223372036854775807, -9223372036854775808, 9223372036854775807)", "(-1, 9223372036854775807, 9223372036854775807, 9223372036854775807), (0, 9223372036854775807, 0, 9223372036854775807)",
	}
	histograms := []string{
		"('\\xFF'::BLOB, 1)", "('\\x02a\\x01'::BLOB, 1)", "('\\x02a\\x01'::BLOB, -9223372036854775808), ('\\x02a\\x02'::BLOB, 9223372036854775807)", "(NULL::BLOB, 1)", "('\\x02a\\x01'::BLOB, NULL)", "(''::BLOB, 0)", "('\\x02a\\x01'::BLOB, 0), ('\\x00\\x01\\x02a\\x05'::BLOB, 5)",
	}
	specs := []string{
		`{"values_per_person": "one", "risk_threshold": 0.2, "qi": ["a"], "sensitive": "s", "has_public": true}`, `{"values_per_person": "set", "risk_threshold": 0.2, "qi": ["a", "b"], "sensitive": "s"}`, `{"values_per_person": "x", "risk_threshold": 0, "qi": []}`,
		`{"values_per_person": "one", "risk_threshold": -1, "qi": [null], "sensitive": "", "ordered": ["x", "x"]}`, `{"values_per_person": "one", "risk_threshold": 1e300, "qi": ["a"], "sensitive": "s", "ordered": ["a", "\u0000"]}`,
	}
	var statements []string
	for _, handle := range []string{"", "0", "-1", "12345678", "!"} {
		for _, spec := range specs {
			statements = append(statements, jobOf("", "", "report", spec, `'{"sizes": "`+handle+`"}'`), jobOf("", "", "report", spec, `'{"sizes": "1", "histograms": "`+handle+`"}'`))
		}
	}
	for i, s := range sizes {
		kept := fmt.Sprintf("s AS (SELECT __skyline_size_counts(%s, 'f', a, b, c, d) AS s FROM (VALUES %s) v(a, b, c, d))", key, s)
		for j, spec := range specs {
			statements = append(statements, jobOf(kept, "s", "report", spec, "to_json({'sizes': s})::VARCHAR"))
			for k, h := range histograms {
				if i > 0 && j > 0 && (i+j+k)%5 != 0 {
					continue
				}
				both := kept + fmt.Sprintf(", h AS (SELECT s, __skyline_histogram_counts(%s, 'f', a, b) AS h FROM s, (VALUES %s) v(a, b) GROUP BY s)", key, h)
				statements = append(statements, jobOf(both, "h", "report", spec, "to_json({'sizes': s, 'histograms': h})::VARCHAR"))
			}
		}
	}
	return statements
}

// nonsenseAboutViolations is about release candidates that nobody counted, and questions
// about groups that they do not have.
func nonsenseAboutViolations(key string) []string {
	var statements []string
	for _, h := range histogramsOfNonsense {
		for _, kind := range []string{"'one'", "'set'", "NULL"} {
			kept := fmt.Sprintf("h AS (SELECT __skyline_histograms(%s, 'f', %s, %s::BLOB) AS h FROM range(3))", key, kind, h)
			for _, spec := range []string{
				`{"privacy": {"k_anonymity": 10, "max_share": 0.1, "implications": {"pieces": 1, "c": 0.1}, "presence": {"delta_min": 0.9}}}`,
				`{}`, `{"privacy": {}}`, `{"privacy": {"k_anonymity": -1, "entropy_diversity": -1, "recursive_diversity": {"c": -1, "l": -1}, "t_closeness": 2}}`, `{"privacy": {"recursive_diversity": {}, "implications": {"pieces": -1, "c": -1}}}`,
				`{"privacy": {"k_map": 3, "average_risk": 1e300, "journalist_risk": {"highest": -1, "average": -1}, "population_uniqueness": {"max_share": -1}}}`, `{"privacy": {"journalist_risk": {}, "average_risk": 1e-300, "population_uniqueness": {"fraction": 0.5, "model": "pitman"}}}`,
				`{"privacy": {"k_map": -1, "journalist_risk": {"average": 0.3}, "population_uniqueness": {"fraction": 7, "model": "x", "max_share": 1}}}`,
				`{"privacy": {"skyline": {}}, "points": [{"value": "x"}, {}]}`, `{"privacy": {"skyline": {"allowed": true}}, "points": [{"value": "x", "l": "-1"}]}`, `{"privacy": {"skyline": null}, "points": []}`, `{"privacy": {"skyline": 1}}`,
			} {
				for _, kernel := range []string{"requirements", "violations"} {
					statements = append(statements, jobOf(kept, "h", kernel, spec, "to_json({'histograms': h})::VARCHAR"))
				}
			}
			found := jobOf(kept, "h", "violations", `{"privacy": {"k_anonymity": 10, "max_share": 0.1, "implications": {"pieces": 1, "c": 0.1}, "presence": {"delta_min": 0.9}}}`, "to_json({'histograms': h})::VARCHAR")
			statements = append(statements, "WITH r AS MATERIALIZED ("+found+") SELECT __skyline_meets(checker, k, number) FROM (SELECT checker, __skyline_merge(checker, b, o) AS n FROM r, unnest([''::BLOB, '\\xFF'::BLOB, '\\x02b\\x09'::BLOB, '\\x02a\\x09'::BLOB]) AS y(b), unnest([''::BLOB, '\\xFF'::BLOB, '\\x03zz\\x01'::BLOB, '\\x070261\\x01'::BLOB]) AS z(o)), unnest([0, 1, -1, 99]) AS x(k), unnest([n, -1, 99]) AS m(number)")
		}
	}
	return statements
}
