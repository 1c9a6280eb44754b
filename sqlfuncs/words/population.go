package words

import "math"

// Population tells an estimate of population_risk. A model that is no name of one is "".
func Population(measure, model string, value float64, reason string) string {
	if math.IsNaN(value) {
		if model == "" {
			return "No value: " + reason + "."
		}
		return "No value by " + model + ": " + reason + "."
	}
	sentence := populationMeasure(measure, value)
	if model != "" {
		sentence += " This is an estimate by " + model + "."
	}
	return sentence
}

func populationMeasure(measure string, value float64) string {
	share := About(value)
	switch measure {
	case "people":
		return peopleAre(value) + " in the sample."
	case "population":
		return "The population has " + countOf(math.Round(value), "person", "people") + "."
	case "sampling_fraction":
		return "The sample has " + share + " of the people of the population."
	case "sample_uniques":
		return peopleAre(value) + " alone in the sample with their quasi-identifiers."
	case "sample_unique_share":
		return atFirst(share) + " of the people of the sample are alone there with their quasi-identifiers."
	case "highest_risk":
		return "An attacker who knows that a person is in the population finds them with a probability of at most " + share + "."
	case "average_risk":
		return "An attacker who looks for everybody of the sample finds " + share + " of them, on average."
	case "expected_reidentifications":
		return "An attacker who looks for everybody of the sample finds " + countOf(value, "person", "people") + ", on average."
	case "confirmed_unique_share":
		return atFirst(share) + " of the people who are alone in the sample are alone in the population."
	case "population_uniques":
		return peopleAre(value) + " alone in the population with their quasi-identifiers."
	case "population_unique_share":
		return atFirst(share) + " of the people of the population are alone there with their quasi-identifiers."
	}
	return ""
}
