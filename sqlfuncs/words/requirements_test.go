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
		if got := Requirement(c.name, c.required, c.achieved); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	for _, name := range []string{"k_anonymity", "max_share", "t_closeness", "skyline", "other"} {
		for _, x := range []float64{math.NaN(), math.Inf(1), 0, 1e-300, 1e300} {
			if got := Requirement(name, 0.5, x); strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
				t.Errorf("%s: %q", name, got)
			}
		}
	}
}
