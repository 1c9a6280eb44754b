package words

import (
	"math"
	"strings"
	"testing"
)

func TestMeasure(t *testing.T) {
	for _, c := range []struct {
		name, attribute string
		value           float64
		want            string
	}{
		{"people", "", 1, "1 person is in the table."},
		{"people", "", 0, "Nobody is in the table."},
		{"people", "", 12000, "12,000 people are in the table."},
		{"average_group_size", "", 2.5, "A group has 2.5 people on average."},
		{"k_anonymity", "", 1, "Somebody is alone in their group and can be singled out."},
		{"k_anonymity", "", 5, "Everybody looks like at least 5 of the people, themselves included."},
		{"uniques", "", 0, "Nobody is alone in their group and can be singled out."},
		{"unique_share", "", 2.0 / 3, "About 66.7 % of the people are alone in their group."},
		{"prosecutor_highest_risk", "", 1, "An attacker who knows that a person is in the table finds some of them for certain."},
		{"prosecutor_highest_risk", "", 0.25, "An attacker who knows that a person is in the table finds them with a probability of at most 25 %."},
		{"prosecutor_share_at_risk", "", 0.5, "50 % of the people can be found with a probability above 20 % by an attacker who knows that they are in the table."},
		{"marketer_risk", "", 1.0 / 3, "An attacker who matches the whole table with the population is right for about 33.3 % of the people, on average."},
		{"distinctness", "", 0.5, "There are 50 % as many combinations of quasi-identifiers as people."},
		{"distinctness", "age", 0.5, "age has 50 % as many different values as there are people."},
		{"distinct_values", "age", 1, "age has 1 value."},
		{"distinct_values", "age", 3, "age has 3 different values."},
		{"separation", "age", 0.8, "80 % of all pairs of people differ in age."},
		{"distinct_diversity", "disease", 1, "In some group all people have the same disease."},
		{"distinct_diversity", "disease", 2, "Each group has at least 2 different values of disease."},
		{"max_share", "disease", 1, "In some group all people have the same disease."},
		{"max_share", "disease", 0.6, "In each group at most 60 % of the people have the same disease."},
		{"recursive_diversity_l2", "disease", 1.5, "In each group the most frequent value of disease is at most 1.5 times as frequent as the others together, from number 2 by frequency on."},
		{"recursive_diversity_l3", "disease", math.Inf(1), "Some group has fewer than 3 different values of disease."},
		{"t_closeness", "disease", 0.25, "In each group the shares of the values of disease differ from those in the table by at most 0.25, where 0 is not at all and 1 entirely."},
		{"basic_beta", "disease", 1.5, "In each group the share of a value of disease exceeds its share in the table by at most 150 % of that."},
		{"enhanced_beta", "disease", math.Inf(1), "No β is large enough for enhanced β-likeness: in some group a frequent value of disease gains too much."},
		{"delta_disclosure", "disease", math.Inf(1), "Some group lacks a value of disease that the table has."},
		{"delta_disclosure", "disease", math.Log(2), "In each group the share of a value of disease is at most 2 times that in the table, or that many times less."},
		{"variance", "income", math.NaN(), "Not defined for this table."},
		{"proximity", "income", 0.5, "In each group at most 50 % of the people have values of income within one width."},
	} {
		if got := Measure(c.name, c.attribute, c.value, 0.2); got != c.want {
			t.Errorf("%s of %q: %q", c.name, c.attribute, got)
		}
	}
}

