package warehouse

import (
	"testing"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// TestNonsense calls the kernel as anybody can who calls private functions: what no plan
// writes ends in an error, not in a panic.
func TestNonsense(t *testing.T) {
	ok := true
	good := recipeSpec{
		Table: "t", QI: []string{"q"}, Release: []string{"r"}, MapThere: []string{"m"}, Dialect: "duckdb", Form: "map",
		MapTypes: []string{"INTEGER"}, Combinations: 1, OK: &ok, People: "1", Released: "1",
	}
	if _, err := runRecipeSQL(t.Context(), &good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(s *recipeSpec){
		"no table":       func(s *recipeSpec) { s.Table = "" },
		"no columns":     func(s *recipeSpec) { s.QI = nil },
		"no dialect":     func(s *recipeSpec) { s.Dialect = "x" },
		"no types":       func(s *recipeSpec) { s.MapTypes = nil },
		"no such type":   func(s *recipeSpec) { s.MapTypes = []string{"x"} },
		"no rows":        func(s *recipeSpec) { s.Combinations = 0 },
		"nothing looked": func(s *recipeSpec) { s.OK = nil },
		"no number":      func(s *recipeSpec) { s.People = "x" },
		"no such types":  func(s *recipeSpec) { s.Types = map[string]string{"q": "x"} },
		"values, no map": func(s *recipeSpec) { s.Form = "values" },
		"levels, no map": func(s *recipeSpec) { s.Form = "levels" },
		"another's map": func(s *recipeSpec) {
			s.Form, s.Map = "values", &host.Shared[*people.Gathered]{Value: &people.Gathered{Counts: []int64{1}}}
		},
		"a name with NUL": func(s *recipeSpec) { s.Release = []string{"\x00"} },
	} {
		s := good
		spoil(&s)
		if _, err := runRecipeSQL(t.Context(), &s); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
