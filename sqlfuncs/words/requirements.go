package words

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Requirement tells what a release achieves of a requirement, and what was asked for. NaN is
// what nobody achieves: nobody is in the release. The rule says of a skyline which attacker has the
// knowledge.
func Requirement(name, rule string, required, achieved float64) string {
	if math.IsNaN(achieved) {
		return "There is nobody in the release."
	}
	worst, bound := beside(achieved, required, decimal, decimalWith, exactDecimal)
	worstShare, boundShare := PercentBeside(achieved, required)
	worstShare = about(worstShare, achieved)
	switch name {
	case "k_anonymity":
		return fmt.Sprintf("Everybody looks like at least %s of the people, themselves included; %s were asked for.", worst, bound)
	case "distinct_diversity":
		return fmt.Sprintf("At least %s different sensitive values occur among the people who look alike; %s were asked for.", worst, bound)
	case "entropy_diversity":
		return fmt.Sprintf("Among the people who look alike the sensitive values are as varied as %s equally frequent ones, or more; %s were asked for.", worst, bound)
	case "recursive_diversity":
		return fmt.Sprintf("Among the people who look alike the most frequent value is at most %s times as frequent as the rarer ones together; it must be less than %s times.", worst, bound)
	case "max_share":
		return fmt.Sprintf("Up to %s of the people who look alike have the same sensitive value; it must be less than %s.", worstShare, boundShare)
	case "t_closeness":
		return fmt.Sprintf("The sensitive values of people who look alike differ from those of all by at most %s, where 0 is not at all and 1 entirely; %s is allowed.", worst, bound)
	case "beta_likeness":
		return fmt.Sprintf("Among the people who look alike a sensitive value is more frequent than among all, by up to %s times its share there; %s is allowed.", worst, bound)
	case "delta_disclosure":
		return fmt.Sprintf("Among the people who look alike the share of a sensitive value differs from that among all by a factor whose logarithm is up to %s; it must be less than %s.", worst, bound)
	case "proximity":
		return fmt.Sprintf("Up to %s of the people who look alike have sensitive numbers close to each other; it must be less than %s.", worstShare, boundShare)
	case "variance":
		return fmt.Sprintf("Among the people who look alike the sensitive numbers have a variance of at least %s; %s was asked for.", worst, bound)
	case "negations", "implications", "skyline":
		return attackerOf(rule) + fmt.Sprintf(" can become up to %s sure; it must be less than %s.", worstShare, boundShare)
	case "known_columns":
		return fmt.Sprintf("Everybody looks like at least %s of the people, themselves included, to somebody who knows only that many columns, whichever they are; %s were asked for.", worst, bound)
	case "k_map":
		return fmt.Sprintf("Everybody in the release looks like at least %s of the people of the population, themselves included; %s were asked for.", worst, bound)
	case "journalist_risk":
		return fmt.Sprintf("Somebody who knows that a person is in the population finds them in the release with a probability of %s at most, or on average; the bound is %s.", worstShare, boundShare)
	case "average_risk":
		return fmt.Sprintf("Somebody who knows that a person is in the release finds them with a probability of %s, on average over the people; the bound is %s.", worstShare, boundShare)
	case "population_uniqueness":
		return fmt.Sprintf("The share of the people in the release who are alone in the population with what is shown of them is %s, counted or estimated; the bound is %s.", worstShare, boundShare)
	case "presence":
		return fmt.Sprintf("How sure anybody can be that somebody is in the release: %s in the worst case; the bound is %s.", worstShare, boundShare)
	}
	return fmt.Sprintf("In the worst case it is %s; the bound is %s.", worst, bound)
}

// attackerOf begins a sentence with who has the knowledge that a rule is about.
func attackerOf(rule string) string {
	at := strings.LastIndex(rule, " to "+attacker)
	if at < 0 {
		return "Somebody who knows that much"
	}
	who, _, _ := strings.Cut(rule[at+len(" to "):], " < ")
	return capital(who)
}

// RuleOf is the rule of a requirement, such as "people in a QI group >= 5", without signs.
func RuleOf(rule string) string {
	return strings.NewReplacer(" >= ", " must be at least ", " <= ", " must be at most ", " < ", " must be less than ").Replace(rule)
}

// Weaker says what to ask for instead of a requirement that nothing satisfies, in the place of a
// noun. atLeast is whether it bounds from below.
func Weaker(name string, atLeast bool) string {
	switch {
	case name == "skyline":
		return "a larger c of skyline, or a smaller l, k or m"
	case slices.Contains([]string{"negations", "implications", "recursive_diversity"}, name):
		return "weaker members of " + name
	case name == "presence":
		return "wider bounds of presence"
	case atLeast:
		return "a smaller " + name
	}
	return "a larger " + name
}

// decimal writes a number with four significant digits, or all of a whole one.
func decimal(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "infinitely many"
	case isWhole(x):
		return Whole(int64(x))
	case math.Abs(x) >= 1000:
		return decimalWith(x, 1)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

func isWhole(x float64) bool { return x == math.Trunc(x) && math.Abs(x) < 1<<53 }

func decimalWith(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }

// exactDecimal writes a number from which it can be read back.
func exactDecimal(x float64) string {
	if isWhole(x) || math.IsInf(x, 1) {
		return decimal(x)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Number is a number as a table of a page has it.
func Number(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	if math.IsInf(x, 1) {
		return "∞"
	}
	return decimal(x)
}