func TestFinding(t *testing.T) {
	none, holds, fails := Verdict{}, Verdict{true, true}, Verdict{false, true}
	nan := math.NaN()
	for _, c := range []struct {
		name               string
		required, achieved float64
		verdict            Verdict
		want               string
	}{
		{"k_anonymity", 5, 3, fails, "Not satisfied. " + Requirement("k_anonymity", "", 5, 3)},
		{"max_share", 0.5, 0.4, holds, "Satisfied. Up to 40 % of the people who look alike have the same sensitive value; it must be less than 50 %."},
		{"exact_values", nan, nan, none, "Not known without original: whether exact values in labels show who is in the table."},
		{"exact_values", 0.05, 0, holds, "Satisfied. No exact value in a label shows anybody to be in the table."},
		{"exact_values", nan, 0.25, none, "Exact values in labels show 25 % of the people of original to be in the table. No limit is given."},
		{"exact_values", 0.05, 0.25, fails, "Not satisfied. Exact values in labels show 25 % of the people of original to be in the table. Up to 5 % are allowed."},
		{"other_columns", 0, 0, holds, "Satisfied. No column without a role singles anybody out."},
		{"other_columns", 0, 2.0 / 3, fails, "Not satisfied. Columns without a role single out about 66.7 % of the people. Nobody may be singled out."},
		{"other_columns", 0, nan, holds, "Satisfied. Nobody is in the table."},
		{"other_columns_tell", 0, 1, fails, "Not satisfied. 1 column without a role tells a sensitive value or a quasi-identifier, or is nearly unique."},
		{"other_columns_tell", 0, 2, fails, "Not satisfied. 2 columns without a role tell a sensitive value or a quasi-identifier, or are nearly unique."},
		{"people_counted", 1, 0, fails, "Not satisfied. Nobody is in the table, so that every other requirement is satisfied."},
		{"people_counted", 0, 0.5, fails, "Not satisfied. 50 % of the rows look like further rows of a person: groups have fewer people than rows. Name the column in person, if the table has it."},
		{"people_counted", nan, 0.5, fails, "Not satisfied. The weight looks like a sampling weight. If it is one, 50 % of the people who are counted are not in the table: leave weight out. If it counts people, call it so, such as n."},
		{"suppressed_rows", nan, 1, none, "1 row shows * in every quasi-identifier."},
		{"determined", nan, 0.9, none, "In the original a sensitive value follows from one or two quasi-identifiers, exactly or nearly. An attacker who knows how is right about 90 % of the people, whatever the release hides."},
		{"known_values", 0, 0.25, fails, "Not satisfied. 25 % of the rows have a value that the recipe does not know."},
		{"region", 0, 0, holds, "Satisfied. All rows whose values are known are in a region of the recipe."},
		{"held", 0, 1.0 / 3, fails, "Not satisfied. About 33.3 % of the rows have to wait."},
	} {
		if got := Finding(c.name, "", c.required, c.achieved, c.verdict); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestProfiles(t *testing.T) {
	for _, c := range []struct {
		column Column
		want   string
	}{
		{Column{Role: "identifier", Hint: "medical_record", People: 6, Alone: 6, Values: 6, Rarest: 1}, "Identifies people: 6 of 6 people are alone with their value. Looks like: medical record."},
		{Column{Role: "candidate", People: 6, Alone: 1, Values: 3, Rarest: 1}, "Identifies some people: 1 of 6 people is alone with their value."},
		{Column{Role: "candidate", People: 6, Values: 2, Rarest: 2, DeterminedBy: []string{"zip"}}, "Identifies nobody by itself: each value is shared by at least 2 people. Follows from zip."},
		{Column{Role: "candidate", People: 6, Values: 2, Rarest: 2, DeterminedBy: []string{"zip", "ward"}}, "Identifies nobody by itself: each value is shared by at least 2 people. Follows from any one of zip and ward."},
		{Column{Role: "constant", People: 6, Values: 1, Rarest: 6}, "Tells nothing: everybody has the same value."},
		{Column{Role: "constant"}, "Nobody is in the table."},
	} {
		if got := c.column.Sentence(); got != c.want {
			t.Errorf("%+v: %q", c.column, got)
		}
	}
	same := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	same(Subset([]string{"age"}, 1, 0.25, true), "Singles out 1 person, 25 % of all: nobody else has their age.")
	same(Subset([]string{"age", "sex"}, 3, 0.75, true), "Singles out 3 people, 75 % of all: nobody else has their combination of age and sex. At least one of them is singled out by no fewer of these columns.")
	same(Subset([]string{"age", "sex"}, 1, 0.25, false), "Singles out 1 person, 25 % of all: nobody else has their combination of age and sex. Fewer of these columns single out the same people.")
	same(Subset([]string{"sex"}, 0, 0, false), "Singles nobody out: everybody shares their sex with somebody.")
	same(Subset([]string{"sex"}, 0, math.NaN(), false), "Nobody is in the table.")
	same(Special(2, 3, []string{"age", "sex"}, 3, math.NaN()), "Nobody else has the same values in 2 of the 3 columns: age and sex. 2 other minimal subsets single them out, too.")
	same(Special(1, 3, nil, 1, 0.25), "Nobody else has the same values in 1 of the 3 columns. A match with somebody outside is right with a probability of 25 %.")
}

func TestPopulation(t *testing.T) {
	for _, c := range []struct {
		measure, model string
		value          float64
		want           string
	}{
		{"people", "", 4, "4 people are in the sample."},
		{"population", "", 60, "The population has 60 people."},
		{"sample_uniques", "", 0, "Nobody is alone in the sample with their quasi-identifiers."},
		{"confirmed_unique_share", "zayatz", 0.25, "25 % of the people who are alone in the sample are alone in the population. This is an estimate by zayatz."},
		{"confirmed_unique_share", "snb", math.NaN(), "No value by snb: nobody is alone."},
		{"highest_risk", "", math.NaN(), "No value: nobody is alone."},
	} {
		if got := Population(c.measure, c.model, c.value, "nobody is alone"); got != c.want {
			t.Errorf("%s by %q: %q", c.measure, c.model, got)
		}
	}
}

func TestDisclosure(t *testing.T) {
	half := Sureness{Breach: 0.4, C: 0.5, Safe: true}
	for _, c := range []struct {
		k         int64
		s         Sureness
		negations float64
		want      string
	}{
		{0, half, 0.4, "Somebody who knows who is in which group and nothing else can become up to 40 % sure of somebody's disease: that is below the limit of 50 %."},
		{1, Sureness{Breach: 0.75, C: 0.5}, 0.6, "Somebody who knows who is in which group and 1 further fact, whatever it is, can become up to 75 % sure of somebody's disease: that is above the limit of 50 %. If each fact says what somebody does not have, it is 60 %."},
		{2, Sureness{Breach: 1, C: 0.5, Certain: true}, 1, "Somebody who knows who is in which group and 2 further facts, whatever they are, can become certain of somebody's disease: that is above the limit of 50 %."},
		{3, Sureness{C: 0.5}, 0, "Nobody is in the table. That proves nothing: a query that finds no row looks like this."},
	} {
		if got := Disclosure(c.k, "disease", c.s, c.negations); got != c.want {
			t.Errorf("k = %d: %q", c.k, got)
		}
	}
}

func TestOtherRows(t *testing.T) {
	same := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	same(Generalization(0.25, 4, 2, 0, true, true), "Loses 25 % of the detail. 4 groups, the smallest of 2 people. No finer one is safe.")
	same(Generalization(1, 1, 6, 1, false, false), "Loses 100 % of the detail. All people are in one group, of 6 people. 1 person is left out. The search ended early: a better one may exist.")
	same(Generalization(math.NaN(), 0, 0, 0, false, true), "There are no groups.")
	same(Presence(0.25, 0.5, 0, 0.6, true), "Satisfied. An attacker who knows the public table is between 25 % and 50 % sure that a person of this group is in the private one. Allowed is from 0 % to 60 %.")
	same(Presence(1, 1, 0, 0.6, false), "Not satisfied. An attacker who knows the public table is 100 % sure that a person of this group is in the private one. Allowed is from 0 % to 60 %.")
	same(Workload("fit_rounds", 0), "The estimate needed no fitting.")
	same(Rule("unreachable", []string{"age", "icd"}, "race", 0, nil, ""), "Kept: no tables link age and icd with race.")
	same(Rule("guarded", []string{"age", "icd"}, "race", 3, []string{"age"}, ""), "Kept: table 3 guards the rule, as long as it keeps age from race.")
	same(Rule("violated", []string{"gender"}, "zip", 0, nil, "gender -[3]- zip"), "Broken: gender leads to zip by gender -[3]- zip.")
}

// TestNumbersThatNobodyExpects forges what a private scalar may be called with.
func TestNumbersThatNobodyExpects(t *testing.T) {
	for _, name := range []string{"k_anonymity", "other_columns", "exact_values", "people_counted", "uniques", "max_share", "recursive_diversity_l2", "delta_disclosure", "held", "what"} {
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 1e300, 1e-300} {
			for _, got := range []string{Finding(name, "", x, x, Verdict{}), Measure(name, "a", x, x), Measure(name, "", x, x)} {
				if strings.Contains(got, "NaN") {
					t.Errorf("%s of %v: %q", name, x, got)
				}
			}
		}
	}
}
