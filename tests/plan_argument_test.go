package tests

import (
	"database/sql"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs"
	"skyline/sqlfuncs/call"
	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"

	"github.com/google/go-cmp/cmp"
)

// planRow is a row of a plan as a call gives it.
type planRow struct {
	Attribute   string          `json:"attribute,omitempty"`
	Role        string          `json:"role"`
	Requirement string          `json:"requirement,omitempty"`
	Required    json.RawMessage `json:"required,omitempty"`
}

var planOfRecipe = regexp.MustCompile(`'plan': [0-9a-f]{64}, 'overrides'`)

var quotedText = regexp.MustCompile(`'([^']*)'`)

// planned returns the call of an example with a plan in the place of its roles and requirements,
// and the same call without it.
func planned(t *testing.T, db *sql.DB, f *call.Function, arguments []string) (written, withPlan string) {
	t.Helper()
	var rows []planRow
	has := func(name string) bool {
		return slices.ContainsFunc(rows, func(r planRow) bool { return r.Attribute == name })
	}
	roles := map[string]string{"qi": "qi", "sensitive": "sensitive", "person": "person", "weight": "weight", "within": "stratum"}
	var all, left []string
	for _, argument := range arguments {
		name, text, _ := strings.Cut(argument, " := ")
		if name == "control" {
			continue // which has some of the columns only
		}
		all = append(all, argument)
		switch role, isRole := roles[name]; {
		case isRole:
			for _, m := range quotedText.FindAllStringSubmatch(text, -1) {
				rows = append(rows, planRow{Attribute: m[1], Role: role})
			}
		case name == "privacy":
			scan(t, db, "SELECT key, value::VARCHAR FROM json_each(to_json("+text+"))", func(r *sql.Rows) error {
				var key, value string
				err := r.Scan(&key, &value)
				rows = append(rows, planRow{Requirement: key, Required: json.RawMessage(value)})
				return err
			})
		default:
			left = append(left, argument)
		}
	}
	for _, argument := range all {
		name, text, _ := strings.Cut(argument, " := ")
		if !f.Param(name).Raw {
			continue
		}
		scan(t, db, "SELECT column_name FROM (DESCRIBE FROM "+strings.ReplaceAll(strings.Trim(text, "'"), "''", "'")+")", func(r *sql.Rows) error {
			var name string
			err := r.Scan(&name)
			if !has(name) {
				rows = append(rows, planRow{Attribute: name, Role: "other"})
			}
			return err
		})
	}
	if len(rows) == 0 { // as in republication_check, whose example has groups
		t.Fatalf("%s: the example has no role", f.Name)
	}
	plan, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	left = append(left, "plan := '"+strings.ReplaceAll(string(plan), "'", "''")+"'")
	return f.Name + "(" + strings.Join(positional(f, all), ", ") + ")", f.Name + "(" + strings.Join(positional(f, left), ", ") + ")"
}

// positional writes the first argument without its name, as macros want it.
func positional(f *call.Function, arguments []string) []string {
	arguments = slices.Clone(arguments)
	arguments[0] = strings.TrimPrefix(arguments[0], f.Params[0].Name+" := ")
	return arguments
}

// TestPlanOfEveryFunction goes through the registry: each function with qi takes a plan, and
// answers as it does where roles and requirements are written out.
func TestPlanOfEveryFunction(t *testing.T) {
	trials.Long(t)
	compared, db := 0, openDB(t, "")
	for _, f := range sqlfuncs.Functions() {
		if hasQI, hasPlan := f.Param("qi") != nil, f.Param(call.ParamPlan.Name) != nil; hasQI && !hasPlan {
			t.Errorf("%s has qi, and takes no plan", f.Name)
		} else if !hasQI {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			before, arguments, behind := sqltest.CallIn(t, f)
			behind = strings.TrimSuffix(behind, "ORDER BY ALL") // rows are put in order below
			written, withPlan := planned(t, db, f, arguments)
			results := [2][]string{}
			for i, c := range []string{written, withPlan} {
				results[i] = rowsAsTexts(t, db, before+c+" "+behind)
			}
			for i := range results[1] { // a recipe names its plan
				results[1][i] = planOfRecipe.ReplaceAllString(results[1][i], "'plan': NULL, 'overrides'")
			}
			if diff := cmp.Diff(results[0], results[1]); diff != "" || len(results[0]) == 0 {
				t.Errorf("written out, and as\n%s\n(-written +plan):\n%s", withPlan, diff)
			}
		})
		compared++
	}
	if compared < 33 {
		t.Errorf("%d functions compared", compared)
	}
}

// rowsAsTexts returns the rows of a query as texts, in order.
func rowsAsTexts(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	var all []string
	scan(t, db, "SELECT x::VARCHAR FROM ("+query+") AS x", func(r *sql.Rows) error {
		var row string
		err := r.Scan(&row)
		all = append(all, row)
		return err
	})
	slices.Sort(all)
	return all
}
