package words

import (
	"fmt"
	"math"
	"strings"
)

// notDefined is what a measure says that has no value.
const notDefined = "Not defined for this table."

// Measure tells a measure of privacy_measures: attribute is the column that it is about, "" for all
// quasi-identifiers together, and atRisk the risk above which people count as at risk.
func Measure(name, attribute string, value, atRisk float64) string {
	if math.IsNaN(value) {
		return notDefined
	}
	if sentence := measureOfGroups(name, value, atRisk); attribute == "" && sentence != "" {
		return sentence
	}
	return measureOfColumn(name, attribute, value)
}

// measureOfGroups tells a measure of who can be told apart, "" if it is another.
func measureOfGroups(name string, value, atRisk float64) string {
	percent, number := About(value), decimal(value)
	switch name {
	case "people":
		return peopleAre(value) + " in the table."
	case "qi_groups":
		return "The people are in " + countOf(value, "group", "groups") + " of those who look alike."
	case "average_group_size":
		return "A group has " + countOf(value, "person", "people") + " on average."
	case "largest_group":
		return "The largest group has " + countOf(value, "person", "people") + "."
	case "k_anonymity":
		if value == 1 {
			return "Somebody is alone in their group and can be singled out."
		}
		return "Everybody looks like at least " + number + " of the people, themselves included."
	case "uniques":
		return peopleAre(value) + " alone in their group and can be singled out."
	case "unique_share":
		return atFirst(percent) + " of the people are alone in their group."
	case "prosecutor_highest_risk":
		if value == 1 {
			return "An attacker who knows that a person is in the table finds some of them for certain."
		}
		return "An attacker who knows that a person is in the table finds them with a probability of at most " + percent + "."
	case "prosecutor_average_risk":
		return "An attacker who knows that a person is in the table finds them with a probability of " + percent + ", on average over the people."
	case "prosecutor_share_at_highest_risk":
		return atFirst(percent) + " of the people are in groups of the smallest size."
	case "prosecutor_share_at_risk":
		return atFirst(percent) + " of the people can be found with a probability above " + limitOf(atRisk) + " by an attacker who knows that they are in the table."
	case "k_map":
		return "Everybody looks like at least " + countOf(value, "person", "people") + " of the population, themselves included."
	case "journalist_highest_risk":
		if value == 1 {
			return "An attacker who knows that a person is in the population finds some of them in the table for certain."
		}
		return "An attacker who knows that a person is in the population finds them in the table with a probability of at most " + percent + "."
	case "journalist_average_risk":
		return "An attacker who knows that a person is in the population finds them in the table with a probability of " + percent + ", on average."
	case "journalist_share_at_risk":
		return atFirst(percent) + " of the people can be found with a probability above " + limitOf(atRisk) + " by an attacker who knows that they are in the population."
	case "marketer_risk":
		return "An attacker who matches the whole table with the population is right for " + percent + " of the people, on average."
	case "population_uniqueness":
		return atFirst(percent) + " of the people are alone in the population with their quasi-identifiers."
	case "row_highest_risk":
		return "A row of somebody's group is theirs with a probability of at most " + percent + ", since people have several rows."
	case "row_average_risk":
		return "A row of a person's group is theirs with a probability of " + percent + ", on average over the people."
	case "row_share_at_risk":
		return atFirst(percent) + " of the people have more than " + limitOf(atRisk) + " of the rows of one of their groups."
	case "presence_min":
		return "An attacker who knows the public table is at least " + percent + " sure that any person of it is in this table."
	case "presence_max":
		return "An attacker who knows the public table is at most " + percent + " sure that any person of it is in this table."
	case "distinctness":
		return "There are " + percent + " as many combinations of quasi-identifiers as people."
	case "separation":
		return atFirst(percent) + " of all pairs of people differ in some quasi-identifier."
	}
	return ""
}

// measureOfColumn tells a measure of a column.
func measureOfColumn(name, column string, value float64) string {
	percent, number := About(value), decimal(value)
	if value == 1 && (name == "distinct_diversity" || name == "entropy_diversity" || name == "max_share") {
		return "In some group all people have the same " + column + "."
	}
	switch name {
	case "distinct_values":
		return column + " has " + countOf(value, "value", "different values") + "."
	case "distinctness":
		return column + " has " + percent + " as many different values as there are people."
	case "separation":
		return atFirst(percent) + " of all pairs of people differ in " + column + "."
	case "distinct_diversity":
		return "Each group has at least " + number + " different values of " + column + "."
	case "entropy_diversity":
		return "In each group the values of " + column + " are as varied as " + number + " equally frequent ones, or more."
	case "max_share":
		return "In each group at most " + percent + " of the people have the same " + column + "."
	case "t_closeness":
		return shares(column, number, "")
	case "t_closeness_ordered":
		return shares(column, number, " along the order of its values")
	case "t_closeness_hierarchical":
		return shares(column, number, " along its hierarchy")
	case "basic_beta":
		return "In each group the share of a value of " + column + " exceeds its share in the table by at most " + percent + " of that."
	case "enhanced_beta":
		if math.IsInf(value, 1) {
			return "No β is large enough for enhanced β-likeness: in some group a frequent value of " + column + " gains too much."
		}
		return "Enhanced β-likeness of " + column + " holds for a β of " + number + " or more."
	case "delta_disclosure":
		if math.IsInf(value, 1) {
			return "Some group lacks a value of " + column + " that the table has."
		}
		return factor(column, value)
	case "delta_disclosure_present":
		return factor(column, value) + " Values that a group lacks do not count."
	case "variance":
		return "In each group " + column + " has a variance of at least " + number + "."
	case "proximity":
		return "In each group at most " + percent + " of the people have values of " + column + " within one width."
	}
	if l, ok := strings.CutPrefix(name, "recursive_diversity_l"); ok {
		if math.IsInf(value, 1) {
			return "Some group has fewer than " + l + " different values of " + column + "."
		}
		return "In each group the most frequent value of " + column + " is at most " + number + " times as frequent as the others together, from number " + l + " by frequency on."
	}
	return ""
}

// shares tells how far groups are from the table.
func shares(column, distance, along string) string {
	return fmt.Sprintf("In each group the shares of the values of %s differ from those in the table by at most %s%s, where 0 is not at all and 1 entirely.", column, distance, along)
}

// factor tells the largest logarithm of a quotient of shares.
func factor(column string, logarithm float64) string {
	return "In each group the share of a value of " + column + " is at most " + decimal(math.Exp(logarithm)) + " times that in the table, or that many times less."
}

// countOf writes a number of things that may be a fraction: an average.
func countOf(x float64, one, many string) string {
	if x == 1 {
		return "1 " + one
	}
	return decimal(x) + " " + many
}

// peopleAre begins a sentence on how many people are something.
func peopleAre(n float64) string {
	if n == 0 {
		return "Nobody is"
	}
	return countOf(n, "person is", "people are")
}
