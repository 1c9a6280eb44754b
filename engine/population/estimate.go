package population

import "math"

// Estimate is a number about a sample and its population, and what it stands on.
type Estimate struct {
	Measure, Model string
	Value          float64 // NaN where the model has none for this sample; then Reason says why
	Assumption     string  // what the model takes for granted
	Source         string  // where the model is from; "" where there is none to name
	Reason         string  // "" where there is a value
}

// The measures, in their order.
const (
	People            = "people"              // n
	Population        = "population"          // N
	SamplingFraction  = "sampling_fraction"   // n/N
	SampleUniques     = "sample_uniques"      // c_1
	SampleUniqueShare = "sample_unique_share" // c_1/n
	HighestRisk       = "highest_risk"        // the largest E[1/F] of anybody in the sample
	AverageRisk       = "average_risk"        // its mean over the people of the sample
	// ExpectedReidentifications is its sum: how many are found if each is looked for.
	ExpectedReidentifications = "expected_reidentifications"
	// ConfirmedUniqueShare is the share of the sample uniques who are population uniques.
	ConfirmedUniqueShare  = "confirmed_unique_share"
	PopulationUniques     = "population_uniques"      // groups with F = 1
	PopulationUniqueShare = "population_unique_share" // their share in N
)

// The models.
const (
	Counted           = "counted" // no model: what the sample has
	Given             = "given"   // no model: what the caller says of the population
	Known             = "known"   // no model: the population itself is there
	BenedettiFranconi = "benedetti_franconi"
	Zayatz            = "zayatz"
	Pitman            = "pitman"
	SNB               = "snb"
	Dankar            = "dankar"
)

// assumptions are what the models take for granted. Dankar's rule says which it chose.
var assumptions = map[string]string{
	Known:             "the population has everybody of the sample",
	BenedettiFranconi: "everybody of a group was drawn with the same probability, independently; nothing is known of how many others the group has",
	Zayatz:            "everybody was drawn with the same probability; each size of groups is as frequent in the population as in the sample",
	Pitman:            "everybody was drawn with the same probability; groups have sizes of Pitman's sampling formula; the population is large",
	SNB:               "everybody was drawn with the same probability; the sizes of groups in the population are one more than negative binomial numbers",
}

// sources are where the models are from.
var sources = map[string]string{
	BenedettiFranconi: "Benedetti, Franconi 1998",
	Zayatz:            "Zayatz 1991",
	Pitman:            "Hoshino 2001",
	SNB:               "Chen, Keller-McNulty 1998; Haas, Stokes 1998",
	Dankar:            "Dankar, El Emam, Neisa, Roffey 2012",
}

// Why there is no value.
const (
	nobody        = "nobody is in the sample"
	nobodyThere   = "nobody is in the population"
	noUniques     = "nobody is alone in the sample"
	noPairs       = "the model needs groups of two, and the sample has none"
	allAlone      = "everybody is alone in the sample: it is the likelier the more groups there are, without end"
	oneGroup      = "everybody is in one group of the sample: it is the likelier the fewer groups there are, without end"
	tooSmall      = "the population is too small for the formula, which exceeds what the model expects by more than a tenth"
	noSolution    = "the equations of the model have no solution: the groups of the sample differ too little in size"
	tooManyGroups = "the model finds more groups than the population has people"
	contradiction = "the model expects more population uniques in the sample than it has sample uniques"
	unequal       = "sampling weights differ, and the model takes everybody to be drawn with the same probability"
	noneOfRule    = "none of the models that the rule chooses from has an estimate"
)

// estimates are those of a sample, in the order of the measures and models.
type estimates []Estimate

// add adds an estimate, whose value counts only if there is no reason against it.
func (e *estimates) add(measure, model string, value float64, reason string) {
	if reason != "" {
		value = math.NaN()
	}
	*e = append(*e, Estimate{measure, model, value, assumptions[model], sources[model], reason})
}

// addCounts adds what is counted. about is the model of the population: Given or Known.
func (e *estimates) addCounts(people, singles int64, about string, population, fraction float64) {
	e.add(People, Counted, float64(people), "")
	e.add(Population, about, population, "")
	reason := ""
	if math.IsNaN(fraction) {
		reason = nobodyThere
	}
	e.add(SamplingFraction, about, fraction, reason)
	e.add(SampleUniques, Counted, float64(singles), "")
	e.add(SampleUniqueShare, Counted, quotient(singles, people), ifNobody(people))
}

// addRisks adds the individual risks of a model: the highest and their sum over people.
func (e *estimates) addRisks(model string, people int64, highest, sum float64) {
	e.add(HighestRisk, model, highest, ifNobody(people))
	e.add(AverageRisk, model, sum/float64(people), ifNobody(people))
	e.add(ExpectedReidentifications, model, sum, "")
}

// ifNobody is the reason against what is divided by the people of a sample.
func ifNobody(people int64) string {
	if people == 0 {
		return nobody
	}
	return ""
}

// quotient is a/b, NaN for b = 0.
func quotient(a, b int64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return float64(a) / float64(b)
}
