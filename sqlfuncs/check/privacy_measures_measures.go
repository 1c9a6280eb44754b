package check

import (
	"fmt"
	"math"
	"strings"

	"skyline/engine/risk"
	"skyline/sqlfuncs/call"
)

// reportMeasure is a row of privacy_measures: what it is called, what it means, and
// where that comes from.
type reportMeasure[R any] struct {
	name, meaning, source string
	// value is NaN where the measure is not defined.
	value func(R) float64
}

// The sources, as the table and the note of the reference call them.
const (
	sourceSweeney   = "Sweeney 2002"
	sourceKMap      = "Sweeney 2001"
	sourceElEmam    = "El Emam, Dankar 2008; El Emam 2013"
	sourceMarketer  = "Dankar, El Emam 2010"
	sourceBethlehem = "Bethlehem et al. 1990"
	sourceMotwani   = "Motwani, Xu 2007"
	sourceMachana   = "Machanavajjhala et al. 2007"
	sourceWong      = "Wong et al. 2006"
	sourceLi        = "Li et al. 2007"
	sourceCao       = "Cao, Karras 2012"
	sourceBrickell  = "Brickell, Shmatikov 2008"
	sourceNergiz    = "Nergiz et al. 2007, 2008"
	sourceZhang     = "after Zhang et al. 2007"
	sourceProximity = "after Li, Tao, Xiao 2008"
	reportSources   = "Sweeney, “k-Anonymity”, IJUFKS 10(5), 2002, and “Computational Disclosure Control”, PhD thesis, MIT, 2001; " +
		"El Emam, Dankar, “Protecting Privacy Using k-Anonymity”, JAMIA 15(5), 2008; El Emam, “Guide to the De-Identification of Personal Health Information”, 2013; " +
		"Dankar, El Emam, “A Method for Evaluating Marketer Re-identification Risk”, PAIS 2010; " +
		"Bethlehem, Keller, Pannekoek, “Disclosure Control of Microdata”, JASA 85, 1990; " +
		"Motwani, Xu, “Efficient Algorithms for Masking and Finding Quasi-Identifiers”, 2007; " +
		"Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam, “ℓ-Diversity”, TKDD 1(1), 2007; Wong, Li, Fu, Wang, “(α,k)-Anonymity”, KDD 2006; " +
		"Li, Li, Venkatasubramanian, “t-Closeness”, ICDE 2007; Cao, Karras, “Publishing Microdata with a Robust Privacy Guarantee”, PVLDB 5(11), 2012; " +
		"Brickell, Shmatikov, “The Cost of Privacy”, KDD 2008; Li, Tao, Xiao, “Preservation of Proximity Privacy in Publishing Numerical Sensitive Data”, SIGMOD 2008; " +
		"Zhang, Koudas, Srivastava, Yu, “Aggregate Query Answering on Anonymized Tables”, ICDE 2007; Nergiz, Atzori, Clifton, “Hiding the Presence of Individuals from Shared Databases”, SIGMOD 2007; Nergiz, Cetintas, Akova, “Generalizations with Probability Distributions for Data Anonymization”, 2008."
)

// defined returns a number that means something only in a table with people.
func defined(id *risk.Identification, number int64) float64 {
	if id.People == 0 {
		return math.NaN()
	}
	return float64(number)
}

// groupsOf is how many QI groups there are; NaN where there are none though there are people.
func groupsOf(id *risk.Identification) float64 {
	if id.Groups == 0 && id.People > 0 {
		return math.NaN()
	}
	return float64(id.Groups)
}

// groupMeasures are those of the whole quasi-identifier.
var groupMeasures = []reportMeasure[*risk.Identification]{
	{"people", "n, with their weights", "", func(id *risk.Identification) float64 { return float64(id.People) }},
	{"qi_groups", "|J|, also called equivalence classes", "", groupsOf},
	{"average_group_size", "n / |J|", "", func(id *risk.Identification) float64 { return id.AverageSize }},
	{"largest_group", "max f_j", "", func(id *risk.Identification) float64 { return defined(id, id.Largest) }},
	{"k_anonymity", "min f_j: the largest k for which k-anonymity holds", sourceSweeney, func(id *risk.Identification) float64 { return defined(id, id.K) }},
	{"uniques", "groups with f_j = 1, and so people who are alone in theirs", "", func(id *risk.Identification) float64 { return float64(id.Uniques) }},
	{"unique_share", "uniques / n", "", func(id *risk.Identification) float64 { return id.UniqueShare }},
	{"prosecutor_highest_risk", "max 1/f_j: the adversary knows that the target is in `tbl`", sourceElEmam, func(id *risk.Identification) float64 { return id.ProsecutorHighest }},
	{"prosecutor_average_risk", "the mean of 1/f_j over people, |J| / n", sourceElEmam, func(id *risk.Identification) float64 { return id.ProsecutorAverage }},
	{"prosecutor_share_at_highest_risk", "the share of people in groups of the smallest size", "ARX", func(id *risk.Identification) float64 { return id.ProsecutorShareAtHighest }},
	{"prosecutor_share_at_risk", "the share of people with 1/f_j > `risk_threshold`", sourceElEmam, func(id *risk.Identification) float64 { return id.ProsecutorShareAtRisk }},
	{"k_map", "min F_j over the groups of `tbl`: the largest k for which k-map holds", sourceKMap, func(id *risk.Identification) float64 { return defined(id, id.KMap) }},
	{"journalist_highest_risk", "max 1/F_j over the groups of `tbl`: the adversary knows that the target is in the population", sourceElEmam, func(id *risk.Identification) float64 { return id.JournalistHighest }},
	{"journalist_average_risk", "max(|J| / Σ F_j, (1/n) Σ f_j/F_j): the target is drawn from the population, or from `tbl`", sourceElEmam, func(id *risk.Identification) float64 { return id.JournalistAverage }},
	{"journalist_share_at_risk", "the share of people with 1/F_j > `risk_threshold`", sourceElEmam, func(id *risk.Identification) float64 { return id.JournalistShareAtRisk }},
	{"marketer_risk", "(1/n) Σ f_j/F_j: the expected share of people whom matching all of `tbl` with the population gets right", sourceMarketer, func(id *risk.Identification) float64 { return id.Marketer }},
	{"population_uniqueness", "the share of people with F_j = 1, who are alone in the population", sourceBethlehem, func(id *risk.Identification) float64 { return id.PopulationUniqueness }},
}

