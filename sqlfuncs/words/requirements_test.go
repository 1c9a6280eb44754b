package words

import (
	"math"
	"strings"
	"testing"
)

func TestRequirement(t *testing.T) {
	for _, c := range []struct {
		name               string
		required, achieved float64
		want               string
	}{
		{"k_anonymity", 5, 3, "Everybody looks like at least 3 of the people, themselves included; 5 were asked for."},
		{"k_anonymity", 2000, math.NaN(), "There is nobody in the release."},
		{"distinct_diversity", 3, 3, "At least 3 different sensitive values occur among the people who look alike; 3 were asked for."},
		{"entropy_diversity", 3, 2.99996, "Among the people who look alike the sensitive values are as varied as 2.99996 equally frequent ones, or more; 3 were asked for."},
		{"recursive_diversity", 3, math.Inf(1), "Among the people who look alike the most frequent value is at most infinitely many times as frequent as the rarer ones together; it must be less than 3 times."},
		{"max_share", 0.5, 0.50004, "Up to 50.004 % of the people who look alike have the same sensitive value; it must be less than 50 %."},
		{"t_closeness", 0.2, 1.0 / 3, "The sensitive values of people who look alike differ from those of all by at most 0.3333, where 0 is not at all and 1 entirely; 0.2 is allowed."},
		{"known_columns", 5, 1, "Everybody looks like at least 1 of the people, themselves included, to somebody who knows only that many columns, whichever they are; 5 were asked for."},
		{"negations", 0.8, 0.8, "Somebody who knows that much can become up to 80 % sure; it must be less than 80 %."},
		{"implications", 0.8, 0.8, "Somebody who knows that much can become up to 80 % sure; it must be less than 80 %."},
		{"skyline", 0.5, 0.25, "Somebody who knows that much can become up to 25 % sure; it must be less than 50 %."},
		{"presence", 0.1, 0.05, "How sure anybody can be that somebody is in the release: 5 % in the worst case; the bound is 10 %."},
		{"k_map", 5, 3, "Everybody in the release looks like at least 3 of the people of the population, themselves included; 5 were asked for."},
		{"journalist_risk", 0.2, 0.25, "Somebody who knows that a person is in the population finds them in the release with a probability of 25 % at most, or on average; the bound is 20 %."},
		{"average_risk", 0.05, 0.04, "Somebody who knows that a person is in the release finds them with a probability of 4 %, on average over the people; the bound is 5 %."},
		{"population_uniqueness", 0.01, 0.02, "The share of the people in the release who are alone in the population with what is shown of them is 2 %, counted or estimated; the bound is 1 %."},
		{"beta_likeness", 1, 0.4, "Among the people who look alike a sensitive value is more frequent than among all, by up to 0.4 times its share there; 1 is allowed."},
		{"delta_disclosure", 1.5, 1.25, "Among the people who look alike the share of a sensitive value differs from that among all by a factor whose logarithm is up to 1.25; it must be less than 1.5."},
		{"proximity", 0.3, 0.25, "Up to 25 % of the people who look alike have sensitive numbers close to each other; it must be less than 30 %."},
		{"variance", 2000, 1234.5678, "Among the people who look alike the sensitive numbers have a variance of at least 1234.6; 2,000 was asked for."},
		{"whatever", 2000, 1234.5678, "In the worst case it is 1234.6; the bound is 2,000."},
	} {
		if got := Requirement(c.name, "", c.required, c.achieved); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	for _, name := range []string{"k_anonymity", "max_share", "t_closeness", "skyline", "other"} {
		for _, x := range []float64{math.NaN(), math.Inf(1), 0, 1e-300, 1e300} {
			if got := Requirement(name, "", 0.5, x); strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
				t.Errorf("%s: %q", name, got)
			}
		}
	}
}

// TestRule: who has the knowledge of a point, in rules and in what they say; whatever a value is called.
func TestRule(t *testing.T) {
	for _, c := range []struct {
		l, k, m   int64
		who, says string
	}{
		{0, 0, 0, "an attacker who knows the release alone", "An attacker who knows the release alone can become up to 25 % sure; it must be less than 50 %."},
		{0, 3, 0, "an attacker who knows the values of 3 other people", "An attacker who knows the values of 3 other people can become up to 25 % sure; it must be less than 50 %."},
		{1, 1, 2, "an attacker who knows 1 value that the person does not have, the value of 1 other person and 2 relatives", "An attacker who knows 1 value that the person does not have, the value of 1 other person and 2 relatives can become up to 25 % sure; it must be less than 50 %."},
	} {
		who := Attacker(c.l, c.k, c.m)
		if who != c.who {
			t.Errorf("(%d, %d, %d): %q", c.l, c.k, c.m, who)
		}
		for _, value := range []string{"any value", "a < b", "s to an attacker who knows < 1"} {
			rule := "breach probability of " + value + " to " + who + " < 0.5"
			if says := Requirement("skyline", rule+" beside any other parts", 0.5, 0.25); says != c.says {
				t.Errorf("%s: %q", rule, says)
			}
		}
	}
	for rule, want := range map[string]string{
		"people in a QI group >= 5": "people in a QI group must be at least 5", "t <= 0.2": "t must be at most 0.2", "s < 1 beside any other parts": "s must be less than 1 beside any other parts",
	} {
		if got := RuleOf(rule); got != want {
			t.Errorf("%s: %q", rule, got)
		}
	}
	for name, want := range map[string]string{
		"k_anonymity": "a smaller k_anonymity", "skyline": "a larger c of skyline, or a smaller l, k or m", "presence": "wider bounds of presence", "implications": "weaker members of implications",
	} {
		if got := Weaker(name, true); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := Weaker("max_share", false); got != "a larger max_share" {
		t.Errorf("max_share: %q", got)
	}
}
