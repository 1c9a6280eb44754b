package report

import (
	"maps"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/evidence"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// What other requirements would cost is beside the point of a page. Where it cannot be found out, the page
// says so, and has everything else.

// Why there are no prices.
const (
	noPrices      = "It is not known here what stronger and weaker requirements would cost: skyline_anonymize makes no release of the original by what is required, and says why when it is called with output := 'prices'."
	noPricesOfAny = "It is not known here what stronger and weaker requirements would cost: that is counted by QI groups, and there are none where missing is 'any'."
)

// addPrices adds what stronger and weaker requirements would cost a release of the original.
func (r *reportCall) addPrices(p *sqltext.Plan, job *sqltext.Job) {
	if r.original == "" || !r.prices {
		return
	}
	r.page.NoPrices = noPrices
	if r.page.Evidence.Any {
		r.page.NoPrices = noPricesOfAny
	} else if statement, err := r.pricesOf(); err == nil {
		if r.person != "" {
			p.With(priced, "the original, if each person can be counted", r.ifCounted())
		}
		job.Data = append(job.Data, evidence.AddPrices(p, statement))
	}
	job.Spec = r.page
}

// priced is the CTE of the table whose prices are shown, where there are persons.
const priced = sqltext.SQL("__skyline_priced")

// pricesOf is the plan of the prices. An error is that of what skyline_anonymize cannot be asked for.
func (r *reportCall) pricesOf() (sqltext.SQL, error) {
	arguments := map[string]any{call.ParamOutput: "prices", "tbl": r.Arguments["original"]}
	for _, param := range []string{"qi", "sensitive", "privacy", "hierarchies", "person", "weight", "values_per_person", "absent_values", "other_sensitive"} {
		arguments[param] = r.Arguments[param]
	}
	if r.given != nil {
		steps, err := planning.Parameters(r.given.Rows, r.Arguments["original"].(string))
		if err != nil {
			return "", err
		}
		maps.Copy(arguments, steps)
		if r.given.Split != "" {
			arguments[planning.Split] = r.given.Split
		}
	}
	inner := r.Inner(release.SkylineAnonymize, arguments)
	if r.person != "" {
		inner.On("tbl", priced)
	}
	inner.IfAny = true
	return inner.Function.Plan(inner)
}

// ifCounted is the SELECT of the original, without rows where a person is NULL, or has several rows, or,
// with several values a person, stands in several QI groups.
func (r *reportCall) ifCounted() sqltext.SQL {
	person := sqltext.Canonical("tbl." + sqltext.Ident(r.person))
	keys := sqltext.Map(r.qi, func(_ int, name string) sqltext.SQL { return sqltext.Canonical("tbl." + sqltext.Ident(name)) })
	rows := sqltext.SQL("count(*)")
	if r.valuesPerPerson != people.One {
		rows = sqltext.Fill("count(DISTINCT row({person}, {qi}))", sqltext.Args{"person": person, "qi": sqltext.List(keys)})
	}
	return sqltext.Fill("SELECT * FROM {original} AS tbl WHERE (SELECT count({person}) = count(*) AND count(DISTINCT {person}) = {rows} FROM {original} AS tbl)",
		sqltext.Args{"person": person, "rows": rows, "original": r.original})
}
