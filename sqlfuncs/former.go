package sqlfuncs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Names that functions and parameters had are kept so that an error can say the new one;
// nothing else knows them. The reference and skyline_functions do not show them.

// formerFunction is a function that has another name now, or is an output of another.
type formerFunction struct {
	Name string
	By   string   // the function that answers it now
	Now  string   // what to call, as the error says it
	Also []string // parameters that it had and By never had
}

var formerFunctions = []formerFunction{
	{Name: "privacy_uniques", By: "special_uniques", Now: "special_uniques(tbl, columns := …, max_size := …), with as many as there are columns", Also: []string{"qi"}},
	{Name: "privacy_violations", By: "release_check", Now: "release_check(…, output := 'groups')"},
	{Name: "skyline_partition", By: "skyline_anonymize", Now: "skyline_anonymize(…, output := 'groups')"},
	{Name: "presence_partition", By: "presence_anonymize", Now: "presence_anonymize(…, output := 'groups')"},
	{Name: "presence_existence", By: "presence_check", Now: "presence_check(…, output := 'people')"},
	{Name: "anatomize_values", By: "anatomize", Now: "anatomize(…, output := 'values')"},
	{Name: "privacy_report", By: "privacy_measures", Now: "privacy_measures(…)"},
	{Name: "releases_check", By: "republication_check", Now: "republication_check(…)"},
	{Name: "skyline_cuts", By: "mondrian_cuts", Now: "mondrian_cuts(…)"},
}

// Former returns what is to be called now, by the names that functions had.
func Former() map[string]string {
	now := map[string]string{}
	for _, f := range formerFunctions {
		now[f.Name] = f.Now
	}
	return now
}

// formerParam is a parameter that has another name now.
type formerParam struct {
	Function string // "" is every function that has Now and no parameter Name
	Name     string
	Now      string
}

var formerParams = []formerParam{
	{Name: "absent", Now: "absent_values"},
	{Name: "others", Now: "other_columns"},
	{Name: "known", Now: "other_sensitive"},
	{Name: "world", Now: "everybody"},
	{Name: "extent", Now: "labels_cover"},
	{Name: "earlier", Now: "earlier_releases"},
	{Name: "finest", Now: "min_levels"},
	{Name: "coarsest", Now: "max_levels"},
	{Name: "nulls", Now: "null_means"},
	{Name: "other", Now: "other_release"},
	{Function: "hierarchy_frequency", Name: "other", Now: "label"},
	{Name: "l", Now: "diversity"},
	{Name: "m", Now: "invariance"},
	{Name: "k", Now: "pieces"},
	{Function: "generalization_search", Name: "which", Now: "output"},
	{Function: "recipe_apply", Name: "part", Now: "output"},
	{Function: "workload_error", Name: "release_tables", Now: "releases"},
}

// formerParamsOf returns the names that parameters of a function had.
func formerParamsOf(f *call.Function) []formerParam {
	var former []formerParam
	for _, p := range formerParams {
		if p.Function == f.Name || p.Function == "" && f.Param(p.Now) != nil && f.Param(p.Name) == nil {
			former = append(former, p)
		}
	}
	return former
}

// paramNames returns all parameters of a function's macro: behind those that it has the ones
// that it had.
func paramNames(f *call.Function) []string {
	var names []string
	for _, p := range f.Params {
		names = append(names, p.Name)
	}
	for _, p := range formerParamsOf(f) {
		names = append(names, p.Name)
	}
	return names
}

// checkFormer is an error where a call has a parameter by a name that it had.
func checkFormer(f *call.Function, c *call.Call) error {
	for _, p := range formerParamsOf(f) {
		if c.Arguments[p.Name] != nil {
			return fmt.Errorf("%s: %s is called %s now; write %s := …", f.Name, p.Name, p.Now, p.Now)
		}
	}
	return nil
}

// planFormer is the plan of a call by a name that is none of a function: an error, which says
// the new name if there was one. Where DuckDB looks whether the body of a macro can be bound,
// there are no arguments yet, and it is a plan without rows.
func planFormer(name, arguments string) (sqltext.SQL, error) {
	at := slices.IndexFunc(formerFunctions, func(f formerFunction) bool { return f.Name == name })
	switch {
	case at < 0:
		return "", errors.New("__skyline_plan: there is no function of that name")
	case macroParameter.MatchString(arguments):
		return "SELECT NULL WHERE false", nil
	}
	return "", fmt.Errorf("%s: now %s", name, formerFunctions[at].Now)
}

// formerMacros returns the statements that create a macro for each name that a function had:
// it takes whatever arguments the function took, and its planner says the new name.
func formerMacros() string {
	var b strings.Builder
	functions := Functions()
	for _, former := range formerFunctions {
		by := functions[slices.IndexFunc(functions, func(f *call.Function) bool { return f.Name == former.By })]
		params := append(paramNames(by), former.Also...)
		fmt.Fprintf(&b, "\nCREATE OR REPLACE MACRO %s(%s := NULL) AS TABLE\n\t%s;\nCOMMENT ON MACRO TABLE %s IS %s;\n",
			former.Name, strings.Join(params, " := NULL, "), selectOf(former.Name, params[:1]), former.Name, sqltext.Text("Now "+former.Now+"."))
	}
	return b.String()
}

// FormerNames are the names that functions had.
func FormerNames() []string {
	var names []string
	for _, f := range formerFunctions {
		names = append(names, f.Name)
	}
	return names
}
