package report

import (
	"strings"
	"testing"
)

// TestPlanKnown: how a page says whether the release was made by the plan.
func TestPlanKnown(t *testing.T) {
	const nothing = "Nothing shows whether the release was made by this plan: neither its certificate nor its recipe was given."
	plan := &record{Hash: "1"}
	for _, c := range []struct {
		s    pageSpec
		want string
	}{
		{pageSpec{}, ""},
		{pageSpec{Proof: proof{Certified: true}}, ""},
		{pageSpec{Proof: proof{Certified: true, Plan: "1"}}, "The certificate of the release names a plan, which was not given to this report."},
		{pageSpec{Record: plan}, nothing},
		{pageSpec{Record: plan, Proof: proof{HasRecipe: true}}, "What was given of the release names no plan, so nothing shows whether it was made by this one."},
		{pageSpec{Record: plan, Proof: proof{Certified: true}}, "What was given of the release names no plan, so nothing shows whether it was made by this one."},
		{pageSpec{Record: plan, Proof: proof{HasRecipe: true}, Recipe: recipeRows{Planned: 3}}, "The release was made by this plan, as its recipe says."},
		{
			pageSpec{Record: plan, Proof: proof{Certified: true, Plan: "1", Overrides: []string{"qi", "privacy"}}},
			"The release was made by this plan, as its certificate says. When the certificate was made, qi and privacy were given beside the plan.",
		},
		{pageSpec{Record: &record{Overrides: []string{"qi", "person"}}}, nothing + " Beside the plan, the call gives qi and person, which count instead of what the plan says."},
	} {
		known := strings.Join(strings.Fields(strings.Join(c.s.plan(), " ")), " ")
		if known != c.want {
			t.Errorf("%+v: %q, want %q", c.s.Proof, known, c.want)
		}
	}
}
