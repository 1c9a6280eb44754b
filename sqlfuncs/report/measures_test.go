package report

import (
	"slices"
	"testing"
)

// TestMeasuresAreDocumented makes rows in every way there is: the reference's table has each of
// them under its criterion, and no others.
func TestMeasuresAreDocumented(t *testing.T) {
	half := 0.5
	full := evidenceSpec{
		QI: []string{"a"}, Sensitive: []string{"s"}, Original: true, Other: true, C: half, Limit: limit{Risk: half},
		Risks: []measured{
			{Measure: "people", Value: 4},
			{Measure: "k_anonymity", Value: 2},
			{Measure: "prosecutor_average_risk", Value: half},
			{Measure: "k_map", Value: 4},
			{Measure: "journalist_average_risk", Value: half},
		},
		SingledOut: []found{
			{Requirement: "other_columns", Achieved: &half},
			{Requirement: "other_columns_tell", Achieved: &half},
			{Requirement: "people_counted", Achieved: &half},
			{Requirement: "exact_values", Achieved: &half},
			{Requirement: "suppressed_rows", Achieved: &half},
			{Requirement: "determined", Attribute: "s", Achieved: &half},
		},
		Breaches: []breachOf{{Attribute: "s", Breach: half}, {Attribute: "s", Informed: true, Breach: half}}, Gains: []gain{{Attribute: "s", Gain: &half}}, Disclosure: []disclosureRow{{Attribute: "s"}},
		Utility: []measured{{Measure: "ncp", Value: half}, {Measure: "suppressed", Value: 1}},
	}
	known, sampled, bare, several := full, full, full, full
	known.Population, sampled.Fraction = true, true
	bare.Sensitive, bare.Original = nil, false
	several.Several = true
	made := map[string]bool{}
	for _, spec := range []evidenceSpec{full, known, sampled, bare, several, {}} {
		last := -1
		for _, row := range spec.rows() {
			at := slices.IndexFunc(evidenceMeasures, func(m evidenceMeasure) bool { return m.name == row.Measure && m.criterion == row.Criterion })
			if at < 0 {
				t.Errorf("%s %s is not in the table", row.Criterion, row.Measure)
			} else if at <= last && len(spec.Sensitive) > 0 {
				t.Errorf("%s is not in the order of the table", row.Measure)
			}
			last, made[row.Measure] = at, true
		}
	}
	for _, m := range evidenceMeasures {
		if !made[m.name] {
			t.Errorf("nothing makes %s", m.name)
		}
	}
}
