package people

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
)

// ParamPrivacy is the parameter privacy, a STRUCT of requirements.
var ParamPrivacy = call.Param{Name: "privacy", Type: "STRUCT", Doc: "the requirements, all of which must hold: see [Privacy requirements](#privacy-requirements)"}

// privacyKey is a member of privacy.
type privacyKey struct {
	name, form string
	doc        string
	// sensitive says that it is about the sensitive column.
	sensitive bool
	// read reads the member into what is required of the input.
	read func(r *Requirements, in *Input, v any) error
}

// privacyKeys are the members of privacy, in the order of the results.
var privacyKeys []privacyKey

func init() {
	// Set here because messages of the readers list the names.
	privacyKeys = []privacyKey{
		{"k_anonymity", "5", "at least so many people in every QI group (Samarati, Sweeney 1998)", false, readCount("k_anonymity", func(r *Requirements) *int64 { return &r.KAnonymity })},
		{"distinct_diversity", "3", "at least so many different sensitive values in every QI group (Machanavajjhala et al. 2007)", true, readCount("distinct_diversity", func(r *Requirements) *int64 { return &r.DistinctDiversity })},
		{"entropy_diversity", "2.5", "exp(−Σ q ln q) at least this in every QI group, q being the shares of its sensitive values (Machanavajjhala et al. 2007)", true, readEntropy},
		{"recursive_diversity", "{'c': 3, 'l': 6}", "(c,ℓ)-diversity: r₁ < c·(r_ℓ + … + r_m) in every QI group, r₁ ≥ r₂ ≥ … being the counts of its sensitive values (Machanavajjhala et al. 2007)", true, readRecursive},
		{"max_share", "0.5", "each sensitive value has less than this share of the people of every QI group, so that nobody who knows the group is as sure as that: the breach probability at (0, 0, 0) (Chen et al. 2009), and, but for the [comparison](#thresholds), the α of (α,k)-anonymity (Wong et al. 2006). Where people have several values, occurrences are counted per person", true, readMaxShare},
		{"t_closeness", "0.2", closenessDoc, true, readCloseness},
		{"beta_likeness", "1", likenessDoc, true, readLikeness},
		{"delta_disclosure", "1.5", deltaDoc, true, readDelta},
		{"proximity", "{'width': 5000, 'max_share': 0.3}", proximityDoc, true, readProximity},
		{"variance", "1000000", varianceDoc, true, readVariance},
		{"negations", "{'pieces': 3, 'c': 0.6}", "nobody who knows at most `pieces` values that a person does not have becomes as sure as `c` of that person's value: `negations` of `disclosure_check`. For `c` below 1 it is recursive (c/(1−c), k+2)-diversity. Only where each person has one value (Martin et al. 2007, Sect. 2.3)", true, readNegations},
		{"implications", "{'pieces': 3, 'c': 0.6}", "(c,k)-safety: nobody who has at most `pieces` pieces of knowledge of any kind becomes as sure as `c` of anybody's value, as `disclosure_check` computes it. Only where each person has one value (Martin et al. 2007)", true, readImplications},
		{"presence", "{'public': 'voters', 'delta_min': 0.1, 'delta_max': 0.5}", presenceDoc, false, readPresence},
		{"k_map", "{'population': 'voters', 'k': 5}", "at least `k` people of the table `population` (named as `tbl`) in every QI group that somebody of `tbl` is in: see [populations](#populations) (Sweeney 2001)", false, readKMap},
		{"journalist_risk", "{'population': 'voters', 'highest': 0.2, 'average': 0.05}", "F being how many people of the table `population` are in a QI group, and f how many of `tbl`: max 1/F at most `highest`, and both |J|/ΣF and Σ(f/F)/n at most `average`, over the |J| groups with somebody of `tbl`, and its n people; one of the two may be left out: see [populations](#populations) (El Emam, Dankar 2008; El Emam 2013)", false, readJournalistRisk},
		{"average_risk", "0.05", "the mean over people of 1/f, f being how many are in their QI group, at most this: the number of groups divided by that of people. It is one number of the whole release: large groups make up for small ones (El Emam, Dankar 2008; El Emam 2013)", false, readAverageRisk},
		{"population_uniqueness", "{'population': 'voters', 'max_share': 0.01}", "at most the share `max_share` of the people of `tbl` is alone in the table `population` with their `qi` values. Without one, `{'fraction': 0.1, 'model': 'dankar', 'max_share': 0.01}`: `tbl` is this share of the population, and who is alone there is estimated: see [populations](#populations) (Bethlehem et al. 1990; the models' sources)", false, readPopulationUniqueness},
		{"skyline", "[{'value': 'HIV', 'l': 2, 'k': 5, 'm': 2, 'c': 0.3}, {'value': NULL, 'l': 1, 'k': 5, 'm': 1, 'c': 0.6}]", "the breach probability of each value stays below `c` at each of its knowledge points, as `skyline_check` computes it; a point without a value is for every value that no point names; absent or NULL numbers are l, k, m = 0 and c = 0.5; a value that the table does not have is an error without `absent_values := 'allow'`. Also the name of a table with the columns value, l, k, m, c (Chen et al. 2009)", true, readSkyline},
		{"known_columns", "{'columns': 2, 'people': 5}", "against somebody who knows any `columns` of the quasi-identifiers: at least `people` people share what they have in each subset of `columns` columns: see [Some of the columns](#some-of-the-columns) (Terrovitis et al. 2008; Mohammed et al. 2009)", false, readKnownColumns},
	}
}

// RequirementsTable is the table of requirements of the reference.
func RequirementsTable() string {
	var b strings.Builder
	b.WriteString("| requirement | such as | holds when |\n|---|---|---|\n")
	for _, key := range privacyKeys {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", key.name, key.form, call.Cell(key.doc))
	}
	return b.String()
}

const (
	closenessDoc = "the distance of the shares of sensitive values in every QI group from those in the whole table is at most this; a number means the distance `'equal'`: see [Distances](#distances) (Li et al. 2007)"
	likenessDoc  = "(q − p)/p at most min(β, −ln p) in every QI group for each sensitive value whose share q there is above its share p in the whole table; at most β with `'kind': 'basic'`; a number means `'enhanced'`: see [Likeness and disclosure](#likeness-and-disclosure) (Cao, Karras 2012)"
	deltaDoc     = "|ln(q/p)| below δ in every QI group for each sensitive value of the table, q being its share in the group and p in the whole table; a group that lacks one does not satisfy it, but does with `{'delta': 1.5, 'values': 'present'}`: see [Likeness and disclosure](#likeness-and-disclosure) (Brickell, Shmatikov 2008)"
	proximityDoc = "no window [a, a + `width`] of the numbers in `sensitive`, wherever it begins, has as much as this share of the people of a QI group: see [Proximity and variance](#proximity-and-variance) (after Li, Tao, Xiao 2008)"
	varianceDoc  = "Σ (x − mean)²/n of the numbers in `sensitive` at least this in every QI group: see [Proximity and variance](#proximity-and-variance) (after Zhang et al. 2007)"
)

const presenceDoc = "δ-presence: of the people of every QI group of the table `public` (named as `tbl`), at least the share `delta_min` and at most the share `delta_max` is in `tbl`; one of the two may be left out: see [presence](#presence) (Nergiz et al. 2007, 2008)"
