package definitions

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"skyline/tests/vectors"
)

// schemaVector is a case of gnf.json: tables that are published together, and what
// becomes of rules.
type schemaVector struct {
	Note   string `json:"note"`
	Schema []struct {
		Attributes []string `json:"attrs"`
		Enforced   *struct {
			LHS []string `json:"lhs"`
			RHS string   `json:"rhs"`
		} `json:"enforced"`
	} `json:"schema"`
	Rules []struct {
		LHS        []string `json:"lhs"`
		RHS        string   `json:"rhs"`
		Status     string   `json:"status"`
		Guardians  []int    `json:"guardians"`
		Candidates []struct {
			Table int      `json:"table"`
			W     []string `json:"W"`
		} `json:"candidates"`
	} `json:"rules"`
	Irreducible bool `json:"irreducible"`
	GNF         bool `json:"gnf"`
}

func TestSchemaVectors(t *testing.T) {
	var all []schemaVector
	if err := vectors.Read("gnf.json", &all); err != nil {
		t.Fatal(err)
	}
	db := openDB(t, "")
	rules := 0
	for i, v := range all {
		what := fmt.Sprintf("%d: %s", i, v.Note)
		if len(v.Rules) > 0 {
			var irreducible bool
			if err := db.QueryRow("SELECT bool_and(kept) FROM gnf_rules(" + v.rules() + ")").Scan(&irreducible); err != nil {
				t.Fatal(what, err)
			}
			if irreducible != v.Irreducible {
				t.Errorf("%s: irreducible: %v, want %v", what, irreducible, v.Irreducible)
			}
		}
		violated := false
		for no, rule := range v.Rules {
			rules++
			var status, enforce string
			var guard int
			if err := db.QueryRow(fmt.Sprintf("SELECT status, coalesce(guardian, 0), coalesce(array_to_string(list_sort(must_enforce), ','), '') FROM gnf_check(%s, %s) WHERE rule_no = %d", v.tables(), v.rules(), no+1)).Scan(&status, &guard, &enforce); err != nil {
				t.Fatal(what, err)
			}
			violated = violated || status == "violated"
			if status != rule.Status {
				t.Errorf("%s: rule %d is %s, want %s", what, no+1, status, rule.Status)
			}
			if status != "guarded" {
				continue
			}
			if !slices.Equal(rule.Guardians, []int{guard - 1}) {
				t.Errorf("%s: rule %d has the guardian %d, want %v, from 0", what, no+1, guard-1, rule.Guardians)
			}
			for _, c := range rule.Candidates {
				if slices.Sort(c.W); c.Table == guard-1 && strings.Join(c.W, ",") != enforce {
					t.Errorf("%s: the guardian of rule %d must enforce %s, want %v", what, no+1, enforce, c.W)
				}
			}
		}
		if violated == v.GNF {
			t.Errorf("%s: in Guardian Normal Form: %v, want %v", what, !violated, v.GNF)
		}
	}
	if rules < 150 {
		t.Errorf("only %d rules were looked at", rules)
	}
}

// tables writes the schema as gnf_check takes it.
func (v *schemaVector) tables() string {
	var tables []string
	for _, s := range v.Schema {
		lhs, rhs := "NULL", "NULL"
		if s.Enforced != nil {
			lhs, rhs = sqlList(s.Enforced.LHS), "'"+s.Enforced.RHS+"'"
		}
		tables = append(tables, fmt.Sprintf("{'attributes': %s, 'lhs': %s, 'rhs': %s}", sqlList(s.Attributes), lhs, rhs))
	}
	return "[" + strings.Join(tables, ", ") + "]"
}

func (v *schemaVector) rules() string {
	var rules []string
	for _, r := range v.Rules {
		rules = append(rules, fmt.Sprintf("{'lhs': %s, 'rhs': '%s'}", sqlList(r.LHS), r.RHS))
	}
	return "[" + strings.Join(rules, ", ") + "]"
}

func sqlList(names []string) string {
	if len(names) == 0 {
		return "[]::VARCHAR[]"
	}
	return "['" + strings.Join(names, "', '") + "']"
}
