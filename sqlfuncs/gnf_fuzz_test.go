package sqlfuncs

import (
	"strings"
	"testing"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/gnf"
	"skyline/sqlfuncs/utility"
)

// FuzzSchemes plans calls with rules, dependencies and schemas of any shape: there is a
// plan, or an error that names the function.
func FuzzSchemes(f *testing.F) {
	rule, table := `[{"lhs": ["a", "b"], "rhs": "c"}, {"lhs": "C", "rhs": ["a", "d"]}]`, `[{"attributes": ["a", "c"], "lhs": ["a"], "rhs": "c"}, {"attributes": ["b"]}]`
	for _, seed := range []string{
		`{"tbl": "t", "table_no": 1, "l": 2, "method": "uad", "strict": false, "tables": ` + table + `, "rules": ` + rule + `, "fds": [{"lhs": ["d"], "rhs": "b"}]}`,
		`{"tbl": "t", "table_no": 1, "l": 3, "method": "gd", "strict": true, "rules": ` + rule + `}`, `{"tbl": "t", "table_no": 1, "l": 2, "method": "single", "strict": true, "rules": [], "attributes": ["x", "a"]}`,
		`{"tbl": "t", "table_no": 1, "l": 2, "method": "multi_sa", "strict": false, "rules": ` + rule + `, "seed": -4}`,
		`{"rules": [{"lhs": [], "rhs": null}, {"LHS": {}}], "tables": [null]}`, `{"rules": [{"lhs": ["é"], "rhs": "É"}], "tables": [{"attributes": ["\u0000"]}]}`, `{}`, `[]`,
	} {
		f.Add(seed)
	}
	functions := []*call.Function{gnf.GnfRules, gnf.GnfCheck, gnf.GnfDecompose, gnf.GnfTable, gnf.Anatomize, utility.WorkloadError}
	f.Fuzz(func(t *testing.T, arguments string) {
		if len(arguments) > 1000 {
			t.Skip("many rules take long")
		}
		for _, function := range functions {
			plan, err := planCall(function.Name, arguments, false)
			if err != nil && !strings.HasPrefix(err.Error(), function.Name+": ") {
				t.Errorf("%s: %v", function.Name, err)
			}
			if err == nil && plan == "" {
				t.Errorf("%s: no plan", function.Name)
			}
		}
	})
}