// rowMeasures are those of people with several rows.
var rowMeasures = []reportMeasure[*risk.RowRisk]{
	{"row_highest_risk", "max r/n over people and their groups, r of whose n rows are the person's: how surely a row of the target's group is the target's; only with `person`, where somebody has several rows", "", func(r *risk.RowRisk) float64 { return r.Highest }},
	{"row_average_risk", "the mean over people of the largest r/n of their groups", "", func(r *risk.RowRisk) float64 { return r.Average }},
	{"row_share_at_risk", "the share of people with r/n > `risk_threshold` in a group", "", func(r *risk.RowRisk) float64 { return r.ShareAtRisk }},
}

// presenceMeasures are those of the groups of a public table.
var presenceMeasures = []reportMeasure[*risk.Presence]{
	{"presence_min", "min n_j/N_j over the groups of `public`, n_j of whose N_j people are in `tbl`: the smallest probability that somebody of the public table is in `tbl`, the largest δ_min for which (δ_min, δ_max)-presence holds; only with `public`", sourceNergiz, func(p *risk.Presence) float64 { return p.Min }},
	{"presence_max", "max n_j/N_j: the smallest δ_max; only with `public`", sourceNergiz, func(p *risk.Presence) float64 { return p.Max }},
}

// attributeMeasures are those of the whole quasi-identifier and then of each
// column.
var attributeMeasures = []reportMeasure[risk.Attribute]{
	{"distinct_values", "distinct values", "", func(a risk.Attribute) float64 { return float64(a.Values) }},
	{"distinctness", "distinct values, or combinations of values, / n", sourceMotwani, func(a risk.Attribute) float64 { return a.Distinctness }},
	{"separation", "the share of pairs of people that differ; NULL for fewer than two people", sourceMotwani, func(a risk.Attribute) float64 {
		if !a.Separates {
			return math.NaN()
		}
		return a.Separation
	}},
}

// sensitiveRisk is what is measured about the sensitive column. Without people,
// or without values, parts are nil.
type sensitiveRisk struct {
	values                   int
	diversity                *risk.Diversity
	distributions            bool // whether shares add up to 1
	closeness, ordered, tree float64
	likeness                 *risk.Likeness
	proximity, variance      float64
}

// maxRecursive is the largest l for which privacy_measures gives c.
const maxRecursive = 5

