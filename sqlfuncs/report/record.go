package report

import (
	"errors"
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/certificate"
	"skyline/sqlfuncs/page"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/recipe"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// record is what the page says of the plan of a release.
type record struct {
	Hash       string           `json:"hash"`
	Overrides  []string         `json:"overrides,omitempty"` // what the call gives beside it
	Setting    []page.Stated    `json:"setting,omitempty"`
	Treatments []page.Treatment `json:"treatments,omitempty"`
}

// proof is what a certificate and a recipe say of how the release was made.
type proof struct {
	Certified   bool     `json:"certified,omitempty"`
	Fingerprint string   `json:"certified_fingerprint,omitempty"`
	Plan        string   `json:"certified_plan,omitempty"` // "": the certificate names none
	Overrides   []string `json:"certified_overrides,omitempty"`
	HasRecipe   bool     `json:"has_recipe,omitempty"`
}

// recipeRows counts rows of a recipe: those that name a plan, and those with parameters beside it.
type recipeRows struct {
	Planned    int64 `json:"planned"`
	Others     int64 `json:"others"` // which name another plan
	Overridden int64 `json:"overridden"`
}

// paramsOfProof say how the release was made.
var paramsOfProof = []call.Param{
	{Name: "certificate", Type: "VARCHAR", Default: "NULL", Doc: "the text that [`release_certificate`](#release_certificate) returned for the release: a page on another table, or by another plan, is an error"},
	{Name: "recipe", Type: "VARCHAR", Default: "NULL", Doc: "the [recipe](#release_recipe) of the release, named likewise: a page by another plan is an error; needs `plan`"},
}

// readRecord reads the plan, and what is to show that the release was made by it.
func (r *reportCall) readRecord() error {
	given := planning.Of(r.Call)
	if given != nil {
		r.page.Record = &record{Hash: given.Hash, Overrides: r.Overrides, Setting: settingOf(given), Treatments: treatmentsOf(given)}
	}
	certified, err := certificate.ReadParam(r.Call)
	if err != nil {
		return err
	}
	if certified != nil {
		if given != nil && certified.Plan != "" && certified.Plan != given.Hash {
			return r.Errorf("%s", planning.Another(given.Hash, "the certificate", "give that plan, or make the release and its certificate anew by this one"))
		}
		r.page.Proof = proof{Certified: true, Fingerprint: certified.Fingerprint, Plan: certified.Plan, Overrides: certified.Overrides}
	}
	source, err := r.OptionalSource("recipe")
	switch {
	case err != nil || source == "":
		return err
	case given == nil:
		return r.Errorf("recipe must be NULL without plan, with which it is compared")
	}
	r.page.Proof.HasRecipe = true
	r.recipe = recipe.Planned(source)
	return nil
}

// addRecipe adds what the recipe says of its plan.
func (r *reportCall) addRecipe(job *sqltext.Job) {
	if r.recipe == "" {
		return
	}
	job.Data = append(job.Data, sqltext.Member{Name: "recipe", Value: sqltext.Fill(`
		(
		    SELECT struct_pack(planned := count(x.plan), others := count(*) FILTER (WHERE x.plan::VARCHAR <> {hash}), overridden := count(x.overrides))
		    FROM {recipe} AS x
		)`, sqltext.Args{"hash": sqltext.Text(r.page.Record.Hash), "recipe": r.recipe})})
}

// sameRelease is an error where the page would be about another release than its certificate or its
// recipe is.
func (s *pageSpec) sameRelease() error {
	switch {
	case s.Proof.Certified && s.Proof.Fingerprint != s.Fingerprint:
		return errors.New("certificate must be that of the release, and is of another table; give the one that release_certificate returned for it")
	case s.Recipe.Others > 0 && s.Record != nil:
		return errors.New(planning.Another(s.Record.Hash, "the recipe", "give that plan, or make a recipe and the release anew by this one"))
	}
	return nil
}

// plan says what is known of the plan.
func (s *pageSpec) plan() (known []string) {
	switch {
	case s.Record == nil && s.Proof.Plan == "":
		return nil
	case s.Record == nil:
		return []string{"The certificate of the release names a plan, which was not given to this report."}
	}
	by := ""
	switch {
	case s.Proof.Plan != "":
		by = "The release was made by this plan, as its certificate says."
	case s.Recipe.Planned > 0:
		by = "The release was made by this plan, as its recipe says."
	case s.Proof.Certified || s.Proof.HasRecipe:
		by = "What was given of the release names no plan, so nothing shows whether it was made by this one."
	default:
		by = "Nothing shows whether the release was made by this plan: neither its certificate nor its recipe was given."
	}
	known = append(known, by, words.Beside(s.Record.Overrides))
	switch {
	case len(s.Proof.Overrides) > 0:
		known = append(known, fmt.Sprintf("When the certificate was made, %s %s given beside the plan.", words.List(s.Proof.Overrides, "parameters"), wasOrWere(s.Proof.Overrides)))
	case s.Recipe.Overridden > 0:
		known = append(known, "When the recipe was made, parameters were given beside the plan: see its column overrides.")
	}
	return known
}

func wasOrWere(names []string) string {
	if len(names) == 1 {
		return "was"
	}
	return "were"
}

// settingOf is what a plan says about the release.
func settingOf(given *planning.Given) (all []page.Stated) {
	for i := range planning.Contexts {
		c := &planning.Contexts[i]
		stated := page.Stated{Name: c.Title}
		if row := given.Stated(c.Name); row != nil {
			stated.Text, stated.Decision = row.Stated, decisionOf(row)
		} else if c.Name == planning.HowChosen {
			stated.Text = given.SplitFinding()
		}
		all = append(all, stated)
	}
	return all
}

// treatmentsOf is what a plan does with each column.
func treatmentsOf(given *planning.Given) (all []page.Treatment) {
	for i := range given.Columns {
		row := &given.Rows[given.Columns[i].Row-1]
		all = append(all, page.Treatment{
			Name: row.Attribute, Role: row.RoleInWords(), Done: row.Done(), KnownTo: row.KnownTo, Source: row.Source, Decision: decisionOf(row),
		})
	}
	return all
}

func decisionOf(row *planning.Row) page.Decision {
	return page.Decision{By: strings.TrimSpace(row.DecidedBy), On: strings.TrimSpace(row.DecidedOn), Reason: strings.TrimSpace(row.Reason)}
}
