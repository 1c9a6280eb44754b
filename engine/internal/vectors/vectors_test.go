package vectors

import (
	"testing"

	"skyline/engine/knowledge"
)

func TestRead(t *testing.T) {
	breach, err := BreachCases()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[knowledge.Constraint]int{}
	for _, c := range breach {
		seen[c.Constraint]++
	}
	for _, c := range []knowledge.Constraint{knowledge.SVPI, knowledge.Set, knowledge.Multiset} {
		if seen[c] == 0 {
			t.Errorf("BreachCases() has no case for %v", c)
		}
	}
	skylines, err := SkylineCases()
	if err != nil {
		t.Fatal(err)
	}
	if len(skylines) == 0 {
		t.Error("SkylineCases() is empty")
	}
	guardians, err := GuardianCases()
	if err != nil {
		t.Fatal(err)
	}
	if len(guardians) == 0 || len(guardians[0].Rules) == 0 || len(guardians[0].Rules[0].LHS) == 0 {
		t.Error("GuardianCases() has no rules")
	}
	disclosures, err := DisclosureCases()
	if err != nil {
		t.Fatal(err)
	}
	if len(disclosures) == 0 || len(disclosures[0].Groups) == 0 {
		t.Error("DisclosureCases() has no groups")
	}
	t.Logf("read %d breach probabilities, %d skylines and %d schemas", len(breach), len(skylines), len(guardians))
}