// sensitiveMeasures are those about the sensitive column.
var sensitiveMeasures = append(append(
	[]reportMeasure[*sensitiveRisk]{
		{"distinct_values", "distinct sensitive values in `tbl`", "", func(s *sensitiveRisk) float64 { return float64(s.values) }},
		{"distinct_diversity", "the smallest number of distinct values in a group: the largest l for which distinct ℓ-diversity holds", sourceMachana, func(s *sensitiveRisk) float64 {
			return s.ofDiversity(true, func(d *risk.Diversity) float64 { return float64(d.Distinct) })
		}},
		{"entropy_diversity", "min exp(-Σ q ln q): the largest ℓ for which entropy ℓ-diversity holds", sourceMachana, func(s *sensitiveRisk) float64 {
			return s.ofDiversity(s.distributions, func(d *risk.Diversity) float64 { return d.Entropy })
		}},
	},
	recursiveMeasures()...),
	reportMeasure[*sensitiveRisk]{"max_share", "max q: the smallest α for which (α,k)-anonymity holds, with `k_anonymity` as k", sourceWong, func(s *sensitiveRisk) float64 {
		return s.ofDiversity(true, func(d *risk.Diversity) float64 { return d.Alpha })
	}},
	reportMeasure[*sensitiveRisk]{"t_closeness", "max ½ Σ |q - p|: the smallest t for which t-closeness holds, with the equal distance", sourceLi, func(s *sensitiveRisk) float64 { return s.closeness }},
	reportMeasure[*sensitiveRisk]{"t_closeness_ordered", "max (1/(m-1)) Σ_i |Σ_{v ≤ i} (q - p)| over the m values in their order: the same with the ordered distance; 0 for m = 1", sourceLi, func(s *sensitiveRisk) float64 { return s.ordered }},
	reportMeasure[*sensitiveRisk]{"basic_beta", "max (q - p)/p: the smallest β for which basic β-likeness holds", sourceCao, func(s *sensitiveRisk) float64 {
		return s.ofLikeness(func(l *risk.Likeness) float64 { return l.Basic })
	}},
	reportMeasure[*sensitiveRisk]{"enhanced_beta", "the smallest β for which enhanced β-likeness holds, (q - p)/p ≤ min(β, -ln p) wherever q > p: basic_beta, or `inf` where a gain exceeds its -ln p", sourceCao, func(s *sensitiveRisk) float64 {
		return s.ofLikeness(func(l *risk.Likeness) float64 { return l.Enhanced })
	}},
	reportMeasure[*sensitiveRisk]{"delta_disclosure", "max |ln(q/p)| over all groups and values: δ-disclosure privacy holds for the δ above it; `inf` where a group lacks a value", sourceBrickell, func(s *sensitiveRisk) float64 {
		return s.ofLikeness(func(l *risk.Likeness) float64 { return l.Delta })
	}},
	reportMeasure[*sensitiveRisk]{"delta_disclosure_present", "the same over the values that each group has", "pycanon", func(s *sensitiveRisk) float64 {
		return s.ofLikeness(func(l *risk.Likeness) float64 { return l.DeltaPresent })
	}},
	reportMeasure[*sensitiveRisk]{"variance", "min (1/f_j) Σ (x - mean_j)² over the groups, of the people who have a number; 0 in a group in which nobody has; only of finite numbers", sourceZhang, func(s *sensitiveRisk) float64 { return s.variance }},
)

// treeMeasures are those that take a hierarchy of the sensitive column.
var treeMeasures = []reportMeasure[*sensitiveRisk]{
	{"t_closeness_hierarchical", "max (1/(2H)) Σ_N |q(N) - p(N)| over the nodes N of the hierarchy but its root, which is at level H: the smallest t for which t-closeness holds with the hierarchical distance; only with `hierarchies`", sourceLi, func(s *sensitiveRisk) float64 { return s.tree }},
}

// windowMeasures are those that take a width.
var windowMeasures = []reportMeasure[*sensitiveRisk]{
	{"proximity", "the largest share of the people of a group in a window [a, a + `width`] of numbers, or with NULL; only with `width`, and only of finite numbers", sourceProximity, func(s *sensitiveRisk) float64 { return s.proximity }},
}

func recursiveMeasures() (measures []reportMeasure[*sensitiveRisk]) {
	for l := 2; l <= maxRecursive; l++ {
		meaning := "the same for l = " + fmt.Sprint(l)
		if l == 2 {
			meaning = "max r₁/(r_l + … + r_m) for l = 2, with r₁ ≥ r₂ ≥ … the counts in a group: recursive (c,ℓ)-diversity holds for the c above it; `inf` where a group has fewer than l values"
		}
		measures = append(measures, reportMeasure[*sensitiveRisk]{fmt.Sprintf("recursive_diversity_l%d", l), meaning, sourceMachana, func(s *sensitiveRisk) float64 {
			return s.ofDiversity(s.distributions, func(d *risk.Diversity) float64 { return d.RecursiveC[l-2] })
		}})
	}
	return measures
}

func (s *sensitiveRisk) ofDiversity(is bool, value func(*risk.Diversity) float64) float64 {
	if s.diversity == nil || !is {
		return math.NaN()
	}
	return value(s.diversity)
}

func (s *sensitiveRisk) ofLikeness(value func(*risk.Likeness) float64) float64 {
	if s.likeness == nil {
		return math.NaN()
	}
	return value(s.likeness)
}

// MeasuresTable is the table of the measures of privacy_measures, for the reference.
func MeasuresTable() string {
	var b strings.Builder
	b.WriteString("| measure | attribute | definition | source |\n|---|---|---|---|\n")
	documentMeasures(&b, groupMeasures, "")
	documentMeasures(&b, rowMeasures, "")
	documentMeasures(&b, presenceMeasures, "")
	documentMeasures(&b, attributeMeasures[1:], "")
	documentMeasures(&b, attributeMeasures, "each `qi` column")
	documentMeasures(&b, sensitiveMeasures, "`sensitive`")
	documentMeasures(&b, treeMeasures, "`sensitive`")
	documentMeasures(&b, windowMeasures, "`sensitive`")
	return strings.TrimSuffix(b.String(), "\n")
}

func documentMeasures[R any](b *strings.Builder, measures []reportMeasure[R], attribute string) {
	for _, m := range measures {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", m.name, attribute, call.Cell(m.meaning), call.Cell(m.source))
	}
}
