package planning

import "fmt"

// Purpose is what a release is for: how much must be asked of it.
type Purpose struct {
	Name  string
	Least int64 // people who must be alike
	why   string
}

// Public is the purpose of a release that everybody can get.
const Public = "public"

// Purposes are what purpose may name.
var Purposes = []Purpose{
	{Public, 12, "Everybody can get the release. The European Medicines Agency and Health Canada ask for a risk of at most 0.09, which is groups of 12."},
	{"partner", 11, "The release goes to somebody who has signed for it. The Centers for Medicare & Medicaid Services publish no count below 11."},
	{"internal", 5, "The release stays in the organisation."},
	{SafeHarbor, 12, ""}, // what a plan says belongs to so many
}

// Requirements are the rows of a plan that say what a release must satisfy.
func (p *Purpose) Requirements() []Row {
	if p.Name == SafeHarbor {
		return nil
	}
	return []Row{
		{
			Finding: fmt.Sprintf("At least %d people must be alike, so that somebody is found with at best a 1-in-%d chance. %s", p.Least, p.Least, p.why),
			Rule:    "k_anonymity", Required: fmt.Sprint(p.Least),
		},
		{
			Finding: "Knowing the sensitive values of 3 other people, nobody may be 50 % sure of anybody's.",
			Rule:    "skyline", Required: "[{'l': 0, 'k': 3, 'm': 0, 'c': 0.5}]",
		},
	}
}
