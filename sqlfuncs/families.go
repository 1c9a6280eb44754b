package sqlfuncs

import (
	"slices"

	"skyline/sqlfuncs/attackers"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/certificate"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/cubes"
	"skyline/sqlfuncs/evidence"
	"skyline/sqlfuncs/gnf"
	"skyline/sqlfuncs/hierarchies"
	"skyline/sqlfuncs/jump"
	"skyline/sqlfuncs/linked"
	"skyline/sqlfuncs/presence"
	"skyline/sqlfuncs/recipe"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/releases"
	"skyline/sqlfuncs/report"
	"skyline/sqlfuncs/utility"
	"skyline/sqlfuncs/warehouse"
)

// Family is a page of the reference: functions that are about one question.
type Family struct {
	Name string // of the page
	// Introduction begins the page, with its title: the question in plain words, an example
	// to follow by hand, and when not to use it.
	Introduction string
	Functions    []*call.Function
	Shared       string // what concerns several of the functions, below them; or ""
}

// Families returns every family, in the order of the reference.
func Families() []Family {
	return []Family{
		{"check", check.Introduction, []*call.Function{
			check.SkylineCheck, check.SkylineFind, check.SkylineSurface, check.DisclosureCheck, check.SentencesCheck,
			check.PrivacyMeasures, check.ReleaseCheck,
		}, check.Shared},
		{"evidence", evidence.Introduction, []*call.Function{evidence.ReleasePlan, evidence.ColumnProfile, evidence.QuasiIdentifierProfile, evidence.SpecialUniques, evidence.PopulationRisk}, evidence.Shared},
		{"attackers", attackers.Introduction, []*call.Function{attackers.KnowledgeCheck, attackers.AttackInference, attackers.AttackLinkage}, attackers.Shared + "\n" + attackers.Attacks},
		{"linked", linked.Introduction, []*call.Function{linked.LinkedCheck}, linked.Shared},
		{"release", release.Introduction, []*call.Function{
			release.SkylineAnonymize, release.MondrianPosterior, release.MondrianCuts, release.GeneralizationSearch, release.Generalize, release.LocalSuppression, release.TopCoded,
		}, release.Shared},
		{"report", report.Introduction, []*call.Function{report.ReleaseEvidence, report.ReleaseReport}, report.Shared},
		{"releases", releases.Introduction, []*call.Function{releases.RepublicationCheck, releases.ReleaseNext}, releases.Shared + "\n" + releases.Changing},
		{"cubes", cubes.Introduction, []*call.Function{cubes.CubeCheck, cubes.CubeAudit, cubes.CubeProtect}, cubes.Shared + "\n" + cubes.RulesForCells},
		{"certificate", certificate.Introduction, []*call.Function{certificate.ReleaseCertificate, certificate.CertificateCheck}, certificate.Shared},
		{"recipe", recipe.Introduction, []*call.Function{recipe.ReleaseRecipe, recipe.RecipeApply, recipe.RecipeMap, recipe.RecipeCheck}, ""},
		{"warehouse", warehouse.Introduction, []*call.Function{warehouse.CellsSQL, warehouse.RecipeSQL, warehouse.CubeSQL}, warehouse.Shared},
		{"presence", presence.Introduction, []*call.Function{
			presence.PresenceCheck, presence.PresenceAnonymize, presence.PdfGeneralize, presence.PdfReconstruct,
		}, presence.Shared},
		{"jump", jump.Introduction, []*call.Function{
			jump.JumpPublish, jump.JumpPosterior, jump.JumpRelease, jump.JumpCompare,
		}, jump.Shared},
		{"gnf", gnf.Introduction, []*call.Function{
			gnf.GnfRules, gnf.GnfCheck, gnf.GnfDecompose, gnf.GnfTable, gnf.Anatomize,
		}, gnf.Shared},
		{"utility", utility.Introduction, []*call.Function{utility.ReleaseUtility, utility.ReleaseRules, utility.WorkloadError}, utility.Shared},
		{"hierarchies", hierarchies.Introduction, []*call.Function{
			hierarchies.HierarchyIntervals, hierarchies.HierarchyPrefix, hierarchies.HierarchyWide, hierarchies.HierarchyFrequency, hierarchies.HierarchyFilled, hierarchies.HierarchyCheck,
		}, hierarchies.Shared},
	}
}

// pageOf returns the page of a function: that of its family, or the overview.
func pageOf(f *call.Function) string {
	for _, family := range Families() {
		if slices.Contains(family.Functions, f) {
			return family.Name
		}
	}
	return overviewName
}

// Functions returns every public function, in the order of the reference.
func Functions() []*call.Function {
	var functions []*call.Function
	for _, family := range Families() {
		functions = append(functions, family.Functions...)
	}
	return append(functions, skylineFunctions)
}
